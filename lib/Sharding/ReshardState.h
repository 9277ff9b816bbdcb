//===- ReshardState.h - nodes and edges of the placement graph --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Axes are cut into atoms wherever source or target cut them. A split dimension
// is a list of (atom, stride), outer first: the coordinate on the atom moves the
// block by so many elements. Two placements hold the same blocks exactly when
// these lists are equal, however they are written. The splits of each dimension
// are numbered as they are met, so that a node is a few numbers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_RESHARDSTATE_H
#define SHARDC_LIB_SHARDING_RESHARDSTATE_H

#include "shardc/Sharding/ReshardPlan.h"
#include <array>
#include <optional>

namespace shardc::reshard {

using Atom = uint8_t;
using Atoms = llvm::SmallVector<Atom, 6>;

/// Larger problems are not searched.
inline constexpr size_t maxAtoms = 6, maxDims = 4;
/// Up to so many axes all placements are looked at; with more, what both ends split
/// alike, outermost, stays as it is.
inline constexpr size_t maxAxesInAll = 3;

/// A way to split one dimension.
struct DimState {
  struct Level {
    Atom atom;
    int64_t stride;
    bool operator==(const Level &other) const {
      return atom == other.atom && stride == other.stride;
    }
  };
  llvm::SmallVector<Level, 3> levels;
  /// Elements of a block.
  int64_t local = 1;
};

/// A node: the number of the split of each dimension, and the atoms with pending
/// reductions.
struct State {
  std::array<uint16_t, maxDims> dims = {};
  uint8_t pending = 0;

  /// Equal for equal nodes only.
  uint64_t key() const {
    uint64_t key = pending;
    for (uint16_t dim : dims)
      key = key << 14 | dim;
    return key;
  }
  bool operator==(const State &other) const {
    return dims == other.dims && pending == other.pending;
  }
};

/// An edge, as far as the nodes at its ends do not say what it is.
struct Move {
  ReshardStep::Kind kind = ReshardStep::AllSlice;
  uint8_t dim = 0, concatDim = 0;
  /// Atoms that take part.
  uint8_t atoms = 0;
  /// Of what cuts: which list of atoms.
  uint16_t run = 0;
};

/// One question: from where to where.
class Problem {
public:
  /// Nothing when cuts of one axis do not nest or the graph is too large.
  static std::optional<Problem> create(mlir::RankedTensorType type, const Placement &from,
                                       const Placement &to);

  const State &source() const { return start; }
  bool isTarget(const State &state) const { return state == goal; }
  /// Per-rank bytes of a node, and of the target.
  int64_t bytesOf(const State &state) const;
  int64_t targetBytes() const { return goalBytes; }
  using Visit = llvm::function_ref<void(const State &, const Move &, int64_t bytes)>;
  /// Calls `visit` for each edge out of a node, in a fixed order. No permutes of
  /// what a permute gave: one would do.
  void forEachMove(const State &state, bool isPermuted, Visit visit);
  /// An edge as a collective of the whole value.
  ReshardStep stepOf(const State &before, const State &after, const Move &move) const;

private:
  /// A split with what is known of its neighbours.
  struct Entry {
    DimState state;
    uint8_t mask = 0;
    /// Number of the split after cutting off a run with a granule; unknown or no.
    llvm::SmallVector<int32_t, 16> cuts;
    /// After joining the innermost 1, 2, … levels.
    llvm::SmallVector<int32_t, 3> joins;
  };
  static constexpr int32_t unknown = -2, impossible = -1;
  static constexpr size_t maxSplits = 1 << 14;

  Problem(mlir::RankedTensorType type, const Placement &from, const Placement &to)
      : type(type), from(from), to(to), extents(type.getShape()), prefix(from.dims.size()) {}

  // Building.
  void takePrefixes();
  bool cutAxes();
  bool chooseDims();
  std::optional<DimState> dimOf(unsigned dim, const Split &split) const;
  std::optional<Atoms> atomsOf(llvm::ArrayRef<Axis> axes) const;
  void collectRuns();

  // Splits.
  /// The number of a split of a dimension of the problem; `impossible` when no
  /// granule of source or target gives it.
  int32_t number(unsigned dim, const DimState &state);
  std::optional<Split> splitOf(unsigned dim, const DimState &state) const;
  const DimState &split(unsigned dim, const State &state) const {
    return splits[dim][state.dims[dim]].state;
  }
  int32_t cut(unsigned dim, uint16_t from, unsigned run, unsigned granule);
  int32_t join(unsigned dim, uint16_t from, unsigned count);
  uint8_t splitting(const State &state) const;

  // Edges.
  void cuts(const State &state, Visit visit);
  void reductions(const State &state, Visit visit);
  void joins(const State &state, Visit visit);
  void exchanges(const State &state, Visit visit);
  void permutes(const State &state, Visit visit);
  void permute(const State &state, llvm::ArrayRef<Atom> wanted, Visit visit);
  unsigned runOf(llvm::ArrayRef<Atom> list);
  void emit(const State &before, const State &after, const Move &move, Visit visit) const;

  // Words for nodes and edges.
  int64_t bytesOf(const State &before, const State &after, const Move &move) const;
  llvm::SmallVector<int64_t, 4> shapeOf(const State &state) const;
  AxisList axesOf(llvm::ArrayRef<Atom> list) const;
  void setPermutation(const State &before, const State &after, ReshardStep &step) const;
  Placement placementOf(const State &state) const;

  mlir::RankedTensorType type;
  /// The ends without what they split alike.
  Placement from, to;
  /// Extents to be split, and what has split them so far.
  llvm::SmallVector<int64_t, 4> extents;
  SplitList prefix;
  llvm::SmallVector<Axis, maxAtoms> atoms;
  /// Number of ranks in a group over a set of atoms.
  std::array<int64_t, size_t(1) << maxAtoms> parts = {};
  /// Of atoms with a pending reduction.
  llvm::SmallVector<dist::ReductionKind, maxAtoms> kinds;
  /// Atoms whose reduction may be done, and those whose is to stay.
  uint8_t reducible = 0, kept = 0;
  /// Dimensions that moves may touch.
  llvm::SmallVector<unsigned, maxDims> dims;
  /// For each of them the granules that blocks may have.
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>, maxDims> granules;
  /// Lists of atoms that one op may cut off, and how many of them are asked for by
  /// name rather than met on the way.
  std::vector<Atoms> runs;
  size_t numNamedRuns = 0;
  llvm::SmallVector<std::vector<Entry>, maxDims> splits;
  State start, goal;
  int64_t goalBytes = 0, elementBytes = 1, otherElements = 1;
};

} // namespace shardc::reshard

#endif // SHARDC_LIB_SHARDING_RESHARDSTATE_H
