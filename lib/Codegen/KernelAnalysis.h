//===- KernelAnalysis.h - what a kernel function computes -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_KERNELANALYSIS_H
#define SHARDC_LIB_CODEGEN_KERNELANALYSIS_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

namespace shardc::codegen {

/// How a kernel is generated; decided by the op that computes its results.
enum class KernelKind {
  /// Results of one shape, each element an expression of operand elements.
  Loop,
  Reduce,
  Concatenate,
  Scatter,
  Dot,
  Convolution,
  Sort,
};

/// Kind of the kernel that an op roots.
KernelKind kindOfRoot(mlir::Operation *root);
KernelKind kindOf(mlir::func::FuncOp kernel);
/// The op that computes the first result (past view ops behind a dot product).
mlir::Operation *rootOf(mlir::func::FuncOp kernel);
/// Results of a kernel: the operands of its return.
mlir::OperandRange kernelResults(mlir::func::FuncOp kernel);

/// The dimension that a sort sorts along, from the front.
int64_t sortedDimension(mlir::stablehlo::SortOp op);

/// Numbers of consecutive dimensions of an iteration space over `shape` that
/// may be walked as one, so that no op that `roots` fuse has to take an index
/// apart again. `cut`: dimension that must begin a group, or -1.
llvm::SmallVector<unsigned> groupDimensions(llvm::ArrayRef<int64_t> shape, mlir::ValueRange roots,
                                            int64_t cut = -1);

/// Arguments that a loop kernel reads only at the element it is about to write
/// (bit set: yes). False for all arguments of other kernels.
llvm::BitVector elementwiseArguments(mlir::func::FuncOp kernel);

/// The operand whose buffer each result may take over: same bytes, read only
/// element by element, each operand once; -1 none. `prefer[i]`, when not -1 and
/// legal, wins; `dead` tells which operands nothing reads later.
llvm::SmallVector<int64_t> chooseInplace(mlir::func::FuncOp kernel, llvm::ArrayRef<int64_t> prefer,
                                         const llvm::BitVector &dead);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_KERNELANALYSIS_H
