//===- Layers.h - questions about forward graphs ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Helpers that the annotation passes share.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_LAYERS_H
#define SHARDC_LIB_PIPELINE_LAYERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace shardc {

/// @main, or null after one error.
mlir::func::FuncOp findMain(mlir::ModuleOp module);

/// The ops that compute: those of the microbatch region when there is one,
/// else of the body; terminators left out, in order.
llvm::SmallVector<mlir::Operation *> computeOps(mlir::func::FuncOp main);

/// Values (ops' results, region arguments) that depend on an argument with role
/// input.
llvm::DenseSet<mlir::Value> inputDependent(mlir::func::FuncOp main);

/// An integer attribute of an op, if it is there.
std::optional<int64_t> getIndexAttr(mlir::Operation *op, llvm::StringRef name);

/// Whether an op is of the forward pass: it states no phase.
bool isForward(mlir::Operation *op);

/// Calls `visit` for every value that `op` reads, those captured by its regions
/// included.
void forEachRead(mlir::Operation *op, llvm::function_ref<void(mlir::OpOperand &)> visit);

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_LAYERS_H
