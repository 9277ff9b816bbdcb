//===- ConformanceTest.cpp - what every backend must do ---------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One suite for all backends. "host" always runs; others are named in
// SHARDRT_TEST_BACKENDS (comma-separated). A backend that is unavailable here
// is skipped; any other failure fails.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

using namespace shardrt;
using namespace shardrt::test;

class ConformanceTest : public testing::TestWithParam<std::tuple<std::string, uint32_t>> {
protected:
  std::string backend() const { return std::get<0>(GetParam()); }
  uint32_t ranks() const { return std::get<1>(GetParam()); }

  /// Runs `steps` steps; null if the backend is unavailable.
  std::unique_ptr<Session> run(const PlanBuilder &b, int steps = 1, bool poison = true) {
    PlanFile plan = b.load();
    if (!plan)
      return nullptr;
    Options options;
    options.backend = backend();
    options.seed = 17;
    options.poison = poison;
    options.timeoutSeconds = 20;
    Expected<Session> session = Session::create(plan, options);
    if (!session) {
      if (session.status().code() == ErrorCode::Unavailable)
        unavailable = session.message();
      else
        ADD_FAILURE() << session.message();
      return nullptr;
    }
    for (int step = 0; step < steps; ++step) {
      Expected<StepResult> result = session->run(step);
      EXPECT_TRUE(result.ok()) << result.message();
      if (!result)
        return nullptr;
      last = *result;
    }
    return std::make_unique<Session>(std::move(*session));
  }
  std::vector<double> values(Session &session, const std::string &name) {
    Expected<GlobalTensor> tensor = session.readGlobal(name);
    EXPECT_TRUE(tensor.ok()) << tensor.message();
    if (!tensor)
      return {};
    EXPECT_TRUE(tensor->replicasIdentical) << tensor->difference;
    return tensor->values;
  }

  StepResult last;
  std::string unavailable;
};

#define RUN_OR_SKIP(session, ...)                                                                  \
  auto session = run(__VA_ARGS__);                                                                 \
  if (!unavailable.empty())                                                                        \
    GTEST_SKIP() << unavailable;                                                                   \
  ASSERT_TRUE(session)

// Sizes around what divides evenly, below and above the short cut for small
// ones.
TEST_P(ConformanceTest, AllReduceOfKnownValues) {
  for (uint64_t count : {1, 7, 1000, 6001}) {
    PlanBuilder b({{"x", ranks()}});
    uint32_t comm = b.comm("x", {0});
    // Each rank holds its own part of a sharded tensor of ranks * count.
    InitSpec init;
    init.kind = InitKind::UniformInt;
    init.high = 1000;
    uint64_t in = b.tensor("in", Role::Input, DType::F32, count * ranks(), {0}, init).offset;
    uint64_t out = b.space(count * 4);
    b.output("out", DType::F32, count, {}, out);
    uint32_t s = b.segment("s", {count * 4, count * 4});
    b.add(s, collective(CollectiveKind::AllReduce, DType::F32, count, comm, formal(0, count * 4),
                        formal(1, count * 4)));
    b.action("a", s, {in, out});
    RUN_OR_SKIP(session, b);
    std::vector<double> result = values(*session, "out");
    ASSERT_EQ(result.size(), count);
    for (uint64_t i = 0; i < count; ++i) {
      double sum = 0;
      for (uint32_t r = 0; r < ranks(); ++r)
        sum += uniformIntAt(17, 0, r * count + i, 0, 1000);
      ASSERT_EQ(result[i], sum) << "element " << i << " of " << count;
    }
    Counters counters = session->counters();
    EXPECT_EQ(counters.collectives["all_reduce"], 1u);
    if (count % ranks() == 0) {
      EXPECT_EQ(counters.bytesOnWire, 2 * (ranks() - 1) * (count * 4 / ranks()));
    }
    EXPECT_EQ(counters.peakBytes, b.plan.programs[0].arenaBytes);
  }
}

// Values that do not add exactly: the order of additions shows.
TEST_P(ConformanceTest, ReduceScatterAndAllGatherIsAllReduce) {
  for (DType type : {DType::F64, DType::F32, DType::BF16, DType::F16}) {
    uint64_t shard = 2050, count = shard * ranks(), size = elementSize(type);
    uint64_t bytes = count * size;
    PlanBuilder b({{"x", ranks()}});
    uint32_t comm = b.comm("x", {0});
    uint64_t in = b.tensor("in", Role::Input, type, count * ranks(), {0}, normal(3)).offset;
    uint64_t whole = b.space(bytes), part = b.space(shard * size), gathered = b.space(bytes);
    b.output("whole", type, count, {}, whole);
    b.output("gathered", type, count, {}, gathered);
    uint32_t s = b.segment("s", {bytes, bytes, shard * size, bytes});
    b.add(s, collective(CollectiveKind::AllReduce, type, count, comm, formal(0, bytes),
                        formal(1, bytes), 0));
    b.add(s, collective(CollectiveKind::ReduceScatter, type, shard, comm, formal(0, bytes),
                        formal(2, shard * size), 1));
    b.add(s, collective(CollectiveKind::AllGather, type, shard, comm, formal(2, shard * size),
                        formal(3, bytes), 2));
    b.action("a", s, {in, whole, part, gathered});
    RUN_OR_SKIP(session, b);
    EXPECT_EQ(values(*session, "whole"), values(*session, "gathered")) << name(type);
    Counters counters = session->counters();
    EXPECT_EQ(counters.bytesOnWire, 4 * (ranks() - 1) * shard * size);
  }
}

TEST_P(ConformanceTest, ReductionKindsInPlace) {
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min, ReduceKind::Prod})
    for (DType type : {DType::F32, DType::I32, DType::I64}) {
      uint64_t count = 9, bytes = count * elementSize(type);
      PlanBuilder b({{"x", ranks()}});
      uint32_t comm = b.comm("x", {0});
      InitSpec init;
      init.kind = InitKind::UniformInt;
      init.low = -3;
      init.high = 4;
      Tensor &x = b.tensor("x", Role::State, type, count * ranks(), {0}, init);
      uint64_t at = x.offset;
      b.output("y", type, count, {}, at);
      uint32_t s = b.segment("s", {bytes});
      b.add(s, collective(CollectiveKind::AllReduce, type, count, comm, formal(0, bytes),
                          formal(0, bytes), 0, kind));
      b.action("a", s, {at});
      RUN_OR_SKIP(session, b);
      std::vector<double> result = values(*session, "y");
      for (uint64_t i = 0; i < count; ++i) {
        double expected = uniformIntAt(17, 0, i, -3, 4);
        for (uint32_t r = 1; r < ranks(); ++r) {
          double v = uniformIntAt(17, 0, r * count + i, -3, 4);
          expected = kind == ReduceKind::Sum    ? expected + v
                     : kind == ReduceKind::Prod ? expected * v
                     : kind == ReduceKind::Max  ? std::max(expected, v)
                                                : std::min(expected, v);
        }
        EXPECT_EQ(result[i], expected) << name(kind) << " " << name(type);
      }
    }
}

TEST_P(ConformanceTest, AllToAllBroadcastPermute) {
  uint64_t n = ranks(), count = 5, all = count * n;
  PlanBuilder b({{"x", ranks()}});
  uint32_t comm = b.comm("x", {0});
  InitSpec init;
  init.kind = InitKind::UniformInt;
  init.high = 1 << 20;
  uint64_t in = b.tensor("in", Role::Input, DType::F32, all * n, {0}, init).offset;
  uint64_t exchanged = b.space(all * 4), spread = b.space(all * 4), moved = b.space(all * 4);
  b.output("exchanged", DType::F32, all * n, {0}, exchanged);
  b.output("spread", DType::F32, all, {}, spread);
  b.output("moved", DType::F32, all * n, {0}, moved);
  uint32_t s = b.segment("s", {all * 4, all * 4, all * 4, all * 4});
  b.add(s, collective(CollectiveKind::AllToAll, DType::F32, count, comm, formal(0, all * 4),
                      formal(1, all * 4), 0));
  CollectiveOp broadcast = collective(CollectiveKind::Broadcast, DType::F32, all, comm,
                                      formal(0, all * 4), formal(2, all * 4), 1);
  broadcast.root = ranks() - 1;
  b.add(s, broadcast);
  CollectiveOp permute = collective(CollectiveKind::Permute, DType::F32, all, comm,
                                    formal(0, all * 4), formal(3, all * 4), 2);
  // A ring; of 4 ranks as 2x2, the ring of the transposed.
  bool isSquare = ranks() == 4;
  if (isSquare)
    permute.digits = {{2, 2, 1}, {2, 1, 2}};
  else if (ranks() > 1)
    permute.digits = {{ranks(), 1, 1}};
  permute.shift = ranks() > 1;
  b.add(s, permute);
  b.action("a", s, {in, exchanged, spread, moved});
  RUN_OR_SKIP(session, b);
  std::vector<double> from = values(*session, "in");
  std::vector<double> to = values(*session, "exchanged");
  for (uint64_t r = 0; r < n; ++r)
    for (uint64_t q = 0; q < n; ++q)
      for (uint64_t i = 0; i < count; ++i)
        EXPECT_EQ(to[r * all + q * count + i], from[q * all + r * count + i]);
  std::vector<double> root = values(*session, "spread");
  std::vector<double> shifted = values(*session, "moved");
  for (uint64_t i = 0; i < all; ++i)
    EXPECT_EQ(root[i], from[(n - 1) * all + i]);
  for (uint64_t r = 0; r < n; ++r) {
    uint64_t next = (r + 1) % n, target = isSquare ? next / 2 + next % 2 * 2 : next;
    for (uint64_t i = 0; i < all; ++i)
      EXPECT_EQ(shifted[target * all + i], from[r * all + i]);
  }
}

// Every rank sends to the next and receives from the one before, as one group.
TEST_P(ConformanceTest, Ring) {
  uint32_t n = ranks();
  PlanBuilder b({{"x", n}});
  b.classes(0);
  uint32_t comm = b.comm("x", {0});
  for (uint32_t p = 0; p < n; ++p) {
    uint64_t in = b.tensor("in", Role::Input, DType::F32, 8 * n, {0}, normal(1), p).offset;
    uint64_t out = b.space(32, p);
    b.output("out", DType::F32, 8 * n, {0}, out, Role::Output, p);
    uint32_t s = b.segment("ring" + std::to_string(p), {32, 32}, StreamKind::PointToPoint);
    b.add(s, sendTo((p + 1) % n, DType::F32, 8, comm, formal(0, 32)));
    b.add(s, recvFrom((p + n - 1) % n, DType::F32, 8, comm, formal(1, 32)));
    b.action("ring", s, {in, out}, {}, p);
  }
  RUN_OR_SKIP(session, b, 2);
  std::vector<double> in = values(*session, "in"), out = values(*session, "out");
  for (uint32_t i = 0; i < 8 * n; ++i)
    EXPECT_EQ(out[i], in[(i + 8 * n - 8) % (8 * n)]);
  EXPECT_EQ(session->counters().bytesOnWire, n > 1 ? 32u : 0u);
  EXPECT_EQ(session->counters().collectives["send"], 1u);
  EXPECT_EQ(session->counters().collectives["recv"], 1u);
}

// Stages pass microbatches on; each doubles what it gets. Compute and transfer
// actions wait for each other across streams.
TEST_P(ConformanceTest, Pipeline) {
  if (backend() != "host")
    GTEST_SKIP() << "needs host kernels";
  uint32_t n = ranks(), microbatches = 4;
  PlanBuilder b({{"pp", n}});
  b.classes(0);
  uint32_t kernel = b.kernel("kernel_double", 2);
  uint32_t work = b.segment("double", {32, 32});
  b.add(work, LaunchOp{kernel, {formal(0, 32), formal(1, 32)}});
  std::vector<uint32_t> sends, recvs;
  for (uint32_t p = 0; p + 1 < n; ++p) {
    std::string name = "pp" + std::to_string(p);
    uint32_t link = b.link(name, 0, {p, p + 1});
    sends.push_back(b.segment(name + "send", {32}, StreamKind::PointToPoint));
    b.add(sends.back(), sendTo(1, DType::F32, 8, link, formal(0, 32)));
    recvs.push_back(b.segment(name + "recv", {32}, StreamKind::PointToPoint));
    b.add(recvs.back(), recvFrom(0, DType::F32, 8, link, formal(0, 32)));
  }
  for (uint32_t p = 0; p < n; ++p) {
    uint64_t x =
        p ? b.space(32 * microbatches, p)
          : b.tensor("x", Role::Input, DType::F32, 8 * microbatches, {}, normal(5), p).offset;
    uint64_t y = b.space(32 * microbatches, p);
    if (p + 1 == n)
      b.output("y", DType::F32, 8 * microbatches, {}, y, Role::Output, p);
    for (uint32_t m = 0; m < microbatches; ++m) {
      std::vector<uint32_t> waits;
      if (p > 0)
        waits.push_back(b.action("R" + std::to_string(m), recvs[p - 1], {x + 32 * m}, {}, p));
      uint32_t f = b.action("F" + std::to_string(m), work, {x + 32 * m, y + 32 * m}, waits, p);
      if (p + 1 < n)
        b.action("S" + std::to_string(m), sends[p], {y + 32 * m}, {f}, p);
    }
  }
  RUN_OR_SKIP(session, b, 3);
  std::vector<double> x = values(*session, "x"), y = values(*session, "y");
  ASSERT_EQ(x.size(), y.size());
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(y[i], std::ldexp(x[i], static_cast<int>(n)));
}

// A segment with a collective beside the compute stream: the event orders them,
// and the end of the segment joins both.
TEST_P(ConformanceTest, ForkAndJoin) {
  uint64_t bytes = 4096 * 4;
  PlanBuilder b({{"x", ranks()}});
  uint32_t comm = b.comm("x", {0});
  uint64_t in = b.tensor("in", Role::Input, DType::F32, 4096, {}, constant(3)).offset;
  uint64_t out = b.space(bytes);
  b.output("out", DType::F32, 4096, {}, out);
  uint32_t s = b.segment("s", {bytes, bytes});
  Segment &segment = b.plan.segments[s];
  segment.streams = {StreamKind::Compute, StreamKind::Collective};
  segment.scratchBytes = 2 * bytes;
  segment.numEvents = 2;
  b.add(s, CopyOp{formal(0, bytes), scratch(0, bytes)});
  b.add(s, RecordOp{0});
  b.add(s, WaitOp{0}, 1);
  b.add(s,
        collective(CollectiveKind::AllReduce, DType::F32, 4096, comm, scratch(0, bytes),
                   scratch(bytes, bytes)),
        1);
  b.add(s, RecordOp{1}, 1);
  b.add(s, WaitOp{1});
  b.add(s, CopyOp{scratch(bytes, bytes), formal(1, bytes)});
  uint32_t again = b.segment("again", {bytes});
  b.plan.segments[again].streams = {StreamKind::Compute, StreamKind::Collective};
  b.add(again,
        collective(CollectiveKind::AllReduce, DType::F32, 4096, comm, formal(0, bytes),
                   formal(0, bytes)),
        1);
  uint64_t scratchAt = b.space(2 * bytes);
  b.action("first", s, {in, out});
  b.plan.programs[0].actions.back().scratch = scratchAt;
  b.action("second", again, {out});
  RUN_OR_SKIP(session, b, 5);
  for (double v : values(*session, "out"))
    ASSERT_EQ(v, 3.0 * ranks() * ranks());
}

// What an operation read may be overwritten by the next one of the same rank,
// while slower members are still at it.
TEST_P(ConformanceTest, SourcesMayChangeAfterwards) {
  uint64_t count = 1 << 18, bytes = count * 4, n = ranks();
  PlanBuilder b({{"x", ranks()}});
  uint32_t comm = b.comm("x", {0});
  uint64_t in = b.tensor("in", Role::Input, DType::F32, count, {}, constant(2)).offset;
  uint64_t all = b.space(n * bytes), sum = b.space(bytes);
  b.output("all", DType::F32, n * count, {}, all);
  b.output("sum", DType::F32, count, {}, sum);
  uint32_t s = b.segment("s", {bytes, n * bytes, bytes});
  b.add(s, collective(CollectiveKind::AllReduce, DType::F32, count, comm, formal(0, bytes),
                      formal(2, bytes), 0));
  b.add(s, collective(CollectiveKind::AllGather, DType::F32, count, comm, formal(0, bytes),
                      formal(1, n * bytes), 1));
  b.add(s, FillOp{formal(0, bytes), 0});
  b.action("a", s, {in, all, sum});
  RUN_OR_SKIP(session, b, 3);
  for (double v : values(*session, "all"))
    ASSERT_EQ(v, 2.0);
  for (double v : values(*session, "sum"))
    ASSERT_EQ(v, 2.0 * n);
}

TEST_P(ConformanceTest, GemmCopyAndFill) {
  PlanBuilder b({{"x", ranks()}});
  uint64_t a = b.tensor("a", Role::Param, DType::F32, 48, {}, normal(1)).offset;
  uint64_t w = b.tensor("b", Role::Param, DType::F32, 40, {}, normal(2)).offset;
  uint64_t c = b.space(30 * 4), d = b.space(30 * 4), zero = b.space(40);
  b.output("c", DType::F32, 30, {}, c);
  b.output("d", DType::F32, 30, {}, d);
  b.output("zero", DType::F32, 10, {}, zero);
  uint32_t s = b.segment("s", {192, 160, 120, 120, 40});
  GemmOp op; // [6,8] x [8,5]
  op.m = 6;
  op.n = 5;
  op.k = 8;
  op.aM = 8;
  op.aK = 1;
  op.bK = 5;
  op.bN = 1;
  op.cM = 5;
  op.cN = 1;
  op.a = formal(0, 192);
  op.b = formal(1, 160);
  op.c = formal(2, 120);
  b.add(s, op);
  b.add(s, CopyOp{formal(2, 120), formal(3, 120)});
  op.c = formal(3, 120);
  op.accumulate = true;
  b.add(s, op);
  b.add(s, FillOp{formal(4, 40), 0});
  b.action("a", s, {a, w, c, d, zero});
  RUN_OR_SKIP(session, b);
  std::vector<double> left = values(*session, "a"), right = values(*session, "b");
  std::vector<double> product = values(*session, "c"), twice = values(*session, "d");
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j) {
      double sum = 0;
      for (int k = 0; k < 8; ++k)
        sum += left[i * 8 + k] * right[k * 5 + j];
      EXPECT_NEAR(product[i * 5 + j], sum, 1e-5);
      EXPECT_NEAR(twice[i * 5 + j], 2 * sum, 2e-5);
    }
  for (double v : values(*session, "zero"))
    EXPECT_EQ(v, 0.0);
  EXPECT_EQ(session->counters().flops, 2u * 2 * 6 * 5 * 8);
}

/// "host", and what the environment adds.
static std::vector<std::string> backends() {
  std::vector<std::string> names = {"host"};
  const char *more = std::getenv("SHARDRT_TEST_BACKENDS");
  std::istringstream list(more ? more : "");
  for (std::string name; std::getline(list, name, ',');)
    if (!name.empty() && name != "host")
      names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Backends, ConformanceTest,
                         testing::Combine(testing::ValuesIn(backends()),
                                          testing::Values(1u, 2u, 3u, 4u, 8u)),
                         [](const testing::TestParamInfo<std::tuple<std::string, uint32_t>> &info) {
                           return std::get<0>(info.param) + std::to_string(std::get<1>(info.param));
                         });
