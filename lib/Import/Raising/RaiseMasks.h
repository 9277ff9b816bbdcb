//===- RaiseMasks.h - masks of attention ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a mask hides, by its structure: comparisons of iotas, constants, conjunctions,
// and sums with numbers so low that nothing is left. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISEMASKS_H
#define SHARDC_LIB_IMPORT_RAISING_RAISEMASKS_H

#include "Raise.h"
#include <cmath>

namespace shardc::raising {

/// One mask in a graph: scores + view (scores - view if negated), or `hidden` where the
/// view is false (true if negated).
struct ScoreMask {
  View view;
  bool isAdded = false;
  bool isNegated = false;
  double hidden = -INFINITY;
};

/// A part of a conjunction, or a term of a sum.
struct Condition {
  View view;
  bool isNegated = false;
};

/// All masks together.
struct MaskForm {
  bool isCausal = false;
  /// What the rest adds, or the conditions for a score to stay (never both).
  llvm::SmallVector<Condition, 1> added;
  llvm::SmallVector<Condition, 1> conditions;
  /// What the conditions leave of other scores.
  double hidden = -INFINITY;
  /// Pieces of dimensions other than that of keys that some operand depends on: the
  /// sequence of queries, and perhaps heads and batch.
  Axis queries;
  /// The sequence of queries, if causal.
  Axis rows;

  bool hasOperand() const { return !added.empty() || !conditions.empty(); }
};

/// What masks, in the order of their application, do; nullopt if one attention can't.
/// `keys` are the pieces of the sequence of keys.
std::optional<MaskForm> classifyMasks(Raiser &raiser, llvm::ArrayRef<ScoreMask> masks,
                                      const Axis &keys);

/// The mask operand, [B or 1, H or 1, S or 1, T], for axes in that order.
mlir::Value buildMask(mlir::OpBuilder &builder, mlir::Location loc, const MaskForm &form,
                      llvm::ArrayRef<Axis> axes, mlir::Type element);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISEMASKS_H
