//===- Text.cpp - text that others wrote, in messages -----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shardrt/Text.h"

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
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      // Terminals take these letters for controls as well.
      escape(byte);
      escape(next);
      ++i;
    } else {
      line += static_cast<char>(byte);
    }
  }
  return line;
}
