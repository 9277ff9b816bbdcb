//===- Reducer.h - a smaller module with the same fault ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TOOLS_SHARD_REDUCE_REDUCER_H
#define SHARDC_TOOLS_SHARD_REDUCE_REDUCER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <string>

namespace shardc {

/// Makes a module smaller, step by step, as long as a test finds it interesting. Every
/// candidate verifies, unless the module itself did not.
class Reducer {
public:
  /// `test` is given the text of a module.
  using Test = std::function<bool(llvm::StringRef text)>;

  Reducer(mlir::OwningOpRef<mlir::ModuleOp> module, Test test, unsigned maxTests);

  /// Whether the module as it is given is interesting.
  bool isInteresting();
  /// Reduces until no step makes it smaller, or the tests are used up.
  void run(llvm::function_ref<void(llvm::StringRef step)> onStep);

  std::string getText() const { return best; }
  unsigned getNumTests() const { return numTests; }
  /// Ops in functions, terminators left out.
  static unsigned countOps(mlir::ModuleOp module);
  mlir::ModuleOp getModule() { return *module; }

private:
  /// One thing that can be taken away, by its number among those of the module.
  using Apply = llvm::function_ref<void(mlir::ModuleOp, unsigned begin, unsigned end)>;

  bool accept(mlir::OwningOpRef<mlir::ModuleOp> candidate);
  bool reduceList(llvm::function_ref<unsigned(mlir::ModuleOp)> count, Apply apply);
  bool dropFunctions();
  bool cutEnd();
  bool dropResults();
  bool dropUnusedOps();
  bool replaceOps();
  bool inlineCalls();
  bool enterLoops();
  bool dropCarried();
  bool dropArguments();
  bool dropAttributes();
  bool shrinkSizes();
  bool isSpent() const { return numTests >= maxTests; }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  Test test;
  unsigned maxTests, numTests = 0;
  /// The smallest interesting text.
  std::string best;
  bool mustVerify;
  /// What was tested before.
  llvm::StringSet<> seen;
};

} // namespace shardc

#endif // SHARDC_TOOLS_SHARD_REDUCE_REDUCER_H
