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

using namespace mlir;

namespace shardc {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static bool isInput(func::FuncOp function, unsigned argument) {
  auto role = function.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role && role.getValue() == "input";
}

InputExtents::InputExtents(func::FuncOp function) {
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    RankedTensorType type = typeOf(argument);
    if (!isInput(function, i) || type.getRank() == 0)
      continue;
    if (!batch)
      batch = type.getDimSize(0);
    if (!sequence && hasBatch(type) && type.getRank() > 1 && type.getElementType().isInteger() &&
        !type.getElementType().isInteger(1))
      sequence = type.getDimSize(1);
  }
}

/// Same elements, row by row.
static std::optional<Position> throughReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
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

TokenFlow::TokenFlow(func::FuncOp function) : function(function) {
  InputExtents extents(function);
  for (BlockArgument argument : function.getArguments()) {
    RankedTensorType type = typeOf(argument);
    if (!isInput(function, argument.getArgNumber()))
      continue;
    if (extents.hasBatch(type))
      batches[argument] = {0, *extents.batch};
    if (extents.hasSequence(type))
      sequences[argument] = {1, *extents.sequence};
  }
  for (Operation &op : function.getBody().front().without_terminator()) {
    flow(&op, batches);
    flow(&op, sequences);
  }
}

void TokenFlow::replace(Value from, Value to) {
  for (Positions *positions : {&batches, &sequences})
    if (const Position *found = find(*positions, from))
      (*positions)[to] = Position(*found);
}

void TokenFlow::flow(Operation *op, Positions &positions) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = positions.find(operand.get());
    if (found == positions.end())
      continue;
    Position position = found->second;
    if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      if (std::optional<Position> moved =
              throughReshape(typeOf(reshape.getOperand()).getShape(),
                             typeOf(reshape.getResult()).getShape(), position))
        positions[reshape.getResult()] = *moved;
      return;
    }
    auto shardable = dyn_cast<ShardableOpInterface>(op);
    if (!shardable)
      return;
    ShardingRule rule = shardable.getShardingRule();
    const DimFactors &factors = rule.operands[operand.getOperandNumber()][position.dim];
    if (factors.empty())
      continue;
    for (auto [number, result] : llvm::enumerate(rule.results))
      for (auto [dim, other] : llvm::enumerate(result))
        if (other == factors)
          positions.try_emplace(op->getResult(number), Position{static_cast<int64_t>(dim),
                                                                position.extent, position.major});
  }
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
