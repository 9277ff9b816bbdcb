//===- Interpreter.h - the float64 oracle -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs a program on one device, or on N simulated ranks, straight from the
// definitions of the ops. It knows nothing of the compiler's rules, gradients
// and kernels, so that it can stand witness against them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_INTERPRETER_H
#define SHARDC_REFERENCE_INTERPRETER_H

#include "dialects/Dist/Dist.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Reference/Tensor.h"
#include <functional>

namespace shardc::reference {

/// How to run.
struct InterpreterOptions {
  /// A send returns at once instead of waiting for its receive. Off: sends and
  /// receives meet, the stricter rule, which finds more deadlocks.
  bool bufferedSends = false;
  /// Iterations of one loop after which it is taken to be endless, an error.
  int64_t maxIterations = 1'000'000;
  /// Called after each op (also inside called functions) with the rank and the
  /// op's results. May be empty.
  std::function<void(int64_t rank, mlir::Operation *op, llvm::ArrayRef<Tensor> results)> observer;
};

/// Runs `function` on one device: arguments in, results out, both of the types
/// of the signature but for the width of floats. Ops of stablehlo, nn and func
/// are run as defined; placement ops of dist are identities; collectives need a
/// mesh of one rank. An op that cannot be run is reported at the op.
llvm::FailureOr<llvm::SmallVector<Tensor>> interpret(mlir::func::FuncOp function,
                                                     llvm::ArrayRef<Tensor> arguments,
                                                     const InterpreterOptions &options = {});

/// Runs one local program on all ranks of `mesh`: `arguments[r]` are those of
/// rank r, and so are the results.
llvm::FailureOr<llvm::SmallVector<llvm::SmallVector<Tensor>>>
interpretSpmd(mlir::func::FuncOp function, dist::MeshAttr mesh,
              llvm::ArrayRef<llvm::SmallVector<Tensor>> arguments,
              const InterpreterOptions &options = {});

/// Runs `functions[r]` on rank r of `mesh`; functions may differ from rank to
/// rank. Ranks take turns; one runs until it meets an op that needs another
/// rank. A collective completes when all ranks of its group wait in one with
/// equal attributes; a mismatch is reported at one of the two with a note at
/// the other. When nobody can go on, the error names every blocked op.
llvm::FailureOr<llvm::SmallVector<llvm::SmallVector<Tensor>>>
interpretRanks(llvm::ArrayRef<mlir::func::FuncOp> functions, dist::MeshAttr mesh,
               llvm::ArrayRef<llvm::SmallVector<Tensor>> arguments,
               const InterpreterOptions &options = {});

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_INTERPRETER_H
