//===- RaiseScores.h - what is done to the scores of attention --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Scales, a cap and masks, in the order that a graph has them in. Private to the
// library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISESCORES_H
#define SHARDC_LIB_IMPORT_RAISING_RAISESCORES_H

#include "RaiseMasks.h"

namespace shardc::raising {

/// One thing done to the scores, in the order from the softmax down.
struct Step {
  enum Kind { Scale, Tanh, Mask } kind;
  double factor = 1.0;
  ScoreMask mask;
};

/// What the steps amount to: scale, then cap, then masks.
struct ScoreForm {
  double scale = 1.0;
  std::optional<double> cap;
  llvm::SmallVector<ScoreMask, 2> masks;
};

/// What steps, from the softmax down, amount to; nullopt if one attention can't.
std::optional<ScoreForm> formOf(llvm::ArrayRef<Step> steps);

/// Follows a view over layouts and conversions that lose nothing.
void lookThroughWidening(Values &values, View &view);

/// The same, and over products with splats, whose factor it gives.
double stripScale(Values &values, View &view);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISESCORES_H
