//===- LiftGrouped.cpp - values by the devices of a group -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LiftGrouped.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

FailureOr<AxisList> groupAxes(Lifter &lifter, Operation *op) {
  FailureOr<AxisList> group = lifter.getDevices().groupAxes(op);
  if (failed(group))
    return failure();
  AxisList beyond = Lifter::without(*group, lifter.getManual());
  if (!beyond.empty())
    return op->emitOpError() << "has groups over axis " << lifter.names(beyond)
                             << ", over which the values are whole here; name it among the manual "
                                "axes of the region";
  return group;
}

int64_t countOf(ArrayRef<int64_t> list) {
  int64_t result = 1;
  for (int64_t size : list)
    result *= size;
  return result;
}

Grouped grouped(Lifter &lifter, const Lifted &lifted, ArrayRef<unsigned> group, Location loc) {
  AxisList axes = Lifter::unite(lifted.axes, group);
  Value value = lifter.spread(lifted, axes, loc);
  Grouped result;
  result.rest = Lifter::without(axes, group);
  result.group = AxisList(group);
  result.size = countOf(lifter.sizes(group));
  AxisList order(result.rest);
  llvm::append_range(order, group);
  SmallVector<int64_t> permutation = Lifter::placesOf(order, axes);
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  SmallVector<int64_t> merged = lifter.sizes(result.rest);
  merged.push_back(result.size);
  for (int64_t dim = axes.size(), rank = shape.size(); dim < rank; ++dim) {
    permutation.push_back(dim);
    merged.push_back(shape[dim]);
  }
  result.value = lifter.reshape(lifter.transpose(value, permutation, loc), merged, loc);
  return result;
}

Lifted ungrouped(Lifter &lifter, const Grouped &form, Value value, Location loc) {
  AxisList order(form.rest);
  llvm::append_range(order, form.group);
  SmallVector<int64_t> shape = lifter.sizes(order);
  llvm::append_range(shape, typeOf(value).getShape().drop_front(form.dim() + 1));
  return lifter.ordered(lifter.reshape(value, shape, loc), order, loc);
}

Grouped gatheredForm(Lifter &lifter, const Lifted &lifted, ArrayRef<unsigned> group, Location loc) {
  // What does not vary over an axis needs no exchange along it.
  AxisList inside;
  for (unsigned axis : group)
    if (llvm::is_contained(lifted.axes, axis))
      inside.push_back(axis);
  Grouped part = grouped(lifter, lifted, inside, loc);
  if (!inside.empty())
    part.value = pinGrouped(lifter, part, part.value, /*isSplit=*/false, loc);
  if (inside.size() == group.size())
    return part;
  Lifted whole = ungrouped(lifter, part, part.value, loc);
  return grouped(lifter, whole, group, loc);
}

SmallVector<AxisList> splitAxes(ArrayRef<unsigned> axes) {
  SmallVector<AxisList> dims;
  for (unsigned axis : axes)
    dims.push_back({axis});
  return dims;
}

Value pinGrouped(Lifter &lifter, const Grouped &form, Value value, bool isSplit, Location loc) {
  SmallVector<AxisList> dims = splitAxes(form.rest);
  dims.push_back(isSplit ? form.group : AxisList());
  return lifter.pin(value, dims, loc);
}

} // namespace shardc
