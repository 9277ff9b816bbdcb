//===- LocalProgram.h - what all exports share ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A partitioned program made plain, and values that differ from rank to rank.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_INTEROP_LOCALPROGRAM_H
#define SHARDC_LIB_INTEROP_LOCALPROGRAM_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::interop {

/// @main and the mesh of a module that is exported. Emits one error and fails where one
/// is missing, where the module is scheduled already, or where it is cut into pipeline
/// stages.
struct Program {
  mlir::func::FuncOp main;
  dist::MeshAttr mesh;
  mlir::FlatSymbolRefAttr meshName;

  static mlir::FailureOr<Program> of(mlir::ModuleOp module);
};

/// Replaces nn ops and other decomposable ops by StableHLO, microbatch regions by
/// copies of their bodies, async pairs by their collectives, and drops checkpoints.
llvm::LogicalResult makePlain(mlir::func::FuncOp main);

/// The number of this rank, tensor<i32>, at the builder's place.
using RankNumber = llvm::function_ref<mlir::Value(TensorBuilder &b)>;

/// Replaces `dist.mask`, `dist.shard_offset` and `dist.all_slice` by ops on tables
/// indexed by the rank's number.
void lowerRankOps(Program &program, RankNumber rankNumber);

/// Replaces every op of dialect dist by what `lower` makes of it: a null value where the
/// target, called `target` in the error, has no counterpart; failure after an error.
llvm::LogicalResult replaceDistOps(
    mlir::func::FuncOp main, llvm::StringRef target,
    llvm::function_ref<mlir::FailureOr<mlir::Value>(mlir::Operation *, mlir::OpBuilder &)> lower);

/// The groups of an op over `axes`: rows of ranks, in order of position.
llvm::SmallVector<llvm::SmallVector<int64_t>> groupsOf(mlir::ArrayAttr axes, dist::MeshAttr mesh);

/// `value` with zeros behind it, so that dimension `dim` has `extent` elements.
mlir::Value padTo(TensorBuilder &b, mlir::Value value, int64_t dim, int64_t extent);
/// The first `extent` elements of dimension `dim`.
mlir::Value cutTo(TensorBuilder &b, mlir::Value value, int64_t dim, int64_t extent);

/// The neutral reducer of StableHLO for a kind of reduction.
mlir::Operation *buildReducer(mlir::OpBuilder &builder, mlir::Location loc,
                              dist::ReductionKind kind, mlir::Value a, mlir::Value b);

/// Removes the attributes and ops of dialect dist from a module.
void stripDist(mlir::ModuleOp module);

} // namespace shardc::interop

#endif // SHARDC_LIB_INTEROP_LOCALPROGRAM_H
