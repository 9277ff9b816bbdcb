//===- Loops.h - loops and branches of imported graphs ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to import: what Loops*.cpp, Branches.cpp and Unstack*.cpp share.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LOOPS_LOOPS_H
#define SHARDC_LIB_IMPORT_LOOPS_LOOPS_H

#include "FoldConstants.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace shardc {

/// Mark of an op that comes from iterations of unrolled loops with matrix products:
/// number of the loop and of the iteration for each loop, outermost first. Gone after
/// import.
inline constexpr llvm::StringLiteral iterationName = "dist.iteration";

/// Resolves the control flow of one function.
class ControlFlow {
public:
  ControlFlow(mlir::func::FuncOp main, int64_t maxOps)
      : main(main), builder(main.getContext()), limit(maxOps) {}
  ~ControlFlow();

  /// Ends with the loops alone whose end depends on data.
  llvm::LogicalResult run();

private:
  llvm::LogicalResult resolveBlock(mlir::Block &block);

  //===--- Loops (Loops.cpp) ---===//
  /// False for a loop that stays.
  llvm::FailureOr<bool> resolveLoop(mlir::stablehlo::WhileOp loop);
  /// How often a loop runs; nullopt when constants don't tell, or beyond `most`.
  std::optional<int64_t> countTrips(mlir::stablehlo::WhileOp loop, int64_t most);
  void unroll(mlir::stablehlo::WhileOp loop, int64_t trips);
  void cloneFolded(mlir::Operation &op, mlir::IRMapping &mapping);

  //===--- Loops that stay (LoopsKept.cpp) ---===//
  void captureInvariants(mlir::stablehlo::WhileOp loop);
  mlir::stablehlo::WhileOp keep(mlir::stablehlo::WhileOp loop);

  //===--- Branches (Branches.cpp) ---===//
  void resolveCase(mlir::stablehlo::CaseOp branches);
  void resolveIf(mlir::stablehlo::IfOp branches);
  llvm::SmallVector<mlir::Value> inlineBranch(mlir::Operation *op, mlir::Region &branch,
                                              mlir::Value condition);
  mlir::Value select(mlir::Value condition, mlir::Value ifTrue, mlir::Value ifFalse);

  /// Takes a resolved op out of the program; it is destroyed at the end, so that
  /// what is known of values stays true.
  void discard(mlir::Operation *op);
  /// A constant at the begin of the function, or of what is isolated within it.
  mlir::Value constant(mlir::DenseElementsAttr value);

  mlir::func::FuncOp main;
  mlir::OpBuilder builder;
  KnownValues known;
  /// Ops that loops may still be unrolled to, and those made.
  int64_t limit, made = 0;
  int64_t loops = 0, iterations = 0;
  mlir::Location firstLoop = builder.getUnknownLoc();
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Attribute>, mlir::Value> constants;
  /// Under which condition a loop or branch of a branch runs at all.
  llvm::DenseMap<mlir::Operation *, mlir::Value> guards;
  llvm::SmallVector<mlir::Operation *> discarded;
};

/// Makes accesses at known indices static: dynamic slices and updates, gathers and
/// scatters of one slice. Series of updates become one concatenation, and reads of
/// what was written before get it directly.
void foldIndices(mlir::func::FuncOp main);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LOOPS_LOOPS_H
