//===- Demands.cpp - what users want of values ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each user of a value asks for splits of its dimensions, or does not care. What
// all of them have in common splits the value further than its definition would
// by itself, as far as its axes are free.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

static bool isLess(const Split &a, const Split &b) {
  if (a.axes != b.axes)
    return std::lexicographical_compare(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end());
  return a.granule < b.granule;
}

/// What two lists of demands have in common. What is not asked of a dimension is
/// left to the other where `isMeet` is false, and not asked where it is true.
static SplitList common(RankedTensorType type, ArrayRef<Split> a, ArrayRef<Split> b, bool isMeet) {
  SplitList result;
  for (auto [dim, x, y] : llvm::enumerate(a, b)) {
    bool asksX = x.granule != kNoDemand, asksY = y.granule != kNoDemand;
    Split split{{}, kNoDemand};
    if (asksX && asksY) {
      split = commonPrefix(type.getDimSize(dim), x, y).common;
      if (split.axes.empty())
        split.granule = 1;
    } else if (!isMeet && (asksX || asksY)) {
      split = asksX ? x : y;
    }
    result.push_back(std::move(split));
  }
  return result;
}

unsigned State::mergedDemand(unsigned value) {
  SmallVector<unsigned> distinct;
  for (const Use &use : values[value].uses)
    if (unsigned demand = steps[use.step].demands[use.operand];
        demand != 0 && !llvm::is_contained(distinct, demand))
      distinct.push_back(demand);
  if (distinct.size() < 2)
    return distinct.empty() ? 0 : distinct.front();
  // By what they say: neither the order of users nor that of numbers matters.
  llvm::sort(distinct, [&](unsigned a, unsigned b) {
    ArrayRef<Split> x = tables.splits[a], y = tables.splits[b];
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), isLess);
  });
  SplitList merged(tables.splits[distinct.front()]);
  for (unsigned other : ArrayRef(distinct).drop_front())
    merged = common(values[value].type, merged, tables.splits[other], false);
  return tables.splits.number(merged);
}

SplitList State::wantedOf(const ValueInfo &info) const {
  SplitList wanted(tables.splits[info.plainDims]);
  AxisList used;
  if (info.isArgument) {
    const Seed &seed = seeds.find(index.lookup(info.value))->second;
    wanted = seed.heard(level);
    // Weaker annotations, too, take axes.
    for (const Split &dim : seed.dims)
      llvm::append_range(used, dim.axes);
  } else {
    for (const Split &dim : wanted)
      llvm::append_range(used, dim.axes);
  }
  if (info.demand == 0)
    return wanted;
  ArrayRef<Split> demand = tables.splits[info.demand];
  for (unsigned dim = 0; dim < wanted.size(); ++dim) {
    if (demand[dim].granule == kNoDemand || info.closed[dim])
      continue;
    CommonPrefix prefix = commonPrefix(info.type.getDimSize(dim), wanted[dim], demand[dim]);
    if (!prefix.restA.empty() || prefix.restB.empty() || overlaps(used, prefix.restB))
      continue;
    wanted[dim] = demand[dim];
    llvm::append_range(used, prefix.restB);
  }
  return wanted;
}

bool State::settle(unsigned value) {
  ValueInfo &info = values[value];
  info.isUnsettled = false;
  unsigned demand = mergedDemand(value);
  if (isDescending && demand != info.demand)
    demand = demand == 0 || info.demand == 0
                 ? 0
                 : tables.splits.number(
                       common(info.type, tables.splits[info.demand], tables.splits[demand], true));
  info.demand = demand;
  uint64_t unasked = 0;
  for (auto [dim, split] : llvm::enumerate(tables.splits[demand].take_front(64)))
    unasked |= uint64_t(split.granule == kNoDemand) << dim;
  bool isNews = unasked != info.unasked;
  info.unasked = unasked;
  unsigned wanted;
  if (info.isArgument) {
    wanted = tables.splits.number(wantedOf(info));
  } else {
    key.clear();
    key.add(info.type.getAsOpaquePointer());
    key.add(info.plainDims);
    key.add(demand);
    auto [entry, isNew] = settled.try_emplace(key.str(), 0);
    if (isNew)
      entry->second = tables.splits.number(wantedOf(info));
    wanted = entry->second;
  }
  if (wanted == info.wantedDims)
    return isNews;
  info.wantedDims = wanted;
  ArrayRef<Split> list = tables.splits[wanted];
  info.wanted.assign(list.begin(), list.end());
  // Users of a value that is pending see what it is wanted as.
  if (info.producedPartial != 0)
    for (const Use &use : info.uses)
      steps[use.step].isDirty = true;
  return true;
}

void State::demandOfRegion(Step &step) {
  auto region = cast<MicrobatchOp>(step.op);
  for (unsigned number = 0; number < step.operands.size(); ++number) {
    ArrayRef<Split> wanted = values[step.results[number]].wanted;
    SplitList demand;
    if (step.kind == Step::RegionBegin)
      demand.emplace_back();
    llvm::append_range(demand, wanted.drop_front(step.kind == Step::RegionEnd &&
                                                 region.getKind(number) == YieldKind::Stack));
    setDemand(step, number, tables.splits.number(demand));
  }
}

/// What the arguments of condition and body, and the results, are wanted as beyond
/// what they are: by those that want anything. All of them are placed alike.
void State::demandOfLoop(Step &step) {
  Step &begin = step.kind == Step::LoopBegin ? step : steps[step.partner];
  Step &end = steps[begin.partner];
  unsigned count = end.results.size();
  for (unsigned number = 0; number < count; ++number) {
    SplitList demand;
    RankedTensorType type = values[end.results[number]].type;
    bool isFirst = true;
    for (unsigned value :
         {begin.results[number], begin.results[count + number], end.results[number]}) {
      const ValueInfo &info = values[value];
      if (info.wantedDims == info.plainDims && info.demand == 0)
        continue;
      demand = isFirst ? info.wanted : common(type, demand, info.wanted, false);
      isFirst = false;
    }
    if (isFirst)
      demand = values[begin.results[number]].wanted;
    setDemand(step, number, tables.splits.number(demand));
  }
}

void State::demandOfReturn(Step &step) {
  for (unsigned number = 0; number < step.operands.size(); ++number) {
    ShardingAttr required = requiredResults[number];
    if (!required)
      continue;
    SplitList demand;
    for (DimShardingAttr dim : required.getDims())
      demand.push_back(dim.getIsClosed() ? mesh.fromAttr(dim) : Split{{}, kNoDemand});
    setDemand(step, number, tables.splits.number(demand));
  }
}

bool State::backward() {
  bool any = false;
  // All users of a value come after its definition: what they want is known by
  // the time that the walk gets there.
  for (Step &step : llvm::reverse(steps)) {
    bool again = false;
    for (unsigned result : step.results)
      if (values[result].isUnsettled)
        again |= settle(result);
    any |= again;
    if (step.kind == Step::RegionBegin || step.kind == Step::RegionEnd) {
      // Asked for once even if nothing of the inside can be split.
      if (again || llvm::is_contained(step.demands, 0u))
        demandOfRegion(step);
    } else if (step.kind == Step::LoopBegin || step.kind == Step::LoopEnd) {
      demandOfLoop(step);
    } else if (again && step.kind == Step::Op) {
      decide(step);
      step.isDirty = true;
    }
  }
  for (unsigned number = 0, end = function.getNumArguments(); number < end; ++number)
    if (values[number].isUnsettled)
      any |= settle(number);
  return any;
}
