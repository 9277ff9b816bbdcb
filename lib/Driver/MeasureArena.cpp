//===- MeasureArena.cpp - what a partitioned program allocates --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The stages from the pipeline to the schedule, without object code and proofs:
// buffers are at their offsets then, and an arena's size is what a rank allocates.
//
//===----------------------------------------------------------------------===//

#include "MeasureArena.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Import/Precision.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Schedule/Passes.h"
#include "shardc/Sharding/Strategy.h"
#include "shardc/Training/Passes.h"

using namespace mlir;

namespace shardc {

/// The arena of each stage; of the whole step where there are no stages.
static FailureOr<SmallVector<int64_t>> measureArenas(ModuleOp module, const std::string &schedule,
                                                     const std::string &target) {
  PassManager pm(module.getContext());
  // A broken candidate is found when it is compiled.
  pm.enableVerifier(false);
  pm.addPass(createRegather());
  pm.addPass(createPrefetch());
  PipelinePassOptions pipeline;
  pipeline.schedule = schedule;
  pm.addPass(createPipelinePass(pipeline));
  CodegenOptions codegen;
  codegen.target = target;
  codegen.compile = false;
  buildCodegenPipeline(pm, codegen);
  pm.addPass(createSchedulePass());
  if (failed(pm.run(module)))
    return failure();
  SmallVector<int64_t> arenas;
  for (auto program : module.getOps<sched::ProgramOp>()) {
    size_t stage = program.getClassCoordinate().value_or(0);
    if (arenas.size() <= stage)
      arenas.resize(stage + 1, 0);
    arenas[stage] = std::max<int64_t>(arenas[stage], program.getArena());
  }
  return arenas;
}

MemoryBudgetHooks getMemoryBudgetHooks(const RoadOptions &options) {
  FailureOr<Strategy> parsed = Strategy::parse(options.strategy, [](unsigned, const Twine &) {});
  Strategy strategy = succeeded(parsed) ? *parsed : Strategy();
  MemoryBudgetHooks hooks;
  std::string target = options.target;
  hooks.measure = [strategy, target](ModuleOp module) {
    return measureArenas(module, strategy.schedule, target);
  };
  if (!options.budgetPrecision.empty()) {
    std::string precision = options.budgetPrecision;
    hooks.retype = [precision](ModuleOp module) { return convertPrecision(module, precision); };
  }
  hooks.inFlight = [strategy](int64_t stage) {
    // Warm-up of one forward and one backward in turn; all of them otherwise.
    return strategy.schedule == "1f1b" ? std::min(strategy.microbatches, strategy.pp - stage)
                                       : strategy.microbatches;
  };
  hooks.dialects = registerCodegenDialects;
  return hooks;
}

} // namespace shardc
