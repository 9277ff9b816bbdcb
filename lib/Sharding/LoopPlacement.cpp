//===- LoopPlacement.cpp - what loops carry ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A carried value is placed in one way: as the initial value, as the arguments of
// condition and body, as what the body returns and as the result. It begins as the
// initial value comes, or split further if that is how the body returns it; then it
// loses what the body cannot keep, so that nothing is moved in each iteration that
// could be moved once before the loop.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// How often an iteration counts where costs are compared: nobody knows the number.
static constexpr int64_t kTrips = 16;

LogicalResult State::listLoop(stablehlo::WhileOp loop, int64_t trips) {
  int64_t inside = trips * kTrips;
  unsigned first = steps.size();
  Step begin(Step::LoopBegin, loop);
  addOperands(begin, loop.getOperand());
  for (Region *region : {&loop.getCond(), &loop.getBody()})
    for (BlockArgument argument : region->getArguments())
      begin.results.push_back(addValue(argument, first, inside));
  steps.push_back(std::move(begin));
  if (failed(listBlock(loop.getCond().front(), inside)))
    return failure();
  Step test(Step::LoopTest, loop);
  addOperands(test, loop.getCond().front().getTerminator()->getOperands());
  steps.push_back(std::move(test));
  if (failed(listBlock(loop.getBody().front(), inside)))
    return failure();
  unsigned last = steps.size();
  Step end(Step::LoopEnd, loop);
  addOperands(end, loop.getBody().front().getTerminator()->getOperands());
  for (Value result : loop.getResults())
    end.results.push_back(addValue(result, last, trips));
  end.partner = first;
  steps.push_back(std::move(end));
  steps[first].partner = last;
  return success();
}

void State::setCarried(Step &begin, unsigned number, const SplitList &dims) {
  begin.needed[number].dims = dims;
  unsigned list = tables.splits.number(dims);
  setProduced(begin.results[number], list, 0, list);
  setProduced(begin.results[begin.operands.size() + number], list, 0, list);
}

void State::forwardLoopBegin(Step &step) {
  for (auto [number, operand] : llvm::enumerate(step.operands))
    setCarried(step, number, settledDims(values[operand]));
  step.attempts = 0;
  steps[step.partner].isDirty = true;
}

bool State::forwardLoopEnd(Step &step) {
  Step &begin = steps[step.partner];
  bool isFirst = begin.attempts++ == 0, changes = false;
  for (auto [number, operand] : llvm::enumerate(step.operands)) {
    const ValueInfo &info = values[operand];
    SplitList carried = begin.needed[number].dims, returned = settledDims(info);
    AxisList used;
    for (const Split &dim : carried)
      llvm::append_range(used, dim.axes);
    bool isNew = false;
    for (auto [dim, mine, body] : llvm::enumerate(carried, returned)) {
      CommonPrefix prefix = commonPrefix(info.type.getDimSize(dim), mine, body);
      if (prefix.restA.empty()) {
        // The initial value can be cut once, for free.
        if (!isFirst || prefix.restB.empty() || overlaps(used, prefix.restB))
          continue;
        mine = body;
        llvm::append_range(used, prefix.restB);
      } else {
        mine = prefix.common;
      }
      isNew = true;
    }
    if (isNew) {
      setCarried(begin, number, carried);
      changes = true;
    }
  }
  if (changes) {
    step.isDirty = true;
    return true;
  }
  for (auto [number, result] : llvm::enumerate(step.results)) {
    step.needed[number].dims = begin.needed[number].dims;
    unsigned list = tables.splits.number(step.needed[number].dims);
    setProduced(result, list, 0, list);
  }
  return false;
}
