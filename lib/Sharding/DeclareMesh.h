//===- DeclareMesh.h - the mesh of a module ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the passes of annotation.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_DECLAREMESH_H
#define SHARDC_LIB_SHARDING_DECLAREMESH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "shardc/Sharding/Strategy.h"

namespace shardc {

/// The module's mesh: its own where it has one, with the axes that the strategy has
/// beside it, else that of the strategy, which is then declared. A mesh over which
/// nothing is sharded gives way to the strategy's. One error, at the column of the
/// axis in question, when both have an axis in different sizes.
llvm::FailureOr<dist::MeshOp> declareMesh(mlir::ModuleOp module, const Strategy &strategy);

/// Refuses annotations and pins over the axis that the strategy cuts into stages:
/// its ranks hold different ops, not blocks of one value.
llvm::LogicalResult checkStageAxis(mlir::func::FuncOp function, const Strategy &strategy);

/// True when the strategy has a say about every axis of the mesh: what it leaves
/// whole is meant to be whole. Otherwise the mesh is the model's own, and what the
/// strategy does not split is open.
bool coversMesh(const Strategy &strategy, dist::MeshAttr mesh);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_DECLAREMESH_H
