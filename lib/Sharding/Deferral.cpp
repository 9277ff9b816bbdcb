//===- Deferral.cpp - where pending sums are reduced ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A partial sum may be reduced where it is made, or passed on by linear ops and
// reduced further down: after the sum of two of them, or after a microbatch
// loop. For every value the bytes of both are compared, from the end of the
// program to its beginning; later wins when it costs no more. What one op can
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
    bool inResult = llvm::any_of(
        step.rule.results[number], [&, f = index](const DimFactors &dim) {
          return llvm::is_contained(dim, f);
        });
    if (!inResult)
      placement.addPartial(factor.reduction, step.splits[index].axes);
  }
}

namespace {

/// One round of decisions.
class Decisions {
public:
  explicit Decisions(State &state) : state(state) {}

  /// What is pending where, given what is reduced so far.
  void recompute();
  /// Marks values that are better reduced at once; true when there are more.
  bool decide();

private:
  /// Bytes of reducing `value` over `axis` where it is made.
  double reduceBytes(unsigned value, const Axis &axis) const;
  /// Bytes of all reductions that keeping the sum pending leads to.
  double keepBytes(unsigned value, const Axis &axis, bool &reducedAnyway) const;

  State &state;
  /// Cost of the cheaper choice for each pending axis of each value.
  llvm::DenseMap<unsigned, SmallVector<std::pair<Axis, double>, 1>> costs;
};

} // namespace

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

double Decisions::keepBytes(unsigned value, const Axis &axis, bool &reducedAnyway) const {
  double bytes = 0;
  reducedAnyway = false;
  for (const Use &use : state.values[value].uses) {
    const Step &step = state.steps[use.step];
    if (!contains(step.needed[use.operand].sumAxes(), axis)) {
      reducedAnyway = true;
      continue;
    }
    // Most ops put an operand's sum into all of their results; regions and
    // barriers hand each on by itself.
    bool separate =
        step.kind == Step::RegionEnd || isa<stablehlo::OptimizationBarrierOp>(step.op);
    ArrayRef<unsigned> results = step.results;
    if (separate)
      results = results.slice(use.operand, 1);
    for (unsigned result : results)
      if (auto found = costs.find(result); found != costs.end())
        for (const auto &[other, cost] : found->second)
          if (other.overlaps(axis))
            bytes += cost;
  }
  return bytes;
}

bool Decisions::decide() {
  costs.clear();
  bool more = false;
  auto decideValue = [&](unsigned value) {
    ValueInfo &info = state.values[value];
    AxisList pending = info.produced.partialAxes();
    AxisList sums = subtract(info.produced.sumAxes(), info.resolved);
    for (const Axis &axis : pending) {
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
        costs[value].push_back({axis, reduce});
        more = true;
        continue;
      }
      costs[value].push_back({axis, std::min(keep, reduce)});
    }
  };
  for (Step &step : llvm::reverse(state.steps))
    for (unsigned result : step.results)
      decideValue(result);
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
