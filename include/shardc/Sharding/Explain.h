//===- Explain.h - why a value is sharded as it is --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Propagation that changes nothing and tells, of each value, how it would be
// placed, what that follows from, and what each other choice would move.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_EXPLAIN_H
#define SHARDC_SHARDING_EXPLAIN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// What the split of one dimension follows from.
struct SplitReason {
  enum Kind {
    /// A person said so: `dist.sharding` of an argument or result of the function,
    /// a dist.constraint, a dist.reshard that stood in the program.
    Annotation,
    /// The same, of an argument, in a module that was annotated from a strategy
    /// (`shardc.strategy`), or of a constraint or reshard that its caller knows to be the
    /// strategy's.
    Strategy,
    /// The same, of what its caller knows to be a pin; propagation itself never says so.
    Pin,
    /// The op that makes the value took it from its operand `operand`.
    Operand,
    /// A user of the value, `op`, wanted it, and it cost nothing.
    User,
    /// It is the only block of a microbatch region's border that fits: what is on
    /// the other side (operand `operand` of the region, or of its terminator).
    Region,
    /// It is not split: nobody asked for a split of it.
    NotAsked,
    /// It is not split: the op reads across it.
    ReadsAcross,
    /// It is not split, or not as far as somebody asked for: what it would move, or
    /// compute twice, costs more (see the alternatives).
    Cost,
    /// It is not split as somebody asked for: the axis is taken by another
    /// dimension or by a pending reduction.
    AxisTaken,
    /// It is not split, or not as far as some users asked for: others asked for
    /// something else.
    UsersDisagree,
    /// It is not split although an operand is: blocks of the operand are not whole in
    /// what the op makes of them (a reshape).
    BlocksDoNotFit,
  };
  Kind kind = NotAsked;
  /// Operand and Region: its number. Else 0.
  unsigned operand = 0;
  /// Annotation, Strategy, Pin: the op that carries it, or the function; Operand, ReadsAcross,
  /// Cost, AxisTaken, BlocksDoNotFit: the op that makes the value; User: the user; UsersDisagree:
  /// the first user that asked; else null.
  mlir::Operation *op = nullptr;
  /// The value to go on with when asking where that came from: Operand and Region:
  /// the operand; User: the first result of the user; else null.
  mlir::Value next;
};

/// One way to place a value that was considered where it is made.
struct ShardingAlternative {
  /// The value's sharding, pending reductions included.
  dist::ShardingAttr sharding;
  /// Bytes that a rank would send in one step of training, all microbatches: to
  /// bring operands where the op needs them, to finish the reductions that the
  /// choice brings, and to bring the results where their users need them now.
  int64_t bytes = 0;
  /// It is what propagation chose. Exactly one alternative of a value is.
  bool isChosen = false;
  /// What is proposed: "whole", or "dimension 1 over 'tp'".
  std::string name;
};

/// All that propagation can say about one value.
struct ValueExplanation {
  mlir::Value value;
  /// How it is made: every dimension closed, pending reductions included.
  dist::ShardingAttr sharding;
  /// How its users get it once what is pending is reduced; equal to `sharding`
  /// where nothing is.
  dist::ShardingAttr settled;
  /// One a dimension.
  llvm::SmallVector<SplitReason, 4> reasons;
  /// What the users had to say of each dimension, whatever decided it.
  llvm::SmallVector<SplitReason, 4> wanted;
  /// The chosen one first, then by bytes; one entry only where there was no choice.
  std::vector<ShardingAlternative> alternatives;
};

/// The explanation of a function, in the order of its values: arguments, then
/// results of ops, and arguments of microbatch regions, in program order.
struct ShardingExplanation {
  std::vector<ValueExplanation> values;
  llvm::DenseMap<mlir::Value, unsigned> numbers;

  /// Null for a value of another function.
  ValueExplanation *lookup(mlir::Value value);
  const ValueExplanation *lookup(mlir::Value value) const;
  /// The values whose name (`dist.name` of an argument, or its location's) is
  /// `name`, in order.
  llvm::SmallVector<const ValueExplanation *> find(llvm::StringRef name) const;
};

/// Propagates the shardings of `function` without changing it. Fails with a
/// located error where propagation would.
llvm::FailureOr<ShardingExplanation> explainShardings(mlir::func::FuncOp function,
                                                      dist::MeshOp mesh);

/// One line for people about dimension `dim`: "split over 'tp': operand 1, 'w',
/// of 'stablehlo.dot_general' is". Says nothing of locations.
std::string describeReason(const ValueExplanation &explanation, unsigned dim);

} // namespace shardc

#endif // SHARDC_SHARDING_EXPLAIN_H
