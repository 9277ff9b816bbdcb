//===- Layout.cpp - which rank holds which elements -----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block arithmetic of uneven dimensions.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Layout.h"

#include <algorithm>

using namespace shardrt;

static uint64_t ceilDiv(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

uint64_t shardrt::blockSize(uint64_t extent, uint64_t granule, uint64_t parts) {
  return granule * ceilDiv(ceilDiv(extent, granule), parts);
}

uint64_t shardrt::localExtent(uint64_t global, uint64_t granule, const std::vector<AxisRef> &axes) {
  uint64_t block = global;
  for (const AxisRef &axis : axes)
    block = blockSize(block, granule, axis.size);
  return block;
}

DimSlice shardrt::sliceOf(const DimLayout &dim, const std::vector<uint32_t> &coords) {
  uint64_t block = dim.global, offset = 0, valid = dim.global;
  for (const AxisRef &axis : dim.axes) {
    uint64_t inner = blockSize(block, dim.granule, axis.size);
    uint64_t start = inner * coordinateOn(axis, coords);
    // A sub-block may reach past the end of the block it splits: what lies
    // there belongs to the next block, not to this rank.
    valid = start < valid ? std::min(valid - start, inner) : 0;
    offset += start;
    block = inner;
  }
  return {offset, valid, block};
}

DimPosition shardrt::positionOf(const DimLayout &dim, uint64_t index) {
  DimPosition position;
  uint64_t block = dim.global;
  for (const AxisRef &axis : dim.axes) {
    block = blockSize(block, dim.granule, axis.size);
    position.coordinates.push_back(static_cast<uint32_t>(index / block));
    index %= block;
  }
  position.local = index;
  return position;
}

uint64_t shardrt::localElements(const std::vector<DimLayout> &dims) {
  uint64_t count = 1;
  for (const DimLayout &dim : dims)
    count *= dim.local;
  return count;
}

uint64_t shardrt::globalElements(const std::vector<DimLayout> &dims) {
  uint64_t count = 1;
  for (const DimLayout &dim : dims)
    count *= dim.global;
  return count;
}

void shardrt::forEachRun(const std::vector<DimLayout> &dims, const std::vector<uint32_t> &coords,
                         const std::function<void(uint64_t, uint64_t, uint64_t)> &run) {
  if (dims.empty())
    return run(0, 0, 1);
  std::vector<DimSlice> slices;
  for (const DimLayout &dim : dims) {
    slices.push_back(sliceOf(dim, coords));
    if (slices.back().valid == 0)
      return;
  }
  // Trailing dimensions that this rank holds whole make one longer run.
  size_t last = dims.size() - 1;
  uint64_t inner = 1;
  while (last > 0 && slices[last].valid == dims[last].global &&
         slices[last].local == dims[last].global) {
    inner *= dims[last].global;
    --last;
  }
  std::vector<uint64_t> index(last, 0);
  for (;;) {
    uint64_t global = 0, local = 0;
    for (size_t d = 0; d <= last; ++d) {
      uint64_t i = d < last ? index[d] : 0;
      global = global * dims[d].global + slices[d].offset + i;
      local = local * slices[d].local + i;
    }
    run(global * inner, local * inner, slices[last].valid * inner);
    size_t d = last;
    while (d > 0 && ++index[d - 1] == slices[d - 1].valid)
      index[--d] = 0;
    if (d == 0)
      return;
  }
}
