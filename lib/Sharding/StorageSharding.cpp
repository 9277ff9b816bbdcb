//===- StorageSharding.cpp - where replicas keep their parts ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "StorageSharding.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

void shardc::splitFurther(RankedTensorType type, ArrayRef<Axis> axes, Placement &placement) {
  AxisList free;
  AxisList used = placement.dimAxes();
  for (const Axis &axis : axes)
    if (!overlaps(used, axis))
      free.push_back(axis);
  if (free.empty())
    return;
  int64_t parts = partsOf(free);
  std::optional<unsigned> best;
  // Elements of a rank's block, of all but the split dimension one.
  int64_t least = localBytes(type, placement);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Split split = placement.dims[dim];
    int64_t extent = type.getDimSize(dim);
    bool evenNow = isEven(extent, split);
    // Even blocks stay as they are when they are cut between any two elements;
    // the granule of uneven ones says where they end.
    if (evenNow)
      split.granule = 1;
    int64_t block = splitExtent(extent, split);
    llvm::append_range(split.axes, free);
    Placement candidate = placement;
    candidate.dims[dim] = split;
    int64_t bytes = localBytes(type, candidate);
    if (evenNow && block > 0 && block % parts == 0) {
      best = dim;
      break;
    }
    if (bytes < least) {
      best = dim;
      least = bytes;
    }
  }
  if (!best)
    return;
  Split &split = placement.dims[*best];
  if (isEven(type.getDimSize(*best), split))
    split.granule = 1;
  llvm::append_range(split.axes, free);
}

/// The axes of `names` that the mesh has, in mesh order.
static AxisList axesOf(ArrayRef<StringRef> names, const MeshView &mesh) {
  AxisList axes;
  for (MeshAxisAttr axis : mesh.getMesh().getAxes())
    if (llvm::is_contained(names, axis.getName()))
      llvm::append_range(
          axes, mesh.fromAttr(AxisRefAttr::get(mesh.getMesh().getContext(), axis.getName())));
  return axes;
}

AxisList shardc::parameterAxes(const Strategy &strategy, const MeshView &mesh) {
  if (strategy.fsdp > 1)
    return axesOf({"fsdp", "cp"}, mesh);
  if (strategy.zero >= 3)
    return axesOf({"dp", "cp"}, mesh);
  return {};
}

AxisList shardc::stateAxes(int64_t zero, const MeshView &mesh) {
  return zero >= 1 ? axesOf({"dp", "cp"}, mesh) : AxisList();
}
