//===- Products.h - products of matrices and convolutions -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// To tensor parallelism a convolution is a product of matrices: it sums over its
// input features and has its output features as columns. One with groups of features
// runs over them as a batched product runs over its batch.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PRODUCTS_H
#define SHARDC_LIB_SHARDING_PRODUCTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace shardc {

/// The dimensions of the two operands of a dot_general or a convolution.
struct Product {
  mlir::Operation *op = nullptr;
  bool isConvolution = false;
  /// Of each operand, those that are summed over, pair by pair, and those that the
  /// product repeats over. Features of a convolution in groups are of the latter.
  llvm::SmallVector<int64_t, 2> contracting[2], batch[2];
  /// Of the right operand of a convolution in groups: columns of one group; else 1.
  int64_t groupColumns = 1;

  /// nullopt for other ops.
  static std::optional<Product> get(mlir::Operation *op);

  mlir::Value operand(unsigned side) const { return op->getOperand(side); }
  bool sumsOver(unsigned side, int64_t dim) const;
  bool repeatsOver(unsigned side, int64_t dim) const;
};

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_PRODUCTS_H
