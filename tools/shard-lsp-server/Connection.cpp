//===- Connection.cpp - messages of an editor -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Connection.h"
#include "llvm/ADT/StringExtras.h"

namespace lsp = llvm::lsp;
using llvm::StringRef;

namespace shardc {
namespace {

/// The longest message that is read. Longer ones are a length that is wrong.
constexpr uint64_t maxLength = uint64_t(1) << 30;
/// The deepest nesting: the parser goes down a level by a call.
constexpr int64_t maxDepth = 256;
/// How much of a line is kept; headers are short.
constexpr size_t maxLine = 4096;

/// How deep lists and objects of a JSON text are nested.
int64_t depthOf(StringRef text) {
  int64_t depth = 0, deepest = 0;
  bool isString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        isString = false;
      continue;
    }
    isString = c == '"';
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

StringRef kindOf(const llvm::json::Value &value) {
  switch (value.kind()) {
  case llvm::json::Value::Null:
    return "null";
  case llvm::json::Value::Boolean:
    return "a boolean";
  case llvm::json::Value::Number:
    return "a number";
  case llvm::json::Value::String:
    return "a string";
  case llvm::json::Value::Array:
    return "an array";
  case llvm::json::Value::Object:
    return "an object";
  }
  return "nothing";
}

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads a line without its end; of one that is too long the last part. False at the end
/// of the input, where nothing is left.
bool Connection::readLine(std::string &line) {
  line.clear();
  int c;
  while ((c = std::getc(input)) != EOF && c != '\n') {
    if (line.size() == 2 * maxLine)
      line.erase(0, maxLine);
    line += static_cast<char>(c);
  }
  if (c == EOF && line.empty())
    return false;
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return true;
}

void Connection::refuseHeader(const llvm::Twine &message) {
  if (!isLost)
    refuse(lsp::ErrorCode::ParseError, message);
  isLost = true;
}

bool Connection::readFramed(std::string &text) {
  constexpr StringRef lengthName = "content-length";
  std::optional<uint64_t> length;
  bool hasHeader = false;
  std::string line;
  while (true) {
    if (!readLine(line))
      return false;
    StringRef header = line;
    // The header of the next message may follow what is left of one on its line.
    size_t known = header.rfind_insensitive(lengthName);
    if (isLost && known != StringRef::npos)
      header = header.drop_front(known);
    if (header.trim().empty()) {
      if (length)
        break;
      if (hasHeader)
        refuseHeader("a message has no header 'Content-Length'");
      hasHeader = false;
      continue;
    }
    auto [name, value] = header.split(':');
    bool isHeader = name.size() < header.size() &&
                    llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '-'; });
    if (!isHeader) {
      refuseHeader("expected a header such as 'Content-Length: 42'");
      length.reset();
      hasHeader = false;
      continue;
    }
    // A new message, whatever was wrong with the one before it.
    isLost = false;
    hasHeader = true;
    if (!name.equals_insensitive(lengthName))
      continue;
    uint64_t number;
    length.reset();
    if (value.trim().getAsInteger(10, number)) {
      refuseHeader("'Content-Length' is no number of bytes");
      hasHeader = false;
    } else if (number > maxLength) {
      refuseHeader("a message of " + llvm::Twine(number) + " bytes is too long; at most " +
                   llvm::Twine(maxLength) + " are read");
      hasHeader = false;
    } else {
      length = number;
    }
  }
  // A length may be wrong: memory is taken as bytes come.
  constexpr size_t piece = 1 << 16;
  text.clear();
  while (text.size() < *length) {
    size_t begin = text.size(), wanted = std::min<size_t>(piece, *length - begin);
    text.resize(begin + wanted);
    size_t got = std::fread(text.data() + begin, 1, wanted, input);
    if (got < wanted)
      return false;
  }
  return true;
}

bool Connection::readDelimited(std::string &text) {
  text.clear();
  std::string line;
  bool hasRead = false;
  int c;
  do {
    line.clear();
    while ((c = std::getc(input)) != EOF && c != '\n')
      line += static_cast<char>(c);
    hasRead |= c != EOF || !line.empty();
    StringRef words = StringRef(line).trim();
    if (words == "// -----") {
      if (!StringRef(text).trim().empty())
        return true;
      continue;
    }
    if (!words.starts_with("//"))
      text += line + "\n";
  } while (c != EOF);
  return hasRead && !StringRef(text).trim().empty();
}

//===----------------------------------------------------------------------===//
// Handling
//===----------------------------------------------------------------------===//

void Connection::refuse(lsp::ErrorCode code, const llvm::Twine &message, llvm::json::Value id) {
  lsp::Logger::error("{0}", message.str());
  transport.reply(std::move(id), llvm::make_error<lsp::LSPError>(message.str(), code));
}

Connection::End Connection::run() {
  std::string text;
  while (isDelimited ? readDelimited(text) : readFramed(text))
    if (!handle(text))
      return End::Exit;
  return End::EndOfInput;
}

bool Connection::handle(StringRef text) {
  if (int64_t depth = depthOf(text); depth > maxDepth) {
    refuse(lsp::ErrorCode::ParseError, "the message is nested " + llvm::Twine(depth) +
                                           " levels deep; at most " + llvm::Twine(maxDepth) +
                                           " are read");
    return true;
  }
  llvm::Expected<llvm::json::Value> message = llvm::json::parse(text);
  if (!message) {
    // The length may have been wrong, and what follows the rest of this message.
    isLost = true;
    refuse(lsp::ErrorCode::ParseError,
           "the message is no JSON: " + llvm::toString(message.takeError()));
    return true;
  }
  llvm::json::Object *object = message->getAsObject();
  if (!object) {
    refuse(lsp::ErrorCode::InvalidRequest,
           "a message must be an object, but got " + kindOf(*message));
    return true;
  }
  return dispatch(std::move(*object));
}

bool Connection::dispatch(llvm::json::Object message) {
  const llvm::json::Value *given = message.get("id");
  llvm::json::Value id = given ? *given : llvm::json::Value(nullptr);
  bool isLegalId = !given || llvm::is_contained({llvm::json::Value::Null, llvm::json::Value::Number,
                                                 llvm::json::Value::String},
                                                id.kind());
  if (!isLegalId) {
    refuse(lsp::ErrorCode::InvalidRequest,
           "'id' must be a number or a string, but got " + kindOf(id));
    return true;
  }
  if (message.getString("jsonrpc") != StringRef("2.0")) {
    refuse(lsp::ErrorCode::InvalidRequest, "'jsonrpc' must be \"2.0\"", id);
    return true;
  }
  std::optional<StringRef> name = message.getString("method");
  if (!name) {
    // The server asks nothing, so an answer is to somebody else.
    bool isAnswer = message.get("result") || message.get("error");
    if (!isAnswer || message.get("method"))
      refuse(lsp::ErrorCode::InvalidRequest, "'method' must be a string", id);
    return true;
  }
  std::string method = name->str();
  llvm::json::Value *arguments = message.get("params");
  llvm::json::Value params = arguments ? std::move(*arguments) : llvm::json::Value(nullptr);
  if (!given) {
    if (method == "exit")
      return false;
    if (phase == Phase::Running)
      handler.onNotify(method, std::move(params));
    return true;
  }
  if (phase == Phase::ShutDown)
    refuse(lsp::ErrorCode::InvalidRequest, "'" + method + "' after 'shutdown'", id);
  else if (phase == Phase::New && method != "initialize")
    refuse(lsp::ErrorCode::ServerNotInitialized, "'" + method + "' before 'initialize'", id);
  else if (phase == Phase::Running && method == "initialize")
    refuse(lsp::ErrorCode::InvalidRequest, "'initialize' was sent before", id);
  else
    handler.onCall(method, std::move(params), std::move(id));
  return true;
}

} // namespace shardc
