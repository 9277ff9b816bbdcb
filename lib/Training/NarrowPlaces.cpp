//===- NarrowPlaces.cpp - where little crosses a program --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "NarrowPlaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace shardc;

std::vector<llvm::SmallVector<unsigned>> shardc::findNarrowPlaces(const RecomputeProblem &problem,
                                                                  unsigned end, unsigned window) {
  end = std::min<unsigned>(end, problem.ops.size());
  // The last early reader of each op; bytes that cross behind each op.
  std::vector<unsigned> lastEarly(problem.ops.size());
  for (unsigned at = 0; at < problem.ops.size(); ++at) {
    lastEarly[at] = at;
    for (unsigned read : problem.ops[at].reads)
      if (unsigned maker = problem.values[read].maker;
          maker != RecomputeValue::noMaker && at < problem.ops[maker].lateFrom)
        lastEarly[maker] = at;
  }
  std::vector<int64_t> change(problem.ops.size() + 1, 0);
  for (const RecomputeValue &value : problem.values)
    if (value.maker != RecomputeValue::noMaker && lastEarly[value.maker] > value.maker) {
      change[value.maker] += value.bytes;
      change[lastEarly[value.maker]] -= value.bytes;
    }
  // Ops of no bytes make no places.
  llvm::SmallVector<std::pair<unsigned, int64_t>> places;
  int64_t crossing = 0;
  for (unsigned at = 0; at < end; ++at) {
    crossing += change[at];
    if (crossing > 0 && !problem.ops[at].isFused)
      places.push_back({at, crossing});
  }
  std::vector<llvm::SmallVector<unsigned>> narrow;
  for (unsigned i = 0; i < places.size(); ++i) {
    unsigned first = i < window ? 0 : i - window;
    unsigned last = std::min<unsigned>(places.size() - 1, i + window);
    bool isNarrow = true;
    for (unsigned j = first; j <= last && isNarrow; ++j)
      isNarrow = places[i].second <= places[j].second;
    if (!isNarrow)
      continue;
    llvm::SmallVector<unsigned> ops;
    // Values cross for a few hundred ops at most, but constants from the beginning.
    for (unsigned op = 0; op <= places[i].first; ++op)
      if (!problem.ops[op].isFused && lastEarly[op] > places[i].first)
        ops.push_back(op);
    if (narrow.empty() || narrow.back() != ops)
      narrow.push_back(std::move(ops));
  }
  return narrow;
}
