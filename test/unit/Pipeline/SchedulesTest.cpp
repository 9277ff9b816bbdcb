//===- SchedulesTest.cpp - orders of pipeline actions -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every generator on a grid of stages and microbatches: each action once, time
// and memory as the closed forms say; and the text form.
//
//===----------------------------------------------------------------------===//
#include "shardc/Pipeline/Schedules.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>
#include <set>

using namespace mlir;
using namespace shardc;

namespace {

class SchedulesTest : public testing::Test {
protected:
  SchedulesTest() : handler(&context, [&](Diagnostic &diag) { errors.push_back(diag.str()); }) {}

  InFlightDiagnostic emit() { return emitError(UnknownLoc::get(&context)); }
  std::optional<PipelineSchedule> generate(StringRef name, int64_t p, int64_t m,
                                           bool backward = true) {
    return generateSchedule(name, {p, m, backward}, [&] { return emit(); });
  }
  int64_t makespan(const PipelineSchedule &schedule, int64_t p) {
    auto timed = simulateSchedule(schedule, p, [&] { return emit(); });
    int64_t end = 0;
    if (!timed)
      return -1;
    for (const TimedAction &action : *timed)
      end = std::max(end, action.finish);
    return end;
  }

  MLIRContext context;
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

/// Microbatches between forward and backward on a stage, at most.
int64_t mostAlive(ArrayRef<PipelineAction> list) {
  int64_t now = 0, most = 0;
  for (const PipelineAction &action : list) {
    now += action.kind == ActionKind::Forward ? 1 : -1;
    most = std::max(most, now);
  }
  return most;
}

TEST_F(SchedulesTest, EveryActionOnce) {
  for (const ScheduleGenerator &generator : getScheduleGenerators())
    for (int64_t p = 1; p <= 8; ++p)
      for (int64_t m = 1; m <= 12; ++m)
        for (bool backward : {false, true}) {
          auto schedule = generate(generator.name, p, m, backward);
          ASSERT_TRUE(schedule);
          ASSERT_EQ(int64_t(schedule->ranks.size()), p);
          for (int64_t stage = 0; stage < p; ++stage) {
            std::set<std::string> seen;
            for (const PipelineAction &action : schedule->ranks[stage]) {
              EXPECT_EQ(action.stage, stage);
              EXPECT_TRUE(seen.insert(toString(action)).second);
            }
            EXPECT_EQ(int64_t(seen.size()), backward ? 2 * m : m);
          }
          EXPECT_GT(makespan(*schedule, p), 0);
        }
  EXPECT_TRUE(errors.empty());
}

TEST_F(SchedulesTest, BubbleIsTheClosedForm) {
  // (p-1)(F+B) on top of m(F+B), for both.
  for (StringRef name : {"gpipe", "1f1b"})
    for (int64_t p = 1; p <= 8; ++p)
      for (int64_t m : {1, 2, 3, 8, 13})
        EXPECT_EQ(makespan(*generate(name, p, m), p), 3 * (m + p - 1)) << name.str();
}

TEST_F(SchedulesTest, MemoryIsTheClosedForm) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = 1; m <= 12; ++m)
      for (int64_t stage = 0; stage < p; ++stage) {
        EXPECT_EQ(mostAlive(generate("1f1b", p, m)->ranks[stage]), std::min(m, p - stage));
        EXPECT_EQ(mostAlive(generate("gpipe", p, m)->ranks[stage]), m);
      }
}

TEST_F(SchedulesTest, SimulationIsOneOrderOfAllLists) {
  auto schedule = generate("1f1b", 4, 6);
  auto timed = simulateSchedule(*schedule, 4, [&] { return emit(); });
  ASSERT_TRUE(timed);
  std::vector<size_t> next(4, 0);
  int64_t last = 0;
  for (const TimedAction &action : *timed) {
    EXPECT_GE(action.start, last);
    last = action.start;
    EXPECT_EQ(action.action, schedule->ranks[action.rank][next[action.rank]++]);
  }
}

TEST_F(SchedulesTest, StuckListsAreRefused) {
  auto schedule = generate("1f1b", 2, 2);
  // Stage 0 wants its backward before its forward has gone out.
  std::swap(schedule->ranks[0][0], schedule->ranks[0][2]);
  EXPECT_EQ(makespan(*schedule, 2), -1);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "schedule gets stuck: rank 0 waits at '0B0' for '0F0' '1B0'");
}

TEST_F(SchedulesTest, WeightGradientsFollowInputGradients) {
  auto schedule = parseActionCsv("0F0,0I0,0W0\n1F0,1I0,1W0\n", [&] { return emit(); });
  ASSERT_TRUE(schedule);
  EXPECT_EQ(makespan(*schedule, 2), 5);
  schedule = parseActionCsv("0F0,0W0,0I0\n1F0,1I0,1W0\n", [&] { return emit(); });
  EXPECT_EQ(makespan(*schedule, 2), -1);
}

TEST_F(SchedulesTest, ActionStrings) {
  for (const char *text :
       {"0F0", "12B345", "3I1", "3W1", "0M7", "0SEND_F2", "1RECV_F2", "1SEND_B0", "0RECV_B0"}) {
    auto action = parsePipelineAction(text);
    ASSERT_TRUE(action) << text;
    EXPECT_EQ(toString(*action), text);
  }
  for (const char *text : {"", "F0", "0", "0F", "0X1", "0SEND_F", "-1F0", "0F-1", "0F0 ", "0SEND2"})
    EXPECT_FALSE(parsePipelineAction(text)) << text;
}

TEST_F(SchedulesTest, Csv) {
  auto schedule = generate("1f1b", 3, 4);
  std::string text = toActionCsv(*schedule);
  EXPECT_EQ(text.substr(0, text.find('\n')), "0F0,0F1,0F2,0B0,0F3,0B1,0B2,0B3");
  auto read = parseActionCsv(text, [&] { return emit(); });
  ASSERT_TRUE(read);
  EXPECT_EQ(toActionCsv(*read), text);
  // Executors leave holes in lists of ranks that idle.
  read = parseActionCsv("0F0, ,0B0\n,1F0,1B0", [&] { return emit(); });
  ASSERT_TRUE(read);
  EXPECT_EQ(toActionCsv(*read), "0F0,0B0\n1F0,1B0\n");
  EXPECT_FALSE(parseActionCsv("0F0\n0F1,oops\n", [&] { return emit(); }));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "line 2: 'oops' is not an action such as '0F3'");
}

TEST_F(SchedulesTest, Refusals) {
  EXPECT_FALSE(generate("zigzag", 2, 2));
  EXPECT_FALSE(generate("1f1b", 0, 2));
  EXPECT_FALSE(generate("gpipe", 2, 0));
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0], "unknown schedule 'zigzag'; expected 1f1b or gpipe");
  EXPECT_EQ(errors[1], "a schedule needs at least one stage and one microbatch, got 0 and 2");
}

} // namespace
