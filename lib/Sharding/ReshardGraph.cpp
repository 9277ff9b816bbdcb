//===- ReshardGraph.cpp - shortest paths between placements -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A* over placements. A value gathered is a value received, so what the target
// block has more bytes than the present one is a bound on what is still to come.
//
//===----------------------------------------------------------------------===//

#include "ReshardGraph.h"
#include "ReshardState.h"
#include "llvm/ADT/DenseMap.h"
#include <queue>

using namespace mlir;
using namespace shardc;
using namespace shardc::reshard;

int64_t reshard::stepBytes(ReshardStep::Kind kind, int64_t parts, int64_t in, int64_t out,
                           int64_t block) {
  switch (kind) {
  case ReshardStep::AllSlice:
    return 0;
  case ReshardStep::ReduceScatter:
    return (parts - 1) * out;
  case ReshardStep::AllReduce:
    return 2 * (in * (parts - 1) / parts);
  case ReshardStep::AllToAll:
    return (parts - 1) * block;
  case ReshardStep::AllGather:
    return (parts - 1) * in;
  case ReshardStep::Permute:
    return in;
  }
  llvm_unreachable("covered above");
}

int64_t reshard::bytesOf(ArrayRef<int64_t> shape, int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (int64_t extent : shape)
    bytes *= extent;
  return bytes;
}

int64_t reshard::blockBytes(ArrayRef<int64_t> before, ArrayRef<int64_t> after, unsigned splitDim,
                            int64_t elementBytes) {
  SmallVector<int64_t> block(before);
  if (splitDim < block.size())
    block[splitDim] = after[splitDim];
  return bytesOf(block, elementBytes);
}

namespace {

/// More nodes than this are not looked at: the graph grows with the factorial of
/// the number of axes.
constexpr size_t maxExpanded = 1000;

struct Node {
  State state;
  Length length;
  int64_t parent;
  Move move;
};

struct Queued {
  int64_t estimate, steps;
  size_t node;
  /// Equal lengths in the order in which they were found.
  bool operator<(const Queued &other) const {
    return std::tie(other.estimate, other.steps, other.node) < std::tie(estimate, steps, node);
  }
};

class Search {
public:
  Search(Problem &problem, Length limit) : problem(problem), limit(limit) {}

  /// The node of the target; nothing when no path is short enough.
  std::optional<size_t> run();
  /// Moves on the way to a node.
  std::vector<size_t> pathTo(size_t node) const;
  const Node &operator[](size_t node) const { return nodes[node]; }

private:
  void reach(const State &state, Length length, int64_t parent, const Move &move);
  int64_t rest(const State &state) const {
    return std::max<int64_t>(0, problem.targetBytes() - problem.bytesOf(state));
  }

  Problem &problem;
  Length limit;
  std::vector<Node> nodes;
  llvm::DenseMap<uint64_t, size_t> best;
  std::priority_queue<Queued> queue;
};

} // namespace

void Search::reach(const State &state, Length length, int64_t parent, const Move &move) {
  int64_t estimate = length.bytes + rest(state);
  if (!(Length{estimate, length.steps} < limit))
    return;
  auto [known, isNew] = best.try_emplace(state.key(), nodes.size());
  if (!isNew) {
    if (!(length < nodes[known->second].length))
      return;
    known->second = nodes.size();
  }
  queue.push({estimate, length.steps, nodes.size()});
  nodes.push_back({state, length, parent, move});
}

std::optional<size_t> Search::run() {
  reach(problem.source(), {}, -1, {});
  size_t expanded = 0;
  while (!queue.empty() && expanded < maxExpanded) {
    size_t index = queue.top().node;
    queue.pop();
    // A shorter way there was found since.
    if (best.lookup(nodes[index].state.key()) != index)
      continue;
    if (problem.isTarget(nodes[index].state))
      return index;
    ++expanded;
    State state = nodes[index].state;
    Length length = nodes[index].length;
    bool isPermuted = nodes[index].parent >= 0 && nodes[index].move.kind == ReshardStep::Permute;
    problem.forEachMove(state, isPermuted, [&](const State &next, const Move &move, int64_t bytes) {
      reach(next, {length.bytes + bytes, length.steps + 1}, index, move);
    });
  }
  return std::nullopt;
}

std::vector<size_t> Search::pathTo(size_t node) const {
  std::vector<size_t> path;
  for (int64_t at = node; nodes[at].parent >= 0; at = nodes[at].parent)
    path.push_back(at);
  return {path.rbegin(), path.rend()};
}

std::optional<std::vector<ReshardStep>> reshard::shortestPath(RankedTensorType type,
                                                              const Placement &from,
                                                              const Placement &to, Length limit) {
  std::optional<Problem> problem = Problem::create(type, from, to);
  if (!problem)
    return std::nullopt;
  Search search(*problem, limit);
  std::optional<size_t> end = search.run();
  if (!end)
    return std::nullopt;
  std::vector<ReshardStep> steps;
  for (size_t node : search.pathTo(*end))
    steps.push_back(
        problem->stepOf(search[search[node].parent].state, search[node].state, search[node].move));
  return steps;
}
