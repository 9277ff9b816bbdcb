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
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace shardc {

/// The batch size and the length of the sequence of a function's inputs.
struct InputExtents {
  /// Dimension 0 of the first input of rank 1 or more.
  std::optional<int64_t> batch;
  /// Dimension 1 of the first integer input that has the batch in dimension 0.
  std::optional<int64_t> sequence;

  explicit InputExtents(mlir::func::FuncOp function);

  /// A table handed in as an input is not a batch.
  bool hasBatch(mlir::RankedTensorType input) const {
    return input.getRank() > 0 && input.getDimSize(0) == batch;
  }
  bool hasSequence(mlir::RankedTensorType input) const {
    return hasBatch(input) && input.getRank() > 1 && input.getDimSize(1) == sequence;
  }
};

/// Where a loop of the inputs, the batch or the sequence, is in a value: part of
/// dimension `dim`, which has `major` rows of it.
struct Position {
  int64_t dim = 0;
  int64_t extent = 1;
  int64_t major = 1;

  /// The dimension is this loop and nothing else.
  bool isOwn(mlir::Value value) const {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getDimSize(dim) == extent;
  }
};

/// The positions of batch and sequence in the values of one function.
class TokenFlow {
public:
  explicit TokenFlow(mlir::func::FuncOp function);

  /// Null where the value has no batch, no sequence.
  const Position *batchOf(mlir::Value value) const { return find(batches, value); }
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
  using Positions = llvm::DenseMap<mlir::Value, Position>;
  static const Position *find(const Positions &positions, mlir::Value value) {
    auto found = positions.find(value);
    return found == positions.end() ? nullptr : &found->second;
  }
  static void flow(mlir::Operation *op, Positions &positions);

  mlir::func::FuncOp function;
  Positions batches, sequences;
};

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_TOKENFLOW_H
