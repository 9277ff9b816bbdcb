//===- Compiler.cpp - from a model to a plan --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Compiler.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Interop/Passes.h"
#include "shardc/Target/Emit.h"
#include "llvm/Support/Format.h"
#include <chrono>

using namespace mlir;

namespace shardc {

/// Walks the road up to stage `last`, or all of it.
static LogicalResult runStages(ModuleOp module, const RoadOptions &options, bool times,
                               StringRef last = "") {
  using Clock = std::chrono::steady_clock;
  for (const Stage &stage : getRoad()) {
    PassManager pm(module.getContext());
    // Each stage verifies at its end, by its own pass and by MLIR's verifier
    // after each pass; both stay on in release builds.
    stage.build(pm, options);
    auto start = Clock::now();
    reportProgress(stage.name);
    if (failed(pm.run(module)))
      return failure();
    if (times) {
      ProgressPause pause;
      llvm::errs() << llvm::format("%-14s %8.3f s\n", stage.name,
                                   std::chrono::duration<double>(Clock::now() - start).count());
    }
    if (last == stage.name)
      break;
  }
  return success();
}

LogicalResult compileModule(ModuleOp module, const RoadOptions &options, bool times) {
  return runStages(module, options, times);
}

LogicalResult exportModule(ModuleOp module, const RoadOptions &options, StringRef form) {
  if (failed(runStages(module, options, /*times=*/false,
                       form == "shardy" ? "propagate" : "rematerialize")))
    return failure();
  PassManager pm(module.getContext());
  if (form == "shardy") {
    pm.addPass(createExportShardyPass());
  } else if (form == "shard") {
    pm.addPass(createExportShardPass());
  } else {
    ExportStableHLOPassOptions exportOptions;
    exportOptions.form = form.str();
    pm.addPass(createExportStableHLOPass(exportOptions));
  }
  return pm.run(module);
}

} // namespace shardc
