//===- StorageSharding.h - where replicas keep their parts ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// ZeRO's one idea: ranks that would hold equal copies of a value keep a part of
// it each. Which axes that is, and which dimension is split.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_STORAGESHARDING_H
#define SHARDC_LIB_SHARDING_STORAGESHARDING_H

#include "shardc/Sharding/Placement.h"
#include "shardc/Sharding/Strategy.h"

namespace shardc {

/// Splits `placement` of a value of type `type` further over those of `axes` that
/// it does not use yet: along the first dimension that stays even, else along the
/// one that leaves the fewest elements on a rank. Scalars stay whole, and so does
/// what no split would make smaller.
void splitFurther(mlir::RankedTensorType type, llvm::ArrayRef<Axis> axes, Placement &placement);

/// The mesh axes over which `strategy` shards parameters (fsdp, zero=3), in mesh
/// order; empty where parameters are replicated.
AxisList parameterAxes(const Strategy &strategy, const MeshView &mesh);

/// The mesh axes over which `strategy` shards optimizer state beyond what its
/// parameter is sharded over (zero=1 and 2).
AxisList stateAxes(int64_t zero, const MeshView &mesh);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_STORAGESHARDING_H
