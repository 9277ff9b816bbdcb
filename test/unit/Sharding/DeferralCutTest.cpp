//===- DeferralCutTest.cpp - minimum cuts against all choices ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Small problems, made at random: the choice must cost what the best of all
// choices does, and keep all that some best choice keeps where no op has a choice
// of groups.
//
//===----------------------------------------------------------------------===//

#include "lib/Sharding/DeferralCut.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace shardc::propagation;

namespace {

DeferralProblem randomProblem(std::mt19937_64 &random) {
  auto below = [&](int64_t bound) { return static_cast<int64_t>(random() % bound); };
  DeferralProblem problem;
  unsigned count = 2 + below(9);
  for (unsigned number = 0; number < count; ++number) {
    PendingValue value;
    // Few different amounts: ties are common.
    value.cost = below(5) * 4;
    value.keepCost = below(4) == 0 ? below(4) * 4 : 0;
    value.mustBeWhole = below(6) == 0;
    value.isBorn = number == 0 || below(3) == 0;
    if (!value.isBorn) {
      PassingOp op;
      auto group = [&](unsigned size) {
        llvm::SmallVector<unsigned, 2> members;
        while (size-- > 0)
          if (unsigned member = below(number); !llvm::is_contained(members, member))
            members.push_back(member);
        return members;
      };
      unsigned groups = below(4) == 0 ? 2 : 1;
      while (groups-- > 0)
        op.groups.push_back(group(1 + below(2)));
      for (const auto &members : op.groups)
        for (unsigned member : members)
          if (!llvm::is_contained(op.operands, member))
            op.operands.push_back(member);
      if (below(6) == 0)
        if (unsigned other = below(number); !llvm::is_contained(op.operands, other))
          op.operands.push_back(other);
      op.results.push_back(number);
      problem.values.push_back(value);
      // Ops with two results.
      if (number + 1 < count && below(5) == 0) {
        PendingValue second;
        second.cost = below(5) * 4;
        second.mustBeWhole = below(6) == 0;
        problem.values.push_back(second);
        op.results.push_back(++number);
      }
      problem.ops.push_back(std::move(op));
      continue;
    }
    problem.values.push_back(value);
  }
  return problem;
}

/// The least bytes of all choices, and what any of the best keeps.
std::pair<int64_t, std::vector<bool>> exhaustive(const DeferralProblem &problem) {
  size_t values = problem.values.size(), ops = problem.ops.size();
  int64_t best = FlowNetwork::kUnlimited;
  std::vector<bool> kept(values);
  DeferralChoice choice{std::vector<bool>(values), std::vector<unsigned>(ops)};
  while (true) {
    for (uint64_t bits = 0; bits < uint64_t(1) << values; ++bits) {
      for (size_t value = 0; value < values; ++value)
        choice.keeps[value] = bits >> value & 1;
      int64_t bytes = costOf(problem, choice);
      if (bytes > best)
        continue;
      if (bytes < best)
        kept.assign(values, false);
      best = bytes;
      for (size_t value = 0; value < values; ++value)
        kept[value] = kept[value] || choice.keeps[value];
    }
    size_t digit = 0;
    while (digit < ops && ++choice.groups[digit] == problem.ops[digit].groups.size())
      choice.groups[digit++] = 0;
    if (digit == ops)
      return {best, kept};
  }
}

TEST(DeferralCutTest, EqualsTheBestOfAllChoices) {
  int64_t kept = 0, reduced = 0;
  for (uint64_t seed = 1; seed <= 3000 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    DeferralProblem problem = randomProblem(random);
    DeferralChoice choice = solveDeferral(problem);
    auto [bytes, all] = exhaustive(problem);
    EXPECT_EQ(costOf(problem, choice), bytes);
    bool chooses = llvm::any_of(problem.ops, [](const auto &op) { return op.groups.size() > 1; });
    if (!chooses)
      EXPECT_EQ(choice.keeps, all) << "later reductions cost no more";
    for (bool keeps : choice.keeps)
      ++(keeps ? kept : reduced);
  }
  // Both happen, or the problems test nothing.
  EXPECT_GT(kept, 1000);
  EXPECT_GT(reduced, 1000);
}

TEST(DeferralCutTest, LongChainsTakeNoTime) {
  // 20000 values in one chain; the cheapest place is in the middle.
  constexpr unsigned count = 20000;
  DeferralProblem problem;
  problem.values.resize(count);
  for (unsigned number = 0; number < count; ++number) {
    problem.values[number].cost = number == count / 2 ? 1 : 2;
    if (number > 0)
      problem.ops.push_back({{{number - 1}}, {number - 1}, {number}});
  }
  problem.values.front().isBorn = true;
  problem.values.back().mustBeWhole = true;
  DeferralChoice choice = solveDeferral(problem);
  EXPECT_EQ(costOf(problem, choice), 1);
  EXPECT_TRUE(choice.keeps[count / 2 - 1]);
  EXPECT_FALSE(choice.keeps[count / 2]);
}

TEST(DeferralCutTest, FlowOfASmallNetwork) {
  // Two paths that share an edge must be untangled.
  FlowNetwork network(6);
  network.addEdge(0, 1, 10);
  network.addEdge(0, 2, 10);
  network.addEdge(1, 2, 2);
  network.addEdge(1, 3, 4);
  network.addEdge(1, 4, 8);
  network.addEdge(2, 4, 9);
  network.addEdge(4, 3, 6);
  network.addEdge(3, 5, 10);
  network.addEdge(4, 5, 10);
  EXPECT_EQ(network.run(0, 5), 19);
}

} // namespace
