//===- ReshardSimulator.cpp - plans run on simulated ranks ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Blocks and collectives, element by element.
//
//===----------------------------------------------------------------------===//

#include "ReshardSimulator.h"

using namespace shardc;
using namespace shardc::test;
using llvm::ArrayRef;

int64_t SmallMesh::ranks() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

/// How many ranks lie between neighbours on a (sub-)axis.
static int64_t strideOf(const SmallMesh &mesh, const Axis &axis) {
  int64_t stride = mesh.sizes[axis.index] / (axis.pre * axis.size);
  for (size_t i = axis.index + 1; i < mesh.sizes.size(); ++i)
    stride *= mesh.sizes[i];
  return stride;
}

int64_t SmallMesh::coordinate(int64_t rank, const Axis &axis) const {
  return rank / strideOf(*this, axis) % axis.size;
}

int64_t SmallMesh::position(int64_t rank, ArrayRef<Axis> axes) const {
  int64_t position = 0;
  for (const Axis &axis : axes)
    position = position * axis.size + coordinate(rank, axis);
  return position;
}

int64_t SmallMesh::member(int64_t rank, ArrayRef<Axis> axes, int64_t position) const {
  for (size_t i = axes.size(); i-- > 0;) {
    rank += (position % axes[i].size - coordinate(rank, axes[i])) * strideOf(*this, axes[i]);
    position /= axes[i].size;
  }
  return rank;
}

Index test::blockIndices(const SmallMesh &mesh, int64_t rank, int64_t extent, const Split &split) {
  Index indices(extent);
  for (int64_t i = 0; i < extent; ++i)
    indices[i] = i;
  for (const Axis &axis : split.axes) {
    int64_t granules = (extent + split.granule - 1) / split.granule;
    int64_t length = (granules + axis.size - 1) / axis.size * split.granule;
    int64_t start = mesh.coordinate(rank, axis) * length;
    Index block(length, -1);
    for (int64_t i = 0; i < length && start + i < extent; ++i)
      block[i] = indices[start + i];
    indices = std::move(block);
    extent = length;
  }
  return indices;
}

/// Calls `visit` for each index of a shape, with its row-major number.
static void forEachIndex(ArrayRef<int64_t> shape,
                         llvm::function_ref<void(ArrayRef<int64_t>, int64_t)> visit) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t number = 0; number < count; ++number) {
    visit(index, number);
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

static int64_t flatten(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t number = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    number = number * shape[dim] + index[dim];
  return number;
}

/// The part that the rank at `position` along the partial axes has of an element.
static int64_t partOf(int64_t element, int64_t position) {
  return (element + 1) * 1000 + position * position * 7 + position * element;
}

/// Element of the whole value that an index of a rank's block is; -1 for padding.
static int64_t elementAt(ArrayRef<Index> rows, ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t element = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (rows[dim][index[dim]] < 0)
      return -1;
    element = element * shape[dim] + rows[dim][index[dim]];
  }
  return element;
}

static std::vector<Index> rowsOf(const SmallMesh &mesh, int64_t rank, ArrayRef<int64_t> shape,
                                 const Placement &placement, std::vector<int64_t> &local) {
  std::vector<Index> rows;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    rows.push_back(blockIndices(mesh, rank, shape[dim], placement.dims[dim]));
    local.push_back(rows.back().size());
  }
  return rows;
}

std::vector<RankBlock> test::placeValue(const SmallMesh &mesh, ArrayRef<int64_t> shape,
                                        const Placement &placement, ArrayRef<Axis> partial) {
  std::vector<RankBlock> blocks;
  for (int64_t rank = 0; rank < mesh.ranks(); ++rank) {
    RankBlock &block = blocks.emplace_back();
    std::vector<Index> rows = rowsOf(mesh, rank, shape, placement, block.shape);
    forEachIndex(block.shape, [&](ArrayRef<int64_t> index, int64_t) {
      int64_t element = elementAt(rows, shape, index);
      block.values.push_back(element < 0 ? poison : partOf(element, mesh.position(rank, partial)));
    });
  }
  return blocks;
}

bool test::isPlaced(const SmallMesh &mesh, ArrayRef<int64_t> shape, const Placement &placement,
                    ArrayRef<Axis> partial, ArrayRef<Axis> reduced, ArrayRef<RankBlock> blocks) {
  bool good = true;
  int64_t parts = partsOf(reduced);
  for (int64_t rank = 0; rank < mesh.ranks(); ++rank) {
    std::vector<int64_t> local;
    std::vector<Index> rows = rowsOf(mesh, rank, shape, placement, local);
    if (local != blocks[rank].shape)
      return false;
    forEachIndex(local, [&](ArrayRef<int64_t> index, int64_t number) {
      int64_t element = elementAt(rows, shape, index), sum = 0;
      if (element < 0)
        return;
      for (int64_t i = 0; i < parts; ++i)
        sum += partOf(element, mesh.position(mesh.member(rank, reduced, i), partial));
      good &= blocks[rank].values[number] == sum;
    });
  }
  return good;
}

static std::vector<int64_t> asVector(ArrayRef<int64_t> list) { return {list.begin(), list.end()}; }

std::vector<RankBlock> test::runStep(const SmallMesh &mesh, const ReshardStep &step,
                                     ArrayRef<RankBlock> blocks) {
  int64_t parts = partsOf(step.axes);
  std::vector<RankBlock> results;
  for (int64_t rank = 0; rank < mesh.ranks(); ++rank) {
    RankBlock &result = results.emplace_back();
    result.shape = asVector(step.after);
    auto of = [&](int64_t position) -> const RankBlock & {
      return blocks[mesh.member(rank, step.axes, position)];
    };
    auto at = [](const RankBlock &block, ArrayRef<int64_t> index) {
      for (size_t dim = 0; dim < index.size(); ++dim)
        if (index[dim] >= block.shape[dim])
          return poison;
      return block.values[flatten(block.shape, index)];
    };
    auto summed = [&](ArrayRef<int64_t> index) {
      int64_t sum = 0;
      for (int64_t i = 0; i < parts; ++i) {
        int64_t value = at(of(i), index);
        if (value == poison)
          return poison;
        sum += value;
      }
      return sum;
    };
    int64_t self = mesh.position(rank, step.axes);
    forEachIndex(result.shape, [&](ArrayRef<int64_t> index, int64_t) {
      std::vector<int64_t> from = asVector(index);
      int64_t value = poison;
      switch (step.kind) {
      case ReshardStep::AllSlice:
        from[step.dim] += self * result.shape[step.dim];
        value = at(blocks[rank], from);
        break;
      case ReshardStep::ReduceScatter:
        from[step.dim] += self * result.shape[step.dim];
        value = summed(from);
        break;
      case ReshardStep::AllReduce:
        value = summed(from);
        break;
      case ReshardStep::AllGather: {
        int64_t length = blocks[rank].shape[step.dim];
        int64_t sender = from[step.dim] / length;
        from[step.dim] %= length;
        value = sender < parts ? at(of(sender), from) : poison;
        break;
      }
      case ReshardStep::AllToAll: {
        int64_t length = blocks[rank].shape[step.concatDim];
        int64_t sender = from[step.concatDim] / length;
        from[step.concatDim] %= length;
        from[step.dim] += self * result.shape[step.dim];
        value = sender < parts ? at(of(sender), from) : poison;
        break;
      }
      case ReshardStep::Permute: {
        // The sender has on `axes` what this rank has on `targets`.
        int64_t position = mesh.position(rank, step.targets);
        value = at(of(position), from);
        break;
      }
      }
      result.values.push_back(value);
    });
  }
  return results;
}
