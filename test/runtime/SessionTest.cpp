//===- SessionTest.cpp - state, loss, replicas and poison -------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a session keeps between steps and how it puts tensors together.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace shardrt;
using namespace shardrt::test;

static Expected<Session> open(const PlanBuilder &b, bool poison = false, uint64_t seed = 0) {
  PlanFile plan = b.load();
  if (!plan)
    return Status(ErrorCode::InvalidFile, "refused");
  Options options;
  options.poison = poison;
  options.seed = seed;
  options.timeoutSeconds = 20;
  return Session::create(plan, options);
}

// A state that is written elsewhere and brought home after each step.
TEST(SessionTest, StateSurvivesSteps) {
  for (bool inPlace : {true, false}) {
    PlanBuilder b({{"x", 2}});
    uint32_t kernel = b.kernel("kernel_increment", 1, 5);
    Tensor &state = b.tensor("m", Role::State, DType::F32, 8, {}, constant(10));
    state.updatedBy = 0;
    state.optimizerState = true;
    uint64_t home = state.offset;
    uint64_t away = inPlace ? home : b.space(32);
    b.output("m", DType::F32, 8, {}, away, Role::State);
    uint32_t s = b.segment("s", {32, 32});
    b.add(s, CopyOp{formal(0, 32), formal(1, 32)});
    b.add(s, LaunchOp{kernel, {formal(1, 32)}});
    b.action("update", s, {home, away});
    // Poison must not reach what lives on.
    Expected<Session> session = open(b, /*poison=*/true);
    ASSERT_TRUE(session.ok()) << session.message();
    for (int step = 0; step < 4; ++step)
      ASSERT_TRUE(session->run(step).ok());
    EXPECT_EQ(session->readGlobal("m", Border::Tensor)->values[3], 14.0);
    EXPECT_EQ(session->readGlobal("m", Border::Output)->values[3], 14.0);
    Counters counters = session->counters();
    EXPECT_EQ(counters.steps, 4u);
    EXPECT_EQ(counters.flops, 5u);
    EXPECT_EQ(counters.optimizerStateBytes, 32u);
    EXPECT_EQ(counters.paramBytes, 0u);
    ASSERT_EQ(counters.classes.size(), 1u);
    EXPECT_EQ(counters.classes[0].arenaPredicted, counters.classes[0].arenaAllocated);
    EXPECT_EQ(counters.classes[0].ranks, 2u);
  }
}

// The update must wait for results made on other streams.
TEST(SessionTest, UpdatesWaitForAllStreams) {
  PlanBuilder b({{"x", 2}});
  uint32_t comm = b.comm("x", {0});
  uint32_t kernel = b.kernel("kernel_slow_on_one", 1);
  Tensor &state = b.tensor("m", Role::State, DType::F32, 8, {}, constant(1));
  state.updatedBy = 0;
  uint64_t home = state.offset, away = b.space(32);
  b.output("m", DType::F32, 8, {}, away, Role::State);
  uint32_t s = b.segment("s", {32, 32}, StreamKind::Collective);
  b.add(s, CopyOp{formal(0, 32), formal(1, 32)});
  b.add(s, LaunchOp{kernel, {formal(1, 32)}});
  b.add(s,
        collective(CollectiveKind::AllReduce, DType::F32, 8, comm, formal(1, 32), formal(1, 32)));
  b.action("update", s, {home, away});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok()) << session.message();
  ASSERT_TRUE(session->run(0).ok());
  EXPECT_EQ(session->readGlobal("m", Border::Tensor)->values[0], 4.0);
}

// Work beside the compute stream starts after what came before the segment, and
// is done before what comes after it.
TEST(SessionTest, SegmentsForkAndJoin) {
  PlanBuilder b({{"x", 2}});
  uint32_t kernel = b.kernel("kernel_slow_on_one", 1);
  uint64_t x = b.tensor("x", Role::State, DType::F32, 8, {}, constant(1)).offset;
  uint64_t y = b.space(32);
  b.output("y", DType::F32, 8, {}, y);
  uint32_t slow = b.segment("slow", {32});
  b.add(slow, LaunchOp{kernel, {formal(0, 32)}});
  uint32_t beside = b.segment("beside", {32, 32});
  b.plan.segments[beside].streams = {StreamKind::Compute, StreamKind::Collective};
  b.add(beside, CopyOp{formal(0, 32), formal(1, 32)}, 1);
  b.add(beside, LaunchOp{kernel, {formal(1, 32)}}, 1);
  uint32_t copy = b.segment("copy", {32, 32});
  b.add(copy, CopyOp{formal(0, 32), formal(1, 32)});
  uint64_t between = b.space(32);
  b.action("slow", slow, {x});
  b.action("beside", beside, {x, between});
  b.action("copy", copy, {between, y});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok()) << session.message();
  ASSERT_TRUE(session->run(0).ok());
  Expected<GlobalTensor> result = session->readGlobal("y");
  EXPECT_TRUE(result->replicasIdentical) << result->difference;
  EXPECT_EQ(result->values[7], 3.0);
}

// The memory of an input may be reused within a step; the batch comes again.
TEST(SessionTest, SameBatchEveryStep) {
  PlanBuilder b({{"x", 1}});
  uint32_t kernel = b.kernel("kernel_increment", 1);
  uint64_t x = b.tensor("x", Role::Input, DType::F32, 8, {}, normal(4)).offset;
  b.output("y", DType::F32, 8, {}, x);
  uint32_t s = b.segment("s", {32});
  b.add(s, LaunchOp{kernel, {formal(0, 32)}});
  b.action("a", s, {x});
  Expected<Session> session = open(b, false, 9);
  ASSERT_TRUE(session.ok()) << session.message();
  for (int step = 0; step < 3; ++step) {
    ASSERT_TRUE(session->run(step).ok());
    std::vector<double> in = session->readGlobal("x")->values;
    std::vector<double> out = session->readGlobal("y")->values;
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(in[i], static_cast<float>(normalAt(9, 4, i)));
      EXPECT_EQ(out[i], static_cast<float>(in[i]) + 1.0f);
    }
  }
}

// One loss of two parts, each on two replicas, held by the last stage only.
TEST(SessionTest, LossIsTheSumOfItsParts) {
  PlanBuilder b({{"pp", 2}, {"dp", 2}, {"tp", 2}});
  b.classes(0);
  uint32_t kernel = b.kernel("kernel_sum", 2);
  uint64_t x = b.tensor("x", Role::Input, DType::F32, 16, {1}, constant(0.5), 1).offset;
  uint64_t loss = b.space(4, 1);
  b.output("loss", DType::F32, 1, {}, loss, Role::Loss, 1).partial = {{1, 1, 2}};
  uint32_t s = b.segment("s", {32, 4});
  b.add(s, LaunchOp{kernel, {formal(0, 32), formal(1, 4)}});
  b.action("a", s, {x, loss}, {}, 1);
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok()) << session.message();
  Expected<StepResult> result = session->run(0);
  ASSERT_TRUE(result.ok()) << result.message();
  ASSERT_TRUE(result->loss.has_value());
  EXPECT_EQ(*result->loss, 8.0);
  Expected<GlobalTensor> whole = session->readGlobal("loss");
  ASSERT_TRUE(whole.ok()) << whole.message();
  EXPECT_EQ(whole->values, std::vector<double>{8.0});
  EXPECT_TRUE(whole->replicasIdentical);
}

TEST(SessionTest, NoLoss) {
  PlanBuilder b({{"x", 1}});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok());
  EXPECT_FALSE(session->run(0)->loss.has_value());
}

// Uneven: 10 elements over 4 ranks, in blocks of 3.
TEST(SessionTest, AssemblesUnevenTensors) {
  PlanBuilder b({{"x", 4}, {"y", 2}});
  b.tensor("w", Role::Param, DType::F32, 10, {0}, normal(3));
  Expected<Session> session = open(b, /*poison=*/true);
  ASSERT_TRUE(session.ok());
  Expected<GlobalTensor> w = session->readGlobal("w");
  ASSERT_TRUE(w.ok()) << w.message();
  EXPECT_EQ(w->shape, std::vector<uint64_t>{10});
  EXPECT_TRUE(w->replicasIdentical);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(w->values[i], static_cast<float>(normalAt(0, 3, i)));
}

TEST(SessionTest, FindsDifferingReplicas) {
  PlanBuilder b({{"x", 2}, {"y", 2}});
  uint32_t kernel = b.kernel("kernel_coordinates", 1);
  uint64_t at = b.space(32);
  b.output("c", DType::F32, 8, {}, at);
  uint32_t s = b.segment("s", {32});
  b.add(s, LaunchOp{kernel, {formal(0, 32)}});
  b.action("a", s, {at});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok());
  ASSERT_TRUE(session->run(0).ok());
  Expected<GlobalTensor> c = session->readGlobal("c");
  ASSERT_TRUE(c.ok());
  EXPECT_FALSE(c->replicasIdentical);
  EXPECT_EQ(c->difference, "'c' element 0 of rank 0 and rank 1");
  EXPECT_EQ(session->checkReplicas().message(),
            "replicas differ: 'c' element 0 of rank 0 and rank 1");
  // Sharded over both axes there is one holder an element, and coordinates
  // show.
  b.plan.programs[0].outputs[0].dims[0].global = 32;
  b.plan.programs[0].outputs[0].dims[0].axes = {{0, 1, 2}, {1, 1, 2}};
  Expected<Session> sharded = open(b);
  ASSERT_TRUE(sharded.ok());
  ASSERT_TRUE(sharded->run(0).ok());
  EXPECT_TRUE(sharded->checkReplicas().ok());
  std::vector<double> values = sharded->readGlobal("c")->values;
  EXPECT_EQ(values[0], 0.0);
  EXPECT_EQ(values[8], 1.0);
  EXPECT_EQ(values[16], 100.0);
  EXPECT_EQ(values[24], 101.0);
}

// A read of what was never written is NaN with poison, and zero without: a test
// of the test, as it were.
TEST(SessionTest, PoisonShows) {
  PlanBuilder b({{"x", 1}});
  uint64_t dead = b.space(32), out = b.space(32);
  b.output("y", DType::F32, 8, {}, out);
  uint32_t s = b.segment("s", {32, 32});
  b.add(s, CopyOp{formal(0, 32), formal(1, 32)});
  b.action("a", s, {dead, out});
  for (bool poison : {false, true}) {
    Expected<Session> session = open(b, poison);
    ASSERT_TRUE(session.ok());
    for (int step = 0; step < 2; ++step) {
      ASSERT_TRUE(session->run(step).ok());
      EXPECT_EQ(std::isnan(session->readGlobal("y")->values[0]), poison);
    }
  }
}

TEST(SessionTest, UnknownNames) {
  PlanBuilder b({{"x", 1}});
  b.tensor("w", Role::Param, DType::F32, 8, {});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->readGlobal("v").message(), "the plan has no tensor 'v'");
  EXPECT_FALSE(session->readGlobal("w", Border::Output).ok());
  EXPECT_EQ(session->tensorNames(), std::vector<std::string>{"w"});
}

// Many steps of many small operations: nothing is lost or left over.
TEST(SessionTest, ManySteps) {
  PlanBuilder b({{"x", 4}});
  uint32_t comm = b.comm("x", {0});
  uint64_t at = b.tensor("x", Role::State, DType::F64, 8, {}, constant(1)).offset;
  uint32_t s = b.segment("s", {64});
  for (uint32_t i = 0; i < 10; ++i)
    b.add(s, collective(CollectiveKind::AllReduce, DType::F64, 8, comm, formal(0, 64),
                        formal(0, 64), i, i % 2 ? ReduceKind::Max : ReduceKind::Min));
  for (int i = 0; i < 5; ++i)
    b.action("a" + std::to_string(i), s, {at});
  Expected<Session> session = open(b);
  ASSERT_TRUE(session.ok());
  for (int step = 0; step < 20; ++step)
    ASSERT_TRUE(session->run(step).ok());
  EXPECT_EQ(session->counters().collectives["all_reduce"], 50u);
  EXPECT_EQ(session->readGlobal("x")->values[0], 1.0);
}
