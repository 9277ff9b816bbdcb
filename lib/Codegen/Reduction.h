//===- Reduction.h - combining elements -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_REDUCTION_H
#define SHARDC_LIB_CODEGEN_REDUCTION_H

#include "Emitter.h"

namespace shardc::codegen {

/// Neutral element of the combining op of a reduction over `element`, of its
/// compute type; null when it has none.
mlir::TypedAttr neutralElementOf(mlir::Operation *combiner, mlir::Type element,
                                 mlir::Builder &builder);

/// The arithmetic of one stablehlo.reduce.
class Reduction {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  Reduction(Emitter &emitter, mlir::stablehlo::ReduceOp op);

  /// Whether the combination has a neutral element, so that parts may be
  /// combined by themselves first.
  bool hasNeutral() const { return neutral.has_value(); }
  /// Neutral accumulators, one an input (vectors of the emitter's lanes).
  Values neutrals();
  /// Initial values.
  Values initial();
  /// Elements of the inputs at one index.
  Values elements(const Index &index);
  Values combine(llvm::ArrayRef<mlir::Value> a, llvm::ArrayRef<mlir::Value> b);
  /// Folds the lanes of `accumulators` pairwise.
  Values combineLanes(Values accumulators);

  /// A loop from `lower` to `upper` by `step` that folds what `body` gives
  /// into `accumulators`. Long loops add up blocks first: fewer roundings.
  Values fold(int64_t lower, int64_t upper, int64_t step, Values accumulators,
              llvm::function_ref<Values(Idx, Values)> body);

  mlir::stablehlo::ReduceOp op;

private:
  Values foldPlain(mlir::Value lower, mlir::Value upper, int64_t step, Values accumulators,
                   int64_t multiple, llvm::function_ref<Values(Idx, Values)> body);

  Emitter &e;
  std::optional<mlir::TypedAttr> neutral;
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_REDUCTION_H
