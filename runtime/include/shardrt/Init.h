//===- Init.h - initial values from a counter -----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every initial value is a function of (seed, stream, global element index), so
// it has the same bits under any sharding. The generator is Philox4x32-10.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_INIT_H
#define SHARDRT_INIT_H

#include "shardrt/Layout.h"
#include "shardrt/Types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace shardrt {

enum class InitKind : uint8_t {
  Zero,
  Normal,     ///< mean + stddev * N(0,1)
  NormWeight, ///< 1 + mean + stddev * N(0,1)
  AbsNormal,  ///< |mean + stddev * N(0,1)|
  UniformInt, ///< integers in [low, high)
  Constant,   ///< mean
  Data,       ///< read from a data set; not made here
};

/// What fills a tensor. `stream` tells tensors of one seed apart.
struct InitSpec {
  InitKind kind = InitKind::Zero;
  uint64_t stream = 0;
  double mean = 0.0;
  double stddev = 0.0;
  int64_t low = 0;
  int64_t high = 0;
};

/// Philox4x32 with 10 rounds: four random words of a 128-bit counter and a
/// 64-bit key.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

/// A standard normal variate of (seed, stream, index); Box-Muller in double.
double normalAt(uint64_t seed, uint64_t stream, uint64_t index);
/// An integer in [low, high) of (seed, stream, index); `low` if the range is
/// empty.
int64_t uniformIntAt(uint64_t seed, uint64_t stream, uint64_t index, int64_t low, int64_t high);
/// The value of element `index` (row-major over the global extents), before
/// rounding to the element type. Data gives 0.
double initialValue(const InitSpec &init, uint64_t seed, uint64_t index);

/// Fills the `count` elements of the whole tensor.
void fillGlobal(const InitSpec &init, uint64_t seed, DType type, uint64_t count, void *data);
/// Fills what the rank at `coords` holds; padding is left as it is.
void fillLocal(const InitSpec &init, uint64_t seed, DType type, const std::vector<DimLayout> &dims,
               const std::vector<uint32_t> &coords, void *data);

} // namespace shardrt

#endif // SHARDRT_INIT_H
