//===- FeatureFlow.cpp - which dimension tensor parallelism splits -*- C++ -*-//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A small transfer function an op; what it does not know stops the flow, which
// costs parallelism, never correctness.
//
//===----------------------------------------------------------------------===//

#include "FeatureFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

/// Splitting and merging of dimensions: the feature stays with the major part.
std::optional<Feature> throughReshape(RankedTensorType from, RankedTensorType to, Feature feature) {
  // Elements in front of the dimension, which a reshape does not reorder.
  int64_t before = 1;
  for (int64_t i = 0; i < feature.dim; ++i)
    before *= from.getDimSize(i);
  int64_t extent = from.getDimSize(feature.dim);
  int64_t seen = 1;
  for (int64_t i = 0; i < to.getRank(); ++i) {
    int64_t size = to.getDimSize(i);
    if (seen == before && size != 1) {
      if (size == extent)
        return Feature{i, feature.granule, feature.axes};
      if (extent % size == 0) { // split: blocks must be whole minor parts
        int64_t minor = extent / size;
        if (feature.granule % minor)
          return std::nullopt;
        return Feature{i, feature.granule / minor, feature.axes};
      }
      if (size % extent == 0) // merged with what follows
        return Feature{i, feature.granule * (size / extent), feature.axes};
      return std::nullopt;
    }
    seen *= size;
    if (seen > before)
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Feature> throughDot(stablehlo::DotGeneralOp dot, unsigned operand, Feature feature) {
  auto numbers = dot.getDotDimensionNumbers();
  bool isLhs = operand == 0;
  auto batch = isLhs ? numbers.getLhsBatchingDimensions() : numbers.getRhsBatchingDimensions();
  auto contracting =
      isLhs ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions();
  if (llvm::is_contained(contracting, feature.dim))
    return std::nullopt;
  for (auto [i, dim] : llvm::enumerate(batch))
    if (dim == feature.dim)
      return Feature{static_cast<int64_t>(i), feature.granule, feature.axes};
  int64_t position = batch.size();
  if (!isLhs)
    position += typeOf(dot.getLhs()).getRank() - batch.size() -
                numbers.getLhsContractingDimensions().size();
  for (int64_t dim = 0; dim < feature.dim; ++dim)
    position += !llvm::is_contained(batch, dim) && !llvm::is_contained(contracting, dim);
  return Feature{position, feature.granule, feature.axes};
}

/// Features of the input only where they are in groups, which the features of the
/// result are in as well; a block of them must be whole groups.
std::optional<Feature> throughConvolution(stablehlo::ConvolutionOp convolution, unsigned operand,
                                          Feature feature) {
  auto numbers = convolution.getDimensionNumbers();
  int64_t groups = convolution.getFeatureGroupCount() * convolution.getBatchGroupCount();
  int64_t columns =
      typeOf(convolution.getRhs()).getDimSize(numbers.getKernelOutputFeatureDimension()) / groups;
  int64_t output = numbers.getOutputFeatureDimension();
  if (operand == 1) {
    if (feature.dim != static_cast<int64_t>(numbers.getKernelOutputFeatureDimension()) ||
        (groups > 1 && feature.granule % columns))
      return std::nullopt;
    return Feature{output, feature.granule, feature.axes};
  }
  if (convolution.getBatchGroupCount() > 1)
    return std::nullopt;
  if (feature.dim == static_cast<int64_t>(numbers.getInputBatchDimension()))
    return Feature{static_cast<int64_t>(numbers.getOutputBatchDimension()), feature.granule,
                   feature.axes};
  int64_t each = typeOf(convolution.getRhs()).getDimSize(numbers.getKernelInputFeatureDimension());
  if (groups == 1 || feature.dim != static_cast<int64_t>(numbers.getInputFeatureDimension()) ||
      feature.granule % each)
    return std::nullopt;
  return Feature{output, feature.granule / each * columns, feature.axes};
}

/// A dimension that is one loop of the op and the same in the result.
std::optional<Feature> throughLoop(OpOperand &operand, Feature feature) {
  auto shardable = dyn_cast<ShardableOpInterface>(operand.getOwner());
  if (!shardable)
    return std::nullopt;
  ShardingRule rule = shardable.getShardingRule();
  const DimFactors &factors = rule.operands[operand.getOperandNumber()][feature.dim];
  if (factors.size() != 1 || rule.factors[factors.front()].kind != FactorKind::PassThrough)
    return std::nullopt;
  for (auto [dim, other] : llvm::enumerate(rule.results.front()))
    if (other == factors)
      return Feature{static_cast<int64_t>(dim), feature.granule, feature.axes};
  return std::nullopt;
}

} // namespace

std::optional<Feature> flowThrough(OpOperand &operand, const Feature &feature) {
  Operation *op = operand.getOwner();
  unsigned index = operand.getOperandNumber();
  auto moved = [&](int64_t dim) { return Feature{dim, feature.granule, feature.axes}; };
  return llvm::TypeSwitch<Operation *, std::optional<Feature>>(op)
      .Case<stablehlo::DotGeneralOp>([&](auto dot) { return throughDot(dot, index, feature); })
      .Case<stablehlo::ConvolutionOp>(
          [&](auto convolution) { return throughConvolution(convolution, index, feature); })
      .Case<stablehlo::ConcatenateOp, stablehlo::PadOp, stablehlo::SliceOp, stablehlo::ReverseOp,
            stablehlo::ReduceWindowOp, stablehlo::SelectAndScatterOp, stablehlo::ClampOp,
            stablehlo::GatherOp>([&](auto) { return throughLoop(operand, feature); })
      .Case<stablehlo::ReshapeOp>([&](auto reshape) {
        return throughReshape(typeOf(reshape.getOperand()), typeOf(reshape.getResult()), feature);
      })
      .Case<stablehlo::TransposeOp>([&](auto transpose) -> std::optional<Feature> {
        for (auto [i, dim] : llvm::enumerate(transpose.getPermutation()))
          if (dim == feature.dim)
            return moved(i);
        return std::nullopt;
      })
      .Case<stablehlo::BroadcastInDimOp>([&](auto broadcast) -> std::optional<Feature> {
        int64_t to = broadcast.getBroadcastDimensions()[feature.dim];
        if (typeOf(broadcast.getResult()).getDimSize(to) !=
            typeOf(broadcast.getOperand()).getDimSize(feature.dim))
          return std::nullopt;
        return moved(to);
      })
      .Case<stablehlo::ReduceOp>([&](auto reduce) -> std::optional<Feature> {
        if (llvm::is_contained(reduce.getDimensions(), feature.dim))
          return std::nullopt;
        int64_t dim = feature.dim;
        for (int64_t reduced : reduce.getDimensions())
          dim -= reduced < feature.dim;
        return moved(dim);
      })
      .Case<nn::AttentionOp>([&](auto) -> std::optional<Feature> {
        // Query heads carry over to the result; key/value heads follow them.
        if (index == 0 && feature.dim != 1 && feature.dim != 3)
          return moved(feature.dim);
        return std::nullopt;
      })
      .Case<nn::RopeOp>([&](auto) -> std::optional<Feature> {
        if (index == 0 && feature.dim == 2)
          return moved(2);
        return std::nullopt;
      })
      .Case<nn::DropoutOp>([&](auto) -> std::optional<Feature> {
        if (index == 0)
          return moved(feature.dim);
        return std::nullopt;
      })
      .Default([&](Operation *other) -> std::optional<Feature> {
        // Elementwise ops of all dialects: same shape in and out.
        bool elementwise =
            other->getNumResults() == 1 && isMemoryEffectFree(other) &&
            other->getNumRegions() == 0 &&
            (other->hasTrait<OpTrait::SameOperandsAndResultType>() ||
             other->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
             isa<stablehlo::ConvertOp, stablehlo::CompareOp, stablehlo::SelectOp>(other));
        if (!elementwise ||
            typeOf(operand.get()).getShape() != typeOf(other->getResult(0)).getShape())
          return std::nullopt;
        return moved(feature.dim);
      });
}

/// Where dimension `feature.dim` of the result comes from in an operand; nullopt where
/// the operand does not have it, or not in the same blocks.
static std::optional<Feature> flowBack(OpOperand &operand, const Feature &feature) {
  Operation *op = operand.getOwner();
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op))
    return throughReshape(typeOf(reshape.getResult()), typeOf(reshape.getOperand()), feature);
  ShardingRule rule = cast<ShardableOpInterface>(op).getShardingRule();
  const DimFactors &factors = rule.results.front()[feature.dim];
  if (factors.size() == 1)
    for (auto [dim, other] : llvm::enumerate(rule.operands[operand.getOperandNumber()]))
      if (other == factors)
        return Feature{static_cast<int64_t>(dim), feature.granule, feature.axes};
  return std::nullopt;
}

bool traceBack(Value value, const Feature &feature,
               llvm::function_ref<TraceStep(Value, const Feature &)> visit) {
  constexpr unsigned kMostValues = 256;
  llvm::SmallVector<std::pair<Value, Feature>> queue = {{value, feature}};
  llvm::SmallDenseSet<Value> seen = {value};
  for (unsigned next = 0; next < queue.size(); ++next) {
    auto [current, where] = queue[next];
    TraceStep step = visit(current, where);
    if (step == TraceStep::Fail || seen.size() > kMostValues)
      return false;
    if (step == TraceStep::Stop)
      continue;
    Operation *op = current.getDefiningOp();
    bool isPlain = op && op->getNumResults() == 1 && isMemoryEffectFree(op) &&
                   (isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::BroadcastInDimOp,
                        stablehlo::ReduceOp, stablehlo::ConvertOp, stablehlo::CompareOp,
                        stablehlo::SelectOp, stablehlo::ClampOp>(op) ||
                    op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
                    op->hasTrait<OpTrait::SameOperandsAndResultShape>());
    if (!isPlain || !isa<ShardableOpInterface>(op))
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (std::optional<Feature> back = flowBack(operand, where))
        if (seen.insert(operand.get()).second)
          queue.push_back({operand.get(), *back});
  }
  return true;
}

std::pair<BlockArgument, int64_t> traceArgument(Value value, int64_t dim) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<stablehlo::ConvertOp, dist::ConstraintOp, dist::CheckpointOp>(op)) {
      value = op->getOperand(0);
    } else if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
      if (dim >= 0)
        dim = transpose.getPermutation()[dim];
      value = transpose.getOperand();
    } else if (auto reverse = dyn_cast<stablehlo::ReverseOp>(op)) {
      // The other way round, blocks would be those of other ranks.
      if (llvm::is_contained(reverse.getDimensions(), dim))
        dim = -1;
      value = reverse.getOperand();
    } else if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      int64_t from = -1;
      for (auto [i, to] : llvm::enumerate(broadcast.getBroadcastDimensions()))
        if (to == dim && typeOf(broadcast.getOperand()).getDimSize(i) ==
                             typeOf(broadcast.getResult()).getDimSize(to))
          from = i;
      dim = from;
      value = broadcast.getOperand();
    } else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      std::optional<Feature> back;
      if (dim >= 0)
        back = throughReshape(typeOf(reshape.getResult()), typeOf(reshape.getOperand()),
                              Feature{dim, 1, {}});
      dim = back && back->granule == 1 ? back->dim : -1;
      value = reshape.getOperand();
    } else {
      return {BlockArgument(), -1};
    }
  }
  return {cast<BlockArgument>(value), dim};
}

} // namespace shardc
