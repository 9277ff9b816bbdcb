//===- Explain.cpp - why a value is sharded as it is ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Propagates, then asks of each value again what its op was given and what its
// users asked for. What a choice would move is counted with everything else as it
// is.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Explain.h"
#include "PropagationState.h"
#include "shardc/Sharding/ReshardPlan.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

namespace {

/// Explains one function.
class Explainer {
public:
  explicit Explainer(State &state)
      : state(state), fromStrategy(state.function->getParentOp() &&
                                   state.function->getParentOp()->hasAttr("shardc.strategy")) {}
  ShardingExplanation run();

private:
  void explainArgument(const ValueInfo &info, ValueExplanation &result);
  void explainResult(unsigned value, ValueExplanation &result);
  SplitReason reasonOfOp(const Step &step, unsigned number, unsigned dim,
                         ArrayRef<SmallVector<OpAssigner::Candidate, 2>> candidates);
  /// Why users had, or had not, a say in a dimension.
  SplitReason reasonOfUsers(const ValueInfo &info, unsigned dim, Operation *maker);
  void addAlternatives(const Step &step, unsigned number, OpAssigner &assigner,
                       ArrayRef<SmallVector<OpAssigner::Candidate, 2>> candidates,
                       ValueExplanation &result);
  void add(const ValueInfo &info, const Placement &placement, int64_t bytes,
           ValueExplanation &result);
  Placement resultOf(const Step &step, unsigned number, ArrayRef<Split> splits);
  int64_t bytesToUsers(const ValueInfo &info, const Placement &placement);
  int64_t bytesOf(const Step &step, OpAssigner &assigner, ArrayRef<Split> splits);
  std::string nameOf(const Placement &placement);

  State &state;
  bool fromStrategy;
};

} // namespace

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// What brings a value to all of its users: to the first, and from there or from
/// where it is made to each other one.
int64_t Explainer::bytesToUsers(const ValueInfo &info, const Placement &placement) {
  std::vector<Placement> targets;
  for (const Use &use : info.uses) {
    const Step &step = state.steps[use.step];
    if (step.kind == Step::Pinned)
      continue;
    Placement target = step.needed[use.operand];
    std::vector<Partial> pending = std::move(target.partial);
    target.partial.clear();
    for (const Partial &wanted : pending)
      for (const Partial &there : placement.partial)
        if (there.kind == wanted.kind)
          target.addPartial(there.kind, intersect(there.axes, wanted.axes));
    if (llvm::none_of(targets, [&](const Placement &other) {
          return samePlacement(info.type, other, target);
        }))
      targets.push_back(std::move(target));
  }
  int64_t bytes = 0;
  for (auto [number, target] : llvm::enumerate(targets)) {
    int64_t direct = reshardBytes(info.type, placement, target);
    if (number > 0 && target.partial.empty() && targets.front().partial.empty()) {
      int64_t further = reshardBytes(info.type, targets.front(), target);
      direct = placement.partial.empty() ? std::min(direct, further) : further;
    }
    bytes += direct;
  }
  return bytes * info.trips;
}

Placement Explainer::resultOf(const Step &step, unsigned number, ArrayRef<Split> splits) {
  Placement placement = *composeTensor(step.rule.results[number], step.rule, splits);
  for (auto [index, factor] : llvm::enumerate(step.rule.factors))
    if (factor.kind == FactorKind::Reduction &&
        llvm::none_of(step.rule.results[number],
                      [&, f = index](const DimFactors &dim) { return llvm::is_contained(dim, f); }))
      placement.addPartial(factor.reduction, splits[index].axes);
  return placement;
}

/// Operands brought in place, and all results brought to their users.
int64_t Explainer::bytesOf(const Step &step, OpAssigner &assigner, ArrayRef<Split> splits) {
  OpInputs inputs = state.inputsOf(step);
  int64_t trips = state.values[step.results.front()].trips, bytes = 0;
  for (auto [operand, factors] : llvm::enumerate(step.rule.operands)) {
    Placement seen;
    llvm::append_range(seen.dims, state.tables.splits[inputs.seen[operand]]);
    bytes += reshardBytes(state.values[step.operands[operand]].type, seen,
                          *composeTensor(factors, step.rule, splits)) *
             trips;
  }
  for (auto [number, result] : llvm::enumerate(step.results))
    bytes += bytesToUsers(state.values[result], resultOf(step, number, splits));
  return bytes;
}

//===----------------------------------------------------------------------===//
// Alternatives
//===----------------------------------------------------------------------===//

std::string Explainer::nameOf(const Placement &placement) {
  std::string name;
  llvm::raw_string_ostream os(name);
  for (auto [dim, split] : llvm::enumerate(placement.dims)) {
    if (split.empty())
      continue;
    os << (name.empty() ? "" : ", ") << "dimension " << dim << " over '";
    llvm::interleaveComma(state.mesh.toAttrs(split.axes), os,
                          [&](AxisRefAttr axis) { os << axis.getName(); });
    os << "'";
  }
  return name.empty() ? "whole" : name;
}

void Explainer::add(const ValueInfo &info, const Placement &placement, int64_t bytes,
                    ValueExplanation &result) {
  ShardingAttr sharding = state.mesh.toAttr(placement);
  for (const ShardingAlternative &known : result.alternatives)
    if (known.sharding == sharding)
      return;
  bool isChosen = result.alternatives.empty();
  result.alternatives.push_back({sharding, bytes, isChosen, nameOf(placement)});
}

static void sortAlternatives(ValueExplanation &result) {
  llvm::sort(result.alternatives, [](const ShardingAlternative &a, const ShardingAlternative &b) {
    return std::make_tuple(!a.isChosen, a.bytes, StringRef(a.name)) <
           std::make_tuple(!b.isChosen, b.bytes, StringRef(b.name));
  });
}

void Explainer::addAlternatives(const Step &step, unsigned number, OpAssigner &assigner,
                                ArrayRef<SmallVector<OpAssigner::Candidate, 2>> candidates,
                                ValueExplanation &result) {
  const ValueInfo &info = state.values[step.results[number]];
  const FactorSplits &chosen = step.outcome->splits;
  // Passed-on sums are part of how it is made, and of no choice of this op.
  add(info, info.produced, bytesOf(step, assigner, chosen), result);
  auto consider = [&](ArrayRef<Split> splits) {
    if (assigner.isValid(splits))
      add(info, resultOf(step, number, splits), bytesOf(step, assigner, splits), result);
  };
  FactorSplits whole = chosen;
  for (auto [dim, factors] : llvm::enumerate(step.rule.results[number]))
    for (unsigned factor : factors) {
      whole[factor] = {};
      SmallVector<Split> proposals;
      for (const OpAssigner::Candidate &candidate : candidates[factor])
        proposals.push_back(candidate.split);
      if (factors.size() == 1 && step.rule.factors[factor].kind != FactorKind::NeedReplication)
        for (const Use &use : info.uses)
          if (unsigned demand = state.steps[use.step].demands[use.operand])
            if (const Split &split = state.tables.splits[demand][dim]; !split.empty())
              proposals.push_back(split);
      for (const Split &proposal : proposals) {
        FactorSplits splits = chosen;
        for (Split &other : splits)
          if (overlaps(other.axes, proposal.axes))
            other = {};
        splits[factor] = proposal;
        consider(splits);
      }
    }
  consider(whole);
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

SplitReason Explainer::reasonOfUsers(const ValueInfo &info, unsigned dim, Operation *maker) {
  const Split &split = info.produced.dims[dim];
  int64_t extent = info.type.getDimSize(dim);
  Operation *asking = nullptr;
  bool agree = true;
  for (const Use &use : info.uses) {
    const Step &user = state.steps[use.step];
    if (user.demands[use.operand] == 0)
      continue;
    const Split &demand = state.tables.splits[user.demands[use.operand]][dim];
    if (demand.granule == kNoDemand)
      continue;
    bool gets = isPrefix(extent, demand, split);
    if (!split.empty() && isPrefix(extent, split, demand))
      return {SplitReason::User, 0, user.op,
              user.results.empty() ? Value() : state.values[user.results.front()].value};
    if (!demand.empty() && !gets && !asking)
      asking = user.op;
    agree &= !demand.empty();
  }
  if (!asking)
    return {};
  if (!agree || info.demand == 0 || state.tables.splits[info.demand][dim].empty())
    return {SplitReason::UsersDisagree, 0, asking, Value()};
  return {SplitReason::AxisTaken, 0, maker, Value()};
}

SplitReason Explainer::reasonOfOp(const Step &step, unsigned number, unsigned dim,
                                  ArrayRef<SmallVector<OpAssigner::Candidate, 2>> candidates) {
  const ValueInfo &info = state.values[step.results[number]];
  const Split &split = info.produced.dims[dim];
  if (step.opClass->isConstraint &&
      (step.opClass->closed[dim] || !step.opClass->asked.dims[dim].empty()))
    return {SplitReason::Annotation, 0, step.op, Value()};
  bool proposed = false, readsAcross = false;
  for (unsigned factor : step.rule.results[number][dim]) {
    readsAcross |= step.rule.factors[factor].kind == FactorKind::NeedReplication;
    int64_t size = step.rule.factors[factor].size;
    const Split &taken = step.outcome->splits[factor];
    for (const OpAssigner::Candidate &candidate : candidates[factor]) {
      proposed = true;
      if (!taken.empty() &&
          (isPrefix(size, taken, candidate.split) || isPrefix(size, candidate.split, taken)))
        return {SplitReason::Operand, candidate.operand, step.op,
                state.values[step.operands[candidate.operand]].value};
    }
  }
  if (proposed && split.empty())
    return {step.outcome->conflict ? SplitReason::Cost : SplitReason::AxisTaken, 0, step.op,
            Value()};
  SplitReason users = reasonOfUsers(info, dim, step.op);
  if (users.kind != SplitReason::User && !split.empty()) {
    // Users of another result that has the factor, too.
    for (auto [other, tensor] : llvm::enumerate(step.rule.results))
      for (auto [otherDim, factors] : llvm::enumerate(tensor))
        for (unsigned factor : step.rule.results[number][dim]) {
          if (other == number || !llvm::is_contained(factors, factor))
            continue;
          SplitReason further = reasonOfUsers(state.values[step.results[other]], otherDim, step.op);
          if (further.kind == SplitReason::User)
            return further;
        }
  }
  bool isOperandSplit = false;
  for (auto [operand, tensor] : llvm::enumerate(step.rule.operands))
    for (auto [operandDim, factors] : llvm::enumerate(tensor))
      for (unsigned factor : step.rule.results[number][dim])
        if (llvm::is_contained(factors, factor))
          isOperandSplit |= !state.values[step.operands[operand]].produced.dims[operandDim].empty();
  bool isAsked = users.kind != SplitReason::NotAsked;
  if (readsAcross)
    return isAsked || isOperandSplit ? SplitReason{SplitReason::ReadsAcross, 0, step.op, Value()}
                                     : SplitReason();
  if (!isAsked && isOperandSplit && split.empty())
    return {SplitReason::BlocksDoNotFit, 0, step.op, Value()};
  return users;
}

void Explainer::explainArgument(const ValueInfo &info, ValueExplanation &result) {
  auto argument = cast<BlockArgument>(info.value);
  bool isAnnotated = getSharding(argument) != nullptr;
  ShardingAttr attribute = getSharding(argument);
  add(info, info.produced, bytesToUsers(info, info.produced), result);
  bool isOpen = false;
  for (unsigned dim = 0; dim < info.produced.dims.size(); ++dim) {
    bool says = isAnnotated && (attribute.getDims()[dim].getIsClosed() ||
                                !attribute.getDims()[dim].getAxes().empty());
    isOpen |= !says;
    if (says)
      result.reasons.push_back({fromStrategy ? SplitReason::Strategy : SplitReason::Annotation, 0,
                                state.function, Value()});
    else
      result.reasons.push_back(reasonOfUsers(info, dim, nullptr));
  }
  if (!isOpen)
    return;
  Placement whole = info.produced;
  for (unsigned dim = 0; dim < whole.dims.size(); ++dim) {
    if (result.reasons[dim].kind == SplitReason::Annotation ||
        result.reasons[dim].kind == SplitReason::Strategy)
      continue;
    whole.dims[dim] = {};
    for (const Use &use : info.uses)
      if (unsigned demand = state.steps[use.step].demands[use.operand])
        if (const Split &split = state.tables.splits[demand][dim]; !split.empty()) {
          Placement other = info.produced;
          for (Split &taken : other.dims)
            if (overlaps(taken.axes, split.axes))
              taken = {};
          other.dims[dim] = split;
          add(info, other, bytesToUsers(info, other), result);
        }
  }
  add(info, whole, bytesToUsers(info, whole), result);
}

void Explainer::explainResult(unsigned value, ValueExplanation &result) {
  const ValueInfo &info = state.values[value];
  const Step &step = state.steps[info.definition];
  unsigned number = llvm::find(step.results, value) - step.results.begin();
  unsigned rank = info.produced.dims.size();
  if (step.kind == Step::Op) {
    OpInputs inputs = state.inputsOf(step);
    OpAssigner assigner(inputs, state.tables);
    auto candidates = assigner.collectCandidates();
    for (unsigned dim = 0; dim < rank; ++dim)
      result.reasons.push_back(reasonOfOp(step, number, dim, candidates));
    addAlternatives(step, number, assigner, candidates, result);
    return;
  }
  SplitReason reason{SplitReason::Annotation, 0, step.op, Value()};
  if (step.kind != Step::Pinned) {
    // Condition and body of a loop both have an argument for each operand.
    unsigned operand = number % step.operands.size();
    reason = {SplitReason::Region, operand, step.op, state.values[step.operands[operand]].value};
  }
  result.reasons.assign(rank, reason);
  add(info, info.produced, bytesToUsers(info, info.produced), result);
}

ShardingExplanation Explainer::run() {
  ShardingExplanation explanation;
  for (auto [number, info] : llvm::enumerate(state.values)) {
    ValueExplanation &result = explanation.values.emplace_back();
    explanation.numbers[info.value] = number;
    result.value = info.value;
    result.sharding = state.mesh.toAttr(info.produced);
    result.settled = state.mesh.toAttr(state.afterDefinition(info));
    if (info.isArgument)
      explainArgument(info, result);
    else
      explainResult(number, result);
    Operation *maker = info.isArgument ? nullptr : state.steps[info.definition].op;
    for (unsigned dim = 0; dim < info.produced.dims.size(); ++dim)
      result.wanted.push_back(reasonOfUsers(info, dim, maker));
    sortAlternatives(result);
  }
  return explanation;
}

//===----------------------------------------------------------------------===//
// What others call
//===----------------------------------------------------------------------===//

ValueExplanation *ShardingExplanation::lookup(Value value) {
  auto found = numbers.find(value);
  return found == numbers.end() ? nullptr : &values[found->second];
}

const ValueExplanation *ShardingExplanation::lookup(Value value) const {
  auto found = numbers.find(value);
  return found == numbers.end() ? nullptr : &values[found->second];
}

SmallVector<const ValueExplanation *> ShardingExplanation::find(StringRef name) const {
  SmallVector<const ValueExplanation *> found;
  std::string quoted = ("'" + name + "'").str();
  for (const ValueExplanation &one : values)
    if (describe(one.value) == quoted)
      found.push_back(&one);
  return found;
}

FailureOr<ShardingExplanation> shardc::explainShardings(func::FuncOp function, MeshOp mesh) {
  MeshView view(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
  State state(function, view);
  if (failed(state.build()))
    return failure();
  state.solve();
  return Explainer(state).run();
}

std::string shardc::describeReason(const ValueExplanation &explanation, unsigned dim) {
  const SplitReason &reason = explanation.reasons[dim];
  DimShardingAttr split = explanation.sharding.getDims()[dim];
  std::string text;
  llvm::raw_string_ostream os(text);
  if (split.getAxes().empty()) {
    os << "whole: ";
  } else {
    os << "split over '";
    llvm::interleaveComma(split.getAxes(), os, [&](AxisRefAttr axis) { os << axis.getName(); });
    os << "': ";
  }
  auto opName = [&] { return ("'" + reason.op->getName().getStringRef() + "'").str(); };
  switch (reason.kind) {
  case SplitReason::Annotation:
    os << (isa<func::FuncOp>(reason.op) ? "the argument is annotated so"
                                        : opName() + " asks for it");
    break;
  case SplitReason::Strategy:
    os << (isa<func::FuncOp>(reason.op) ? "the strategy shards the argument so"
                                        : opName() + " of the strategy asks for it");
    break;
  case SplitReason::Pin:
    os << (isa<func::FuncOp>(reason.op) ? "the argument is pinned so"
                                        : opName() + " of a pin asks for it");
    break;
  case SplitReason::Operand:
    os << "operand " << reason.operand << ", " << describe(reason.next) << ", of " << opName()
       << " is";
    break;
  case SplitReason::User:
    os << "its user " << opName() << " wants it, and it costs nothing";
    break;
  case SplitReason::Region:
    os << "so is " << describe(reason.next) << " on the other side of the "
       << (isa_and_present<stablehlo::WhileOp>(reason.op) ? "loop" : "microbatch region");
    break;
  case SplitReason::NotAsked:
    os << "neither an operand nor a user asks for a split";
    break;
  case SplitReason::ReadsAcross:
    os << opName() << " reads across it";
    break;
  case SplitReason::Cost:
    os << opName() << " would move more bytes, or do work twice, otherwise";
    break;
  case SplitReason::AxisTaken:
    os << "the axis asked for is taken by another dimension or by a pending reduction";
    break;
  case SplitReason::BlocksDoNotFit:
    os << "the blocks of an operand are not whole in what " << opName() << " makes of them";
    break;
  case SplitReason::UsersDisagree:
    os << "its user " << opName() << " wants a split, but others want something else";
    break;
  }
  return text;
}
