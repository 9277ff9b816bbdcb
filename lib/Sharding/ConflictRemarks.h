//===- ConflictRemarks.h - what moves, and why ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation. Collects what propagation has to move, and says it once
// for all equal layers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_CONFLICTREMARKS_H
#define SHARDC_LIB_SHARDING_CONFLICTREMARKS_H

#include "PropagationState.h"
#include "llvm/ADT/MapVector.h"
#include <set>

namespace shardc::propagation {

/// The remarks of one function.
class ConflictRemarks {
public:
  explicit ConflictRemarks(const State &state) : state(state) {}

  /// An operand is moved from one placement to another in front of a step. Says
  /// nothing where no block leaves its rank, and of results of the function, which
  /// are moved because somebody asks for it.
  void addMove(const Step &step, unsigned operand, const Placement &from, const Placement &to);
  /// A value is brought to a rank by one more gather than the first.
  void addGather(unsigned value, const Placement &from, const Placement &to, mlir::Operation *user);
  /// Emits all, equal ones as one, in the order of their first places.
  void emit();

private:
  struct Group {
    mlir::Operation *op = nullptr;
    std::string text;
    /// Of a second gather: the op that the first one is for.
    mlir::Operation *first = nullptr;
    int64_t count = 0;
    /// The layers that it comes up in, as far as they are known.
    std::set<int64_t> layers;
  };
  void add(mlir::Operation *op, mlir::Value value, std::string key, std::string text,
           mlir::Operation *first = nullptr);
  std::string secondBest(const Step &step) const;

  const State &state;
  llvm::MapVector<llvm::StringRef, Group> groups;
  llvm::StringMap<char> keys;
  /// The op that each value is gathered for first.
  llvm::DenseMap<unsigned, mlir::Operation *> gathered;
};

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_CONFLICTREMARKS_H
