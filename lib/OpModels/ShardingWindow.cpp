//===- ShardingWindow.cpp - rules of convolution and pooling ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A convolution contracts input features, like a product of matrices; groups of
// features (or of the batch) are independent. Dimensions that a window slides
// over must be whole.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

static bool isBoolean(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType()).getElementType().isInteger(1);
}

/// True when each place of the window along `dim` is the element there.
static bool isTrivial(int64_t dim, ArrayRef<int64_t> window, ArrayRef<int64_t> strides,
                      ArrayRef<int64_t> baseDilations, DenseIntElementsAttr padding) {
  auto is = [&](ArrayRef<int64_t> list, int64_t value) {
    return list.empty() || list[dim] == value;
  };
  bool padded = false;
  if (padding) {
    auto amounts = padding.getValues<int64_t>();
    padded = amounts[2 * dim] != 0 || amounts[2 * dim + 1] != 0;
  }
  return is(window, 1) && is(strides, 1) && is(baseDilations, 1) && !padded;
}

namespace {

struct ConvolutionRule
    : ShardableOpInterface::ExternalModel<ConvolutionRule, stablehlo::ConvolutionOp> {
  // Factors 0 and 1 are the groups of features and of the batch.
  ShardingRule getShardingRule(Operation *op) const {
    auto convolution = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = convolution.getDimensionNumbers();
    ArrayRef<int64_t> lhsShape = shapeOf(op->getOperand(0)), rhsShape = shapeOf(op->getOperand(1)),
                      resultShape = shapeOf(op->getResult(0));
    int64_t featureGroups = convolution.getFeatureGroupCount();
    int64_t batchGroups = convolution.getBatchGroupCount();
    ShardingRule rule;
    unsigned featureGroup = rule.addFactor(featureGroups);
    unsigned batchGroup = rule.addFactor(batchGroups);
    unsigned batch = rule.addFactor(lhsShape[numbers.getInputBatchDimension()] / batchGroups);
    bool canSplit = canCombineAcross(getElementTypeOrSelf(op->getResult(0)));
    unsigned input =
        rule.addFactor(rhsShape[numbers.getKernelInputFeatureDimension()],
                       canSplit ? FactorKind::Reduction : FactorKind::NeedReplication,
                       isBoolean(op) ? dist::ReductionKind::Or : dist::ReductionKind::Sum);
    unsigned output = rule.addFactor(rhsShape[numbers.getKernelOutputFeatureDimension()] /
                                     (featureGroups * batchGroups));
    // The blocks of one element within a group could not be told from those of groups.
    for (auto [groups, within] : {std::pair(featureGroups, input), std::pair(batchGroups, batch)})
      if (groups > 1 && rule.factors[within].size == 1)
        rule.factors[within].kind = FactorKind::NeedReplication;
    auto join = [&](std::initializer_list<unsigned> factors) {
      DimFactors dim;
      for (unsigned factor : factors)
        if (factor > batchGroup || rule.factors[factor].size > 1)
          dim.push_back(factor);
      return dim;
    };
    TensorFactors lhs(lhsShape.size()), rhs(rhsShape.size()), result(resultShape.size());
    lhs[numbers.getInputBatchDimension()] = join({batchGroup, batch});
    lhs[numbers.getInputFeatureDimension()] = join({featureGroup, input});
    rhs[numbers.getKernelInputFeatureDimension()] = {input};
    DimFactors outputs = join({featureGroup, batchGroup, output});
    rhs[numbers.getKernelOutputFeatureDimension()] = outputs;
    result[numbers.getOutputBatchDimension()] = {batch};
    result[numbers.getOutputFeatureDimension()] = outputs;
    auto whole = [&](TensorFactors &dims, ArrayRef<int64_t> spatial, ArrayRef<int64_t> shape) {
      for (int64_t dim : spatial)
        dims[dim] = {rule.addFactor(shape[dim], FactorKind::NeedReplication)};
    };
    whole(lhs, numbers.getInputSpatialDimensions(), lhsShape);
    whole(rhs, numbers.getKernelSpatialDimensions(), rhsShape);
    whole(result, numbers.getOutputSpatialDimensions(), resultShape);
    rule.operands.assign({lhs, rhs});
    rule.results.assign({result});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    if (isBoolean(op))
      return {};
    return {{0}, {1}};
  }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    FailureOr<SmallVector<Value>> values =
        ::shardc::detail::localizeByClone(op, builder, operands, context);
    if (failed(values))
      return failure();
    auto count = [&](unsigned factor) {
      return dist::blockedExtent(context.rule->factors[factor].size,
                                 context.factors[factor].granule, context.factors[factor].axes,
                                 context.mesh);
    };
    auto local = values->front().getDefiningOp<stablehlo::ConvolutionOp>();
    local.setFeatureGroupCount(count(0));
    local.setBatchGroupCount(count(1));
    return values;
  }
};

struct ReduceWindowRule
    : ShardableOpInterface::ExternalModel<ReduceWindowRule, stablehlo::ReduceWindowOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
    ShardingRule rule;
    TensorFactors operand = addFactors(rule, in), result = operand;
    for (int64_t dim = 0, rank = in.size(); dim < rank; ++dim) {
      if (isTrivial(dim, window.getWindowDimensions(),
                    window.getWindowStrides().value_or(ArrayRef<int64_t>()),
                    window.getBaseDilations().value_or(ArrayRef<int64_t>()),
                    window.getPaddingAttr()))
        continue;
      rule.factors[operand[dim].front()].kind = FactorKind::NeedReplication;
      result[dim] = {rule.addFactor(out[dim], FactorKind::NeedReplication)};
    }
    rule.operands.append(window.getInputs().size(), operand);
    rule.operands.append(window.getInitValues().size(), {});
    rule.results.append(op->getNumResults(), result);
    return rule;
  }
};

struct SelectAndScatterRule
    : ShardableOpInterface::ExternalModel<SelectAndScatterRule, stablehlo::SelectAndScatterOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    ArrayRef<int64_t> whole = shapeOf(op->getOperand(0)), parts = shapeOf(op->getOperand(1));
    ShardingRule rule;
    TensorFactors operand = addFactors(rule, whole), source = operand;
    for (int64_t dim = 0, rank = whole.size(); dim < rank; ++dim) {
      if (isTrivial(dim, scatter.getWindowDimensions().value_or(ArrayRef<int64_t>()),
                    scatter.getWindowStrides().value_or(ArrayRef<int64_t>()), {},
                    scatter.getPaddingAttr()))
        continue;
      rule.factors[operand[dim].front()].kind = FactorKind::NeedReplication;
      source[dim] = {rule.addFactor(parts[dim], FactorKind::NeedReplication)};
    }
    rule.operands.assign({operand, source, TensorFactors()});
    rule.results.assign({operand});
    return rule;
  }
};

} // namespace

void sharding::attachWindowRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::ConvolutionOp::attachInterface<ConvolutionRule>(*context);
    stablehlo::ReduceWindowOp::attachInterface<ReduceWindowRule>(*context);
    stablehlo::SelectAndScatterOp::attachInterface<SelectAndScatterRule>(*context);
  });
}
