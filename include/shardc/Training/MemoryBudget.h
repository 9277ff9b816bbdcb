//===- MemoryBudget.h - recompute until the step fits -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The pass --shardc-recompute-to-budget with what it can be given by those who
// know the stages behind it.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TRAINING_MEMORYBUDGET_H
#define SHARDC_TRAINING_MEMORYBUDGET_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"
#include <functional>

namespace shardc {

/// How the pass learns what a program really takes.
struct MemoryBudgetHooks {
  /// Bytes that a rank of each pipeline stage allocates for the partitioned program.
  /// May change the module, which is the pass's own copy. Without it, bytes are
  /// estimated from the values of the program.
  std::function<llvm::FailureOr<llvm::SmallVector<int64_t>>(mlir::ModuleOp)> measure;
  /// Turns a copy of the program into the one whose bytes are budgeted, op by op,
  /// where that is another one: the same in another precision.
  std::function<llvm::LogicalResult(mlir::ModuleOp)> retype;
  /// How many microbatches of a stage are between their forward and their backward
  /// pass at once.
  std::function<int64_t(int64_t stage)> inFlight;
  /// Dialects that `measure` makes ops of.
  std::function<void(mlir::DialectRegistry &)> dialects;
};

/// The pass --shardc-recompute-to-budget. It does nothing unless `shardc.recompute`
/// of the module is `budget:BYTES`.
std::unique_ptr<mlir::Pass> createRecomputeToBudget(MemoryBudgetHooks hooks);

} // namespace shardc

#endif // SHARDC_TRAINING_MEMORYBUDGET_H
