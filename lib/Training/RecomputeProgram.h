//===- RecomputeProgram.h - from a step to the search and back --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The ops of one stage of a partitioned step as a RecomputeProblem, and the
// rewriting that a choice asks for.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_RECOMPUTEPROGRAM_H
#define SHARDC_LIB_TRAINING_RECOMPUTEPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Training/RecomputeSearch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace shardc {

/// True for collectives that exchange data with other ranks.
bool movesData(mlir::Operation *op);

class RecomputeProgram {
public:
  /// What is known of the step as a whole.
  struct Step {
    mlir::func::FuncOp func;
    /// Ops say whether they are of the backward pass.
    bool isPhased = false;
    /// Forward and backward pass of a stage are functions of their own.
    bool isPipelined = false;
    /// The stage of every op.
    llvm::DenseMap<mlir::Operation *, int64_t> stages;
  };

  /// `ops` in program order, all of one block; what another stage makes is there
  /// from its first reader on, what lies outside of the block all the time.
  RecomputeProgram(const Step &step, llvm::ArrayRef<mlir::Operation *> ops, int64_t stage);

  RecomputeProblem problem;

  int64_t getStage() const { return stage; }
  mlir::Operation *getOp(unsigned index) const { return ops[index]; }
  /// FLOPs of products and convolutions of an op.
  int64_t getDotFlops(unsigned index) const;
  /// Makes the copies that `outcome`, the evaluation of `chosen`, names, and
  /// redirects late readers to them. Ops that nothing reads any more go.
  void apply(const llvm::BitVector &chosen, const RecomputeOutcome &outcome);
  /// Makes only the copies of what runs again whatever is chosen; gives their number.
  unsigned applyForced();

  /// Ops say whether they are of the backward pass.
  bool hasPhases() const { return isPhased; }

private:
  void describe(const Step &step, llvm::ArrayRef<mlir::Operation *> given);
  void findLateReaders();
  void findFused(bool isPipelined);
  bool mayRunAgain(mlir::Operation *op) const;
  /// Copies of ops of which `isApplied` is true.
  void rewrite(const RecomputeOutcome &outcome, llvm::function_ref<bool(unsigned)> isApplied);

  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SmallVector<mlir::Value> valueOf;
  llvm::DenseMap<mlir::Value, unsigned> values;
  int64_t stage;
  bool isPhased;
};

/// The programs of all stages of the partitioned module, by rising stage: the ops of
/// the microbatch region, or of the whole step without one. Empty when the module
/// has no step.
std::vector<std::unique_ptr<RecomputeProgram>> buildRecomputePrograms(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_RECOMPUTEPROGRAM_H
