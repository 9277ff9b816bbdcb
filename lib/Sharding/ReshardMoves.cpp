//===- ReshardMoves.cpp - edges of the placement graph ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which collectives lead out of a node, and where to. The order in which they
// are found decides between paths of one length.
//
//===----------------------------------------------------------------------===//

#include "ReshardState.h"
#include "shardc/Interfaces/Blocks.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reshard;

void Problem::forEachMove(const State &state, bool isPermuted, Visit visit) {
  cuts(state, visit);
  reductions(state, visit);
  exchanges(state, visit);
  if (!isPermuted)
    permutes(state, visit);
  joins(state, visit);
}

void Problem::emit(const State &before, const State &after, const Move &move, Visit visit) const {
  visit(after, move, bytesOf(before, after, move));
}

static uint8_t maskOf(ArrayRef<Atom> list) {
  uint8_t mask = 0;
  for (Atom atom : list)
    mask |= 1u << atom;
  return mask;
}

//===----------------------------------------------------------------------===//
// Neighbours of splits
//===----------------------------------------------------------------------===//

int32_t Problem::cut(unsigned dim, uint16_t from, unsigned run, unsigned granule) {
  size_t slot = run * granules[dim].size() + granule;
  auto &known = splits[dim][from].cuts;
  if (known.size() <= slot)
    known.resize(slot + 1, unknown);
  if (known[slot] != unknown)
    return known[slot];
  DimState state = splits[dim][from].state;
  int64_t count = parts[maskOf(runs[run])];
  state.local = blockLength(state.local, granules[dim][granule], count);
  int64_t stride = state.local * count;
  for (Atom atom : runs[run]) {
    stride /= atoms[atom].size;
    state.levels.push_back({atom, stride});
  }
  int32_t result = number(dim, state);
  return splits[dim][from].cuts[slot] = result;
}

/// Joins the blocks of the innermost `count` levels, if they are one row of equal
/// blocks.
int32_t Problem::join(unsigned dim, uint16_t from, unsigned count) {
  int32_t known = splits[dim][from].joins[count - 1];
  if (known != unknown)
    return known;
  DimState state = splits[dim][from].state;
  size_t outer = state.levels.size() - count;
  int64_t stride = state.local;
  bool isRow = true;
  for (size_t i = state.levels.size(); i-- > outer;) {
    isRow &= state.levels[i].stride == stride;
    stride *= atoms[state.levels[i].atom].size;
  }
  state.local = outer ? state.levels[outer - 1].stride : extents[dims[dim]];
  state.levels.truncate(outer);
  int32_t result = isRow ? number(dim, state) : impossible;
  return splits[dim][from].joins[count - 1] = result;
}

/// The number of a list of atoms.
unsigned Problem::runOf(ArrayRef<Atom> list) {
  for (auto [number, run] : llvm::enumerate(runs))
    if (ArrayRef<Atom>(run) == list)
      return number;
  runs.emplace_back(list);
  return runs.size() - 1;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// Slices, and reductions that scatter: what makes blocks smaller.
void Problem::cuts(const State &state, Visit visit) {
  uint8_t used = splitting(state);
  for (unsigned run = 0; run < numNamedRuns; ++run) {
    uint8_t mask = maskOf(runs[run]);
    if (mask & used)
      continue;
    bool isFree = !(mask & state.pending);
    bool isPending = (mask & state.pending & reducible) == mask;
    for (Atom atom : runs[run])
      isPending &= kinds[atom] == kinds[runs[run].front()];
    if (!isFree && !isPending)
      continue;
    Move move;
    move.kind = isFree ? ReshardStep::AllSlice : ReshardStep::ReduceScatter;
    move.atoms = mask;
    move.run = run;
    for (unsigned dim = 0; dim < dims.size(); ++dim)
      for (unsigned granule = 0; granule < granules[dim].size(); ++granule) {
        int32_t to = cut(dim, state.dims[dim], run, granule);
        if (to == impossible)
          continue;
        State next = state;
        next.dims[dim] = to;
        next.pending &= ~mask;
        move.dim = dim;
        emit(state, next, move, visit);
      }
  }
}

/// What is to be reduced and is not scattered is reduced in one op.
void Problem::reductions(const State &state, Visit visit) {
  uint8_t left = state.pending & reducible;
  for (Atom first = 0; first < atoms.size(); ++first) {
    if (!(left & (1u << first)))
      continue;
    Move move;
    move.kind = ReshardStep::AllReduce;
    for (Atom atom = first; atom < atoms.size(); ++atom)
      if ((left & (1u << atom)) && kinds[atom] == kinds[first])
        move.atoms |= 1u << atom;
    left &= ~move.atoms;
    State next = state;
    next.pending &= ~move.atoms;
    emit(state, next, move, visit);
  }
}

void Problem::joins(const State &state, Visit visit) {
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    for (unsigned count = 1; count <= split(dim, state).levels.size(); ++count) {
      int32_t to = join(dim, state.dims[dim], count);
      if (to == impossible)
        continue;
      State next = state;
      next.dims[dim] = to;
      Move move;
      move.kind = ReshardStep::AllGather;
      move.dim = dim;
      move.atoms = splits[dim][state.dims[dim]].mask & ~splits[dim][to].mask;
      emit(state, next, move, visit);
    }
}

void Problem::exchanges(const State &state, Visit visit) {
  for (unsigned concat = 0; concat < dims.size(); ++concat) {
    Atoms levels;
    for (const DimState::Level &level : split(concat, state).levels)
      levels.push_back(level.atom);
    for (unsigned count = 1; count <= levels.size(); ++count) {
      int32_t joined = join(concat, state.dims[concat], count);
      if (joined == impossible)
        continue;
      Move move;
      move.kind = ReshardStep::AllToAll;
      move.concatDim = concat;
      move.run = runOf(ArrayRef<Atom>(levels).take_back(count));
      move.atoms = maskOf(runs[move.run]);
      for (unsigned dim = 0; dim < dims.size(); ++dim) {
        if (dim == concat)
          continue;
        move.dim = dim;
        for (unsigned granule = 0; granule < granules[dim].size(); ++granule) {
          int32_t to = cut(dim, state.dims[dim], move.run, granule);
          if (to == impossible)
            continue;
          State next = state;
          next.dims[concat] = joined;
          next.dims[dim] = to;
          emit(state, next, move, visit);
        }
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Permutes
//===----------------------------------------------------------------------===//

/// Gives the levels of all dimensions the atoms `wanted`, in order: blocks stay
/// as they are and go to other ranks.
void Problem::permute(const State &state, ArrayRef<Atom> wanted, Visit visit) {
  State next = state;
  Move move;
  move.kind = ReshardStep::Permute;
  bool changes = false;
  for (unsigned dim = 0; dim < dims.size(); ++dim) {
    DimState changed = split(dim, state);
    bool isSame = true;
    for (DimState::Level &level : changed.levels) {
      isSame &= level.atom == wanted.front();
      level.atom = wanted.front();
      wanted = wanted.drop_front();
    }
    if (isSame)
      continue;
    int32_t to = number(dim, changed);
    if (to == impossible)
      return;
    next.dims[dim] = to;
    if (!changes)
      move.dim = dim;
    changes = true;
  }
  if (changes)
    emit(state, next, move, visit);
}

void Problem::permutes(const State &state, Visit visit) {
  Atoms slots;
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    for (const DimState::Level &level : split(dim, state).levels)
      slots.push_back(level.atom);
  if (slots.empty())
    return;
  uint8_t usable = ((1u << atoms.size()) - 1) & ~state.pending;
  if (atoms.size() <= 4) {
    // All arrangements.
    Atoms wanted(slots.size());
    auto place = [&](auto &self, size_t slot, uint8_t left) -> void {
      if (slot == slots.size())
        return permute(state, wanted, visit);
      for (Atom atom = 0; atom < atoms.size(); ++atom)
        if ((left & (1u << atom)) && atoms[atom].size == atoms[slots[slot]].size) {
          wanted[slot] = atom;
          self(self, slot + 1, left & ~(1u << atom));
        }
    };
    return place(place, 0, usable);
  }
  // Of many, two change places.
  for (size_t slot = 0; slot < slots.size(); ++slot)
    for (Atom atom = 0; atom < atoms.size(); ++atom) {
      if (!(usable & (1u << atom)) || atoms[atom].size != atoms[slots[slot]].size)
        continue;
      Atoms wanted = slots;
      auto *other = llvm::find(wanted, atom);
      if (other < wanted.begin() + slot)
        continue;
      if (other != wanted.end())
        *other = slots[slot];
      wanted[slot] = atom;
      permute(state, wanted, visit);
    }
}
