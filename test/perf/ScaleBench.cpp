//===- ScaleBench.cpp - what GPUs, axes and layers add ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From import to a partitioned and checked training step, on 16,384 and on
// 1,048,576 GPUs, and every stage of the road by layers, mesh axes and ranks.
// Each measurement is a process of its own (a fork), so that CPU time and the
// largest resident set are those of one compile.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Driver/Road.h"
#include <array>
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace mlir;
using namespace shardc;
using namespace shardc::perf;

namespace {

constexpr unsigned maxStages = 10;

/// What one process spent.
struct Spent {
  /// CPU of the process, import included.
  double seconds = 0;
  double peakMiB = 0;
  /// By position in the road: CPU seconds, and ops at the stage's input.
  struct Stage {
    double seconds = 0;
    int64_t ops = 0;
  };
  std::array<Stage, maxStages> stages;
  /// Ops at the end.
  int64_t ops = 0;
  bool done = false;
};

/// Runs the road up to, not including, the stage `end` in a child.
Spent measure(const Case &what, StringRef end) {
  Spent spent;
  int ends[2];
  if (pipe(ends))
    return spent;
  pid_t child = fork();
  if (child < 0)
    return spent;
  if (child == 0) {
    double counting = 0, start = cpuSeconds();
    auto context = makeContext();
    OwningOpRef<ModuleOp> module = load(context.get(), what);
    spent.done = bool(module);
    auto count = [&] {
      int64_t ops = 0;
      counting += timed([&] { ops = countOps(*module); });
      return ops;
    };
    for (size_t index = 0; index < getRoad().size(); ++index) {
      const Stage &stage = getRoad()[index];
      if (!spent.done || stage.name == end)
        break;
      Spent::Stage &mine = spent.stages[index];
      mine.ops = count();
      StringRef next = index + 1 < getRoad().size() ? getRoad()[index + 1].name : "";
      mine.seconds =
          timed([&] { spent.done = succeeded(runStages(*module, what, stage.name, next)); });
    }
    if (spent.done)
      spent.ops = count();
    spent.seconds = cpuSeconds() - start - counting;
    bool written = write(ends[1], &spent, sizeof(spent)) == ssize_t(sizeof(spent));
    // What a destructor would free costs no compile anything.
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  bool got = read(ends[0], &spent, sizeof(spent)) == ssize_t(sizeof(spent));
  close(ends[0]);
  int status = 0;
  rusage usage;
  wait4(child, &status, 0, &usage);
  spent.done = spent.done && got && status == 0;
  spent.peakMiB = double(usage.ru_maxrss) / 1024;
  return spent;
}

/// The least of two measurements of one case.
void keepLess(Spent &best, const Spent &other) {
  if (!best.done) {
    best = other;
    return;
  }
  best.seconds = std::min(best.seconds, other.seconds);
  best.peakMiB = std::min(best.peakMiB, other.peakMiB);
  for (auto [mine, theirs] : llvm::zip(best.stages, other.stages))
    mine.seconds = std::min(mine.seconds, theirs.seconds);
}

/// To the partitioned step, the checker's proof included.
constexpr const char *afterPartition = "rematerialize";

void partitioned(benchmark::State &state, const Case &what) {
  Spent best;
  for (auto _ : state) {
    Spent now = measure(what, afterPartition);
    if (!now.done)
      return state.SkipWithError("does not compile");
    state.SetIterationTime(now.seconds);
    keepLess(best, now);
  }
  state.counters["cpu_s"] = best.seconds;
  state.counters["peak_MiB"] = best.peakMiB;
  state.counters["ops"] = double(best.ops);
}

/// `large` against `small`; they take turns.
void growth(benchmark::State &state, const Case &small, const Case &large) {
  Spent best[2];
  for (auto _ : state) {
    double sum = 0;
    for (int side = 0; side < 2; ++side) {
      Spent now = measure(side ? large : small, afterPartition);
      if (!now.done)
        return state.SkipWithError("does not compile");
      sum += now.seconds;
      keepLess(best[side], now);
    }
    state.SetIterationTime(sum);
  }
  state.counters["time_ratio"] = best[1].seconds / best[0].seconds;
  state.counters["memory_ratio"] = best[1].peakMiB / best[0].peakMiB;
  state.counters["ops_ratio"] = double(best[1].ops) / double(best[0].ops);
  state.counters["cpu_s"] = best[1].seconds;
  state.counters["peak_MiB"] = best[1].peakMiB;
}

/// Microseconds an op of every stage.
void stages(benchmark::State &state, const Case &what, StringRef end) {
  Spent best;
  for (auto _ : state) {
    Spent now = measure(what, end);
    if (!now.done)
      return state.SkipWithError("does not compile");
    state.SetIterationTime(now.seconds);
    keepLess(best, now);
  }
  for (auto [stage, mine] : llvm::zip(getRoad(), best.stages))
    if (mine.ops)
      state.counters[stage.name] = 1e6 * mine.seconds / double(mine.ops);
  state.counters["ops"] = double(best.ops);
  state.counters["peak_MiB"] = best.peakMiB;
}

Case deep(int64_t layers, const char *strategy) {
  return {"llama3-8b:layers=" + std::to_string(layers), strategy};
}

void byLayers(benchmark::State &state, const char *strategy, const char *end) {
  stages(state, deep(state.range(0), strategy), end);
}

/// The mesh has one axis more from line to line; the ranks are as many.
void byAxes(benchmark::State &state) {
  const char *strategies[] = {"tp=16", "dp=2,tp=8", "dp=2,fsdp=2,tp=4", "dp=2,fsdp=2,cp=2,tp=2",
                              "dp=1,fsdp=2,cp=2,tp=2,pp=2,microbatches=4"};
  stages(state, {"llama3-8b", strategies[state.range(0) - 1], 64}, "");
}

/// As many sequences a rank.
void byRanks(benchmark::State &state) {
  int64_t dp = state.range(0);
  stages(state, {"llama3-8b", "tp=8,dp=" + std::to_string(dp), 4 * dp}, "");
}

/// Propagation and partitioning, of one text at a time.
void synthetic(benchmark::State &state, const std::string &text) {
  auto context = makeContext();
  auto module = parseSourceString<ModuleOp>(text, context.get());
  if (!module)
    return state.SkipWithError("does not parse");
  int64_t ops = countOps(*module);
  double best[2] = {1e30, 1e30};
  for (auto _ : state) {
    OwningOpRef<ModuleOp> copy(module->clone());
    bool done = true;
    double sum = 0;
    const char *ends[] = {"propagate", "partition", "rematerialize"};
    for (int stage = 0; stage < 2 && done; ++stage) {
      double seconds =
          timed([&] { done = succeeded(runStages(*copy, Case{}, ends[stage], ends[stage + 1])); });
      best[stage] = std::min(best[stage], seconds);
      sum += seconds;
    }
    if (!done)
      return state.SkipWithError("does not compile");
    state.SetIterationTime(sum);
  }
  state.counters["ops"] = double(ops);
  state.counters["propagate"] = 1e6 * best[0] / double(ops);
  state.counters["partition"] = 1e6 * best[1] / double(ops);
}

/// One program of 300 column- and row-split products on a mesh of more and more axes, all
/// of which split the batch but for the last.
void byAxesAlone(benchmark::State &state) {
  int64_t axes = state.range(0);
  std::string mesh, batch;
  for (int64_t axis = 0; axis < axes; ++axis) {
    std::string name = "\"a" + std::to_string(axis) + "\"";
    mesh += (axis ? ", " : "") + name + "=2";
    if (axis + 1 < axes)
      batch += (axis ? ", " : "") + name;
  }
  std::string last = "{\"a" + std::to_string(axes - 1) + "\"}";
  std::string on = " {dist.sharding = #dist.sharding<@mesh, [";
  std::string text = "dist.mesh @mesh <" + mesh + ">\nfunc.func @main(%x0: tensor<256x64xf32>" +
                     on + "{" + batch + "}, {}]>}, %w: tensor<64x256xf32>" + on + "{}, " + last +
                     "]>}, %v: tensor<256x64xf32>" + on + last +
                     ", {}]>}) -> tensor<256x64xf32> {\n";
  int64_t layers = 300;
  for (int64_t layer = 0; layer < layers; ++layer) {
    std::string i = std::to_string(layer), next = std::to_string(layer + 1);
    text += "%h" + i + " = stablehlo.dot_general %x" + i +
            ", %w, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x256xf32>) -> "
            "tensor<256x256xf32>\n%t" +
            i + " = stablehlo.tanh %h" + i + " : tensor<256x256xf32>\n%y" + i +
            " = stablehlo.dot_general %t" + i +
            ", %v, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x64xf32>) -> "
            "tensor<256x64xf32>\n%x" +
            next + " = stablehlo.add %x" + i + ", %y" + i + " : tensor<256x64xf32>\n";
  }
  text += "return %x" + std::to_string(layers) + " : tensor<256x64xf32>\n}\n";
  synthetic(state, text);
}

/// A sum over many arguments, every other one split.
void byArguments(benchmark::State &state) {
  std::string text = "dist.mesh @mesh <\"dp\"=4, \"tp\"=8>\nfunc.func @main(", sum;
  std::string last = "%a0";
  for (int64_t i = 0; i < state.range(0); ++i) {
    std::string number = std::to_string(i);
    text += (i ? ", %a" : "%a") + number + ": tensor<64x64xf32>";
    if (i % 2 == 0)
      text += " {dist.sharding = #dist.sharding<@mesh, [{\"dp\"}, {\"tp\"}]>}";
    if (i)
      sum += "%s" + number + " = stablehlo.add " + std::exchange(last, "%s" + number) + ", %a" +
             number + " : tensor<64x64xf32>\n";
  }
  synthetic(state, text + ") -> tensor<64x64xf32> {\n" + sum + "return " + last +
                       " : tensor<64x64xf32>\n}\n");
}

constexpr const char *model = "llama3-405b";

} // namespace

#define SHARDC_PARTITIONED(name, strategy)                                                         \
  BENCHMARK_CAPTURE(partitioned, name, Case{model, strategy, 32768})                               \
      ->UseManualTime()                                                                            \
      ->Iterations(5)                                                                              \
      ->Unit(benchmark::kMillisecond)
#define SHARDC_PARTITIONED_GROWTH(name, ...)                                                       \
  BENCHMARK_CAPTURE(growth, partitioned_##name, __VA_ARGS__)                                       \
      ->UseManualTime()                                                                            \
      ->Iterations(5)                                                                              \
      ->Unit(benchmark::kMillisecond)

// 16,384 GPUs.
SHARDC_PARTITIONED(dp2048, "dp=2048,tp=8");
SHARDC_PARTITIONED(dp2048_sp, "dp=2048,tp=8,sp=on");
SHARDC_PARTITIONED(dp128_pp16, "dp=128,tp=8,pp=16,microbatches=16");
SHARDC_PARTITIONED(dp128_pp16_zero1, "dp=128,tp=8,pp=16,microbatches=16,zero=1,recompute=full");
SHARDC_PARTITIONED(fsdp2048, "fsdp=2048,tp=8");
SHARDC_PARTITIONED(dp16_fsdp128, "dp=16,fsdp=128,tp=8");
SHARDC_PARTITIONED(dp16_fsdp128_sp, "dp=16,fsdp=128,tp=8,sp=on");
SHARDC_PARTITIONED(dp512_cp4_sp, "dp=512,cp=4,tp=8,sp=on");

// 1,048,576 GPUs against 16,384: as many sequences a rank, and the same global batch.
SHARDC_PARTITIONED_GROWTH(dp, {model, "dp=2048,tp=8", 4096}, {model, "dp=131072,tp=8", 262144});
SHARDC_PARTITIONED_GROWTH(dp_same_batch, {model, "dp=2048,tp=8", 262144},
                          {model, "dp=131072,tp=8", 262144});
SHARDC_PARTITIONED_GROWTH(tp16, {model, "dp=2048,tp=8", 4096}, {model, "dp=65536,tp=16", 131072});
SHARDC_PARTITIONED_GROWTH(fsdp, {model, "fsdp=2048,tp=8", 4096},
                          {model, "fsdp=131072,tp=8", 262144});
SHARDC_PARTITIONED_GROWTH(hsdp, {model, "dp=16,fsdp=128,tp=8", 4096},
                          {model, "dp=1024,fsdp=128,tp=8", 262144});
SHARDC_PARTITIONED_GROWTH(sp, {model, "dp=2048,tp=8,sp=on", 4096},
                          {model, "dp=131072,tp=8,sp=on", 262144});
SHARDC_PARTITIONED_GROWTH(pp, {model, "dp=128,tp=8,pp=16,microbatches=16", 4096},
                          {model, "dp=8192,tp=8,pp=16,microbatches=16", 262144});

#define SHARDC_LAYERS(name, strategy, end)                                                         \
  BENCHMARK_CAPTURE(byLayers, name, strategy, end)                                                 \
      ->Arg(8)                                                                                     \
      ->Arg(32)                                                                                    \
      ->Arg(96)                                                                                    \
      ->Arg(400)                                                                                   \
      ->Arg(2000)                                                                                  \
      ->UseManualTime()                                                                            \
      ->Iterations(1)                                                                              \
      ->Unit(benchmark::kMillisecond)
SHARDC_LAYERS(flat, "tp=8,dp=4", "");
SHARDC_LAYERS(zero1, "tp=8,dp=4,zero=1,recompute=full", "");
SHARDC_LAYERS(fsdp, "tp=8,fsdp=4", "");
SHARDC_LAYERS(sequence, "tp=8,dp=4,sp=on", "");
SHARDC_LAYERS(pipelined, "tp=8,dp=4,pp=8,microbatches=8,zero=1,recompute=full,schedule=1f1b", "");
BENCHMARK(byAxes)->DenseRange(1, 5)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK(byAxesAlone)
    ->DenseRange(1, 5)
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(byArguments)
    ->Arg(1024)
    ->Arg(8192)
    ->Arg(65536)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(byRanks)->RangeMultiplier(16)->Range(2, 131072)->UseManualTime()->Iterations(3)->Unit(
    benchmark::kMillisecond);
