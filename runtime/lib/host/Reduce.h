//===- Reduce.h - rank-ordered reductions ---------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_HOST_REDUCE_H
#define SHARDRT_LIB_HOST_REDUCE_H

#include "shardrt/Types.h"

#include <vector>

namespace shardrt::hal {

/// dst[i] = ((src0[i] op src1[i]) op src2[i]) …, for `count` elements, in the
/// order of `sources`; 16-bit floats accumulate in float and round once. Max
/// and min give NaN if any operand is NaN; integers wrap. `dst` may equal any
/// source.
void reduceInOrder(DType type, ReduceKind kind, const std::vector<const char *> &sources, char *dst,
                   uint64_t count);

} // namespace shardrt::hal

#endif // SHARDRT_LIB_HOST_REDUCE_H
