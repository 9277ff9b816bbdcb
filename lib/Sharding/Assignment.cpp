//===- Assignment.cpp - rounds of forward and backward ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Forward, each op takes the splits of its operands. Backward, each value learns
// what its users agree to want, which ops then compute right away if it costs
// them nothing, and which open arguments are given as. A few rounds settle it.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// Rounds after which propagation stops even if placements still change.
static constexpr int kMaxRounds = 6;

bool State::setProduced(unsigned value, Placement placement) {
  ValueInfo &info = values[value];
  if (!samePlacement(info.type, info.produced, placement))
    changed = true;
  info.produced = std::move(placement);
  return changed;
}

//===----------------------------------------------------------------------===//
// Pending sums
//===----------------------------------------------------------------------===//

SmallVector<AxisList, 2> State::passPartial(Step &step, ArrayRef<AxisList> available) {
  SmallVector<AxisList, 2> passed(step.results.size());
  for (Placement &needed : step.needed)
    needed.partial.clear();
  if (llvm::all_of(available, [](const AxisList &axes) { return axes.empty(); }))
    return passed;

  if (step.kind == Step::RegionEnd) {
    // A sum of sums, a stack of sums.
    for (auto [number, axes] : llvm::enumerate(available)) {
      passed[number] = axes;
      step.needed[number].addPartial(ReductionKind::Sum, axes);
    }
    return passed;
  }
  auto op =
      step.kind == Step::Op ? dyn_cast<ShardableOpInterface>(step.op) : ShardableOpInterface();
  if (!op || step.results.empty())
    return passed;

  // Axes that the op splits a factor by can't be pending beside.
  AxisList used;
  for (const Split &split : step.splits)
    for (const Axis &axis : split.axes)
      if (!contains(used, axis))
        used.push_back(axis);
  AxisList all;
  for (const AxisList &axes : available)
    for (const Axis &axis : subtract(axes, used))
      for (const Axis &more : subtract(axis, all))
        all.push_back(more);

  // Operands may have different parts of one axis pending.
  AxisList cutters;
  for (const AxisList &axes : available)
    llvm::append_range(cutters, axes);
  for (const Axis &axis : cutAt(normalizeSet(all), cutters)) {
    // Every result must be linear in the same operands.
    std::optional<SmallVector<unsigned>> chosen;
    for (const auto &group : op.getLinearOperandGroups(0)) {
      bool any = false;
      bool fits = llvm::all_of(group, [&](unsigned operand) {
        if (contains(available[operand], axis)) {
          any = true;
          return true;
        }
        return isZeroConstant(step.op->getOperand(operand));
      });
      for (unsigned result = 1; fits && result < step.results.size(); ++result)
        fits = llvm::is_contained(op.getLinearOperandGroups(result), group);
      if (fits && any) {
        chosen = group;
        break;
      }
    }
    // A barrier passes operand i to result i.
    bool separate =
        !chosen && step.results.size() > 1 && step.results.size() == step.operands.size();
    if (separate) {
      for (unsigned result = 0; result < step.results.size(); ++result)
        if (contains(available[result], axis) &&
            op.getLinearOperandGroups(result) == SmallVector<SmallVector<unsigned>>{{result}}) {
          passed[result].push_back(axis);
          step.needed[result].addPartial(ReductionKind::Sum, axis);
        }
      continue;
    }
    if (!chosen)
      continue;
    for (AxisList &axes : passed)
      axes.push_back(axis);
    for (unsigned operand : *chosen)
      if (contains(available[operand], axis))
        step.needed[operand].addPartial(ReductionKind::Sum, axis);
  }
  return passed;
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

void State::forwardOp(Step &step) {
  OpAssigner(*this, step).run();
  SmallVector<AxisList> available;
  for (unsigned value : step.operands)
    available.push_back(pendingSums(value));
  SmallVector<AxisList, 2> passed = passPartial(step, available);
  for (auto [number, result] : llvm::enumerate(step.results)) {
    const TensorFactors &factors = step.rule.results[number];
    Placement placement = *composeTensor(factors, step.rule, step.splits);
    for (auto [factorNumber, factor] : llvm::enumerate(step.rule.factors)) {
      bool inResult = llvm::any_of(factors, [&, f = factorNumber](const DimFactors &dim) {
        return llvm::is_contained(dim, f);
      });
      if (factor.kind == FactorKind::Reduction && !inResult)
        placement.addPartial(factor.reduction, step.splits[factorNumber].axes);
    }
    placement.addPartial(ReductionKind::Sum, passed[number]);
    setProduced(result, std::move(placement));
  }
}

void State::forwardRegionBegin(Step &step) {
  for (auto [number, argument] : llvm::enumerate(step.results)) {
    const ValueInfo &slices = values[step.operands[number]];
    Placement &needed = step.needed[number];
    needed.dims = settledDims(slices);
    // Runs are not split: every rank takes part in each.
    needed.dims[0] = {};
    Placement row;
    row.dims.append(needed.dims.begin() + 1, needed.dims.end());
    setProduced(argument, std::move(row));
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
    setProduced(result, std::move(placement));
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

bool State::forward() {
  changed = false;
  for (ValueInfo &info : values) {
    if (!info.isArgument)
      continue;
    Placement placement = info.produced;
    for (auto [number, dim] : llvm::enumerate(placement.dims))
      if (!info.closed[number])
        dim = info.wanted[number];
    setProduced(index.lookup(info.value), std::move(placement));
  }
  for (Step &step : steps) {
    switch (step.kind) {
    case Step::Op:
      forwardOp(step);
      break;
    case Step::RegionBegin:
      forwardRegionBegin(step);
      break;
    case Step::RegionEnd:
      forwardRegionEnd(step);
      break;
    case Step::Return:
      forwardReturn(step);
      break;
    }
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

namespace {
/// What the users of a value want of one dimension so far.
struct Demand {
  bool any = false;
  Split split;

  void merge(int64_t extent, const Split &wanted) {
    split = any ? commonPrefix(extent, split, wanted).common : wanted;
    if (split.axes.empty())
      split.granule = 1;
    any = true;
  }
};
} // namespace

void State::backward() {
  std::vector<SmallVector<Demand, 4>> demands(values.size());
  for (auto [number, info] : llvm::enumerate(values))
    demands[number].resize(info.type.getRank());

  auto demand = [&](unsigned value, unsigned dim, const Split &split) {
    demands[value][dim].merge(values[value].type.getDimSize(dim), split);
  };
  // All users of a value come after its definition: what they want is known by
  // the time that the walk gets there.
  auto settle = [&](unsigned value) {
    ValueInfo &info = values[value];
    info.wanted = info.produced.dims;
    AxisList used = info.produced.dimAxes();
    for (unsigned dim = 0; dim < info.wanted.size(); ++dim) {
      const Demand &one = demands[value][dim];
      if (!one.any || info.closed[dim])
        continue;
      CommonPrefix prefix = commonPrefix(info.type.getDimSize(dim), info.wanted[dim], one.split);
      if (!prefix.restA.empty() || prefix.restB.empty() || overlaps(used, prefix.restB))
        continue;
      info.wanted[dim] = one.split;
      llvm::append_range(used, prefix.restB);
    }
  };

  for (Step &step : llvm::reverse(steps)) {
    for (unsigned result : step.results)
      settle(result);
    switch (step.kind) {
    case Step::Return:
      for (auto [number, operand] : llvm::enumerate(step.operands)) {
        ShardingAttr required = requiredResults[number];
        if (!required)
          continue;
        for (unsigned dim = 0; dim < step.needed[number].dims.size(); ++dim)
          if (required.getDims()[dim].getIsClosed())
            demand(operand, dim, step.needed[number].dims[dim]);
      }
      break;
    case Step::RegionEnd: {
      auto region = cast<MicrobatchOp>(step.op);
      for (auto [number, operand] : llvm::enumerate(step.operands)) {
        unsigned skip = region.getKind(number) == YieldKind::Stack ? 1 : 0;
        ArrayRef<Split> wanted = values[step.results[number]].wanted;
        for (auto [dim, split] : llvm::enumerate(wanted.drop_front(skip)))
          demand(operand, dim, split);
      }
      break;
    }
    case Step::RegionBegin:
      for (auto [number, operand] : llvm::enumerate(step.operands)) {
        demand(operand, 0, {});
        for (auto [dim, split] : llvm::enumerate(values[step.results[number]].wanted))
          demand(operand, dim + 1, split);
      }
      break;
    case Step::Op: {
      FactorSplits splits = OpAssigner(*this, step).extended();
      // An internal factor of one operand alone takes what it gets.
      SmallVector<unsigned, 8> occurrences(step.rule.factors.size());
      for (const TensorFactors &operand : step.rule.operands)
        for (const DimFactors &dim : operand)
          for (unsigned factor : dim)
            ++occurrences[factor];
      for (auto [number, factors] : llvm::enumerate(step.rule.operands)) {
        Placement needed = *composeTensor(factors, step.rule, splits);
        for (auto [dim, dimFactors] : llvm::enumerate(factors)) {
          bool takesAny = !dimFactors.empty() && llvm::all_of(dimFactors, [&](unsigned factor) {
            return step.rule.factors[factor].kind == FactorKind::Internal &&
                   occurrences[factor] == 1;
          });
          if (!takesAny)
            demand(step.operands[number], dim, needed.dims[dim]);
        }
      }
      break;
    }
    }
  }
  for (auto [number, info] : llvm::enumerate(values))
    if (info.isArgument)
      settle(number);
}

bool State::refine() { return forward(); }

void State::assign() {
  forward();
  for (int round = 0; round < kMaxRounds; ++round) {
    backward();
    if (!forward())
      break;
  }
}
