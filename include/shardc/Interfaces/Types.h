//===- Types.h - types of values -------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What every value of an imported graph has.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_TYPES_H
#define SHARDC_INTERFACES_TYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace shardc {

/// The type of a value of an imported graph: all of them are tensors of static shape.
inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

/// Its extents.
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) { return typeOf(value).getShape(); }

} // namespace shardc

#endif
