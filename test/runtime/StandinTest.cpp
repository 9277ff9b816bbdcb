//===- StandinTest.cpp - the CUDA backend without a device ----*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// shard-run, one process a rank as torchrun would start them, against the
// stand-ins for libcudart, libnccl and libcublasLt. The host backend, which
// runs the same plan, is the reference; values are small integers, so sums are
// exact in any order.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace shardrt;
using namespace shardrt::test;

namespace {
class StandinTest : public testing::Test {
protected:
  void SetUp() override {
    char pattern[] = "/tmp/shardrt-standin-XXXXXX";
    ASSERT_TRUE(mkdtemp(pattern));
    folder = pattern;
  }
  void TearDown() override {
    for (pid_t child : children)
      if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
      }
    int status = std::system(("rm -rf " + folder).c_str());
    EXPECT_EQ(status, 0);
  }

  void write(const std::string &name, const Plan &plan) {
    std::vector<uint8_t> bytes = serialize(plan);
    std::FILE *file = std::fopen((folder + "/" + name).c_str(), "wb");
    ASSERT_TRUE(file);
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }
  std::string read(const std::string &name) {
    std::string text;
    if (std::FILE *file = std::fopen((folder + "/" + name).c_str(), "rb")) {
      char block[4096];
      size_t got;
      while ((got = std::fread(block, 1, sizeof(block), file)) > 0)
        text.append(block, got);
      std::fclose(file);
    }
    return text;
  }

  /// Starts rank `rank` of `size` with the given arguments of shard-run.
  void start(uint32_t rank, uint32_t size, std::vector<std::string> arguments) {
    if (!port)
      port = freePort();
    pid_t child = fork();
    if (child == 0) {
      setenv("LD_LIBRARY_PATH", SHARDRT_TEST_STANDIN_DIR, 1);
      setenv("SHARDRT_PLUGIN_DIR", SHARDRT_TEST_PLUGIN_DIR, 1);
      setenv("STANDIN_NCCL_DIR", folder.c_str(), 1);
      setenv("RANK", std::to_string(rank).c_str(), 1);
      setenv("WORLD_SIZE", std::to_string(size).c_str(), 1);
      setenv("LOCAL_RANK", std::to_string(rank).c_str(), 1);
      setenv("MASTER_ADDR", "127.0.0.1", 1);
      setenv("MASTER_PORT", std::to_string(port).c_str(), 1);
      std::string base = folder + "/" + std::to_string(rank);
      int out = open((base + ".out").c_str(), O_CREAT | O_WRONLY, 0600);
      int err = open((base + ".err").c_str(), O_CREAT | O_WRONLY, 0600);
      dup2(out, 1);
      dup2(err, 2);
      arguments.insert(arguments.begin(),
                       {"shard-run", folder + "/plan.shard", "--backend", "cuda"});
      std::vector<char *> argv;
      for (std::string &argument : arguments)
        argv.push_back(argument.data());
      argv.push_back(nullptr);
      execv(SHARDRT_TEST_SHARD_RUN, argv.data());
      _exit(127);
    }
    children.push_back(child);
  }
  /// Exit status of each process, in the order they were started; -1 for those
  /// that take longer than `seconds`.
  std::vector<int> wait(double seconds) {
    std::vector<int> result(children.size(), -1);
    auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (bool pending = true; pending && std::chrono::steady_clock::now() < end;) {
      pending = false;
      for (size_t i = 0; i < children.size(); ++i) {
        int status;
        if (children[i] <= 0)
          continue;
        if (waitpid(children[i], &status, WNOHANG) == children[i]) {
          result[i] = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
          children[i] = 0;
        } else {
          pending = true;
        }
      }
      usleep(5000);
    }
    return result;
  }
  static uint16_t freePort() {
    int file = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    EXPECT_EQ(bind(file, reinterpret_cast<sockaddr *>(&address), length), 0);
    getsockname(file, reinterpret_cast<sockaddr *>(&address), &length);
    close(file);
    return ntohs(address.sin_port);
  }

  /// What the host backend prints for the plan.
  std::string hostOutput(const Plan &plan, int steps) {
    std::vector<uint8_t> bytes = serialize(plan);
    Expected<PlanFile> loaded = loadPlan(bytes.data(), bytes.size(), "plan");
    EXPECT_TRUE(loaded.ok()) << loaded.message();
    Expected<Session> session = Session::create(*loaded, {});
    EXPECT_TRUE(session.ok()) << session.message();
    std::string text;
    for (int step = 0; session && step < steps; ++step) {
      Expected<StepResult> result = session->run(step);
      EXPECT_TRUE(result.ok()) << result.message();
      char line[80];
      std::snprintf(line, sizeof(line), "step %d loss %.17g\n", step,
                    result ? result->loss.value_or(0) : 0);
      text += line;
    }
    return text;
  }
  /// Runs the plan on all ranks and compares with the host backend.
  void expectSameAsHost(const Plan &plan, int steps = 2) {
    write("plan.shard", plan);
    std::string expected = hostOutput(plan, steps);
    uint32_t ranks = 1;
    for (const MeshAxis &axis : plan.mesh)
      ranks *= axis.size;
    for (uint32_t rank = 0; rank < ranks; ++rank)
      start(rank, ranks, {"--steps", std::to_string(steps)});
    std::vector<int> status = wait(30);
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      std::string name = std::to_string(rank);
      EXPECT_EQ(status[rank], 0) << "rank " << rank << ": " << read(name + ".err");
      EXPECT_EQ(read(name + ".out"), rank ? "" : expected);
    }
  }

  std::string folder;
  uint16_t port = 0;
  std::vector<pid_t> children;
};

InitSpec integers(uint64_t stream) {
  InitSpec init;
  init.kind = InitKind::UniformInt;
  init.stream = stream;
  init.low = -4;
  init.high = 5;
  return init;
}

/// Adds to `segment` a product that sums `count` floats of formal `in`, each
/// times its own weight in formal `weights`, to the float in formal `out`.
void addChecksum(PlanBuilder &b, uint32_t segment, uint32_t in, uint32_t weights, uint32_t out,
                 uint64_t count) {
  GemmOp op;
  op.m = op.n = 1;
  op.k = count;
  op.aM = count;
  op.aK = 1;
  op.bK = 1;
  op.bN = 1;
  op.cM = op.cN = 1;
  op.a = formal(in, count * 4);
  op.b = formal(weights, count * 4);
  op.c = formal(out, 4);
  op.accumulate = true;
  b.add(segment, op);
}
} // namespace

TEST_F(StandinTest, Collectives) {
  PlanBuilder b({{"dp", 2}, {"tp", 2}});
  uint32_t tp = b.comm("tp", {1}), dp = b.comm("dp", {0}), all = b.comm("all", {0, 1});
  const uint64_t count = 12, bytes = count * 4;
  uint64_t x = b.tensor("x", Role::Input, DType::F32, count * 4, {0, 1}, integers(1)).offset;
  uint64_t weights =
      b.tensor("weights", Role::Param, DType::F32, 2 * count, {}, integers(2)).offset;
  uint64_t y = b.space(2 * bytes), loss = b.space(4);
  b.output("loss", DType::F32, 1, {}, loss, Role::Loss);
  uint32_t s = b.segment("s", {bytes, 2 * bytes, 2 * bytes, 4});
  b.plan.segments[s].streams = {StreamKind::Compute, StreamKind::Collective};
  b.plan.segments[s].numEvents = 8;
  uint32_t event = 0;
  auto add = [&](CollectiveOp op, uint64_t used) {
    b.add(s, op, 1);
    // The checksum waits for the collective, and the next one for the checksum.
    b.add(s, RecordOp{event}, 1);
    b.add(s, WaitOp{event++});
    addChecksum(b, s, 1, 2, 3, used);
    b.add(s, RecordOp{event});
    b.add(s, WaitOp{event++}, 1);
  };
  b.plan.segments[s].numEvents = 12;
  b.add(s, FillOp{formal(3, 4), 0});
  add(collective(CollectiveKind::AllReduce, DType::F32, count, dp, formal(0, bytes),
                 formal(1, bytes), 0),
      count);
  add(collective(CollectiveKind::AllGather, DType::F32, count, tp, formal(0, bytes),
                 formal(1, 2 * bytes), 0),
      2 * count);
  add(collective(CollectiveKind::ReduceScatter, DType::F32, count / 4, all, formal(0, bytes),
                 formal(1, bytes), 0, ReduceKind::Max),
      count / 4);
  add(collective(CollectiveKind::AllToAll, DType::F32, count / 4, all, formal(0, bytes),
                 formal(1, bytes), 1),
      count);
  CollectiveOp broadcast = collective(CollectiveKind::Broadcast, DType::F32, count, all,
                                      formal(0, bytes), formal(1, bytes), 2);
  broadcast.root = 2;
  add(broadcast, count);
  CollectiveOp permute = collective(CollectiveKind::Permute, DType::F32, count, all,
                                    formal(0, bytes), formal(1, bytes), 3);
  // Rows and columns of 2x2 exchanged: two ranks keep what they have.
  permute.digits = {{2, 2, 1}, {2, 1, 2}};
  add(permute, count);
  // One value everywhere, so that the loss is the same on all ranks.
  b.add(s,
        collective(CollectiveKind::AllReduce, DType::F32, 1, all, formal(3, 4), formal(3, 4), 4));
  b.action("a", s, {x, y, weights, loss});
  expectSameAsHost(b.plan, 3);
}

// A pipeline with a kernel: the host runs the same plan with its own kernel.
TEST_F(StandinTest, PipelineWithKernels) {
  auto build = [](bool isHost) {
    PlanBuilder b({{"pp", 3}});
    b.classes(0);
    uint32_t kernel = b.kernel(isHost ? "kernel_double" : "cuda_double", 2);
    if (!isHost) {
      b.plan.kernels[kernel].kind = Kernel::Kind::CudaFunction;
      b.plan.images[0].target = "sm_90";
    }
    uint32_t work = b.segment("work", {32, 32});
    b.add(work, LaunchOp{kernel, {formal(0, 32), formal(1, 32)}});
    uint32_t check = b.segment("check", {32, 32, 4});
    addChecksum(b, check, 0, 1, 2, 8);
    std::vector<uint32_t> send, recv;
    for (uint32_t p = 0; p < 2; ++p) {
      std::string name = "link" + std::to_string(p);
      uint32_t link = b.link(name, 0, {p, p + 1});
      send.push_back(b.segment(name + "s", {32}, StreamKind::PointToPoint));
      b.add(send[p], sendTo(1, DType::F32, 8, link, formal(0, 32)));
      recv.push_back(b.segment(name + "r", {32}, StreamKind::PointToPoint));
      b.add(recv[p], recvFrom(0, DType::F32, 8, link, formal(0, 32)));
    }
    for (uint32_t p = 0; p < 3; ++p) {
      uint64_t x = p ? b.space(64, p)
                     : b.tensor("x", Role::Input, DType::F32, 16, {}, integers(1), p).offset;
      uint64_t y = b.space(64, p);
      uint64_t weights = 0, loss = 0;
      if (p == 2) {
        weights = b.tensor("w", Role::Param, DType::F32, 8, {}, integers(2), p).offset;
        Tensor &sum = b.tensor("sum", Role::State, DType::F32, 1, {}, {}, p);
        sum.updatedBy = 0;
        loss = sum.offset;
        b.output("sum", DType::F32, 1, {}, loss, Role::Loss, p);
      }
      for (uint32_t m = 0; m < 2; ++m) {
        std::vector<uint32_t> waits;
        if (p)
          waits = {b.action("R", recv[p - 1], {x + 32 * m}, {}, p)};
        uint32_t f = b.action("F", work, {x + 32 * m, y + 32 * m}, waits, p);
        if (p < 2)
          b.action("S", send[p], {y + 32 * m}, {f}, p);
        else
          b.action("L", check, {y + 32 * m, weights, loss}, {f}, p);
      }
    }
    return b.plan;
  };
  write("plan.shard", build(false));
  std::string expected = hostOutput(build(true), 3);
  for (uint32_t rank = 0; rank < 3; ++rank)
    start(rank, 3, {"--steps", "3"});
  EXPECT_EQ(wait(30), (std::vector<int>{0, 0, 0}))
      << read("0.err") << read("1.err") << read("2.err");
  EXPECT_EQ(read("0.out"), expected);
  EXPECT_NE(expected.find("step 2 loss"), std::string::npos);
}

// Every combination of contiguous dimensions, batches merged, looped over and
// repeated.
TEST_F(StandinTest, Products) {
  PlanBuilder b({{"x", 1}});
  uint64_t a = b.tensor("a", Role::Param, DType::F32, 512, {}, integers(1)).offset;
  uint64_t w = b.tensor("b", Role::Param, DType::F32, 512, {}, integers(2)).offset;
  uint64_t c = b.tensor("c", Role::State, DType::F32, 512, {}, integers(3)).offset;
  uint64_t weights = b.tensor("weights", Role::Param, DType::F32, 512, {}, integers(4)).offset;
  uint64_t loss = b.space(4);
  b.output("loss", DType::F32, 1, {}, loss, Role::Loss);
  uint32_t s = b.segment("s", {2048, 2048, 2048, 2048, 4});
  b.add(s, FillOp{formal(4, 4), 0});
  for (int variant = 0; variant < 64; ++variant) {
    GemmOp op;
    op.m = 3;
    op.n = 4;
    op.k = 5;
    bool aT = variant & 1, bT = variant & 2, cT = variant & 4;
    op.aM = aT ? 1 : 5;
    op.aK = aT ? 3 : 1;
    op.bK = bT ? 1 : 4;
    op.bN = bT ? 5 : 1;
    op.cM = cT ? 1 : 4;
    op.cN = cT ? 3 : 1;
    op.accumulate = variant & 8;
    if (variant & 16) { // two loops and the library's own batch
      op.batch = {2, 2, 3};
      op.aBatch = {100, 16, 0};
      op.bBatch = {0, 200, 20};
      op.cBatch = {150, 36, 12};
    }
    if (variant & 32)
      op.n = op.bN == 1 ? 1 : op.n;
    op.a = formal(0, 2048);
    op.b = formal(1, 2048);
    op.c = formal(2, 2048);
    b.add(s, op);
    addChecksum(b, s, 2, 3, 4, 512);
    // Keep values small: the sum starts again from the parameters.
    b.add(s, CopyOp{formal(1, 2048), formal(2, 2048)});
  }
  b.action("a", s, {a, w, c, weights, loss});
  expectSameAsHost(b.plan, 2);
}

TEST_F(StandinTest, WrongNumberOfProcesses) {
  PlanBuilder b({{"x", 2}});
  write("plan.shard", b.plan);
  start(0, 1, {});
  EXPECT_EQ(wait(20), std::vector<int>{1});
  EXPECT_EQ(read("0.err"), "shard-run: error: the plan has 2 ranks, but 1 "
                           "processes were started (torchrun)\n");
}

// Processes that were given different seeds never start a step.
TEST_F(StandinTest, DifferentRuns) {
  PlanBuilder b({{"x", 2}});
  write("plan.shard", b.plan);
  start(0, 2, {"--seed", "1"});
  start(1, 2, {"--seed", "2"});
  EXPECT_EQ(wait(20), (std::vector<int>{1, 1}));
  for (const char *name : {"0.err", "1.err"}) {
    EXPECT_NE(read(name).find("seed 1, process 1 has"), std::string::npos) << read(name);
    EXPECT_NE(read(name).find("seed 2"), std::string::npos) << read(name);
  }
}

// Rank 1 never comes to the collective: it is stopped. The others end by
// themselves, within the silence limit, and say why.
TEST_F(StandinTest, KilledProcessEndsAll) {
  for (int how : {SIGKILL, SIGSTOP}) {
    PlanBuilder b({{"x", 3}});
    uint32_t comm = b.comm("x", {0});
    uint64_t at = b.space(64);
    uint32_t s = b.segment("s", {64});
    b.add(s,
          collective(CollectiveKind::AllReduce, DType::F32, 8, comm, formal(0, 32), formal(0, 32)));
    b.action("F0", s, {at});
    write("plan.shard", b.plan);
    port = freePort();
    children.clear();
    ASSERT_EQ(
        std::system(("rm -f " + folder + "/id* " + folder + "/*.out " + folder + "/*.err").c_str()),
        0);
    // So many steps that they are still at it when one goes.
    for (uint32_t rank = 0; rank < 3; ++rank)
      start(rank, 3, {"--steps", "1000000", "--timeout", "6"});
    for (int tries = 0; read("0.out").empty() && tries < 1000; ++tries)
      usleep(10000);
    ASSERT_FALSE(read("0.out").empty()) << read("0.err");
    kill(children[1], how);
    pid_t stopped = children[1];
    if (how == SIGSTOP)
      children[1] = 0; // not waited for
    std::vector<int> status = wait(20);
    EXPECT_EQ(status[0], 1);
    EXPECT_EQ(status[2], 1);
    for (const char *name : {"0.err", "2.err"})
      EXPECT_NE(read(name).find(how == SIGKILL ? "rank 1 ended without a word"
                                               : "rank 1 has not been heard of for 3 s"),
                std::string::npos)
          << read(name);
    if (how == SIGSTOP) {
      kill(stopped, SIGKILL);
      waitpid(stopped, nullptr, 0);
    }
  }
}
