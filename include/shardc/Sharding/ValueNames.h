//===- ValueNames.h - how users call values ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Arguments and results have names; an op's value has the name of its location
// (`loc("dot.22")`), and is the k-th of its kind (`stablehlo.add#3`) in any case.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_VALUENAMES_H
#define SHARDC_SHARDING_VALUENAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace shardc {

/// The name in a location, that of the innermost call of an inlined function;
/// empty when it has none.
llvm::StringRef nameOfLocation(mlir::Location loc);

/// What a name stands for: a value, or a result of the function (`value` is then
/// what is returned).
struct NamedValue {
  /// As it is written to name just this one.
  std::string name;
  mlir::Value value;
  /// Number of the function's result, when the name is of a result.
  std::optional<unsigned> result;
};

/// The names of all values of a function, those in regions of microbatches too.
/// Numbers of ops count from 0 in program order; a name that several values have
/// is told apart by `NAME#k`, in program order as well. Valid as long as the
/// function is not changed.
class ValueNames {
public:
  explicit ValueNames(mlir::func::FuncOp function);

  /// The value called `name`; null when there is none.
  const NamedValue *lookup(llvm::StringRef name) const;
  /// Every value once, by its best name: arguments, values of ops, results.
  llvm::ArrayRef<NamedValue> getValues() const { return values; }
  /// The best name of a value of the function; empty for any other.
  llvm::StringRef nameOf(mlir::Value value) const;
  /// Names like the given one, best first, at most `count`.
  std::vector<std::string> similar(llvm::StringRef name, unsigned count = 3) const;

private:
  void addOps(mlir::Block &block);

  std::vector<NamedValue> values;
  /// All names, several of one value, to its index in `values`.
  llvm::StringMap<unsigned> index;
  llvm::DenseMap<mlir::Value, unsigned> best;
  /// How often a name or a kind of op came up.
  llvm::StringMap<unsigned> counts;
};

} // namespace shardc

#endif // SHARDC_SHARDING_VALUENAMES_H
