//===- BuildPlan.h - from scheduled IR to a plan ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_BUILDPLAN_H
#define SHARDC_SCHEDULE_BUILDPLAN_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "shardc/Schedule/Plan.h"

namespace shardc {

/// The plan of a module that --shardc-schedule has made (or a hand has edited).
/// Reads nothing but the IR; one located error where it is incomplete.
mlir::FailureOr<plan::Plan> buildPlan(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_SCHEDULE_BUILDPLAN_H
