//===- SegmentSchedule.h - streams and buffers of a segment -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SCHEDULE_SEGMENTSCHEDULE_H
#define SHARDC_LIB_SCHEDULE_SEGMENTSCHEDULE_H

#include "dialects/Dist/Dist.h"
#include "dialects/Sched/Sched.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// The value whose buffer `value` is: through reshapes and waits.
mlir::Value bufferRoot(mlir::Value value);

/// True for an op that is executed: kernels, products, copies, fills,
/// collectives (started ones too), sends and receives.
bool isInstruction(mlir::Operation *op);

/// The collective that an op performs: itself, or what a dist.start starts.
/// Null for other ops.
mlir::Operation *collectiveOf(mlir::Operation *op);

/// The stream an instruction runs on.
sched::StreamKind streamOf(mlir::Operation *instruction);

/// Index of the operand whose buffer result `index` may share, or -1.
int64_t sharedOperand(mlir::Operation *instruction, unsigned index);

/// Schedules a segment in tensor form; see --shardc-schedule. Adds copies where
/// a result can't be computed in its place. One located error for ops that have
/// no place in a segment.
llvm::LogicalResult scheduleSegment(mlir::func::FuncOp segment);

} // namespace shardc

#endif // SHARDC_LIB_SCHEDULE_SEGMENTSCHEDULE_H
