//===- Decomposable.h - ops made of ops -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// DecomposableOpInterface (see its .td) and what replaces such ops.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_DECOMPOSABLE_H
#define SHARDC_INTERFACES_DECOMPOSABLE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "shardc/Interfaces/DecomposableOpInterface.h.inc"

namespace shardc {

/// Gives the ops that stand for `from` its place (every `dist.*` attribute but
/// `dist.shardings`), and the makers of `replacements` the shardings of its results.
/// `before` is the op in front of the new ones; null: they begin the block.
void inheritPlace(mlir::Operation *from, mlir::Operation *before,
                  llvm::ArrayRef<mlir::Value> replacements);

/// Replaces one op that has the interface. One error at the op when it cannot be
/// decomposed, or when the values are not of its results' number and types.
llvm::LogicalResult decomposeOnce(mlir::Operation *op, mlir::RewriterBase &rewriter);

/// Whether an op with the interface, for which `filter` holds (null: any), is in
/// `root` or is it.
bool hasDecomposable(mlir::Operation *root,
                     llvm::function_ref<bool(mlir::Operation *)> filter = nullptr);

/// Replaces such ops inside of `root`, and those that their decompositions are made
/// of, until none is left. One error when that does not end.
llvm::LogicalResult decomposeAll(mlir::Operation *root,
                                 llvm::function_ref<bool(mlir::Operation *)> filter = nullptr);

} // namespace shardc

#endif // SHARDC_INTERFACES_DECOMPOSABLE_H
