//===- MoveGathers.h - gathers where values are small -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_MOVEGATHERS_H
#define SHARDC_LIB_SHARDING_MOVEGATHERS_H

#include "dialects/Dist/Dist.h"
#include "shardc/Sharding/Placement.h"

namespace shardc {

/// Moves a gather to where fewer bytes are gathered: in front of ops that repeat
/// elements or widen them, behind conversions that narrow them. The new gather, or
/// null where it is best where it is; `gather` is gone then.
dist::AllGatherOp moveGather(dist::AllGatherOp gather, const MeshView &mesh);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_MOVEGATHERS_H
