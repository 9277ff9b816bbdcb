//===- ScatterShape.h - where updates of a scatter go -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_SCATTERSHAPE_H
#define SHARDC_LIB_CODEGEN_SCATTERSHAPE_H

#include "Emitter.h"

namespace shardc::codegen {

/// The dimension arithmetic of one stablehlo.scatter.
struct ScatterShape {
  mlir::stablehlo::ScatterOp op;
  mlir::RankedTensorType inputType, updateType, indexType;
  /// Window extent of each input dimension; the dimensions that have one.
  llvm::SmallVector<int64_t> window, windowDims, windowExtents;
  /// Dimensions of the updates that number the windows.
  llvm::SmallVector<int64_t> scatterDims, scatterExtents;

  explicit ScatterShape(mlir::stablehlo::ScatterOp op);

  /// True when each update is one whole row, dimension 0 of the input.
  bool isRows();

  /// Where window `scatter` starts in the input, and whether it fits (an i1).
  std::pair<llvm::SmallVector<Idx>, mlir::Value> start(Emitter &e, llvm::ArrayRef<Idx> scatter);
  /// Combines one element of one window into the results.
  void combine(Emitter &e, llvm::ArrayRef<Idx> start, llvm::ArrayRef<Idx> scatter,
               llvm::ArrayRef<Idx> inner, llvm::ArrayRef<mlir::Value> results);
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_SCATTERSHAPE_H
