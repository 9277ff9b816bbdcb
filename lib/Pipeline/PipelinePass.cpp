//===- PipelinePass.cpp - cuts @main -----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-pipeline: prepare, cut, build, drop @main.
//
//===----------------------------------------------------------------------===//
#include "Cut.h"
#include "CutPrepare.h"
#include "Layers.h"
#include "Programs.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Pipeline/Schedules.h"

namespace shardc {
#define GEN_PASS_DEF_PIPELINEPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct Pipeline : shardc::impl::PipelinePassBase<Pipeline> {
  using PipelinePassBase::PipelinePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    func::FuncOp main = findMain(module);
    if (!main || failed(findRegion(main)))
      return signalPassFailure();
    dist::MeshOp mesh = getMesh(module);
    int64_t stages = mesh ? mesh.getMesh().getAxisSize("pp").value_or(1) : 1;
    bool known = llvm::any_of(getScheduleGenerators(), [&](const ScheduleGenerator &g) {
      return g.name == schedule.getValue();
    });
    if (!known) {
      (void)generateSchedule(schedule, {stages, 1, true}, [&] { return main.emitError(); });
      return signalPassFailure();
    }
    if (stages > 1) {
      if (!*findRegion(main) && failed(wrapInRegion(main)))
        return signalPassFailure();
      groupSumsByStage(main);
    }
    Cut cut(main, stages);
    if (failed(cut.run()))
      return signalPassFailure();
    ProgramBuilder programs(cut, module, mesh ? mesh.getSymName() : StringRef());
    if (failed(programs.build(schedule)))
      return signalPassFailure();
    main.erase();
  }
};
} // namespace
