//===- Text.h - text that others wrote, in messages -------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_TEXT_H
#define SHARDRT_TEXT_H

#include <string>
#include <string_view>

namespace shardrt {

/// `text` without anything that begins a line or that a terminal obeys: names of files and
/// values may hold every letter, but a message is one line. Newline, return and tab become
/// `\n`, `\r`, `\t`, other control characters `\x1b` (two hexadecimal digits a byte, those of
/// U+0080 to U+009F too), and so do bytes that are no letter of UTF-8; everything else stays as
/// it is.
std::string oneLine(std::string_view text);

} // namespace shardrt

#endif // SHARDRT_TEXT_H
