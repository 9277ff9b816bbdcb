//===- PartitionCheckerReshape.cpp - small reshapes, exactly ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where blocks of one element make a reshape ambiguous, the declared sharding of
// its result is taken at its word and every element of every rank is looked up.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

/// How many elements of all ranks may be looked up.
static constexpr int64_t maxLookups = 1 << 16;

namespace {

/// The index of an element in a rank's block, and whether it is one of the value.
class Blocks {
public:
  Blocks(ArrayRef<Dim> dims, ArrayRef<unsigned> atoms) : dims(dims), atoms(atoms) {}

  /// Moves to the rank with these coordinates on `atoms`.
  void moveTo(ArrayRef<int64_t> coordinates) {
    offsets.assign(dims.size(), 0);
    valid.clear();
    for (auto [i, dim] : llvm::enumerate(dims)) {
      int64_t length = dim.global;
      for (const Step &step : dim.steps) {
        int64_t start = coordinates[llvm::find(atoms, step.atom) - atoms.begin()] * step.stride;
        offsets[i] += start;
        length = std::clamp<int64_t>(length - start, 0, step.stride);
      }
      valid.push_back(length);
    }
  }
  /// The row-major index in the whole of local element `flat`; -1 in padding.
  int64_t lookUp(int64_t flat) const {
    int64_t index = 0, scale = 1;
    bool isReal = true;
    for (size_t i = dims.size(); i-- > 0;) {
      int64_t at = flat % dims[i].local;
      flat /= dims[i].local;
      isReal &= at < valid[i];
      index += (offsets[i] + at) * scale;
      scale *= dims[i].global;
    }
    return isReal ? index : -1;
  }

private:
  ArrayRef<Dim> dims;
  ArrayRef<unsigned> atoms;
  SmallVector<int64_t> offsets, valid;
};

} // namespace

/// Finds global extents for the dimensions of `dims` from `at` on, which split
/// `left` elements as `declared` and have the local extents they have.
static bool chooseExtents(const Checker &checker, ArrayRef<dist::DimShardingAttr> declared,
                          ArrayRef<int64_t> local, int64_t left, size_t at,
                          SmallVectorImpl<Dim> &dims, llvm::function_ref<bool()> accept) {
  if (at == local.size())
    return left == 1 && accept();
  auto tryExtent = [&](int64_t extent) {
    if (extent < 1 || left % extent != 0)
      return false;
    std::optional<Dim> dim =
        checker.makeDim(extent, declared[at].getGranule(), declared[at].getAxes());
    if (!dim || dim->local != local[at])
      return false;
    dims[at] = *dim;
    return chooseExtents(checker, declared, local, left / extent, at + 1, dims, accept);
  };
  if (declared[at].getAxes().empty())
    return tryExtent(local[at]);
  for (int64_t extent = left; extent >= 1; --extent)
    if (left % extent == 0 && tryExtent(extent))
      return true;
  return false;
}

bool Checker::reshapeAsDeclared(const Placement &source, ArrayRef<int64_t> shape,
                                dist::ShardingAttr declared, SmallVectorImpl<Dim> &result) const {
  // How many equal elements there are is known by a hint alone. It counts first where they
  // are merged with what other axes split, and last where any number will do.
  bool merges = llvm::any_of(declared.getDims(),
                             [](dist::DimShardingAttr dim) { return dim.getAxes().size() > 1; });
  return reshapeAsDeclared(source, shape, declared, merges, result) ||
         reshapeAsDeclared(source, shape, declared, !merges, result);
}

bool Checker::reshapeAsDeclared(const Placement &source, ArrayRef<int64_t> shape,
                                dist::ShardingAttr declared, bool trustsHints,
                                SmallVectorImpl<Dim> &result) const {
  SmallVector<Dim> from(source.dims.begin(), source.dims.end());
  int64_t elements = 1, total = 1, ranks = 1;
  SmallVector<unsigned> used;
  auto use = [&](ArrayRef<Dim> dims) {
    for (const Dim &dim : dims)
      for (const Step &step : dim.steps)
        if (!llvm::is_contained(used, step.atom)) {
          used.push_back(step.atom);
          ranks *= atoms.size(step.atom);
        }
  };
  for (Dim &dim : from) {
    if (dim.soft && dim.local != 1)
      return false;
    if (dim.soft && !trustsHints)
      dim = Dim::whole(1);
    elements *= dim.local;
    total *= dim.global;
    if (total > maxLookups || elements == 0 || total == 0)
      return false;
  }
  use(from);
  if (ranks * elements > maxLookups)
    return false;
  for (unsigned a : used)
    for (unsigned b : used)
      if (a != b && atoms.overlap(a, b))
        return false;

  result.assign(shape.size(), Dim());
  size_t numSource = used.size();
  bool keepsPadding = true;
  bool found = chooseExtents(*this, declared.getDims(), shape, total, 0, result, [&] {
    // Coordinates on all atoms that either side depends on.
    used.truncate(numSource);
    use(result);
    SmallVector<int64_t> coordinates(used.size(), 0);
    int64_t all = 1;
    for (auto [i, atom] : llvm::enumerate(used)) {
      all *= atoms.size(atom);
      for (size_t j = 0; j < i; ++j)
        if (atoms.overlap(used[j], atom))
          return false;
    }
    if (all * elements > maxLookups)
      return false;
    Blocks in(from, used), out(result, used);
    keepsPadding = true;
    for (int64_t rank = 0; rank < all; ++rank) {
      in.moveTo(coordinates);
      out.moveTo(coordinates);
      for (int64_t flat = 0; flat < elements; ++flat) {
        int64_t wanted = out.lookUp(flat), has = in.lookUp(flat);
        if (wanted >= 0 && wanted != has)
          return false;
        keepsPadding &= wanted >= 0 || has < 0;
      }
      for (size_t i = used.size(); i-- > 0;) {
        if (++coordinates[i] < atoms.size(used[i]))
          break;
        coordinates[i] = 0;
      }
    }
    return true;
  });
  if (!found)
    return false;
  std::optional<Pad> pad;
  for (const Dim &dim : from)
    if (isUneven(dim))
      pad = pad ? join(*pad, dim.pad) : dim.pad;
  if (!pad)
    pad = Pad::defined();
  else if (!keepsPadding)
    pad = join(*pad, Pad::defined());
  for (Dim &dim : result)
    dim.pad = *pad;
  // One index of equal elements is still one where nothing but such dimensions
  // has moved: as many elements are in front of it as before.
  int64_t before = 1;
  for (Dim &dim : result) {
    if (dim.global != 1) {
      before *= dim.global;
      continue;
    }
    int64_t front = 1;
    for (auto [was, fact] : llvm::zip_equal(source.dims, from)) {
      if (was.soft && front == before)
        dim = Dim::softOf(1);
      front *= fact.global;
    }
  }
  return true;
}
