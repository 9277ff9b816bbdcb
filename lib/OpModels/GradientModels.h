//===- GradientModels.h - how gradients are attached ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A gradient is one function that is given the op and its cotangents and adds
// to an accumulator; attachGradient makes it the op's interface.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_OPMODELS_GRADIENTMODELS_H
#define SHARDC_LIB_OPMODELS_GRADIENTMODELS_H

#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::gradient {

/// Builds the gradients of one op. `cotangents` has one entry a result, null
/// where the loss does not depend on it; at least one is not null.
template <typename OpTy>
using Function = llvm::LogicalResult (*)(OpTy op, TensorBuilder &b, mlir::ValueRange cotangents,
                                         GradientAccumulator &gradients);

template <typename OpTy, Function<OpTy> function>
struct Model : public DifferentiableOpInterface::ExternalModel<Model<OpTy, function>, OpTy> {
  llvm::LogicalResult buildGradients(mlir::Operation *op, mlir::OpBuilder &builder,
                                     mlir::ValueRange cotangents,
                                     GradientAccumulator &gradients) const {
    TensorBuilder b(builder, op->getLoc());
    return function(llvm::cast<OpTy>(op), b, cotangents, gradients);
  }
};

template <typename OpTy, Function<OpTy> function>
void attach(mlir::MLIRContext *context) {
  OpTy::template attachInterface<Model<OpTy, function>>(*context);
}

/// One attaching function a file.
void attachElementwise(mlir::MLIRContext *context);
void attachFunctions(mlir::MLIRContext *context);
void attachShape(mlir::MLIRContext *context);
void attachContraction(mlir::MLIRContext *context);
void attachIndexing(mlir::MLIRContext *context);
void attachWindow(mlir::MLIRContext *context);
void attachSort(mlir::MLIRContext *context);
void attachNN(mlir::MLIRContext *context);
void attachDist(mlir::MLIRContext *context);

} // namespace shardc::gradient

#endif // SHARDC_LIB_OPMODELS_GRADIENTMODELS_H
