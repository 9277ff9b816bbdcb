//===- CudaKernels.h - bodies of CUDA kernels -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_CUDAKERNELS_H
#define SHARDC_LIB_CODEGEN_CUDAKERNELS_H

#include "Emitter.h"
#include "KernelAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace shardc::codegen {

/// Blocks of a launch and threads of a block.
struct LaunchShape {
  int64_t blocks = 1, threads = 1;
};

/// Generates one kernel function's body for a grid of threads.
class CudaKernel {
public:
  CudaKernel(Emitter &emitter, mlir::func::FuncOp kernel, mlir::ValueRange resultPointers,
             mlir::ValueRange allPointers)
      : e(emitter), kernel(kernel), results(resultPointers.begin(), resultPointers.end()),
        pointers(allPointers.begin(), allPointers.end()) {}

  /// Shape of the launch; failure, with an error, when an op has no code.
  mlir::FailureOr<LaunchShape> generate();

private:
  using Value = mlir::Value;

  LaunchShape generateLoop();
  LaunchShape generateConcatenate();
  LaunchShape generateReduce();
  LaunchShape generateScatter();
  LaunchShape generateSort();
  LaunchShape generateScatterRows(mlir::stablehlo::ScatterOp op);

  /// Elements a thread handles at once: vectors of at most 16 bytes.
  unsigned laneCount();
  /// All elements of `shape` spread over the grid: vectors where the last
  /// group of dimensions is whole ones and all buffers are aligned.
  void spread(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<unsigned> groups, unsigned lanes,
              llvm::function_ref<void(const Index &)> body);
  void spreadWidth(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<unsigned> groups, unsigned width,
                   llvm::function_ref<void(const Index &)> body);
  /// for (i = first; i < count; i += step) body(i)
  void stride(Value first, int64_t count, Value step, llvm::function_ref<void(Idx)> body);
  /// Indices of dimensions of these extents from their row-major index.
  llvm::SmallVector<Idx> split(Idx index, llvm::ArrayRef<int64_t> extents);
  Value areAligned(unsigned bytes);
  LaunchShape shapeFor(int64_t elements, unsigned lanes) const;
  /// `value` combined over the threads of a block, for every thread.
  Value combineBlock(Value value, int64_t threads, Value shared,
                     llvm::function_ref<Value(Value, Value)> combine);
  /// Shared memory for one value a thread.
  Value sharedArray(Value like, int64_t threads);

  Value threadIdx();
  Value blockIdx();
  Value blockDim();
  Value gridDim();
  Value toIndex(Value i32);
  void barrier();

  Emitter &e;
  mlir::func::FuncOp kernel;
  llvm::SmallVector<Value> results, pointers;
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_CUDAKERNELS_H
