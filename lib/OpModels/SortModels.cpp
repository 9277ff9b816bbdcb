//===- SortModels.cpp - rule and gradient of sorting ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rows are sorted each by itself, so every dimension but theirs may be split.
// The gradient follows the permutation, found by sorting once more with the
// places carried along.
//
//===----------------------------------------------------------------------===//
#include "GradientModels.h"
#include "mlir/IR/IRMapping.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

static int64_t dimensionOf(stablehlo::SortOp op) {
  int64_t rank = typeOf(op.getInputs()[0]).getRank(), dim = op.getDimension();
  return dim < 0 ? dim + rank : dim;
}

namespace {
struct SortRule : ShardableOpInterface::ExternalModel<SortRule, stablehlo::SortOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto sort = cast<stablehlo::SortOp>(op);
    RankedTensorType type = typeOf(sort.getInputs()[0]);
    ShardingRule rule;
    TensorFactors dims = addFactors(rule, type.getShape());
    if (type.getRank() != 0)
      rule.factors[dims[dimensionOf(sort)].front()].kind = FactorKind::NeedReplication;
    rule.operands.append(op->getNumOperands(), dims);
    rule.results.append(op->getNumResults(), dims);
    return rule;
  }
};
} // namespace

/// For each element of the sorted rows the place that it came from.
static Value placesOf(stablehlo::SortOp op, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  int64_t dim = dimensionOf(op);
  auto type = typeOf(op.getInputs()[0]).clone(builder.getI32Type());
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(b.iota(cast<RankedTensorType>(type), dim));
  auto sort = stablehlo::SortOp::create(builder, b.getLoc(), TypeRange(ValueRange(inputs)), inputs,
                                        builder.getI64IntegerAttr(dim), builder.getBoolAttr(true));
  IRMapping mapping;
  op.getComparator().cloneInto(&sort.getComparator(), mapping);
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  for (unsigned side = 0; side < 2; ++side)
    sort.getComparator().front().addArgument(scalar, b.getLoc());
  return sort.getResults().back();
}

static LogicalResult sortGradient(stablehlo::SortOp op, TensorBuilder &b, ValueRange cotangents,
                                  GradientAccumulator &gradients) {
  RankedTensorType type = typeOf(op.getInputs()[0]);
  int64_t rank = type.getRank();
  Value places;
  for (auto [input, cotangent] : llvm::zip_equal(op.getInputs(), cotangents)) {
    if (!cotangent || !gradients.isWanted(input))
      continue;
    // One element stays where it is.
    if (rank == 0) {
      gradients.add(input, cotangent);
      continue;
    }
    OpBuilder &builder = b.getBuilder();
    if (!places)
      places = placesOf(op, b);
    int64_t dim = dimensionOf(op);
    SmallVector<int64_t> others;
    for (int64_t other = 0; other < rank; ++other)
      if (other != dim)
        others.push_back(other);
    auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(builder.getContext(), {}, {dim},
                                                               others, others, {dim}, rank);
    RankedTensorType inputType = typeOf(input);
    auto scatter = stablehlo::ScatterOp::create(
        builder, b.getLoc(), TypeRange{inputType}, ValueRange{b.splat(inputType, 0.0)}, places,
        ValueRange{cotangent}, numbers, builder.getBoolAttr(false), builder.getBoolAttr(true));
    OpBuilder::InsertionGuard guard(builder);
    auto scalar = RankedTensorType::get({}, inputType.getElementType());
    mlir::Block *body = builder.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar},
                                            {b.getLoc(), b.getLoc()});
    Value sum = b.add(body->getArgument(0), body->getArgument(1));
    stablehlo::ReturnOp::create(builder, b.getLoc(), ValueRange{sum});
    builder.setInsertionPointAfter(scatter);
    gradients.add(input, scatter->getResult(0));
  }
  return success();
}

void gradient::attachSort(MLIRContext *context) {
  attach<stablehlo::SortOp, ::sortGradient>(context);
}

void sharding::attachSortRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::SortOp::attachInterface<SortRule>(*context);
  });
}
