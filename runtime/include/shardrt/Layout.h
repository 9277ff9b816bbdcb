//===- Layout.h - which rank holds which elements -------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block arithmetic of uneven dimensions: an axis of size k over an extent n
// with granule g makes blocks of g*ceil(ceil(n/g)/k) elements, axis by axis,
// outer first. Trailing ranks may hold less than a block, or nothing; what lies
// in the block past the end of the dimension is padding with undefined content.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LAYOUT_H
#define SHARDRT_LAYOUT_H

#include "shardrt/Types.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace shardrt {

/// How one dimension is blocked over (sub-)axes of the mesh.
struct DimLayout {
  uint64_t global = 0;
  uint64_t local = 0; ///< the innermost block: equal on all ranks
  uint64_t granule = 1;
  std::vector<AxisRef> axes; ///< outer first
};

/// What one rank holds of one dimension.
struct DimSlice {
  uint64_t offset = 0; ///< global index of local element 0
  uint64_t valid = 0;  ///< local elements [0, valid) are real
  uint64_t local = 0;  ///< the rest, up to here, is padding
};

/// Elements per block when `extent` is split in `parts` by granules. 0 for an
/// empty extent. `granule` and `parts` must not be 0.
uint64_t blockSize(uint64_t extent, uint64_t granule, uint64_t parts);

/// The innermost block of `global` over all of `axes`.
uint64_t localExtent(uint64_t global, uint64_t granule, const std::vector<AxisRef> &axes);

/// What the rank at `coords` holds.
DimSlice sliceOf(const DimLayout &dim, const std::vector<uint32_t> &coords);

/// Where a global element lives: its coordinate on each axis of `dim.axes`, and
/// its index in that block.
struct DimPosition {
  std::vector<uint32_t> coordinates;
  uint64_t local = 0;
};
/// `index` must be below `dim.global`.
DimPosition positionOf(const DimLayout &dim, uint64_t index);

/// Local elements, padding included. 1 for a scalar.
uint64_t localElements(const std::vector<DimLayout> &dims);
/// Elements of the whole tensor. 1 for a scalar.
uint64_t globalElements(const std::vector<DimLayout> &dims);

/// Calls `run(globalStart, localStart, length)` for every contiguous run of
/// real elements the rank at `coords` holds, in row-major order of both index
/// spaces.
void forEachRun(const std::vector<DimLayout> &dims, const std::vector<uint32_t> &coords,
                const std::function<void(uint64_t, uint64_t, uint64_t)> &run);

} // namespace shardrt

#endif // SHARDRT_LAYOUT_H
