//===- Support.cpp - what the benchmarks share ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Sharding/Strategy.h"
#include "shardc/Target/Emit.h"
#include <ctime>
#include <sys/resource.h>

using namespace mlir;

namespace shardc::perf {

std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registerDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry);
  context->loadAllAvailableDialects();
  return context;
}

OwningOpRef<ModuleOp> load(MLIRContext *context, const Case &what) {
  ModelOptions options;
  options.model = what.model;
  options.globalBatch = what.globalBatch;
  FailureOr<Strategy> strategy = Strategy::parse(
      what.strategy, [](unsigned, const Twine &message) { llvm::errs() << message << "\n"; });
  if (failed(strategy))
    return nullptr;
  options.batchParts = strategy->dp * strategy->fsdp * strategy->microbatches;
  return loadModel(context, options);
}

static RoadOptions roadOf(const Case &what) {
  RoadOptions options;
  options.strategy = what.strategy;
  options.train = what.train;
  return options;
}

LogicalResult runStages(ModuleOp module, const Case &what, StringRef first, StringRef end) {
  RoadOptions options = roadOf(what);
  bool on = false;
  for (const Stage &stage : getRoad()) {
    on |= stage.name == first;
    if (!end.empty() && stage.name == end)
      break;
    if (!on)
      continue;
    PassManager pm(module.getContext());
    stage.build(pm, options);
    if (failed(pm.run(module)))
      return failure();
  }
  return success(on);
}

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double timed(llvm::function_ref<void()> work) {
  double start = cpuSeconds();
  work();
  return cpuSeconds() - start;
}

double peakMiB() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

int64_t countOps(ModuleOp module) {
  int64_t count = 0;
  module->walk([&](Operation *) { ++count; });
  return count;
}

FailureOr<Compiled> compile(MLIRContext *context, const Case &what) {
  Compiled result;
  bool done = false;
  double counting = 0;
  result.seconds = timed([&] {
    result.module = load(context, what);
    if (!result.module || failed(runStages(*result.module, what, "annotate", "pipeline")))
      return;
    counting = timed([&] { result.ops = countOps(*result.module); });
    if (failed(runStages(*result.module, what, "pipeline", "")))
      return;
    FailureOr<std::vector<uint8_t>> bundle = emitBundle(*result.module);
    if (failed(bundle))
      return;
    result.bundle = std::move(*bundle);
    done = true;
  });
  result.seconds -= counting;
  if (!done)
    return failure();
  return result;
}

} // namespace shardc::perf
