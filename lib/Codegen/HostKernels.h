//===- HostKernels.h - loops of host kernels --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_HOSTKERNELS_H
#define SHARDC_LIB_CODEGEN_HOSTKERNELS_H

#include "Emitter.h"
#include "KernelAnalysis.h"

namespace shardc::codegen {

/// What host code is generated for.
struct HostTarget {
  TargetTraits traits;
  /// Bytes of a vector register.
  unsigned vectorBytes = 16;
};

/// Generates one kernel function's loops.
class HostKernel {
public:
  HostKernel(Emitter &emitter, const HostTarget &target, mlir::func::FuncOp kernel,
             mlir::ValueRange resultPointers)
      : e(emitter), target(target), kernel(kernel),
        results(resultPointers.begin(), resultPointers.end()) {}

  llvm::LogicalResult generate();

private:
  using Value = mlir::Value;
  using Body = llvm::function_ref<void(llvm::ArrayRef<Idx>)>;

  void generateLoop();
  void generateConcatenate();
  void generateReduce();
  void generateScatter();
  llvm::LogicalResult generateDot();
  void generateConvolution();
  void generateSort();
  void generateNaiveDot(mlir::stablehlo::DotGeneralOp dot);
  llvm::LogicalResult generateFastDot(mlir::stablehlo::DotGeneralOp dot);

  /// Lanes that elements of the kernel are computed in.
  unsigned laneCount(mlir::Type element) const;
  /// Calls `body` inside of loops over all index tuples of `extents`; the last
  /// index is laned in vector iterations.
  void nest(llvm::ArrayRef<int64_t> extents, unsigned lanes, Body body);
  /// The same over `shape` with dimensions merged into groups.
  void nestGroups(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<unsigned> groups, unsigned lanes,
                  llvm::function_ref<void(const Index &)> body);
  void nestFrom(unsigned depth, llvm::ArrayRef<int64_t> extents, unsigned lanes,
                llvm::SmallVectorImpl<Idx> &indices, Body body);
  /// Stores `tensor`'s elements to `pointer`.
  void fill(Value tensor, Value pointer);

  Emitter &e;
  const HostTarget &target;
  mlir::func::FuncOp kernel;
  llvm::SmallVector<Value> results;
};

/// Private function of `module` that multiplies f64 matrices with any strides:
/// (a, b, c, m, n, k, a_m, a_k, b_k, b_n, c_m, c_n).
mlir::func::FuncOp getHostGemm(mlir::ModuleOp module, const HostTarget &target);

/// Adds to `module` the function `void <name>(void **buffers, const int32_t
/// *coords)` that runs `kernel`, and what it calls.
llvm::LogicalResult emitHostKernel(mlir::func::FuncOp kernel, mlir::ModuleOp module,
                                   const HostTarget &target);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_HOSTKERNELS_H
