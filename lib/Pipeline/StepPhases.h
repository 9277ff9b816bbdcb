//===- StepPhases.h - what an imported step does when -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A graph that came as a training step does not say which of its ops are of the forward
// pass, of the backward pass and of the update. The loss and the batch tell.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_STEPPHASES_H
#define SHARDC_LIB_PIPELINE_STEPPHASES_H

#include "BatchStates.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/BatchInputs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {

/// True for a graph that updates parameters of its own.
bool isImportedStep(mlir::func::FuncOp main);

class StepPhases {
public:
  enum Phase { Forward, Backward, Update };

  /// Follows the batch through a training step; or through a forward graph, of which the
  /// whole is for each microbatch but what inputs alone tell.
  StepPhases(mlir::func::FuncOp main, int64_t count);

  /// Forward: what the loss is computed from, and what no new value of an argument is.
  /// Update: what is computed of sums over the batch, and of no rows of it. Backward:
  /// the rest. No op reads what a later phase makes.
  Phase getPhase(mlir::Operation *op) const { return phases.lookup(op); }

  /// Whether an op works on rows, or computes what such ops read, for each microbatch.
  bool isPerMicrobatch(mlir::Operation *op) const { return perMicrobatch.contains(op); }
  /// Computed from inputs alone, on the whole batch, before microbatches run.
  bool isSetup(mlir::Operation *op) const { return setup.contains(op); }
  bool hasSetup() const { return !setup.empty(); }
  /// What `operand` is for its reader.
  BatchState stateFor(mlir::OpOperand &operand) const;
  BatchState getState(mlir::Value value) const { return states.lookup(value); }

  /// Takes sums of what one stage has computed into the microbatch where that leaves less
  /// to accumulate, and so what the loss is made of. Gives the ops; they are of the
  /// forward or backward pass from now on.
  llvm::SmallVector<mlir::Operation *> takeInSums();

  /// One error where the step can't run in microbatches, at the first op that can't.
  llvm::LogicalResult check() const;

private:
  void followAll();
  void findPlaces();
  void findPhases();
  /// The ops that `starts` are computed from, by however many steps.
  llvm::DenseSet<mlir::Operation *> ancestors(llvm::ArrayRef<mlir::Operation *> starts) const;

  mutable mlir::func::FuncOp main;
  int64_t count;
  bool isStep;
  llvm::DenseMap<mlir::Value, BatchState> states;
  /// What depends on inputs, and what depends on inputs and on nothing that is learned.
  llvm::DenseSet<mlir::Value> onInput, onInputOnly;
  /// Ops that read or make rows.
  llvm::DenseSet<mlir::Operation *> ofRows;
  /// Of a forward graph: ops on sums that are linear in them where inputs tell the rest.
  llvm::DenseSet<mlir::Operation *> scaled;
  llvm::MapVector<mlir::Operation *, std::string> errors;
  llvm::DenseSet<mlir::Operation *> perMicrobatch, setup;
  llvm::DenseMap<mlir::Operation *, Phase> phases;
};

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_STEPPHASES_H
