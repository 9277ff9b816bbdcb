//===- Unstack.h - one argument a layer -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to import. A stacked value holds the same thing for all layers, a row
// each along dimension 0.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_PARAMETERS_UNSTACK_H
#define SHARDC_LIB_IMPORT_PARAMETERS_UNSTACK_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace shardc {

/// Rows of a value, 0 for a scalar.
int64_t rowsOf(mlir::Value value);
/// The type of one row.
mlir::RankedTensorType rowType(mlir::Value value);

/// Whether row i of the op's result is computed from the rows i of those operands
/// that isRowOperand() names, and whole other operands.
bool isRowWise(mlir::Operation *op);
bool isRowOperand(mlir::Operation *op, unsigned operand);

/// Whether the op reads one row of its operand.
bool isRowRead(mlir::Operation *op);
/// Whether the op adds up all rows, and perhaps more.
bool isRowSum(mlir::Operation *op);

/// Builds what is computed from stacked values row by row.
class RowBuilder {
public:
  explicit RowBuilder(mlir::func::FuncOp main) : builder(main.getContext()) {}

  /// Says what the rows of `value` are.
  void bind(mlir::Value value, llvm::ArrayRef<mlir::Value> rows) {
    known[value].assign(rows.begin(), rows.end());
  }
  /// The rows of `value`, made where they first can be.
  llvm::ArrayRef<mlir::Value> get(mlir::Value value);
  /// Replaces a row read or a row sum.
  void replaceReader(mlir::Operation *op);

private:
  llvm::SmallVector<mlir::Value> make(mlir::Value value);
  mlir::Value makeRow(mlir::Operation *op, int64_t row);
  mlir::Value reshaped(mlir::Value value, mlir::RankedTensorType type);

  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> known;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_PARAMETERS_UNSTACK_H
