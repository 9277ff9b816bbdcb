//===- LoopTest.cpp - the proof of loops ------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A loop that is right, and each of the mistakes that only a second iteration, or
// none, shows.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/EventEngine.h"
#include "gtest/gtest.h"
#include <functional>

using namespace shardc::plan;

namespace {
/// A segment that reads formals before `reads` and writes the rest.
Segment segmentOf(const char *name, std::vector<uint64_t> bytes, size_t reads) {
  Segment segment;
  segment.name = name;
  segment.formalBytes = bytes;
  segment.streams = {StreamKind::Compute};
  for (size_t i = 0; i < bytes.size(); ++i) {
    segment.isArgument.push_back(i < reads);
    segment.before.push_back(i < reads ? i + 1 : 0);
    segment.after.push_back(i < reads ? 0 : i + 1);
    if (i < reads)
      continue;
    Instruction fill;
    fill.op = Fill{Buffer{true, uint32_t(i), 0, bytes[i], ValueId(i + 1)}, 0};
    segment.instructions.push_back(fill);
  }
  return segment;
}

enum Value : ValueId { X = 1, Start, Carried, Asked, Next, Outer };

/// start -> outer, start; while (ask(carried)) carried = next(carried, outer).
Plan loopPlan() {
  Plan plan;
  plan.formatVersion = 2;
  plan.segments = {segmentOf("start", {8, 8, 8}, 1), segmentOf("ask", {8, 1}, 1),
                   segmentOf("next", {8, 8, 8}, 2), segmentOf("move", {8, 8}, 1)};
  Program program;
  program.name = "p";
  program.arenaBytes = 64;
  Tensor x;
  x.name = "x";
  x.role = Role::Input;
  x.bytes = 8;
  x.value = X;
  program.tensors = {x};
  auto action = [&](const char *name, uint32_t segment, std::vector<uint64_t> formals,
                    std::vector<ValueId> before, std::vector<ValueId> after) {
    Action made;
    made.name = name;
    made.segment = segment;
    made.formals = formals;
    made.before = before;
    made.after = after;
    program.actions.push_back(made);
  };
  action("start", 0, {0, 8, 16}, {X, 0, 0}, {0, Start, Outer});
  action("ask", 1, {8, 32}, {Carried, 0}, {0, Asked});
  action("next", 2, {8, 16, 24}, {Carried, Outer, 0}, {0, 0, Next});
  action("move", 3, {24, 8}, {Next, 0}, {0, Next});
  Loop loop;
  loop.first = 1;
  loop.body = 2;
  loop.end = 4;
  loop.predicate = 32;
  loop.predicateValue = Asked;
  loop.carried = {{8, 8, Start, Next, Carried}};
  program.loops = {loop};
  Tensor out = x;
  out.name = "out";
  out.role = Role::Output;
  out.offset = 8;
  out.value = Carried;
  program.outputs = {out};
  plan.programs = {program};
  return plan;
}

std::string faultOf(const std::function<void(Program &)> &spoil) {
  Plan plan = loopPlan();
  spoil(plan.programs[0]);
  std::optional<Refusal> refusal = prove(plan);
  return refusal ? toString(refusal->fault) : "proven";
}
} // namespace

TEST(Loops, RightOneIsProven) {
  std::optional<Refusal> refusal = prove(loopPlan());
  EXPECT_FALSE(refusal) << refusal->message;
}

TEST(Loops, MistakesAreRefused) {
  // The body overwrites what it reads from outside: there in the first iteration only.
  EXPECT_EQ(faultOf([](Program &p) {
              p.actions[2].formals[2] = p.actions[3].formals[0] = 40;
              p.actions[1].formals[1] = p.loops[0].predicate = 16;
            }),
            "stale read");
  // The next value does not come to the place of the present one.
  EXPECT_EQ(faultOf([](Program &p) { p.actions[3].formals[1] = 48; }), "stale read");
  // The initial value is elsewhere.
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].carried[0].before = Outer; }), "stale read");
  // What is read behind the loop is made in its body, which may not run.
  EXPECT_EQ(faultOf([](Program &p) {
              p.outputs[0].offset = 24;
              p.outputs[0].value = Next;
            }),
            "read before write");
  // The condition is read from a place that nothing writes, and from another one's.
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].predicate = 40; }), "read before write");
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].predicate = 16; }), "stale read");
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].predicate = 64; }), "out of bounds");
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].carried.push_back(p.loops[0].carried[0]); }),
            "overlap");
  EXPECT_EQ(faultOf([](Program &p) { p.loops[0].end = 5; }), "malformed");
  // A loop in the body that does not say what it carries.
  EXPECT_EQ(faultOf([](Program &p) { p.loops.push_back({2, 3, 4, 32, Asked, {}}); }), "stale read");
  EXPECT_EQ(faultOf([](Program &p) { p.loops.push_back({1, 3, 4, 32, Asked, {}}); }), "malformed");
}
