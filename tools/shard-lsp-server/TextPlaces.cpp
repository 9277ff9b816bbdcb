//===- TextPlaces.cpp - places of editors in texts --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TextPlaces.h"
#include <algorithm>

namespace lsp = llvm::lsp;

namespace shardc {

static bool continuesLetter(char c) { return (c & 0xC0) == 0x80; }

/// UTF-16 units of the letter that begins with a byte.
static int unitsOf(char first) { return static_cast<unsigned char>(first) >= 0xF0 ? 2 : 1; }

TextPlaces::TextPlaces(llvm::StringRef text) : text(text), lines{0}, compilerLines{0} {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n')
      compilerLines.push_back(i + 1);
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      lines.push_back(i + 1);
  }
}

size_t TextPlaces::offsetOf(lsp::Position position) const {
  if (position.line < 0)
    return 0;
  if (static_cast<size_t>(position.line) >= lines.size())
    return text.size();
  size_t offset = lines[position.line];
  int units = 0;
  while (offset < text.size() && text[offset] != '\n' && text[offset] != '\r') {
    units += unitsOf(text[offset]);
    // Half of a letter is its begin.
    if (units > position.character)
      break;
    do
      ++offset;
    while (offset < text.size() && continuesLetter(text[offset]));
  }
  return offset;
}

lsp::Position TextPlaces::positionOf(size_t offset) const {
  offset = std::min(offset, text.size());
  size_t line = std::upper_bound(lines.begin(), lines.end(), offset) - lines.begin() - 1;
  int units = 0;
  for (char c : text.slice(lines[line], offset))
    if (!continuesLetter(c))
      units += unitsOf(c);
  return {static_cast<int>(line), units};
}

size_t TextPlaces::offsetOf(unsigned line, unsigned column) const {
  if (!line)
    return 0;
  if (line > compilerLines.size())
    return text.size();
  return std::min(compilerLines[line - 1] + std::max(column, 1u) - 1, text.size());
}

std::string applyChanges(std::string text,
                         llvm::ArrayRef<lsp::TextDocumentContentChangeEvent> changes) {
  for (const lsp::TextDocumentContentChangeEvent &change : changes) {
    if (!change.range) {
      text = change.text;
      continue;
    }
    TextPlaces places(text);
    size_t begin = places.offsetOf(change.range->start), end = places.offsetOf(change.range->end);
    text.replace(std::min(begin, end), std::max(begin, end) - std::min(begin, end), change.text);
  }
  return text;
}

} // namespace shardc
