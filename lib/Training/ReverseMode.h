//===- ReverseMode.h - gradients of a block of ops --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reverse-mode differentiation of a straight-line block through
// DifferentiableOpInterface, including a microbatch region within it. New ops
// are appended before the block's terminator.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_REVERSEMODE_H
#define SHARDC_LIB_TRAINING_REVERSEMODE_H

#include "dialects/Dist/Dist.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

class ReverseMode : public GradientAccumulator, private mlir::OpBuilder::Listener {
public:
  /// Differentiates `block` for `leaves`: block arguments, or values from
  /// outside that the block captures. New ops get the phase `phase`.
  ReverseMode(mlir::Block &block, llvm::ArrayRef<mlir::Value> leaves, Phase phase);

  /// Sets the cotangent that `value`, of this block, starts with. To be called
  /// before run().
  void seed(mlir::Value value, mlir::Value cotangent);
  /// Adds a seed of ones for a scalar, in the place of the op that defines it.
  void seedOne(mlir::Value scalar);

  /// Walks the ops that were in the block at construction backwards. On failure
  /// one error has been emitted and the block is in no defined state.
  llvm::LogicalResult run();

  /// Cotangent of a leaf of this block, or null when the loss does not depend
  /// on it.
  mlir::Value cotangentOf(mlir::Value value) const { return cotangents.lookup(value); }

  /// Cotangents of captured leaves, apart for each stage that contributes
  /// (-1: ops without a stage), in the order they were found.
  struct Captured {
    mlir::Value value;
    int64_t stage;
    mlir::Value cotangent;
  };
  llvm::SmallVector<Captured> takeCaptured();

  // GradientAccumulator.
  bool isWanted(mlir::Value value) override { return wanted.contains(value); }
  void add(mlir::Value value, mlir::Value cotangent) override;

private:
  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;
  /// New ops belong where `op` belongs, until the next call.
  void setPlace(mlir::Operation *op);
  void setPlace(std::optional<int64_t> stage);
  llvm::LogicalResult visit(mlir::Operation *op);
  llvm::LogicalResult visitMicrobatch(dist::MicrobatchOp op);
  /// The value of a reshard is that of its operand; its cotangent goes where the
  /// reshard says.
  void addPlaced(dist::ReshardOp op, mlir::Value cotangent);
  bool isCaptured(mlir::Value value) const;

  mlir::Block &block;
  Phase phase;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Operation *> forward;
  llvm::DenseSet<mlir::Value> wanted;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  llvm::MapVector<std::pair<mlir::Value, int64_t>, mlir::Value> captured;
  mlir::Attribute stage, layer;
};

/// Rebuilds a microbatch op without the results that nothing uses, and erases
/// ops of `block` (and of regions in it) whose results nothing uses.
void eraseDeadOps(mlir::Block &block);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_REVERSEMODE_H
