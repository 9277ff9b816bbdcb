//===- RecomputeExact.h - the best of a small menu --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_RECOMPUTEEXACT_H
#define SHARDC_LIB_TRAINING_RECOMPUTEEXACT_H

#include "shardc/Training/RecomputeSearch.h"
#include <cmath>
#include <optional>

namespace shardc {

/// The best choice of all, by branch and bound from `known` on: the cheapest that
/// fits, else the one of lowest peak.
RecomputeChoice searchExactly(const RecomputeProblem &problem, int64_t budget,
                              const RecomputeChoice &known);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_RECOMPUTEEXACT_H
