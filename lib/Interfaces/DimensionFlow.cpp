//===- DimensionFlow.cpp - loops that go through a function -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Interfaces/DimensionFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/DenseSet.h"
#include <tuple>

using namespace mlir;

namespace shardc {

std::optional<Position> throughReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                       Position position) {
  int64_t before = position.major;
  for (int64_t extent : from.take_front(position.dim))
    before *= extent;
  int64_t seen = 1;
  for (auto [dim, extent] : llvm::enumerate(to)) {
    if (seen <= before && before * position.extent <= seen * extent && extent != 0 &&
        (extent != 1 || position.extent == 1)) {
      if (before % seen || extent % position.extent)
        return std::nullopt;
      return Position{static_cast<int64_t>(dim), position.extent, before / seen};
    }
    seen *= extent;
  }
  return std::nullopt;
}

/// Dimensions that a reshape cuts a loop into; none where it cuts them elsewhere.
static SmallVector<Position> cutByReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                          const Position &position) {
  int64_t before = position.major;
  for (int64_t extent : from.take_front(position.dim))
    before *= extent;
  SmallVector<Position> parts;
  int64_t seen = 1;
  for (auto [dim, extent] : llvm::enumerate(to)) {
    if (seen >= before && seen < before * position.extent)
      parts.push_back({static_cast<int64_t>(dim), extent});
    bool isInside = seen < before && seen * extent > before;
    seen *= extent;
    if (isInside)
      return {};
    if (seen >= before * position.extent)
      break;
  }
  return seen == before * position.extent ? parts : SmallVector<Position>();
}

std::optional<int64_t> DimensionLoop::dimOf(unsigned argument) const {
  std::optional<int64_t> dim;
  for (const Place &place : arguments)
    if (place.number == argument && place.isMajor && (!dim || place.dim < *dim))
      dim = place.dim;
  return dim;
}

/// Whether an op multiplies and sums what two values hold.
static bool isProduct(Operation *op) {
  return isa<stablehlo::DotGeneralOp, stablehlo::DotOp, stablehlo::ConvolutionOp, nn::AttentionOp>(
      op);
}

//===----------------------------------------------------------------------===//
// Following a loop
//===----------------------------------------------------------------------===//

unsigned DimensionFlow::loopOf(Value value, int64_t dim) {
  Position position{dim, shapeOf(value)[dim]};
  for (const Found &other : found.lookup(value))
    if (other.position.dim == dim && other.position.isOwn(value))
      return other.loop;
  loops.emplace_back();
  sums.clear();
  mark(value, position);
  while (!pending.empty()) {
    Pending next = pending.pop_back_val();
    if (auto result = dyn_cast<OpResult>(next.value))
      visitDefinition(result, next.position);
    for (OpOperand &use : next.value.getUses())
      visit(use.getOwner(), /*isResult=*/false, use.getOperandNumber(), next.position);
  }
  // Products that add over the loop, and yet have it in their result.
  unsigned number = loops.size() - 1;
  loops[number].sums = llvm::SmallDenseSet<Operation *>(sums.begin(), sums.end()).size();
  for (Operation *sum : sums)
    for (Value result : sum->getResults())
      loops[number].mixers += llvm::any_of(
          found.lookup(result), [&](const Found &other) { return other.loop == number; });
  return number;
}

void DimensionFlow::mark(Value value, Position position) {
  if (position.extent <= 1)
    return;
  auto &places = found[value];
  for (const Found &other : places)
    if (other.position.dim == position.dim && other.position.extent == position.extent &&
        other.position.major == position.major)
      return;
  unsigned number = loops.size() - 1;
  DimensionLoop &loop = loops[number];
  bool isNew = llvm::none_of(places, [&](const Found &other) { return other.loop == number; });
  places.push_back({position, number});
  pending.push_back({value, position});
  ++loop.values;
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (argument.getOwner() == &function.getBody().front())
      loop.arguments.push_back(
          {argument.getArgNumber(), position.dim, position.major == 1, position.isOwn(value)});
  if (Operation *definition = value.getDefiningOp())
    loop.products += isNew && isProduct(definition);
}

void DimensionFlow::visitDefinition(OpResult result, const Position &position) {
  Operation *op = result.getOwner();
  DimensionLoop &loop = loops.back();
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
    loop.mixers += static_cast<int64_t>(iota.getIotaDimension()) == position.dim;
  else if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    loop.mixers += !isa<SplatElementsAttr>(constant.getValue());
  else
    visit(op, /*isResult=*/true, result.getResultNumber(), position);
}

/// Ops that leave out, add or join rows: the loop goes on with another extent.
void DimensionFlow::visitMoved(Operation *op, bool isResult, unsigned number,
                               const Position &position) {
  auto moveTo = [&](Value value) {
    if (shapeOf(value).size() > static_cast<size_t>(position.dim))
      mark(value, {position.dim, shapeOf(value)[position.dim]});
  };
  Value self = isResult ? op->getResult(number) : op->getOperand(number);
  if (!position.isOwn(self) || (!isResult && number > 0 && !isa<stablehlo::ConcatenateOp>(op)))
    return;
  ++loops.back().mixers;
  if (!isResult)
    return moveTo(op->getResult(0));
  moveTo(op->getOperand(0));
  if (isa<stablehlo::ConcatenateOp>(op))
    for (Value operand : op->getOperands().drop_front())
      moveTo(operand);
}

void DimensionFlow::visit(Operation *op, bool isResult, unsigned number, const Position &position) {
  DimensionLoop &loop = loops.back();
  if (auto end = dyn_cast<func::ReturnOp>(op)) {
    loop.results.push_back(
        {number, position.dim, position.major == 1, position.isOwn(end.getOperand(number))});
    return;
  }
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    Value from = isResult ? reshape.getResult() : reshape.getOperand();
    Value to = isResult ? reshape.getOperand() : reshape.getResult();
    if (std::optional<Position> moved = throughReshape(shapeOf(from), shapeOf(to), position))
      mark(to, *moved);
    else
      for (Position part : cutByReshape(shapeOf(from), shapeOf(to), position))
        mark(to, part);
    return;
  }
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable)
    return;
  ShardingRule rule = shardable.getShardingRule();
  const DimFactors factors = (isResult ? rule.results : rule.operands)[number][position.dim];
  bool isMoved = isa<stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp>(op);
  if (factors.empty()) {
    if (isMoved)
      visitMoved(op, isResult, number, position);
    else if (!isResult)
      ++loop.mixers;
    return;
  }
  for (unsigned factor : factors) {
    FactorKind kind = rule.factors[factor].kind;
    if (kind == FactorKind::NeedReplication && isMoved)
      return visitMoved(op, isResult, number, position);
    loop.mixers += kind == FactorKind::NeedReplication || kind == FactorKind::Internal;
    if (kind == FactorKind::Reduction && !isResult && isProduct(op))
      sums.push_back(op);
  }
  auto follow = [&](const llvm::SmallVector<TensorFactors> &tensors, ValueRange values) {
    for (auto [tensor, value] : llvm::zip(tensors, values))
      for (auto [dim, other] : llvm::enumerate(tensor))
        if (other == factors)
          mark(value, {static_cast<int64_t>(dim), position.extent, position.major});
  };
  follow(rule.operands, op->getOperands());
  follow(rule.results, op->getResults());
}

//===----------------------------------------------------------------------===//
// The batch
//===----------------------------------------------------------------------===//

static bool beginsWithOne(ArrayRef<int64_t> shape) { return shape.size() > 1 && shape[0] == 1; }

/// Behind a batch of one stand the tokens of its only sequence. They are the examples only
/// in what one device has of a program of many, which begins with a one wherever it has the
/// loop, and where nothing tells them apart.
static bool mayStandBehindOne(ArrayRef<BlockArgument> arguments, const DimensionLoop &loop) {
  mlir::Block *body = arguments.front().getOwner();
  auto begins = [](Value value) { return beginsWithOne(shapeOf(value)); };
  bool isInResults = llvm::any_of(loop.results, [&](const DimensionLoop::Place &place) {
    return place.dim > 0 && begins(body->getTerminator()->getOperand(place.number));
  });
  return loop.mixers == 0 &&
         llvm::all_of(loop.arguments,
                      [&](const DimensionLoop::Place &place) {
                        return begins(body->getArgument(place.number));
                      }) &&
         (isInResults || llvm::all_of(arguments, [&](BlockArgument argument) {
            return shapeOf(argument).size() < 2 || begins(argument);
          }));
}

std::optional<unsigned> findBatchLoop(DimensionFlow &flow, ArrayRef<BlockArgument> inputs,
                                      ArrayRef<BlockArgument> others, bool isForward) {
  llvm::DenseSet<unsigned> excluded, seen;
  for (BlockArgument other : others)
    for (auto [dim, extent] : llvm::enumerate(shapeOf(other)))
      if (extent > 1)
        excluded.insert(flow.loopOf(other, dim));
  llvm::SmallDenseSet<unsigned> numbers;
  for (BlockArgument other : others)
    numbers.insert(other.getArgNumber());

  std::optional<unsigned> best;
  SmallVector<BlockArgument> all(inputs);
  llvm::append_range(all, others);
  bool hasTensors = false, hasUnitBatch = isForward;
  if (!inputs.empty())
    for (Value result : inputs.front().getOwner()->getTerminator()->getOperands()) {
      hasTensors |= llvm::any_of(shapeOf(result), [](int64_t extent) { return extent > 1; });
      hasUnitBatch &= beginsWithOne(shapeOf(result));
    }
  // The more, the better.
  using Rank = std::tuple<bool, int64_t, int64_t, bool, int64_t, bool, int64_t>;
  Rank bestRank;
  for (BlockArgument input : inputs) {
    ArrayRef<int64_t> shape = shapeOf(input);
    // The words of a random number generator's key are no examples.
    Type element = getElementTypeOrSelf(input.getType());
    if (element.isUnsignedInteger(32) && shape.size() == 1 && (shape[0] == 2 || shape[0] == 4))
      continue;
    bool isUnit = true;
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      bool isBehindUnit = dim > 0 && isUnit;
      isUnit &= extent == 1;
      if (extent <= 1)
        continue;
      unsigned number = flow.loopOf(input, dim);
      const DimensionLoop &loop = flow.getLoop(number);
      if (excluded.contains(number) || !seen.insert(number).second ||
          llvm::any_of(loop.arguments,
                       [&](auto &place) { return numbers.contains(place.number); }) ||
          !loop.dimOf(input.getArgNumber()) ||
          ((isBehindUnit || hasUnitBatch) && !mayStandBehindOne(all, loop)) ||
          (isForward && hasTensors && loop.results.empty()))
        continue;
      int64_t tokens = 0;
      bool isFirst = true;
      for (const DimensionLoop::Place &place : loop.arguments) {
        Type type = getElementTypeOrSelf(input.getOwner()->getArgument(place.number).getType());
        tokens += isa<IntegerType>(type) && type.getIntOrFloatBitWidth() > 8;
        isFirst &= place.dim == 0;
      }
      bool leads = llvm::any_of(loop.results, [](auto &place) { return place.dim == 0; });
      Rank rank{isForward && loop.sums == 0,
                loop.products,
                tokens,
                leads,
                -loop.mixers,
                isFirst,
                -static_cast<int64_t>(loop.arguments.size())};
      if (!best || rank > bestRank) {
        best = number;
        bestRank = rank;
      }
    }
  }
  return best;
}

} // namespace shardc
