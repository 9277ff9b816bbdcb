//===- LiftLoops.cpp - lifting loops ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A carried value varies over the axes of what it begins with and of what the body
// makes of it. The loop is lifted until that holds for every one of them; all
// devices must leave it after the same step.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"

using namespace mlir;

namespace shardc {
namespace {

/// Lifts one region of a loop into another; gives what it returns.
FailureOr<SmallVector<Lifted>> liftRegion(Lifter &lifter, Region &source, Region &target,
                                          ArrayRef<AxisList> axes) {
  OpBuilder::InsertionGuard guard(lifter.builder);
  Block &from = source.front();
  Block *to = lifter.builder.createBlock(&target);
  for (auto [argument, list] : llvm::zip(from.getArguments(), axes))
    lifter.set(
        argument,
        {to->addArgument(lifter.liftedType(list, argument.getType()), argument.getLoc()), list});
  if (failed(lifter.liftOps(from)))
    return failure();
  SmallVector<Lifted> results;
  for (Value value : from.getTerminator()->getOperands())
    results.push_back(lifter.get(value));
  return results;
}

void endRegion(Lifter &lifter, Region &region, Location loc, ArrayRef<Value> values) {
  OpBuilder::InsertionGuard guard(lifter.builder);
  lifter.builder.setInsertionPointToEnd(&region.front());
  stablehlo::ReturnOp::create(lifter.builder, loc, values);
}

LogicalResult liftWhile(Lifter &lifter, Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  Location loc = op->getLoc();
  SmallVector<AxisList> axes;
  for (Value operand : op->getOperands())
    axes.push_back(lifter.get(operand).axes);
  while (true) {
    SmallVector<Value> operands;
    SmallVector<Type> types;
    for (auto [operand, list] : llvm::zip(op->getOperands(), axes)) {
      operands.push_back(lifter.spread(lifter.get(operand), list, loc));
      types.push_back(operands.back().getType());
    }
    auto copy = stablehlo::WhileOp::create(lifter.builder, loc, types, operands);
    copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    auto next = liftRegion(lifter, loop.getBody(), copy.getBody(), axes);
    if (failed(next)) {
      copy.erase();
      return failure();
    }
    bool grown = false;
    for (auto [list, value] : llvm::zip(axes, *next)) {
      AxisList joined = Lifter::unite(list, value.axes);
      grown |= joined.size() > list.size();
      list = joined;
    }
    if (grown) {
      copy.erase();
      for (auto [operand, source] : llvm::zip(operands, op->getOperands()))
        if (operand != lifter.get(source).value)
          operand.getDefiningOp()->erase();
      continue;
    }
    SmallVector<Value> values;
    {
      OpBuilder::InsertionGuard guard(lifter.builder);
      lifter.builder.setInsertionPointToEnd(&copy.getBody().front());
      for (auto [list, value] : llvm::zip(axes, *next))
        values.push_back(lifter.spread(value, list, loc));
    }
    endRegion(lifter, copy.getBody(), loc, values);
    auto predicate = liftRegion(lifter, loop.getCond(), copy.getCond(), axes);
    if (failed(predicate)) {
      copy.erase();
      return failure();
    }
    if (!predicate->front().isUniform()) {
      std::string names = lifter.names(predicate->front().axes);
      copy.erase();
      InFlightDiagnostic diag = op->emitOpError()
                                << "has a condition that differs from device to device over axis "
                                << names
                                << ", so that they would leave the loop after different steps; "
                                   "combine it by an all_reduce";
      diag.attachNote(loop.getCond().front().getTerminator()->getOperand(0).getLoc())
          << "the condition";
      return diag;
    }
    endRegion(lifter, copy.getCond(), loc, predicate->front().value);
    for (auto [result, value, list] : llvm::zip(op->getResults(), copy->getResults(), axes))
      lifter.set(result, {value, list});
    return success();
  }
}

} // namespace

void addLoopLifts(LiftRules &rules) { rules["stablehlo.while"] = liftWhile; }

} // namespace shardc
