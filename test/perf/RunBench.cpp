//===- RunBench.cpp - steps and proofs --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A training step of tiny-llama in the interpreter (the oracle) and on ranks of
// the host backend, and the event engine's proof alone.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "shardc/Reference/Program.h"
#include "shardc/Schedule/BuildPlan.h"
#include "shardc/Schedule/EventEngine.h"
#include "shardrt/Session.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace shardc::perf;

namespace {

/// One step on one device, in float64, by the interpreter.
void interpreterStep(benchmark::State &state) {
  auto context = makeContext();
  Case what{"tiny-llama", ""};
  OwningOpRef<ModuleOp> module = load(context.get(), what);
  if (!module || failed(runStages(*module, what, "annotate", "propagate")))
    return state.SkipWithError("the model does not compile");
  for (auto _ : state)
    if (failed(shardc::reference::runModule(*module)))
      return state.SkipWithError("the interpreter failed");
}

/// One step on all ranks of a strategy, as threads of this process.
void hostStep(benchmark::State &state, const char *strategy) {
  auto context = makeContext();
  FailureOr<Compiled> compiled = compile(context.get(), {"tiny-llama", strategy});
  if (failed(compiled))
    return state.SkipWithError("the model does not compile");
  auto plan = shardrt::loadPlan(compiled->bundle.data(), compiled->bundle.size(), "plan");
  if (!plan)
    return state.SkipWithError(plan.status().message().c_str());
  auto session = shardrt::Session::create(*plan, {});
  if (!session)
    return state.SkipWithError(session.status().message().c_str());
  uint64_t step = 0;
  for (auto _ : state)
    if (auto result = session->run(step++); !result)
      return state.SkipWithError(result.status().message().c_str());
  shardrt::Counters counters = session->counters();
  state.counters["ranks"] = double((*plan)->numRanks());
  state.counters["MFLOP_per_rank"] = double(counters.flops) / 1e6;
  state.counters["wire_KB_per_rank"] = double(counters.bytesOnWire) / 1e3;
  state.counters["peak_MB_per_rank"] = double(counters.peakBytes) / 1e6;
  uint64_t predicted = 0, allocated = 0;
  for (const shardrt::ClassCounters &entry : counters.classes) {
    predicted += entry.arenaPredicted;
    allocated += entry.arenaAllocated;
  }
  state.counters["arena_allocated_over_predicted"] = double(allocated) / double(predicted);
}

/// The proof of a finished plan.
void proof(benchmark::State &state, const Case &what, bool expandRanks) {
  auto context = makeContext();
  FailureOr<Compiled> compiled = compile(context.get(), what);
  if (failed(compiled))
    return state.SkipWithError("the model does not compile");
  FailureOr<shardc::plan::Plan> plan = shardc::buildPlan(*compiled->module);
  if (failed(plan))
    return state.SkipWithError("the plan can't be built");
  int64_t operations = 0;
  for (const shardc::plan::Segment &segment : plan->segments)
    operations += segment.instructions.size();
  for (const shardc::plan::Program &program : plan->programs)
    operations += program.actions.size();
  shardc::plan::ProofOptions options;
  options.expandRanks = expandRanks;
  double best = 1e30;
  for (auto _ : state) {
    bool refused = false;
    double seconds = timed([&] { refused = shardc::plan::prove(*plan, options).has_value(); });
    if (refused)
      return state.SkipWithError("the plan was refused");
    state.SetIterationTime(seconds);
    best = std::min(best, seconds);
  }
  state.counters["operations"] = double(operations);
  state.counters["us_per_operation"] = 1e6 * best / double(operations);
  state.counters["ranks"] = double(shardc::plan::rankCount(*plan));
}

} // namespace

BENCHMARK(interpreterStep)
    ->Name("TinyLlama/Interpreter")
    ->Iterations(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

#define SHARDC_HOST(name, strategy)                                                                \
  BENCHMARK_CAPTURE(hostStep, name, strategy)                                                      \
      ->Iterations(10)                                                                             \
      ->MeasureProcessCPUTime()                                                                    \
      ->UseRealTime()                                                                              \
      ->Unit(benchmark::kMillisecond)
SHARDC_HOST(TinyLlama_1, "");
SHARDC_HOST(TinyLlama_dp2, "dp=2");
SHARDC_HOST(TinyLlama_tp2, "tp=2");
SHARDC_HOST(TinyLlama_dp2_tp2_pp2, "dp=2,tp=2,pp=2,microbatches=4,zero=1,recompute=full");

#define SHARDC_PROOF(name, expand, ...)                                                            \
  BENCHMARK_CAPTURE(proof, name, Case{__VA_ARGS__}, expand)                                        \
      ->UseManualTime()                                                                            \
      ->Iterations(3)                                                                              \
      ->Unit(benchmark::kMillisecond)
SHARDC_PROOF(llama3_8b, false, "llama3-8b", "tp=8,dp=4", 16384);
SHARDC_PROOF(llama3_8b_dp4096, false, "llama3-8b", "tp=8,dp=4096", 16384);
SHARDC_PROOF(llama3_8b_pp4, false, "llama3-8b",
             "tp=8,dp=4,pp=4,microbatches=8,zero=1,recompute=full", 16384);
SHARDC_PROOF(tiny_llama_64_ranks_classes, false, "tiny-llama",
             "dp=8,tp=2,pp=4,microbatches=6,zero=1");
SHARDC_PROOF(tiny_llama_64_ranks_expanded, true, "tiny-llama",
             "dp=8,tp=2,pp=4,microbatches=6,zero=1");
