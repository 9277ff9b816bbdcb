//===- Decompose.h - nn ops as StableHLO ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_DECOMPOSE_H
#define SHARDC_OPMODELS_DECOMPOSE_H

#include "mlir/IR/PatternMatch.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace shardc {

/// Replaces one nn op by the StableHLO ops that it stands for, or an op with
/// DecomposableOpInterface by its own decomposition; fails, with an error at the op,
/// for any other op. Works on global and on
/// per-rank types. Sums and elementary functions of bf16 and f16 values are
/// computed in f32 and rounded once, at the results.
///
/// The new ops carry the op's location and its `dist.*` attributes that say
/// where it belongs (stage, layer, phase, recompute); `dist.shardings` goes to
/// the ops that give the results.
///
/// Every dot_general made here has its batching dimensions first and its
/// contracting dimension last or next to last, and its batching dimensions are
/// (batch, key/value head): key/value heads are never repeated.
llvm::LogicalResult decompose(mlir::Operation *nnOp, mlir::RewriterBase &rewriter);

/// Attaches DecomposableOpInterface to the functions of chlo that no target has.
void registerDecompositionModels(mlir::DialectRegistry &registry);

} // namespace shardc

#endif // SHARDC_OPMODELS_DECOMPOSE_H
