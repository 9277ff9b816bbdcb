//===- LivePeak.cpp - live bytes of a program with copies -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the ops decides where copies stand; a second one, over time,
// adds up what is live.
//
//===----------------------------------------------------------------------===//

#include "shardc/Training/RecomputeSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace shardc;

namespace {
class Walk {
public:
  Walk(const RecomputeProblem &problem, const llvm::BitVector &chosen)
      : problem(problem), chosen(chosen), numValues(problem.values.size()),
        spans(2 * problem.values.size()), isCopied(problem.ops.size(), false) {}

  RecomputeOutcome run(int64_t budget);

private:
  /// When a value, or its copy, is in memory.
  struct Span {
    int64_t begin = -1, end = -1;
  };
  /// What runs at one time: an op, or its copy.
  struct Step {
    unsigned op;
    bool isCopy;
    unsigned before;
  };

  /// True when a reader at op `at` gets the copy of what `maker` makes.
  bool readsCopy(unsigned maker, unsigned at) const {
    const RecomputeOp &op = problem.ops[maker];
    return (op.isForced || chosen.test(maker)) && at >= op.lateFrom;
  }
  /// Calls `visit` for each value that lies in memory and that reading `value`
  /// means to read.
  template <typename Fn>
  void forEachStored(unsigned value, Fn visit);
  void copy(unsigned op, unsigned at);
  void step(unsigned op, bool isCopy, unsigned at);

  const RecomputeProblem &problem;
  const llvm::BitVector &chosen;
  unsigned numValues;
  /// By value; copies behind the values.
  std::vector<Span> spans;
  std::vector<bool> isCopied;
  std::vector<Step> steps;
  llvm::SmallVector<unsigned, 16> fused;
};
} // namespace

template <typename Fn>
void Walk::forEachStored(unsigned value, Fn visit) {
  fused.assign(1, value);
  // A value that is read twice through fused ops is visited twice: harmless.
  while (!fused.empty()) {
    unsigned next = fused.pop_back_val();
    unsigned maker = problem.values[next].maker;
    if (maker != RecomputeValue::noMaker && problem.ops[maker].isFused)
      llvm::append_range(fused, problem.ops[maker].reads);
    else
      visit(next);
  }
}

/// Copies of what the copy reads come first. Chains may be as long as the program.
void Walk::copy(unsigned op, unsigned at) {
  llvm::SmallVector<std::pair<unsigned, bool>> stack = {{op, false}};
  while (!stack.empty()) {
    auto [next, ready] = stack.pop_back_val();
    if (isCopied[next])
      continue;
    if (ready) {
      isCopied[next] = true;
      step(next, true, at);
      continue;
    }
    stack.push_back({next, true});
    size_t first = stack.size();
    for (unsigned read : problem.ops[next].reads)
      forEachStored(read, [&](unsigned value) {
        unsigned maker = problem.values[value].maker;
        if (maker != RecomputeValue::noMaker && readsCopy(maker, at) && !isCopied[maker])
          stack.push_back({maker, false});
      });
    // The first operand's copy stands first.
    std::reverse(stack.begin() + first, stack.end());
  }
}

void Walk::step(unsigned op, bool isCopy, unsigned at) {
  int64_t time = steps.size();
  steps.push_back({op, isCopy, at});
  for (unsigned read : problem.ops[op].reads)
    forEachStored(read, [&](unsigned value) {
      unsigned maker = problem.values[value].maker;
      bool fromCopy = maker != RecomputeValue::noMaker && readsCopy(maker, at);
      spans[value + (fromCopy ? numValues : 0)].end = time;
    });
  for (unsigned made : problem.ops[op].makes)
    spans[made + (isCopy ? numValues : 0)] = {time, time};
}

RecomputeOutcome Walk::run(int64_t budget) {
  unsigned numOps = problem.ops.size();
  int64_t turnTime = INT64_MAX;
  for (unsigned at = 0; at < numOps; ++at) {
    const RecomputeOp &op = problem.ops[at];
    if (at == problem.turn)
      turnTime = steps.size();
    if (op.isFused)
      continue;
    for (unsigned read : op.reads) {
      llvm::SmallVector<unsigned, 8> makers;
      forEachStored(read, [&](unsigned value) {
        unsigned maker = problem.values[value].maker;
        if (maker != RecomputeValue::noMaker && readsCopy(maker, at) && !isCopied[maker])
          makers.push_back(maker);
      });
      for (unsigned maker : makers)
        copy(maker, at);
    }
    step(at, false, at);
  }
  int64_t last = steps.size();
  RecomputeOutcome outcome;
  int64_t base = problem.base;
  std::vector<int64_t> change(last + 2, 0);
  for (unsigned value = 0; value < numValues; ++value) {
    const RecomputeValue &info = problem.values[value];
    if (!info.bytes || info.maker == RecomputeValue::noMaker)
      continue;
    if (info.isResult && spans[value].begin >= 0)
      spans[value].end = last;
    for (const Span &span : {spans[value], spans[value + numValues]}) {
      if (span.begin < 0)
        continue;
      change[span.begin] += info.bytes;
      change[span.end + 1] -= info.bytes;
    }
    // Other microbatches hold theirs.
    if (spans[value].begin >= 0 && spans[value].begin < turnTime && spans[value].end >= turnTime)
      base += (problem.inFlight - 1) * info.bytes;
  }
  int64_t live = base;
  for (int64_t time = 0; time <= last; ++time) {
    live += change[time];
    int64_t now = live;
    if (time < last) {
      const Step &step = steps[time];
      const RecomputeOp &op = problem.ops[step.op];
      now += op.workspace;
      if (op.isInPlace && !op.makes.empty()) {
        int64_t bytes = problem.values[op.makes.front()].bytes;
        bool done = false;
        for (unsigned read : op.reads)
          forEachStored(read, [&](unsigned value) {
            const RecomputeValue &info = problem.values[value];
            if (done || info.bytes != bytes || info.maker == RecomputeValue::noMaker)
              return;
            bool fromCopy = readsCopy(info.maker, step.before);
            done = spans[value + (fromCopy ? numValues : 0)].end == time;
          });
        now -= done ? bytes : 0;
      }
      if (step.isCopy) {
        outcome.cost += op.isForced ? 0 : op.cost;
        outcome.copies.push_back({step.op, step.before});
      }
    }
    if (now > outcome.peak) {
      outcome.peak = now;
      outcome.peakOp = time < last ? steps[time].before : numOps;
    }
    if (now > budget)
      outcome.excess += double(now - budget);
  }
  outcome.peak = std::max(outcome.peak, base);
  return outcome;
}

RecomputeOutcome shardc::evaluateRecompute(const RecomputeProblem &problem,
                                           const llvm::BitVector &chosen, int64_t budget) {
  return Walk(problem, chosen).run(budget);
}

llvm::SmallVector<unsigned> RecomputeProblem::menu() const {
  // Readers from the last to the first: what is read late, and what copies of that
  // would read.
  std::vector<bool> wanted(ops.size(), false);
  auto want = [&](auto &self, unsigned value, unsigned at) -> void {
    unsigned maker = values[value].maker;
    if (maker == RecomputeValue::noMaker)
      return;
    const RecomputeOp &op = ops[maker];
    if (op.isFused) {
      for (unsigned read : op.reads)
        self(self, read, at);
      return;
    }
    if ((op.canRecompute || op.isForced) && at >= op.lateFrom)
      wanted[maker] = true;
  };
  for (unsigned at = 0; at < ops.size(); ++at)
    if (!ops[at].isFused)
      for (unsigned read : ops[at].reads)
        want(want, read, at);
  for (unsigned at = ops.size(); at-- > 0;)
    if (wanted[at])
      for (unsigned read : ops[at].reads)
        want(want, read, ops.size());
  llvm::SmallVector<unsigned> result;
  for (unsigned at = 0; at < ops.size(); ++at)
    if (wanted[at] && !ops[at].isForced)
      result.push_back(at);
  return result;
}
