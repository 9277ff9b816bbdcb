//===- DeferralFlow.cpp - maximum flow --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dinic's algorithm without recursion: chains of thousands of values are common.
//
//===----------------------------------------------------------------------===//

#include "DeferralCut.h"
#include <algorithm>

using namespace shardc::propagation;

void FlowNetwork::addEdge(unsigned from, unsigned to, int64_t capacity, int64_t back) {
  if (from == to || (capacity == 0 && back == 0))
    return;
  edges.push_back({to, first[from], capacity});
  first[from] = edges.size() - 1;
  edges.push_back({from, first[to], back});
  first[to] = edges.size() - 1;
}

bool FlowNetwork::setLevels(unsigned source, unsigned sink) {
  level.assign(first.size(), -1);
  level[source] = 0;
  std::vector<unsigned> queue{source};
  for (size_t next = 0; next < queue.size() && level[sink] < 0; ++next)
    for (int edge = first[queue[next]]; edge >= 0; edge = edges[edge].next)
      if (edges[edge].capacity > 0 && level[edges[edge].to] < 0) {
        level[edges[edge].to] = level[queue[next]] + 1;
        queue.push_back(edges[edge].to);
      }
  return level[sink] >= 0;
}

int64_t FlowNetwork::augment(unsigned source, unsigned sink) {
  std::vector<int> path;
  unsigned node = source;
  while (node != sink) {
    int &edge = current[node];
    while (edge >= 0 && (edges[edge].capacity == 0 || level[edges[edge].to] != level[node] + 1))
      edge = edges[edge].next;
    if (edge >= 0) {
      path.push_back(edge);
      node = edges[edge].to;
      continue;
    }
    // A dead end: back, and never over this edge again.
    if (path.empty())
      return 0;
    node = edges[path.back() ^ 1].to;
    current[node] = edges[current[node]].next;
    path.pop_back();
  }
  int64_t amount = kUnlimited;
  for (int edge : path)
    amount = std::min(amount, edges[edge].capacity);
  for (int edge : path) {
    edges[edge].capacity -= amount;
    edges[edge ^ 1].capacity += amount;
  }
  return amount;
}

int64_t FlowNetwork::run(unsigned source, unsigned sink) {
  int64_t total = 0;
  while (setLevels(source, sink)) {
    current = first;
    while (int64_t amount = augment(source, sink))
      total += amount;
  }
  return total;
}

std::vector<bool> FlowNetwork::largestSourceSide(unsigned sink) const {
  // Whatever can't reach the sink any more may stay with the source.
  std::vector<bool> side(first.size(), true);
  side[sink] = false;
  std::vector<unsigned> queue{sink};
  for (size_t next = 0; next < queue.size(); ++next)
    for (int edge = first[queue[next]]; edge >= 0; edge = edges[edge].next)
      if (edges[edge ^ 1].capacity > 0 && side[edges[edge].to]) {
        side[edges[edge].to] = false;
        queue.push_back(edges[edge].to);
      }
  return side;
}
