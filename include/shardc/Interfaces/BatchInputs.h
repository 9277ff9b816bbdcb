//===- BatchInputs.h - inputs that hold the batch --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which inputs of a model have a row for each example of the batch.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_BATCHINPUTS_H
#define SHARDC_INTERFACES_BATCHINPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Inputs (`dist.role`) of `main` with the batch as dimension 0: those that agree on their
/// number of rows with most others, then with most elements. Others, such as masks and
/// keys, are the same for all examples. Empty when no input has a dimension.
llvm::SmallVector<mlir::BlockArgument> findBatchInputs(mlir::func::FuncOp main);

} // namespace shardc

#endif
