//===- UpdateUses.h - which ops of a training step are its update -*- C++ -*-=//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A graph that is a training step reads its parameters twice over: the model
// does, and the update, which works as well on parts of them as on the whole. Found
// by what is computed, so that any optimizer is seen.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_UPDATEUSES_H
#define SHARDC_LIB_SHARDING_UPDATEUSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace shardc {

/// The uses of the arguments of one function, told apart.
class UpdateUses {
public:
  explicit UpdateUses(mlir::func::FuncOp function);

  /// The graph is a training step: some result replaces an argument.
  bool isStep() const { return !updatedBy.empty(); }
  /// The argument bears on nothing but what arguments are replaced by: the model
  /// doesn't read it.
  bool isState(mlir::BlockArgument argument);
  /// What `use` of an argument computes is elementwise, a reduction, a scalar, or an
  /// argument's next value, all the way: parts of the argument are as good as all
  /// of it.
  bool isUpdate(mlir::OpOperand &use);
  /// The parameter of the shape of `state` that meets it element by element on the way to
  /// the next value of one of them. Null where there is none.
  mlir::BlockArgument parameterOf(mlir::BlockArgument state);

private:
  bool staysElementwise(mlir::Value value, int64_t elements);
  bool reachesOutput(mlir::Value value);
  void matchStates();

  mlir::func::FuncOp function;
  /// Results by number, with the argument that each replaces.
  llvm::DenseMap<unsigned, unsigned> updatedBy;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, bool> elementwise;
  /// Values that bear on a result which replaces no argument.
  std::optional<llvm::DenseSet<mlir::Value>> observed;
  /// Of states.
  std::optional<llvm::DenseMap<mlir::BlockArgument, mlir::BlockArgument>> parameters;
};

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_UPDATEUSES_H
