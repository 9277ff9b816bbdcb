//===- FoldConstants.h - integers that are known at import ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Loop counters, indices and conditions are small integer tensors. What of them
// constants decide is found here, on demand, without changing the program.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTS_H
#define SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>

namespace shardc {

/// An integer or boolean tensor whose elements are known, row-major, each as wide
/// as the element type.
struct KnownTensor {
  mlir::RankedTensorType type;
  llvm::SmallVector<llvm::APInt, 1> elements;

  /// Element `index` as a number: signed unless the type is unsigned or boolean.
  int64_t at(size_t index) const;
  mlir::DenseElementsAttr toAttr() const;
};

/// The result of `op` on known operands; nullopt for ops that are not integer
/// arithmetic or movement of elements, and for what has no defined value (a
/// division by zero). Operands that are not known are null.
std::optional<KnownTensor> evaluateInteger(mlir::Operation *op,
                                           llvm::ArrayRef<const KnownTensor *> operands);

/// What is known of values of a program. Results are remembered: values must not be
/// erased while they may be asked for.
class KnownValues {
public:
  /// With `outer`, values from outside of `loop` are asked of it.
  explicit KnownValues(KnownValues *outer = nullptr, mlir::Operation *loop = nullptr)
      : outer(outer), loop(loop) {}

  /// The elements of `value`, or null. Tensors of more than 4096 elements are not
  /// followed.
  const KnownTensor *get(mlir::Value value);
  /// The only element of a scalar or tensor of one element.
  std::optional<int64_t> getScalar(mlir::Value value);
  /// Says what `value` is; null: nobody knows.
  void bind(mlir::Value value, const KnownTensor *known);

private:
  bool isOutside(mlir::Value value) const;

  KnownValues *outer;
  mlir::Operation *loop;
  llvm::DenseMap<mlir::Value, std::unique_ptr<KnownTensor>> known;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTS_H
