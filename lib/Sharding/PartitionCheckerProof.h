//===- PartitionCheckerProof.h - local against global programs --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PARTITIONCHECKERPROOF_H
#define SHARDC_LIB_SHARDING_PARTITIONCHECKERPROOF_H

#include "PartitionCheckerImpl.h"

namespace shardc::checker {

/// Proves that `local` computes what `options.global` does; what the proof
/// leaves open is decided by experiment, where that is affordable.
llvm::LogicalResult proveEqual(mlir::func::FuncOp local, const PartitionCheckerOptions &options);

/// Whether the function has a loop whose end depends on data.
bool hasLoop(mlir::func::FuncOp function);

/// What came of running both programs.
struct Experiment {
  enum Outcome {
    /// All results of all trials agree.
    Agrees,
    Differs,
    /// Would cost more than the budget.
    TooLarge,
    /// One of the programs cannot be run.
    CannotRun
  } outcome = CannotRun;
  /// What differs, or what it would cost.
  std::string detail;
};

/// Runs `local` on all ranks of `mesh` and `global` on one device, on the same
/// random values, a few times; padding is poisoned. Costs at most `budget`
/// elementary operations.
Experiment runExperiment(mlir::func::FuncOp local, mlir::func::FuncOp global, dist::MeshAttr mesh,
                         int64_t budget);

} // namespace shardc::checker

#endif // SHARDC_LIB_SHARDING_PARTITIONCHECKERPROOF_H
