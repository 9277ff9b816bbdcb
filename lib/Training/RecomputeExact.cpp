//===- RecomputeExact.cpp - branch and bound over the menu ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops are decided one after the other, dearest first. Whatever becomes of the rest,
// an op that is read late and runs again has its cost, and values that are kept are
// live over their gap; the live bytes of both the decided and of what nothing
// changes are a lower bound on the peak.
//
//===----------------------------------------------------------------------===//

#include "RecomputeExact.h"
#include "llvm/ADT/STLExtras.h"

using namespace shardc;

namespace {
class BranchAndBound {
public:
  BranchAndBound(const RecomputeProblem &problem, int64_t budget);
  RecomputeChoice run(const RecomputeChoice &known);

private:
  enum class Decision : uint8_t { Open, Kept, Again };
  /// No choice that agrees with the decisions has a lower peak.
  int64_t boundPeak() const;
  void visit(unsigned next, int64_t cost);
  bool isBetter(const RecomputeOutcome &outcome) const;

  const RecomputeProblem &problem;
  int64_t budget;
  llvm::SmallVector<unsigned> menu;
  std::vector<Decision> decisions;
  /// By value: its last reader before the gap, its first and last one behind it.
  std::vector<unsigned> lastEarly, firstLate, lastLate;
  /// By op: a late reader reads what it makes, not only a copy does.
  std::vector<bool> isReadLate;
  llvm::BitVector chosen;
  RecomputeChoice best;
};
} // namespace

BranchAndBound::BranchAndBound(const RecomputeProblem &problem, int64_t budget)
    : problem(problem), budget(budget), menu(problem.menu()),
      decisions(problem.ops.size(), Decision::Kept), lastEarly(problem.values.size(), 0),
      firstLate(problem.values.size(), ~0u), lastLate(problem.values.size(), 0),
      isReadLate(problem.ops.size(), false), chosen(problem.ops.size()) {
  unsigned numOps = problem.ops.size();
  for (unsigned at = 0; at < numOps; ++at)
    for (unsigned made : problem.ops[at].makes)
      lastEarly[made] = at;
  auto read = [&](auto &self, unsigned value, unsigned at) -> void {
    unsigned maker = problem.values[value].maker;
    if (maker == RecomputeValue::noMaker)
      return;
    const RecomputeOp &op = problem.ops[maker];
    if (op.isFused) {
      for (unsigned inner : op.reads)
        self(self, inner, at);
      return;
    }
    if (at < op.lateFrom) {
      lastEarly[value] = std::max(lastEarly[value], at);
      return;
    }
    isReadLate[maker] = true;
    firstLate[value] = std::min(firstLate[value], at);
    lastLate[value] = std::max(lastLate[value], at);
  };
  for (unsigned at = 0; at < numOps; ++at)
    if (!problem.ops[at].isFused)
      for (unsigned value : problem.ops[at].reads)
        read(read, value, at);
  for (unsigned op : menu)
    decisions[op] = Decision::Open;
  llvm::sort(menu, [&](unsigned a, unsigned b) {
    return std::pair(-problem.ops[a].cost, a) < std::pair(-problem.ops[b].cost, b);
  });
}

int64_t BranchAndBound::boundPeak() const {
  unsigned numOps = problem.ops.size();
  int64_t base = problem.base;
  std::vector<int64_t> change(numOps + 2, 0);
  for (auto [number, value] : llvm::enumerate(problem.values)) {
    if (!value.bytes || value.maker == RecomputeValue::noMaker || problem.ops[value.maker].isFused)
      continue;
    auto add = [&](unsigned begin, unsigned end) {
      change[begin] += value.bytes;
      change[end + 1] -= value.bytes;
    };
    bool isKept = decisions[value.maker] == Decision::Kept, isLate = lastLate[number] > 0;
    unsigned end = value.isResult ? numOps : lastEarly[number];
    if (isLate && isKept)
      end = std::max(end, lastLate[number]);
    add(value.maker, end);
    if (isLate && !isKept && firstLate[number] > end)
      add(firstLate[number], lastLate[number]);
    if (value.maker < problem.turn && end >= problem.turn)
      base += (problem.inFlight - 1) * value.bytes;
  }
  // What an op may take over is not counted with it: an optimistic guess is a bound.
  int64_t live = base, peak = base;
  for (unsigned at = 0; at <= numOps; ++at) {
    live += change[at];
    int64_t now = live;
    if (at < numOps) {
      const RecomputeOp &op = problem.ops[at];
      if (op.isFused)
        continue;
      now += op.workspace;
      if (op.isInPlace && !op.makes.empty())
        now -= problem.values[op.makes.front()].bytes;
    }
    peak = std::max(peak, now);
  }
  return peak;
}

bool BranchAndBound::isBetter(const RecomputeOutcome &outcome) const {
  bool fits = outcome.peak <= budget;
  if (fits != best.fits)
    return fits;
  if (fits)
    return std::pair(outcome.cost, outcome.peak) < std::pair(best.outcome.cost, best.outcome.peak);
  return std::pair(outcome.peak, outcome.cost) < std::pair(best.outcome.peak, best.outcome.cost);
}

void BranchAndBound::visit(unsigned next, int64_t cost) {
  int64_t bound = boundPeak();
  if (best.fits) {
    if (bound > budget || cost > best.outcome.cost ||
        (cost == best.outcome.cost && bound >= best.outcome.peak))
      return;
  } else if (bound > budget && bound > best.outcome.peak) {
    return;
  }
  if (next == menu.size()) {
    RecomputeOutcome outcome = evaluateRecompute(problem, chosen, budget);
    if (isBetter(outcome)) {
      best.chosen = chosen;
      best.outcome = outcome;
      best.fits = outcome.peak <= budget;
    }
    return;
  }
  unsigned op = menu[next];
  decisions[op] = Decision::Kept;
  visit(next + 1, cost);
  decisions[op] = Decision::Again;
  chosen.set(op);
  visit(next + 1, cost + (isReadLate[op] ? problem.ops[op].cost : 0));
  chosen.reset(op);
  decisions[op] = Decision::Open;
}

RecomputeChoice BranchAndBound::run(const RecomputeChoice &known) {
  best = known;
  visit(0, 0);
  best.isExact = true;
  return best;
}

RecomputeChoice shardc::searchExactly(const RecomputeProblem &problem, int64_t budget,
                                      const RecomputeChoice &known) {
  return BranchAndBound(problem, budget).run(known);
}
