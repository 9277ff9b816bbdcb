//===- ExplainAuthors.h - who wrote a constraint ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_EXPLAINAUTHORS_H
#define SHARDC_LIB_DRIVER_EXPLAINAUTHORS_H

#include "mlir/IR/BuiltinOps.h"
#include "shardc/Sharding/Explain.h"
#include "shardc/Sharding/ValueNames.h"
#include <string>
#include <vector>

namespace shardc {

/// Tells constraints and reshards of the model, of pins and of the strategy from each other.
/// The ops carry their author in an attribute from import to propagation.
class ExplainAuthors {
public:
  /// `hasStrategy`: what nobody is known to have written is the strategy's.
  explicit ExplainAuthors(bool hasStrategy) : hasStrategy(hasStrategy) {}

  /// Before annotation: what stands in the model is the model's. `names` are of its @main.
  void nameModel(mlir::ModuleOp module, const ValueNames &names, llvm::ArrayRef<std::string> pins);
  /// After annotation: a constraint of a pinned value is the pin's, the rest that is new the
  /// strategy's.
  void nameNew(mlir::ModuleOp module);
  /// Annotation, Pin or Strategy. An op without a name has that of the op at its place:
  /// differentiation makes constraints where those are that it mirrors.
  SplitReason::Kind find(mlir::Operation *op) const;
  /// Takes all names away.
  void forget(mlir::ModuleOp module);

private:
  bool hasStrategy;
  llvm::DenseMap<mlir::Location, mlir::StringAttr> places;
};

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_EXPLAINAUTHORS_H
