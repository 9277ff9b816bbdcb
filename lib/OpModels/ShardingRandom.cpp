//===- ShardingRandom.cpp - rule of dropout ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elements are independent. A rank that holds a block of them draws with their
// global indices, so it is told where its block begins.
//
//===----------------------------------------------------------------------===//

#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

namespace {

struct DropoutRule : ShardableOpInterface::ExternalModel<DropoutRule, nn::DropoutOp> {
  // Factor i is dimension i of x; the last is the two words of a key.
  ShardingRule getShardingRule(Operation *op) const {
    auto dropout = cast<nn::DropoutOp>(op);
    ShardingRule rule;
    TensorFactors x = addFactors(rule, dropout.getX().getType().getShape());
    rule.operands.push_back(x);
    if (dropout.getMask())
      rule.operands.push_back(x);
    if (dropout.getKey())
      rule.operands.push_back({{rule.addFactor(2, FactorKind::NeedReplication)}});
    rule.operands.append(dropout.getStarts().size(), {});
    rule.results.push_back(x);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    auto dropout = cast<nn::DropoutOp>(op);
    int64_t rank = dropout.getX().getType().getRank();
    ArrayRef<FactorSharding> dims = ArrayRef(context.factors).take_front(rank);
    bool isSplit = llvm::any_of(dims, [](auto &factor) { return !factor.axes.empty(); });
    SmallVector<Value> starts;
    if (dropout.getKey() && isSplit)
      for (int64_t dim = 0; dim < rank; ++dim) {
        Type index = builder.getI64Type();
        auto zero =
            DenseElementsAttr::get(RankedTensorType::get({}, index), builder.getI64IntegerAttr(0));
        starts.push_back(dims[dim].axes.empty()
                             ? Value(stablehlo::ConstantOp::create(builder, op->getLoc(), zero))
                             : offsetOf(builder, op->getLoc(), dim, index, context));
      }
    FailureOr<SmallVector<Value>> results =
        ::shardc::detail::localizeByClone(op, builder, operands, context);
    if (failed(results) || starts.empty())
      return results;
    auto local = cast<nn::DropoutOp>(results->front().getDefiningOp());
    local.getStartsMutable().append(starts);
    if (!local.getWhole())
      local.setWhole(dropout.getX().getType().getShape());
    return results;
  }
};

} // namespace

void sharding::attachRandomRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    context->loadDialect<dist::DistDialect, stablehlo::StableHLODialect>();
    nn::DropoutOp::attachInterface<DropoutRule>(*context);
  });
}
