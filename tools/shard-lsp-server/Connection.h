//===- Connection.h - messages of an editor ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads messages, and hands those on that are what the protocol says. All others are
// answered by an error, after which the next message is read: an editor that errs once
// does not lose its server.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TOOLS_SHARD_LSP_SERVER_CONNECTION_H
#define SHARDC_TOOLS_SHARD_LSP_SERVER_CONNECTION_H

#include "llvm/Support/LSP/Transport.h"
#include <cstdio>
#include <string>

namespace shardc {

class Connection {
public:
  /// How far the two sides have come: what is legal depends on it.
  enum class Phase { New, Running, ShutDown };
  /// Why reading ended.
  enum class End { Exit, EndOfInput };

  /// Reads from `input` and answers through `transport`; both outlive the connection.
  /// `isDelimited`: messages are parted by lines `// -----`, not led by headers.
  Connection(std::FILE *input, llvm::lsp::JSONTransport &transport,
             llvm::lsp::MessageHandler &handler, bool isDelimited)
      : input(input), transport(transport), handler(handler), isDelimited(isDelimited) {}

  /// Reads until the message `exit` or the end of the input.
  End run();

  Phase getPhase() const { return phase; }
  void setPhase(Phase next) { phase = next; }

private:
  /// What a line of the input is after a fault: read, or the end is reached.
  bool readLine(std::string &line);
  /// The text of the next message; false at the end of the input.
  bool readFramed(std::string &text);
  bool readDelimited(std::string &text);
  /// Answers what is no message that can be handled. False where the server is to end.
  bool handle(llvm::StringRef text);
  bool dispatch(llvm::json::Object message);
  void refuse(llvm::lsp::ErrorCode code, const llvm::Twine &message,
              llvm::json::Value id = nullptr);
  /// Refuses what stands in place of a header, once for all of it.
  void refuseHeader(const llvm::Twine &message);

  std::FILE *input;
  llvm::lsp::JSONTransport &transport;
  llvm::lsp::MessageHandler &handler;
  bool isDelimited;
  /// What is read is the rest of something that was refused already.
  bool isLost = false;
  Phase phase = Phase::New;
};

} // namespace shardc

#endif // SHARDC_TOOLS_SHARD_LSP_SERVER_CONNECTION_H
