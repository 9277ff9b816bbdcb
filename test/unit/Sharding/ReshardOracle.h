//===- ReshardOracle.h - shortest reshards by brute force -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// All placements of one small value on one small mesh, known by the elements
// that each rank holds, and between them every collective over every group that
// leads from one to another.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RESHARDORACLE_H
#define SHARDC_TEST_UNIT_SHARDING_RESHARDORACLE_H

#include "ReshardSimulator.h"
#include <map>

namespace shardc::test {

/// Every placement and all that leads from one to another.
class ReshardOracle {
public:
  /// Placements of `shape` by at most `maxAxes` of `axes` (disjoint parts of mesh
  /// axes), granule `granules[d]` in dimension d.
  ReshardOracle(SmallMesh mesh, std::vector<int64_t> shape, std::vector<Axis> axes,
                std::vector<int64_t> granules, size_t maxAxes);

  size_t size() const { return nodes.size(); }
  const Placement &placement(size_t node) const { return nodes[node].placement; }
  /// Pending axes of a node, as bits.
  unsigned pending(size_t node) const { return nodes[node].pending; }
  /// Axes that split dimensions of a node or are pending, as bits.
  unsigned used(size_t node) const { return nodes[node].used; }
  /// Least bytes from `node` to all others by Bellman and Ford, over ranks that
  /// differ in `axes` (bits) alone; -1: no way.
  std::vector<int64_t> distances(size_t node, unsigned axes) const;

private:
  /// What ranks hold: rows[rank][dim].
  using Rows = std::vector<std::vector<Index>>;
  struct Node {
    Placement placement;
    Rows rows;
    unsigned pending, used;
  };
  struct Edge {
    size_t from, to;
    unsigned axes;
    int64_t bytes;
  };

  void createNodes(std::vector<std::vector<Axis>> dims, unsigned used, size_t dim);
  void createEdges(size_t from);
  void createPermutes(size_t from);
  void connect(size_t from, const Rows &rows, unsigned pending, unsigned over, int64_t bytes);
  int64_t bytesOf(const Rows &rows) const;

  SmallMesh mesh;
  std::vector<int64_t> shape;
  std::vector<Axis> axes;
  std::vector<int64_t> granules;
  size_t maxAxes;
  std::vector<Node> nodes;
  std::map<std::pair<unsigned, Rows>, size_t> byRows;
  /// Extents that blocks have, a dimension.
  std::vector<std::vector<int64_t>> extents;
  std::vector<Edge> edges;
};

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RESHARDORACLE_H
