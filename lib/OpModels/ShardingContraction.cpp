//===- ShardingContraction.cpp - rules of dot products, reduce --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Contracted dimensions are reduction factors: splitting one leaves partial
// sums.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::sharding;

/// How parts of a sum of products combine: of booleans, one that is true is enough.
static ReductionKind sumKindOf(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0)).isInteger(1) ? ReductionKind::Or
                                                             : ReductionKind::Sum;
}

/// Whether a sum of products may be split.
static FactorKind sumFactorOf(Operation *op) {
  return canCombineAcross(getElementTypeOrSelf(op->getResult(0))) ? FactorKind::Reduction
                                                                  : FactorKind::NeedReplication;
}

/// Products are linear in each factor, but for booleans, which have no sums.
static LinearGroups productGroups(Operation *op) {
  if (sumKindOf(op) != ReductionKind::Sum)
    return {};
  return {{0}, {1}};
}

/// How the body of a reduction combines, if it is one op that collectives know too:
/// they see no bits of integers, and compare integers with their signs.
static std::optional<ReductionKind> combinerOf(stablehlo::ReduceOp op) {
  Operation *combiner = op.getCombiner();
  if (!combiner)
    return std::nullopt;
  Type element = getElementTypeOrSelf(combiner->getResult(0));
  if (!canCombineAcross(element))
    return std::nullopt;
  bool isBool = element.isInteger(1);
  if (isa<stablehlo::AddOp>(combiner))
    return isBool ? ReductionKind::Or : ReductionKind::Sum;
  if (isa<stablehlo::MulOp>(combiner))
    return isBool ? ReductionKind::And : ReductionKind::Prod;
  if (isa<stablehlo::MaxOp>(combiner) && !element.isUnsignedInteger())
    return isBool ? ReductionKind::Or : ReductionKind::Max;
  if (isa<stablehlo::MinOp>(combiner) && !element.isUnsignedInteger())
    return isBool ? ReductionKind::And : ReductionKind::Min;
  if (isa<stablehlo::AndOp>(combiner) && isBool)
    return ReductionKind::And;
  if (isa<stablehlo::OrOp>(combiner) && isBool)
    return ReductionKind::Or;
  return std::nullopt;
}

namespace {

struct DotGeneralRule
    : ShardableOpInterface::ExternalModel<DotGeneralRule, stablehlo::DotGeneralOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto numbers = cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
    ArrayRef<int64_t> lhsShape = shapeOf(op->getOperand(0)), rhsShape = shapeOf(op->getOperand(1));
    ShardingRule rule;
    TensorFactors lhs(lhsShape.size()), rhs(rhsShape.size()), result;
    for (auto [l, r] :
         llvm::zip_equal(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions())) {
      lhs[l] = rhs[r] = {rule.addFactor(lhsShape[l])};
      result.push_back(lhs[l]);
    }
    for (auto [l, r] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                       numbers.getRhsContractingDimensions()))
      lhs[l] = rhs[r] = {rule.addFactor(lhsShape[l], sumFactorOf(op), sumKindOf(op))};
    auto addRest = [&](TensorFactors &dims, ArrayRef<int64_t> shape) {
      for (size_t dim = 0; dim < dims.size(); ++dim)
        if (dims[dim].empty()) {
          dims[dim] = {rule.addFactor(shape[dim])};
          result.push_back(dims[dim]);
        }
    };
    addRest(lhs, lhsShape);
    addRest(rhs, rhsShape);
    rule.operands.assign({lhs, rhs});
    rule.results.assign({result});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const { return productGroups(op); }
};

/// The product over the last dimension of lhs and the first of rhs.
struct DotRule : ShardableOpInterface::ExternalModel<DotRule, stablehlo::DotOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors lhs = addFactors(rule, shapeOf(op->getOperand(0)));
    unsigned contracted = lhs.back().front();
    rule.factors[contracted].kind = sumFactorOf(op);
    rule.factors[contracted].reduction = sumKindOf(op);
    TensorFactors rhs{{contracted}}, result(ArrayRef(lhs).drop_back());
    for (int64_t extent : shapeOf(op->getOperand(1)).drop_front()) {
      rhs.push_back({rule.addFactor(extent)});
      result.push_back(rhs.back());
    }
    rule.operands.assign({lhs, rhs});
    rule.results.assign({result});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const { return productGroups(op); }
};

struct ReduceRule : ShardableOpInterface::ExternalModel<ReduceRule, stablehlo::ReduceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    std::optional<ReductionKind> kind = combinerOf(reduce);
    // Each part begins with the initial value: it may count several times only
    // if it changes nothing.
    bool splits = kind && reduce.getInputs().size() == 1 &&
                  isNeutralConstant(reduce.getInitValues()[0], *kind);
    ShardingRule rule;
    TensorFactors operand = addFactors(rule, shapeOf(op->getOperand(0))), result;
    for (int64_t dim = 0, rank = operand.size(); dim < rank; ++dim) {
      if (!llvm::is_contained(reduce.getDimensions(), dim)) {
        result.push_back(operand[dim]);
        continue;
      }
      Factor &factor = rule.factors[operand[dim].front()];
      factor.kind = splits ? FactorKind::Reduction : FactorKind::NeedReplication;
      factor.reduction = kind.value_or(ReductionKind::Sum);
    }
    rule.operands.append(reduce.getInputs().size(), operand);
    rule.operands.append(reduce.getInitValues().size(), {});
    rule.results.append(op->getNumResults(), result);
    return rule;
  }

  LinearGroups getLinearOperandGroups(Operation *op, unsigned result) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    if (combinerOf(reduce) != ReductionKind::Sum)
      return {};
    unsigned init = reduce.getInputs().size() + result;
    return {{result, init}};
  }
};

} // namespace

void sharding::attachContractionRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::DotOp::attachInterface<DotRule>(*context);
    stablehlo::DotGeneralOp::attachInterface<DotGeneralRule>(*context);
    stablehlo::ReduceOp::attachInterface<ReduceRule>(*context);
  });
}
