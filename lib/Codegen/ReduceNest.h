//===- ReduceNest.h - loops over reduced dimensions -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_REDUCENEST_H
#define SHARDC_LIB_CODEGEN_REDUCENEST_H

#include "Reduction.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc::codegen {

/// The dimensions of a reduction's input, those of extent 1 left out.
struct ReduceShape {
  llvm::SmallVector<int64_t> kept, reduced, keptExtents, reducedExtents;
  bool innermostReduced = false;

  explicit ReduceShape(mlir::stablehlo::ReduceOp op);
};

/// The reductions whose results a kernel returns, each once.
llvm::SmallVector<mlir::stablehlo::ReduceOp> reductionsOf(mlir::func::FuncOp kernel);

/// Folds the reduced dimensions of one result element, or of a vector of them.
class ReduceNest {
public:
  using Values = Reduction::Values;

  ReduceNest(Emitter &emitter, Reduction &reduction, const ReduceShape &shape,
             unsigned vectorLanes);

  /// Values of the result at `kept`, one index a kept dimension: in vector
  /// lanes when rows disappear, else dimension by dimension.
  Values run(llvm::ArrayRef<Idx> kept);
  /// Dimension by dimension, whatever the shape.
  Values runSerial(llvm::ArrayRef<Idx> kept);

private:
  void begin(llvm::ArrayRef<Idx> kept);
  Values serialFrom(unsigned depth, Values accumulators);
  Values inLanes();
  Values lanesFrom(unsigned depth, Values accumulators, int64_t row, int64_t lower, int64_t upper,
                   unsigned width);
  Index at() { return e.fromDims(type.getShape(), indices); }

  Emitter &e;
  Reduction &reduction;
  const ReduceShape &shape;
  unsigned vectorLanes;
  mlir::RankedTensorType type;
  llvm::SmallVector<Idx> indices;
};

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_REDUCENEST_H
