//===- Text.cpp - text that others wrote, in messages -----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shardrt/Text.h"

namespace {

/// Length of the letter that begins at `i`, in UTF-8; 0 where none does: a stray byte, one cut
/// short, one written longer than it need be, a surrogate, or one beyond U+10FFFF.
size_t lengthOfLetter(std::string_view text, size_t i) {
  auto at = [&](size_t k) -> unsigned char { return k < text.size() ? text[k] : 0; };
  unsigned char first = at(i), second = at(i + 1);
  size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first > 0xf4)
    return 0;
  for (size_t k = 1; k < length; ++k)
    if ((at(i + k) & 0xc0) != 0x80)
      return 0;
  bool isWrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
                 (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
  return isWrong ? 0 : length;
}

} // namespace

std::string shardrt::oneLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  auto escape = [&](unsigned char byte) {
    constexpr char digits[] = "0123456789abcdef";
    line += "\\x";
    line += digits[byte >> 4];
    line += digits[byte & 15];
  };
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = text[i], next = i + 1 < text.size() ? text[i + 1] : 0;
    if (byte == '\n') {
      line += "\\n";
    } else if (byte == '\r') {
      line += "\\r";
    } else if (byte == '\t') {
      line += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      escape(byte);
    } else if (size_t length = lengthOfLetter(text, i); length == 0) {
      escape(byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      // Terminals take these letters for controls as well.
      escape(byte);
      escape(next);
      ++i;
    } else {
      line += text.substr(i, length);
      i += length - 1;
    }
  }
  return line;
}
