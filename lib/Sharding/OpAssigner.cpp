//===- OpAssigner.cpp - factor splits of one op -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operands propose splits for the factors in their dimensions. Where proposals
// agree, or one only splits another further, all are taken: what is not split
// yet is sliced for free. Where they contradict each other, what stronger
// annotations have settled stays, and of what is left the choice that moves the
// fewest bytes wins, work that would be done twice included.
//
//===----------------------------------------------------------------------===//

#include "OpAssigner.h"
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

void OpInputs::appendKey(KeyBuilder &key) const {
  key.add(op->number);
  key.add(floor);
  if (op->isConstraint)
    key.add(level);
  for (unsigned number : seen)
    key.add(number);
  for (unsigned number : wanted)
    key.add(number);
  for (uint64_t dims : unasked)
    key.add(static_cast<int64_t>(dims));
  if (llvm::all_of(available, [](unsigned number) { return number == 0; }))
    return;
  for (unsigned number : available)
    key.add(number);
  for (bool zero : isZero)
    key.add(static_cast<unsigned>(zero));
}

//===----------------------------------------------------------------------===//
// Pending sums
//===----------------------------------------------------------------------===//

PassedSums propagation::passSums(const OpClass &op, ArrayRef<Split> splits,
                                 ArrayRef<AxisList> available,
                                 llvm::function_ref<bool(unsigned)> isZero) {
  PassedSums passed;
  passed.operands.resize(op.operands.size());
  passed.results.resize(op.results.size());
  if (op.results.empty() ||
      llvm::all_of(available, [](const AxisList &axes) { return axes.empty(); }))
    return passed;

  // Axes that the op splits a factor by can't be pending beside.
  AxisList used;
  for (const Split &split : splits)
    for (const Axis &axis : split.axes)
      if (!contains(used, axis))
        used.push_back(axis);
  AxisList all, cutters;
  for (const AxisList &axes : available) {
    for (const Axis &axis : subtract(axes, used))
      for (const Axis &more : subtract(axis, all))
        all.push_back(more);
    // Operands may have different parts of one axis pending.
    llvm::append_range(cutters, axes);
  }
  for (const Axis &axis : cutAt(normalizeSet(all), cutters)) {
    // Every result must be linear in the same operands.
    const SmallVector<unsigned> *chosen = nullptr;
    for (const auto &group : op.linear.front()) {
      bool any = false;
      bool fits = llvm::all_of(group, [&](unsigned operand) {
        if (!contains(available[operand], axis))
          return isZero(operand);
        return any = true;
      });
      for (unsigned result = 1; fits && result < op.results.size(); ++result)
        fits = llvm::is_contained(op.linear[result], group);
      if (fits && any) {
        chosen = &group;
        break;
      }
    }
    // A barrier passes operand i to result i.
    if (!chosen && op.results.size() > 1 && op.results.size() == op.operands.size()) {
      for (unsigned result = 0; result < op.results.size(); ++result)
        if (contains(available[result], axis) && op.linear[result] == OpClass::Groups{{result}}) {
          passed.results[result].push_back(axis);
          passed.operands[result].push_back(axis);
        }
      continue;
    }
    if (!chosen)
      continue;
    for (AxisList &axes : passed.results)
      axes.push_back(axis);
    for (unsigned operand : *chosen)
      if (contains(available[operand], axis))
        passed.operands[operand].push_back(axis);
  }
  return passed;
}

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

void OpAssigner::collect() {
  candidates.assign(rule.factors.size(), {});
  for (unsigned operand = 0; operand < op.operands.size(); ++operand) {
    // A zero that a sum begins with comes in any split: it is no reason to reduce what is
    // pending in the other operand.
    if (!inputs.isZero.empty() && inputs.isZero[operand])
      continue;
    ArrayRef<Split> dims = tables.splits[inputs.seen[operand]];
    for (auto [dim, factors] : llvm::enumerate(rule.operands[operand])) {
      if (dims[dim].empty())
        continue;
      // Rules with many factors have many operands: nothing here may take time
      // for each factor of the rule.
      FactorSplits projected;
      if (factors.size() > 1) {
        projected.resize(rule.factors.size());
        projectDim(op.operands[operand].getDimSize(dim), dims[dim], factors, rule, projected);
      }
      for (unsigned factor : factors) {
        const Split &split = factors.size() == 1 ? dims[dim] : projected[factor];
        if (split.empty() || rule.factors[factor].kind == FactorKind::NeedReplication)
          continue;
        int64_t size = rule.factors[factor].size;
        bool known = false;
        for (Candidate &candidate : candidates[factor]) {
          known = isPrefix(size, split, candidate.split);
          if (!known && isPrefix(size, candidate.split, split)) {
            candidate = {split, operand};
            known = true;
          }
          if (known)
            break;
        }
        if (!known)
          candidates[factor].push_back({split, operand});
      }
    }
  }
}

/// Only what splits the settled splits further is left.
void OpAssigner::obeyFloor() {
  ArrayRef<Split> floor = tables.splits[inputs.floor];
  for (auto [number, settled] : llvm::enumerate(floor)) {
    if (settled.empty())
      continue;
    int64_t size = rule.factors[number].size;
    auto &list = candidates[number];
    llvm::erase_if(list, [&, settled = settled](const Candidate &candidate) {
      return !isPrefix(size, settled, candidate.split);
    });
    if (list.empty())
      list.push_back({settled, 0});
  }
}

bool OpAssigner::isValid(ArrayRef<Split> splits) const {
  for (const TensorFactors &operand : rule.operands)
    if (!composeTensor(operand, rule, splits))
      return false;
  // A partial result must not be split over the axes that it is partial over.
  SmallVector<unsigned> pending;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Reduction && !splits[number].empty())
      pending.push_back(number);
  for (const TensorFactors &result : rule.results) {
    std::optional<Placement> placement = composeTensor(result, rule, splits);
    if (!placement)
      return false;
    AxisList missing;
    for (unsigned number : pending)
      if (llvm::none_of(result,
                        [&](const DimFactors &dim) { return llvm::is_contained(dim, number); }))
        llvm::append_range(missing, splits[number].axes);
    for (size_t i = 0; i < missing.size(); ++i)
      if (overlaps(ArrayRef(missing).take_front(i), missing[i]))
        return false;
    if (overlaps(placement->dimAxes(), missing))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

bool OpAssigner::chooseMaximal() {
  bool unique = true;
  for (auto [number, list] : llvm::enumerate(candidates)) {
    splits[number] = list.empty() ? Split() : list.front().split;
    unique &= list.size() <= 1;
  }
  return unique && isValid(splits);
}

/// Bytes of finishing the reductions that these splits leave in result `number`,
/// whose local bytes are `local`: an all_reduce sends twice what it reduces.
static double reductionBytes(const ShardingRule &rule, unsigned number, ArrayRef<Split> splits,
                             int64_t local) {
  int64_t parts = 1;
  for (auto [index, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Reduction && !splits[index].empty() &&
        llvm::none_of(rule.results[number],
                      [&, f = index](const DimFactors &dim) { return llvm::is_contained(dim, f); }))
      parts *= partsOf(splits[index].axes);
  return 2.0 * local * (parts - 1) / parts;
}

int64_t OpAssigner::bytesOf(ArrayRef<Split> splits) const {
  double bytes = 0;
  for (auto [operand, factors] : llvm::enumerate(rule.operands)) {
    Placement seen;
    llvm::append_range(seen.dims, tables.splits[inputs.seen[operand]]);
    bytes += reshardBytes(op.operands[operand], seen, *composeTensor(factors, rule, splits));
  }
  for (auto [result, factors] : llvm::enumerate(rule.results)) {
    Placement placement = *composeTensor(factors, rule, splits);
    bytes += reductionBytes(rule, result, splits, localBytes(op.results[result], placement));
  }
  return static_cast<int64_t>(bytes);
}

double OpAssigner::costOf(ArrayRef<Split> splits) const {
  double memory = 0;
  for (auto [type, factors] : llvm::zip_equal(op.operands, rule.operands))
    memory += localBytes(type, *composeTensor(factors, rule, splits));
  for (auto [type, factors] : llvm::zip_equal(op.results, rule.results))
    memory += localBytes(type, *composeTensor(factors, rule, splits));
  AxisList all;
  for (const Split &split : splits)
    for (const Axis &axis : split.axes)
      if (!overlaps(all, axis))
        all.push_back(axis);
  double flops = static_cast<double>(op.getFlops()) / partsOf(all);
  return bytesOf(splits) + std::max(flops / kFlopsPerWireByte, memory / kMemoryBytesPerWireByte);
}

void OpAssigner::chooseByCost(OpOutcome &outcome) {
  ArrayRef<Split> floor = tables.splits[inputs.floor];
  // Options of a factor: its candidates, what is left of them when inner axes
  // are given up, nothing; never less than what is settled.
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
    Split settled = floor.empty() ? Split() : floor[number];
    int64_t size = rule.factors[number].size;
    for (const Candidate &candidate : list)
      for (size_t count = candidate.split.axes.size(); count > 0; --count) {
        Split prefix = candidate.split;
        prefix.axes.truncate(count);
        if (isPrefix(size, settled, prefix))
          entry.splits.push_back(prefix);
      }
    entry.splits.push_back(settled);
    choices = std::min<int64_t>(choices * entry.splits.size(), kMaxChoices + 1);
  }
  FactorSplits tried(rule.factors.size());
  if (choices > kMaxChoices) {
    for (const Options &entry : options)
      for (const Split &split : entry.splits) {
        tried[entry.factor] = split;
        if (isValid(tried))
          break;
      }
    splits = tried;
    outcome.conflict.emplace().bytes = bytesOf(splits);
    return;
  }
  std::optional<double> best, second;
  OpConflict &conflict = outcome.conflict.emplace();
  SmallVector<size_t> counter(options.size());
  for (bool more = true; more;) {
    for (auto [entry, choice] : llvm::zip_equal(options, counter))
      tried[entry.factor] = entry.splits[choice];
    if (isValid(tried)) {
      double cost = costOf(tried);
      if (!best || cost < *best) {
        second = best;
        conflict.second = splits;
        best = cost;
        splits = tried;
      } else if (!second || cost < *second) {
        second = cost;
        conflict.second = tried;
      }
    }
    size_t digit = options.size();
    while (digit > 0 && ++counter[digit - 1] == options[digit - 1].splits.size())
      counter[--digit] = 0;
    more = digit != 0;
  }
  conflict.bytes = bytesOf(splits);
  conflict.hasSecond = second.has_value();
  if (second)
    conflict.secondBytes = bytesOf(conflict.second);
}

bool OpAssigner::isHeardConstraint() const {
  return op.isConstraint && (op.priorities.empty() || llvm::any_of(op.priorities, [&](int64_t p) {
                               return p <= inputs.level;
                             }));
}

void OpAssigner::applyConstraint() {
  // Factor i is dimension i. Closed dimensions are as asked; open ones may be
  // split further by the operand.
  AxisList fixed;
  SmallVector<Split> asked(splits.size());
  SmallVector<bool> closed(splits.size(), false);
  for (auto [number, split] : llvm::enumerate(asked)) {
    if (op.priorities[number] > inputs.level)
      continue;
    split = op.asked.dims[number];
    closed[number] = op.closed[number];
    llvm::append_range(fixed, split.axes);
  }
  for (auto [number, want] : llvm::enumerate(asked)) {
    Split &split = splits[number];
    int64_t extent = rule.factors[number].size;
    if (closed[number] || !isPrefix(extent, want, split)) {
      split = want;
      continue;
    }
    CommonPrefix prefix = commonPrefix(extent, want, split);
    AxisList elsewhere = subtract(fixed, want.axes);
    if (overlaps(elsewhere, prefix.restB))
      split = want;
  }
  if (!isValid(splits))
    for (auto [split, want] : llvm::zip_equal(splits, asked))
      split = want;
}

void OpAssigner::extend(FactorSplits &splits, ArrayRef<Axis> except) const {
  for (auto [result, factors] : llvm::enumerate(rule.results)) {
    ArrayRef<Split> wantedDims = tables.splits[inputs.wanted[result]];
    for (auto [dim, dimFactors] : llvm::enumerate(factors)) {
      const Split &wanted = wantedDims[dim];
      if (wanted.empty())
        continue;
      // The split of a dimension of one factor is the split of the factor.
      FactorSplits projected;
      if (dimFactors.size() != 1) {
        projected.resize(rule.factors.size());
        if (!projectDim(op.results[result].getDimSize(dim), wanted, dimFactors, rule, projected))
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

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

void OpAssigner::listPlain(OpOutcome &outcome) {
  for (const TensorFactors &factors : rule.results)
    outcome.plain.push_back(tables.splits.number(composeTensor(factors, rule, splits)->dims));
}

void OpAssigner::finish(OpOutcome &outcome, ArrayRef<Split> asked, PassedSums &passed) {
  auto sums = [&](ArrayRef<Axis> axes) {
    Placement placement;
    placement.addPartial(ReductionKind::Sum, axes);
    return tables.partial.number(placement.partial);
  };
  bool isMute = op.isConstraint && !isHeardConstraint();
  // Users that take anything leave the op free to: whoever else reads its operand decides.
  SmallVector<bool> isFree(op.takesWhatUsersTake);
  for (auto [result, factors] : llvm::enumerate(rule.results))
    for (auto [dim, dimFactors] : llvm::enumerate(factors))
      for (unsigned factor : dimFactors)
        isFree[factor] &= dim < 64 && (inputs.unasked[result] >> dim & 1);
  for (auto [free, split] : llvm::zip_equal(isFree, asked))
    free &= split.empty() && !op.isConstraint;
  for (auto [operand, factors] : llvm::enumerate(rule.operands)) {
    outcome.needed.push_back(tables.splits.number(composeTensor(factors, rule, splits)->dims));
    outcome.neededPartial.push_back(sums(passed.operands[operand]));
    SplitList demand = composeTensor(factors, rule, asked)->dims;
    for (auto [split, dimFactors] : llvm::zip_equal(demand, factors)) {
      bool takesAny = !dimFactors.empty() && llvm::all_of(dimFactors, [&](unsigned factor) {
        return op.takesAny[factor] || isFree[factor];
      });
      // A constraint that is not heard yet asks for nothing of its own.
      if (takesAny || (isMute && split.empty()))
        split = Split{{}, kNoDemand};
    }
    outcome.demands.push_back(tables.splits.number(demand));
  }
  for (auto [result, factors] : llvm::enumerate(rule.results)) {
    Placement placement = *composeTensor(factors, rule, splits);
    outcome.produced.push_back(tables.splits.number(placement.dims));
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if (factor.kind == FactorKind::Reduction && !splits[number].empty() &&
          llvm::none_of(factors, [&, f = number](const DimFactors &dim) {
            return llvm::is_contained(dim, f);
          }))
        placement.addPartial(factor.reduction, splits[number].axes);
    placement.addPartial(ReductionKind::Sum, passed.results[result]);
    outcome.producedPartial.push_back(tables.partial.number(placement.partial));
  }
  outcome.splits = std::move(splits);
}

OpOutcome OpAssigner::run() {
  OpOutcome outcome;
  splits.resize(rule.factors.size());
  collect();
  obeyFloor();
  if (!chooseMaximal())
    chooseByCost(outcome);
  SmallVector<AxisList> available;
  for (unsigned number : inputs.available)
    available.emplace_back(tables.axes[number]);
  auto isZero = [&](unsigned operand) { return inputs.isZero[operand]; };
  if (isHeardConstraint()) {
    applyConstraint();
    listPlain(outcome);
    PassedSums passed = passSums(op, splits, available, isZero);
    FactorSplits asked = splits;
    finish(outcome, asked, passed);
    return outcome;
  }
  listPlain(outcome);
  FactorSplits asked = splits;
  extend(asked, {});
  // Pending sums that pass through keep their axes to themselves.
  PassedSums passed = passSums(op, splits, available, isZero);
  AxisList kept;
  for (const AxisList &axes : passed.results)
    llvm::append_range(kept, axes);
  if (kept.empty()) {
    splits = asked;
  } else {
    extend(splits, kept);
    passed = passSums(op, splits, available, isZero);
  }
  finish(outcome, asked, passed);
  return outcome;
}
