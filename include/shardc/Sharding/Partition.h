//===- Partition.h - from global types to per-rank programs -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PARTITION_H
#define SHARDC_SHARDING_PARTITION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"

namespace shardc {

/// Rewrites a propagated function to the program that every rank runs.
llvm::LogicalResult partitionFunction(mlir::func::FuncOp function, dist::MeshOp mesh);

} // namespace shardc

#endif // SHARDC_SHARDING_PARTITION_H
