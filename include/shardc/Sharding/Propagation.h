//===- Propagation.h - a sharding for every value ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PROPAGATION_H
#define SHARDC_SHARDING_PROPAGATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"

namespace shardc {

/// What propagation did, counted.
struct PropagationStatistics {
  /// Ops, region borders and pinned reshards of the function.
  int64_t steps = 0;
  /// Rounds backward and forward, all priorities together.
  int64_t rounds = 0;
  /// How often a step was looked at, and how often what it does was not known from
  /// an equal op with equal operands.
  int64_t visits = 0, decisions = 0;
  /// Priorities whose rounds were cut off before they settled by themselves.
  int64_t cutOff = 0;
};

/// Gives every value of `function` a sharding, following the annotations of its
/// arguments, results and constraints, and inserts a dist.reshard wherever an op
/// needs an operand in another placement than it is made in. A dist.reshard that is
/// there already stays, its result as it says. Annotations of a lower priority
/// number (`priority` of constraints, `dist.priorities` of arguments, constraints
/// and reshards) are followed first. Data-moving conflicts are remarks. What was
/// propagated before is left as it is. Deterministic, whatever the order of ops and
/// arguments and their names; time is linear in the number of ops.
llvm::LogicalResult propagateShardings(mlir::func::FuncOp function, dist::MeshOp mesh,
                                       PropagationStatistics *statistics = nullptr);

/// Checks that every value has a closed sharding, that operands are in exactly
/// the placement that the factors of their op ask for, and that pending
/// reductions pass through linear ops only. One error a fault.
llvm::LogicalResult verifyPropagated(mlir::func::FuncOp function);

} // namespace shardc

#endif // SHARDC_SHARDING_PROPAGATION_H
