//===- ShardingTraining.cpp - rules of losses and optimizer -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// cross_entropy with a split vocabulary combines the ranks' own logarithms of
// sums; square_sum adds up what blocks hold, once for each set of axes.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::sharding;

static Value allReduce(OpBuilder &builder, Location loc, Value value, ReductionKind kind,
                       ArrayRef<AxisRefAttr> axes, const LocalizeContext &context) {
  SmallVector<Attribute> list(axes.begin(), axes.end());
  return AllReduceOp::create(builder, loc, value.getType(), value,
                             ReductionKindAttr::get(builder.getContext(), kind),
                             builder.getArrayAttr(list), context.meshName);
}

namespace {

struct CrossEntropyRule
    : ShardableOpInterface::ExternalModel<CrossEntropyRule, nn::CrossEntropyOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors logits = addFactors(rule, shapeOf(op->getOperand(0)));
    rule.factors.back().kind = FactorKind::Internal;
    TensorFactors rows(ArrayRef(logits).drop_back());
    rule.operands.assign({logits, rows});
    rule.results.assign({rows, rows});
    return rule;
  }

  // Far below any logit, yet finite: a rank that holds padding only must not
  // make infinities.
  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned factor) const {
    if (operand != 0 || factor + 1 != shapeOf(op->getOperand(0)).size())
      return {};
    auto type = cast<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
    APFloat least = APFloat::getLargest(type.getFloatSemantics(), /*Negative=*/true);
    bool inexact;
    APFloat quarter(0.25);
    quarter.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
    least.multiply(quarter, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(type, least);
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const;
};

struct CrossEntropyGradRule
    : ShardableOpInterface::ExternalModel<CrossEntropyGradRule, nn::CrossEntropyGradOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors logits = addFactors(rule, shapeOf(op->getOperand(0)));
    TensorFactors rows(ArrayRef(logits).drop_back());
    rule.operands.assign({logits, rows, rows, rows});
    rule.operands.resize(op->getNumOperands());
    rule.results.assign({logits});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{3}}; }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    unsigned vocabulary = shapeOf(op->getOperand(0)).size() - 1;
    if (context.factors[vocabulary].axes.empty())
      return ::shardc::detail::localizeByClone(op, builder, operands, context);
    Type type = getElementTypeOrSelf(operands[1]);
    Value offset = offsetOf(builder, op->getLoc(), vocabulary, type, context);
    auto grad = cast<nn::CrossEntropyGradOp>(op);
    if (Value before = grad.getOffset()) {
      Value own = operands[4];
      if (own.getType() != offset.getType())
        own = stablehlo::ConvertOp::create(builder, op->getLoc(), offset.getType(), own);
      offset = stablehlo::AddOp::create(builder, op->getLoc(), own, offset);
    }
    Value local = nn::CrossEntropyGradOp::create(builder, op->getLoc(), context.resultTypes[0],
                                                 operands[0], operands[1], operands[2], operands[3],
                                                 offset, grad.getVocab());
    return SmallVector<Value>{local};
  }
};

struct SquareSumRule : ShardableOpInterface::ExternalModel<SquareSumRule, nn::SquareSumOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    for (Value operand : op->getOperands())
      rule.operands.push_back(addFactors(rule, shapeOf(operand), FactorKind::Internal));
    rule.results.push_back({});
    return rule;
  }

  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned) const {
    return cast<TypedAttr>(
        Builder(op->getContext()).getZeroAttr(getElementTypeOrSelf(op->getOperand(operand))));
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    // Operands that the same ranks hold parts of are summed together first, so
    // that there is one reduction a set of axes; whole ones count once.
    llvm::MapVector<ArrayAttr, SmallVector<Value>> groups;
    for (auto [operand, sharding] : llvm::zip_equal(operands, context.operandShardings)) {
      SmallVector<AxisRefAttr> axes;
      for (DimShardingAttr dim : sharding.getDims())
        llvm::append_range(axes, dim.getAxes());
      llvm::sort(axes, [&](AxisRefAttr a, AxisRefAttr b) {
        unsigned x = *context.mesh.getAxisIndex(a.getName());
        unsigned y = *context.mesh.getAxisIndex(b.getName());
        return std::make_pair(x, a.getPreSize()) < std::make_pair(y, b.getPreSize());
      });
      SmallVector<Attribute> key(axes.begin(), axes.end());
      groups[builder.getArrayAttr(key)].push_back(operand);
    }
    Value total;
    for (auto &[axes, members] : groups) {
      Value sum = nn::SquareSumOp::create(builder, op->getLoc(), context.resultTypes[0], members);
      if (!axes.empty())
        sum = allReduce(builder, op->getLoc(), sum, ReductionKind::Sum, toAxes(axes), context);
      total = total ? stablehlo::AddOp::create(builder, op->getLoc(), total, sum).getResult() : sum;
    }
    return SmallVector<Value>{total};
  }
};

/// Elementwise over param, grad, m, v; step and scale are scalars.
struct AdamWRule : ShardableOpInterface::ExternalModel<AdamWRule, nn::AdamWOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors all = addFactors(rule, shapeOf(op->getOperand(0)));
    rule.operands.assign(4, all);
    rule.operands.resize(6);
    rule.results.assign(3, all);
    return rule;
  }
};

} // namespace

FailureOr<SmallVector<Value>> CrossEntropyRule::localize(Operation *op, OpBuilder &builder,
                                                         ValueRange operands,
                                                         const LocalizeContext &context) const {
  unsigned vocabulary = shapeOf(op->getOperand(0)).size() - 1;
  const FactorSharding &split = context.factors[vocabulary];
  if (split.axes.empty())
    return ::shardc::detail::localizeByClone(op, builder, operands, context);

  Location loc = op->getLoc();
  TensorBuilder b(builder, loc);
  Value logits = operands[0], labels = operands[1];
  auto labelType = cast<RankedTensorType>(labels.getType());
  auto offset =
      b.broadcastScalar(offsetOf(builder, loc, vocabulary, labelType.getElementType(), context),
                        labelType.getShape());
  Value local = b.sub(labels, offset);

  // How many columns are this rank's own: all of its block, unless it ends in
  // padding, which may be counted only by masking it.
  int64_t extent = context.rule->factors[vocabulary].size;
  int64_t block = shapeOf(logits).back(), parts = 1;
  for (AxisRefAttr axis : split.axes)
    parts *= axis.getSize(context.mesh);
  Value end;
  if (block * parts == extent) {
    end = b.splat(labelType, block);
  } else {
    auto columns = RankedTensorType::get({block}, labelType.getElementType());
    SmallVector<Attribute> axes(split.axes.begin(), split.axes.end());
    Value own = MaskOp::create(builder, loc, columns, b.splat(columns, 1), 0, extent, split.granule,
                               builder.getArrayAttr(axes), context.meshName.getValue(),
                               cast<TypedAttr>(builder.getZeroAttr(columns.getElementType())));
    end = b.broadcastScalar(b.reduceSumAll(own), labelType.getShape());
  }
  using stablehlo::ComparisonDirection;
  Value zero = b.splat(labelType, 0);
  Value isHere = b.logicalAnd(b.compare(ComparisonDirection::GE, local, zero),
                              b.compare(ComparisonDirection::LT, local, end));

  // The whole op on the rank's own columns: lse_i, and the label's logit as
  // lse_i - loss_i where the label is among them.
  SmallVector<Type> types = resultTypes(context);
  // A label that is not here is out of range for the local op.
  Value inRange = b.select(isHere, local, b.splat(labelType, -1));
  auto part = nn::CrossEntropyOp::create(builder, loc, types, ValueRange{logits, inRange});
  Value logit =
      b.select(isHere, b.sub(part.getLse(), part.getLoss()), b.splatLike(part.getLse(), 0));

  Value most = allReduce(builder, loc, part.getLse(), ReductionKind::Max, split.axes, context);
  Value weight = b.exp(b.sub(part.getLse(), most));
  weight = allReduce(builder, loc, weight, ReductionKind::Sum, split.axes, context);
  logit = allReduce(builder, loc, logit, ReductionKind::Sum, split.axes, context);
  Value lse = b.add(most, b.log(weight));

  Value isToken =
      b.logicalAnd(b.compare(ComparisonDirection::GE, labels, zero),
                   b.compare(ComparisonDirection::LT, labels, b.splat(labelType, extent)));
  Value loss = b.select(isToken, b.sub(lse, logit), b.splatLike(lse, 0));
  return SmallVector<Value>{loss, lse};
}

void sharding::attachTrainingRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    context->loadDialect<DistDialect, stablehlo::StableHLODialect>();
    nn::CrossEntropyOp::attachInterface<CrossEntropyRule>(*context);
    nn::CrossEntropyGradOp::attachInterface<CrossEntropyGradRule>(*context);
    nn::SquareSumOp::attachInterface<SquareSumRule>(*context);
    nn::AdamWOp::attachInterface<AdamWRule>(*context);
  });
}
