//===- GemmLoops.cpp - products of any type -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocked loops. A block of B is converted to the accumulation type once and
// used for all rows of A; k runs in order, so the result does not depend on the
// blocking.
//
//===----------------------------------------------------------------------===//
#include "HostGemm.h"

#include <algorithm>

using namespace shardrt;
using namespace shardrt::hal;

namespace {
template <typename Acc>
Acc loadAs(const void *data, DType type, uint64_t index) {
  if (type == DType::I64)
    return static_cast<Acc>(static_cast<const int64_t *>(data)[index]);
  if (type == DType::F32)
    return static_cast<Acc>(static_cast<const float *>(data)[index]);
  double value = loadElement(data, type, index);
  // Through a signed type: a negative double does not convert to unsigned.
  if constexpr (std::is_integral_v<Acc>)
    return static_cast<Acc>(static_cast<int64_t>(value));
  else
    return static_cast<Acc>(value);
}

template <typename Acc>
void storeAs(void *data, DType type, uint64_t index, Acc value) {
  if constexpr (std::is_integral_v<Acc>) {
    auto bits = static_cast<uint64_t>(value);
    if (type == DType::I64)
      static_cast<int64_t *>(data)[index] = static_cast<int64_t>(bits);
    else if (type == DType::I32)
      static_cast<int32_t *>(data)[index] = static_cast<int32_t>(bits);
    else if (type == DType::I16)
      static_cast<int16_t *>(data)[index] = static_cast<int16_t>(bits);
    else
      static_cast<int8_t *>(data)[index] = static_cast<int8_t>(bits);
  } else {
    storeElement(data, type, index, value);
  }
}

/// One matrix product at the given element offsets.
template <typename Acc>
void multiply(const GemmOp &op, const void *a, uint64_t aAt, const void *b, uint64_t bAt, void *c,
              uint64_t cAt) {
  constexpr uint64_t columnBlock = 256, depthBlock = 128;
  std::vector<Acc> sums(op.m * std::min(op.n, columnBlock));
  std::vector<Acc> packed(depthBlock * std::min(op.n, columnBlock));
  for (uint64_t n0 = 0; n0 < op.n; n0 += columnBlock) {
    uint64_t columns = std::min(columnBlock, op.n - n0);
    for (uint64_t i = 0; i < op.m; ++i)
      for (uint64_t j = 0; j < columns; ++j)
        sums[i * columns + j] =
            op.accumulate ? loadAs<Acc>(c, op.cType, cAt + i * op.cM + (n0 + j) * op.cN) : Acc(0);
    for (uint64_t k0 = 0; k0 < op.k; k0 += depthBlock) {
      uint64_t depth = std::min(depthBlock, op.k - k0);
      for (uint64_t k = 0; k < depth; ++k)
        for (uint64_t j = 0; j < columns; ++j)
          packed[k * columns + j] =
              loadAs<Acc>(b, op.dtype, bAt + (k0 + k) * op.bK + (n0 + j) * op.bN);
      for (uint64_t i = 0; i < op.m; ++i) {
        Acc *row = &sums[i * columns];
        for (uint64_t k = 0; k < depth; ++k) {
          Acc value = loadAs<Acc>(a, op.dtype, aAt + i * op.aM + (k0 + k) * op.aK);
          const Acc *line = &packed[k * columns];
          for (uint64_t j = 0; j < columns; ++j)
            row[j] += value * line[j];
        }
      }
    }
    for (uint64_t i = 0; i < op.m; ++i)
      for (uint64_t j = 0; j < columns; ++j)
        storeAs<Acc>(c, op.cType, cAt + i * op.cM + (n0 + j) * op.cN, sums[i * columns + j]);
  }
}

template <typename Acc>
void overBatch(const GemmOp &op, size_t dim, const void *a, uint64_t aAt, const void *b,
               uint64_t bAt, void *c, uint64_t cAt) {
  if (dim == op.batch.size())
    return multiply<Acc>(op, a, aAt, b, bAt, c, cAt);
  for (uint64_t i = 0; i < op.batch[dim]; ++i)
    overBatch<Acc>(op, dim + 1, a, aAt + i * op.aBatch[dim], b, bAt + i * op.bBatch[dim], c,
                   cAt + i * op.cBatch[dim]);
}
} // namespace

void hal::gemmByLoops(const GemmOp &op, const void *a, const void *b, void *c) {
  if (!isFloat(op.dtype))
    return overBatch<uint64_t>(op, 0, a, 0, b, 0, c, 0);
  if (op.dtype == DType::F64 || op.cType == DType::F64)
    return overBatch<double>(op, 0, a, 0, b, 0, c, 0);
  return overBatch<float>(op, 0, a, 0, b, 0, c, 0);
}
