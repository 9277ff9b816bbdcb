//===- RecomputeSearch.cpp - least recompute that fits ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Large menus: minimum cuts at rising prices a byte give the best choices along
// the convex hull of bytes and cost; between two of them, groups of ops that
// depend on each other are taken back one by one while the peak allows it. Where
// no cut fits (what is dear to keep is then what copies are made of, whose sum a
// cut can't bound), single steps follow that take off most of the excess.
//
//===----------------------------------------------------------------------===//

#include "NarrowPlaces.h"
#include "RecomputeExact.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace shardc;

namespace {
/// Work on one problem is bounded by steps over its ops, so that what is found does
/// not depend on the machine.
constexpr int64_t largestEffort = 8'000'000;

class Search {
public:
  Search(const RecomputeProblem &problem, int64_t budget)
      : problem(problem), budget(budget), menu(problem.menu()) {}

  RecomputeChoice run();

private:
  using Choice = llvm::BitVector;

  RecomputeOutcome evaluate(const Choice &choice, int64_t against) {
    effort += problem.ops.size();
    return evaluateRecompute(problem, choice, against);
  }
  bool isExhausted() const { return effort > limit; }
  /// Remembers a choice when it is the best yet.
  bool offer(const Choice &choice, const RecomputeOutcome &outcome);
  void sweep();
  void sweep(const RecomputeProblem &allowed, unsigned peakOp);
  void walkHull(const RecomputeProblem &allowed, llvm::ArrayRef<double> share);
  /// Steps towards a peak of at most `target`; true when it got there.
  bool descend(Choice &choice, RecomputeOutcome &outcome, int64_t target);
  void refine(bool onlySingle = false, unsigned except = ~0u);
  void exchange();
  void takeBack(llvm::ArrayRef<llvm::SmallVector<unsigned>> groups);
  bool tryWithout(llvm::ArrayRef<unsigned> ops);

  const RecomputeProblem &problem;
  int64_t budget, effort = 0, limit = largestEffort;
  llvm::SmallVector<unsigned> menu;
  /// The cheapest that fits; the one of lowest peak that does not.
  std::optional<std::pair<Choice, RecomputeOutcome>> best, lowest;
  /// The dearest choice of a sweep that does not fit, though it costs less than the
  /// best: what to take back lies between the two.
  std::optional<Choice> below;
};
} // namespace

bool Search::offer(const Choice &choice, const RecomputeOutcome &outcome) {
  if (outcome.peak > budget) {
    if (!lowest ||
        std::pair(outcome.peak, outcome.cost) < std::pair(lowest->second.peak, lowest->second.cost))
      lowest = {choice, outcome};
    return false;
  }
  if (best &&
      std::pair(best->second.cost, best->second.peak) <= std::pair(outcome.cost, outcome.peak))
    return false;
  best = {choice, outcome};
  return true;
}

void Search::sweep() {
  Choice nothing(problem.ops.size());
  RecomputeOutcome outcome = evaluate(nothing, budget);
  offer(nothing, outcome);
  below = nothing;
  if (best)
    return;
  sweep(problem, outcome.peakOp);
  // A minimum cut counts what is kept, not what the copies take: it lets long chains
  // be copied as a whole. With some of what is narrow kept, chains are as long as
  // the distance of these places.
  for (unsigned window : {8u, 32u, 128u}) {
    auto places = findNarrowPlaces(problem, outcome.peakOp, window);
    for (size_t stride : {1, 2, 3, 4, 6, 8, 12, 16}) {
      if (best || isExhausted() || stride * 2 > places.size())
        break;
      RecomputeProblem anchored = problem;
      for (size_t i = 0; i < places.size(); i += stride)
        for (unsigned op : places[i])
          anchored.ops[op].canRecompute = false;
      sweep(anchored, outcome.peakOp);
    }
  }
}

void Search::sweep(const RecomputeProblem &allowed, unsigned peakOp) {
  unsigned numOps = problem.ops.size();
  // The gap over which each op's values are kept: to where a copy would stand.
  std::vector<unsigned> lastEarly(numOps), firstLate(numOps, numOps);
  for (unsigned at = 0; at < numOps; ++at) {
    lastEarly[at] = at;
    for (unsigned read : problem.ops[at].reads) {
      unsigned maker = problem.values[read].maker;
      if (maker == RecomputeValue::noMaker)
        continue;
      if (at < problem.ops[maker].lateFrom)
        lastEarly[maker] = at;
      else
        firstLate[maker] = std::min(firstLate[maker], at);
    }
  }
  // Times at which too much is live: the first peak, later one that remains.
  llvm::SmallVector<unsigned> critical = {peakOp};
  for (unsigned round = 0; round < 2 && !isExhausted(); ++round) {
    std::vector<double> share(numOps, 0);
    for (const RecomputeValue &value : problem.values)
      if (value.maker != RecomputeValue::noMaker && !problem.ops[value.maker].isFused)
        for (unsigned time : critical)
          if (time > lastEarly[value.maker] && time < firstLate[value.maker])
            share[value.maker] += double(value.bytes) / critical.size();
    walkHull(allowed, share);
    if (best)
      return;
    unsigned next = lowest->second.peakOp;
    if (llvm::is_contained(critical, next))
      return;
    critical.push_back(next);
  }
}

/// All corners of the lower convex hull of kept bytes and cost: between two of them,
/// the price at which they are equal either gives a third, or there is none. Only
/// where the peak crosses the budget does it go on.
void Search::walkHull(const RecomputeProblem &allowed, llvm::ArrayRef<double> share) {
  struct Corner {
    RecomputeCut cut;
    RecomputeOutcome outcome;
  };
  auto at = [&](double price) {
    Corner corner{cutRecompute(allowed, share, price), {}};
    effort += 20 * problem.ops.size();
    corner.outcome = evaluate(corner.cut.chosen, budget);
    offer(corner.cut.chosen, corner.outcome);
    return corner;
  };
  // The dearest price stands for "whatever it costs". Widest spans come first, none
  // whose cheap end fits.
  std::deque<std::pair<Corner, Corner>> spans = {{at(0), at(1e15)}};
  for (unsigned cuts = 0; !spans.empty() && cuts < 24 && !isExhausted(); ++cuts) {
    auto [low, high] = spans.front();
    spans.pop_front();
    double less = low.cut.kept - high.cut.kept, dearer = high.cut.cost - low.cut.cost;
    if (low.outcome.peak <= budget || less <= 0 || dearer <= 0)
      continue;
    Corner middle = at(dearer / less);
    if (middle.cut.chosen == low.cut.chosen || middle.cut.chosen == high.cut.chosen ||
        middle.cut.kept >= low.cut.kept || middle.cut.cost >= high.cut.cost) {
      if (high.outcome.peak <= budget && best && best->first == high.cut.chosen)
        below = low.cut.chosen;
      continue;
    }
    spans.push_back({low, middle});
    spans.push_back({middle, high});
  }
}

bool Search::descend(Choice &choice, RecomputeOutcome &outcome, int64_t target) {
  outcome = evaluate(choice, target);
  while (outcome.peak > target && !isExhausted()) {
    // Ops near the peak count; all of a small menu, a sample of a large one.
    Choice step;
    RecomputeOutcome reached;
    double gain = 0;
    unsigned stride = 1 + menu.size() / 96;
    for (unsigned i = effort / problem.ops.size() % stride; i < menu.size(); i += stride) {
      Choice tried = choice;
      tried.flip(menu[i]);
      RecomputeOutcome after = evaluate(tried, target);
      double less = outcome.excess - after.excess;
      if (less <= 0)
        continue;
      double dearer = std::max<double>(1, double(after.cost - outcome.cost));
      if (less / dearer > gain) {
        gain = less / dearer;
        step = tried;
        reached = after;
      }
    }
    if (!gain)
      return false;
    choice = step;
    outcome = reached;
  }
  return outcome.peak <= target;
}

bool Search::tryWithout(llvm::ArrayRef<unsigned> ops) {
  Choice choice = best->first;
  for (unsigned op : ops)
    choice.reset(op);
  if (choice == best->first)
    return false;
  return offer(choice, evaluate(choice, budget));
}

/// Takes back what is not needed: groups that hang together, dearest first, then
/// single ops.
void Search::refine(bool onlySingle, unsigned except) {
  auto costOf = [&](llvm::ArrayRef<unsigned> ops) {
    int64_t cost = 0;
    for (unsigned op : ops)
      cost += problem.ops[op].cost;
    return cost;
  };
  llvm::DenseMap<unsigned, unsigned> leader;
  llvm::EquivalenceClasses<unsigned> classes;
  for (unsigned op : menu)
    if (best->first.test(op) && !(below && below->test(op))) {
      classes.insert(op);
      for (unsigned read : problem.ops[op].reads) {
        unsigned maker = problem.values[read].maker;
        if (maker != RecomputeValue::noMaker && best->first.test(maker) &&
            !(below && below->test(maker)))
          classes.unionSets(op, maker);
      }
    }
  std::vector<llvm::SmallVector<unsigned>> groups;
  for (unsigned op : menu) {
    if (!best->first.test(op) || (below && below->test(op)))
      continue;
    unsigned first = classes.getLeaderValue(op);
    auto [it, isNew] = leader.try_emplace(first, groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(op);
  }
  llvm::sort(groups, [&](auto &a, auto &b) {
    return std::pair(-costOf(a), a.front()) < std::pair(-costOf(b), b.front());
  });
  if (!onlySingle)
    takeBack(groups);
  // Single ops until none can be taken back.
  for (int64_t before = INT64_MAX; best->second.cost < before && !isExhausted();) {
    before = best->second.cost;
    groups.clear();
    for (unsigned op : menu)
      if (best->first.test(op) && op != except)
        groups.push_back({op});
    llvm::sort(groups, [&](auto &a, auto &b) {
      return std::pair(-costOf(a), a.front()) < std::pair(-costOf(b), b.front());
    });
    takeBack(groups);
  }
}

/// Takes back as many groups as the peak allows, in order: twice as many at a time
/// while that goes well, half as many where it does not.
void Search::takeBack(llvm::ArrayRef<llvm::SmallVector<unsigned>> groups) {
  for (size_t done = 0, step = 1; done < groups.size() && !isExhausted();) {
    step = std::min(step, groups.size() - done);
    llvm::SmallVector<unsigned> ops;
    for (const auto &group : groups.slice(done, step))
      llvm::append_range(ops, group);
    if (tryWithout(ops)) {
      done += step;
      step *= 2;
    } else if (step > 1) {
      step /= 2;
    } else {
      ++done;
    }
  }
}

/// Ops that are not recomputed in place of some that are: each is tried, with all that
/// can be taken back then.
void Search::exchange() {
  unsigned stride = 1 + menu.size() / 64;
  for (int64_t before = INT64_MAX; best->second.cost < before && !isExhausted();) {
    before = best->second.cost;
    for (unsigned i = 0; i < menu.size() && !isExhausted(); i += stride) {
      if (best->first.test(menu[i]))
        continue;
      auto known = best;
      best->first.set(menu[i]);
      best->second = evaluate(best->first, budget);
      if (best->second.peak <= budget)
        refine(/*onlySingle=*/true, menu[i]);
      if (best->second.peak > budget || best->second.cost >= known->second.cost)
        best = known;
    }
  }
}

RecomputeChoice Search::run() {
  sweep();
  Choice choice(problem.ops.size());
  RecomputeOutcome outcome;
  if (!best && lowest) {
    choice = lowest->first;
    descend(choice, outcome, budget);
    offer(choice, outcome);
  }
  if (best && best->first.any()) {
    refine();
    // Another way to get there, and small steps from the better one.
    limit = effort + largestEffort / 4;
    choice.reset();
    if (descend(choice, outcome, budget) && offer(choice, outcome))
      refine(/*onlySingle=*/true);
    exchange();
  }
  RecomputeChoice result;
  auto &found = best ? *best : *lowest;
  result.chosen = found.first;
  result.outcome = found.second;
  result.fits = best.has_value();
  return result;
}

/// The same program with the values in memory that each op reads in the end, so that
/// nothing has to be looked through again and again.
static RecomputeProblem lookThroughFused(const RecomputeProblem &problem) {
  RecomputeProblem plain = problem;
  std::vector<unsigned> worklist;
  for (RecomputeOp &op : plain.ops) {
    if (op.isFused) {
      op.reads.clear();
      continue;
    }
    worklist.assign(op.reads.rbegin(), op.reads.rend());
    op.reads.clear();
    while (!worklist.empty()) {
      unsigned value = worklist.back();
      worklist.pop_back();
      unsigned maker = problem.values[value].maker;
      if (maker != RecomputeValue::noMaker && problem.ops[maker].isFused)
        worklist.insert(worklist.end(), problem.ops[maker].reads.rbegin(),
                        problem.ops[maker].reads.rend());
      else if (!llvm::is_contained(op.reads, value))
        op.reads.push_back(value);
    }
  }
  return plain;
}

RecomputeChoice shardc::chooseRecompute(const RecomputeProblem &problem, int64_t budget,
                                        unsigned exactMenu) {
  RecomputeProblem plain = lookThroughFused(problem);
  RecomputeChoice found = Search(plain, budget).run();
  if (plain.menu().size() > exactMenu)
    return found;
  return searchExactly(plain, budget, found);
}
