//===- RaisePicks.h - elements picked by labels -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a loss picks from rows of logits or of log-probabilities. Private to the
// library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISEPICKS_H
#define SHARDC_LIB_IMPORT_RAISING_RAISEPICKS_H

#include "RaiseViews.h"

namespace shardc::raising {

/// An element of each row of `rows`, at the index that `labels` says; the pieces
/// `columns` number the index. Summed up over the pieces `summed`.
struct Pick {
  View rows, labels;
  Axis columns, summed;
  /// A gather, which holds labels in range; else an index out of range picks 0.
  bool isGather = false;
  /// Where this is false `otherwise` stands for the element.
  std::optional<View> isValid;
  double otherwise = 0.0;
};

/// Matches a gather, a sum of products with a comparison of labels with an iota, or
/// the same as a dot_general; with `allowGuard` inside a select.
std::optional<Pick> matchPick(Values &values, View view, bool allowGuard);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISEPICKS_H
