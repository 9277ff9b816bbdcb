//===- CommandTest.cpp - the shard-run command ------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output, exit status and messages of the command line.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace shardrt;
using namespace shardrt::test;

namespace {
struct Outcome {
  int status = -1;
  std::string out, err;
};

class CommandTest : public testing::Test {
protected:
  void SetUp() override {
    char pattern[] = "/tmp/shardrt-test-XXXXXX";
    ASSERT_TRUE(mkdtemp(pattern));
    folder = pattern;
    PlanBuilder b({{"x", 2}});
    uint32_t comm = b.comm("x", {0});
    uint32_t kernel = b.kernel("kernel_sum", 2, 8);
    uint64_t x = b.tensor("x", Role::Input, DType::F32, 16, {0}, normal(1)).offset;
    uint64_t part = b.space(4), loss = b.space(4);
    b.output("loss", DType::F32, 1, {}, loss, Role::Loss);
    uint32_t s = b.segment("s", {32, 4, 4});
    b.add(s, LaunchOp{kernel, {formal(0, 32), formal(1, 4)}});
    b.add(s,
          collective(CollectiveKind::AllReduce, DType::F32, 1, comm, formal(1, 4), formal(2, 4)));
    b.action("a", s, {x, part, loss});
    b.plan.model = "a \"model\"";
    write("plan.shard", serialize(b.plan));
  }
  void TearDown() override {
    for (const char *name : {"plan.shard", "bad.shard", "out", "err"})
      unlink((folder + "/" + name).c_str());
    rmdir(folder.c_str());
  }

  void write(const std::string &name, const std::vector<uint8_t> &bytes) {
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
  Outcome run(const std::string &arguments) {
    std::string command =
        "cd " + folder + " && " + SHARDRT_TEST_SHARD_RUN + " " + arguments + " >out 2>err";
    Outcome outcome;
    int status = std::system(command.c_str());
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = read("out");
    outcome.err = read("err");
    return outcome;
  }

  std::string folder;
};
} // namespace

TEST_F(CommandTest, PrintsALineAStep) {
  Outcome run1 = run("plan.shard --steps 2 --seed 3");
  EXPECT_EQ(run1.status, 0) << run1.err;
  float sums[2] = {0, 0};
  for (int i = 0; i < 16; ++i)
    sums[i / 8] += static_cast<float>(normalAt(3, 1, i));
  char expected[128];
  double loss = sums[0] + sums[1];
  std::snprintf(expected, sizeof(expected), "step 0 loss %.17g\nstep 1 loss %.17g\n", loss, loss);
  EXPECT_EQ(run1.out, expected);
  EXPECT_EQ(run1.err, "");
  EXPECT_NE(run("plan.shard --seed=4").out, run("plan.shard --seed=5").out);
}

TEST_F(CommandTest, Json) {
  Outcome outcome = run("plan.shard --json --steps=3");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.front(), '{');
  EXPECT_EQ(outcome.out.find('\n'), outcome.out.size() - 1);
  for (const char *part :
       {"\"model\": \"a \\\"model\\\"\"", "\"ranks\": 2", "\"steps\": 3",
        "\"collectives\": {\"all_reduce\": 1}", "\"bytes_on_wire\": 4", "\"flops\": 8",
        "\"arenas\": [{\"program\": \"all\", \"ranks\": 2, "
        "\"predicted\": 132, \"allocated\": 132"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << " in " << outcome.out;
}

TEST_F(CommandTest, Usage) {
  for (const char *arguments :
       {"", "plan.shard extra", "--what plan.shard", "plan.shard --steps x", "plan.shard --steps",
        "plan.shard --backend gpu", "plan.shard --json=1", "plan.shard --timeout 0",
        "plan.shard --seed -1"}) {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find("; try 'shard-run --help'\n"), std::string::npos);
  }
  Outcome help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.out.rfind("usage: shard-run", 0), 0u);
}

TEST_F(CommandTest, Refusals) {
  EXPECT_EQ(run("nothing.shard").err,
            "nothing.shard: error: cannot read the file: No such file or directory\n");
  write("bad.shard", {'x', 'y'});
  Outcome bad = run("bad.shard --json");
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(bad.err, "bad.shard: error: not a plan bundle (no identifier 'SHRD'); 'shardc compile' "
                     "makes one of a model\n");
  for (const char *flag : {"--data", "--save", "--load"}) {
    Outcome outcome = run(std::string("plan.shard ") + flag + " x");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              std::string("shard-run: error: ") + flag + " is not supported by this build\n");
  }
  Outcome mpi = run("plan.shard --backend mpi");
  EXPECT_EQ(mpi.status, 1);
  EXPECT_EQ(mpi.err, "shard-run: error: this build has no MPI backend; use "
                     "--backend host\n");
}

// On a machine without a CUDA device: one line, whatever the reason.
TEST_F(CommandTest, CudaWithoutADevice) {
  if (access("/dev/nvidiactl", F_OK) == 0)
    GTEST_SKIP() << "this machine has a device";
  Outcome outcome = run("plan.shard --backend cuda");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("shard-run: error: no CUDA device: ", 0), 0u) << outcome.err;
  EXPECT_NE(outcome.err.find("; use --backend host\n"), std::string::npos);
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
}
