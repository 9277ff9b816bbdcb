//===- OlderText.cpp - attributes as older versions print them --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Until 1.0 StableHLO printed lists of numbers as tensors, `dense<[1, 0]> :
// tensor<2xi64>`; they are arrays since, `array<i64: 1, 0>`. The array is the shorter
// text, so that it can stand where the tensor stood and no place in the file changes.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {
namespace {

/// Attributes that were tensors.
constexpr StringLiteral keys[] = {
    "broadcast_dimensions", "broadcast_sizes",  "permutation",      "dimensions",
    "start_indices",        "limit_indices",    "strides",          "edge_padding_low",
    "edge_padding_high",    "interior_padding", "slice_sizes",      "window_dimensions",
    "window_strides",       "base_dilations",   "window_dilations", "lhs_dilation",
    "rhs_dilation",         "window_reversal",  "fft_length"};

/// The key that ends right before ` = `, if it is one of them.
bool endsInKey(StringRef before) {
  StringRef word = before.rtrim();
  if (!word.consume_back("="))
    return false;
  word = word.rtrim();
  size_t begin = word.find_last_not_of("abcdefghijklmnopqrstuvwxyz_0123456789");
  return llvm::is_contained(keys, word.drop_front(begin == StringRef::npos ? 0 : begin + 1));
}

/// The array that means the tensor at the start of `text`, and the length of the tensor;
/// an empty string where there is no such tensor.
std::string arrayFor(StringRef text, size_t &length) {
  StringRef rest = text;
  if (!rest.consume_front("dense<"))
    return {};
  size_t end = rest.find('>');
  if (end == StringRef::npos)
    return {};
  StringRef values = rest.take_front(end).trim();
  rest = rest.drop_front(end + 1).ltrim();
  if (!rest.consume_front(":"))
    return {};
  rest = rest.ltrim();
  uint64_t count = 0;
  if (!rest.consume_front("tensor<") || rest.consumeInteger(10, count) || !rest.consume_front("x"))
    return {};
  bool isBool = rest.starts_with("i1>");
  if (!rest.consume_front(isBool ? "i1>" : "i64>"))
    return {};
  length = text.size() - rest.size();

  SmallVector<StringRef> parts;
  bool isList = values.consume_front("[");
  if (isList && !values.consume_back("]"))
    return {};
  if (!values.trim().empty())
    values.split(parts, ',');
  // A splat has one value for all.
  if (!isList && parts.size() == 1 && count > 1 && count <= length)
    parts.append(count - 1, parts.front());
  if (parts.size() != count)
    return {};
  std::string array = isBool ? "array<i1" : "array<i64";
  for (auto [index, part] : llvm::enumerate(parts))
    array += (index ? ", " : ": ") + part.trim().str();
  return array + '>';
}

} // namespace

std::optional<std::string> withArrays(StringRef text) {
  std::string result = text.str();
  bool found = false;
  for (size_t at = text.find("dense<"); at != StringRef::npos; at = text.find("dense<", at + 1)) {
    if (!endsInKey(text.take_front(at)))
      continue;
    size_t length = 0;
    std::string array = arrayFor(text.drop_front(at), length);
    if (array.empty() || array.size() > length)
      continue;
    array.resize(length, ' ');
    result.replace(at, length, array);
    found = true;
  }
  if (!found)
    return std::nullopt;
  return result;
}

} // namespace shardc
