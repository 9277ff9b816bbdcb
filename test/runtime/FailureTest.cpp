//===- FailureTest.cpp - errors end all ranks -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever one rank does wrong, all end within seconds, and the message names
// the ranks and the operation.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

using namespace shardrt;
using namespace shardrt::test;

/// Runs one step that must fail, in less than `limit` seconds, the end of the
/// session included.
static Status failing(const PlanBuilder &b, double timeout = 30, double limit = 5) {
  PlanFile plan = b.load();
  if (!plan)
    return Status();
  Options options;
  options.timeoutSeconds = timeout;
  auto start = std::chrono::steady_clock::now();
  Status status;
  {
    Expected<Session> session = Session::create(plan, options);
    EXPECT_TRUE(session.ok()) << session.message();
    if (!session)
      return session.status();
    Expected<StepResult> result = session->run(0);
    EXPECT_FALSE(result.ok());
    status = result.status();
    // And it stays so.
    EXPECT_FALSE(session->run(1).ok());
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(seconds, limit);
  return status;
}

/// Two classes over "x" whose collectives `spoil` makes different.
static PlanBuilder twoClasses(const std::function<void(CollectiveOp &)> &spoil) {
  PlanBuilder b({{"x", 2}});
  b.classes(0);
  uint32_t comm = b.comm("x", {0});
  for (uint32_t p = 0; p < 2; ++p) {
    uint64_t at = b.space(128, p);
    uint32_t s = b.segment("s" + std::to_string(p), {128});
    CollectiveOp op = collective(CollectiveKind::AllReduce, DType::F32, 8, comm, formal(0, 64),
                                 formal(0, 64, 64), 3);
    if (p == 1)
      spoil(op);
    b.add(s, op).source = "model.mlir:" + std::to_string(p);
    b.action("A" + std::to_string(p), s, {at}, {}, p);
  }
  return b;
}

static void expectMismatch(const std::function<void(CollectiveOp &)> &spoil,
                           const std::string &part) {
  Status status = failing(twoClasses(spoil));
  EXPECT_EQ(status.code(), ErrorCode::Mismatch) << status.message();
  for (const std::string &text :
       {part, std::string("rank 0"), std::string("rank 1"), std::string("disagree"),
        std::string("'x'"), std::string("model.mlir:0"), std::string("model.mlir:1"),
        std::string("action 'A1'")})
    EXPECT_NE(status.message().find(text), std::string::npos)
        << "no \"" << text << "\" in " << status.message();
}

TEST(FailureTest, MismatchedCount) {
  expectMismatch([](CollectiveOp &op) { op.count = 9; }, "9 f32");
}
TEST(FailureTest, MismatchedKind) {
  expectMismatch([](CollectiveOp &op) { op.kind = CollectiveKind::AllGather; }, "all_gather");
}
TEST(FailureTest, MismatchedType) {
  expectMismatch([](CollectiveOp &op) { op.dtype = DType::I32; }, "8 i32");
}
TEST(FailureTest, MismatchedReduction) {
  expectMismatch([](CollectiveOp &op) { op.reduce = ReduceKind::Max; }, "max");
}
TEST(FailureTest, MismatchedSequence) {
  expectMismatch([](CollectiveOp &op) { op.sequence = 4; }, "sequence number 4");
}

TEST(FailureTest, MissingMember) {
  PlanBuilder b = twoClasses([](CollectiveOp &) {});
  b.plan.programs[1].actions.clear();
  Status status = failing(b);
  EXPECT_NE(status.message().find("deadlock: rank 0 waits for rank 1 in all_reduce #3 on 'x'"),
            std::string::npos)
      << status.message();
}

TEST(FailureTest, MismatchedTransfer) {
  for (int what = 0; what < 3; ++what) {
    PlanBuilder b({{"x", 2}});
    b.classes(0);
    uint32_t comm = b.comm("x", {0});
    for (uint32_t p = 0; p < 2; ++p) {
      uint64_t at = b.space(64, p);
      uint32_t s = b.segment("s" + std::to_string(p), {64}, StreamKind::PointToPoint);
      PointToPointOp op = p == 0
                              ? sendTo(1, DType::F32, 8, comm, formal(0, 64), 1)
                              : recvFrom(0, what == 0 ? DType::I32 : DType::F32, what == 1 ? 9 : 8,
                                         comm, formal(0, 64), what == 2 ? 2 : 1);
      b.add(s, op);
      b.action("A", s, {at}, {}, p);
    }
    Status status = failing(b);
    EXPECT_EQ(status.code(), ErrorCode::Mismatch);
    EXPECT_NE(status.message().find("disagree"), std::string::npos) << status.message();
  }
}

// Both send before they receive, and not as one group: with rendezvous nobody
// can go on, and nobody waits for the time limit to say so.
TEST(FailureTest, CyclicSendsAreADeadlock) {
  PlanBuilder b({{"x", 2}});
  b.classes(0);
  uint32_t comm = b.comm("x", {0});
  for (uint32_t p = 0; p < 2; ++p) {
    uint64_t at = b.space(64, p);
    uint32_t s = b.segment("send" + std::to_string(p), {64}, StreamKind::PointToPoint);
    b.add(s, sendTo(1 - p, DType::F32, 8, comm, formal(0, 32)));
    uint32_t r = b.segment("recv" + std::to_string(p), {64}, StreamKind::PointToPoint);
    b.add(r, recvFrom(1 - p, DType::F32, 8, comm, formal(0, 32, 32)));
    b.action("S", s, {at}, {}, p);
    b.action("R", r, {at}, {0}, p);
  }
  Status status = failing(b);
  EXPECT_NE(status.message().find("deadlock: rank 0 waits for rank 1 in send #0 "
                                  "on 'x' of action 'S'; rank 1 waits for rank 0"),
            std::string::npos)
      << status.message();
}

// Two communicators in opposite orders.
TEST(FailureTest, CrossedCollectivesAreADeadlock) {
  PlanBuilder b({{"x", 2}});
  b.classes(0);
  uint32_t first = b.comm("first", {0}), second = b.comm("second", {0});
  for (uint32_t p = 0; p < 2; ++p) {
    uint64_t at = b.space(64, p);
    uint32_t s = b.segment("s" + std::to_string(p), {64});
    for (int i = 0; i < 2; ++i)
      b.add(s, collective(CollectiveKind::AllReduce, DType::F32, 8,
                          (i == 0) == (p == 0) ? first : second, formal(0, 32), formal(0, 32, 32)));
    b.action("A", s, {at}, {}, p);
  }
  Status status = failing(b);
  EXPECT_NE(status.message().find("deadlock"), std::string::npos) << status.message();
}

// A rank that is stuck in its own code ends the others by the time limit.
TEST(FailureTest, StuckRank) {
  for (uint32_t ranks : {2u, 8u}) {
    PlanBuilder b({{"x", ranks}});
    uint32_t comm = b.comm("x", {0});
    uint32_t kernel = b.kernel("kernel_hang_on_one", 0);
    uint64_t at = b.space(64);
    uint32_t s = b.segment("s", {64});
    b.add(s, LaunchOp{kernel, {}}).source = "model.mlir:7";
    b.add(s, collective(CollectiveKind::AllReduce, DType::F32, 8, comm, formal(0, 32),
                        formal(0, 32, 32)));
    b.action("F0", s, {at});
    Status status = failing(b, 0.5, 6);
    EXPECT_EQ(status.code(), ErrorCode::Timeout);
    EXPECT_NE(status.message().find("rank 1 is in kernel 'kernel_hang_on_one' "
                                    "(model.mlir:7) of action 'F0'"),
              std::string::npos)
        << status.message();
    EXPECT_NE(status.message().find("rank 0 waits for"), std::string::npos) << status.message();
  }
}

// Slow is not stuck.
TEST(FailureTest, SlowRankIsWaitedFor) {
  PlanBuilder b({{"x", 2}});
  uint32_t comm = b.comm("x", {0});
  uint32_t kernel = b.kernel("kernel_slow_on_one", 1);
  uint64_t at = b.tensor("x", Role::State, DType::F32, 8, {}, constant(1)).offset;
  uint32_t s = b.segment("s", {32});
  b.add(s, LaunchOp{kernel, {formal(0, 32)}});
  b.add(s,
        collective(CollectiveKind::AllReduce, DType::F32, 8, comm, formal(0, 32), formal(0, 32)));
  b.action("F0", s, {at});
  Options options;
  options.timeoutSeconds = 5;
  Expected<Session> session = Session::create(b.load(), options);
  ASSERT_TRUE(session.ok()) << session.message();
  Expected<StepResult> result = session->run(0);
  ASSERT_TRUE(result.ok()) << result.message();
  EXPECT_EQ(session->readGlobal("x")->values[7], 4.0);
}

TEST(FailureTest, MissingSymbol) {
  PlanBuilder b({{"x", 1}});
  b.kernel("kernel_that_is_not_there", 0);
  Expected<Session> session = Session::create(b.load(), {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.message(), "no host image defines kernel 'kernel_that_is_not_there'");
}

TEST(FailureTest, ImageIsNoLibrary) {
  PlanBuilder b({{"x", 1}});
  b.kernel("kernel_double", 2);
  static const uint8_t text[] = "not an ELF file, but long enough to be read as "
                                "a header of one, or so one would think";
  b.plan.images[0].data = text;
  b.plan.images[0].size = sizeof(text);
  Expected<Session> session = Session::create(b.load(), {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.message(), "the host image is not a 64-bit ELF shared object");
}

TEST(FailureTest, UnavailableBackends) {
  PlanBuilder b({{"x", 1}});
  Options options;
  options.backend = "mpi";
  Expected<Session> mpi = Session::create(b.load(), options);
  ASSERT_FALSE(mpi.ok());
  EXPECT_EQ(mpi.message(), "this build has no MPI backend; use --backend host");
  options.backend = "abacus";
  Expected<Session> abacus = Session::create(b.load(), options);
  ASSERT_FALSE(abacus.ok());
  EXPECT_EQ(abacus.status().code(), ErrorCode::InvalidArgument);
}

TEST(FailureTest, DataInputs) {
  PlanBuilder b({{"x", 1}});
  InitSpec data;
  data.kind = InitKind::Data;
  b.tensor("tokens", Role::Input, DType::I32, 8, {}, data);
  Expected<Session> session = Session::create(b.load(), {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.message(), "tensor 'tokens' is read from a data set, which "
                               "is not supported by this build");
}
