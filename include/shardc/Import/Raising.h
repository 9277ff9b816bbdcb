//===- Raising.h - composites from their parts ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds in a graph of plain ops what the nn dialect has whole, whatever framework
// spelled it, and replaces it.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_RAISING_H
#define SHARDC_IMPORT_RAISING_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>

namespace shardc {

/// What can be raised. The order is that of getRaiseKindName.
enum class RaiseKind {
  Attention,
  Softmax,
  LayerNorm,
  RmsNorm,
  Gelu,
  Silu,
  CrossEntropy,
  Rope,
  Dropout
};
inline constexpr unsigned numRaiseKinds = 9;

/// The kind's name in options: "attention", "softmax", "layer_norm", "rms_norm",
/// "gelu", "silu", "cross_entropy", "rope", "dropout".
llvm::StringRef getRaiseKindName(RaiseKind kind);

/// How many subgraphs of each kind became one op, indexed by kind.
using RaiseCounts = std::array<unsigned, numRaiseKinds>;

/// The kinds that a text names: "on" (all), "off" (none), or names joined by commas.
/// Gives failure, and the unknown word in `unknown`, for anything else.
llvm::FailureOr<llvm::SmallVector<RaiseKind>> parseRaiseKinds(llvm::StringRef text,
                                                              llvm::StringRef &unknown);

/// Replaces subgraphs of @main that compute a composite, and nothing else needs the
/// inner values of, by the composite. Says by one remark what was raised. Takes time
/// linear in the size of the graph.
RaiseCounts raiseComposites(mlir::ModuleOp module, llvm::ArrayRef<RaiseKind> kinds);

} // namespace shardc

#endif // SHARDC_IMPORT_RAISING_H
