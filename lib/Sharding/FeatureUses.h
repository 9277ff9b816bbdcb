//===- FeatureUses.h - what becomes of split features -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Looks ahead from a product: whether splitting its columns pays depends on what reads
// them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_FEATUREUSES_H
#define SHARDC_LIB_SHARDING_FEATUREUSES_H

#include "FeatureFlow.h"

namespace shardc {

/// What reads a split dimension of a value, however far from it.
struct FeatureUses {
  /// A product with a weight that can be split by rows sums over it.
  bool reachesRows = false;
  /// Some op reads across it, so that it has to be gathered: a norm, a concatenation of
  /// features, a reshape that scatters them.
  bool readsAcross = false;
  /// It is added to what another product gives, which is not split so: a residual stream.
  bool joinsWhole = false;
  /// Elements that must stay together for groups (of a norm, of a convolution) to stay whole.
  int64_t granule = 1;
};

/// What a search needs to know of values.
struct FeatureQueries {
  /// `value` is a parameter, or a view of one, that nothing has been decided of yet.
  llvm::function_ref<bool(mlir::Value value)> isOpenWeight;
  /// `value` is a parameter or a view of one.
  llvm::function_ref<bool(mlir::Value value)> isWeight;
  /// A split dimension of `value` is known.
  llvm::function_ref<bool(mlir::Value value)> isSplit;
};

/// Follows `feature` of `value`, the result of a product with `weight`, to where it ends.
FeatureUses followFeature(mlir::Value value, const Feature &feature, mlir::BlockArgument weight,
                          const FeatureQueries &queries);

/// Size of what a reshape cuts off dimension `dim`: extent / size of the major
/// part; 1 when it stays whole or is not cut so.
int64_t minorPart(mlir::RankedTensorType from, mlir::RankedTensorType to, int64_t dim);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_FEATUREUSES_H
