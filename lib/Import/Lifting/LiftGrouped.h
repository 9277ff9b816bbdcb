//===- LiftGrouped.h - values by the devices of a group ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What collectives are made of: a value whose leading dimensions are brought into the
// order of a group, and pinned. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LIFTING_LIFTGROUPED_H
#define SHARDC_LIB_IMPORT_LIFTING_LIFTGROUPED_H

#include "Lift.h"

namespace shardc {

/// A value as [rest…, devices of the group, local…].
struct Grouped {
  mlir::Value value;
  AxisList rest;
  /// The axes of the group, outer first, and how many devices they are.
  AxisList group;
  int64_t size = 1;

  int64_t dim() const { return rest.size(); }
};

/// Devices along axes of some sizes.
int64_t countOf(llvm::ArrayRef<int64_t> list);

/// The axes of a collective's groups, all of which the code must be manual over.
llvm::FailureOr<AxisList> groupAxes(Lifter &lifter, mlir::Operation *op);

/// Repeats the value over axes of the group over which it does not vary.
Grouped grouped(Lifter &lifter, const Lifted &lifted, llvm::ArrayRef<unsigned> group,
                mlir::Location loc);

/// The inverse: `value` has the form of `form`, with whatever local shape.
Lifted ungrouped(Lifter &lifter, const Grouped &form, mlir::Value value, mlir::Location loc);

/// A value of which all devices of the group have all: [rest…, devices, local…].
Grouped gatheredForm(Lifter &lifter, const Lifted &lifted, llvm::ArrayRef<unsigned> group,
                     mlir::Location loc);

/// Axes of the leading dimensions, each by itself.
llvm::SmallVector<AxisList> splitAxes(llvm::ArrayRef<unsigned> axes);

/// Pins a grouped value: split by the group, or whole on all of its devices.
mlir::Value pinGrouped(Lifter &lifter, const Grouped &form, mlir::Value value, bool isSplit,
                       mlir::Location loc);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LIFTING_LIFTGROUPED_H
