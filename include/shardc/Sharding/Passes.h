//===- Passes.h - strategies, propagation, partitioning ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PASSES_H
#define SHARDC_SHARDING_PASSES_H

#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "shardc/Sharding/Passes.h.inc"

/// Appends propagation and its verifier.
void buildPropagatePipeline(mlir::OpPassManager &pm);

/// Appends partitioning, the removal of redundant collectives, and the verifier.
void buildPartitionPipeline(mlir::OpPassManager &pm);

} // namespace shardc

#endif // SHARDC_SHARDING_PASSES_H
