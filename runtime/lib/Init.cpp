//===- Init.cpp - initial values from a counter ---------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy
// as 1, 2, 3", SC11) and the distributions made from it. One counter makes one
// element: slower than sharing counters, but the value then depends on nothing
// except its own index.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Init.h"

#include <cmath>

using namespace shardrt;

std::array<uint32_t, 4> shardrt::philox4x32(std::array<uint32_t, 4> counter,
                                            std::array<uint32_t, 2> key) {
  constexpr uint64_t multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u;
  constexpr uint32_t weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = multiplier0 * counter[0];
    uint64_t product1 = multiplier1 * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

static std::array<uint32_t, 4> wordsAt(uint64_t seed, uint64_t stream, uint64_t index) {
  auto low = [](uint64_t v) { return static_cast<uint32_t>(v); };
  auto high = [](uint64_t v) { return static_cast<uint32_t>(v >> 32); };
  return philox4x32({low(index), high(index), low(stream), high(stream)}, {low(seed), high(seed)});
}

/// 53 random bits as a double in [0, 1).
static double unitInterval(uint32_t low, uint32_t high) {
  uint64_t bits = (static_cast<uint64_t>(high) << 32) | low;
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

double shardrt::normalAt(uint64_t seed, uint64_t stream, uint64_t index) {
  std::array<uint32_t, 4> words = wordsAt(seed, stream, index);
  // 1 - u lies in (0, 1], where the logarithm is finite.
  double radius = std::sqrt(-2.0 * std::log(1.0 - unitInterval(words[0], words[1])));
  constexpr double twoPi = 6.283185307179586476925286766559;
  return radius * std::cos(twoPi * unitInterval(words[2], words[3]));
}

int64_t shardrt::uniformIntAt(uint64_t seed, uint64_t stream, uint64_t index, int64_t low,
                              int64_t high) {
  if (high <= low)
    return low;
  std::array<uint32_t, 4> words = wordsAt(seed, stream, index);
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  uint64_t bits = (static_cast<uint64_t>(words[1]) << 32) | words[0];
  // The high half of a 64x64-bit product, from 32-bit halves.
  uint64_t a = bits >> 32, b = bits & 0xffffffffu;
  uint64_t c = range >> 32, d = range & 0xffffffffu;
  uint64_t middle = a * d + ((b * d) >> 32);
  uint64_t scaled = a * c + (middle >> 32) + ((b * c + (middle & 0xffffffffu)) >> 32);
  return static_cast<int64_t>(static_cast<uint64_t>(low) + scaled);
}

double shardrt::initialValue(const InitSpec &init, uint64_t seed, uint64_t index) {
  auto normal = [&] { return init.mean + init.stddev * normalAt(seed, init.stream, index); };
  switch (init.kind) {
  case InitKind::Zero:
  case InitKind::Data:
    return 0.0;
  case InitKind::Normal:
    return normal();
  case InitKind::NormWeight:
    return 1.0 + normal();
  case InitKind::AbsNormal:
    return std::fabs(normal());
  case InitKind::UniformInt:
    return static_cast<double>(uniformIntAt(seed, init.stream, index, init.low, init.high));
  case InitKind::Constant:
    return init.mean;
  }
  return 0.0;
}

static void fillRun(const InitSpec &init, uint64_t seed, DType type, uint64_t global,
                    uint64_t local, uint64_t length, void *data) {
  if (init.kind == InitKind::UniformInt && type == DType::I64) {
    // A 64-bit integer does not always fit a double.
    auto *values = static_cast<int64_t *>(data) + local;
    for (uint64_t i = 0; i < length; ++i)
      values[i] = uniformIntAt(seed, init.stream, global + i, init.low, init.high);
    return;
  }
  for (uint64_t i = 0; i < length; ++i)
    storeElement(data, type, local + i, initialValue(init, seed, global + i));
}

void shardrt::fillGlobal(const InitSpec &init, uint64_t seed, DType type, uint64_t count,
                         void *data) {
  fillRun(init, seed, type, 0, 0, count, data);
}

void shardrt::fillLocal(const InitSpec &init, uint64_t seed, DType type,
                        const std::vector<DimLayout> &dims, const std::vector<uint32_t> &coords,
                        void *data) {
  forEachRun(dims, coords, [&](uint64_t global, uint64_t local, uint64_t length) {
    fillRun(init, seed, type, global, local, length, data);
  });
}
