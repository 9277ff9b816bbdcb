//===- Propagation.h - a sharding for every value ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PROPAGATION_H
#define SHARDC_SHARDING_PROPAGATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"

namespace shardc {

/// Gives every value of `function` a sharding, following the annotations of its
/// arguments, results and constraints, and inserts a dist.reshard wherever an op
/// needs an operand in another placement than it is made in. Data-moving
/// conflicts are remarks. Deterministic; time is linear in the number of ops.
llvm::LogicalResult propagateShardings(mlir::func::FuncOp function, dist::MeshOp mesh);

/// Checks that every value has a closed sharding, that operands are in exactly
/// the placement that the factors of their op ask for, and that pending
/// reductions pass through linear ops only. One error a fault.
llvm::LogicalResult verifyPropagated(mlir::func::FuncOp function);

} // namespace shardc

#endif // SHARDC_SHARDING_PROPAGATION_H
