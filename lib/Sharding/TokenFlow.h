//===- TokenFlow.h - where batch and sequence are in values -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Follows the batch and the sequence of the inputs through a forward graph by the
// factors of its ops' sharding rules, so that imported graphs need no names.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_TOKENFLOW_H
#define SHARDC_LIB_SHARDING_TOKENFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/DimensionFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace shardc {

/// The batch and the sequence of a function's inputs.
class InputExtents {
public:
  explicit InputExtents(mlir::func::FuncOp function);

  /// The batch size: dimension 0 of the first input of rank 1 or more, unless it is none of
  /// examples (a table, a stack of microbatches) and another dimension of inputs is.
  std::optional<int64_t> batch;
  /// Dimension 1 of the first integer input that has the batch in dimension 0.
  std::optional<int64_t> sequence;

  /// The dimension of an input that is the batch; a table handed in has none.
  std::optional<int64_t> batchDimOf(mlir::BlockArgument input) const;
  bool hasSequence(mlir::BlockArgument input) const;

private:
  /// Dimension of the batch by argument, for inputs.
  llvm::SmallVector<std::optional<int64_t>> dims;
};

/// The positions of batch and sequence in the values of one function.
class TokenFlow {
public:
  explicit TokenFlow(mlir::func::FuncOp function);

  /// Null where the value has no batch, no sequence.
  const Position *batchOf(mlir::Value value) const { return find(batches, value); }
  /// Scores of attention have two, of queries and of keys: the first of them.
  const Position *sequenceOf(mlir::Value value) const { return find(sequences, value); }
  /// The sequence is a dimension of its own.
  bool hasOwnSequence(mlir::Value value) const {
    const Position *position = sequenceOf(value);
    return position && position->isOwn(value);
  }
  /// `to` takes the place of `from`.
  void replace(mlir::Value from, mlir::Value to);

  /// Parameters of which one dimension goes along with the sequence, a table of
  /// learned positions say, and that dimension.
  llvm::MapVector<mlir::BlockArgument, int64_t> findPositionTables();

private:
  using Positions = llvm::DenseMap<mlir::Value, llvm::SmallVector<Position, 1>>;
  static const Position *find(const Positions &positions, mlir::Value value) {
    auto found = positions.find(value);
    return found == positions.end() ? nullptr : &found->second.front();
  }
  static void flow(mlir::Operation *op, Positions &positions);

  mlir::func::FuncOp function;
  Positions batches, sequences;
};

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_TOKENFLOW_H
