//===- RaiseTriangles.h - queries that are not before keys ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Causal conditions. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISETRIANGLES_H
#define SHARDC_LIB_IMPORT_RAISING_RAISETRIANGLES_H

#include "RaiseViews.h"

namespace shardc::raising {

/// The pieces of the queries if a comparison (of the view `view`) says that the query is
/// not before the key, whose pieces are `keys`; nullopt if it says anything else.
std::optional<Axis> causalComparison(Values &values, mlir::stablehlo::CompareOp compare,
                                     const View &view, bool isNegated, const Axis &keys);

/// The pieces of the queries of a constant triangle: elements for which `isVisible`
/// holds where query >= key, and only there.
std::optional<Axis> causalConstant(const View &view, const Axis &keys,
                                   llvm::function_ref<bool(double)> isVisible);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISETRIANGLES_H
