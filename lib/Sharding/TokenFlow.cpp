//===- TokenFlow.cpp - where batch and sequence are in values ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A dimension that an operand and a result share all factors of is the same loop
// in both. Reshapes keep the order of elements: counting those in front is enough.
//
//===----------------------------------------------------------------------===//

#include "TokenFlow.h"
#include "FeatureFlow.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

static bool isInput(func::FuncOp function, unsigned argument) {
  auto role = function.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role && role.getValue() == "input";
}

static bool isParameter(func::FuncOp function, unsigned argument) {
  auto role = function.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role && role.getValue() == "param";
}

InputExtents::InputExtents(func::FuncOp function) : dims(function.getNumArguments()) {
  llvm::SmallVector<BlockArgument> inputs, parameters;
  for (BlockArgument argument : function.getArguments())
    if (typeOf(argument).getRank() > 0) {
      if (isInput(function, argument.getArgNumber()))
        inputs.push_back(argument);
      else if (isParameter(function, argument.getArgNumber()))
        parameters.push_back(argument);
    }
  if (inputs.empty())
    return;
  DimensionFlow flow(function);
  auto isOfParameters = [&](BlockArgument input, int64_t dim) {
    if (typeOf(input).getDimSize(dim) == 1)
      return false;
    const DimensionLoop &loop = flow.getLoop(flow.loopOf(input, dim));
    return llvm::any_of(loop.arguments, [&](const DimensionLoop::Place &place) {
      return isParameter(function, place.number);
    });
  };
  batch = typeOf(inputs.front()).getDimSize(0);
  std::optional<unsigned> examples;
  if (*batch > 1)
    examples = flow.loopOf(inputs.front(), 0);
  // Where the first dimension is the batch, its examples go through products, all alike.
  bool isDoubtful = !examples || flow.getLoop(*examples).products == 0 ||
                    flow.getLoop(*examples).mixers > 0 || isOfParameters(inputs.front(), 0);
  if (isDoubtful)
    if (std::optional<unsigned> found = findBatchLoop(flow, inputs, parameters))
      if (flow.getLoop(*found).products > 0)
        examples = found;
  if (examples)
    for (const DimensionLoop::Place &place : flow.getLoop(*examples).arguments)
      if (place.isWhole && isInput(function, place.number) && !dims[place.number]) {
        dims[place.number] = place.dim;
        batch = typeOf(function.getArgument(place.number)).getDimSize(place.dim);
      }
  for (BlockArgument input : inputs) {
    std::optional<int64_t> &dim = dims[input.getArgNumber()];
    RankedTensorType type = typeOf(input);
    if (!dim && type.getDimSize(0) == *batch && !isOfParameters(input, 0))
      dim = 0;
    if (!sequence && dim == 0 && type.getRank() > 1 && type.getElementType().isInteger() &&
        !type.getElementType().isInteger(1))
      sequence = type.getDimSize(1);
  }
}

std::optional<int64_t> InputExtents::batchDimOf(BlockArgument input) const {
  return dims[input.getArgNumber()];
}

bool InputExtents::hasSequence(BlockArgument input) const {
  RankedTensorType type = typeOf(input);
  return batchDimOf(input) == 0 && type.getRank() > 1 && type.getDimSize(1) == sequence;
}

TokenFlow::TokenFlow(func::FuncOp function) : function(function) {
  InputExtents extents(function);
  for (BlockArgument argument : function.getArguments()) {
    if (std::optional<int64_t> dim = extents.batchDimOf(argument))
      batches[argument] = {{*dim, *extents.batch}};
    if (extents.hasSequence(argument))
      sequences[argument] = {{1, *extents.sequence}};
  }
  for (Operation &op : function.getBody().front().without_terminator()) {
    flow(&op, batches);
    flow(&op, sequences);
  }
}

void TokenFlow::replace(Value from, Value to) {
  for (Positions *positions : {&batches, &sequences})
    if (auto found = positions->find(from); found != positions->end()) {
      SmallVector<Position, 1> copy(found->second);
      (*positions)[to] = std::move(copy);
    }
}

void TokenFlow::flow(Operation *op, Positions &positions) {
  SmallVector<SmallVector<Position, 1>> found(op->getNumResults());
  auto add = [&](unsigned result, const Position &position) {
    if (llvm::none_of(found[result], [&](const Position &one) { return one.dim == position.dim; }))
      found[result].push_back(position);
  };
  std::optional<ShardingRule> rule;
  for (OpOperand &operand : op->getOpOperands()) {
    auto known = positions.find(operand.get());
    if (known == positions.end())
      continue;
    if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      for (const Position &position : known->second)
        if (std::optional<Position> moved =
                throughReshape(typeOf(reshape.getOperand()).getShape(),
                               typeOf(reshape.getResult()).getShape(), position))
          add(0, *moved);
      continue;
    }
    auto shardable = dyn_cast<ShardableOpInterface>(op);
    if (!shardable)
      return;
    if (!rule)
      rule = shardable.getShardingRule();
    for (const Position &position : known->second) {
      const DimFactors &factors = rule->operands[operand.getOperandNumber()][position.dim];
      if (factors.empty())
        continue;
      for (auto [number, result] : llvm::enumerate(rule->results))
        for (auto [dim, other] : llvm::enumerate(result))
          if (other == factors)
            add(number, Position{static_cast<int64_t>(dim), position.extent, position.major});
    }
  }
  for (auto [result, list] : llvm::zip(op->getResults(), found))
    if (!list.empty())
      positions.try_emplace(result, std::move(list));
}

llvm::MapVector<BlockArgument, int64_t> TokenFlow::findPositionTables() {
  llvm::MapVector<BlockArgument, int64_t> tables;
  for (Operation &op : function.getBody().front().without_terminator())
    for (Value value : op.getOperands()) {
      if (!hasOwnSequence(value))
        continue;
      for (OpOperand &other : op.getOpOperands()) {
        // Same shape in and out: elementwise.
        if (sequenceOf(other.get()) || other.get().getType() != value.getType() ||
            op.getNumResults() != 1 || op.getResult(0).getType() != value.getType())
          continue;
        auto [argument, dim] = traceArgument(other.get(), sequenceOf(value)->dim);
        if (!argument || dim < 0 || isInput(function, argument.getArgNumber()) ||
            typeOf(argument).getDimSize(dim) != sequenceOf(value)->extent)
          continue;
        auto role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
        if (role && role.getValue() == "param")
          tables.insert({argument, dim});
      }
    }
  return tables;
}

} // namespace shardc
