//===- Deferral.cpp - where pending sums are reduced ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A partial sum may be reduced where it is made, or passed on by linear ops and
// reduced further down: after the sum of two of them, or after a microbatch
// loop. For every value the bytes of both are compared, from the end of the
// program to its beginning; later wins when it costs no more. Where sums meet in
// one addition, one reduction serves all of them: it is charged to the one that
// would cost the most to get rid of, and the others ride along. What one op can
// pass on depends on what the others keep, so decisions are taken in rounds.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// Sums that an op's own reduction factors leave in result `number`.
static void addOwn(const Step &step, unsigned number, Placement &placement) {
  if (step.kind != Step::Op)
    return;
  for (auto [index, factor] : llvm::enumerate(step.rule.factors)) {
    if (factor.kind != FactorKind::Reduction)
      continue;
    bool inResult = llvm::any_of(step.rule.results[number], [&, f = index](const DimFactors &dim) {
      return llvm::is_contained(dim, f);
    });
    if (!inResult)
      placement.addPartial(factor.reduction, step.splits[index].axes);
  }
}

namespace {

/// Rounds of decisions.
class Decisions {
public:
  explicit Decisions(State &state) : state(state) {
    for (const Step &step : state.steps)
      for (const Split &split : step.splits)
        for (const Axis &axis : split.axes)
          if (!llvm::is_contained(cutters, axis))
            cutters.push_back(axis);
  }

  /// What is pending where, given what is reduced so far.
  void recompute();
  /// Marks values that are better reduced at once; true when there are more.
  bool decide();

private:
  /// Bytes for each pending axis of one value.
  using Costs = SmallVector<std::pair<Axis, double>, 1>;

  AxisList pieces(ArrayRef<Axis> axes) const {
    return axes.empty() ? AxisList() : cutAt(normalizeSet(axes), cutters);
  }
  static double find(const llvm::DenseMap<unsigned, Costs> &costs, unsigned value,
                     const Axis &axis) {
    double bytes = 0;
    if (auto found = costs.find(value); found != costs.end())
      for (const auto &[other, cost] : found->second)
        if (other.overlaps(axis))
          bytes += cost;
    return bytes;
  }
  /// Bytes of reducing `value` over `axis` where it is made.
  double reduceBytes(unsigned value, const Axis &axis) const;
  /// Bytes of all reductions that keeping the sum pending leads to.
  double keepBytes(unsigned value, const Axis &axis, bool &reducedAnyway) const;
  /// The operand that pays for the reduction of what a step passes on.
  unsigned payerOf(const Step &step, const Axis &axis) const;
  void computeRemovals();
  void decideValue(unsigned value, bool &more);

  State &state;
  /// Where axes are cut, anywhere in the program.
  AxisList cutters;
  /// Cost of the cheaper choice.
  llvm::DenseMap<unsigned, Costs> costs;
  /// Bytes of the cheapest way to have the value whole: reducing it, or all that
  /// it is the sum of.
  llvm::DenseMap<unsigned, Costs> removals;
};

} // namespace

/// Regions and barriers hand each operand on by itself; other ops put the sum of
/// an operand into all of their results.
static bool isSeparate(const Step &step) {
  return step.kind == Step::RegionEnd || isa<stablehlo::OptimizationBarrierOp>(step.op);
}

void Decisions::recompute() {
  for (Step &step : state.steps) {
    SmallVector<AxisList> available;
    for (unsigned value : step.operands)
      available.push_back(state.pendingSums(value));
    SmallVector<AxisList, 2> passed = state.passPartial(step, available);
    for (auto [number, result] : llvm::enumerate(step.results)) {
      ValueInfo &info = state.values[result];
      info.produced.partial.clear();
      addOwn(step, number, info.produced);
      if (step.kind != Step::RegionBegin)
        info.produced.addPartial(ReductionKind::Sum, passed[number]);
    }
  }
}

double Decisions::reduceBytes(unsigned value, const Axis &axis) const {
  const ValueInfo &info = state.values[value];
  double bytes = static_cast<double>(localBytes(info.type, info.produced)) * info.trips;
  // Users that want the axis on a dimension turn the reduction into half of one.
  for (const Split &split : info.wanted)
    if (contains(split.axes, axis))
      return bytes;
  return 2 * bytes;
}

unsigned Decisions::payerOf(const Step &step, const Axis &axis) const {
  unsigned payer = 0;
  double most = -1;
  for (auto [operand, needed] : llvm::enumerate(step.needed)) {
    if (needed.partial.empty() || !contains(needed.sumAxes(), axis))
      continue;
    double removal = find(removals, step.operands[operand], axis);
    if (removal > most) {
      most = removal;
      payer = operand;
    }
  }
  return payer;
}

double Decisions::keepBytes(unsigned value, const Axis &axis, bool &reducedAnyway) const {
  double bytes = 0;
  reducedAnyway = false;
  for (const Use &use : state.values[value].uses) {
    const Step &step = state.steps[use.step];
    if (!contains(step.needed[use.operand].sumAxes(), axis)) {
      reducedAnyway = true;
      continue;
    }
    if (isSeparate(step)) {
      bytes += find(costs, step.results[use.operand], axis);
      continue;
    }
    if (payerOf(step, axis) != use.operand)
      continue;
    for (unsigned result : step.results)
      bytes += find(costs, result, axis);
  }
  return bytes;
}

void Decisions::computeRemovals() {
  removals.clear();
  for (const Step &step : state.steps)
    for (auto [number, result] : llvm::enumerate(step.results)) {
      const ValueInfo &info = state.values[result];
      if (info.produced.partial.empty())
        continue;
      Placement own;
      addOwn(step, number, own);
      AxisList born = own.partialAxes();
      for (const Axis &axis : pieces(info.produced.partialAxes())) {
        double bytes = reduceBytes(result, axis);
        if (!overlaps(born, axis)) {
          double before = 0;
          for (auto [operand, needed] : llvm::enumerate(step.needed))
            if ((!isSeparate(step) || operand == number) && contains(needed.sumAxes(), axis))
              before += find(removals, step.operands[operand], axis);
          bytes = std::min(bytes, before);
        }
        removals[result].push_back({axis, bytes});
      }
    }
}

void Decisions::decideValue(unsigned value, bool &more) {
  ValueInfo &info = state.values[value];
  if (info.produced.partial.empty())
    return;
  AxisList sums = state.pendingSums(value);
  for (const Axis &axis : pieces(info.produced.partialAxes())) {
    double reduce = reduceBytes(value, axis);
    if (contains(info.resolved, axis)) {
      costs[value].push_back({axis, reduce});
      continue;
    }
    bool reducedAnyway = true;
    double keep = contains(sums, axis) ? keepBytes(value, axis, reducedAnyway) : 0;
    // A value that somebody needs whole is reduced once for everybody.
    bool atOnce = reducedAnyway ? !info.uses.empty() : keep > reduce;
    if (atOnce) {
      info.resolved.push_back(axis);
      more = true;
    }
    costs[value].push_back({axis, atOnce ? reduce : std::min(keep, reduce)});
  }
}

bool Decisions::decide() {
  computeRemovals();
  costs.clear();
  bool more = false;
  for (Step &step : llvm::reverse(state.steps))
    for (unsigned result : step.results)
      decideValue(result, more);
  return more;
}

void State::defer() {
  Decisions decisions(*this);
  decisions.recompute();
  // Each round reduces at least one more value, but those of a round hardly
  // ever depend on each other: two or three rounds are the rule. The bound
  // keeps time linear; what is open then is reduced where it is needed.
  for (int round = 0; round < 32 && decisions.decide(); ++round)
    decisions.recompute();
  for (ValueInfo &info : values)
    info.resolved = normalizeSet(info.resolved);
}
