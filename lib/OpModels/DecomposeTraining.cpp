//===- DecomposeTraining.cpp - loss and optimizer ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// Cross entropy
//===----------------------------------------------------------------------===//

/// 0 <= labels < vocab.
static Value isLabel(TensorBuilder &b, Value labels, int64_t vocab) {
  return b.logicalAnd(b.compare(Direction::GE, labels, b.splatLike(labels, 0)),
                      b.compare(Direction::LT, labels, b.splatLike(labels, vocab)));
}

/// Where the column of logits (plus `offset`, if any) is the row's label.
static Value isColumnOfLabel(TensorBuilder &b, Value logits, Value labels, Value offset) {
  ArrayRef<int64_t> shape = typeOf(logits).getShape();
  Type index = typeOf(labels).getElementType();
  Value column = b.iota(RankedTensorType::get(shape, index), shape.size() - 1);
  if (offset)
    column = b.add(column, b.broadcastScalar(b.convert(offset, index), shape));
  return b.compare(Direction::EQ, column, b.broadcastLeading(labels, shape));
}

Values decomposition::build(nn::CrossEntropyOp op, TensorBuilder &b) {
  Value logits = b.widen(op.getLogits());
  RankedTensorType type = typeOf(logits);
  int64_t last = type.getRank() - 1;
  Value highest = b.reduceMax(logits, {last});
  Value shifted = b.sub(logits, b.broadcastLeading(highest, type.getShape()));
  Value lse = b.add(highest, b.log(b.reduceSum(b.exp(shifted), {last})));
  // Selecting before the sum reads one column a row without a gather.
  Value own =
      b.select(isColumnOfLabel(b, logits, op.getLabels(), {}), logits, b.splatLike(logits, 0.0));
  Value loss = b.sub(lse, b.reduceSum(own, {last}));
  loss = b.select(isLabel(b, op.getLabels(), type.getShape().back()), loss, b.splatLike(loss, 0.0));
  return {narrow(b, loss, op.getLoss()), narrow(b, lse, op.getLse())};
}

Values decomposition::build(nn::CrossEntropyGradOp op, TensorBuilder &b) {
  Value logits = b.widen(op.getLogits());
  RankedTensorType type = typeOf(logits);
  ArrayRef<int64_t> shape = type.getShape();
  Value lse = b.broadcastLeading(b.convert(op.getLse(), type.getElementType()), shape);
  Value dloss = b.broadcastLeading(b.convert(op.getDloss(), type.getElementType()), shape);
  Value p = b.exp(b.sub(logits, lse));
  Value isOwn = isColumnOfLabel(b, logits, op.getLabels(), op.getOffset());
  Value difference = b.select(isOwn, b.add(p, -1.0), p);
  Value counts = b.broadcastLeading(isLabel(b, op.getLabels(), op.getVocab()), shape);
  Value dlogits = b.select(counts, b.mul(difference, dloss), b.splatLike(difference, 0.0));
  return {narrow(b, dlogits, op.getDlogits())};
}

//===----------------------------------------------------------------------===//
// Optimizer
//===----------------------------------------------------------------------===//

Values decomposition::build(nn::SquareSumOp op, TensorBuilder &b) {
  Type wide = computeTypeOf(typeOf(op.getResult()).getElementType());
  Value total;
  for (Value value : op.getValues()) {
    Value x = b.convert(b.widen(value), wide);
    Value sum = b.reduceSumAll(b.mul(x, x));
    total = total ? b.add(total, sum) : sum;
  }
  return {narrow(b, total, op.getResult())};
}

Values decomposition::build(nn::AdamWOp op, TensorBuilder &b) {
  Value param = b.widen(op.getParam());
  RankedTensorType type = typeOf(param);
  Type wide = type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  double lr = op.getLr().convertToDouble(), eps = op.getEps().convertToDouble();
  double beta1 = op.getBeta1().convertToDouble(), beta2 = op.getBeta2().convertToDouble();
  double decay = op.getWeightDecay().convertToDouble();

  // The bias corrections are scalars: 1 - beta^t.
  Value step = b.widen(op.getStep());
  auto correction = [&](double beta) {
    Value rest = b.sub(1.0, b.pow(b.splatLike(step, beta), step));
    return b.broadcastScalar(b.convert(rest, wide), shape);
  };
  Value scale = b.broadcastScalar(b.convert(b.widen(op.getScale()), wide), shape);
  Value grad = b.mul(b.widen(op.getGrad()), scale);
  Value m = b.add(b.mul(b.widen(op.getM()), beta1), b.mul(grad, 1.0 - beta1));
  Value v = b.add(b.mul(b.widen(op.getV()), beta2), b.mul(b.mul(grad, grad), 1.0 - beta2));
  Value mean = b.div(m, correction(beta1));
  Value spread = b.add(b.sqrt(b.div(v, correction(beta2))), eps);
  Value direction = b.div(mean, spread);
  if (decay != 0.0)
    direction = b.add(direction, b.mul(param, decay));
  Value next = b.sub(param, b.mul(direction, lr));
  return {narrow(b, next, op.getNewParam()), narrow(b, m, op.getNewM()),
          narrow(b, v, op.getNewV())};
}
