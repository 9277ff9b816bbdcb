//===- BootstrapTest.cpp - launchers and control connections ----*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of three launchers, and a star of connections whose members gather,
// fail, fall silent and say good-bye. Processes are threads here; they share
// nothing but sockets.
//
//===----------------------------------------------------------------------===//
#include "Bootstrap.h"
#include "Control.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <condition_variable>
#include <csignal>
#include <map>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace shardrt;

static Expected<ProcessPlace> place(const std::map<std::string, std::string> &variables) {
  return readProcessPlace([&](const char *name) -> const char * {
    auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(BootstrapTest, Alone) {
  Expected<ProcessPlace> p = place({});
  ASSERT_TRUE(p.ok());
  EXPECT_EQ(p->size, 1u);
  EXPECT_EQ(p->launcher, "none");
}

TEST(BootstrapTest, Torchrun) {
  Expected<ProcessPlace> p = place({{"RANK", "9"},
                                    {"WORLD_SIZE", "16"},
                                    {"LOCAL_RANK", "1"},
                                    {"MASTER_ADDR", "10.0.0.1"},
                                    {"MASTER_PORT", "29500"}});
  ASSERT_TRUE(p.ok()) << p.message();
  EXPECT_EQ(p->rank, 9u);
  EXPECT_EQ(p->size, 16u);
  EXPECT_EQ(p->localRank, 1u);
  EXPECT_EQ(p->address, "10.0.0.1");
  EXPECT_EQ(p->port, 29500);
  p = place({{"RANK", "0"},
             {"WORLD_SIZE", "2"},
             {"MASTER_ADDR", "h"},
             {"MASTER_PORT", "29500"},
             {"TORCHELASTIC_RUN_ID", "x"}});
  ASSERT_TRUE(p.ok());
  EXPECT_EQ(p->port, 29501) << "the launcher's own store listens at 29500";
}

TEST(BootstrapTest, Slurm) {
  std::map<std::string, std::string> variables = {{"SLURM_PROCID", "3"},
                                                  {"SLURM_NTASKS", "8"},
                                                  {"SLURM_LOCALID", "3"},
                                                  {"SLURM_STEP_NODELIST", "gpu[017-019,23],login"},
                                                  {"SLURM_JOB_ID", "123456"}};
  Expected<ProcessPlace> p = place(variables);
  ASSERT_TRUE(p.ok()) << p.message();
  EXPECT_EQ(p->address, "gpu017");
  EXPECT_EQ(p->port, 20000 + 123456 % 20000);
  variables["SLURM_STEP_NODELIST"] = "alpha,beta";
  EXPECT_EQ(place(variables)->address, "alpha");
  variables["SHARDRT_PORT"] = "777";
  EXPECT_EQ(place(variables)->port, 777);
}

TEST(BootstrapTest, OpenMPI) {
  std::map<std::string, std::string> variables = {{"OMPI_COMM_WORLD_RANK", "1"},
                                                  {"OMPI_COMM_WORLD_SIZE", "4"},
                                                  {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                                                  {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}};
  Expected<ProcessPlace> p = place(variables);
  ASSERT_TRUE(p.ok()) << p.message();
  EXPECT_EQ(p->address, "127.0.0.1");
  variables["OMPI_COMM_WORLD_LOCAL_SIZE"] = "2";
  EXPECT_NE(place(variables).message().find("set MASTER_ADDR"), std::string::npos);
}

TEST(BootstrapTest, BadVariables) {
  EXPECT_EQ(place({{"RANK", "two"}, {"WORLD_SIZE", "2"}}).message(),
            "RANK is 'two', not a number up to 4294967295");
  EXPECT_EQ(place({{"RANK", "1"}, {"WORLD_SIZE", "2"}}).message(),
            "RANK is set but MASTER_ADDR is not");
  EXPECT_EQ(place({{"RANK", "2"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "h"}, {"MASTER_PORT", "1"}})
                .message(),
            "rank 2 of 2 processes (torchrun)");
  EXPECT_EQ(place({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}}).message(),
            "SLURM_LOCALID is not set");
}

/// A port that is free now.
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

namespace {
/// A failure that a watching thread reported.
struct Report {
  std::mutex mutex;
  std::condition_variable changed;
  Status status;
  void set(const Status &s) {
    std::lock_guard<std::mutex> lock(mutex);
    status = s;
    changed.notify_all();
  }
  Status wait(double seconds) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !status.ok(); });
    return status;
  }
};

/// All planes of a run of `size` processes.
struct Star {
  explicit Star(uint32_t size, ControlOptions options = {}) : reports(size), planes(size) {
    options.connectSeconds = 10;
    uint16_t port = freePort();
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < size; ++rank)
      threads.emplace_back([=] {
        ProcessPlace where;
        where.rank = rank;
        where.size = size;
        where.port = port;
        Report &report = reports[rank];
        auto plane =
            ControlPlane::connect(where, options, [&report](const Status &s) { report.set(s); });
        EXPECT_TRUE(plane.ok()) << plane.message();
        if (plane)
          planes[rank] = std::move(*plane);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  // The planes' threads report until they are gone.
  std::vector<Report> reports;
  std::vector<std::unique_ptr<ControlPlane>> planes;
};
} // namespace

TEST(ControlTest, Gathers) {
  Star star(4);
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < 4; ++rank)
    threads.emplace_back([&, rank] {
      for (int round = 0; round < 20; ++round) {
        std::string mine(rank * 1000 + round, char('a' + rank));
        auto all = star.planes[rank]->gather(mine);
        ASSERT_TRUE(all.ok()) << all.message();
        for (uint32_t other = 0; other < 4; ++other)
          EXPECT_EQ((*all)[other], std::string(other * 1000 + round, char('a' + other)));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ControlTest, AnnouncedFailureReachesAll) {
  Star star(4);
  star.planes[2]->announceFailure("kernel 'k' faulted");
  for (uint32_t rank : {0, 1, 3})
    EXPECT_EQ(star.reports[rank].wait(5).message(), "rank 2 failed: kernel 'k' faulted");
}

TEST(ControlTest, GatherEndsWhenAnotherFails) {
  Star star(3);
  std::thread waiting([&] {
    auto all = star.planes[0]->gather("x");
    EXPECT_FALSE(all.ok());
    EXPECT_EQ(all.message(), "rank 1 failed: out of memory");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  star.planes[1]->announceFailure("out of memory");
  waiting.join();
}

TEST(ControlTest, GoodByeIsNoFailure) {
  Star star(3);
  star.planes[1].reset();
  EXPECT_TRUE(star.reports[0].wait(0.5).ok());
  EXPECT_TRUE(star.reports[2].wait(0.1).ok());
}

// A process that ends without a word: here, a child that leaves at once.
TEST(ControlTest, DeadProcessEndsAll) {
  uint16_t port = freePort();
  pid_t child = fork();
  if (child == 0) {
    ProcessPlace where;
    where.rank = 1;
    where.size = 3;
    where.port = port;
    auto plane = ControlPlane::connect(where, {}, nullptr);
    // Leave time for the others to be connected.
    usleep(500000);
    _exit(3);
  }
  Report reports[3];
  std::unique_ptr<ControlPlane> planes[3];
  std::vector<std::thread> threads;
  for (uint32_t rank : {0, 2})
    threads.emplace_back([&, rank] {
      ProcessPlace where;
      where.rank = rank;
      where.size = 3;
      where.port = port;
      auto plane =
          ControlPlane::connect(where, {}, [&, rank](const Status &s) { reports[rank].set(s); });
      ASSERT_TRUE(plane.ok()) << plane.message();
      planes[rank] = std::move(*plane);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (uint32_t rank : {0, 2})
    EXPECT_EQ(reports[rank].wait(5).message(), "rank 1 ended without a word");
  int status;
  waitpid(child, &status, 0);
}

// A stopped process says nothing, but its connections stay.
TEST(ControlTest, StoppedProcessEndsAll) {
  uint16_t port = freePort();
  ControlOptions options;
  options.silenceSeconds = 1;
  pid_t child = fork();
  if (child == 0) {
    ProcessPlace where;
    where.rank = 1;
    where.size = 2;
    where.port = port;
    auto plane = ControlPlane::connect(where, options, nullptr);
    raise(SIGSTOP);
    _exit(0);
  }
  ProcessPlace where;
  where.size = 2;
  where.port = port;
  Report report;
  auto plane = ControlPlane::connect(where, options, [&](const Status &s) { report.set(s); });
  ASSERT_TRUE(plane.ok()) << plane.message();
  EXPECT_EQ(report.wait(5).message(), "rank 1 has not been heard of for 1 s");
  kill(child, SIGKILL);
  int status;
  waitpid(child, &status, 0);
}

TEST(ControlTest, MissingProcessIsNamed) {
  ProcessPlace where;
  where.size = 3;
  where.port = freePort();
  ControlOptions options;
  options.connectSeconds = 0.3;
  auto plane = ControlPlane::connect(where, options, nullptr);
  ASSERT_FALSE(plane.ok());
  EXPECT_EQ(plane.message(), "after 0.3 s these ranks have not connected: 1, 2");
  where.rank = 1;
  auto other = ControlPlane::connect(where, options, nullptr);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.message().find("rank 1 cannot reach rank 0 at 127.0.0.1:"), std::string::npos);
}
