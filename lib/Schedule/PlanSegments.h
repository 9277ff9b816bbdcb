//===- PlanSegments.h - segments of a plan ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SCHEDULE_PLANSEGMENTS_H
#define SHARDC_LIB_SCHEDULE_PLANSEGMENTS_H

#include "dialects/Dist/Dist.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Schedule/Plan.h"
#include "llvm/ADT/StringMap.h"

namespace shardc {

/// Positions of what segments refer to by name.
struct PlanSymbols {
  llvm::StringMap<uint32_t> kernels, communicators;
};

/// The plan's element type of a tensor or an element; nullopt where it has none.
std::optional<plan::DType> planType(mlir::Type type);

/// A scheduled segment function. `plan` has the kernels and communicators;
/// `flops` is what one execution takes.
mlir::FailureOr<plan::Segment> planSegment(mlir::func::FuncOp function, const PlanSymbols &symbols,
                                           plan::Plan &plan, uint64_t &flops);

} // namespace shardc

#endif // SHARDC_LIB_SCHEDULE_PLANSEGMENTS_H
