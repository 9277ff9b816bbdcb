//===- Assignment.cpp - forward and backward to a fixed point ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Forward, each op takes the splits of its operands. Backward, each value learns
// what its users agree to want, which ops then compute right away if it costs
// them nothing, and which open arguments are given as. Only what has changed is
// looked at again. A sweep visits every op after all that it depends on, so the
// result does not depend on the order in which a program is written.
//
// The sweeps end: forward, placements follow from what is wanted; and what is
// wanted, after the first few rounds, only shrinks. Each round that changes
// anything then takes an axis from some value, of which there are finitely many.
// Programs seen settle in three to five rounds.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"
#include "shardc/OpModels/ShardingRules.h"
#include <set>

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// Rounds in which demands may grow.
static constexpr int kFreeRounds = 8;
/// Rounds after which demands stay as they are: one round forward is a fixed point
/// of that. Guards against programs made to shrink one axis a round.
static constexpr int kMaxRounds = 64;

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void State::setProduced(unsigned value, unsigned dims, unsigned partial, unsigned plain) {
  ValueInfo &info = values[value];
  if (info.plainDims != plain) {
    info.plainDims = plain;
    info.isUnsettled = true;
  }
  if (info.producedDims == dims && info.producedPartial == partial)
    return;
  if (info.producedDims != dims) {
    info.producedDims = dims;
    ArrayRef<Split> list = tables.splits[dims];
    info.produced.dims.assign(list.begin(), list.end());
  }
  if (info.producedPartial != partial) {
    info.producedPartial = partial;
    ArrayRef<Partial> list = tables.partial[partial];
    info.produced.partial.assign(list.begin(), list.end());
  }
  changed = true;
  for (const Use &use : info.uses)
    steps[use.step].isDirty = true;
}

void State::setDemand(Step &step, unsigned operand, unsigned demand) {
  if (step.demands[operand] == demand)
    return;
  step.demands[operand] = demand;
  values[step.operands[operand]].isUnsettled = true;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

OpInputs State::inputsOf(const Step &step) {
  OpInputs inputs;
  inputs.op = step.opClass;
  inputs.level = level;
  inputs.floor = step.floor;
  bool anyPending = false;
  for (auto [operand, value] : llvm::enumerate(step.operands)) {
    const ValueInfo &info = values[value];
    if (info.producedPartial == 0) {
      inputs.seen.push_back(info.producedDims);
      inputs.available.push_back(0);
      continue;
    }
    // An op that may pass a pending sum on sees the value as it is produced; one that
    // reads it reduced, as its reduction leaves it.
    unsigned sums = tables.axes.number(pendingSums(value));
    inputs.seen.push_back(step.opClass->isLinear[operand] && sums != 0
                              ? info.producedDims
                              : tables.splits.number(settledDims(info)));
    inputs.available.push_back(sums);
    anyPending |= sums != 0;
  }
  for (unsigned result : step.results) {
    inputs.wanted.push_back(values[result].wantedDims);
    inputs.unasked.push_back(values[result].unasked);
  }
  if (anyPending)
    for (Value operand : step.op->getOperands())
      inputs.isZero.push_back(isZeroConstant(operand));
  return inputs;
}

void State::decide(Step &step) {
  ++statistics.visits;
  OpInputs inputs = inputsOf(step);
  key.clear();
  inputs.appendKey(key);
  std::unique_ptr<OpOutcome> &outcome = outcomes[key.str()];
  if (!outcome) {
    ++statistics.decisions;
    outcome = std::make_unique<OpOutcome>(OpAssigner(inputs, tables).run());
  }
  if (step.outcome == outcome.get())
    return;
  step.outcome = outcome.get();
  for (auto [operand, demand] : llvm::enumerate(outcome->demands))
    setDemand(step, operand, demand);
}

SmallVector<AxisList, 2> State::passPartial(Step &step, ArrayRef<AxisList> available) {
  SmallVector<AxisList, 2> results(step.results.size());
  for (Placement &needed : step.needed)
    needed.partial.clear();
  if (llvm::all_of(available, [](const AxisList &axes) { return axes.empty(); }))
    return results;
  if (step.kind == Step::RegionEnd) {
    // A sum of sums, a stack of sums.
    for (auto [number, axes] : llvm::enumerate(available)) {
      results[number] = axes;
      step.needed[number].addPartial(ReductionKind::Sum, axes);
    }
    return results;
  }
  if (step.kind != Step::Op)
    return results;
  PassedSums passed = passSums(*step.opClass, step.splits, available, [&](unsigned operand) {
    return isZeroConstant(step.op->getOperand(operand));
  });
  for (auto [needed, axes] : llvm::zip_equal(step.needed, passed.operands))
    needed.addPartial(ReductionKind::Sum, axes);
  return std::move(passed.results);
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

void State::forwardOp(Step &step) {
  decide(step);
  for (auto [number, result] : llvm::enumerate(step.results))
    setProduced(result, step.outcome->produced[number], step.outcome->producedPartial[number],
                step.outcome->plain[number]);
}

void State::forwardPinned(Step &step) {
  step.needed.front().dims = afterDefinition(values[step.operands.front()]).dims;
  Placement passed = passPinned(step);
  unsigned result = step.results.front();
  unsigned dims = tables.splits.number(seeds[result].heard(level));
  setProduced(result, dims, tables.partial.number(passed.partial), dims);
}

void State::forwardRegionBegin(Step &step) {
  for (auto [number, argument] : llvm::enumerate(step.results)) {
    Placement &needed = step.needed[number];
    needed.dims = settledDims(values[step.operands[number]]);
    // Runs are not split: every rank takes part in each.
    needed.dims[0] = {};
    unsigned dims = tables.splits.number(ArrayRef(needed.dims).drop_front());
    setProduced(argument, dims, 0, dims);
  }
}

void State::forwardRegionEnd(Step &step) {
  auto region = cast<MicrobatchOp>(step.op);
  SmallVector<AxisList> available;
  for (auto [number, operand] : llvm::enumerate(step.operands)) {
    available.push_back(pendingSums(operand));
    step.needed[number].dims = values[operand].produced.dims;
  }
  SmallVector<AxisList, 2> passed = passPartial(step, available);
  for (auto [number, result] : llvm::enumerate(step.results)) {
    Placement placement;
    if (region.getKind(number) == YieldKind::Stack)
      placement.dims.emplace_back();
    llvm::append_range(placement.dims, step.needed[number].dims);
    placement.addPartial(ReductionKind::Sum, passed[number]);
    unsigned dims = tables.splits.number(placement.dims);
    setProduced(result, dims, tables.partial.number(placement.partial), dims);
  }
}

void State::forwardReturn(Step &step) {
  for (auto [number, operand] : llvm::enumerate(step.operands)) {
    Placement &needed = step.needed[number];
    needed.dims = settledDims(values[operand]);
    ShardingAttr required = requiredResults[number];
    if (!required)
      continue;
    Placement asked = mesh.fromAttr(required);
    AxisList fixed = asked.dimAxes();
    for (auto [index, dim] : llvm::enumerate(required.getDims())) {
      Split &split = needed.dims[index];
      int64_t extent = values[operand].type.getDimSize(index);
      CommonPrefix prefix = commonPrefix(extent, asked.dims[index], split);
      bool keeps = !dim.getIsClosed() && prefix.restA.empty() && !overlaps(fixed, prefix.restB);
      if (!keeps)
        split = asked.dims[index];
    }
  }
}

void State::forwardArguments() {
  for (unsigned number = 0, end = function.getNumArguments(); number < end; ++number) {
    if (values[number].isUnsettled)
      settle(number);
    unsigned dims = values[number].wantedDims;
    setProduced(number, dims, 0, dims);
  }
}

bool State::forward() {
  changed = false;
  forwardArguments();
  for (size_t next = 0; next < steps.size();) {
    Step &step = steps[next++];
    if (!step.isDirty)
      continue;
    step.isDirty = false;
    switch (step.kind) {
    case Step::Op:
      forwardOp(step);
      break;
    case Step::Pinned:
      forwardPinned(step);
      break;
    case Step::RegionBegin:
      forwardRegionBegin(step);
      break;
    case Step::RegionEnd:
      forwardRegionEnd(step);
      break;
    case Step::LoopBegin:
      forwardLoopBegin(step);
      break;
    case Step::LoopTest:
      break;
    case Step::LoopEnd:
      if (forwardLoopEnd(step))
        next = step.partner + 1;
      break;
    case Step::Return:
      forwardReturn(step);
      break;
    }
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

void State::reachFixedPoint() {
  isDescending = false;
  forward();
  for (int round = 1; backward(); ++round) {
    ++statistics.rounds;
    isDescending = round >= kFreeRounds;
    forward();
    if (round == kMaxRounds) {
      ++statistics.cutOff;
      return;
    }
  }
}

SmallVector<int64_t> State::levelsOf() const {
  std::set<int64_t> levels = {0};
  for (auto &[value, seed] : seeds)
    levels.insert(seed.priorities.begin(), seed.priorities.end());
  for (const Step &step : steps)
    if (step.opClass && step.opClass->isConstraint)
      levels.insert(step.opClass->priorities.begin(), step.opClass->priorities.end());
  return SmallVector<int64_t>(levels.begin(), levels.end());
}

void State::settleLevel() {
  for (Step &step : steps) {
    step.isDirty = true;
    if (step.kind == Step::Op)
      step.floor = tables.splits.number(step.outcome->splits);
  }
  for (unsigned number = 0, end = function.getNumArguments(); number < end; ++number) {
    Seed &seed = seeds.find(number)->second;
    for (auto [dim, split] : llvm::enumerate(seed.dims))
      if (!seed.closed[dim] && seed.priorities[dim] <= level)
        split = values[number].produced.dims[dim];
  }
}

void State::publish() {
  for (Step &step : steps) {
    if (step.outcome == step.published)
      continue;
    step.published = step.outcome;
    step.splits = step.outcome->splits;
    for (auto [number, needed] : llvm::enumerate(step.needed)) {
      ArrayRef<Split> dims = tables.splits[step.outcome->needed[number]];
      needed.dims.assign(dims.begin(), dims.end());
      ArrayRef<Partial> partial = tables.partial[step.outcome->neededPartial[number]];
      needed.partial.assign(partial.begin(), partial.end());
    }
  }
}

void State::assign() {
  SmallVector<int64_t> levels = levelsOf();
  demandOfReturn(steps.back());
  for (int64_t next : levels) {
    if (next != levels.front())
      settleLevel();
    level = next;
    for (unsigned number = 0, end = function.getNumArguments(); number < end; ++number) {
      const Seed &seed = seeds.find(number)->second;
      ValueInfo &info = values[number];
      info.isUnsettled = true;
      for (auto [dim, closed] : llvm::enumerate(info.closed))
        closed = seed.closed[dim] || seed.priorities[dim] > level;
    }
    reachFixedPoint();
  }
  publish();
}

bool State::refine() {
  // What is pending has been decided since.
  for (ValueInfo &info : values) {
    if (info.produced.partial.empty() && info.producedPartial == 0)
      continue;
    info.producedPartial = tables.partial.number(info.produced.partial);
    for (const Use &use : info.uses)
      steps[use.step].isDirty = true;
  }
  bool any = forward();
  publish();
  return any;
}

void State::solve() {
  // Whether a sum stays pending bears on what an op may split, and the other way
  // round: once more, knowing what is reduced where.
  assign();
  defer();
  if (refine())
    defer();
  tieUpdates();
}

void State::tieUpdates() {
  Step &end = steps.back();
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    auto next = function.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (next && next.getInt() >= 0 && next.getInt() < static_cast<int64_t>(end.operands.size()))
      end.needed[next.getInt()].dims = values[number].produced.dims;
  }
}
