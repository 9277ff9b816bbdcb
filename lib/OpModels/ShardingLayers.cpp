//===- ShardingLayers.cpp - rules of embedding and norms --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The vocabulary of an embedding may be split: each rank looks up what it has
// and gives zeros elsewhere. A norm needs its last dimension whole; its rows
// are independent, and the gradients of its weights sum over them.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::sharding;

/// ids less the first index of this rank's part of the vocabulary.
static Value shiftIds(OpBuilder &builder, Location loc, Value ids, unsigned vocabulary,
                      const LocalizeContext &context) {
  if (context.factors[vocabulary].axes.empty())
    return ids;
  auto type = cast<RankedTensorType>(ids.getType());
  Value offset = offsetOf(builder, loc, vocabulary, type.getElementType(), context);
  offset = stablehlo::BroadcastInDimOp::create(builder, loc, type, offset, ArrayRef<int64_t>());
  return stablehlo::SubtractOp::create(builder, loc, ids, offset);
}

static TypedAttr zeroOf(Value value) {
  return cast<TypedAttr>(Builder(value.getContext()).getZeroAttr(getElementTypeOrSelf(value)));
}

namespace {

struct EmbeddingRule : ShardableOpInterface::ExternalModel<EmbeddingRule, nn::EmbeddingOp> {
  // Factor 0 is the vocabulary.
  ShardingRule getShardingRule(Operation *op) const {
    ArrayRef<int64_t> table = shapeOf(op->getOperand(0));
    ShardingRule rule;
    unsigned vocabulary = rule.addFactor(table[0], FactorKind::Reduction);
    unsigned hidden = rule.addFactor(table[1]);
    TensorFactors ids = addFactors(rule, shapeOf(op->getOperand(1))), result = ids;
    result.push_back({hidden});
    rule.operands.assign({{{vocabulary}, {hidden}}, ids});
    rule.results.assign({result});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }

  // An index past the end of the vocabulary must find zeros, also where it falls
  // into the padding of a block.
  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned factor) const {
    return operand == 0 && factor == 0 ? zeroOf(op->getOperand(0)) : TypedAttr();
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    Value ids = shiftIds(builder, op->getLoc(), operands[1], 0, context);
    return ::shardc::detail::localizeByClone(op, builder, {operands[0], ids}, context);
  }
};

struct EmbeddingGradRule
    : ShardableOpInterface::ExternalModel<EmbeddingGradRule, nn::EmbeddingGradOp> {
  // Factor 0 is the vocabulary.
  ShardingRule getShardingRule(Operation *op) const {
    ArrayRef<int64_t> table = shapeOf(op->getResult(0));
    ShardingRule rule;
    unsigned vocabulary = rule.addFactor(table[0]), hidden = rule.addFactor(table[1]);
    TensorFactors ids = addFactors(rule, shapeOf(op->getOperand(0)), FactorKind::Reduction);
    TensorFactors dout = ids;
    dout.push_back({hidden});
    rule.operands.assign({ids, dout});
    rule.results.assign({{{vocabulary}, {hidden}}});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{1}}; }

  // A row of index -1 is dropped, whatever its gradient holds.
  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned factor) const {
    if (operand != 0)
      return {};
    auto type = cast<IntegerType>(getElementTypeOrSelf(op->getOperand(0)));
    return IntegerAttr::get(type, APInt::getAllOnes(type.getWidth()));
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    Value ids = shiftIds(builder, op->getLoc(), operands[0], 0, context);
    return ::shardc::detail::localizeByClone(op, builder, {ids, operands[1]}, context);
  }
};

/// rms_norm, layer_norm: x, then vectors over its last dimension.
template <typename OpTy>
struct NormRule : ShardableOpInterface::ExternalModel<NormRule<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors x = addFactors(rule, shapeOf(op->getOperand(0)));
    rule.factors.back().kind = FactorKind::NeedReplication;
    for (Value operand : op->getOperands())
      rule.operands.push_back(cast<RankedTensorType>(operand.getType()).getRank() == 1 &&
                                      x.size() != 1
                                  ? TensorFactors{x.back()}
                                  : x);
    rule.results.assign({x});
    return rule;
  }
};

/// softmax and its gradient: every dimension but theirs passes through.
template <typename OpTy>
struct SoftmaxRule : ShardableOpInterface::ExternalModel<SoftmaxRule<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors x = addFactors(rule, shapeOf(op->getOperand(0)));
    rule.factors[cast<OpTy>(op).getDimension()].kind = FactorKind::NeedReplication;
    rule.operands.assign(op->getNumOperands(), x);
    rule.results.assign({x});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    return isa<nn::SoftmaxGradOp>(op) ? LinearGroups{{1}} : LinearGroups{};
  }
};

/// Their gradients: x, weight, dy -> dx, then vectors.
template <typename OpTy>
struct NormGradRule : ShardableOpInterface::ExternalModel<NormGradRule<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors x = addFactors(rule, shapeOf(op->getOperand(0)), FactorKind::Reduction);
    rule.factors.back().kind = FactorKind::NeedReplication;
    TensorFactors vector{x.back()};
    rule.operands.assign({x, vector, x});
    rule.results.assign({x});
    rule.results.append(op->getNumResults() - 1, vector);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{2}}; }

  // A row of zeros adds nothing to the sums; its own gradient is padding.
  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned factor) const {
    ShardingRule rule = getShardingRule(op);
    bool isRow = rule.factors[factor].kind == FactorKind::Reduction;
    return isRow && operand != 1 ? zeroOf(op->getOperand(operand)) : TypedAttr();
  }
};

} // namespace

void sharding::attachLayerRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    context->loadDialect<DistDialect, stablehlo::StableHLODialect>();
    nn::EmbeddingOp::attachInterface<EmbeddingRule>(*context);
    nn::EmbeddingGradOp::attachInterface<EmbeddingGradRule>(*context);
    nn::RmsNormOp::attachInterface<NormRule<nn::RmsNormOp>>(*context);
    nn::LayerNormOp::attachInterface<NormRule<nn::LayerNormOp>>(*context);
    nn::SoftmaxOp::attachInterface<SoftmaxRule<nn::SoftmaxOp>>(*context);
    nn::SoftmaxGradOp::attachInterface<SoftmaxRule<nn::SoftmaxGradOp>>(*context);
    nn::RmsNormGradOp::attachInterface<NormGradRule<nn::RmsNormGradOp>>(*context);
    nn::LayerNormGradOp::attachInterface<NormGradRule<nn::LayerNormGradOp>>(*context);
  });
}
