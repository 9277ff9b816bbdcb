//===- FeatureFlow.h - which dimension tensor parallelism splits -*- C++ -*-==//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Follows the one split dimension of activations through a forward graph, so that
// parameters can be split column, row, column, … by structure alone.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_FEATUREFLOW_H
#define SHARDC_LIB_SHARDING_FEATUREFLOW_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace shardc {

/// The dimension of a value that tensor parallelism splits, and how.
struct Feature {
  int64_t dim = 0;
  int64_t granule = 1;
  llvm::SmallVector<dist::AxisRefAttr, 1> axes;
};

/// Where `feature` of the operand `operand` of `op` ends up in result 0;
/// nullopt where the op reads across it or drops it.
std::optional<Feature> flowThrough(mlir::OpOperand &operand, const Feature &feature);

/// What traceBack does behind a value.
enum class TraceStep { Continue, Stop, Fail };

/// Walks from `value` to what it is computed from, through ops that compute element by
/// element, reshape or reduce, as far as dimension `feature.dim` of it reaches, in
/// blocks of `feature.granule`. True when each path ended where `visit` said Stop or
/// where the dimension ends (a constant that is broadcast along it, say); false when
/// `visit` fails or an op reads across the dimension.
bool traceBack(mlir::Value value, const Feature &feature,
               llvm::function_ref<TraceStep(mlir::Value, const Feature &)> visit);

/// The argument of the enclosing function that `value` is, but for conversions,
/// transposes and broadcasts, and the dimension of it that dimension `dim` of
/// `value` is (-1: none). Null when it is computed from more than one value.
std::pair<mlir::BlockArgument, int64_t> traceArgument(mlir::Value value, int64_t dim);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_FEATUREFLOW_H
