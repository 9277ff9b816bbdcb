//===- ReshardGreedy.cpp - reshards without a search ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The greedy walk: what makes a value smaller is done before what makes it
// bigger; an axis that leaves one dimension for another is exchanged rather than
// gathered and sliced.
//
//===----------------------------------------------------------------------===//

#include "ReshardGraph.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

/// Builds a plan step by step.
class Planner {
public:
  Planner(RankedTensorType type, const Placement &from, const Placement &to)
      : type(type), current(from), target(to) {}

  std::vector<ReshardStep> run();

private:
  /// What dimension `dim` still has to lose (innermost last) and to gain.
  CommonPrefix difference(unsigned dim) const {
    return commonPrefix(type.getDimSize(dim), current.dims[dim], target.dims[dim]);
  }
  /// Splits `dim` further by what it has to gain next, if it has nothing to
  /// lose and the next axes are free (`ReplicatedSource`), partial, or on
  /// another dimension.
  enum Source { Replicated, Pending, Elsewhere };
  bool gain(unsigned dim, Source source);
  bool reduceRest();
  bool gather();
  /// Sets dimension `dim` to `split`, cut like the difference was.
  void setDim(unsigned dim, AxisList axes, int64_t granule);
  ReshardStep &emit(ReshardStep::Kind kind, ArrayRef<Axis> axes, int64_t dim);
  void finish(ReshardStep &step);

  RankedTensorType type;
  Placement current;
  const Placement &target;
  std::vector<ReshardStep> steps;
};

} // namespace

void Planner::setDim(unsigned dim, AxisList axes, int64_t granule) {
  current.dims[dim].axes = std::move(axes);
  current.dims[dim].granule = current.dims[dim].axes.empty() ? 1 : granule;
}

ReshardStep &Planner::emit(ReshardStep::Kind kind, ArrayRef<Axis> axes, int64_t dim) {
  ReshardStep &step = steps.emplace_back();
  step.kind = kind;
  step.axes.assign(axes.begin(), axes.end());
  step.dim = dim;
  llvm::append_range(step.before, localType(type, current).getShape());
  return step;
}

void Planner::finish(ReshardStep &step) {
  step.placement = current;
  llvm::append_range(step.after, localType(type, current).getShape());
  int64_t element = std::max<int64_t>(1, type.getElementType().getIntOrFloatBitWidth() / 8);
  step.bytes =
      reshard::stepBytes(step.kind, partsOf(step.axes), reshard::bytesOf(step.before, element),
                         reshard::bytesOf(step.after, element),
                         reshard::blockBytes(step.before, step.after, step.dim, element));
}

/// The leading axes of `gains` that may be cut off in one op: one axis, and
/// those after it as long as all of them split evenly.
static AxisList leading(ArrayRef<Axis> gains, int64_t extent, int64_t granule,
                        llvm::function_ref<bool(const Axis &)> suits) {
  AxisList axes;
  for (const Axis &axis : gains) {
    if (!suits(axis))
      break;
    int64_t block = blockLength(extent, granule, axis.size);
    bool even = block * axis.size == extent;
    if (!axes.empty() && !even)
      break;
    axes.push_back(axis);
    extent = block;
    if (!even)
      break;
  }
  return axes;
}

bool Planner::gain(unsigned dim, Source source) {
  CommonPrefix diff = difference(dim);
  if (diff.restB.empty() || (source != Elsewhere && !diff.restA.empty()))
    return false;
  if (!diff.restA.empty())
    return false;
  int64_t granule = target.dims[dim].granule;
  AxisList used = current.dimAxes();
  AxisList pending = current.partialAxes();

  if (source == Replicated || source == Pending) {
    // A target axis may be partly of one source and partly of another: cut the
    // list where the source changes only between axes.
    std::optional<ReductionKind> kind;
    auto suits = [&](const Axis &axis) {
      if (overlaps(used, axis))
        return false;
      if (source == Replicated)
        return !overlaps(pending, axis);
      for (const Partial &entry : current.partial)
        if (contains(entry.axes, axis) && (!kind || *kind == entry.kind)) {
          kind = entry.kind;
          return true;
        }
      return false;
    };
    AxisList axes = leading(diff.restB, diff.extent, granule, suits);
    if (axes.empty())
      return false;
    ReshardStep &step =
        emit(source == Replicated ? ReshardStep::AllSlice : ReshardStep::ReduceScatter, axes, dim);
    if (kind) {
      step.reduction = *kind;
      current.removePartial(axes);
    }
    AxisList now = diff.common.axes;
    llvm::append_range(now, axes);
    setDim(dim, std::move(now), granule);
    finish(step);
    return true;
  }

  // The next axis may be the innermost one that another dimension loses.
  Axis next = diff.restB.front();
  for (unsigned other = 0; other < current.dims.size(); ++other) {
    if (other == dim)
      continue;
    CommonPrefix loss = difference(other);
    if (loss.restA.empty())
      continue;
    Axis last = loss.restA.back();
    if (!(last == next)) {
      // Cut either so that they meet, where that is even.
      bool cutLast = last.contains(next) && next.pre * next.size == last.pre * last.size;
      if (!cutLast)
        continue;
      int64_t extent = loss.extent;
      bool even = true;
      for (const Axis &axis : loss.restA) {
        int64_t block = blockLength(extent, current.dims[other].granule, axis.size);
        even = block * axis.size == extent;
        extent = block;
      }
      if (!even)
        continue;
      loss.restA.back() = {last.index, last.pre, next.pre / last.pre};
      loss.restA.push_back(next);
    }
    ReshardStep &step = emit(ReshardStep::AllToAll, next, dim);
    step.concatDim = other;
    AxisList remaining = loss.common.axes;
    llvm::append_range(remaining, ArrayRef<Axis>(loss.restA).drop_back());
    setDim(other, std::move(remaining), current.dims[other].granule);
    AxisList now = diff.common.axes;
    now.push_back(next);
    setDim(dim, std::move(now), granule);
    finish(step);
    return true;
  }
  return false;
}

bool Planner::reduceRest() {
  for (const Partial &entry : current.partial) {
    AxisList keep;
    for (const Partial &wanted : target.partial)
      if (wanted.kind == entry.kind)
        keep = wanted.axes;
    AxisList axes = subtract(entry.axes, keep);
    if (axes.empty())
      continue;
    ReshardStep &step = emit(ReshardStep::AllReduce, axes, 0);
    step.reduction = entry.kind;
    current.removePartial(axes);
    finish(step);
    return true;
  }
  return false;
}

bool Planner::gather() {
  // Among the dimensions with something to lose, the one that grows least.
  std::optional<unsigned> best;
  int64_t bestParts = 0;
  for (unsigned dim = 0; dim < current.dims.size(); ++dim) {
    CommonPrefix diff = difference(dim);
    if (diff.restA.empty())
      continue;
    int64_t parts = partsOf(diff.restA);
    if (!best || parts < bestParts) {
      best = dim;
      bestParts = parts;
    }
  }
  if (!best)
    return false;
  unsigned dim = *best;
  CommonPrefix diff = difference(dim);
  int64_t granule = current.dims[dim].granule;
  // Innermost axes first; several at once while all of them split evenly.
  SmallVector<bool> even;
  int64_t extent = diff.extent;
  for (const Axis &axis : diff.restA) {
    int64_t block = blockLength(extent, granule, axis.size);
    even.push_back(block * axis.size == extent);
    extent = block;
  }
  size_t begin = diff.restA.size() - 1;
  while (begin > 0 && even[begin] && even[begin - 1])
    --begin;
  AxisList axes(ArrayRef<Axis>(diff.restA).drop_front(begin));
  ReshardStep &step = emit(ReshardStep::AllGather, axes, dim);
  AxisList remaining = diff.common.axes;
  llvm::append_range(remaining, ArrayRef<Axis>(diff.restA).take_front(begin));
  setDim(dim, std::move(remaining), granule);
  finish(step);
  return true;
}

std::vector<ReshardStep> Planner::run() {
  auto any = [&](Source source) {
    for (unsigned dim = 0; dim < current.dims.size(); ++dim)
      if (gain(dim, source))
        return true;
    return false;
  };
  while (any(Replicated) || any(Pending) || reduceRest() || any(Elsewhere) || gather()) {
  }
  return std::move(steps);
}

std::vector<ReshardStep> shardc::planReshardGreedily(RankedTensorType type, const Placement &from,
                                                     const Placement &to) {
  return Planner(type, from, to).run();
}
