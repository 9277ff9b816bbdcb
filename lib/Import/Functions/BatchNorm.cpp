//===- BatchNorm.cpp - batch normalization in plain ops ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Batch normalization becomes sums over the batch and arithmetic. So when the
// batch is split its statistics are those of the whole batch: the sums are
// reduced over the ranks. Narrow floats are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;

namespace {
/// Formulas over a value whose dimension `feature` numbers the features.
class Formula {
public:
  Formula(TensorBuilder &builder, Value operand, int64_t feature, double epsilon)
      : b(builder), element(typeOf(operand).getElementType()), x(b.widen(operand)),
        feature(feature), epsilon(epsilon) {
    RankedTensorType type = typeOf(operand);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != feature)
        others.push_back(dim);
    int64_t features = type.getDimSize(feature);
    each = features == 0 ? 1 : std::max<int64_t>(type.getNumElements() / features, 1);
  }

  TensorBuilder &b;
  Type element;
  Value x;

  Value spread(Value vector) { return b.broadcast(vector, typeOf(x).getShape(), {feature}); }
  Value sum(Value value) { return b.reduceSum(value, others); }
  Value mean(Value value) { return b.mul(sum(value), 1.0 / each); }
  Value centered(Value mean) { return b.sub(x, spread(mean)); }
  /// 1 / sqrt(variance + epsilon).
  Value scaleOf(Value variance) { return b.rsqrt(b.add(variance, epsilon)); }
  Value narrow(Value value) { return b.convert(value, element); }

  Value normalized(Value mean, Value variance, Value scale, Value offset) {
    Value factor = b.mul(scaleOf(variance), b.widen(scale));
    return narrow(b.add(b.mul(centered(mean), spread(factor)), spread(b.widen(offset))));
  }

  int64_t each = 1;

private:
  int64_t feature;
  double epsilon;
  SmallVector<int64_t> others;
};
} // namespace

static SmallVector<Value> expand(stablehlo::BatchNormTrainingOp op, TensorBuilder &b) {
  Formula f(b, op.getOperand(), op.getFeatureIndex(), op.getEpsilon().convertToDouble());
  Value mean = f.mean(f.x);
  Value centered = f.centered(mean);
  Value variance = f.mean(b.mul(centered, centered));
  return {f.normalized(mean, variance, op.getScale(), op.getOffset()), f.narrow(mean),
          f.narrow(variance)};
}

static SmallVector<Value> expand(stablehlo::BatchNormInferenceOp op, TensorBuilder &b) {
  Formula f(b, op.getOperand(), op.getFeatureIndex(), op.getEpsilon().convertToDouble());
  return {f.normalized(b.widen(op.getMean()), b.widen(op.getVariance()), op.getScale(),
                       op.getOffset())};
}

static SmallVector<Value> expand(stablehlo::BatchNormGradOp op, TensorBuilder &b) {
  Formula f(b, op.getOperand(), op.getFeatureIndex(), op.getEpsilon().convertToDouble());
  Value gradient = b.widen(op.getGradOutput());
  Value factor = f.scaleOf(b.widen(op.getVariance()));
  Value unit = b.mul(f.centered(b.widen(op.getMean())), f.spread(factor));
  Value offset = f.sum(gradient), scale = f.sum(b.mul(gradient, unit));
  // What the statistics themselves owe to each element.
  Value shared = b.add(f.spread(b.mul(offset, 1.0 / f.each)),
                       b.mul(unit, f.spread(b.mul(scale, 1.0 / f.each))));
  Value operand = b.mul(b.sub(gradient, shared), f.spread(b.mul(b.widen(op.getScale()), factor)));
  return {f.narrow(operand), f.narrow(scale), f.narrow(offset)};
}

void shardc::expandBatchNorms(func::FuncOp main) {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) {
    if (isa<stablehlo::BatchNormTrainingOp, stablehlo::BatchNormInferenceOp,
            stablehlo::BatchNormGradOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    TensorBuilder b(builder, op->getLoc());
    SmallVector<Value> values =
        llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
            .Case<stablehlo::BatchNormTrainingOp, stablehlo::BatchNormInferenceOp,
                  stablehlo::BatchNormGradOp>([&](auto batchNorm) { return expand(batchNorm, b); });
    op->replaceAllUsesWith(values);
    op->erase();
  }
}
