//===- EngineLoops.cpp - executions of loops --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A third iteration begins in the state that the second one has begun in: places
// of what is carried have their names, and the rest was written by the same
// actions. So two iterations show what any number does; none shows what relies on
// an iteration that may not come.
//
//===----------------------------------------------------------------------===//
#include "EngineSupport.h"

using namespace shardc;
using namespace shardc::plan;

namespace {
/// Unrolls a program; loops are nested and in order, as the bounds show.
class Unroller {
public:
  Unroller(const Program &program, unsigned depth) : program(program), depth(depth) {}

  std::vector<ProgramStep> run() {
    visit(0, program.actions.size(), 0, 0);
    return std::move(steps);
  }

private:
  /// Actions [begin, end), of whose loops `next` is the first.
  void visit(uint32_t begin, uint32_t end, size_t next, unsigned level) {
    for (uint32_t at = begin; at < end;) {
      while (next < program.loops.size() && program.loops[next].first < at)
        ++next;
      if (next == program.loops.size() || program.loops[next].first != at ||
          program.loops[next].end > end) {
        steps.push_back({ProgramStep::Run, at++});
        continue;
      }
      const Loop &loop = program.loops[next];
      uint32_t index = next;
      steps.push_back({ProgramStep::Enter, index});
      unsigned trips = level < depth ? 2 : 0;
      for (unsigned trip = 0; trip <= trips; ++trip) {
        visit(loop.first, loop.body, index + 1, level + 1);
        steps.push_back({ProgramStep::Ask, index});
        if (trip == trips)
          break;
        visit(loop.body, loop.end, index + 1, level + 1);
        steps.push_back({ProgramStep::Repeat, index});
      }
      at = loop.end;
    }
  }

  const Program &program;
  const unsigned depth;
  std::vector<ProgramStep> steps;
};
} // namespace

std::vector<ProgramStep> plan::traceOf(const Program &program, unsigned depth) {
  return Unroller(program, depth).run();
}

unsigned plan::loopDepth(const Program &program) {
  unsigned deepest = 0;
  std::vector<uint32_t> ends;
  for (const Loop &loop : program.loops) {
    while (!ends.empty() && ends.back() <= loop.first)
      ends.pop_back();
    ends.push_back(loop.end);
    deepest = std::max<unsigned>(deepest, ends.size());
  }
  return deepest;
}
