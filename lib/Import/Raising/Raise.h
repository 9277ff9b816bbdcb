//===- Raise.h - patterns of raising ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the patterns share. Each pattern starts at an op that its subgraph cannot
// do without (its anchor), finds the op that computes the whole (the root), and
// replaces that. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_RAISING_RAISE_H
#define SHARDC_LIB_IMPORT_RAISING_RAISE_H

#include "RaiseViews.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Import/Raising.h"

namespace shardc::raising {

/// State of raising one function.
class Raiser {
public:
  Raiser(mlir::func::FuncOp function, RaiseCounts &counts);

  Values values;

  /// Whether a value depends on a parameter in a differentiable way.
  bool isParametric(mlir::Value value) const { return parametric.contains(value); }
  /// A builder in front of an op, whose ops belong where that one does (its `dist.`
  /// attributes but for shardings), until the next builder is made.
  mlir::OpBuilder before(mlir::Operation *op);
  /// Replaces a value by one that stands for the same, erases what is left over and
  /// counts.
  void replace(mlir::Value value, mlir::Value with, RaiseKind kind);
  /// The same without counting.
  void replace(mlir::Value value, mlir::Value with);
  /// Several that were counted have become one.
  void join(RaiseKind kind, unsigned number) { counts[static_cast<unsigned>(kind)] -= number - 1; }

private:
  /// Gives new ops attributes.
  struct Inherit : mlir::OpBuilder::Listener {
    llvm::SmallVector<mlir::NamedAttribute> attributes;
    void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) final;
  };

  Inherit place;
  llvm::DenseSet<mlir::Value> parametric;
  RaiseCounts &counts;
};

/// `value` with elements of another float type.
mlir::Value convertTo(mlir::OpBuilder &builder, mlir::Value value, mlir::Type element);

/// The value whose conversion a value is, if it is one of floats; else the value.
mlir::Value unconverted(mlir::Value value);
/// The one conversion of a value to a float type if all users are such, and its type.
mlir::Type onlyConvertedTo(mlir::Value value);
/// Makes the conversions of a value, all to one type, one; gives its result.
mlir::Value mergeConversions(Raiser &raiser, mlir::Value value);

/// Whether an index of a value counts the columns of a weight: tensor parallelism splits
/// those, and a softmax in its parts along with them, by one number a row.
bool countsColumns(Raiser &raiser, View view, const Axis &index, unsigned depth = 0);

/// Replaces what expansions of erf and erfc compute by chlo.erf and chlo.erfc.
void raiseErrorFunctions(Raiser &raiser, mlir::func::FuncOp function);

// Each gives whether it has raised something at an anchor.
/// Anchors: tanh, logistic, exponential, chlo.erf, chlo.erfc.
bool raiseActivation(Raiser &raiser, mlir::Operation *anchor, llvm::ArrayRef<RaiseKind> kinds);
/// Anchors: rsqrt, sqrt, power.
bool raiseNorm(Raiser &raiser, mlir::Operation *anchor, llvm::ArrayRef<RaiseKind> kinds);
/// Anchors: dot_general that multiplies probabilities with values.
bool raiseAttention(Raiser &raiser, mlir::Operation *anchor);
/// Anchors: divide, multiply.
bool raiseSoftmax(Raiser &raiser, mlir::Operation *anchor);
/// Anchors: log.
bool raiseCrossEntropy(Raiser &raiser, mlir::Operation *anchor);
/// Anchors: add, concatenate.
bool raiseRope(Raiser &raiser, mlir::Operation *anchor);
/// Anchors: select, multiply, divide.
bool raiseDropout(Raiser &raiser, mlir::Operation *anchor);
/// Makes attentions of single heads, cut out of and put back into one value each, one.
/// Anchors: add, concatenate.
bool joinHeads(Raiser &raiser, mlir::Operation *anchor);
/// Moves an elementwise op in front of reshapes that flatten its operands, and joins
/// reshapes. Anchors: all.
bool unflatten(Raiser &raiser, mlir::Operation *anchor);

} // namespace shardc::raising

#endif // SHARDC_LIB_IMPORT_RAISING_RAISE_H
