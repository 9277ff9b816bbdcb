//===- ReshardGraph.h - shortest paths between placements -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The graph of placements of one value: nodes say which blocks a rank holds,
// edges are collectives, their length is what a rank sends.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_RESHARDGRAPH_H
#define SHARDC_LIB_SHARDING_RESHARDGRAPH_H

#include "shardc/Sharding/ReshardPlan.h"
#include <optional>

namespace shardc::reshard {

/// Length of a path: bytes first, then steps.
struct Length {
  int64_t bytes = 0;
  int64_t steps = 0;
  bool operator<(const Length &other) const {
    return std::tie(bytes, steps) < std::tie(other.bytes, other.steps);
  }
};

/// Bytes that a rank sends in a step of `kind` over `parts` ranks, with `in` bytes
/// a rank before it and `out` after it; an all_to_all cuts blocks of `block` bytes.
int64_t stepBytes(ReshardStep::Kind kind, int64_t parts, int64_t in, int64_t out, int64_t block);

/// Bytes of a per-rank shape, and of one block of `before` that an all_to_all to
/// `after` cuts along `splitDim`.
int64_t bytesOf(llvm::ArrayRef<int64_t> shape, int64_t elementBytes);
int64_t blockBytes(llvm::ArrayRef<int64_t> before, llvm::ArrayRef<int64_t> after, unsigned splitDim,
                   int64_t elementBytes);

/// The first of the shortest paths that are shorter than `limit`; nothing when
/// there is none, or when the graph is too large to search.
std::optional<std::vector<ReshardStep>>
shortestPath(mlir::RankedTensorType type, const Placement &from, const Placement &to, Length limit);

} // namespace shardc::reshard

#endif // SHARDC_LIB_SHARDING_RESHARDGRAPH_H
