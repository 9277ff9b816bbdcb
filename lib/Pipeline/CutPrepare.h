//===- CutPrepare.h - rewrites of @main before it is cut --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rewrites that make the cut cheap: one region even where there is one
// microbatch, and sums over stages that cross each border once.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_CUTPREPARE_H
#define SHARDC_LIB_PIPELINE_CUTPREPARE_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Moves everything that is not part of the update into a region of one
/// microbatch that captures all it reads.
llvm::LogicalResult wrapInRegion(mlir::func::FuncOp main);

/// The region of @main or null; more than one is an error.
llvm::FailureOr<dist::MicrobatchOp> findRegion(mlir::func::FuncOp main);

/// Splits a square sum over values of several stages into one a stage and
/// reorders sums of scalars so that each stage adds its own first: then one
/// scalar a stage crosses to the stage of the sum. Stages are added in order.
void groupSumsByStage(mlir::func::FuncOp main);

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_CUTPREPARE_H
