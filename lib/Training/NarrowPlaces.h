//===- NarrowPlaces.h - where little crosses a program ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_NARROWPLACES_H
#define SHARDC_LIB_TRAINING_NARROWPLACES_H

#include "shardc/Training/RecomputeSearch.h"

namespace shardc {

/// Places up to op `end` across which the fewest bytes pass from ops to their early
/// readers, among the places at most `window` ops away; in order, each as the ops
/// whose values cross it. Between two of them lies what can be recomputed by itself:
/// a layer, where the program has some. No op of the problem may be fused.
std::vector<llvm::SmallVector<unsigned>> findNarrowPlaces(const RecomputeProblem &problem,
                                                          unsigned end, unsigned window);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_NARROWPLACES_H
