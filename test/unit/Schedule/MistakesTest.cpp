//===- MistakesTest.cpp - planted mistakes of schedules ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each mistake is first shown to be one, by exploring every execution; then the
// proof must refuse it, for the right reason, naming the ops that are at fault.
//
//===----------------------------------------------------------------------===//
#include "Oracle.h"
#include "SmallPlans.h"
#include "shardc/Schedule/EventEngine.h"
#include <functional>
#include <gtest/gtest.h>

using namespace shardc;
using namespace shardc::plan;

namespace {

struct Mistake {
  std::string name;
  uint32_t tp;
  std::function<void(Plan &)> plant;
  Fault fault;
  /// What the named ops must contain, in order.
  std::vector<std::string> ops;
};

void PrintTo(const Mistake &mistake, std::ostream *os) { *os << mistake.name; }

template <typename T>
T &op(Plan &plan, unsigned segment, unsigned instruction) {
  return std::get<T>(plan.segments[segment].instructions[instruction].op);
}

void erase(Plan &plan, unsigned segment, unsigned instruction) {
  auto &list = plan.segments[segment].instructions;
  list.erase(list.begin() + instruction);
}

/// A copy of a segment that one program runs instead of it.
unsigned ownSegment(Plan &plan, unsigned segment, unsigned program) {
  plan.segments.push_back(plan.segments[segment]);
  plan.segments.back().name += "_of_" + std::to_string(program);
  unsigned index = plan.segments.size() - 1;
  for (Action &action : plan.programs[program].actions)
    if (action.segment == segment)
      action.segment = index;
  return index;
}

/// A second collective, over the pipeline, after the one over tp.
void addPipelineReduce(Plan &plan, unsigned segment) {
  auto &list = plan.segments[segment].instructions;
  Instruction second = list[3];
  std::get<Collective>(second.op).comm = 1;
  auto &reduce = std::get<Collective>(second.op);
  reduce.src.value = 3;
  reduce.dst.value = 9;
  list.insert(list.begin() + 4, second);
  std::get<Launch>(list.back().op).buffers[0].value = 9;
}

const std::vector<Mistake> mistakes = {
    {"missing wait on an event",
     1,
     [](Plan &plan) { erase(plan, 0, 5); },
     Fault::Race,
     {"(k1)", "(all_reduce)"}},
    {"missing record", 1, [](Plan &plan) { erase(plan, 0, 1); }, Fault::Unordered, {"(wait)"}},
    {"event recorded too early",
     1,
     [](Plan &plan) {
       auto &list = plan.segments[0].instructions;
       std::swap(list[0], list[1]);
     },
     Fault::Race,
     {"(all_reduce)", "(k0)"}},
    {"missing wait of an action for a receive",
     1,
     [](Plan &plan) { plan.programs[1].actions[1].waits.clear(); },
     Fault::Race,
     {"1F0", "1RECV_F0"}},
    {"missing wait of a send for its value",
     1,
     [](Plan &plan) { plan.programs[0].actions[1].waits.clear(); },
     Fault::Race,
     {"0SEND_F0", "0F0"}},
    {"buffer reused while it is being sent",
     1,
     [](Plan &plan) { plan.programs[0].actions[2].waits.clear(); },
     Fault::Race,
     {"0F1", "0SEND_F0"}},
    {"received over what is still read",
     1,
     [](Plan &plan) { plan.programs[1].actions[3].waits.clear(); },
     Fault::Race,
     {"1RECV_F1", "1F0"}},
    {"overlapping offsets",
     1,
     [](Plan &plan) {
       // y of microbatch 0 on the input of microbatch 1.
       plan.programs[0].actions[0].formals[1] = 4;
       plan.programs[0].actions[1].formals[0] = 4;
     },
     Fault::StaleRead,
     {"0F1", "0F0"}},
    {"formals of one action overlap",
     1,
     [](Plan &plan) { plan.programs[0].actions[0].scratch = 0; },
     Fault::Overlap,
     {"0F0"}},
    {"read before write",
     1,
     [](Plan &plan) { plan.programs[1].actions[2].formals[1] = 12; },
     Fault::StaleRead,
     {"update.0", "1F0"}},
    {"read of bytes that nothing writes",
     1,
     [](Plan &plan) {
       plan.programs[0].arenaBytes = 20;
       plan.programs[0].actions[1].formals[0] = 16;
     },
     Fault::ReadBeforeWrite,
     {"0SEND_F0"}},
    {"scratch read before write",
     1,
     [](Plan &plan) {
       plan.segments[0].scratchBytes = 8;
       plan.programs[0].arenaBytes = plan.programs[1].arenaBytes = 20;
       op<Launch>(plan, 0, 6).buffers[0].offset = 4;
     },
     Fault::ReadBeforeWrite,
     {"(k1)"}},
    {"use after donation",
     1,
     [](Plan &plan) {
       // The second update reads the weight that the first one replaced.
       plan.programs[1].actions[5].before[0] = 1;
     },
     Fault::StaleRead,
     {"update.1", "update.0"}},
    {"result never written",
     1,
     [](Plan &plan) {
       op<Launch>(plan, 0, 6).buffers[1] = {false, 0, 0, 4, 4};
       op<Launch>(plan, 0, 6).inplace = {0};
     },
     Fault::ReadBeforeWrite,
     {"the end of 'forward'"}},
    {"arena too small",
     1,
     [](Plan &plan) { plan.programs[1].arenaBytes = 12; },
     Fault::OutOfBounds,
     {"1F0"}},
    {"wrong element count of a send",
     1,
     [](Plan &plan) { op<Send>(plan, 1, 0).count = 0; },
     Fault::Mismatch,
     {"0SEND_F0", "1RECV_F0"}},
    {"wrong type of a receive",
     1,
     [](Plan &plan) { op<Recv>(plan, 2, 0).dtype = DType::I32; },
     Fault::Mismatch,
     {"0SEND_F0", "1RECV_F0"}},
    {"wrong sequence number",
     1,
     [](Plan &plan) { op<Recv>(plan, 2, 0).sequence = 1; },
     Fault::Mismatch,
     {"0SEND_F0", "1RECV_F0"}},
    {"microbatches received in the wrong order",
     1,
     [](Plan &plan) {
       std::swap(plan.programs[1].actions[0].microbatch, plan.programs[1].actions[3].microbatch);
     },
     Fault::Mismatch,
     {"0SEND_F0", "1RECV_F0"}},
    {"receive that nobody sends",
     1,
     [](Plan &plan) { plan.programs[0].actions.pop_back(); },
     Fault::Unmatched,
     {"1RECV_F1"}},
    {"collective left out on one class",
     2,
     [](Plan &plan) { addPipelineReduce(plan, ownSegment(plan, 0, 0)); },
     Fault::Unmatched,
     {"0F0"}},
    {"different collectives on one communicator",
     1,
     [](Plan &plan) {
       unsigned own = ownSegment(plan, 0, 1);
       for (unsigned segment : {0u, own})
         addPipelineReduce(plan, segment);
       op<Collective>(plan, own, 4).reduce = ReduceKind::Max;
       // Transfers would come between: leave the reductions alone.
       for (Program &program : plan.programs)
         for (Action &action : program.actions)
           action.microbatch = 0;
     },
     Fault::Mismatch,
     {"0F0", "1F0"}},
    {"swapped collectives on one class",
     1,
     [](Plan &plan) {
       // Both over the pipeline, on two communicators, in opposite orders.
       plan.communicators.push_back(plan.communicators[1]);
       plan.communicators.back().name = "pp2";
       unsigned own = ownSegment(plan, 0, 1);
       for (unsigned segment : {0u, own}) {
         addPipelineReduce(plan, segment);
         op<Collective>(plan, segment, 3).comm = 2;
       }
       std::swap(op<Collective>(plan, own, 3).comm, op<Collective>(plan, own, 4).comm);
       // One microbatch, no transfers: only the reductions meet.
       plan.programs[0].actions = {plan.programs[0].actions[0]};
       auto &second = plan.programs[1];
       second.tensors.push_back(second.tensors[0]);
       second.tensors.back() = plan.programs[0].tensors[0];
       second.tensors.back().offset = 4;
       second.tensors.back().value = 2;
       second.actions = {second.actions[1]};
       second.actions[0].waits.clear();
       second.outputs.clear();
       second.tensors[0].updatedBy = -1;
     },
     Fault::Deadlock,
     {"0F0", "1F0"}},
    {"missing join of a stream",
     1,
     [](Plan &plan) {
       // The last kernel reads what the collective stream may still be writing:
       // its result is taken from before the reduction is waited for.
       auto &list = plan.segments[0].instructions;
       std::swap(list[5], list[6]);
     },
     Fault::Race,
     {"(k1)", "(all_reduce)"}},
    {"in place where the kernel may not",
     1,
     [](Plan &plan) {
       // y in the same bytes as its operand, which k1 does not allow.
       op<Launch>(plan, 0, 6).buffers[0] = op<Launch>(plan, 0, 6).buffers[1];
     },
     Fault::Overlap,
     {"(k1)"}},
};

class MistakesTest : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesTest, IsRefused) {
  const Mistake &mistake = GetParam();
  Plan plan = test::twoStagePlan(mistake.tp);
  mistake.plant(plan);
  std::optional<Refusal> refusal = prove(plan);
  ASSERT_TRUE(refusal) << "accepted";
  EXPECT_EQ(toString(refusal->fault), std::string(toString(mistake.fault))) << refusal->message;
  ASSERT_GE(refusal->ops.size(), mistake.ops.size()) << refusal->message;
  for (size_t i = 0; i < mistake.ops.size(); ++i)
    EXPECT_NE(refusal->ops[i].find(mistake.ops[i]), std::string::npos)
        << "op " << i << " is " << refusal->ops[i] << " in: " << refusal->message;
  // Every rank by itself must come to the same end.
  std::optional<Refusal> expanded = prove(plan, {true});
  ASSERT_TRUE(expanded);
  EXPECT_EQ(toString(refusal->fault), std::string(toString(expanded->fault)));
  // Structural faults are faults of any execution; the oracle runs the others.
  if (mistake.fault == Fault::Overlap || mistake.fault == Fault::Unordered)
    return;
  test::Verdict verdict = test::explore(plan);
  EXPECT_FALSE(verdict.legal) << "the oracle finds nothing wrong";
  EXPECT_NE(verdict.why, "too many states");
  EXPECT_NE(verdict.why, "too many tasks");
}

INSTANTIATE_TEST_SUITE_P(Planted, MistakesTest, testing::ValuesIn(mistakes));

TEST(EventEngine, AcceptsTheSmallPlans) {
  for (uint32_t tp : {1u, 2u}) {
    Plan plan = test::twoStagePlan(tp);
    std::optional<Refusal> refusal = prove(plan);
    EXPECT_FALSE(refusal) << (refusal ? refusal->message : "");
    test::Verdict verdict = test::explore(plan);
    EXPECT_TRUE(verdict.legal) << verdict.why;
    EXPECT_GT(verdict.states, 10u);
  }
  Plan triangle = test::trianglePlan();
  EXPECT_FALSE(prove(triangle));
  EXPECT_TRUE(test::explore(triangle).legal);
}

TEST(EventEngine, RefusesReceivesInAnotherOrderThanSends) {
  // Stage 0 serves 1 before 2; stage 2 wants 0 before 1; stage 1 can't give to
  // 2 before it has got from 0. Fine, until stage 0 turns around.
  Plan plan = test::trianglePlan();
  std::swap(plan.programs[0].actions[0], plan.programs[0].actions[1]);
  std::optional<Refusal> refusal = prove(plan);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(toString(refusal->fault), std::string("deadlock"));
  // The shortest cycle is all three.
  EXPECT_EQ(refusal->ops.size(), 3u) << refusal->message;
  EXPECT_FALSE(test::explore(plan).legal);
  // Stage 2 may turn around as well.
  std::swap(plan.programs[2].actions[0], plan.programs[2].actions[1]);
  EXPECT_FALSE(prove(plan));
  EXPECT_TRUE(test::explore(plan).legal);
}

TEST(EventEngine, RefusesTwoSendsThatFaceEachOther) {
  Plan plan = test::trianglePlan();
  // 0 sends to 1 and then receives from it; 1 does the same the other way.
  Segment sendTo0 = plan.segments[0];
  sendTo0.name = "send_to_0";
  std::get<Send>(sendTo0.instructions[0].op).peer = 0;
  plan.segments.push_back(sendTo0);
  Action to1 = plan.programs[0].actions[0];
  Action from1 = plan.programs[2].actions[0];
  from1.formals = {8};
  Action to0 = plan.programs[0].actions[0];
  to0.name = "to0";
  to0.segment = 4;
  Action from0 = plan.programs[1].actions[0];
  plan.programs[0].actions = {to1, from1};
  plan.programs[1].actions = {to0, from0};
  plan.programs[2].actions.clear();
  std::optional<Refusal> refusal = prove(plan);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(toString(refusal->fault), std::string("deadlock"));
  EXPECT_EQ(refusal->ops.size(), 2u) << refusal->message;
  EXPECT_FALSE(test::explore(plan).legal);
  // As one group on each side they start together and both finish.
  for (unsigned stage : {0u, 1u}) {
    auto &actions = plan.programs[stage].actions;
    Segment both = plan.segments[actions[0].segment];
    both.name = "exchange_" + std::to_string(stage);
    both.formalBytes = {4, 4};
    both.before = {1, 0};
    both.after = {0, 2};
    both.isArgument = {true, false};
    Instruction recv = plan.segments[actions[1].segment].instructions[0];
    std::get<Recv>(recv.op).dst.index = 1;
    std::get<Recv>(recv.op).dst.value = 2;
    both.instructions.push_back(recv);
    plan.segments.push_back(both);
    Action action = actions[0];
    action.segment = plan.segments.size() - 1;
    action.formals = {actions[0].formals[0], actions[1].formals[0]};
    action.before = {1, 0};
    action.after = {1, 2};
    actions = {action};
  }
  refusal = prove(plan);
  EXPECT_FALSE(refusal) << refusal->message;
  EXPECT_TRUE(test::explore(plan).legal);
}

} // namespace
