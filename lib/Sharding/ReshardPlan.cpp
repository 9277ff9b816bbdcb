//===- ReshardPlan.cpp - from one placement to another ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The choice between the greedy plan and the shortest path, and a memory of what
// was chosen.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/ReshardPlan.h"
#include "ReshardGraph.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

StringRef shardc::stringify(ReshardStep::Kind kind) {
  switch (kind) {
  case ReshardStep::AllSlice:
    return "all_slice";
  case ReshardStep::ReduceScatter:
    return "reduce_scatter";
  case ReshardStep::AllReduce:
    return "all_reduce";
  case ReshardStep::AllToAll:
    return "all_to_all";
  case ReshardStep::AllGather:
    return "all_gather";
  case ReshardStep::Permute:
    return "permute";
  }
  llvm_unreachable("covered above");
}

static reshard::Length lengthOf(ArrayRef<ReshardStep> plan) {
  reshard::Length length{0, static_cast<int64_t>(plan.size())};
  for (const ReshardStep &step : plan)
    length.bytes += step.bytes;
  return length;
}

static std::vector<ReshardStep> makePlan(RankedTensorType type, const Placement &from,
                                         const Placement &to) {
  std::vector<ReshardStep> plan = planReshardGreedily(type, from, to);
  // Slices only, or one step: nothing is shorter, but for padding.
  reshard::Length length = lengthOf(plan);
  if (length.bytes == 0 || length.steps == 1)
    return plan;
  if (auto shorter = reshard::shortestPath(type, from, to, length)) {
    // Blocks written as the target writes them.
    if (!shorter->empty())
      shorter->back().placement.dims = to.dims;
    return std::move(*shorter);
  }
  return plan;
}

namespace {

/// Plans of one thread by what was asked. Shapes, element sizes and axes say all:
/// a plan speaks of no mesh and no op.
class PlanCache {
public:
  struct Entry {
    std::vector<ReshardStep> plan;
    int64_t bytes = 0;
  };
  const Entry &get(RankedTensorType type, const Placement &from, const Placement &to);

private:
  void add(int64_t number) { key.append(reinterpret_cast<const char *>(&number), sizeof(number)); }
  void add(ArrayRef<Axis> axes) {
    add(axes.size());
    for (const Axis &axis : axes) {
      add(axis.index);
      add(axis.pre);
      add(axis.size);
    }
  }
  void add(const Placement &placement) {
    for (const Split &dim : placement.dims) {
      add(dim.axes);
      add(dim.granule);
    }
    add(placement.partial.size());
    for (const Partial &entry : placement.partial) {
      add(static_cast<int64_t>(entry.kind));
      add(entry.axes);
    }
  }

  /// Programs have few different reshards; this many are of several programs.
  static constexpr size_t maxEntries = 1 << 14;
  std::string key;
  llvm::StringMap<Entry> entries;
};

} // namespace

const PlanCache::Entry &PlanCache::get(RankedTensorType type, const Placement &from,
                                       const Placement &to) {
  key.clear();
  add(type.getElementType().getIntOrFloatBitWidth());
  add(type.getRank());
  for (int64_t extent : type.getShape())
    add(extent);
  add(from);
  add(to);
  if (auto known = entries.find(key); known != entries.end())
    return known->second;
  if (entries.size() >= maxEntries)
    entries.clear();
  Entry entry;
  entry.plan = makePlan(type, from, to);
  entry.bytes = lengthOf(entry.plan).bytes;
  return entries.try_emplace(key, std::move(entry)).first->second;
}

static PlanCache &plans() {
  static thread_local PlanCache cache;
  return cache;
}

/// Written alike, so surely equal.
static bool isSame(const Placement &from, const Placement &to) {
  if (from.partial.size() != to.partial.size())
    return false;
  for (auto [a, b] : llvm::zip_equal(from.partial, to.partial))
    if (a.kind != b.kind || a.axes != b.axes)
      return false;
  for (auto [a, b] : llvm::zip_equal(from.dims, to.dims))
    if (a.axes != b.axes || (!a.axes.empty() && a.granule != b.granule))
      return false;
  return true;
}

std::vector<ReshardStep> shardc::planReshard(RankedTensorType type, const Placement &from,
                                             const Placement &to) {
  if (isSame(from, to))
    return {};
  return plans().get(type, from, to).plan;
}

int64_t shardc::reshardBytes(RankedTensorType type, const Placement &from, const Placement &to) {
  if (isSame(from, to))
    return 0;
  return plans().get(type, from, to).bytes;
}
