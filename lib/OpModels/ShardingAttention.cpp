//===- ShardingAttention.cpp - rules of attention and rope ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Query heads are (G, R), major to minor: G key/value heads and R queries for
// each. Splitting G splits both; splitting R inside a group leaves the keys and
// values of the group whole, and their gradients partial. So does splitting the
// sequence of queries, whose blocks a causal mask must then know the place of.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

namespace {

/// Dimensions of q and out, of k and v, of lse, of the offset and the mask.
struct AttentionFactors {
  ShardingRule rule;
  TensorFactors query, keyValue, lse;
  SmallVector<TensorFactors> optional;
};

/// Number of the sequence of queries among the factors of attention.
constexpr unsigned kQuerySequence = 1;

/// `queries` is what the sequence of queries and the queries of one group are. An
/// op that begins at an `offset` of its own is a part already.
template <typename OpTy>
AttentionFactors attentionFactors(OpTy op, FactorKind queries) {
  Value q = op.getQ(), k = op.getK(), offset = op.getQueryOffset();
  ArrayRef<int64_t> query = shapeOf(q), key = shapeOf(k);
  AttentionFactors result;
  ShardingRule &rule = result.rule;
  unsigned b = rule.addFactor(query[0]);
  unsigned s = rule.addFactor(query[1], offset ? FactorKind::NeedReplication : queries);
  unsigned t = rule.addFactor(key[1], FactorKind::NeedReplication);
  unsigned d = rule.addFactor(query[3], FactorKind::NeedReplication);
  int64_t groups = key[2], perGroup = query[2] / groups;
  unsigned g = rule.addFactor(groups);
  DimFactors heads{g};
  if (perGroup > 1)
    heads.push_back(rule.addFactor(perGroup, queries));
  result.query = {{b}, {s}, heads, {d}};
  result.keyValue = {{b}, {t}, {g}, {d}};
  result.lse = {{b}, heads, {s}};
  if (offset)
    result.optional.emplace_back();
  if (Value mask = op.getMask()) {
    TensorFactors factors = {{b}, heads, {s}, {t}};
    for (auto [dim, extent] : llvm::enumerate(shapeOf(mask).drop_back()))
      if (extent == 1)
        factors[dim] = {};
    result.optional.push_back(factors);
  }
  return result;
}

/// A clone on local values. A causal op with a part of the queries is told where
/// they begin.
template <typename OpTy>
FailureOr<SmallVector<Value>> localizeAttention(Operation *op, OpBuilder &builder,
                                                ValueRange operands,
                                                const LocalizeContext &context) {
  bool needsOffset = cast<OpTy>(op).getCausal() && !context.factors[kQuerySequence].axes.empty();
  Value offset;
  if (needsOffset)
    offset = offsetOf(builder, op->getLoc(), kQuerySequence, builder.getI32Type(), context);
  FailureOr<SmallVector<Value>> results =
      ::shardc::detail::localizeByClone(op, builder, operands, context);
  if (succeeded(results) && needsOffset)
    cast<OpTy>(results->front().getDefiningOp()).getQueryOffsetMutable().assign(offset);
  return results;
}

struct AttentionRule : ShardableOpInterface::ExternalModel<AttentionRule, nn::AttentionOp> {
  ShardingRule getShardingRule(Operation *op) const {
    AttentionFactors factors = attentionFactors(cast<nn::AttentionOp>(op), FactorKind::PassThrough);
    ShardingRule rule = std::move(factors.rule);
    rule.operands.assign({factors.query, factors.keyValue, factors.keyValue});
    llvm::append_range(rule.operands, factors.optional);
    rule.results.assign({factors.query, factors.lse});
    return rule;
  }
  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    return localizeAttention<nn::AttentionOp>(op, builder, operands, context);
  }
};

struct AttentionGradRule
    : ShardableOpInterface::ExternalModel<AttentionGradRule, nn::AttentionGradOp> {
  ShardingRule getShardingRule(Operation *op) const {
    AttentionFactors factors =
        attentionFactors(cast<nn::AttentionGradOp>(op), FactorKind::Reduction);
    ShardingRule rule = std::move(factors.rule);
    rule.operands.assign({factors.query, factors.keyValue, factors.keyValue, factors.query,
                          factors.lse, factors.query});
    llvm::append_range(rule.operands, factors.optional);
    rule.results.assign({factors.query, factors.keyValue, factors.keyValue});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{5}}; }
  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    return localizeAttention<nn::AttentionGradOp>(op, builder, operands, context);
  }
};

struct RopeRule : ShardableOpInterface::ExternalModel<RopeRule, nn::RopeOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors x = addFactors(rule, shapeOf(op->getOperand(0)));
    rule.factors.back().kind = FactorKind::NeedReplication;
    unsigned half = rule.addFactor(shapeOf(op->getOperand(1))[1], FactorKind::NeedReplication);
    TensorFactors table{x[1], {half}};
    rule.operands.assign({x, table, table});
    rule.results.assign({x});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

/// Computed whole, once; a split sequence takes its block of it.
struct RopeTableRule : ShardableOpInterface::ExternalModel<RopeTableRule, nn::RopeTableOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors table = addFactors(rule, shapeOf(op->getResult(0)), FactorKind::NeedReplication);
    rule.results.assign({table, table});
    return rule;
  }
};

} // namespace

void sharding::attachAttentionRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    context->loadDialect<dist::DistDialect>();
    nn::AttentionOp::attachInterface<AttentionRule>(*context);
    nn::AttentionGradOp::attachInterface<AttentionGradRule>(*context);
    nn::RopeOp::attachInterface<RopeRule>(*context);
    nn::RopeTableOp::attachInterface<RopeTableRule>(*context);
  });
}
