//===- PropagationBench.cpp - cost of an op, and whether it grows -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Propagation alone, and each stage, over models of 8 to 400 layers and over a
// function of 8,192 arguments. `us_per_op` that stays flat from the first line to
// the last is what linear means.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace shardc::perf;

namespace {

Case layersCase(int64_t layers, const char *strategy) {
  Case what;
  what.model = "llama3-8b:layers=" + std::to_string(layers);
  what.strategy = strategy;
  return what;
}

/// Counters of a stage that took `best` seconds on `ops` ops.
void report(benchmark::State &state, double best, int64_t ops) {
  state.counters["ops"] = double(ops);
  state.counters["us_per_op"] = 1e6 * best / double(ops);
}

/// One stage of a training step, by layers.
void stage(benchmark::State &state, const char *name, const char *next, const char *strategy) {
  auto context = makeContext();
  Case what = layersCase(state.range(0), strategy);
  OwningOpRef<ModuleOp> module = load(context.get(), what);
  if (!module || failed(runStages(*module, what, "annotate", name)))
    return state.SkipWithError("the model does not compile");
  int64_t ops = countOps(*module);
  double best = 1e30;
  for (auto _ : state) {
    OwningOpRef<ModuleOp> copy(module->clone());
    bool done = true;
    double seconds = timed([&] { done = succeeded(runStages(*copy, what, name, next)); });
    if (!done)
      return state.SkipWithError("the stage failed");
    state.SetIterationTime(seconds);
    best = std::min(best, seconds);
  }
  report(state, best, ops);
}

/// A sum over many arguments, every other one split.
OwningOpRef<ModuleOp> manyArguments(MLIRContext *context, int64_t count) {
  std::string text = "dist.mesh @mesh <\"dp\"=4, \"tp\"=8>\n"
                     "func.func @main(";
  for (int64_t i = 0; i < count; ++i) {
    text += (i ? ", %a" : "%a") + std::to_string(i) + ": tensor<64x64xf32>";
    if (i % 2 == 0)
      text += " {dist.sharding = #dist.sharding<@mesh, [{\"dp\"}, {\"tp\"}]>}";
  }
  text += ") -> tensor<64x64xf32> {\n";
  std::string last = "%a0";
  for (int64_t i = 1; i < count; ++i) {
    std::string next = "%s" + std::to_string(i);
    text +=
        next + " = stablehlo.add " + last + ", %a" + std::to_string(i) + " : tensor<64x64xf32>\n";
    last = next;
  }
  text += "return " + last + " : tensor<64x64xf32>\n}\n";
  return parseSourceString<ModuleOp>(text, context);
}

void arguments(benchmark::State &state) {
  auto context = makeContext();
  OwningOpRef<ModuleOp> module = manyArguments(context.get(), state.range(0));
  if (!module)
    return state.SkipWithError("the function does not parse");
  int64_t ops = countOps(*module);
  double best = 1e30;
  for (auto _ : state) {
    OwningOpRef<ModuleOp> copy(module->clone());
    bool done = true;
    double seconds =
        timed([&] { done = succeeded(runStages(*copy, Case{}, "propagate", "partition")); });
    if (!done)
      return state.SkipWithError("propagation failed");
    state.SetIterationTime(seconds);
    best = std::min(best, seconds);
  }
  report(state, best, ops);
}

constexpr const char *flat = "tp=8,dp=4";
constexpr const char *zero = "tp=8,dp=4,zero=1,recompute=full";
constexpr const char *pipelined =
    "tp=8,dp=4,pp=8,microbatches=8,zero=1,recompute=full,schedule=1f1b";

void layers(benchmark::internal::Benchmark *benchmark) {
  benchmark->Arg(8)->Arg(32)->Arg(96)->Arg(400)->UseManualTime()->Iterations(3)->Unit(
      benchmark::kMillisecond);
}

} // namespace

BENCHMARK_CAPTURE(stage, Propagate, "propagate", "partition", flat)->Apply(layers);
BENCHMARK_CAPTURE(stage, PropagateZero, "propagate", "partition", zero)->Apply(layers);
BENCHMARK(arguments)
    ->Name("Propagate/Arguments")
    ->Arg(1024)
    ->Arg(8192)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stage, Annotate, "annotate", "differentiate", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, Differentiate, "differentiate", "propagate", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, Partition, "partition", "rematerialize", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, Rematerialize, "rematerialize", "pipeline", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, Cut, "pipeline", "codegen", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, CutPipelined, "pipeline", "codegen", pipelined)->Apply(layers);
BENCHMARK_CAPTURE(stage, Codegen, "codegen", "schedule", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, Schedule, "schedule", "", zero)->Apply(layers);
BENCHMARK_CAPTURE(stage, SchedulePipelined, "schedule", "", pipelined)->Apply(layers);
