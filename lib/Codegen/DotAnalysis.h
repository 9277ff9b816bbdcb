//===- DotAnalysis.h - dot products as strided matrix products --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_DOTANALYSIS_H
#define SHARDC_LIB_CODEGEN_DOTANALYSIS_H

#include "dialects/StableHLO/StableHLO.h"
#include <optional>

namespace shardc::codegen {

/// A value seen as strided elements of another one's row-major buffer.
struct StridedView {
  mlir::Value base;
  llvm::SmallVector<int64_t> shape, strides;
  /// The transposes, reshapes and broadcasts between them, base side first.
  llvm::SmallVector<mlir::Operation *> ops;
};

/// Looks through transposes, reshapes and broadcasts as far as strides can
/// tell.
StridedView viewOf(mlir::Value value);

/// Strides of the same elements in another shape; none when they have none.
std::optional<llvm::SmallVector<int64_t>> reshapeStrides(llvm::ArrayRef<int64_t> shape,
                                                         llvm::ArrayRef<int64_t> strides,
                                                         llvm::ArrayRef<int64_t> newShape);

llvm::SmallVector<int64_t> rowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// Where a dot product's elements go when the transposes behind it are folded
/// into its strides.
struct OutputView {
  /// What lies in memory: the dot's result, or that of the last op folded.
  mlir::Value value;
  /// Stride there of each dimension of the dot's result.
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<mlir::Operation *> ops;
};
OutputView outputOf(mlir::stablehlo::DotGeneralOp dot);

/// The numbers of a sched.gemm.
struct GemmDims {
  llvm::SmallVector<int64_t> batch, aBatch, bBatch, cBatch;
  int64_t m = 1, n = 1, k = 1;
  int64_t aM = 0, aK = 0, bK = 0, bN = 0, cM = 0, cN = 0;

  /// The transposed product: C^T = B^T A^T.
  GemmDims transposed() const;
};

/// The dot product over these views as one strided batched matrix product.
/// None when the contracted dimensions of an operand do not merge into one.
std::optional<GemmDims> gemmDims(mlir::stablehlo::DotGeneralOp dot, const StridedView &lhs,
                                 const StridedView &rhs, llvm::ArrayRef<int64_t> outStrides);

/// Multiplications and additions of a dot product.
int64_t dotFlops(mlir::stablehlo::DotGeneralOp dot);

/// Dimensions of an operand that are neither batching nor contracting.
llvm::SmallVector<int64_t> freeDims(int64_t rank, llvm::ArrayRef<int64_t> batching,
                                    llvm::ArrayRef<int64_t> contracting);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_DOTANALYSIS_H
