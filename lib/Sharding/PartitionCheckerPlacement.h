//===- PartitionCheckerPlacement.h - abstract values of the checker -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The abstract domain of the partition checker. Each local value stands for the
// parts of one global value; a placement says which part each rank holds.
//
// Mesh axes are cut into atoms at every sub-axis boundary that occurs in the
// function, and a split dimension is a list of (atom, stride), outer first:
// the atom's coordinate moves the block by so many elements. That is a
// canonical form: merged and split axes, and granules, are equal exactly when
// the strides are.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PARTITIONCHECKERPLACEMENT_H
#define SHARDC_LIB_SHARDING_PARTITIONCHECKERPLACEMENT_H

#include "dialects/Dist/Dist.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <cmath>
#include <memory>
#include <optional>

namespace shardc::checker {

/// One level of a split: coordinate c of `atom` starts at c * stride.
struct Step {
  unsigned atom;
  int64_t stride;
  bool operator==(const Step &other) const { return atom == other.atom && stride == other.stride; }
};
using Steps = llvm::SmallVector<Step, 2>;

/// The finest factors of the mesh axes that a function refers to.
class AtomTable {
public:
  AtomTable() = default;
  explicit AtomTable(dist::MeshAttr mesh);

  /// Cuts an axis where `ref` begins and ends.
  void cut(dist::AxisRefAttr ref);
  /// Numbers the atoms; false when a cut of the axis `culprit` is none of its
  /// divisors.
  bool close(std::string &culprit);
  /// Appends the atoms of `ref`, outer first (none for an axis of size 1);
  /// false when the mesh has no such (sub-)axis.
  bool resolve(dist::AxisRefAttr ref, llvm::SmallVectorImpl<unsigned> &atoms) const;
  int64_t size(unsigned atom) const { return atoms[atom].size; }
  /// `"dp","tp":(1)2`, atoms of one axis merged where they are neighbours.
  std::string name(llvm::ArrayRef<unsigned> list) const;

  /// Whether some axis is cut in ways that do not nest.
  bool hasForks() const;
  /// Whether the coordinates of two atoms depend on each other.
  bool overlap(unsigned a, unsigned b) const;
  /// Writes even blocks over neighbouring atoms in the chain of cuts in which
  /// all of `group` occur, if there is one; by the first chain without a group.
  void rewrite(Steps &steps, llvm::ArrayRef<unsigned> group = {}) const;
  void rewrite(llvm::SmallVectorImpl<std::pair<unsigned, dist::ReductionKind>> &partial,
               llvm::ArrayRef<unsigned> group = {}) const;
  void rewrite(llvm::SmallVectorImpl<unsigned> &varying, llvm::ArrayRef<unsigned> group = {}) const;

private:
  /// Cuts of an axis that nest, and the atoms between them.
  struct Chain {
    llvm::SmallVector<int64_t, 4> cuts;
    llvm::SmallVector<unsigned, 4> atoms;
  };
  struct Axis {
    llvm::StringRef name;
    int64_t size;
    llvm::SmallVector<Chain, 1> chains;
  };
  struct Atom {
    unsigned axis;
    int64_t pre, size;
    bool operator==(const Atom &other) const {
      return axis == other.axis && pre == other.pre && size == other.size;
    }
  };
  const Axis *find(llvm::StringRef name) const;
  bool resolve(const Axis &axis, int64_t begin, int64_t end, llvm::ArrayRef<unsigned> group,
               llvm::SmallVectorImpl<unsigned> &list) const;
  llvm::SmallVector<Axis> axes;
  llvm::SmallVector<Atom> atoms;
};

/// A pending reduction of the checker's own: parts are logarithms of sums of
/// exponentials. A whole value may be added; the exponential is a partial sum.
constexpr auto logSumExp = static_cast<dist::ReductionKind>(100);
llvm::StringRef kindName(dist::ReductionKind kind);

/// What the elements past a block's valid length hold.
struct Pad {
  enum Kind {
    /// Anything, poison included.
    Dirty,
    /// Some finite number.
    Defined,
    /// The number that real elements hold as well.
    Value,
    /// Some number below zero (an index that is in no block).
    Negative,
    /// `value`.
    Fill
  } kind = Dirty;
  double value = 0;

  static Pad dirty() { return {}; }
  static Pad defined() { return {Defined, 0}; }
  static Pad number() { return {Value, 0}; }
  static Pad negative() { return {Negative, 0}; }
  static Pad fill(double value) { return {Fill, value}; }
  bool isFill(double wanted) const { return kind == Fill && value == wanted; }
  bool isDirty() const { return kind == Dirty; }
  bool isFinite() const { return kind != Dirty && !(kind == Fill && std::isinf(value)); }
  bool isBelowZero() const { return kind == Negative || (kind == Fill && value < 0); }
  bool operator==(const Pad &other) const {
    return kind == other.kind && (kind != Fill || value == other.value);
  }
};
/// The state of padding made of both.
Pad join(Pad a, Pad b);

/// One dimension of a value.
struct Dim {
  int64_t local = 1;
  int64_t global = 1;
  Steps steps;
  /// The value does not depend on the index along this dimension, so it fits
  /// any split of the same local extent; `steps` is then no more than a hint.
  bool soft = false;
  /// All elements before `global` are equal along this dimension, so that the value
  /// may as well end earlier in the same blocks.
  bool elastic = false;
  /// How many elements the split keeps together, as far as a declaration says:
  /// a hint for reshapes. Not part of what the blocks are.
  int64_t granule = 1;
  /// Speaks of the elements past the end of this dimension that are not in
  /// dirty padding of another one.
  Pad pad;

  bool isWhole() const { return steps.empty(); }
  bool operator==(const Dim &other) const {
    return sameBlocks(other) && soft == other.soft && elastic == other.elastic && pad == other.pad;
  }
  bool sameBlocks(const Dim &other) const {
    return global == other.global && local == other.local && steps == other.steps;
  }
  /// Whether the value may be taken as one in the blocks of `other`.
  bool canEndAs(const Dim &other) const {
    return elastic && other.global <= global && local == other.local && steps == other.steps;
  }
  static Dim whole(int64_t extent) { return {extent, extent, {}, false, false, 1, {}}; }
  static Dim softOf(int64_t extent) { return {extent, extent, {}, true, false, 1, {}}; }
};

/// Which part of its global value a local value is.
struct Placement {
  llvm::SmallVector<Dim, 4> dims;
  /// Atoms over which the parts have yet to be combined, by atom number.
  llvm::SmallVector<std::pair<unsigned, dist::ReductionKind>, 2> partial;
  /// Atoms over which ranks hold unrelated content.
  llvm::SmallVector<unsigned, 2> varying;
  /// All elements equal this number.
  std::optional<double> splat;
  /// What the value is in coordinates of a rank's own block.
  enum Tag {
    Plain,
    /// First global index of the rank's block of `frame`.
    Offset,
    /// A global index less that offset.
    Shifted,
    /// Element i along `indexDim` is i.
    LocalIndex,
    /// One in the block, zero in its padding.
    Ones,
    /// How many elements of the block are no padding.
    BlockCount,
    /// Whether a Shifted index is in the block, as far as `bounds` says.
    InBlock
  } tag = Plain;
  /// The split that Offset, Shifted, Ones, BlockCount and InBlock speak of.
  std::shared_ptr<const Dim> frame;
  unsigned indexDim = 0;
  /// InBlock: which index is asked about, and which ends are checked.
  mlir::Value index;
  enum Bounds : unsigned { Lower = 1, Upper = 2 };
  unsigned bounds = 0;

  bool isPartial() const { return !partial.empty(); }
  bool isPartialOver(unsigned atom) const;
  bool operator==(const Placement &other) const;
  void addPartial(unsigned atom, dist::ReductionKind kind);
  void addVarying(unsigned atom);
  void clearTag() {
    tag = Plain;
    frame.reset();
    index = {};
    bounds = 0;
  }
  bool isTagged(Tag wanted, const Dim &split) const {
    return tag == wanted && frame && frame->sameBlocks(split);
  }
};

} // namespace shardc::checker

#endif // SHARDC_LIB_SHARDING_PARTITIONCHECKERPLACEMENT_H
