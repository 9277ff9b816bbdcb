//===- DimensionFlow.h - loops that go through a function -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sharding rules say which dimensions of the operands and results of an op are one
// loop. Dimensions that ops tie so, from arguments to results, are one loop of the
// whole function: its batch, its sequence, the features that two layers share.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_DIMENSIONFLOW_H
#define SHARDC_INTERFACES_DIMENSIONFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace shardc {

/// Where a loop is in a value: part of dimension `dim`, which has `major` rows of it.
struct Position {
  int64_t dim = 0;
  int64_t extent = 1;
  int64_t major = 1;

  /// The dimension is this loop and nothing else.
  bool isOwn(mlir::Value value) const {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getDimSize(dim) == extent;
  }
};

/// Where a loop is behind a reshape, which keeps the order of elements; nullopt where
/// its elements are no part of one dimension there.
std::optional<Position> throughReshape(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                                       Position position);

/// What a loop of a function goes through.
struct DimensionLoop {
  /// A dimension of an argument or a result of the function.
  struct Place {
    unsigned number;
    int64_t dim;
    /// The dimension begins with the loop: blocks of it are blocks of the loop.
    bool isMajor;
    /// The dimension is the loop and nothing else.
    bool isWhole;
  };
  llvm::SmallVector<Place, 2> arguments, results;
  /// Values it is in.
  int64_t values = 0;
  /// Products and convolutions in whose results it is.
  int64_t products = 0;
  /// Products that add over it.
  int64_t sums = 0;
  /// Ops that treat its iterations unequally (positions, shifts, windows) or add over
  /// some for the sake of each (attention over the tokens of a sequence).
  int64_t mixers = 0;

  /// The first dimension of an argument that begins with the loop, or nullopt.
  std::optional<int64_t> dimOf(unsigned argument) const;
};

/// The loops of one function, found as they are asked for. The function must not change
/// meanwhile.
class DimensionFlow {
public:
  explicit DimensionFlow(mlir::func::FuncOp function) : function(function) {}

  /// The number of the loop that a dimension of a value with more than one element is.
  unsigned loopOf(mlir::Value value, int64_t dim);
  const DimensionLoop &getLoop(unsigned number) const { return loops[number]; }

private:
  struct Found {
    Position position;
    unsigned loop;
  };
  struct Pending {
    mlir::Value value;
    Position position;
  };
  void mark(mlir::Value value, Position position);
  void visit(mlir::Operation *op, bool isResult, unsigned number, const Position &position);
  void visitMoved(mlir::Operation *op, bool isResult, unsigned number, const Position &position);
  void visitDefinition(mlir::OpResult result, const Position &position);

  mlir::func::FuncOp function;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Found, 2>> found;
  llvm::SmallVector<DimensionLoop> loops;
  // Of the loop that is being followed.
  llvm::SmallVector<Pending> pending;
  llvm::SmallVector<mlir::Operation *> sums;
};

/// The loop that is the batch of a function, as far as its arguments say: one that begins
/// a dimension of one of `inputs` and is in none of `others`; nullopt when there is none.
/// It is in the results of most products, and treats all examples alike. A forward graph
/// has no product that adds over its examples, and returns something for each of them,
/// unless what it returns are numbers.
std::optional<unsigned> findBatchLoop(DimensionFlow &flow,
                                      llvm::ArrayRef<mlir::BlockArgument> inputs,
                                      llvm::ArrayRef<mlir::BlockArgument> others,
                                      bool isForward = false);

} // namespace shardc

#endif // SHARDC_INTERFACES_DIMENSIONFLOW_H
