//===- AssignHeads.h - heads of graphs without parameters -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_ASSIGNHEADS_H
#define SHARDC_LIB_SHARDING_ASSIGNHEADS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {

/// A graph whose arguments are activations, such as one attention layer by itself,
/// has no parameters to split over `tp` ranks, but its batched products repeat for
/// each head: the dimension of each argument (past the first, which is the batch)
/// that becomes such a dimension of a product, where it divides evenly.
llvm::MapVector<mlir::BlockArgument, int64_t> assignHeads(mlir::func::FuncOp function, int64_t tp);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_ASSIGNHEADS_H
