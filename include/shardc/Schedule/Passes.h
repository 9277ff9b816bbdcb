//===- Passes.h - the runtime schedule --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_PASSES_H
#define SHARDC_SCHEDULE_PASSES_H

#include "dialects/Dist/Dist.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "shardc/Schedule/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_SCHEDULE_PASSES_H
