//===- Updates.h - which argument a result updates --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Pairs arguments with their next values. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_ROLES_UPDATES_H
#define SHARDC_LIB_IMPORT_ROLES_UPDATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace shardc {

/// Which arguments of a function each of its values depends on.
class ArgumentReach {
public:
  explicit ArgumentReach(mlir::func::FuncOp function);
  /// One bit an argument.
  const llvm::BitVector &of(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Value, llvm::BitVector> reached;
  llvm::BitVector none;
};

/// Pairs arguments with results that are their next values. What the module itself says
/// (`dist.updated_by`) counts most, then what a result is computed from element by
/// element; then order, since both are flattened trees; then donation, which only says
/// whose memory a result may take.
class UpdateMatcher {
public:
  explicit UpdateMatcher(mlir::func::FuncOp main);

  /// How a result goes on with an argument's elements.
  struct Carry {
    /// Elementwise ops from the one to the other; 0 when there is no such way.
    int64_t steps = 0;
    /// The way leads through an op that puts new elements in place of some.
    bool overwrites = false;
    /// They are numbers, and the result may be a loss in which the argument counts.
    bool isUnsure = false;
    /// The way leads through a loop.
    bool isLoop() const { return steps >= loopSteps; }
    static constexpr int64_t loopSteps = 1 << 20;
  };

  /// Pairs that the module gives, then pairs whose result carries the argument on, the
  /// shortest ways first, and what stands between such pairs.
  void matchCarried();
  /// Pairs what donation says of arguments and results that are left.
  void matchDonated();
  /// Pairs what stands beside a pair, where `mayPair(argument, result)`.
  void extend(llvm::function_ref<bool(unsigned, unsigned)> mayPair);
  /// Takes a pair apart.
  void drop(unsigned argument);

  /// The result that updates an argument.
  std::optional<unsigned> resultOf(unsigned argument) const { return updates[argument]; }
  llvm::ArrayRef<std::optional<unsigned>> getUpdates() const { return updates; }
  bool isTaken(unsigned result) const { return taken[result]; }
  Carry carryOf(unsigned argument, unsigned result) const;
  /// The module says that the pair, or the argument, is updated.
  bool isMarked(unsigned argument);
  /// The result is the argument less something: p - lr * g.
  bool isDescent(unsigned argument);
  /// The result is a number that is computed from the argument and constants alone, or
  /// chosen among such.
  bool isCounter(unsigned argument);

private:
  struct Candidate {
    unsigned result, argument;
    Carry carry;
  };
  void findCandidates(unsigned result);
  /// Pairs what stands between two pairs alike in arguments and results.
  void fillBetween();
  bool mayFollow(unsigned argument, unsigned result);
  bool isTwice(unsigned result) const;
  bool isCounted(mlir::Value result, mlir::BlockArgument argument) const;
  void record(unsigned argument, unsigned result) {
    updates[argument] = result;
    taken[result] = true;
  }

  mlir::func::FuncOp main;
  mlir::OperandRange results;
  llvm::SmallVector<std::optional<unsigned>> updates;
  llvm::SmallVector<bool> taken;
  llvm::SmallVector<Candidate> candidates;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_ROLES_UPDATES_H
