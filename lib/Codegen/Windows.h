//===- Windows.h - how windows slide over dimensions ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_WINDOWS_H
#define SHARDC_LIB_CODEGEN_WINDOWS_H

#include "dialects/StableHLO/StableHLO.h"

namespace shardc::codegen {

/// A window along one dimension: tap t at place p is over element
/// (p * stride + t * windowDilation - low) / baseDilation.
struct WindowDim {
  int64_t size, stride, baseDilation, windowDilation, low;
  /// Elements of the operand; places of the window.
  int64_t extent, places;
};

/// The dimensions of a window; what is not given is 1 (padding: 0).
llvm::SmallVector<WindowDim> windowDims(llvm::ArrayRef<int64_t> size,
                                        std::optional<llvm::ArrayRef<int64_t>> strides,
                                        std::optional<llvm::ArrayRef<int64_t>> baseDilations,
                                        std::optional<llvm::ArrayRef<int64_t>> windowDilations,
                                        mlir::DenseIntElementsAttr padding,
                                        llvm::ArrayRef<int64_t> extents,
                                        llvm::ArrayRef<int64_t> places);
/// The spatial dimensions of a convolution, in the order of its numbers.
llvm::SmallVector<WindowDim> windowDims(mlir::stablehlo::ConvolutionOp op);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_WINDOWS_H
