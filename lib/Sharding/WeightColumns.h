//===- WeightColumns.h - what becomes of a weight's columns ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_WEIGHTCOLUMNS_H
#define SHARDC_LIB_SHARDING_WEIGHTCOLUMNS_H

#include "FeatureFlow.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

/// How well a dimension of a weight can be split, by what products of activations do
/// with it: 2 where it is a batch of theirs (heads), 0 where they sum over it, else 1.
/// `isWeight` tells products with weights from those.
int rankOfColumn(mlir::stablehlo::DotGeneralOp dot, mlir::Value weight, int64_t column,
                 llvm::function_ref<bool(mlir::Value)> isWeight);

/// Whether a dimension of a weight becomes the heads of an attention as it is.
bool isHeads(mlir::stablehlo::DotGeneralOp dot, mlir::Value weight, int64_t column);

/// Elements of the columns of a product that must stay together so that the
/// split survives the reshapes after it: the size of a head where attention is
/// spelled in products and a softmax. 1 where no reshape cuts the columns.
int64_t wholeParts(mlir::stablehlo::DotGeneralOp dot, mlir::Value weight, int64_t column);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_WEIGHTCOLUMNS_H
