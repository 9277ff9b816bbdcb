//===- ClassesTest.cpp - classes stand for ranks ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The proof over rank classes agrees with the proof of every rank, on good plans
// and on broken ones, up to 4,096 ranks.
//
//===----------------------------------------------------------------------===//
#include "SmallPlans.h"
#include "shardc/Schedule/EventEngine.h"
#include <gtest/gtest.h>

using namespace shardc;
using namespace shardc::plan;

namespace {

void expectAgreement(const Plan &plan, bool legal) {
  std::optional<Refusal> classes = prove(plan, {false});
  std::optional<Refusal> ranks = prove(plan, {true});
  EXPECT_EQ(classes.has_value(), !legal) << (classes ? classes->message : "accepted");
  EXPECT_EQ(ranks.has_value(), !legal) << (ranks ? ranks->message : "accepted");
  if (classes && ranks) {
    EXPECT_EQ(toString(classes->fault), std::string(toString(ranks->fault)));
    EXPECT_EQ(classes->ops.size(), ranks->ops.size());
  }
}

TEST(Classes, AgreeWithRanks) {
  for (auto sizes : std::vector<std::vector<uint32_t>>{{}, {3}, {2, 5}, {4, 4, 2}})
    for (uint32_t tp : {1u, 2u, 8u})
      expectAgreement(test::replicatedPlan(sizes, tp), true);
}

TEST(Classes, AgreeOnBrokenPlans) {
  for (auto sizes : std::vector<std::vector<uint32_t>>{{3}, {2, 5}})
    for (uint32_t tp : {1u, 4u}) {
      Plan plan = test::replicatedPlan(sizes, tp);
      std::get<Recv>(plan.segments[2].instructions[0].op).sequence = 7;
      expectAgreement(plan, false);
      plan = test::replicatedPlan(sizes, tp);
      plan.programs[1].actions.pop_back();
      plan.programs[0].actions.pop_back();
      expectAgreement(plan, false);
    }
}

TEST(Classes, AgreeOn4096Ranks) {
  Plan plan = test::replicatedPlan({8, 32}, 8);
  ASSERT_EQ(rankCount(plan), 4096u);
  expectAgreement(plan, true);
  std::swap(plan.programs[0].actions[1], plan.programs[0].actions[3]);
  plan.programs[0].actions[1].waits = {0};
  expectAgreement(plan, false);
}

TEST(Classes, AgreeOnGroupsThatHoldBothClassesAndRanks) {
  // A reduction over pipeline and tensor ranks together, in both programs.
  Plan plan = test::replicatedPlan({2}, 4);
  plan.communicators[0].axes = {{1, 1, 2}, {2, 1, 4}};
  // Stage 1 runs its first forward only after a transfer that comes after stage
  // 0's, so the two reductions can't meet.
  expectAgreement(plan, false);
  // Without transfers they do.
  plan.programs[0].actions = {plan.programs[0].actions[0]};
  auto &second = plan.programs[1];
  second.tensors.push_back(plan.programs[0].tensors[0]);
  second.tensors.back().offset = 4;
  second.tensors.back().value = 2;
  second.tensors[0].updatedBy = -1;
  second.outputs.clear();
  second.actions = {second.actions[1]};
  second.actions[0].waits.clear();
  expectAgreement(plan, true);
}

TEST(Classes, AgreeOnSubAxes) {
  // Groups of two of the four tensor ranks.
  for (uint32_t divisor : {1u, 2u}) {
    Plan plan = test::replicatedPlan({2}, 4);
    plan.communicators[0].axes = {{2, divisor, 2}};
    expectAgreement(plan, true);
  }
}

TEST(Classes, CostNothingPerRank) {
  // A million ranks; enumerating them would take minutes.
  Plan plan = test::replicatedPlan({65536}, 8);
  EXPECT_EQ(rankCount(plan), 1048576u);
  EXPECT_FALSE(prove(plan));
}

TEST(Classes, GroupsAndCoordinates) {
  Plan plan = test::replicatedPlan({3}, 4);
  for (uint64_t rank = 0; rank < rankCount(plan); ++rank)
    EXPECT_EQ(rankOf(plan, coordinatesOf(plan, rank)), rank);
  Communicator sub{"sub", {{2, 2, 2}, {0, 1, 3}}, {}};
  EXPECT_EQ(groupSize(sub), 6u);
  auto group = groupOf(plan, sub, {1, 0, 3});
  std::vector<std::vector<uint32_t>> expected = {{0, 0, 1}, {1, 0, 1}, {2, 0, 1},
                                                 {0, 0, 3}, {1, 0, 3}, {2, 0, 3}};
  EXPECT_EQ(group, expected);
  Communicator link{"link", {{1, 1, 2}}, {1, 0}};
  expected = {{2, 1, 3}, {2, 0, 3}};
  EXPECT_EQ(groupOf(plan, link, {2, 0, 3}), expected);
}

} // namespace
