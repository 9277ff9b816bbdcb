//===- Placement.cpp - shardings as plain values ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sets of axes, comparison of splits by the blocks they make, conversion.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Placement.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

bool Axis::contains(const Axis &other) const {
  if (index != other.index || other.pre < pre || other.pre * other.size > pre * size)
    return false;
  // The cut must fall between factors of this axis.
  return other.pre % pre == 0 && (pre * size) % (other.pre * other.size) == 0;
}

int64_t shardc::partsOf(ArrayRef<Axis> axes) {
  int64_t parts = 1;
  for (const Axis &axis : axes)
    parts *= axis.size;
  return parts;
}

bool shardc::overlaps(ArrayRef<Axis> axes, const Axis &axis) {
  return llvm::any_of(axes, [&](const Axis &other) { return other.overlaps(axis); });
}

bool shardc::overlaps(ArrayRef<Axis> lhs, ArrayRef<Axis> rhs) {
  return llvm::any_of(rhs, [&](const Axis &axis) { return overlaps(lhs, axis); });
}

bool shardc::contains(ArrayRef<Axis> axes, const Axis &axis) {
  return llvm::any_of(normalizeSet(axes), [&](const Axis &other) { return other.contains(axis); });
}

AxisList shardc::subtract(ArrayRef<Axis> axes, const Axis &axis) {
  AxisList rest;
  for (const Axis &one : axes) {
    if (!one.overlaps(axis)) {
      rest.push_back(one);
      continue;
    }
    // What two decompositions of an axis share is no part of either: all goes.
    int64_t end = one.pre * one.size, cut = axis.pre * axis.size;
    if (one.pre < axis.pre && axis.pre % one.pre == 0)
      rest.push_back({one.index, one.pre, axis.pre / one.pre});
    if (cut < end && end % cut == 0)
      rest.push_back({one.index, cut, end / cut});
  }
  return rest;
}

AxisList shardc::subtract(ArrayRef<Axis> axes, ArrayRef<Axis> others) {
  AxisList rest(axes);
  for (const Axis &axis : others)
    rest = subtract(rest, axis);
  return rest;
}

AxisList shardc::intersect(ArrayRef<Axis> lhs, ArrayRef<Axis> rhs) {
  AxisList common;
  for (const Axis &a : lhs)
    for (const Axis &b : rhs) {
      if (!a.overlaps(b))
        continue;
      int64_t begin = std::max(a.pre, b.pre);
      int64_t end = std::min(a.pre * a.size, b.pre * b.size);
      if (end <= begin || end % begin != 0)
        continue;
      Axis part{a.index, begin, end / begin};
      if (a.contains(part) && b.contains(part))
        common.push_back(part);
    }
  return normalizeSet(common);
}

AxisList shardc::normalizeSet(ArrayRef<Axis> axes) {
  AxisList sorted(axes);
  llvm::sort(sorted);
  AxisList joined;
  for (const Axis &axis : sorted) {
    if (!joined.empty() && joined.back().index == axis.index &&
        joined.back().pre * joined.back().size == axis.pre) {
      joined.back().size *= axis.size;
      continue;
    }
    if (joined.empty() || !(joined.back() == axis))
      joined.push_back(axis);
  }
  return joined;
}

AxisList shardc::cutAt(ArrayRef<Axis> axes, ArrayRef<Axis> cutters) {
  AxisList pieces;
  for (const Axis &axis : axes) {
    int64_t begin = axis.pre, end = axis.pre * axis.size;
    SmallVector<int64_t, 4> cuts;
    for (const Axis &cutter : cutters)
      if (cutter.index == axis.index)
        for (int64_t cut : {cutter.pre, cutter.pre * cutter.size})
          if (cut > begin && cut < end && end % cut == 0)
            cuts.push_back(cut);
    llvm::sort(cuts);
    for (int64_t cut : cuts) {
      if (cut == begin || cut % begin != 0)
        continue;
      pieces.push_back({axis.index, begin, cut / begin});
      begin = cut;
    }
    pieces.push_back({axis.index, begin, end / begin});
  }
  return pieces;
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

AxisList Placement::sumAxes() const {
  for (const Partial &entry : partial)
    if (entry.kind == ReductionKind::Sum)
      return entry.axes;
  return {};
}

AxisList Placement::partialAxes() const {
  AxisList axes;
  for (const Partial &entry : partial)
    llvm::append_range(axes, entry.axes);
  return axes;
}

AxisList Placement::dimAxes() const {
  AxisList axes;
  for (const Split &dim : dims)
    llvm::append_range(axes, dim.axes);
  return axes;
}

void Placement::addPartial(ReductionKind kind, ArrayRef<Axis> axes) {
  if (axes.empty())
    return;
  for (Partial &entry : partial) {
    if (entry.kind != kind)
      continue;
    AxisList all = entry.axes;
    for (const Axis &axis : axes)
      if (!contains(all, axis))
        all.push_back(axis);
    entry.axes = normalizeSet(all);
    return;
  }
  partial.push_back({normalizeSet(axes), kind});
}

void Placement::removePartial(ArrayRef<Axis> axes) {
  for (Partial &entry : partial)
    entry.axes = subtract(entry.axes, axes);
  llvm::erase_if(partial, [](const Partial &entry) { return entry.axes.empty(); });
}

//===----------------------------------------------------------------------===//
// MeshView
//===----------------------------------------------------------------------===//

AxisList MeshView::fromAttr(ArrayRef<AxisRefAttr> axes) const {
  AxisList list;
  for (AxisRefAttr axis : axes) {
    std::optional<unsigned> index = mesh.getAxisIndex(axis.getName());
    int64_t size = axis.getSize(mesh);
    if (index && size > 1)
      list.push_back({*index, axis.getPreSize(), size});
  }
  return list;
}

AxisRefAttr MeshView::toAttr(const Axis &axis) const {
  MeshAxisAttr whole = mesh.getAxes()[axis.index];
  if (axis.pre == 1 && axis.size == whole.getSize())
    return AxisRefAttr::get(mesh.getContext(), whole.getName());
  return AxisRefAttr::get(mesh.getContext(), whole.getName(), axis.pre, axis.size);
}

SmallVector<AxisRefAttr> MeshView::toAttrs(ArrayRef<Axis> axes) const {
  return llvm::map_to_vector(axes, [&](const Axis &axis) { return toAttr(axis); });
}

Split MeshView::fromAttr(DimShardingAttr dim) const {
  return {fromAttr(dim.getAxes()), dim.getGranule()};
}

DimShardingAttr MeshView::toAttr(const Split &split, bool closed) const {
  return DimShardingAttr::get(mesh.getContext(), toAttrs(split.axes), closed,
                              split.axes.empty() ? 1 : split.granule);
}

Placement MeshView::fromAttr(ShardingAttr sharding) const {
  Placement placement;
  for (DimShardingAttr dim : sharding.getDims())
    placement.dims.push_back(fromAttr(dim));
  for (PartialAttr entry : sharding.getPartial())
    placement.addPartial(entry.getKind(), fromAttr(entry.getAxes()));
  return placement;
}

ShardingAttr MeshView::toAttr(const Placement &placement) const {
  SmallVector<DimShardingAttr> dims;
  for (const Split &split : placement.dims)
    dims.push_back(toAttr(split));
  SmallVector<PartialAttr> partial;
  for (const Partial &entry : placement.partial)
    partial.push_back(PartialAttr::get(mesh.getContext(), entry.kind, toAttrs(entry.axes)));
  return ShardingAttr::get(mesh.getContext(), name, dims, partial);
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

int64_t shardc::splitExtent(int64_t extent, const Split &split) {
  for (const Axis &axis : split.axes)
    extent = blockLength(extent, split.granule, axis.size);
  return extent;
}

bool shardc::isEven(int64_t extent, const Split &split) {
  for (const Axis &axis : split.axes) {
    int64_t block = blockLength(extent, split.granule, axis.size);
    if (block * axis.size != extent)
      return false;
    extent = block;
  }
  return true;
}

Split shardc::normalize(int64_t extent, const Split &split) {
  Split result;
  result.granule = split.axes.empty() ? 1 : split.granule;
  bool lastEven = false;
  for (const Axis &axis : split.axes) {
    int64_t block = blockLength(extent, split.granule, axis.size);
    bool even = block * axis.size == extent;
    Axis *last = result.axes.empty() ? nullptr : &result.axes.back();
    if (last && lastEven && even && last->index == axis.index && last->pre * last->size == axis.pre)
      last->size *= axis.size;
    else
      result.axes.push_back(axis);
    lastEven = even;
    extent = block;
  }
  return result;
}

CommonPrefix shardc::commonPrefix(int64_t extent, const Split &a, const Split &b) {
  CommonPrefix result;
  result.common.granule = a.granule;
  result.extent = extent;
  // Lists in reverse, so that cut axes go back on the end.
  // Adjacent sub-axes are joined first: (1)2 (2)3 and (1)3 (3)2 are one axis of 6.
  auto joined = [&](const Split &split) {
    AxisList axes = split.axes.size() > 1 ? normalize(extent, split).axes : split.axes;
    return AxisList(llvm::reverse(axes));
  };
  AxisList restA = joined(a), restB = joined(b);
  auto cut = [&](AxisList &list, int64_t granule, int64_t size) {
    Axis axis = list.back();
    // Only evenly split axes may be taken apart without moving blocks.
    if (axis.size % size != 0 || result.extent % (granule * axis.size) != 0)
      return false;
    list.back() = {axis.index, axis.pre * size, axis.size / size};
    list.push_back({axis.index, axis.pre, size});
    return true;
  };
  while (!restA.empty() && !restB.empty()) {
    Axis x = restA.back(), y = restB.back();
    if (x.index != y.index || x.pre != y.pre)
      break;
    if (x.size < y.size && !cut(restB, b.granule, x.size))
      break;
    if (y.size < x.size && !cut(restA, a.granule, y.size))
      break;
    int64_t size = std::min(x.size, y.size);
    int64_t blockA = blockLength(result.extent, a.granule, size);
    int64_t blockB = blockLength(result.extent, b.granule, size);
    if (blockA != blockB)
      break;
    result.common.axes.push_back(restA.back());
    result.extent = blockA;
    restA.pop_back();
    restB.pop_back();
  }
  result.restA.assign(restA.rbegin(), restA.rend());
  result.restB.assign(restB.rbegin(), restB.rend());
  return result;
}

bool shardc::sameBlocks(int64_t extent, const Split &a, const Split &b) {
  if (a.axes.empty() && b.axes.empty())
    return true;
  CommonPrefix prefix = commonPrefix(extent, a, b);
  return prefix.restA.empty() && prefix.restB.empty();
}

bool shardc::isPrefix(int64_t extent, const Split &a, const Split &b) {
  return a.axes.empty() || commonPrefix(extent, a, b).restA.empty();
}

bool shardc::samePlacement(RankedTensorType type, const Placement &a, const Placement &b) {
  for (auto [extent, x, y] : llvm::zip_equal(type.getShape(), a.dims, b.dims))
    if (!sameBlocks(extent, x, y))
      return false;
  if (a.partial.size() != b.partial.size())
    return false;
  for (const Partial &entry : a.partial)
    if (llvm::none_of(b.partial, [&](const Partial &other) {
          return other.kind == entry.kind && other.axes == entry.axes;
        }))
      return false;
  return true;
}

RankedTensorType shardc::localType(RankedTensorType type, const Placement &placement) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, split] : llvm::zip_equal(shape, placement.dims))
    extent = splitExtent(extent, split);
  return type.clone(shape);
}

int64_t shardc::byteSize(RankedTensorType type) {
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  return type.getNumElements() * std::max<int64_t>(1, bits / 8);
}

int64_t shardc::localBytes(RankedTensorType type, const Placement &placement) {
  return byteSize(localType(type, placement));
}
