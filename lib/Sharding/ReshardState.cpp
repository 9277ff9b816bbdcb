//===- ReshardState.cpp - nodes of the placement graph ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From placements to nodes, and from edges to collectives.
//
//===----------------------------------------------------------------------===//

#include "ReshardState.h"
#include "ReshardGraph.h"
#include "shardc/Interfaces/Blocks.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reshard;

//===----------------------------------------------------------------------===//
// Building a problem
//===----------------------------------------------------------------------===//

std::optional<Problem> Problem::create(RankedTensorType type, const Placement &from,
                                       const Placement &to) {
  Problem problem(type, from, to);
  if (!problem.cutAxes() || problem.atoms.size() > maxAxesInAll) {
    problem.takePrefixes();
    if (!problem.cutAxes())
      return std::nullopt;
  }
  if (!problem.chooseDims())
    return std::nullopt;
  problem.collectRuns();
  problem.splits.resize(problem.dims.size());
  auto numberOf = [&](unsigned number, const Split &split, uint16_t &result) {
    std::optional<DimState> state = problem.dimOf(problem.dims[number], split);
    int32_t found = state ? problem.number(number, *state) : impossible;
    result = found;
    return found != impossible;
  };
  for (auto [number, dim] : llvm::enumerate(problem.dims))
    if (!numberOf(number, problem.from.dims[dim], problem.start.dims[number]) ||
        !numberOf(number, problem.to.dims[dim], problem.goal.dims[number]))
      return std::nullopt;
  problem.start.pending = problem.reducible | problem.kept;
  problem.goal.pending = problem.kept;
  // What stays pending must not split.
  if ((problem.splitting(problem.start) | problem.splitting(problem.goal)) & problem.kept)
    return std::nullopt;
  problem.goalBytes = problem.bytesOf(problem.goal);
  return problem;
}

void Problem::takePrefixes() {
  for (unsigned dim = 0; dim < extents.size(); ++dim) {
    CommonPrefix common = commonPrefix(extents[dim], from.dims[dim], to.dims[dim]);
    if (common.common.empty())
      continue;
    extents[dim] = common.extent;
    prefix[dim] = common.common;
    from.dims[dim].axes = common.restA;
    to.dims[dim].axes = common.restB;
  }
}

bool Problem::cutAxes() {
  elementBytes = std::max<int64_t>(1, type.getElementType().getIntOrFloatBitWidth() / 8);
  AxisList all = from.dimAxes();
  llvm::append_range(all, to.dimAxes());
  llvm::append_range(all, from.partialAxes());
  llvm::append_range(all, to.partialAxes());
  AxisList pieces = cutAt(all, all);
  llvm::sort(pieces);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  if (pieces.size() > maxAtoms)
    return false;
  for (size_t i = 0; i < pieces.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (pieces[i].overlaps(pieces[j]))
        return false;
  atoms.assign(pieces.begin(), pieces.end());
  for (size_t mask = 0; mask < size_t(1) << atoms.size(); ++mask) {
    parts[mask] = 1;
    for (auto [number, atom] : llvm::enumerate(atoms))
      if (mask & (1u << number))
        parts[mask] *= atom.size;
  }
  reducible = kept = 0;
  kinds.assign(atoms.size(), dist::ReductionKind::Sum);
  for (const Partial &entry : from.partial) {
    AxisList stays;
    for (const Partial &other : to.partial)
      if (other.kind == entry.kind)
        llvm::append_range(stays, other.axes);
    std::optional<Atoms> list = atomsOf(entry.axes);
    if (!list)
      return false;
    for (Atom atom : *list) {
      kinds[atom] = entry.kind;
      (contains(stays, atoms[atom]) ? kept : reducible) |= 1u << atom;
    }
  }
  return true;
}

bool Problem::chooseDims() {
  unsigned rank = type.getRank();
  // One dimension that neither splits may serve as a way round.
  std::optional<unsigned> spare;
  auto extentOf = [&](unsigned dim) { return extents[dim]; };
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isSplit = !from.dims[dim].empty() || !to.dims[dim].empty();
    if (isSplit || rank <= 2)
      dims.push_back(dim);
    else if (!spare || extentOf(dim) > extentOf(*spare))
      spare = dim;
  }
  if (spare && dims.size() < 3) {
    dims.push_back(*spare);
    llvm::sort(dims);
  }
  if (dims.size() > maxDims)
    return false;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dims, dim))
      otherElements *= extentOf(dim);
  for (unsigned dim : dims) {
    SmallVector<int64_t, 2> &list = granules.emplace_back();
    for (const Split *split : {&from.dims[dim], &to.dims[dim]})
      if (!(split->empty() && prefix[dim].empty()) && !llvm::is_contained(list, split->granule))
        list.push_back(split->granule);
    if (list.empty())
      list.push_back(1);
  }
  return true;
}

std::optional<Atoms> Problem::atomsOf(ArrayRef<Axis> axes) const {
  Atoms list;
  for (const Axis &axis : axes) {
    // Sorted, so parts of an axis come outer first.
    int64_t size = 1;
    for (auto [number, atom] : llvm::enumerate(atoms))
      if (axis.contains(atom)) {
        list.push_back(number);
        size *= atom.size;
      }
    if (size != axis.size)
      return std::nullopt;
  }
  return list;
}

std::optional<DimState> Problem::dimOf(unsigned dim, const Split &split) const {
  DimState state;
  state.local = extents[dim];
  for (const Axis &axis : split.axes) {
    std::optional<Atoms> parts = atomsOf(axis);
    if (!parts)
      return std::nullopt;
    state.local = blockLength(state.local, split.granule, axis.size);
    int64_t stride = state.local * axis.size;
    for (Atom atom : *parts) {
      stride /= atoms[atom].size;
      state.levels.push_back({atom, stride});
    }
  }
  return state;
}

/// All runs of two or more neighbours in the lists of source, target and pending
/// reductions, and each single atom.
void Problem::collectRuns() {
  for (size_t atom = 0; atom < atoms.size(); ++atom)
    runs.push_back({static_cast<Atom>(atom)});
  auto add = [&](ArrayRef<Axis> axes) {
    std::optional<Atoms> list = atomsOf(axes);
    if (!list)
      return;
    for (size_t begin = 0; begin < list->size(); ++begin)
      for (size_t end = begin + 2; end <= list->size(); ++end) {
        Atoms run(list->begin() + begin, list->begin() + end);
        if (!llvm::is_contained(runs, run))
          runs.push_back(std::move(run));
      }
  };
  for (const Placement *placement : {&to, &from})
    for (unsigned dim : dims)
      add(placement->dims[dim].axes);
  for (const Partial &entry : from.partial)
    add(entry.axes);
  numNamedRuns = runs.size();
}

//===----------------------------------------------------------------------===//
// What nodes are
//===----------------------------------------------------------------------===//

uint8_t Problem::splitting(const State &state) const {
  uint8_t mask = 0;
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    mask |= splits[dim][state.dims[dim]].mask;
  return mask;
}

int64_t Problem::bytesOf(const State &state) const {
  int64_t bytes = elementBytes * otherElements;
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    bytes *= split(dim, state).local;
  return bytes;
}

SmallVector<int64_t, 4> Problem::shapeOf(const State &state) const {
  SmallVector<int64_t, 4> shape = extents;
  for (auto [number, dim] : llvm::enumerate(dims))
    shape[dim] = split(number, state).local;
  return shape;
}

int64_t Problem::bytesOf(const State &before, const State &after, const Move &move) const {
  int64_t in = bytesOf(before), out = bytesOf(after);
  int64_t block = in / split(move.dim, before).local * split(move.dim, after).local;
  return stepBytes(move.kind, parts[move.atoms], in, out, block);
}

std::optional<Split> Problem::splitOf(unsigned number, const DimState &state) const {
  Split split;
  if (state.levels.empty())
    return split;
  // Parts of one axis in one row of equal blocks are one axis.
  for (size_t i = 0; i < state.levels.size(); ++i) {
    const Axis &atom = atoms[state.levels[i].atom];
    Axis *last = split.axes.empty() ? nullptr : &split.axes.back();
    bool joins = last && last->index == atom.index && last->pre * last->size == atom.pre &&
                 state.levels[i - 1].stride == state.levels[i].stride * atom.size;
    if (joins)
      last->size *= atom.size;
    else
      split.axes.push_back(atom);
  }
  // One granule spells the whole split, what both ends split alike included.
  unsigned dim = dims[number];
  for (int64_t granule : granules[number]) {
    split.granule = granule;
    if (!sameBlocks(type.getDimSize(dim), prefix[dim], {prefix[dim].axes, granule}))
      continue;
    std::optional<DimState> same = dimOf(dim, split);
    if (same && same->local == state.local && same->levels == state.levels)
      return split;
  }
  return std::nullopt;
}

int32_t Problem::number(unsigned dim, const DimState &state) {
  std::vector<Entry> &known = splits[dim];
  for (auto [number, entry] : llvm::enumerate(known))
    if (entry.state.local == state.local && entry.state.levels == state.levels)
      return number;
  if (known.size() >= maxSplits || !splitOf(dim, state))
    return impossible;
  Entry &entry = known.emplace_back();
  entry.state = state;
  for (const DimState::Level &level : state.levels)
    entry.mask |= 1u << level.atom;
  entry.joins.assign(state.levels.size(), unknown);
  return known.size() - 1;
}

//===----------------------------------------------------------------------===//
// Nodes and edges in words
//===----------------------------------------------------------------------===//

Placement Problem::placementOf(const State &state) const {
  Placement placement;
  placement.dims = from.dims;
  for (auto [number, dim] : llvm::enumerate(dims))
    placement.dims[dim] = splitOf(number, split(number, state)).value();
  for (auto [dim, outer] : llvm::zip_equal(placement.dims, prefix)) {
    if (dim.empty())
      dim.granule = outer.granule;
    dim.axes.insert(dim.axes.begin(), outer.axes.begin(), outer.axes.end());
  }
  AxisList done;
  for (auto [number, atom] : llvm::enumerate(atoms))
    if (((reducible | kept) & ~state.pending) & (1u << number))
      done.push_back(atom);
  placement.partial = from.partial;
  placement.removePartial(done);
  return placement;
}

AxisList Problem::axesOf(ArrayRef<Atom> list) const {
  AxisList axes;
  for (Atom number : list) {
    const Axis &atom = atoms[number];
    Axis *last = axes.empty() ? nullptr : &axes.back();
    if (last && last->index == atom.index && last->pre * last->size == atom.pre)
      last->size *= atom.size;
    else
      axes.push_back(atom);
  }
  return axes;
}

void Problem::setPermutation(const State &before, const State &after, ReshardStep &step) const {
  std::array<int, maxAtoms> target, source;
  target.fill(-1);
  source.fill(-1);
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    for (auto [old, now] : llvm::zip_equal(split(dim, before).levels, split(dim, after).levels)) {
      target[old.atom] = now.atom;
      source[now.atom] = old.atom;
    }
  // An atom that begins to split had equal copies; they go where the chain of
  // atoms that it ends began, so that every rank gets one value.
  for (size_t end = 0; end < atoms.size(); ++end) {
    if (source[end] < 0 || target[end] >= 0)
      continue;
    int begin = end;
    while (source[begin] >= 0)
      begin = source[begin];
    target[end] = begin;
    source[begin] = end;
  }
  Atoms moved, targets;
  for (size_t atom = 0; atom < atoms.size(); ++atom)
    if (target[atom] >= 0 && target[atom] != static_cast<int>(atom)) {
      moved.push_back(atom);
      targets.push_back(target[atom]);
    }
  // Whole axes where whole axes change places, else their parts.
  step.axes = axesOf(moved);
  step.targets = axesOf(targets);
  bool fits = step.axes.size() == step.targets.size();
  for (size_t i = 0; fits && i < step.axes.size(); ++i)
    fits =
        step.axes[i].size == step.targets[i].size && llvm::is_contained(step.axes, step.targets[i]);
  if (fits)
    return;
  step.axes.clear();
  step.targets.clear();
  for (auto [atom, to] : llvm::zip_equal(moved, targets)) {
    step.axes.push_back(atoms[atom]);
    step.targets.push_back(atoms[to]);
  }
}

ReshardStep Problem::stepOf(const State &before, const State &after, const Move &move) const {
  ReshardStep step;
  step.kind = move.kind;
  step.dim = dims[move.dim];
  step.concatDim = dims[move.concatDim];
  Atoms list;
  switch (move.kind) {
  case ReshardStep::AllSlice:
  case ReshardStep::ReduceScatter:
  case ReshardStep::AllToAll:
    list = runs[move.run];
    break;
  case ReshardStep::AllReduce:
    for (Atom atom = 0; atom < atoms.size(); ++atom)
      if (move.atoms & (1u << atom))
        list.push_back(atom);
    break;
  case ReshardStep::AllGather:
    for (const DimState::Level &level :
         ArrayRef(split(move.dim, before).levels).drop_front(split(move.dim, after).levels.size()))
      list.push_back(level.atom);
    break;
  case ReshardStep::Permute:
    break;
  }
  step.axes = axesOf(list);
  if (move.kind == ReshardStep::Permute)
    setPermutation(before, after, step);
  if (move.kind == ReshardStep::AllReduce || move.kind == ReshardStep::ReduceScatter)
    step.reduction = kinds[list.front()];
  llvm::append_range(step.before, shapeOf(before));
  llvm::append_range(step.after, shapeOf(after));
  step.placement = placementOf(after);
  step.bytes = bytesOf(before, after, move);
  return step;
}
