//===- ReshardOracle.cpp - shortest reshards by brute force -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Nodes, edges and distances.
//
//===----------------------------------------------------------------------===//

#include "ReshardOracle.h"
#include <algorithm>
#include <numeric>

using namespace shardc;
using namespace shardc::test;

ReshardOracle::ReshardOracle(SmallMesh mesh, std::vector<int64_t> shape, std::vector<Axis> axes,
                             std::vector<int64_t> granules, size_t maxAxes)
    : mesh(std::move(mesh)), shape(std::move(shape)), axes(std::move(axes)),
      granules(std::move(granules)), maxAxes(maxAxes) {
  extents.resize(this->shape.size());
  createNodes(std::vector<std::vector<Axis>>(this->shape.size()), 0, 0);
  for (size_t node = 0; node < nodes.size(); ++node) {
    createEdges(node);
    createPermutes(node);
  }
}

/// Axes go to the end of the list of this dimension or of a later one, so that
/// each arrangement is made once; those left over are pending or not.
void ReshardOracle::createNodes(std::vector<std::vector<Axis>> dims, unsigned used, size_t dim) {
  for (unsigned pending = 0; pending < (1u << axes.size()); ++pending) {
    size_t count = __builtin_popcount(used) + __builtin_popcount(pending);
    if ((pending & used) || count > maxAxes)
      continue;
    Node node;
    node.pending = pending;
    node.used = used | pending;
    for (size_t d = 0; d < dims.size(); ++d) {
      node.placement.dims.push_back({AxisList(dims[d].begin(), dims[d].end()), 1});
      if (!dims[d].empty())
        node.placement.dims.back().granule = granules[d];
    }
    AxisList list;
    for (size_t i = 0; i < axes.size(); ++i)
      if (pending & (1u << i))
        list.push_back(axes[i]);
    node.placement.addPartial(dist::ReductionKind::Sum, list);
    for (int64_t rank = 0; rank < mesh.ranks(); ++rank) {
      std::vector<Index> &rows = node.rows.emplace_back();
      for (size_t d = 0; d < shape.size(); ++d)
        rows.push_back(blockIndices(mesh, rank, shape[d], node.placement.dims[d]));
    }
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t extent = node.rows[0][d].size();
      if (!llvm::is_contained(extents[d], extent))
        extents[d].push_back(extent);
    }
    // Written in two ways, it is one placement.
    if (byRows.try_emplace({pending, node.rows}, nodes.size()).second)
      nodes.push_back(std::move(node));
  }
  for (size_t d = dim; d < dims.size(); ++d)
    for (size_t i = 0; i < axes.size(); ++i) {
      if (used & (1u << i))
        continue;
      std::vector<std::vector<Axis>> more = dims;
      more[d].push_back(axes[i]);
      createNodes(std::move(more), used | (1u << i), d);
    }
}

int64_t ReshardOracle::bytesOf(const Rows &rows) const {
  int64_t bytes = 4;
  for (const Index &row : rows[0])
    bytes *= row.size();
  return bytes;
}

void ReshardOracle::connect(size_t from, const Rows &rows, unsigned pending, unsigned over,
                            int64_t bytes) {
  auto to = byRows.find({pending, rows});
  if (to != byRows.end() && to->second != from)
    edges.push_back({from, to->second, over, bytes});
}

/// Block `position` of `length` of a row, padded.
static Index cut(const Index &row, int64_t position, int64_t length) {
  Index block(length, -1);
  for (int64_t i = 0; i < length; ++i)
    if (position * length + i < static_cast<int64_t>(row.size()))
      block[i] = row[position * length + i];
  return block;
}

void ReshardOracle::createEdges(size_t from) {
  const Node node = nodes[from];
  size_t rank = shape.size();
  int64_t in = bytesOf(node.rows);
  // Every ordered list of axes.
  std::vector<std::vector<unsigned>> groups{{}};
  for (size_t begin = 0; begin < groups.size(); ++begin)
    for (unsigned i = 0; i < axes.size(); ++i)
      if (!llvm::is_contained(groups[begin], i)) {
        groups.push_back(groups[begin]);
        groups.back().push_back(i);
      }
  for (const std::vector<unsigned> &group : groups) {
    if (group.empty())
      continue;
    std::vector<Axis> over;
    unsigned bits = 0;
    for (unsigned i : group) {
      over.push_back(axes[i]);
      bits |= 1u << i;
    }
    int64_t parts = partsOf(over);
    bool allPending = (bits & node.pending) == bits, nonePending = !(bits & node.pending);
    // The members of a group hold equal blocks in these dimensions.
    std::vector<bool> equal(rank, true);
    for (int64_t r = 0; r < mesh.ranks(); ++r)
      for (size_t d = 0; d < rank; ++d)
        equal[d] = equal[d] && node.rows[r][d] == node.rows[mesh.member(r, over, 0)][d];
    bool allEqual = llvm::all_of(equal, [](bool one) { return one; });
    if (allPending && allEqual)
      connect(from, node.rows, node.pending & ~bits, bits, 2 * (in * (parts - 1) / parts));
    // Slices and scattering reductions.
    for (size_t d = 0; d < rank && allEqual && (allPending || nonePending); ++d)
      for (int64_t length : extents[d]) {
        if (length * parts < static_cast<int64_t>(node.rows[0][d].size()))
          continue;
        Rows rows = node.rows;
        for (int64_t r = 0; r < mesh.ranks(); ++r)
          rows[r][d] = cut(rows[r][d], mesh.position(r, over), length);
        connect(from, rows, node.pending & ~bits, bits,
                allPending ? (parts - 1) * bytesOf(rows) : 0);
      }
    if (!nonePending)
      continue;
    // Gathers, and exchanges that cut another dimension.
    for (size_t d = 0; d < rank; ++d) {
      bool othersEqual = true;
      for (size_t other = 0; other < rank; ++other)
        othersEqual &= other == d || equal[other];
      if (!othersEqual)
        continue;
      for (int64_t extent : extents[d]) {
        int64_t length = node.rows[0][d].size();
        if (extent > parts * length)
          continue;
        Rows rows = node.rows;
        for (int64_t r = 0; r < mesh.ranks(); ++r) {
          Index joined;
          for (int64_t i = 0; i < parts; ++i)
            llvm::append_range(joined, node.rows[mesh.member(r, over, i)][d]);
          joined.resize(extent);
          rows[r][d] = std::move(joined);
        }
        connect(from, rows, node.pending, bits, (parts - 1) * in);
        for (size_t split = 0; split < rank; ++split) {
          if (split == d)
            continue;
          for (int64_t part : extents[split]) {
            int64_t whole = node.rows[0][split].size();
            if (part * parts < whole)
              continue;
            Rows exchanged = rows;
            for (int64_t r = 0; r < mesh.ranks(); ++r)
              exchanged[r][split] = cut(rows[r][split], mesh.position(r, over), part);
            connect(from, exchanged, node.pending, bits, (parts - 1) * (in / whole * part));
          }
        }
      }
    }
  }
}

/// Every way to hand coordinates on some axes to others of equal sizes.
void ReshardOracle::createPermutes(size_t from) {
  const Node node = nodes[from];
  std::vector<unsigned> order(axes.size());
  std::iota(order.begin(), order.end(), 0);
  while (std::next_permutation(order.begin(), order.end())) {
    bool fits = true;
    unsigned moved = 0;
    std::vector<Axis> targets;
    for (size_t i = 0; i < axes.size(); ++i) {
      fits &= axes[i].size == axes[order[i]].size;
      fits &= order[i] == i || !(node.pending & (1u << i));
      targets.push_back(axes[order[i]]);
      if (order[i] != i)
        moved |= 1u << i;
    }
    if (!fits)
      continue;
    Rows rows = node.rows;
    for (int64_t r = 0; r < mesh.ranks(); ++r)
      rows[mesh.member(r, targets, mesh.position(r, axes))] = node.rows[r];
    connect(from, rows, node.pending, moved, bytesOf(node.rows));
  }
}

std::vector<int64_t> ReshardOracle::distances(size_t node, unsigned axes) const {
  constexpr int64_t far = INT64_MAX / 4;
  std::vector<int64_t> best(nodes.size(), far);
  best[node] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (const Edge &edge : edges)
      if (!(edge.axes & ~axes) && best[edge.from] + edge.bytes < best[edge.to]) {
        best[edge.to] = best[edge.from] + edge.bytes;
        changes = true;
      }
  }
  for (int64_t &length : best)
    if (length >= far)
      length = -1;
  return best;
}
