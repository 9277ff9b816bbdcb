//===- TextPlaces.h - places of editors in texts ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Editors count UTF-16 units of lines from 0, and end lines by \n, \r\n or \r; the
// compiler counts bytes from 1, and ends lines by \n alone.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TOOLS_SHARD_LSP_SERVER_TEXTPLACES_H
#define SHARDC_TOOLS_SHARD_LSP_SERVER_TEXTPLACES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include <vector>

namespace shardc {

/// The lines of a text, which outlives this. Places outside of it become the nearest
/// inside: an editor may count the end of a line or of the text as it likes.
class TextPlaces {
public:
  explicit TextPlaces(llvm::StringRef text);

  /// The byte at a place of an editor.
  size_t offsetOf(llvm::lsp::Position position) const;
  llvm::lsp::Position positionOf(size_t offset) const;
  /// The byte at a line and column of the compiler.
  size_t offsetOf(unsigned line, unsigned column) const;

private:
  llvm::StringRef text;
  /// Where lines begin, for the editor and for the compiler.
  std::vector<size_t> lines, compilerLines;
};

/// A text after the changes of an editor, each of which is of what the one before it made.
std::string applyChanges(std::string text,
                         llvm::ArrayRef<llvm::lsp::TextDocumentContentChangeEvent> changes);

} // namespace shardc

#endif // SHARDC_TOOLS_SHARD_LSP_SERVER_TEXTPLACES_H
