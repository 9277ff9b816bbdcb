//===- GemmShape.h - simpler shapes for the same product ------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_GEMMSHAPE_H
#define SHARDRT_LIB_GEMMSHAPE_H

#include "shardrt/Plan.h"

namespace shardrt::hal {

/// The same product with as few batch dimensions as the strides allow: extents
/// of 1 go, dimensions that step alike merge, and a batch over one B becomes
/// rows.
GemmOp simplifyGemm(const GemmOp &op);

} // namespace shardrt::hal

#endif // SHARDRT_LIB_GEMMSHAPE_H
