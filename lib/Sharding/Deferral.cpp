//===- Deferral.cpp - where pending sums are reduced ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A partial sum may be reduced where it is made, or passed on by linear ops and
// reduced further down: after the sum of two of them, or after a microbatch
// loop. For each part of a mesh axis the values that may be pending and the ops
// that may pass them on are listed, and the cheapest choice is taken as a minimum
// cut (DeferralCut.h); later wins when it costs no more. A value that somebody
// needs whole is reduced once, for everybody.
//
//===----------------------------------------------------------------------===//

#include "Deferral.h"
#include "DeferralCut.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

/// Rounds over the axes where they depend on each other.
static constexpr int kMaxRounds = 4;

/// Reductions that an op's own factors leave in result `number`.
static void addOwn(const Step &step, unsigned number, Placement &placement) {
  if (step.kind != Step::Op)
    return;
  for (auto [index, factor] : llvm::enumerate(step.rule.factors)) {
    if (factor.kind != FactorKind::Reduction || step.splits[index].empty())
      continue;
    bool inResult = llvm::any_of(step.rule.results[number], [&, f = index](const DimFactors &dim) {
      return llvm::is_contained(dim, f);
    });
    if (!inResult)
      placement.addPartial(factor.reduction, step.splits[index].axes);
  }
}

ShardingAttr propagation::withWireType(ShardingAttr sharding, Type wireType) {
  if (!wireType || sharding.getPartial().empty())
    return sharding;
  SmallVector<PartialAttr> partial;
  for (PartialAttr entry : sharding.getPartial())
    partial.push_back(PartialAttr::get(sharding.getContext(), entry.getKind(), entry.getAxes(),
                                       entry.getAccumType(), wireType));
  return ShardingAttr::get(sharding.getContext(), sharding.getMesh(), sharding.getDims(), partial);
}

/// The type in which the pending sums of `result` travel: what a pinned reshard
/// says, else that of the sums it is made of, if they have one.
static Type wireTypeOf(const State &state, const Step &step, unsigned result) {
  if (step.kind == Step::Pinned)
    for (PartialAttr entry : cast<ReshardOp>(step.op).getSharding().getPartial())
      if (entry.getWireType())
        return entry.getWireType();
  Type wireType;
  bool isFirst = true;
  for (auto [number, value] : llvm::enumerate(step.operands)) {
    // Regions pass each operand on by itself.
    bool isApart = step.kind == Step::RegionEnd && number != result;
    if (step.needed[number].partial.empty() || isApart)
      continue;
    Type other = state.values[value].wireType;
    wireType = isFirst || wireType == other ? other : Type();
    isFirst = false;
  }
  return wireType;
}

void propagation::passSums(State &state) {
  for (Step &step : state.steps) {
    if (step.kind == Step::Pinned) {
      ValueInfo &info = state.values[step.results.front()];
      info.produced = state.passPinned(step);
      info.wireType = wireTypeOf(state, step, 0);
      continue;
    }
    // Most ops neither get nor make a sum.
    if (!(step.opClass && step.opClass->reduces) &&
        llvm::none_of(step.operands, [&](unsigned value) {
          return !state.values[value].produced.partial.empty();
        })) {
      for (Placement &needed : step.needed)
        needed.partial.clear();
      for (unsigned result : step.results) {
        state.values[result].produced.partial.clear();
        state.values[result].wireType = Type();
      }
      continue;
    }
    SmallVector<AxisList> available;
    for (unsigned value : step.operands)
      available.push_back(state.pendingSums(value));
    SmallVector<AxisList, 2> passed = state.passPartial(step, available);
    for (auto [number, result] : llvm::enumerate(step.results)) {
      ValueInfo &info = state.values[result];
      info.produced.partial.clear();
      addOwn(step, number, info.produced);
      if (step.kind != Step::RegionBegin)
        info.produced.addPartial(ReductionKind::Sum, passed[number]);
      info.wireType = wireTypeOf(state, step, number);
    }
  }
}

AxisList propagation::pendingPieces(const State &state) {
  AxisList pending, cutters;
  auto add = [](AxisList &list, ArrayRef<Axis> axes) {
    for (const Axis &axis : axes)
      if (!llvm::is_contained(list, axis))
        list.push_back(axis);
  };
  for (const Step &step : state.steps) {
    for (const Split &split : step.splits)
      add(cutters, split.axes);
    if (step.kind == Step::Pinned) {
      Placement asked = state.mesh.fromAttr(cast<ReshardOp>(step.op).getSharding());
      add(cutters, asked.dimAxes());
      add(cutters, asked.partialAxes());
    }
    for (unsigned number = 0; number < step.results.size(); ++number) {
      Placement own;
      addOwn(step, number, own);
      add(pending, own.partialAxes());
    }
  }
  add(cutters, pending);
  AxisList pieces;
  for (const Axis &axis : pending)
    add(pieces, cutAt(axis, cutters));
  llvm::sort(pieces);
  return pieces;
}

int64_t propagation::reduceBytes(const State &state, unsigned value, const Axis &axis) {
  const ValueInfo &info = state.values[value];
  RankedTensorType type =
      info.wireType ? RankedTensorType::get(info.type.getShape(), info.wireType) : info.type;
  int64_t bytes = localBytes(type, info.produced) * info.trips;
  for (auto [dim, extent, wanted] :
       llvm::zip_equal(info.produced.dims, info.type.getShape(), info.wanted)) {
    CommonPrefix prefix = commonPrefix(extent, dim, wanted);
    if (prefix.restA.empty() && contains(prefix.restB, axis))
      return bytes;
  }
  return 2 * bytes;
}

int64_t propagation::pinnedBytes(const State &state, const Step &step, const Axis &axis) {
  const ValueInfo &info = state.values[step.results.front()];
  Placement asked = state.mesh.fromAttr(cast<ReshardOp>(step.op).getSharding());
  if (contains(asked.partialAxes(), axis))
    return 0;
  // What it slices anyway is sliced before.
  Placement from = state.values[step.operands.front()].produced;
  bool scatters = false;
  for (auto [dim, extent, to] : llvm::zip_equal(from.dims, info.type.getShape(), asked.dims)) {
    scatters |= contains(to.axes, axis);
    CommonPrefix prefix = commonPrefix(extent, dim, to);
    if (prefix.restA.empty() && !overlaps(prefix.restB, from.partialAxes()) &&
        !overlaps(prefix.restB, axis) && !overlaps(prefix.restB, from.dimAxes()))
      dim = to;
  }
  Type wireType = state.values[step.operands.front()].wireType;
  RankedTensorType type =
      wireType ? RankedTensorType::get(info.type.getShape(), wireType) : info.type;
  int64_t bytes = localBytes(type, from) * info.trips;
  return scatters ? bytes : 2 * bytes;
}

namespace {

/// Decides for one part of an axis.
class Decision {
public:
  Decision(State &state, const Axis &axis)
      : state(state), axis(axis), nodes(state.values.size(), -1) {}
  /// Decides anew, the other axes being as they are; true when that changes
  /// something.
  bool run();

private:
  /// A value that may be pending when made.
  struct Node {
    unsigned value;
    ReductionKind kind;
  };

  bool mayBePending(unsigned value) const { return nodes[value] >= 0; }
  bool mayBeSum(unsigned value) const {
    return mayBePending(value) && list[nodes[value]].kind == ReductionKind::Sum;
  }
  PendingValue &add(unsigned value, ReductionKind kind);
  void needWhole(const Step &step, unsigned operand);
  void passOn(unsigned from, unsigned to);
  void listOp(const Step &step);
  void listPinned(const Step &step);
  void listStep(const Step &step);
  SmallVector<SmallVector<unsigned>> groupsOf(const Step &step) const;

  State &state;
  Axis axis;
  /// Number in the problem of each value, -1 for none.
  std::vector<int> nodes;
  std::vector<Node> list;
  DeferralProblem problem;
};

} // namespace

/// The price of a reduction: bytes, and of equal bytes those in fewer reductions.
static int64_t priceOf(int64_t bytes) { return bytes == 0 ? 0 : 64 * bytes + 1; }

PendingValue &Decision::add(unsigned value, ReductionKind kind) {
  if (nodes[value] < 0) {
    nodes[value] = list.size();
    list.push_back({value, kind});
    problem.values.emplace_back().cost =
        state.values[value].uses.empty() ? 0 : priceOf(reduceBytes(state, value, axis));
  }
  return problem.values[nodes[value]];
}

void Decision::needWhole(const Step &step, unsigned operand) {
  if (int node = nodes[step.operands[operand]]; node >= 0)
    problem.values[node].mustBeWhole = true;
}

/// What is pending in `from` is pending in `to`, and nothing else.
void Decision::passOn(unsigned from, unsigned to) {
  add(to, list[nodes[from]].kind);
  unsigned source = nodes[from], target = nodes[to];
  problem.ops.push_back({{{source}}, {source}, {target}});
}

/// Groups of operands in which all results are linear and that may be pending.
SmallVector<SmallVector<unsigned>> Decision::groupsOf(const Step &step) const {
  SmallVector<SmallVector<unsigned>> groups;
  auto op = cast<ShardableOpInterface>(step.op);
  bool splits =
      llvm::any_of(step.splits, [&](const Split &split) { return overlaps(split.axes, axis); });
  if (splits || step.results.empty())
    return groups;
  for (const SmallVector<unsigned> &group : op.getLinearOperandGroups(0)) {
    bool any = llvm::any_of(group, [&](unsigned i) { return mayBeSum(step.operands[i]); });
    bool fits = any && llvm::all_of(group, [&](unsigned i) {
                  return mayBeSum(step.operands[i]) || isZeroConstant(step.op->getOperand(i));
                });
    for (unsigned result = 1; fits && result < step.results.size(); ++result)
      fits = llvm::is_contained(op.getLinearOperandGroups(result), group);
    if (fits)
      groups.push_back(group);
  }
  return groups;
}

void Decision::listOp(const Step &step) {
  bool any = llvm::any_of(step.operands, [&](unsigned value) { return mayBePending(value); });
  if (!any)
    return;
  SmallVector<SmallVector<unsigned>> groups = groupsOf(step);
  auto op = cast<ShardableOpInterface>(step.op);
  bool splits =
      llvm::any_of(step.splits, [&](const Split &split) { return overlaps(split.axes, axis); });
  // A barrier passes operand i to result i.
  if (groups.empty() && !splits && step.results.size() > 1 &&
      step.results.size() == step.operands.size()) {
    for (unsigned i = 0; i < step.results.size(); ++i) {
      if (!mayBePending(step.operands[i]))
        continue;
      if (mayBeSum(step.operands[i]) &&
          op.getLinearOperandGroups(i) == SmallVector<SmallVector<unsigned>>{{i}})
        passOn(step.operands[i], step.results[i]);
      else
        needWhole(step, i);
    }
    return;
  }
  if (groups.empty()) {
    for (unsigned i = 0; i < step.operands.size(); ++i)
      needWhole(step, i);
    return;
  }
  PassingOp passing;
  for (const SmallVector<unsigned> &group : groups) {
    SmallVector<unsigned, 2> &members = passing.groups.emplace_back();
    for (unsigned i : group)
      if (int node = nodes[step.operands[i]]; node >= 0 && !llvm::is_contained(members, node))
        members.push_back(node);
  }
  for (auto [i, value] : llvm::enumerate(step.operands)) {
    int node = nodes[value];
    if (node < 0)
      continue;
    // Used as a member and beside: x * x.
    bool isMember = llvm::any_of(
        groups, [&, i = i](const auto &group) { return llvm::is_contained(group, i); });
    bool isBoth = llvm::any_of(groups, [&, i = i, value = value](const auto &group) {
      return !llvm::is_contained(group, i) &&
             llvm::any_of(group, [&](unsigned other) { return step.operands[other] == value; });
    });
    if (!isMember || isBoth)
      problem.values[node].mustBeWhole = true;
    if (!llvm::is_contained(passing.operands, node))
      passing.operands.push_back(node);
  }
  for (unsigned result : step.results) {
    add(result, ReductionKind::Sum);
    passing.results.push_back(nodes[result]);
  }
  problem.ops.push_back(std::move(passing));
}

void Decision::listPinned(const Step &step) {
  unsigned operand = step.operands.front();
  if (!mayBePending(operand))
    return;
  ReductionKind kind = list[nodes[operand]].kind;
  Placement asked = state.mesh.fromAttr(cast<ReshardOp>(step.op).getSharding());
  for (const Partial &partial : asked.partial)
    if (partial.kind == kind && contains(partial.axes, axis))
      return passOn(operand, step.results.front());
  problem.values[nodes[operand]].keepCost += priceOf(pinnedBytes(state, step, axis));
}

void Decision::listStep(const Step &step) {
  switch (step.kind) {
  case Step::Op:
    listOp(step);
    break;
  case Step::Pinned:
    listPinned(step);
    break;
  case Step::RegionEnd:
    // A sum of sums, a stack of sums.
    for (auto [number, value] : llvm::enumerate(step.operands))
      if (mayBeSum(value))
        passOn(value, step.results[number]);
      else
        needWhole(step, number);
    break;
  case Step::RegionBegin:
  case Step::LoopBegin:
  case Step::LoopTest:
  case Step::LoopEnd:
  case Step::Return:
    for (unsigned operand = 0; operand < step.operands.size(); ++operand)
      needWhole(step, operand);
    break;
  }
  for (auto [number, result] : llvm::enumerate(step.results)) {
    Placement own;
    addOwn(step, number, own);
    for (const Partial &partial : own.partial)
      if (contains(partial.axes, axis))
        add(result, partial.kind).isBorn = true;
  }
}

bool Decision::run() {
  std::vector<bool> before(state.values.size());
  for (auto [value, info] : llvm::enumerate(state.values)) {
    before[value] = llvm::is_contained(info.resolved, axis);
    llvm::erase(info.resolved, axis);
  }
  for (const Step &step : state.steps)
    listStep(step);
  DeferralChoice choice = solveDeferral(problem);
  for (auto [node, keeps] : llvm::zip_equal(list, choice.keeps))
    if (!keeps && !state.values[node.value].uses.empty())
      state.values[node.value].resolved.push_back(axis);
  passSums(state);
  bool changes = false;
  for (auto [value, info] : llvm::enumerate(state.values))
    changes |= before[value] != llvm::is_contained(info.resolved, axis);
  return changes;
}

void State::defer() {
  for (ValueInfo &info : values)
    info.resolved.clear();
  passSums(*this);
  AxisList pieces = pendingPieces(*this);
  // What a pinned reshard slices before it reduces depends on the other axes: each
  // axis is decided once more, knowing them.
  bool dependsOnOthers = pieces.size() > 1 && llvm::any_of(steps, [](const Step &step) {
                           return step.kind == Step::Pinned;
                         });
  int rounds = dependsOnOthers ? kMaxRounds : 1;
  bool changes = true;
  for (int round = 0; round < rounds && changes; ++round) {
    changes = false;
    for (const Axis &axis : pieces)
      changes |= Decision(*this, axis).run();
  }
  for (ValueInfo &info : values)
    info.resolved = normalizeSet(info.resolved);
  passSums(*this);
}
