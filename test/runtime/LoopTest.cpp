//===- LoopTest.cpp - actions that repeat -----------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of plans: how often they run, what is counted, and that bad ones are
// errors.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

using namespace shardrt;
using namespace shardrt::test;

namespace {
/// Counts up as often as a row of flags says: each iteration moves the flags on.
struct Counting {
  explicit Counting(uint64_t trips) : b({{"x", 2}}) {
    uint64_t bytes = trips + 1;
    uint32_t kernel = b.kernel("kernel_increment", 1, 5);
    uint32_t comm = b.comm("x", {0});
    uint64_t count = b.tensor("count", Role::State, DType::F32, 8, {}, constant(10)).offset;
    uint64_t flags = b.space(bytes), next = b.space(bytes), asked = b.space(1);
    uint64_t sum = b.space(4);
    b.output("asked", DType::I8, 1, {}, asked);
    uint32_t start = b.segment("start", {bytes});
    b.add(start, FillOp{formal(0, bytes), 1});
    b.add(start, FillOp{{true, 0, trips, 1}, 0});
    uint32_t ask = b.segment("ask", {bytes, 1});
    b.add(ask, CopyOp{formal(0, 1), formal(1, 1)});
    uint32_t move = b.segment("move", {bytes, bytes, 32, 4});
    b.add(move, CopyOp{{true, 0, 1, trips}, formal(1, trips)});
    b.add(move, CopyOp{formal(1, trips), formal(0, trips)});
    b.add(move, LaunchOp{kernel, {formal(2, 32)}});
    CollectiveOp reduce;
    reduce.count = 1;
    reduce.comm = comm;
    reduce.src = formal(2, 4);
    reduce.dst = formal(3, 4);
    b.add(move, reduce);
    b.action("start", start, {flags});
    b.action("ask", ask, {flags, asked});
    b.action("move", move, {flags, next, count, sum});
    b.plan.programs[0].loops.push_back({1, 2, 3, asked});
  }

  PlanBuilder b;
};

Expected<Session> open(const PlanBuilder &b, uint64_t maxIterations, uint64_t seed = 0) {
  PlanFile plan = b.load();
  if (!plan)
    return Status(ErrorCode::InvalidFile, "refused");
  Options options;
  options.timeoutSeconds = 20;
  options.maxIterations = maxIterations;
  options.seed = seed;
  return Session::create(plan, options);
}
} // namespace

TEST(LoopTest, RunsWhileItsConditionHolds) {
  for (uint64_t trips : {0, 1, 5}) {
    Expected<Session> session = open(Counting(trips).b, 5);
    ASSERT_TRUE(session.ok()) << session.message();
    for (int step = 1; step <= 2; ++step) {
      ASSERT_TRUE(session->run(step).ok());
      EXPECT_EQ(session->readGlobal("count")->values[3], 10.0 + step * trips);
      EXPECT_EQ(session->readGlobal("asked")->values[0], 0.0);
      Counters counters = session->counters();
      EXPECT_EQ(counters.flops, 5 * trips);
      EXPECT_EQ(counters.collectives["all_reduce"], trips);
    }
  }
}

TEST(LoopTest, OneThatDoesNotEndIsEnded) {
  Counting counting(5);
  Expected<Session> session = open(counting.b, 4);
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session->run(0).message(), "step 0: loop 0 of 'all' has not ended after 4 iterations");
  // Iterations of all loops count together. The last byte of a number is never zero
  // here, so the outer loop does not end.
  counting.b.plan.programs[0].loops.insert(
      counting.b.plan.programs[0].loops.begin(),
      {0, 0, 3, counting.b.plan.programs[0].tensors[0].offset + 3});
  session = open(counting.b, 1000);
  ASSERT_TRUE(session.ok()) << session.message();
  EXPECT_FALSE(session->run(0).ok());
}

TEST(LoopTest, RanksMustAgree) {
  PlanBuilder b({{"x", 2}});
  InitSpec bit;
  bit.kind = InitKind::UniformInt;
  bit.high = 2;
  bit.stream = 7;
  uint64_t flag = b.tensor("flag", Role::Input, DType::I8, 2, {0}, bit).offset;
  uint32_t stop = b.segment("stop", {1});
  b.add(stop, FillOp{formal(0, 1), 0});
  b.action("stop", stop, {flag});
  b.plan.programs[0].loops.push_back({0, 0, 1, flag});
  unsigned differ = 0;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    Expected<Session> session = open(b, 10, seed);
    ASSERT_TRUE(session.ok()) << session.message();
    GlobalTensor flags = *session->readGlobal("flag");
    Expected<StepResult> result = session->run(0);
    bool agree = flags.values[0] == flags.values[1];
    EXPECT_EQ(result.ok(), agree) << "seed " << seed;
    if (agree)
      continue;
    ++differ;
    unsigned on = flags.values[1] != 0;
    EXPECT_EQ(result.message(), "step 0: loop 0 of 'all' goes on for rank " + std::to_string(on) +
                                    " and ends for rank " + std::to_string(1 - on));
  }
  EXPECT_GT(differ, 0u);
}

TEST(LoopTest, BadLoopsAreRefused) {
  auto refused = [](const std::function<void(Program &)> &spoil) {
    Counting counting(2);
    spoil(counting.b.plan.programs[0]);
    std::vector<uint8_t> bytes = serialize(counting.b.plan);
    Expected<PlanFile> loaded = loadPlan(bytes.data(), bytes.size(), "t");
    return loaded.ok() ? std::string("accepted") : loaded.message();
  };
  EXPECT_EQ(refused([](Program &) {}), "accepted");
  for (Loop bad : {Loop{2, 1, 3, 0}, Loop{1, 3, 2, 0}, Loop{1, 1, 1, 0}, Loop{1, 2, 4, 0},
                   Loop{~0u, ~0u, ~0u, 0}})
    EXPECT_NE(refused([&](Program &program) { program.loops[0] = bad; }).find("has actions"),
              std::string::npos);
  EXPECT_NE(refused([](Program &program) {
              program.loops[0].predicate = program.arenaBytes;
            }).find("reads its condition at"),
            std::string::npos);
  EXPECT_NE(refused([](Program &program) {
              program.loops.push_back({0, 0, 1, 0});
            }).find("begins at action 0, before loop 0"),
            std::string::npos);
  // Over the border between condition and body; over the end of the other one.
  EXPECT_NE(refused([](Program &program) {
              program.loops[0] = {0, 2, 3, 0};
              program.loops.push_back({1, 1, 3, 0});
            }).find("the part it begins in at 2"),
            std::string::npos);
  EXPECT_NE(refused([](Program &program) {
              program.loops.assign(9, {1, 1, 3, 0});
            }).find("is in 8 others, more than 7"),
            std::string::npos);
  EXPECT_NE(refused([](Program &program) { program.classAxis = 0; }), "accepted");
}

// Damage behind a right hash, with endless loops among what it makes: every run ends.
TEST(LoopTest, RandomDamageEnds) {
  unsigned seed = std::random_device()();
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 random(seed);
  Counting counting(3);
  Plan &plan = counting.b.plan;
  // Native code is trusted, so there is none here.
  plan.segments[2].instructions.erase(plan.segments[2].instructions.begin() + 2);
  plan.kernels.clear();
  plan.images.clear();
  std::vector<uint8_t> good = serializePayload(plan);
  size_t ran = 0, failed = 0;
  for (size_t round = 0; round < 4000 && ran < 200; ++round) {
    std::vector<uint8_t> bytes = good;
    bytes[random() % bytes.size()] ^= 1u << random() % 8;
    bytes = wrapPayload(bytes);
    Expected<PlanFile> loaded = loadPlan(bytes.data(), bytes.size(), "t");
    if (!loaded.ok() || (*loaded)->programs[0].arenaBytes > (1u << 20))
      continue;
    Options options;
    options.maxIterations = 20;
    options.timeoutSeconds = 5;
    Expected<Session> session = Session::create(*loaded, options);
    ++ran;
    failed += !session.ok() || !session->run(0).ok();
  }
  EXPECT_EQ(ran, 200u) << "seed " << seed;
  EXPECT_LT(failed, ran) << "seed " << seed;
}
