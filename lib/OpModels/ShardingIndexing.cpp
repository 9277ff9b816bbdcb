//===- ShardingIndexing.cpp - rules of slices, gather, scatter --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A dimension that is taken from end to end passes through, and so do the
// dimensions that only count index vectors; those that are indexed into must
// be whole. Windows that are added up, or of which the
// greatest or least is taken, may be placed by different ranks.
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

/// A clone with local operands and result types; `change` sets the attributes
/// that hold extents.
static FailureOr<SmallVector<Value>> cloneWith(Operation *op, OpBuilder &builder,
                                               ValueRange operands, const LocalizeContext &context,
                                               llvm::function_ref<void(Operation *)> change) {
  FailureOr<SmallVector<Value>> values =
      ::shardc::detail::localizeByClone(op, builder, operands, context);
  if (succeeded(values))
    change(values->front().getDefiningOp());
  return values;
}

namespace {

/// Dimensions where part and whole agree pass through.
static ShardingRule partRule(Operation *op, ArrayRef<int64_t> whole, ArrayRef<int64_t> part) {
  ShardingRule rule;
  TensorFactors operand = addFactors(rule, whole), result = operand;
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    if (whole[dim] == part[dim])
      continue;
    rule.factors[operand[dim].front()].kind = FactorKind::NeedReplication;
    result[dim] = {rule.addFactor(part[dim], FactorKind::NeedReplication)};
  }
  rule.operands.push_back(operand);
  rule.results.push_back(result);
  return rule;
}

struct SliceRule : ShardableOpInterface::ExternalModel<SliceRule, stablehlo::SliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    return partRule(op, shapeOf(op->getOperand(0)), shapeOf(op->getResult(0)));
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    return cloneWith(op, builder, operands, context, [&](Operation *local) {
      auto slice = cast<stablehlo::SliceOp>(local);
      SmallVector<int64_t> limits(slice.getLimitIndices()), strides(slice.getStrides());
      ArrayRef<int64_t> in = shapeOf(op->getOperand(0)), out = shapeOf(op->getResult(0));
      for (size_t dim = 0; dim < limits.size(); ++dim) {
        if (in[dim] != out[dim])
          continue;
        limits[dim] = shapeOf(operands[0])[dim];
        // One element may be taken with any stride; its padded block has more.
        strides[dim] = 1;
      }
      slice.setLimitIndices(limits);
      slice.setStrides(strides);
    });
  }
};

struct DynamicSliceRule
    : ShardableOpInterface::ExternalModel<DynamicSliceRule, stablehlo::DynamicSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = partRule(op, shapeOf(op->getOperand(0)), shapeOf(op->getResult(0)));
    rule.operands.resize(op->getNumOperands());
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    return cloneWith(op, builder, operands, context, [&](Operation *local) {
      cast<stablehlo::DynamicSliceOp>(local).setSliceSizes(context.resultTypes[0].getShape());
    });
  }
};

struct DynamicUpdateSliceRule
    : ShardableOpInterface::ExternalModel<DynamicUpdateSliceRule, stablehlo::DynamicUpdateSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    // Both ends of the whole are the operand and the result.
    ShardingRule rule = partRule(op, shapeOf(op->getOperand(0)), shapeOf(op->getOperand(1)));
    TensorFactors whole = rule.operands[0], part = rule.results[0];
    rule.operands.assign({whole, part});
    rule.operands.resize(op->getNumOperands());
    rule.results.assign({whole});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0, 1}}; }
};

struct GatherRule : ShardableOpInterface::ExternalModel<GatherRule, stablehlo::GatherOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto gather = cast<stablehlo::GatherOp>(op);
    auto numbers = gather.getDimensionNumbers();
    ArrayRef<int64_t> operand = shapeOf(op->getOperand(0)), indices = shapeOf(op->getOperand(1)),
                      result = shapeOf(op->getResult(0));
    ShardingRule rule;
    TensorFactors in(operand.size()), at(indices.size()), out(result.size());
    // Index vectors are independent of each other.
    size_t next = 0;
    for (size_t dim = 0; dim < indices.size(); ++dim) {
      if (static_cast<int64_t>(dim) == numbers.getIndexVectorDim()) {
        at[dim] = {rule.addFactor(indices[dim], FactorKind::NeedReplication)};
        continue;
      }
      while (llvm::is_contained(numbers.getOffsetDims(), static_cast<int64_t>(next)))
        ++next;
      at[dim] = {rule.addFactor(indices[dim])};
      out[next++] = at[dim];
    }
    for (auto [dim, counter] :
         llvm::zip_equal(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims()))
      in[dim] = at[counter];
    // Slices that take a whole dimension pass it through.
    size_t offset = 0;
    for (size_t dim = 0; dim < operand.size(); ++dim) {
      int64_t signedDim = dim;
      bool batching = llvm::is_contained(numbers.getOperandBatchingDims(), signedDim);
      bool collapsed = llvm::is_contained(numbers.getCollapsedSliceDims(), signedDim);
      bool whole = gather.getSliceSizes()[dim] == operand[dim] && !collapsed;
      if (batching)
        continue;
      in[dim] = {rule.addFactor(operand[dim],
                                whole ? FactorKind::PassThrough : FactorKind::NeedReplication)};
      if (collapsed)
        continue;
      int64_t to = numbers.getOffsetDims()[offset++];
      out[to] =
          whole ? in[dim] : DimFactors{rule.addFactor(result[to], FactorKind::NeedReplication)};
    }
    rule.operands.assign({in, at});
    rule.results.assign({out});
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }

  FailureOr<SmallVector<Value>> localize(Operation *op, OpBuilder &builder, ValueRange operands,
                                         const LocalizeContext &context) const {
    return cloneWith(op, builder, operands, context, [&](Operation *local) {
      auto gather = cast<stablehlo::GatherOp>(local);
      SmallVector<int64_t> sizes(gather.getSliceSizes());
      ArrayRef<int64_t> whole = shapeOf(op->getOperand(0));
      ArrayRef<int64_t> collapsed = gather.getDimensionNumbers().getCollapsedSliceDims();
      ArrayRef<int64_t> batching = gather.getDimensionNumbers().getOperandBatchingDims();
      for (size_t dim = 0; dim < sizes.size(); ++dim) {
        int64_t signedDim = dim;
        if (sizes[dim] == whole[dim] && !llvm::is_contained(collapsed, signedDim) &&
            !llvm::is_contained(batching, signedDim))
          sizes[dim] = shapeOf(operands[0])[dim];
      }
      gather.setSliceSizes(sizes);
    });
  }
};

/// How the windows that ranks place in the same input combine, if they do: they are
/// added to zeros, or are maxima or minima, into which the input may be taken often.
static std::optional<ReductionKind> combinerOf(stablehlo::ScatterOp op) {
  mlir::Block &body = op.getUpdateComputation().front();
  if (op.getInputs().size() != 1 || std::distance(body.begin(), body.end()) != 2)
    return std::nullopt;
  Operation *combiner = &body.front();
  if (combiner->getNumOperands() != 2 || combiner->getNumResults() != 1 ||
      combiner->getOperand(0) == combiner->getOperand(1) ||
      !llvm::all_of(combiner->getOperands(), llvm::IsaPred<BlockArgument>) ||
      body.getTerminator()->getOperand(0) != combiner->getResult(0))
    return std::nullopt;
  // Collectives neither add up truth values nor compare integers without a sign.
  Type element = getElementTypeOrSelf(combiner->getResult(0));
  if (element.isInteger(1) || !canCombineAcross(element))
    return std::nullopt;
  if (isa<stablehlo::AddOp>(combiner) && isZeroConstant(op.getInputs().front()))
    return ReductionKind::Sum;
  if (isa<stablehlo::MaxOp>(combiner) && !element.isUnsignedInteger())
    return ReductionKind::Max;
  if (isa<stablehlo::MinOp>(combiner) && !element.isUnsignedInteger())
    return ReductionKind::Min;
  return std::nullopt;
}

struct ScatterRule : ShardableOpInterface::ExternalModel<ScatterRule, stablehlo::ScatterOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    auto numbers = scatter.getScatterDimensionNumbers();
    ArrayRef<int64_t> input = shapeOf(scatter.getInputs().front()),
                      indices = shapeOf(scatter.getScatterIndices()),
                      update = shapeOf(scatter.getUpdates().front());
    ShardingRule rule;
    TensorFactors in(input.size()), at(indices.size()), from(update.size());
    std::optional<ReductionKind> kind = combinerOf(scatter);
    size_t next = 0;
    for (size_t dim = 0; dim < indices.size(); ++dim) {
      bool isVector = static_cast<int64_t>(dim) == numbers.getIndexVectorDim();
      at[dim] = {rule.addFactor(
          indices[dim], kind && !isVector ? FactorKind::Reduction : FactorKind::NeedReplication,
          kind.value_or(ReductionKind::Sum))};
      if (isVector)
        continue;
      while (llvm::is_contained(numbers.getUpdateWindowDims(), static_cast<int64_t>(next)))
        ++next;
      from[next++] = at[dim];
    }
    // Index vectors of different batches write to different places.
    for (auto [dim, counter] :
         llvm::zip_equal(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims())) {
      rule.factors[at[counter].front()].kind = FactorKind::PassThrough;
      in[dim] = at[counter];
    }
    size_t window = 0;
    for (size_t dim = 0; dim < input.size(); ++dim) {
      int64_t signedDim = dim;
      if (llvm::is_contained(numbers.getInputBatchingDims(), signedDim))
        continue;
      bool inserted = llvm::is_contained(numbers.getInsertedWindowDims(), signedDim);
      int64_t to = inserted ? -1 : numbers.getUpdateWindowDims()[window++];
      // A window of the whole extent fits at 0 only, where an index must be 0:
      // it may still be out of range, which the local program sees alike.
      bool whole = !inserted && update[to] == input[dim] &&
                   !llvm::is_contained(numbers.getScatterDimsToOperandDims(), signedDim);
      in[dim] = {rule.addFactor(input[dim],
                                whole ? FactorKind::PassThrough : FactorKind::NeedReplication)};
      if (!inserted)
        from[to] =
            whole ? in[dim] : DimFactors{rule.addFactor(update[to], FactorKind::NeedReplication)};
    }
    rule.operands.append(scatter.getInputs().size(), in);
    rule.operands.push_back(at);
    rule.operands.append(scatter.getUpdates().size(), from);
    rule.results.append(op->getNumResults(), in);
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    bool isSum = combinerOf(cast<stablehlo::ScatterOp>(op)) == ReductionKind::Sum;
    return isSum ? LinearGroups{{0, 2}} : LinearGroups{};
  }

  // A window at index -1 is dropped, whatever it holds; where there is no such index
  // windows of the neutral element change nothing.
  TypedAttr getPaddingFill(Operation *op, unsigned operand, unsigned factor) const {
    ShardingRule rule = getShardingRule(op);
    if (operand == 0 || rule.factors[factor].kind != FactorKind::Reduction)
      return {};
    auto index = cast<IntegerType>(getElementTypeOrSelf(op->getOperand(1)));
    if (index.isUnsigned())
      return operand == 2 ? ::shardc::detail::neutralElement(op, operand, factor) : TypedAttr();
    return operand == 1 ? IntegerAttr::get(index, APInt::getAllOnes(index.getWidth()))
                        : TypedAttr();
  }
};

} // namespace

void sharding::attachIndexingRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    stablehlo::SliceOp::attachInterface<SliceRule>(*context);
    stablehlo::DynamicSliceOp::attachInterface<DynamicSliceRule>(*context);
    stablehlo::DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceRule>(*context);
    stablehlo::GatherOp::attachInterface<GatherRule>(*context);
    stablehlo::ScatterOp::attachInterface<ScatterRule>(*context);
  });
}
