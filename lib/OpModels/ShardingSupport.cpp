//===- ShardingSupport.cpp - what sharding rules share ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants that are neutral, factors of shapes, blocks of whole values.
//
//===----------------------------------------------------------------------===//

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Matchers.h"
#include "shardc/OpModels/ShardingRules.h"
#include <numeric>

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

void shardc::registerShardingModels(DialectRegistry &registry) {
  sharding::attachElementwiseRules(registry);
  sharding::attachShapeRules(registry);
  sharding::attachIndexingRules(registry);
  sharding::attachContractionRules(registry);
  sharding::attachWindowRules(registry);
  sharding::attachSortRules(registry);
  sharding::attachRandomRules(registry);
  sharding::attachLayerRules(registry);
  sharding::attachAttentionRules(registry);
  sharding::attachTrainingRules(registry);
  sharding::attachPlacementRules(registry);
}

//===----------------------------------------------------------------------===//
// Neutral constants
//===----------------------------------------------------------------------===//

/// The one element of a splat constant, seen through broadcasts and reshapes.
static Attribute splatElement(Value value) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return {};
    if (isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    auto constant = dyn_cast<stablehlo::ConstantOp>(op);
    auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : SplatElementsAttr();
    return splat ? splat.getSplatValue<Attribute>() : Attribute();
  }
}

bool shardc::isNeutralConstant(Value value, ReductionKind kind) {
  Attribute element = splatElement(value);
  if (auto number = dyn_cast_or_null<FloatAttr>(element)) {
    APFloat x = number.getValue();
    switch (kind) {
    case ReductionKind::Sum:
      return x.isZero();
    case ReductionKind::Prod:
      return x.isExactlyValue(1.0);
    case ReductionKind::Max:
      return x.isInfinity() && x.isNegative();
    case ReductionKind::Min:
      return x.isInfinity() && !x.isNegative();
    case ReductionKind::And:
    case ReductionKind::Or:
      return false;
    }
  }
  auto number = dyn_cast_or_null<IntegerAttr>(element);
  if (!number)
    return false;
  APInt x = number.getValue();
  auto type = cast<IntegerType>(number.getType());
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  switch (kind) {
  case ReductionKind::Sum:
  case ReductionKind::Or:
    return x.isZero();
  case ReductionKind::Prod:
    return x.isOne();
  case ReductionKind::And:
    return x.isAllOnes();
  case ReductionKind::Max:
    return isUnsigned ? x.isZero() : x.isMinSignedValue();
  case ReductionKind::Min:
    return isUnsigned ? x.isAllOnes() : x.isMaxSignedValue();
  }
  return false;
}

bool shardc::canCombineAcross(Type element) { return !element.isInteger(16); }

bool shardc::isZeroConstant(Value value) { return isNeutralConstant(value, ReductionKind::Sum); }

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

TensorFactors sharding::addFactors(ShardingRule &rule, ArrayRef<int64_t> shape, FactorKind kind) {
  TensorFactors factors;
  for (int64_t extent : shape)
    factors.push_back({rule.addFactor(extent, kind)});
  return factors;
}

ShardingRule sharding::elementwiseRule(Operation *op) {
  ShardingRule rule;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  TensorFactors all = addFactors(rule, type.getShape());
  auto factorsOf = [&](Type other) {
    return cast<RankedTensorType>(other).getRank() == type.getRank() ? all : TensorFactors();
  };
  for (Type operand : op->getOperandTypes())
    rule.operands.push_back(factorsOf(operand));
  for (Type result : op->getResultTypes())
    rule.results.push_back(factorsOf(result));
  return rule;
}

ShardingRule shardc::getReshapeRule(ArrayRef<int64_t> operand, ArrayRef<int64_t> result) {
  ShardingRule rule;
  TensorFactors in(operand.size()), out(result.size());
  auto finish = [&] {
    rule.operands.push_back(std::move(in));
    rule.results.push_back(std::move(out));
    return std::move(rule);
  };
  // Without elements there are no blocks to keep.
  if (llvm::is_contained(operand, 0) || llvm::is_contained(result, 0)) {
    for (auto [extent, dim] : llvm::zip_equal(operand, in))
      dim = {rule.addFactor(extent, FactorKind::NeedReplication)};
    for (auto [extent, dim] : llvm::zip_equal(result, out))
      dim = {rule.addFactor(extent, FactorKind::NeedReplication)};
    return finish();
  }
  size_t i = 0, j = 0;
  int64_t left = 1, right = 1;
  // Refines both shapes, major to minor; extents of 1 have no loop.
  auto refill = [&] {
    while (left == 1 && i < operand.size())
      left = operand[i++];
    while (right == 1 && j < result.size())
      right = result[j++];
    return left != 1 || right != 1;
  };
  while (refill()) {
    int64_t common = std::gcd(left, right);
    bool refines = common == std::min(left, right);
    if (common > 1) {
      unsigned factor = rule.addFactor(common);
      in[i - 1].push_back(factor);
      out[j - 1].push_back(factor);
      left /= common;
      right /= common;
      if (refines)
        continue;
    }
    // No common refinement from here until the products meet again.
    int64_t doneLeft = 1, doneRight = 1;
    auto skip = [&](int64_t &rest, int64_t &done, DimFactors &dim) {
      if (rest > 1)
        dim.push_back(rule.addFactor(rest, FactorKind::NeedReplication));
      done *= rest;
      rest = 1;
    };
    skip(left, doneLeft, in[i - 1]);
    skip(right, doneRight, out[j - 1]);
    while (doneLeft != doneRight) {
      if (doneLeft < doneRight) {
        left = operand[i++];
        skip(left, doneLeft, in[i - 1]);
      } else {
        right = result[j++];
        skip(right, doneRight, out[j - 1]);
      }
    }
  }
  return finish();
}

//===----------------------------------------------------------------------===//
// Blocks of whole values
//===----------------------------------------------------------------------===//

Value sharding::sliceWhole(OpBuilder &builder, Location loc, Value whole, ShardingAttr sharding,
                           const LocalizeContext &context) {
  for (auto [index, dim] : llvm::enumerate(sharding.getDims()))
    for (AxisRefAttr axis : dim.getAxes()) {
      auto type = cast<RankedTensorType>(whole.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape[index] = blockLength(shape[index], dim.getGranule(), axis.getSize(context.mesh));
      whole =
          AllSliceOp::create(builder, loc, type.clone(shape), whole, index,
                             builder.getArrayAttr(Attribute(axis)), context.meshName.getValue());
    }
  return whole;
}

Value sharding::offsetOf(OpBuilder &builder, Location loc, unsigned factor, Type type,
                         const LocalizeContext &context) {
  const FactorSharding &split = context.factors[factor];
  SmallVector<Attribute> axes(split.axes.begin(), split.axes.end());
  Type index = type.isInteger(64) && type.isSignlessInteger() ? type : builder.getI32Type();
  Value offset = ShardOffsetOp::create(builder, loc, RankedTensorType::get({}, index),
                                       context.rule->factors[factor].size, split.granule,
                                       builder.getArrayAttr(axes), context.meshName.getValue());
  if (index != type)
    offset = stablehlo::ConvertOp::create(builder, loc, RankedTensorType::get({}, type), offset);
  return offset;
}

SmallVector<Type> sharding::resultTypes(const LocalizeContext &context) {
  return SmallVector<Type>(context.resultTypes.begin(), context.resultTypes.end());
}
