//===- MicrobatchSplit.h - a graph on one microbatch ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rebuilds the ops of a forward graph with the batch divided by the number of
// microbatches, by the rules that partitioning uses for ranks.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_MICROBATCHSPLIT_H
#define SHARDC_LIB_PIPELINE_MICROBATCHSPLIT_H

#include "StepPhases.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {

class MicrobatchSplit {
public:
  using State = BatchState;

  /// `body` is the block to build in. Slices found besides the inputs get
  /// arguments there. With `clonePerStage`, ops that depend on no argument are
  /// cloned into the body once a stage instead of being captured. Of a training step, only
  /// what `step` says is done for each microbatch is rebuilt.
  MicrobatchSplit(mlir::func::FuncOp main, int64_t count, mlir::Block *body, bool clonePerStage,
                  const StepPhases *step = nullptr);

  /// Makes `input` (rows in dimension 0) a slice.
  void addSlice(mlir::Value input);
  /// Rebuilds every op that depends on a slice; one error where the graph can't
  /// run in microbatches.
  llvm::LogicalResult run();

  /// What an operand is for its reader.
  State stateFor(mlir::OpOperand &operand) const {
    return step ? step->stateFor(operand) : getState(operand.get());
  }
  State getState(mlir::Value value) const { return states.lookup(value); }
  /// The value's counterpart in the body; only for values that depend on slices.
  mlir::Value getLocal(mlir::Value value) const { return locals.lookup(value); }
  /// What to slice, one an argument of the body: the value and whether it must
  /// first be reshaped to [count, rows/count, …] (true for all but inputs).
  llvm::ArrayRef<std::pair<mlir::Value, bool>> getSlices() const { return slices; }
  /// Ops that have been rebuilt, in order.
  llvm::ArrayRef<mlir::Operation *> getRebuilt() const { return rebuilt; }

private:
  llvm::LogicalResult rebuild(mlir::Operation *op);
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  localize(mlir::Operation *op, mlir::ValueRange operands, const ShardingRule &rule,
           std::optional<unsigned> factor, llvm::ArrayRef<mlir::Type> resultTypes);
  /// The number of this microbatch's first row, for microbatches of `rows`.
  mlir::Value firstRow(mlir::Operation *op, int64_t rows);
  /// The counts of this microbatch's rows.
  mlir::Value localizeIota(mlir::stablehlo::IotaOp op, mlir::RankedTensorType type);
  /// A dropout by key of this microbatch's rows: told where they begin.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>> localizeDropout(nn::DropoutOp op,
                                                                  mlir::ValueRange operands,
                                                                  const LocalizeContext &context,
                                                                  unsigned dim);
  /// The rows of a whole value, as a value of the body.
  llvm::FailureOr<mlir::Value> localPart(mlir::Value value, int64_t dim, mlir::Operation *reader);
  /// A whole value as the body sees it.
  mlir::Value wholeInBody(mlir::Value value, mlir::Operation *reader);
  mlir::RankedTensorType partType(mlir::Type type, int64_t dim) const;

  mlir::func::FuncOp main;
  int64_t count;
  mlir::Block *body;
  bool clonePerStage;
  const StepPhases *step;
  mlir::OpBuilder builder;
  dist::MeshAttr mesh;
  llvm::DenseMap<mlir::Value, State> states;
  llvm::DenseMap<mlir::Value, mlir::Value> locals;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> parts;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> wholes;
  /// First rows of the microbatches, by their number of rows and the reader's stage.
  llvm::DenseMap<std::pair<int64_t, int64_t>, mlir::Value> firstRows;
  llvm::DenseSet<mlir::Value> argumentFree;
  llvm::SmallVector<std::pair<mlir::Value, bool>> slices;
  llvm::SmallVector<mlir::Operation *> rebuilt;
};

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_MICROBATCHSPLIT_H
