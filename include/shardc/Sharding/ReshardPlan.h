//===- ReshardPlan.h - from one placement to another ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The series of collectives that moves a value. Propagation asks what it would
// cost, partitioning emits it: one plan for both.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_RESHARDPLAN_H
#define SHARDC_SHARDING_RESHARDPLAN_H

#include "shardc/Sharding/Placement.h"

namespace shardc {

/// One collective of a reshard.
struct ReshardStep {
  enum Kind { AllSlice, ReduceScatter, AllReduce, AllToAll, AllGather };
  Kind kind;
  /// Ranks that take part, outer first.
  AxisList axes;
  /// Of the reducing kinds.
  dist::ReductionKind reduction = dist::ReductionKind::Sum;
  /// Dimension sliced, scattered, gathered, or split by the all_to_all.
  int64_t dim = 0;
  /// Dimension that the all_to_all concatenates.
  int64_t concatDim = 0;
  /// Per-rank shapes.
  llvm::SmallVector<int64_t> before, after;
  /// Placement after the step.
  Placement placement;
  /// Bytes that one rank sends.
  int64_t bytes = 0;
};

/// Steps from `from` to `to` for a value of global type `type`. Slices come
/// first, then scattering reductions, reductions, exchanges, and gathers last,
/// innermost axis first. `to` may keep partial axes that `from` has.
std::vector<ReshardStep> planReshard(mlir::RankedTensorType type, const Placement &from,
                                     const Placement &to);

/// Sum of the bytes of a plan.
int64_t reshardBytes(mlir::RankedTensorType type, const Placement &from, const Placement &to);

/// `all_gather`, `reduce_scatter`, …
llvm::StringRef stringify(ReshardStep::Kind kind);

} // namespace shardc

#endif // SHARDC_SHARDING_RESHARDPLAN_H
