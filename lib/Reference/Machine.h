//===- Machine.h - one rank that runs, stops and resumes --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A rank is a stack of frames, so that it can stop in the middle of a called
// function when an op needs another rank, and go on when its result is there.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_REFERENCE_MACHINE_H
#define SHARDC_LIB_REFERENCE_MACHINE_H

#include "Evaluation.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Reference/Interpreter.h"

namespace shardc::reference {

/// Which values an op is the last to use. Found once for each block, for all
/// ranks.
class LastUses {
public:
  /// Values of the op's own block that nothing after `op` uses.
  llvm::ArrayRef<mlir::Value> of(mlir::Operation *op);

private:
  void analyze(mlir::Block *block);
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> dying;
  llvm::DenseMap<mlir::Block *, bool> analyzed;
};

/// One rank.
class Machine {
public:
  Machine(int64_t rank, int64_t numRanks, LastUses &lastUses, const InterpreterOptions &options)
      : rank(rank), numRanks(numRanks), lastUses(lastUses), options(options) {}

  /// Begins a function. The arguments must fit its signature (checked by the
  /// caller).
  void start(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments);

  /// Runs until the function returns or an op waits for other ranks; fails,
  /// with a diagnostic, when an op cannot be run.
  llvm::LogicalResult run();

  /// The op that waits, or null.
  mlir::Operation *getBlockedOp() const { return blocked; }
  /// The operand of the waiting op (none for a receive).
  const Tensor &getBlockedValue() const { return blockedValue; }
  /// Ends the wait; `results` are those of the op that waited.
  void resume(llvm::ArrayRef<Tensor> results);

  bool isDone() const { return frames.empty(); }
  /// What the function returned.
  llvm::SmallVector<Tensor> &getResults() { return returned; }

private:
  /// A block being run.
  struct Frame {
    mlir::Block::iterator next;
    /// Function calls see nothing of the caller; regions see what is around.
    bool isIsolated = true;
    /// The op that gets the results; null for the function started with.
    mlir::Operation *owner = nullptr;
    llvm::DenseMap<mlir::Value, Tensor> values;
    /// Of a microbatch region: which run this is, its operands, and the results
    /// so far. Of a loop: iterations done, and the carried values (in `slices`).
    int64_t iteration = 0;
    llvm::SmallVector<Tensor> slices, accumulated;
  };

  llvm::LogicalResult step(mlir::Operation *op);
  llvm::LogicalResult call(mlir::Operation *op, mlir::FlatSymbolRefAttr callee);
  void enter(mlir::Block &block, llvm::ArrayRef<Tensor> arguments, mlir::Operation *owner,
             bool isIsolated);
  void beginMicrobatch(dist::MicrobatchOp op);
  void endMicrobatchRun(dist::MicrobatchOp op, llvm::SmallVector<Tensor> yielded);
  void bindSlices(dist::MicrobatchOp op, Frame &frame);
  llvm::LogicalResult beginLoop(mlir::stablehlo::WhileOp op);
  llvm::LogicalResult beginBranch(mlir::Operation *op);
  /// The condition or the body of a loop has returned.
  llvm::LogicalResult endLoopRegion(mlir::stablehlo::WhileOp op, mlir::Operation *end,
                                    llvm::SmallVector<Tensor> returned);
  void leave(llvm::SmallVector<Tensor> results);
  /// Operands of an op, moved out of the frame where it is their last use.
  llvm::FailureOr<llvm::SmallVector<Tensor>> takeOperands(mlir::Operation *op);
  void define(mlir::Operation *op, llvm::ArrayRef<Tensor> results);
  const Tensor *lookup(mlir::Value value) const;

  int64_t rank, numRanks;
  LastUses &lastUses;
  const InterpreterOptions &options;
  std::vector<Frame> frames;
  mlir::Operation *blocked = nullptr;
  Tensor blockedValue;
  llvm::SmallVector<Tensor> returned;
};

} // namespace shardc::reference

#endif // SHARDC_LIB_REFERENCE_MACHINE_H
