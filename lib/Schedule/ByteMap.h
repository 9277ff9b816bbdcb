//===- ByteMap.h - something known of every byte ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A map from bytes to T that stores ranges.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SCHEDULE_BYTEMAP_H
#define SHARDC_LIB_SCHEDULE_BYTEMAP_H

#include <cstdint>
#include <map>

namespace shardc {

template <typename T>
class ByteMap {
public:
  /// Calls `visit(begin, end, T&)` for the parts of [begin, end), cutting ranges at
  /// the borders. Bytes never assigned are visited with a T of their own.
  template <typename Visit>
  void forRange(uint64_t begin, uint64_t end, Visit visit) {
    if (begin >= end)
      return;
    cutAt(begin);
    cutAt(end);
    uint64_t at = begin;
    while (at < end) {
      auto it = ranges.lower_bound(at);
      if (it == ranges.end() || it->first > at) {
        uint64_t gapEnd = it == ranges.end() ? end : std::min(end, it->first);
        it = ranges.emplace_hint(it, at, Range{gapEnd, T()});
      }
      visit(at, it->second.end, it->second.value);
      at = it->second.end;
    }
  }

  /// Replaces what is known of [begin, end).
  void assign(uint64_t begin, uint64_t end, T value) {
    if (begin >= end)
      return;
    cutAt(begin);
    cutAt(end);
    ranges.erase(ranges.lower_bound(begin), ranges.lower_bound(end));
    ranges.emplace(begin, Range{end, std::move(value)});
  }

private:
  struct Range {
    uint64_t end;
    T value;
  };

  void cutAt(uint64_t at) {
    auto it = ranges.upper_bound(at);
    if (it == ranges.begin())
      return;
    --it;
    if (it->first == at || it->second.end <= at)
      return;
    Range tail = it->second;
    it->second.end = at;
    ranges.emplace(at, std::move(tail));
  }

  std::map<uint64_t, Range> ranges;
};

} // namespace shardc

#endif // SHARDC_LIB_SCHEDULE_BYTEMAP_H
