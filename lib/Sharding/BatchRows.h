//===- BatchRows.h - microbatches and time steps in inputs ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A graph may go through its inputs row by row: a step that accumulates gradients
// over microbatches, a recurrence over time. The rows come one after the other, so
// that ranks can only share what is within each.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_BATCHROWS_H
#define SHARDC_LIB_SHARDING_BATCHROWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Sharding/Placement.h"

namespace shardc {

/// Every use of `value` takes one row of dimension 0, and each of its two or more rows
/// has one.
bool isReadRowByRow(mlir::Value value);

/// Behind every reshape of `input`, elementwise ops of one operand between, that makes
/// rows of its dimension 0 which are read one by one: a pinned reshard that splits
/// dimension 1, what is left of the batch in a row, over `axes`. A batch split by
/// blocks would give each rank rows of its own, and all of them to nobody.
void splitBatchInRows(mlir::BlockArgument input, llvm::ArrayRef<dist::AxisRefAttr> axes,
                      const MeshView &mesh);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_BATCHROWS_H
