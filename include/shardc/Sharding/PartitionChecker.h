//===- PartitionChecker.h - proof of a partitioned program ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Call `checkPartition(func, options)` on a function that partitioning made:
// per rank types, collectives, `dist.sharding` and `dist.global_type` on
// arguments and results. `--shardc-verify-partition` does so for every public
// function.
//
// The checker re-derives the placement of every value by abstract
// interpretation of the local program. It knows the ops by itself and shares
// nothing with the sharding rules or the partitioner, so that a fault in those
// is found here.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PARTITIONCHECKER_H
#define SHARDC_SHARDING_PARTITIONCHECKER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// How programs were decided.
struct PartitionCheckerStatistics {
  /// By proof alone.
  int64_t proven = 0;
  /// By experiment, since the proof left something open.
  int64_t tried = 0;
};

/// What checkPartition looks at.
struct PartitionCheckerOptions {
  /// Compare each op's `dist.shardings` with what was derived, so that a fault
  /// is reported where it is made. The attributes of function results are
  /// always compared.
  bool checkOpShardings = true;
  /// The program for one device that the local one must compute, on the same
  /// arguments and results. Its shardings are ignored. Null: only placements are
  /// checked, that is, that the local program is a partition of some program.
  mlir::func::FuncOp global;
  /// With `global`: how many elementary operations may be spent on running both
  /// programs where the proof leaves something open; 0 refuses that.
  int64_t experimentBudget = 500'000'000;
  /// With `global`: what is neither proven nor can be tried is a remark where all
  /// placements are proven, not an error.
  bool allowUnsettled = false;
  /// Counts how programs were decided, if set.
  PartitionCheckerStatistics *statistics = nullptr;
};

/// Proves that each result of `func` is placed as its `dist.sharding` says (no
/// attribute: equal on all ranks), given that the arguments are: reductions are
/// done once and over the right ranks, no op combines blocks that do not belong
/// together, and no padding is read across. With a global program, also that
/// each result is the same value as there; where the proof leaves that open,
/// small programs are run. Fails with one error at the offending op and a note at
/// what gave it the wrong value. Time is linear in the number of ops.
llvm::LogicalResult checkPartition(mlir::func::FuncOp func,
                                   const PartitionCheckerOptions &options = {});

} // namespace shardc

#endif // SHARDC_SHARDING_PARTITIONCHECKER_H
