//===- PropagationBench.cpp - cost of an op, and whether it grows -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Propagation alone, and each stage, over models of 8 to 400 layers, and propagation
// of a function of 8,192 arguments and of one of a million ops. `us_per_op` that stays flat from
// the first line to the last is what linear means.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
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

/// `count` ops: one transformer-like layer over and over, column- and row-split
/// products and a norm, on weights that all layers share.
OwningOpRef<ModuleOp> manyOps(MLIRContext *context, int64_t count) {
  const char *text = R"mlir(
    dist.mesh @mesh <"dp"=4, "tp"=8>
    func.func @main(%x: tensor<64x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
        %n: tensor<64xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>},
        %a: tensor<64x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
        %b: tensor<64x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
        %c: tensor<256x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<64x64xf32> {
      %h = nn.rms_norm %x, %n {eps = 1.0e-5 : f64} : tensor<64x64xf32>, tensor<64xf32>
      %u = stablehlo.dot_general %h, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
      %v = stablehlo.dot_general %h, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
      %s = nn.silu %u : tensor<64x256xf32>
      %m = stablehlo.multiply %s, %v : tensor<64x256xf32>
      %d = stablehlo.dot_general %m, %c, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
      %r = stablehlo.add %x, %d : tensor<64x64xf32>
      return %r : tensor<64x64xf32>
    })mlir";
  auto module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return module;
  auto function = *module->getOps<func::FuncOp>().begin();
  Block &body = function.getBody().front();
  SmallVector<Operation *> layer;
  for (Operation &op : body.without_terminator())
    layer.push_back(&op);
  OpBuilder builder(body.getTerminator());
  Value last = layer.back()->getResult(0);
  for (int64_t made = layer.size(); made < count; made += layer.size()) {
    IRMapping mapping;
    mapping.map(Value(body.getArgument(0)), last);
    for (Operation *op : layer)
      last = builder.clone(*op, mapping)->getResult(0);
  }
  body.getTerminator()->setOperand(0, last);
  return module;
}

void propagateOnly(benchmark::State &state, OwningOpRef<ModuleOp> module) {
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

void arguments(benchmark::State &state) {
  auto context = makeContext();
  propagateOnly(state, manyArguments(context.get(), state.range(0)));
}

void ops(benchmark::State &state) {
  auto context = makeContext();
  propagateOnly(state, manyOps(context.get(), state.range(0)));
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
BENCHMARK(ops)
    ->Name("Propagate/Ops")
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Arg(1000000)
    ->UseManualTime()
    ->Iterations(1)
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
