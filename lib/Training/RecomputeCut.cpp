//===- RecomputeCut.cpp - keep or recompute as a minimum cut ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two nodes an op: "its values are there for late readers" and "it runs again".
// The source side of a cut is where that is true. Cut edges are what is paid: for
// values that are there but not made again, the price of keeping them; for ops
// that run again, their cost. Edges that can't be cut say that late readers need
// values, and that what runs again needs what it reads.
//
//===----------------------------------------------------------------------===//

#include "shardc/Training/RecomputeSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

using namespace shardc;

namespace {
/// Maximum flow by blocking flows in layered networks (Dinic).
class FlowNetwork {
public:
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  explicit FlowNetwork(unsigned numNodes) : edges(numNodes), level(numNodes), next(numNodes) {}
  void connect(unsigned from, unsigned to, double capacity);
  /// Nodes that the source still reaches when no more can flow.
  llvm::BitVector sourceSide(unsigned source, unsigned sink);

private:
  struct Edge {
    unsigned to, reverse;
    double left;
  };
  bool layer(unsigned source, unsigned sink);
  void augment(unsigned source, unsigned sink);

  std::vector<std::vector<Edge>> edges;
  std::vector<int> level;
  std::vector<unsigned> next;
};
} // namespace

void FlowNetwork::connect(unsigned from, unsigned to, double capacity) {
  if (capacity <= 0)
    return;
  edges[from].push_back({to, unsigned(edges[to].size()), capacity});
  edges[to].push_back({from, unsigned(edges[from].size() - 1), 0});
}

bool FlowNetwork::layer(unsigned source, unsigned sink) {
  llvm::fill(level, -1);
  std::vector<unsigned> queue = {source};
  level[source] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (const Edge &edge : edges[queue[i]])
      if (edge.left > 0 && level[edge.to] < 0) {
        level[edge.to] = level[queue[i]] + 1;
        queue.push_back(edge.to);
      }
  return level[sink] >= 0;
}

/// One blocking flow. The path is kept on a stack: it may be as long as the program.
void FlowNetwork::augment(unsigned source, unsigned sink) {
  llvm::fill(next, 0);
  std::vector<std::pair<unsigned, unsigned>> path; // node, edge
  unsigned at = source;
  while (true) {
    if (at == sink) {
      double least = unbounded;
      for (auto [node, edge] : path)
        least = std::min(least, edges[node][edge].left);
      size_t cut = path.size();
      for (size_t i = path.size(); i-- > 0;) {
        auto [node, number] = path[i];
        Edge &edge = edges[node][number];
        if (edge.left != unbounded)
          edge.left -= least;
        Edge &back = edges[edge.to][edge.reverse];
        if (back.left != unbounded)
          back.left += least;
        if (edge.left <= 0) {
          edge.left = 0;
          cut = i;
        }
      }
      // Go on from before the first edge that is full now.
      at = path[cut].first;
      path.resize(cut);
      continue;
    }
    bool advanced = false;
    for (; next[at] < edges[at].size(); ++next[at]) {
      const Edge &edge = edges[at][next[at]];
      if (edge.left > 0 && level[edge.to] == level[at] + 1) {
        path.push_back({at, next[at]});
        at = edge.to;
        advanced = true;
        break;
      }
    }
    if (advanced)
      continue;
    if (at == source)
      return;
    // A dead end: its edge is not tried again.
    level[at] = -1;
    at = path.back().first;
    path.pop_back();
    ++next[at];
  }
}

llvm::BitVector FlowNetwork::sourceSide(unsigned source, unsigned sink) {
  while (layer(source, sink))
    augment(source, sink);
  llvm::BitVector side(edges.size());
  for (unsigned node = 0; node < edges.size(); ++node)
    side[node] = level[node] >= 0;
  return side;
}

RecomputeCut shardc::cutRecompute(const RecomputeProblem &problem, llvm::ArrayRef<double> weights,
                                  double price) {
  unsigned numOps = problem.ops.size(), source = 2 * numOps, sink = source + 1;
  FlowNetwork network(2 * numOps + 2);
  auto there = [](unsigned op) { return 2 * op; };
  auto again = [](unsigned op) { return 2 * op + 1; };
  auto needs = [&](unsigned node, unsigned value) {
    unsigned maker = problem.values[value].maker;
    if (maker != RecomputeValue::noMaker)
      network.connect(node, there(maker), FlowNetwork::unbounded);
  };
  for (unsigned at = 0; at < numOps; ++at) {
    const RecomputeOp &op = problem.ops[at];
    if (op.isFused || op.isForced) {
      for (unsigned read : op.reads)
        needs(there(at), read);
      continue;
    }
    if (op.canRecompute) {
      network.connect(there(at), again(at), price * weights[at]);
      network.connect(again(at), sink, std::max<double>(double(op.cost), 1e-3));
      for (unsigned read : op.reads)
        needs(again(at), read);
    } else {
      network.connect(there(at), sink, price * weights[at]);
    }
  }
  // Late readers; through fused ops what these read.
  std::vector<unsigned> worklist;
  for (unsigned at = 0; at < numOps; ++at) {
    if (problem.ops[at].isFused)
      continue;
    worklist.assign(problem.ops[at].reads.begin(), problem.ops[at].reads.end());
    while (!worklist.empty()) {
      unsigned value = worklist.back();
      worklist.pop_back();
      unsigned maker = problem.values[value].maker;
      if (maker == RecomputeValue::noMaker)
        continue;
      const RecomputeOp &op = problem.ops[maker];
      if (op.isFused)
        worklist.insert(worklist.end(), op.reads.begin(), op.reads.end());
      else if (at >= op.lateFrom)
        network.connect(source, there(maker), FlowNetwork::unbounded);
    }
  }
  llvm::BitVector side = network.sourceSide(source, sink);
  RecomputeCut cut;
  cut.chosen.resize(numOps);
  for (unsigned at = 0; at < numOps; ++at) {
    const RecomputeOp &op = problem.ops[at];
    if (op.isFused || op.isForced || !side[there(at)])
      continue;
    if (op.canRecompute && side[again(at)]) {
      cut.chosen.set(at);
      cut.cost += op.cost;
    } else {
      cut.kept += weights[at];
    }
  }
  return cut;
}
