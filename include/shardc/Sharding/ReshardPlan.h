//===- ReshardPlan.h - from one placement to another ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The series of collectives that moves a value. Propagation asks what it would
// cost, partitioning emits it: one plan for both.
//
// A plan is a shortest path between two placements. The length of a collective is
// what one rank sends, as rings and direct exchanges do it, over n ranks with I
// bytes a rank before it and O after it:
//
//   all_slice        0
//   reduce_scatter   (n - 1) O
//   all_reduce       2 I (n - 1) / n
//   all_to_all       (n - 1) B, B one of the n blocks that I is cut into
//   all_gather       (n - 1) I
//   permute          I
//
// Blocks count with their padding, which moves too; but where one collective does,
// it is taken, even if a detour over a dimension that divides would save padding.
// Of plans of equal bytes the one of fewer steps is taken; of those the greedy one
// (slices first, then scattering reductions, reductions, exchanges, gathers), else
// the first found in a fixed order.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_RESHARDPLAN_H
#define SHARDC_SHARDING_RESHARDPLAN_H

#include "shardc/Sharding/Placement.h"

namespace shardc {

/// One collective of a reshard.
struct ReshardStep {
  enum Kind { AllSlice, ReduceScatter, AllReduce, AllToAll, AllGather, Permute };
  Kind kind;
  /// Ranks that take part, outer first.
  AxisList axes;
  /// Of a permute: where the coordinates on `axes` go, one by one.
  AxisList targets;
  /// Of the reducing kinds.
  dist::ReductionKind reduction = dist::ReductionKind::Sum;
  /// Dimension sliced, scattered, gathered, or split by the all_to_all; the first
  /// whose axes a permute changes.
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

/// Steps from `from` to `to` for a value of global type `type`: of fewest bytes.
/// `to` may keep partial axes that `from` has. Plans are remembered, a thread for
/// itself: models ask for equal ones again and again.
std::vector<ReshardStep> planReshard(mlir::RankedTensorType type, const Placement &from,
                                     const Placement &to);

/// A plan without search: what makes a value smaller comes before what makes it
/// bigger, innermost axes are gathered first.
std::vector<ReshardStep> planReshardGreedily(mlir::RankedTensorType type, const Placement &from,
                                             const Placement &to);

/// Sum of the bytes of a plan.
int64_t reshardBytes(mlir::RankedTensorType type, const Placement &from, const Placement &to);

/// `all_gather`, `reduce_scatter`, …
llvm::StringRef stringify(ReshardStep::Kind kind);

} // namespace shardc

#endif // SHARDC_SHARDING_RESHARDPLAN_H
