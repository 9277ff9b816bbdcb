//===- Coordinates.cpp - what a rank reads of its place ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One kernel serves all ranks: offsets and masks are computed at run time from
// the coordinates it is given, by the block arithmetic of Blocks.h.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;
using namespace shardc::dist;

Idx Emitter::coordinate(AxisRefAttr axis, MeshAttr mesh) {
  int64_t size = axis.getSize(mesh);
  std::optional<unsigned> index = mesh.getAxisIndex(axis.getName());
  if (size == 1 || !index)
    return idxConstant(0);
  unsigned saved = lanes;
  lanes = 1;
  Idx whole = idxFrom(load(coordinates, builder.getI32Type(), idxConstant(*index)),
                      /*isUnsigned=*/true);
  Idx result = idxDiv(whole, axis.getDivisor(mesh));
  if (!axis.isFullAxis())
    result = idxRem(result, size);
  lanes = saved;
  return result;
}

Idx Emitter::position(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  Idx position = idxConstant(0);
  for (AxisRefAttr axis : axes)
    position = idxAdd(idxMul(position, axis.getSize(mesh)), coordinate(axis, mesh));
  return position;
}

Idx Emitter::blockOffset(int64_t global, int64_t granule, ArrayRef<AxisRefAttr> axes,
                         MeshAttr mesh) {
  Idx offset = idxConstant(0);
  int64_t extent = global;
  for (AxisRefAttr axis : axes) {
    extent = blockLength(extent, granule, axis.getSize(mesh));
    offset = idxAdd(offset, idxMul(coordinate(axis, mesh), extent));
  }
  return offset;
}

Value Emitter::isValid(Idx index, int64_t global, int64_t granule, ArrayRef<AxisRefAttr> axes,
                       MeshAttr mesh) {
  // extents[i] is the length of a block of the first i axes.
  SmallVector<int64_t> extents{global};
  for (AxisRefAttr axis : axes)
    extents.push_back(blockLength(extents.back(), granule, axis.getSize(mesh)));
  // An inner block may run past the end of the outer one that it is part of, so
  // the index is checked at every level, inner first.
  Value valid;
  for (size_t level = axes.size(); level-- > 0;) {
    index = idxAdd(index, idxMul(coordinate(axes[level], mesh), extents[level + 1]));
    if (axes[level].getSize(mesh) * extents[level + 1] <= extents[level])
      continue;
    Value within = idxLess(index, extents[level]);
    if (valid) {
      SmallVector<Value> both{valid, within};
      unify(both);
      within = make<arith::AndIOp>(both[0], both[1]);
    }
    valid = within;
  }
  return valid;
}
