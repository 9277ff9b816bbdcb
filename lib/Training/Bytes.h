//===- Bytes.h - the size of one rank's part --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_BYTES_H
#define SHARDC_LIB_TRAINING_BYTES_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

/// Bytes of the elements of a tensor, static in shape; booleans take one each.
inline int64_t bytesOf(mlir::RankedTensorType type) {
  return type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}
inline int64_t bytesOf(mlir::Value value) {
  return bytesOf(mlir::cast<mlir::RankedTensorType>(value.getType()));
}

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_BYTES_H
