//===- NNGradients.cpp - gradients of nn and dist ops -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradient of an nn op is another nn op, so that sharding and kernel
// generation see backward work whole too.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"
#include "dialects/NN/NN.h"

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static LogicalResult embedding(nn::EmbeddingOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getTable()))
    gradients.add(op.getTable(),
                  nn::EmbeddingGradOp::create(b.getBuilder(), b.getLoc(), op.getTable().getType(),
                                              op.getIds(), cotangents[0]));
  return success();
}

static LogicalResult rmsNorm(nn::RmsNormOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  auto grad = nn::RmsNormGradOp::create(b.getBuilder(), b.getLoc(),
                                        TypeRange{op.getX().getType(), op.getWeight().getType()},
                                        op.getX(), op.getWeight(), cotangents[0], op.getEpsAttr());
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(), grad.getDx());
  if (gradients.isWanted(op.getWeight()))
    gradients.add(op.getWeight(), grad.getDweight());
  return success();
}

static LogicalResult layerNorm(nn::LayerNormOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  Type weightType = op.getWeight().getType();
  auto grad = nn::LayerNormGradOp::create(
      b.getBuilder(), b.getLoc(), TypeRange{op.getX().getType(), weightType, weightType}, op.getX(),
      op.getWeight(), cotangents[0], op.getEpsAttr());
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(), grad.getDx());
  if (gradients.isWanted(op.getWeight()))
    gradients.add(op.getWeight(), grad.getDweight());
  if (gradients.isWanted(op.getBias()))
    gradients.add(op.getBias(), grad.getDbias());
  return success();
}

static LogicalResult softmax(nn::SoftmaxOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(),
                  nn::SoftmaxGradOp::create(b.getBuilder(), b.getLoc(), op.getX().getType(),
                                            op.getResult(), cotangents[0], op.getDimensionAttr()));
  return success();
}

static LogicalResult gelu(nn::GeluOp op, TensorBuilder &b, ValueRange cotangents,
                          GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(), nn::GeluGradOp::create(b.getBuilder(), b.getLoc(), op.getX().getType(),
                                                    op.getX(), cotangents[0], op.getKindAttr()));
  return success();
}

static LogicalResult silu(nn::SiluOp op, TensorBuilder &b, ValueRange cotangents,
                          GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(), nn::SiluGradOp::create(b.getBuilder(), b.getLoc(), op.getX().getType(),
                                                    op.getX(), cotangents[0]));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

static LogicalResult rope(nn::RopeOp op, TensorBuilder &b, ValueRange cotangents,
                          GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getCos()) || gradients.isWanted(op.getSin()))
    return op.emitOpError() << "has no gradient for its cosines and sines; they must not depend "
                               "on a parameter";
  if (!gradients.isWanted(op.getX()))
    return success();
  UnitAttr inverse = op.getInverse() ? UnitAttr() : b.getBuilder().getUnitAttr();
  gradients.add(op.getX(), nn::RopeOp::create(b.getBuilder(), b.getLoc(), op.getX().getType(),
                                              cotangents[0], op.getCos(), op.getSin(), inverse));
  return success();
}

/// The log-sum-exp results serve gradients only; a loss must not read them.
static LogicalResult checkNoLse(Operation *op, ValueRange cotangents) {
  if (cotangents[1])
    return op->emitOpError() << "has no gradient through its result 'lse', on which the loss "
                                "depends";
  return success();
}

static LogicalResult attention(nn::AttentionOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  if (failed(checkNoLse(op, cotangents)))
    return failure();
  if (op.getMask() && gradients.isWanted(op.getMask()))
    return op.emitOpError() << "has no gradient for its mask; it must not depend on a parameter";
  auto grad = nn::AttentionGradOp::create(
      b.getBuilder(), b.getLoc(),
      TypeRange{op.getQ().getType(), op.getK().getType(), op.getV().getType()}, op.getQ(),
      op.getK(), op.getV(), op.getOut(), op.getLse(), cotangents[0], op.getQueryOffset(),
      op.getMask(), op.getCausalAttr(), op.getScaleAttr(), op.getLogitCapAttr(),
      op.getMaskedValueAttr(), op.getZeroHiddenRowsAttr());
  if (gradients.isWanted(op.getQ()))
    gradients.add(op.getQ(), grad.getDq());
  if (gradients.isWanted(op.getK()))
    gradients.add(op.getK(), grad.getDk());
  if (gradients.isWanted(op.getV()))
    gradients.add(op.getV(), grad.getDv());
  return success();
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

/// Linear: the same elements of the cotangent, scaled alike.
static LogicalResult dropout(nn::DropoutOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getX()))
    gradients.add(op.getX(),
                  nn::DropoutOp::create(b.getBuilder(), b.getLoc(), op.getX().getType(),
                                        cotangents[0], op.getMask(), op.getKey(), op.getStarts(),
                                        op.getRateAttr(), op.getStreamAttr(), op.getWholeAttr()));
  return success();
}

//===----------------------------------------------------------------------===//
// Loss
//===----------------------------------------------------------------------===//

static LogicalResult crossEntropy(nn::CrossEntropyOp op, TensorBuilder &b, ValueRange cotangents,
                                  GradientAccumulator &gradients) {
  if (failed(checkNoLse(op, cotangents)))
    return failure();
  if (!gradients.isWanted(op.getLogits()))
    return success();
  RankedTensorType type = typeOf(op.getLogits());
  gradients.add(op.getLogits(),
                nn::CrossEntropyGradOp::create(
                    b.getBuilder(), b.getLoc(), type, op.getLogits(), op.getLabels(), op.getLse(),
                    cotangents[0],
                    /*offset=*/Value(), b.getBuilder().getI64IntegerAttr(type.getShape().back())));
  return success();
}

static LogicalResult squareSum(nn::SquareSumOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  for (Value value : op.getValues()) {
    if (!gradients.isWanted(value))
      continue;
    RankedTensorType type = typeOf(value);
    Value twice = b.mul(b.convert(cotangents[0], type.getElementType()), 2.0);
    gradients.add(value, b.mul(value, b.broadcastScalar(twice, type.getShape())));
  }
  return success();
}

void gradient::attachNN(MLIRContext *context) {
  attach<nn::EmbeddingOp, ::embedding>(context);
  attach<nn::RmsNormOp, ::rmsNorm>(context);
  attach<nn::LayerNormOp, ::layerNorm>(context);
  attach<nn::SoftmaxOp, ::softmax>(context);
  attach<nn::GeluOp, ::gelu>(context);
  attach<nn::SiluOp, ::silu>(context);
  attach<nn::RopeOp, ::rope>(context);
  attach<nn::AttentionOp, ::attention>(context);
  attach<nn::DropoutOp, ::dropout>(context);
  attach<nn::CrossEntropyOp, ::crossEntropy>(context);
  attach<nn::SquareSumOp, ::squareSum>(context);
}

//===----------------------------------------------------------------------===//
// Tags of the dist dialect
//===----------------------------------------------------------------------===//

/// Ops that say something of a value without changing it.
template <typename OpTy>
static LogicalResult identity(OpTy op, TensorBuilder &, ValueRange cotangents,
                              GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getInput()))
    gradients.add(op.getInput(), cotangents[0]);
  return success();
}

void gradient::attachDist(MLIRContext *context) {
  attach<dist::CheckpointOp, identity<dist::CheckpointOp>>(context);
  attach<dist::ConstraintOp, identity<dist::ConstraintOp>>(context);
  attach<dist::ReshardOp, identity<dist::ReshardOp>>(context);
}
