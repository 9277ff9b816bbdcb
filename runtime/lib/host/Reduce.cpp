//===- Reduce.cpp - rank-ordered reductions -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One order of operations for every element, whoever computes it: this is what
// makes replicas bitwise equal.
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include <algorithm>
#include <type_traits>

using namespace shardrt;
using namespace shardrt::hal;

namespace {
// How an element type is stored, in which type it accumulates, and the way
// between. Integers accumulate unsigned, where wrapping is defined.
template <typename T>
struct Plain {
  using Stored = T;
  using Value = T;
  static T load(T v) { return v; }
  static T store(T v) { return v; }
};
struct BF16 {
  using Stored = uint16_t;
  using Value = float;
  static float load(uint16_t v) { return bf16ToFloat(v); }
  static uint16_t store(float v) { return floatToBF16(v); }
};
struct F16 {
  using Stored = uint16_t;
  using Value = float;
  static float load(uint16_t v) { return f16ToFloat(v); }
  static uint16_t store(float v) { return floatToF16(v); }
};

template <typename T, ReduceKind Kind>
T combine(T a, T b) {
  if constexpr (Kind == ReduceKind::Sum || Kind == ReduceKind::Prod) {
    if constexpr (std::is_integral_v<T>) {
      auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
      return static_cast<T>(Kind == ReduceKind::Sum ? x + y : x * y);
    } else {
      return Kind == ReduceKind::Sum ? a + b : a * b;
    }
  } else {
    bool second = Kind == ReduceKind::Max ? b > a : b < a;
    // The comparison with itself is true for NaN only.
    return second || b != b ? b : a;
  }
}

template <typename Element, ReduceKind Kind>
void reduce(const std::vector<const char *> &sources, char *dst, uint64_t count) {
  using Stored = typename Element::Stored;
  using Value = typename Element::Value;
  constexpr uint64_t blockLength = 1024;
  Value block[blockLength];
  for (uint64_t start = 0; start < count; start += blockLength) {
    uint64_t length = std::min(blockLength, count - start);
    const auto *first = reinterpret_cast<const Stored *>(sources[0]) + start;
    for (uint64_t i = 0; i < length; ++i)
      block[i] = Element::load(first[i]);
    for (size_t s = 1; s < sources.size(); ++s) {
      const auto *next = reinterpret_cast<const Stored *>(sources[s]) + start;
      for (uint64_t i = 0; i < length; ++i)
        block[i] = combine<Value, Kind>(block[i], Element::load(next[i]));
    }
    // Every source of this block has been read: writing in place is safe.
    auto *out = reinterpret_cast<Stored *>(dst) + start;
    for (uint64_t i = 0; i < length; ++i)
      out[i] = Element::store(block[i]);
  }
}

template <typename Element>
void reduceKind(ReduceKind kind, const std::vector<const char *> &sources, char *dst,
                uint64_t count) {
  switch (kind) {
  case ReduceKind::Sum:
    return reduce<Element, ReduceKind::Sum>(sources, dst, count);
  case ReduceKind::Max:
    return reduce<Element, ReduceKind::Max>(sources, dst, count);
  case ReduceKind::Min:
    return reduce<Element, ReduceKind::Min>(sources, dst, count);
  case ReduceKind::Prod:
    return reduce<Element, ReduceKind::Prod>(sources, dst, count);
  }
}
} // namespace

void hal::reduceInOrder(DType type, ReduceKind kind, const std::vector<const char *> &sources,
                        char *dst, uint64_t count) {
  switch (type) {
  case DType::F64:
    return reduceKind<Plain<double>>(kind, sources, dst, count);
  case DType::F32:
    return reduceKind<Plain<float>>(kind, sources, dst, count);
  case DType::BF16:
    return reduceKind<BF16>(kind, sources, dst, count);
  case DType::F16:
    return reduceKind<F16>(kind, sources, dst, count);
  case DType::I64:
    return reduceKind<Plain<int64_t>>(kind, sources, dst, count);
  case DType::I32:
    return reduceKind<Plain<int32_t>>(kind, sources, dst, count);
  case DType::I16:
    return reduceKind<Plain<int16_t>>(kind, sources, dst, count);
  case DType::I8:
    return reduceKind<Plain<int8_t>>(kind, sources, dst, count);
  case DType::I1:
    return reduceKind<Plain<uint8_t>>(kind, sources, dst, count);
  }
}
