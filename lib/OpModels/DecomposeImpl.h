//===- DecomposeImpl.h - formulas of the nn ops -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One function an op: builds the ops and gives one value a result, of the
// result's type. Internal to the decomposition.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_OPMODELS_DECOMPOSEIMPL_H
#define SHARDC_LIB_OPMODELS_DECOMPOSEIMPL_H

#include "dialects/NN/NN.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::decomposition {

using Values = llvm::SmallVector<mlir::Value, 3>;

// DecomposeLayers.cpp
Values build(nn::EmbeddingOp op, TensorBuilder &b);
Values build(nn::EmbeddingGradOp op, TensorBuilder &b);
Values build(nn::RmsNormOp op, TensorBuilder &b);
Values build(nn::RmsNormGradOp op, TensorBuilder &b);
Values build(nn::LayerNormOp op, TensorBuilder &b);
Values build(nn::LayerNormGradOp op, TensorBuilder &b);
Values build(nn::SoftmaxOp op, TensorBuilder &b);
Values build(nn::SoftmaxGradOp op, TensorBuilder &b);
// DecomposeActivations.cpp
Values build(nn::GeluOp op, TensorBuilder &b);
Values build(nn::GeluGradOp op, TensorBuilder &b);
Values build(nn::SiluOp op, TensorBuilder &b);
Values build(nn::SiluGradOp op, TensorBuilder &b);
// DecomposeAttention.cpp
Values build(nn::RopeTableOp op, TensorBuilder &b);
Values build(nn::RopeOp op, TensorBuilder &b);
Values build(nn::AttentionOp op, TensorBuilder &b);
Values build(nn::AttentionGradOp op, TensorBuilder &b);
// DecomposeRandom.cpp
Values build(nn::DropoutOp op, TensorBuilder &b);
// DecomposeTraining.cpp
Values build(nn::CrossEntropyOp op, TensorBuilder &b);
Values build(nn::CrossEntropyGradOp op, TensorBuilder &b);
Values build(nn::SquareSumOp op, TensorBuilder &b);
Values build(nn::AdamWOp op, TensorBuilder &b);

/// `value` in the element type of `like`.
inline mlir::Value narrow(TensorBuilder &b, mlir::Value value, mlir::Value like) {
  return b.convert(value, typeOf(like).getElementType());
}

} // namespace shardc::decomposition

#endif // SHARDC_LIB_OPMODELS_DECOMPOSEIMPL_H
