//===- PropagationState.cpp - the program as steps --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Lists the ops of a function in program order, with microbatch regions opened
// up, and reads the annotations of arguments.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

std::string propagation::describe(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto function = dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp()))
      if (auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.name"))
        return ("'" + name.getValue() + "'").str();
  if (auto name = dyn_cast<NameLoc>(value.getLoc()))
    return ("'" + name.getName().getValue() + "'").str();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return "argument " + std::to_string(argument.getArgNumber());
  return ("the result of '" + value.getDefiningOp()->getName().getStringRef() + "'").str();
}

unsigned State::addValue(Value value, unsigned step, int64_t trips) {
  unsigned number = values.size();
  ValueInfo &info = values.emplace_back();
  info.value = value;
  info.type = cast<RankedTensorType>(value.getType());
  info.produced.dims.resize(info.type.getRank());
  info.wanted.resize(info.type.getRank());
  info.closed.resize(info.type.getRank(), false);
  info.definition = step;
  info.trips = trips;
  index[value] = number;
  return number;
}

void State::addOperands(Step &step, ValueRange operands) {
  unsigned number = steps.size();
  for (auto [position, operand] : llvm::enumerate(operands)) {
    unsigned value = index.lookup(operand);
    step.operands.push_back(value);
    values[value].uses.push_back({number, static_cast<unsigned>(position)});
    step.needed.emplace_back().dims.resize(values[value].type.getRank());
  }
}

LogicalResult State::listBlock(mlir::Block &block, int64_t trips) {
  for (Operation &op : block.without_terminator()) {
    if (auto region = dyn_cast<MicrobatchOp>(op)) {
      Step begin{Step::RegionBegin, &op};
      addOperands(begin, region.getSlices());
      int64_t inside = trips * static_cast<int64_t>(region.getCount());
      for (BlockArgument argument : region.getBody().getArguments())
        begin.results.push_back(addValue(argument, steps.size(), inside));
      steps.push_back(std::move(begin));
      if (failed(listBlock(region.getBody().front(), inside)))
        return failure();
      Step end{Step::RegionEnd, &op};
      addOperands(end, region.getBody().front().getTerminator()->getOperands());
      for (Value result : op.getResults())
        end.results.push_back(addValue(result, steps.size(), trips));
      steps.push_back(std::move(end));
      continue;
    }
    auto shardable = dyn_cast<ShardableOpInterface>(op);
    if (!shardable)
      return op.emitOpError() << "has no sharding rule; implement ShardableOpInterface "
                                 "for it or lower it first";
    Step step{Step::Op, &op};
    addOperands(step, op.getOperands());
    for (Value result : op.getResults())
      step.results.push_back(addValue(result, steps.size(), trips));
    step.rule = shardable.getShardingRule();
    step.splits.resize(step.rule.factors.size());
    steps.push_back(std::move(step));
  }
  return success();
}

LogicalResult State::build() {
  size_t ops = 0, results = function.getNumArguments();
  function.walk([&](Operation *op) {
    ++ops;
    results += op->getNumResults();
  });
  steps.reserve(ops + 1);
  values.reserve(results);
  index.reserve(results);
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()))
      return function.emitOpError()
             << "argument " << argument.getArgNumber() << " is not a ranked tensor";
    ValueInfo &info = values[addValue(argument, 0, 1)];
    info.isArgument = true;
    if (ShardingAttr seed = getSharding(argument)) {
      info.produced.dims = mesh.fromAttr(seed).dims;
      for (auto [closed, dim] : llvm::zip_equal(info.closed, seed.getDims()))
        closed = dim.getIsClosed();
    }
    info.wanted = info.produced.dims;
  }
  mlir::Block &body = function.getBody().front();
  if (failed(listBlock(body, 1)))
    return failure();
  Step end{Step::Return, body.getTerminator()};
  addOperands(end, body.getTerminator()->getOperands());
  steps.push_back(std::move(end));
  for (unsigned number = 0; number < function.getNumResults(); ++number)
    requiredResults.push_back(function.getResultAttrOfType<ShardingAttr>(number, "dist.sharding"));
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    auto next = function.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (next && next.getInt() >= 0 &&
        next.getInt() < static_cast<int64_t>(requiredResults.size()) &&
        !requiredResults[next.getInt()])
      requiredResults[next.getInt()] =
          function.getArgAttrOfType<ShardingAttr>(number, "dist.sharding");
  }
  return success();
}

SplitList State::settledDims(const ValueInfo &info) const {
  // What users agree on counts as far as reducing gets there by scattering.
  SplitList dims = info.produced.dims;
  AxisList pending = info.produced.partialAxes();
  if (pending.empty())
    return dims;
  for (auto [number, dim] : llvm::enumerate(dims)) {
    CommonPrefix prefix = commonPrefix(info.type.getDimSize(number), dim, info.wanted[number]);
    if (!prefix.restA.empty() || prefix.restB.empty())
      continue;
    if (llvm::all_of(prefix.restB, [&](const Axis &axis) { return contains(pending, axis); }))
      dim = info.wanted[number];
  }
  return dims;
}

Placement State::afterDefinition(const ValueInfo &info) const {
  if (info.resolved.empty())
    return info.produced;
  Placement result = info.produced;
  result.removePartial(info.resolved);
  SplitList settled = settledDims(info);
  for (auto [number, dim] : llvm::enumerate(result.dims)) {
    CommonPrefix prefix = commonPrefix(info.type.getDimSize(number), dim, settled[number]);
    if (llvm::all_of(prefix.restB, [&](const Axis &axis) { return contains(info.resolved, axis); }))
      dim = settled[number];
  }
  return result;
}
