//===- ShardingShape.cpp - rules of ops that move elements ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants, iota, broadcast, reshape, transpose, reverse, concatenate, pad.
// Dimensions that an op leaves as they are pass through; those it rearranges
// must be whole.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

namespace {

struct ConstantRule : ShardableOpInterface::ExternalModel<ConstantRule, stablehlo::ConstantOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    rule.results.push_back(addFactors(rule, shapeOf(op->getResult(0))));
    return rule;
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange,
                                         const LocalizeContext &context) const {
    auto constant = cast<stablehlo::ConstantOp>(op);
    RankedTensorType type = context.resultTypes[0];
    if (type == constant.getType())
      return SmallVector<Value>{builder.clone(*op)->getResult(0)};
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return SmallVector<Value>{
          stablehlo::ConstantOp::create(builder, op->getLoc(), splat.resizeSplat(type))};
    Operation *whole = builder.clone(*op);
    whole->removeAttr("dist.shardings");
    return SmallVector<Value>{sliceWhole(builder, op->getLoc(), whole->getResult(0),
                                         context.resultShardings[0], context)};
  }
};

struct IotaRule : ShardableOpInterface::ExternalModel<IotaRule, stablehlo::IotaOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    rule.results.push_back(addFactors(rule, shapeOf(op->getResult(0))));
    return rule;
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange,
                                         const LocalizeContext &context) const {
    auto iota = cast<stablehlo::IotaOp>(op);
    RankedTensorType type = context.resultTypes[0];
    int64_t dim = iota.getIotaDimension();
    Value local = stablehlo::IotaOp::create(builder, op->getLoc(), type, dim);
    unsigned factor = context.rule->results[0][dim].front();
    if (context.factors[factor].axes.empty())
      return SmallVector<Value>{local};
    Value offset = offsetOf(builder, op->getLoc(), factor, type.getElementType(), context);
    offset = stablehlo::BroadcastInDimOp::create(builder, op->getLoc(), type, offset,
                                                 ArrayRef<int64_t>());
    return SmallVector<Value>{stablehlo::AddOp::create(builder, op->getLoc(), local, offset)};
  }
};

struct BroadcastRule
    : ShardableOpInterface::ExternalModel<BroadcastRule, stablehlo::BroadcastInDimOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto broadcast = cast<stablehlo::BroadcastInDimOp>(op);
    ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
    ShardingRule rule;
    TensorFactors result = addFactors(rule, out), operand(in.size());
    for (auto [index, dim] : llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (in[index] == out[dim])
        operand[index] = result[dim];
    rule.operands.push_back(operand);
    rule.results.push_back(result);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

struct ReshapeRule : ShardableOpInterface::ExternalModel<ReshapeRule, stablehlo::ReshapeOp> {
  ShardingRule getShardingRule(Operation *op) const {
    return getReshapeRule(shapeOf(op->getOperand(0)), shapeOf(op->getResult(0)));
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

struct TransposeRule : ShardableOpInterface::ExternalModel<TransposeRule, stablehlo::TransposeOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto transpose = cast<stablehlo::TransposeOp>(op);
    ShardingRule rule;
    TensorFactors operand = addFactors(rule, shapeOf(op->getOperand(0))), result;
    for (int64_t dim : transpose.getPermutation())
      result.push_back(operand[dim]);
    rule.operands.push_back(operand);
    rule.results.push_back(result);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

struct ReverseRule : ShardableOpInterface::ExternalModel<ReverseRule, stablehlo::ReverseOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = elementwiseRule(op);
    for (int64_t dim : cast<stablehlo::ReverseOp>(op).getDimensions())
      rule.factors[dim].kind = FactorKind::NeedReplication;
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

struct ConcatenateRule
    : ShardableOpInterface::ExternalModel<ConcatenateRule, stablehlo::ConcatenateOp> {
  ShardingRule getShardingRule(Operation *op) const {
    int64_t dim = cast<stablehlo::ConcatenateOp>(op).getDimension();
    ShardingRule rule;
    TensorFactors result = addFactors(rule, shapeOf(op->getResult(0)));
    rule.factors[dim].kind = FactorKind::NeedReplication;
    for (Value operand : op->getOperands()) {
      TensorFactors factors = result;
      factors[dim] = {rule.addFactor(shapeOf(operand)[dim], FactorKind::NeedReplication)};
      rule.operands.push_back(factors);
    }
    rule.results.push_back(result);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    return {llvm::to_vector(llvm::seq<unsigned>(0, op->getNumOperands()))};
  }
};

struct PadRule : ShardableOpInterface::ExternalModel<PadRule, stablehlo::PadOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto pad = cast<stablehlo::PadOp>(op);
    ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
    ShardingRule rule;
    TensorFactors operand = addFactors(rule, in), result = operand;
    for (int64_t dim = 0, rank = in.size(); dim < rank; ++dim) {
      if (pad.getEdgePaddingLow()[dim] == 0 && pad.getEdgePaddingHigh()[dim] == 0 &&
          pad.getInteriorPadding()[dim] == 0)
        continue;
      rule.factors[operand[dim].front()].kind = FactorKind::NeedReplication;
      result[dim] = {rule.addFactor(out[dim], FactorKind::NeedReplication)};
    }
    rule.operands.push_back(operand);
    rule.operands.push_back({});
    rule.results.push_back(result);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0, 1}}; }
};

} // namespace

void sharding::attachShapeRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::ConstantOp::attachInterface<ConstantRule>(*context);
    stablehlo::IotaOp::attachInterface<IotaRule>(*context);
    stablehlo::BroadcastInDimOp::attachInterface<BroadcastRule>(*context);
    stablehlo::ReshapeOp::attachInterface<ReshapeRule>(*context);
    stablehlo::TransposeOp::attachInterface<TransposeRule>(*context);
    stablehlo::ReverseOp::attachInterface<ReverseRule>(*context);
    stablehlo::ConcatenateOp::attachInterface<ConcatenateRule>(*context);
    stablehlo::PadOp::attachInterface<PadRule>(*context);
  });
}
