//===- PropagationState.cpp - the program as steps --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Lists the ops of a function in program order, with microbatch regions and
// loops opened up, and reads the annotations of arguments.
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

const ShardingRule &Step::noRule() {
  static const ShardingRule empty;
  return empty;
}

unsigned State::addValue(Value value, unsigned step, int64_t trips) {
  unsigned number = values.size();
  ValueInfo &info = values.emplace_back();
  info.value = value;
  info.type = cast<RankedTensorType>(value.getType());
  info.produced.dims.resize(info.type.getRank());
  info.wanted.resize(info.type.getRank());
  info.closed.resize(info.type.getRank(), false);
  info.producedDims = info.plainDims = info.wantedDims = tables.splits.number(info.wanted);
  info.definition = step;
  info.trips = trips;
  index[value] = number;
  return number;
}

void State::addArgument(BlockArgument argument) {
  unsigned number = addValue(argument, 0, 1);
  ValueInfo &info = values[number];
  info.isArgument = true;
  Seed &seed = seeds[number];
  seed.dims.resize(info.type.getRank());
  seed.closed.resize(info.type.getRank(), false);
  if (ShardingAttr attribute = getSharding(argument)) {
    seed.dims = mesh.fromAttr(attribute).dims;
    for (auto [closed, dim] : llvm::zip_equal(seed.closed, attribute.getDims()))
      closed = dim.getIsClosed();
  }
  seed.priorities = prioritiesOf(function.getArgAttr(argument.getArgNumber(), "dist.priorities"),
                                 info.type.getRank(), 0);
}

void State::addPinned(Step &step, ReshardOp reshard, int64_t trips) {
  unsigned number = addValue(reshard.getResult(), steps.size(), trips);
  step.results.push_back(number);
  int64_t rank = values[number].type.getRank();
  Seed &seed = seeds[number];
  seed.dims = mesh.fromAttr(reshard.getSharding()).dims;
  seed.closed.assign(rank, true);
  seed.priorities = prioritiesOf(reshard->getAttr("dist.priorities"), rank, 0);
}

void State::addOperands(Step &step, ValueRange operands) {
  unsigned number = steps.size();
  for (auto [position, operand] : llvm::enumerate(operands)) {
    unsigned value = index.lookup(operand);
    step.operands.push_back(value);
    step.demands.push_back(0);
    values[value].uses.push_back({number, static_cast<unsigned>(position)});
    step.needed.emplace_back().dims.resize(values[value].type.getRank());
  }
}

LogicalResult State::listBlock(mlir::Block &block, int64_t trips) {
  for (Operation &op : block.without_terminator()) {
    if (auto region = dyn_cast<MicrobatchOp>(op)) {
      Step begin(Step::RegionBegin, &op);
      addOperands(begin, region.getSlices());
      int64_t inside = trips * static_cast<int64_t>(region.getCount());
      for (BlockArgument argument : region.getBody().getArguments())
        begin.results.push_back(addValue(argument, steps.size(), inside));
      steps.push_back(std::move(begin));
      if (failed(listBlock(region.getBody().front(), inside)))
        return failure();
      Step end(Step::RegionEnd, &op);
      addOperands(end, region.getBody().front().getTerminator()->getOperands());
      for (Value result : op.getResults())
        end.results.push_back(addValue(result, steps.size(), trips));
      steps.push_back(std::move(end));
      continue;
    }
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
      if (failed(listLoop(loop, trips)))
        return failure();
      continue;
    }
    if (isa<ReshardOp>(op)) {
      Step step(Step::Pinned, &op);
      addOperands(step, op.getOperands());
      addPinned(step, cast<ReshardOp>(op), trips);
      steps.push_back(std::move(step));
      continue;
    }
    const OpClass *opClass = classes.get(&op);
    if (!opClass)
      return op.emitOpError() << "has no sharding rule; implement ShardableOpInterface "
                                 "for it or lower it first";
    Step step(Step::Op, &op, opClass);
    addOperands(step, op.getOperands());
    for (Value result : op.getResults())
      step.results.push_back(addValue(result, steps.size(), trips));
    step.splits.resize(opClass->rule.factors.size());
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
    addArgument(argument);
  }
  mlir::Block &body = function.getBody().front();
  if (failed(listBlock(body, 1)))
    return failure();
  Step end(Step::Return, body.getTerminator());
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

std::vector<Partial> State::pending(unsigned value) const {
  Placement rest;
  rest.partial = values[value].produced.partial;
  rest.removePartial(values[value].resolved);
  return rest.partial;
}

Placement State::passPinned(Step &step) const {
  Placement asked = mesh.fromAttr(cast<ReshardOp>(step.op).getSharding());
  step.needed.front().partial = pending(step.operands.front());
  Placement result;
  result.dims = asked.dims;
  for (const Partial &wanted : asked.partial)
    for (const Partial &there : step.needed.front().partial)
      if (there.kind == wanted.kind)
        result.addPartial(wanted.kind, intersect(there.axes, wanted.axes));
  return result;
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
