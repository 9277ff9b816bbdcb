//===- RoadBench.cpp - from a name to a proven bundle -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Whole compiles of the large models, and what the number of GPUs adds. The two
// sides of a ratio take turns, and the best of each counts.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "dialects/Sched/Sched.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace shardc;
using namespace shardc::perf;

namespace {

struct Arenas {
  uint64_t bytes = 0;
  double overLive = 0, scratchOverLive = 0;
};

/// The largest arena, and the worst quotient of what was packed by what lives
/// at once, of programs and of segments.
Arenas arenasOf(ModuleOp module) {
  Arenas result;
  auto ratio = [](Operation *op, uint64_t total) {
    auto live = op->getAttrOfType<IntegerAttr>("sched.largest_live");
    return live && live.getInt() > 0 ? double(total) / double(live.getInt()) : 0.0;
  };
  module->walk([&](Operation *op) {
    if (auto program = dyn_cast<sched::ProgramOp>(op)) {
      result.bytes = std::max<uint64_t>(result.bytes, program.getArena());
      result.overLive = std::max(result.overLive, ratio(op, program.getArena()));
    }
    if (auto scratch = op->getAttrOfType<IntegerAttr>("sched.scratch"))
      result.scratchOverLive = std::max(result.scratchOverLive, ratio(op, scratch.getInt()));
  });
  return result;
}

void compileCase(benchmark::State &state, const Case &what) {
  double best = 1e30;
  for (auto _ : state) {
    auto context = makeContext();
    FailureOr<Compiled> result = compile(context.get(), what);
    if (failed(result))
      return state.SkipWithError("does not compile");
    state.SetIterationTime(result->seconds);
    best = std::min(best, result->seconds);
    Arenas arenas = arenasOf(*result->module);
    state.counters["ops"] = double(result->ops);
    state.counters["bundle_KB"] = double(result->bundle.size()) / 1e3;
    state.counters["arena_GB"] = double(arenas.bytes) / 1e9;
    state.counters["arena_over_live"] = arenas.overLive;
    state.counters["scratch_over_live"] = arenas.scratchOverLive;
  }
  state.counters["cpu_s"] = best;
  // Of the process: run one case alone to have its own.
  state.counters["peak_MiB"] = peakMiB();
}

/// `large` against `small`: seconds and bytes.
void growth(benchmark::State &state, const Case &small, const Case &large) {
  double seconds[2] = {1e30, 1e30};
  size_t bytes[2] = {0, 0};
  for (auto _ : state) {
    double sum = 0;
    for (int side = 0; side < 2; ++side) {
      auto context = makeContext();
      FailureOr<Compiled> result = compile(context.get(), side ? large : small);
      if (failed(result))
        return state.SkipWithError("does not compile");
      seconds[side] = std::min(seconds[side], result->seconds);
      bytes[side] = result->bundle.size();
      sum += result->seconds;
    }
    state.SetIterationTime(sum);
  }
  state.counters["time_ratio"] = seconds[1] / seconds[0];
  state.counters["bundle_ratio"] = double(bytes[1]) / double(bytes[0]);
  state.counters["bundle_KB"] = double(bytes[1]) / 1e3;
}

} // namespace

#define SHARDC_COMPILE(name, ...)                                                                  \
  BENCHMARK_CAPTURE(compileCase, name, Case{__VA_ARGS__})                                          \
      ->UseManualTime()                                                                            \
      ->Iterations(1)                                                                              \
      ->Unit(benchmark::kMillisecond)
#define SHARDC_GROWTH(name, ...)                                                                   \
  BENCHMARK_CAPTURE(growth, name, __VA_ARGS__)                                                     \
      ->UseManualTime()                                                                            \
      ->Iterations(3)                                                                              \
      ->Unit(benchmark::kMillisecond)

SHARDC_COMPILE(llama3_8b, "llama3-8b", "tp=8,dp=4", 16384);
SHARDC_COMPILE(llama3_8b_dp4096, "llama3-8b", "tp=8,dp=4096", 16384);
SHARDC_COMPILE(llama3_8b_zero1_full, "llama3-8b", "tp=8,dp=4,zero=1,recompute=full", 16384);
SHARDC_COMPILE(llama3_8b_pp4, "llama3-8b", "tp=8,dp=4,pp=4,microbatches=8,zero=1,recompute=full",
               16384);
SHARDC_COMPILE(llama3_70b_pp8, "llama3-70b",
               "tp=8,dp=64,pp=8,microbatches=16,zero=1,recompute=full", 2048);
SHARDC_COMPILE(llama3_405b_dp128, "llama3-405b", "tp=8,dp=128,zero=1", 2048);
SHARDC_COMPILE(llama3_405b_16384, "llama3-405b",
               "tp=8,dp=128,pp=16,microbatches=16,zero=1,recompute=full", 2048);

SHARDC_GROWTH(llama3_8b_dp4_to_4096, {"llama3-8b", "tp=8,dp=4", 16384},
              {"llama3-8b", "tp=8,dp=4096", 16384});
// The same work a rank, so that the same kernels are generated on both sides.
SHARDC_GROWTH(llama3_8b_dp4_to_4096_same_work, {"llama3-8b", "tp=8,dp=4", 16},
              {"llama3-8b", "tp=8,dp=4096", 16384});
SHARDC_GROWTH(llama3_8b_zero1_dp4_to_4096, {"llama3-8b", "tp=8,dp=4,zero=1", 16384},
              {"llama3-8b", "tp=8,dp=4096,zero=1", 16384});
SHARDC_GROWTH(llama3_405b_16384_to_1048576,
              {"llama3-405b", "tp=8,dp=128,pp=16,microbatches=16,zero=1,recompute=full", 131072},
              {"llama3-405b", "tp=8,dp=8192,pp=16,microbatches=16,zero=1,recompute=full", 131072});
