//===- Placement.h - shardings as plain values ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What propagation and partitioning compute with: axes as numbers, splits of
// dimensions and factors, placements of values; and the way to and from
// attributes.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PLACEMENT_H
#define SHARDC_SHARDING_PLACEMENT_H

#include "shardc/Interfaces/OpInterfaces.h"
#include <vector>

namespace shardc {

/// The part of one mesh axis that covers its factors [pre, pre*size).
struct Axis {
  unsigned index;
  int64_t pre;
  int64_t size;

  bool operator==(const Axis &other) const {
    return index == other.index && pre == other.pre && size == other.size;
  }
  bool operator<(const Axis &other) const {
    return std::tie(index, pre, size) < std::tie(other.index, other.pre, other.size);
  }
  /// True unless the coordinates of the two are independent: one must end where
  /// the other begins or before, at a cut that both decompositions have.
  bool overlaps(const Axis &other) const {
    auto before = [](const Axis &a, const Axis &b) {
      return a.pre * a.size <= b.pre && b.pre % (a.pre * a.size) == 0;
    };
    return index == other.index && !before(*this, other) && !before(other, *this);
  }
  /// True when `other` is a part of this one.
  bool contains(const Axis &other) const;
};

using AxisList = llvm::SmallVector<Axis, 1>;

/// Product of the sizes.
int64_t partsOf(llvm::ArrayRef<Axis> axes);
bool overlaps(llvm::ArrayRef<Axis> axes, const Axis &axis);
bool overlaps(llvm::ArrayRef<Axis> lhs, llvm::ArrayRef<Axis> rhs);
/// True when each part of `axis` is in one of `axes`.
bool contains(llvm::ArrayRef<Axis> axes, const Axis &axis);
/// `axes` without `axis`: sub-axes remain where a part of one is taken.
AxisList subtract(llvm::ArrayRef<Axis> axes, const Axis &axis);
AxisList subtract(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> others);
/// Parts that are in both lists.
AxisList intersect(llvm::ArrayRef<Axis> lhs, llvm::ArrayRef<Axis> rhs);
/// Sorted, with adjacent sub-axes joined: the form of a set of axes.
AxisList normalizeSet(llvm::ArrayRef<Axis> axes);

/// `axes`, cut wherever an axis of `cutters` begins or ends.
AxisList cutAt(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> cutters);

/// How one dimension or factor is blocked: axis by axis, outer first.
struct Split {
  AxisList axes;
  int64_t granule = 1;

  bool empty() const { return axes.empty(); }
};

using SplitList = llvm::SmallVector<Split, 2>;

/// A pending reduction.
struct Partial {
  AxisList axes;
  dist::ReductionKind kind;
};

/// Where the parts of one value live. At most one entry a kind in `partial`.
struct Placement {
  SplitList dims;
  std::vector<Partial> partial;

  /// Axes of pending sums.
  AxisList sumAxes() const;
  AxisList partialAxes() const;
  AxisList dimAxes() const;
  /// Adds axes to the entry of `kind`.
  void addPartial(dist::ReductionKind kind, llvm::ArrayRef<Axis> axes);
  /// Removes axes from all entries.
  void removePartial(llvm::ArrayRef<Axis> axes);
};

/// A mesh as numbers.
class MeshView {
public:
  MeshView() = default;
  MeshView(mlir::FlatSymbolRefAttr name, dist::MeshAttr mesh) : name(name), mesh(mesh) {}

  mlir::FlatSymbolRefAttr getName() const { return name; }
  dist::MeshAttr getMesh() const { return mesh; }

  /// Axes of size 1 vanish: nothing when `axis` is one.
  AxisList fromAttr(llvm::ArrayRef<dist::AxisRefAttr> axes) const;
  dist::AxisRefAttr toAttr(const Axis &axis) const;
  llvm::SmallVector<dist::AxisRefAttr> toAttrs(llvm::ArrayRef<Axis> axes) const;

  Split fromAttr(dist::DimShardingAttr dim) const;
  dist::DimShardingAttr toAttr(const Split &split, bool closed = true) const;

  Placement fromAttr(dist::ShardingAttr sharding) const;
  dist::ShardingAttr toAttr(const Placement &placement) const;

private:
  mlir::FlatSymbolRefAttr name;
  dist::MeshAttr mesh;
};

/// Per-rank extent of `extent` under `split`.
int64_t splitExtent(int64_t extent, const Split &split);
/// True when all blocks are full.
bool isEven(int64_t extent, const Split &split);
/// The same blocks, written the shortest way.
Split normalize(int64_t extent, const Split &split);

/// What two splits of one extent have in common from the outside in.
struct CommonPrefix {
  Split common;
  /// What follows in each, cut at the same places.
  AxisList restA, restB;
  /// Extent of the common blocks.
  int64_t extent;
};
CommonPrefix commonPrefix(int64_t extent, const Split &a, const Split &b);
/// True when they make the same blocks on the same ranks.
bool sameBlocks(int64_t extent, const Split &a, const Split &b);
/// True when b only splits further what a makes.
bool isPrefix(int64_t extent, const Split &a, const Split &b);
/// True when both place every element alike, pending reductions included.
bool samePlacement(mlir::RankedTensorType type, const Placement &a, const Placement &b);

/// Per-rank type and bytes.
mlir::RankedTensorType localType(mlir::RankedTensorType type, const Placement &placement);
int64_t localBytes(mlir::RankedTensorType type, const Placement &placement);
/// Bytes of the elements of a type; booleans take one.
int64_t byteSize(mlir::RankedTensorType type);

} // namespace shardc

#endif // SHARDC_SHARDING_PLACEMENT_H
