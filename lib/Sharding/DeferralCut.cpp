//===- DeferralCut.cpp - which pending sums to keep -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Value v with x_v = 1 is handed on pending. Reducing it at once costs cost(v) if
// it is pending when made, that is, if it is born so or x_u = 1 for the group u
// that its op passes on:
//
//   sum of cost(v) [pending when made and x_v = 0] + keepCost(v) [x_v = 1]
//
// where x_v <= x_u and members of one group agree. Each term is the capacity of
// an edge from the source or from u to v, or from v to the sink, so that the
// least sum is a minimum cut. Which of several groups an op passes on is no such
// term: the few ops where it matters are tried out.
//
//===----------------------------------------------------------------------===//

#include "DeferralCut.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

using namespace shardc::propagation;

static constexpr int64_t kUnlimited = FlowNetwork::kUnlimited;
/// Combinations of groups that are all tried.
static constexpr int64_t kMaxCombinations = 16;
/// Ops of one part that are improved one by one where there are more: each costs a
/// cut, and time must stay linear.
static constexpr size_t kMaxImproved = 32;

int64_t shardc::propagation::costOf(const DeferralProblem &problem, const DeferralChoice &choice) {
  int64_t bytes = 0;
  std::vector<bool> pending(problem.values.size());
  for (auto [number, value] : llvm::enumerate(problem.values))
    pending[number] = value.isBorn;
  for (auto [number, op] : llvm::enumerate(problem.ops)) {
    llvm::ArrayRef<unsigned> group;
    if (!op.groups.empty())
      group = op.groups[choice.groups[number]];
    size_t kept = llvm::count_if(group, [&](unsigned v) { return choice.keeps[v]; });
    if (kept != 0 && kept != group.size())
      return kUnlimited;
    for (unsigned operand : op.operands)
      if (choice.keeps[operand] && !llvm::is_contained(group, operand))
        return kUnlimited;
    if (kept)
      for (unsigned result : op.results)
        pending[result] = true;
  }
  for (auto [number, value] : llvm::enumerate(problem.values)) {
    bool keeps = choice.keeps[number];
    if (keeps && (value.mustBeWhole || !pending[number]))
      return kUnlimited;
    if (keeps)
      bytes += value.keepCost;
    else if (pending[number])
      bytes += value.cost;
  }
  return bytes;
}

namespace {

/// One connected part of a problem: values and ops by their numbers.
struct Part {
  llvm::SmallVector<unsigned> values, ops;
};

class Solver {
public:
  explicit Solver(const DeferralProblem &problem)
      : problem(problem), isWhole(problem.values.size()), live(problem.ops.size()),
        nodeOf(problem.values.size()) {
    choice.keeps.resize(problem.values.size());
    choice.groups.resize(problem.ops.size());
  }
  DeferralChoice run();

private:
  void settle();
  std::vector<Part> split() const;
  /// Sets `keeps` for the groups chosen, gives the bytes.
  int64_t cut(const Part &part);
  void solve(const Part &part);
  llvm::ArrayRef<unsigned> groupOf(unsigned op) const {
    if (live[op].empty())
      return {};
    return problem.ops[op].groups[choice.groups[op]];
  }

  const DeferralProblem &problem;
  DeferralChoice choice;
  /// Values that every choice has whole.
  std::vector<bool> isWhole;
  /// For each op the groups without such a value.
  std::vector<llvm::SmallVector<unsigned, 2>> live;
  /// Number in the network of the part at hand.
  std::vector<unsigned> nodeOf;
};

} // namespace

/// What must be whole takes others with it; the program falls into small parts
/// between such values.
void Solver::settle() {
  std::vector<llvm::SmallVector<unsigned, 2>> opsOf(problem.values.size());
  std::vector<bool> isMade(problem.values.size());
  for (auto [number, op] : llvm::enumerate(problem.ops)) {
    for (unsigned operand : op.operands)
      opsOf[operand].push_back(number);
    for (unsigned result : op.results)
      isMade[result] = true;
    for (unsigned group = 0; group < op.groups.size(); ++group)
      live[number].push_back(group);
  }
  llvm::SmallVector<unsigned> worklist;
  auto mark = [&](unsigned value) {
    if (isWhole[value])
      return;
    isWhole[value] = true;
    worklist.push_back(value);
  };
  auto visit = [&](unsigned number) {
    const PassingOp &op = problem.ops[number];
    llvm::erase_if(live[number], [&](unsigned group) {
      return llvm::any_of(op.groups[group], [&](unsigned v) { return isWhole[v]; });
    });
    // Members of no group left are whole, and so are results of none.
    for (unsigned operand : op.operands)
      if (llvm::none_of(live[number], [&](unsigned group) {
            return llvm::is_contained(op.groups[group], operand);
          }))
        mark(operand);
    if (live[number].empty())
      for (unsigned result : op.results)
        mark(result);
    else
      choice.groups[number] = live[number].front();
  };
  for (auto [number, value] : llvm::enumerate(problem.values))
    if (value.mustBeWhole || (!value.isBorn && !isMade[number]))
      mark(number);
  for (unsigned number = 0; number < problem.ops.size(); ++number)
    visit(number);
  while (!worklist.empty())
    for (unsigned number : opsOf[worklist.pop_back_val()])
      visit(number);
}

std::vector<Part> Solver::split() const {
  unsigned count = problem.values.size();
  llvm::IntEqClasses classes(count);
  for (auto [number, op] : llvm::enumerate(problem.ops)) {
    std::optional<unsigned> any;
    auto join = [&](unsigned value) {
      if (isWhole[value])
        return;
      if (any)
        classes.join(*any, value);
      any = value;
    };
    llvm::for_each(op.operands, join);
    if (!live[number].empty())
      llvm::for_each(op.results, join);
  }
  classes.compress();
  std::vector<Part> parts(classes.getNumClasses());
  for (unsigned value = 0; value < count; ++value)
    if (!isWhole[value])
      parts[classes[value]].values.push_back(value);
  for (auto [number, groups] : llvm::enumerate(live))
    if (!groups.empty())
      parts[classes[problem.ops[number].groups[groups.front()].front()]].ops.push_back(number);
  return parts;
}

int64_t Solver::cut(const Part &part) {
  unsigned source = part.values.size(), sink = source + 1;
  FlowNetwork network(sink + 1);
  for (auto [node, number] : llvm::enumerate(part.values)) {
    const PendingValue &value = problem.values[number];
    nodeOf[number] = node;
    if (value.isBorn)
      network.addEdge(source, node, value.cost);
    network.addEdge(node, sink, value.keepCost);
  }
  for (unsigned number : part.ops) {
    const PassingOp &op = problem.ops[number];
    llvm::ArrayRef<unsigned> group = groupOf(number);
    for (unsigned operand : op.operands)
      if (!isWhole[operand] && !llvm::is_contained(group, operand))
        network.addEdge(nodeOf[operand], sink, kUnlimited);
    unsigned leader = nodeOf[group.front()];
    for (unsigned member : group.drop_front())
      network.addEdge(leader, nodeOf[member], kUnlimited, kUnlimited);
    for (unsigned result : op.results) {
      int64_t cost = problem.values[result].cost;
      if (isWhole[result])
        network.addEdge(leader, sink, cost);
      else
        network.addEdge(leader, nodeOf[result], cost, kUnlimited);
    }
  }
  int64_t bytes = network.run(source, sink);
  std::vector<bool> side = network.largestSourceSide(sink);
  for (auto [node, number] : llvm::enumerate(part.values))
    choice.keeps[number] = side[node];
  return bytes;
}

void Solver::solve(const Part &part) {
  if (part.values.empty())
    return;
  llvm::SmallVector<unsigned> open;
  int64_t combinations = 1;
  for (unsigned number : part.ops)
    if (size_t count = live[number].size(); count > 1) {
      open.push_back(number);
      combinations = std::min<int64_t>(combinations * count, kMaxCombinations + 1);
    }
  int64_t best = cut(part);
  if (open.empty())
    return;
  llvm::SmallVector<unsigned> groups;
  for (unsigned number : open)
    groups.push_back(choice.groups[number]);
  auto attempt = [&] {
    int64_t bytes = cut(part);
    if (bytes >= best)
      return;
    best = bytes;
    for (auto [group, number] : llvm::zip_equal(groups, open))
      group = choice.groups[number];
  };
  auto restore = [&] {
    for (auto [group, number] : llvm::zip_equal(groups, open))
      choice.groups[number] = group;
  };
  if (combinations <= kMaxCombinations) {
    for (int64_t code = 1; code < combinations; ++code) {
      int64_t rest = code;
      for (unsigned number : open) {
        choice.groups[number] = live[number][rest % live[number].size()];
        rest /= live[number].size();
      }
      attempt();
    }
  } else {
    for (unsigned number : llvm::ArrayRef(open).take_front(kMaxImproved)) {
      restore();
      for (unsigned group : llvm::drop_begin(live[number])) {
        choice.groups[number] = group;
        attempt();
      }
    }
  }
  restore();
  cut(part);
}

DeferralChoice Solver::run() {
  settle();
  for (const Part &part : split())
    solve(part);
  return std::move(choice);
}

DeferralChoice shardc::propagation::solveDeferral(const DeferralProblem &problem) {
  return Solver(problem).run();
}
