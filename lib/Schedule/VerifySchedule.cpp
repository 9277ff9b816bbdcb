//===- VerifySchedule.cpp - runs the proof ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-verify-schedule: builds the plan from the IR as it stands and proves
// it.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/BuildPlan.h"
#include "shardc/Schedule/EventEngine.h"
#include "shardc/Schedule/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_VERIFYSCHEDULEPASS
#include "shardc/Schedule/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct VerifySchedule : shardc::impl::VerifySchedulePassBase<VerifySchedule> {
  using VerifySchedulePassBase::VerifySchedulePassBase;

  void runOnOperation() override {
    FailureOr<plan::Plan> plan = buildPlan(getOperation());
    if (failed(plan))
      return signalPassFailure();
    plan::ProofOptions options;
    options.expandRanks = expandRanks;
    std::optional<plan::Refusal> refusal = plan::prove(*plan, options);
    if (!refusal)
      return;
    InFlightDiagnostic diag = getOperation().emitError()
                              << "schedule refused (" << plan::toString(refusal->fault)
                              << "): " << refusal->message;
    for (const std::string &op : refusal->ops)
      diag.attachNote() << "involved: " << op;
    signalPassFailure();
  }
};
} // namespace
