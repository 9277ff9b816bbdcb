//===- OpAssigner.cpp - factor splits of one op -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operands propose splits for the factors in their dimensions. Where proposals
// agree, or one only splits another further, all are taken: what is not split
// yet is sliced for free. Where they contradict each other, the choice that
// moves the fewest bytes wins, work that would be done twice included.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"
#include "shardc/Sharding/ReshardPlan.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// Floating-point operations that take as long as moving one byte, and bytes of
/// local memory that do, on the hardware at hand (989 TFLOP/s and 3.35 TB/s to
/// 450 GB/s of link): weights for comparing choices, no predictions.
static constexpr double kFlopsPerWireByte = 2000;
static constexpr double kMemoryBytesPerWireByte = 7.5;
/// Choices that are compared one by one; beyond, operands are taken in order.
static constexpr int64_t kMaxChoices = 512;

Placement OpAssigner::seen(unsigned operand) const {
  const ValueInfo &info = state.values[step.operands[operand]];
  Placement placement;
  bool isLinear = false;
  auto op = dyn_cast<ShardableOpInterface>(step.op);
  if (!info.produced.partial.empty() && op)
    for (unsigned result = 0; result < step.results.size() && !isLinear; ++result)
      for (const auto &group : op.getLinearOperandGroups(result))
        isLinear |= llvm::is_contained(group, operand);
  // An op that may pass a pending sum on sees the value as it is produced.
  placement.dims = isLinear ? info.produced.dims : state.settledDims(info);
  return placement;
}

void OpAssigner::collect() {
  const ShardingRule &rule = step.rule;
  candidates.assign(rule.factors.size(), {});
  seenOperands.clear();
  for (unsigned operand = 0; operand < step.operands.size(); ++operand) {
    seenOperands.push_back(seen(operand));
    const Placement &placement = seenOperands.back();
    if (placement.dimAxes().empty())
      continue;
    const ValueInfo &info = state.values[step.operands[operand]];
    int64_t bytes = byteSize(info.type);
    for (auto [dim, factors] : llvm::enumerate(rule.operands[operand])) {
      if (placement.dims[dim].empty())
        continue;
      // Rules with many factors have many operands: nothing here may take time
      // for each factor of the rule.
      FactorSplits projected;
      if (factors.size() > 1) {
        projected.resize(rule.factors.size());
        projectDim(info.type.getDimSize(dim), placement.dims[dim], factors, rule, projected);
      }
      for (unsigned factor : factors) {
        const Split &split = factors.size() == 1 ? placement.dims[dim] : projected[factor];
        if (split.empty() || rule.factors[factor].kind == FactorKind::NeedReplication)
          continue;
        int64_t size = rule.factors[factor].size;
        bool known = false;
        for (Candidate &candidate : candidates[factor]) {
          if (isPrefix(size, split, candidate.split)) {
            known = true;
          } else if (isPrefix(size, candidate.split, split)) {
            candidate.split = split;
            known = true;
          }
          if (known) {
            candidate.bytes += bytes;
            break;
          }
        }
        if (!known)
          candidates[factor].push_back({split, bytes});
      }
    }
  }
}

bool OpAssigner::isValid(ArrayRef<Split> splits) const {
  const ShardingRule &rule = step.rule;
  for (const TensorFactors &operand : rule.operands)
    if (!composeTensor(operand, rule, splits))
      return false;
  // A partial result must not be split over the axes that it is partial over.
  AxisList pending;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Reduction)
      llvm::append_range(pending, splits[number].axes);
  for (const TensorFactors &result : rule.results) {
    std::optional<Placement> placement = composeTensor(result, rule, splits);
    if (!placement)
      return false;
    if (pending.empty())
      continue;
    AxisList missing;
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if (factor.kind == FactorKind::Reduction &&
          llvm::none_of(result, [&, number = number](const DimFactors &dim) {
            return llvm::is_contained(dim, number);
          }))
        llvm::append_range(missing, splits[number].axes);
    for (size_t i = 0; i < missing.size(); ++i)
      if (overlaps(ArrayRef(missing).take_front(i), missing[i]))
        return false;
    if (overlaps(placement->dimAxes(), missing))
      return false;
  }
  return true;
}

bool OpAssigner::chooseMaximal() {
  bool unique = true;
  for (auto [number, list] : llvm::enumerate(candidates)) {
    step.splits[number] = list.empty() ? Split() : list.front().split;
    unique &= list.size() <= 1;
  }
  return unique && isValid(step.splits);
}

double OpAssigner::costOf(ArrayRef<Split> splits) const {
  const ShardingRule &rule = step.rule;
  double bytes = 0, memory = 0;
  for (auto [operand, factors] : llvm::enumerate(rule.operands)) {
    RankedTensorType type = state.values[step.operands[operand]].type;
    Placement needed = *composeTensor(factors, rule, splits);
    bytes += reshardBytes(type, seenOperands[operand], needed);
    memory += localBytes(type, needed);
  }
  AxisList all;
  for (const Split &split : splits)
    for (const Axis &axis : split.axes)
      if (!overlaps(all, axis))
        all.push_back(axis);
  for (auto [result, factors] : llvm::enumerate(rule.results)) {
    RankedTensorType type = state.values[step.results[result]].type;
    Placement placement = *composeTensor(factors, rule, splits);
    int64_t local = localBytes(type, placement);
    memory += local;
    int64_t parts = 1;
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if (factor.kind == FactorKind::Reduction &&
          llvm::none_of(factors, [&, number = number](const DimFactors &dim) {
            return llvm::is_contained(dim, number);
          }))
        parts *= partsOf(splits[number].axes);
    bytes += 2.0 * local * (parts - 1) / parts;
  }
  double flops = 0;
  if (auto cost = dyn_cast<CostOpInterface>(step.op))
    flops = static_cast<double>(cost.getFlops()) / partsOf(all);
  return bytes + std::max(flops / kFlopsPerWireByte, memory / kMemoryBytesPerWireByte);
}

void OpAssigner::chooseByCost() {
  step.conflicted = true;
  // Options of a factor: its candidates, what is left of them when inner axes
  // are given up, nothing.
  struct Options {
    unsigned factor;
    SmallVector<Split> splits;
  };
  SmallVector<Options> options;
  int64_t choices = 1;
  for (auto [number, list] : llvm::enumerate(candidates)) {
    if (list.empty())
      continue;
    Options &entry = options.emplace_back();
    entry.factor = number;
    for (const Candidate &candidate : list)
      for (size_t count = candidate.split.axes.size(); count > 0; --count) {
        Split prefix = candidate.split;
        prefix.axes.truncate(count);
        entry.splits.push_back(prefix);
      }
    entry.splits.push_back({});
    choices = std::min<int64_t>(choices * entry.splits.size(), kMaxChoices + 1);
  }
  FactorSplits splits(step.rule.factors.size());
  if (choices > kMaxChoices) {
    for (const Options &entry : options)
      for (const Split &split : entry.splits) {
        splits[entry.factor] = split;
        if (isValid(splits))
          break;
      }
    step.splits = splits;
    return;
  }
  std::optional<double> best;
  SmallVector<size_t> counter(options.size());
  while (true) {
    for (auto [entry, choice] : llvm::zip_equal(options, counter))
      splits[entry.factor] = entry.splits[choice];
    if (isValid(splits)) {
      double cost = costOf(splits);
      if (!best || cost < *best) {
        best = cost;
        step.splits = splits;
      }
    }
    size_t digit = options.size();
    while (digit > 0 && ++counter[digit - 1] == options[digit - 1].splits.size())
      counter[--digit] = 0;
    if (digit == 0)
      return;
  }
}

void OpAssigner::applyConstraint() {
  auto constraint = dyn_cast<ConstraintOp>(step.op);
  if (!constraint)
    return;
  // Factor i is dimension i. Closed dimensions are as asked; open ones may be
  // split further by the operand.
  Placement asked = state.mesh.fromAttr(constraint.getSharding());
  AxisList fixed = asked.dimAxes();
  for (auto [number, dim] : llvm::enumerate(constraint.getSharding().getDims())) {
    Split &split = step.splits[number];
    int64_t extent = step.rule.factors[number].size;
    if (dim.getIsClosed() || !isPrefix(extent, asked.dims[number], split)) {
      split = asked.dims[number];
      continue;
    }
    CommonPrefix prefix = commonPrefix(extent, asked.dims[number], split);
    AxisList elsewhere = subtract(fixed, asked.dims[number].axes);
    if (overlaps(elsewhere, prefix.restB))
      split = asked.dims[number];
  }
  if (!isValid(step.splits))
    for (auto [split, dim] : llvm::zip_equal(step.splits, asked.dims))
      split = dim;
}

void OpAssigner::extend(FactorSplits &splits, ArrayRef<Axis> except) const {
  const ShardingRule &rule = step.rule;
  for (auto [result, factors] : llvm::enumerate(rule.results)) {
    const ValueInfo &info = state.values[step.results[result]];
    for (auto [dim, dimFactors] : llvm::enumerate(factors)) {
      const Split &wanted = info.wanted[dim];
      if (wanted.empty())
        continue;
      // The split of a dimension of one factor is the split of the factor.
      FactorSplits projected;
      if (dimFactors.size() != 1) {
        projected.resize(rule.factors.size());
        if (!projectDim(info.type.getDimSize(dim), wanted, dimFactors, rule, projected))
          continue;
      }
      for (unsigned factor : dimFactors) {
        const Split &proposal = dimFactors.size() == 1 ? wanted : projected[factor];
        int64_t size = rule.factors[factor].size;
        if (rule.factors[factor].kind == FactorKind::NeedReplication ||
            !isPrefix(size, splits[factor], proposal) || isPrefix(size, proposal, splits[factor]))
          continue;
        // As much of it as is possible: inner axes are given up first.
        Split before = splits[factor];
        CommonPrefix prefix = commonPrefix(size, before, proposal);
        for (size_t count = prefix.restB.size(); count > 0; --count) {
          ArrayRef<Axis> more = ArrayRef(prefix.restB).take_front(count);
          if (overlaps(except, more))
            continue;
          Split &split = splits[factor];
          split.granule = proposal.granule;
          split.axes = prefix.common.axes;
          llvm::append_range(split.axes, more);
          if (isValid(splits))
            break;
          split = before;
        }
      }
    }
  }
}

FactorSplits OpAssigner::extended() {
  FactorSplits splits = step.splits;
  if (!isa<ConstraintOp>(step.op))
    extend(splits, {});
  return splits;
}

void OpAssigner::run() {
  step.conflicted = false;
  collect();
  if (!chooseMaximal())
    chooseByCost();
  if (isa<ConstraintOp>(step.op)) {
    applyConstraint();
  } else {
    // Pending sums that pass through keep their axes to themselves.
    SmallVector<AxisList> available;
    for (unsigned value : step.operands)
      available.push_back(state.pendingSums(value));
    AxisList passed;
    for (const AxisList &axes : state.passPartial(step, available))
      llvm::append_range(passed, axes);
    extend(step.splits, passed);
  }
  for (auto [operand, factors] : llvm::enumerate(step.rule.operands))
    step.needed[operand].dims = composeTensor(factors, step.rule, step.splits)->dims;
}
