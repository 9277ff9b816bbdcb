//===- DeferralCut.h - which pending sums to keep ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to propagation. The choice where sums over one axis are reduced, as
// numbers: no IR in here. Each value is handed to its users pending or whole;
// the choice of least cost is a minimum cut.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_DEFERRALCUT_H
#define SHARDC_LIB_SHARDING_DEFERRALCUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace shardc::propagation {

/// Maximum flow, by Dinic's algorithm: level graphs and blocking flows.
class FlowNetwork {
public:
  /// Stands for no limit. Sums of finite capacities must stay below.
  static constexpr int64_t kUnlimited = int64_t(1) << 61;

  explicit FlowNetwork(unsigned nodes) : first(nodes, -1) {}

  /// An edge, and what flows back over it.
  void addEdge(unsigned from, unsigned to, int64_t capacity, int64_t back = 0);
  /// Pushes as much as fits from `source` to `sink`; gives the amount.
  int64_t run(unsigned source, unsigned sink);
  /// After `run`: the nodes on the side of the source in the minimum cut that has
  /// the most of them there.
  std::vector<bool> largestSourceSide(unsigned sink) const;

private:
  struct Edge {
    unsigned to;
    int next;
    int64_t capacity;
  };
  bool setLevels(unsigned source, unsigned sink);
  int64_t augment(unsigned source, unsigned sink);

  /// Edge 2i and its reverse 2i+1 stand together.
  std::vector<Edge> edges;
  std::vector<int> first, current, level;
};

/// A value that may be a pending sum over the axis.
struct PendingValue {
  /// The price of reducing it where it is made: bytes, or what orders as they do.
  int64_t cost = 0;
  /// What is paid at its users if it is handed on pending.
  int64_t keepCost = 0;
  /// Pending when made whatever its op's operands are.
  bool isBorn = false;
  /// A user needs it whole.
  bool mustBeWhole = false;
};

/// An op that passes pending sums on. All members of one group must be pending
/// together; every result then is. With several groups, one of them may be.
struct PassingOp {
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 2> groups;
  /// Operands, members of groups or not; those outside of the group chosen must
  /// be whole.
  llvm::SmallVector<unsigned, 2> operands;
  llvm::SmallVector<unsigned, 1> results;
};

/// What to decide for one axis.
struct DeferralProblem {
  std::vector<PendingValue> values;
  std::vector<PassingOp> ops;
};

/// What is decided.
struct DeferralChoice {
  /// For each value whether it is handed on pending.
  std::vector<bool> keeps;
  /// For each op the group that may be pending.
  std::vector<unsigned> groups;
};

/// The price of a choice; kUnlimited or more for one that isn't possible.
int64_t costOf(const DeferralProblem &problem, const DeferralChoice &choice);

/// The cheapest choice; among equals the one that keeps the most values pending.
/// Exact where at most four ops of a connected part have a choice of groups; with
/// more, these are improved one by one.
DeferralChoice solveDeferral(const DeferralProblem &problem);

} // namespace shardc::propagation

#endif // SHARDC_LIB_SHARDING_DEFERRALCUT_H
