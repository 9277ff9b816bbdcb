//===- ConflictRemarks.cpp - what moves, and why ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two remarks are equal when they say the same of ops that do the same, names
// aside that differ in numbers only (layers.0.…, layers.1.…).
//
//===----------------------------------------------------------------------===//

#include "ConflictRemarks.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/ReshardPlan.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

static bool moves(const ReshardStep &step) {
  return step.kind == ReshardStep::AllGather || step.kind == ReshardStep::AllToAll ||
         step.kind == ReshardStep::Permute;
}

static std::string axisNames(const MeshView &mesh, ArrayRef<Axis> axes) {
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(mesh.toAttrs(axes), os, [&](AxisRefAttr axis) { os << axis.getName(); });
  return names;
}

/// The op that a remark is about, as errors name it, and the pass it runs in.
static std::string subject(Operation *op) {
  std::string text = ("'" + op->getName().getStringRef() + "' op ").str();
  auto phase = op->getAttrOfType<StringAttr>("dist.phase");
  if (phase && phase.getValue() == "backward")
    text += "of the backward pass ";
  return text;
}

/// A text with each number replaced by '#'; the first number that stands alone in a
/// path (layers.3.norm, not w3 or argument 3) goes to `number`.
static std::string withoutNumbers(StringRef text, std::optional<int64_t> &number) {
  std::string result;
  while (!text.empty()) {
    if (!llvm::isDigit(text.front())) {
      result += text.front();
      text = text.drop_front();
      continue;
    }
    StringRef digits = text.take_while(llvm::isDigit);
    text = text.drop_front(digits.size());
    bool isAlone = !result.empty() && StringRef("./_[").contains(result.back()) && !text.empty() &&
                   !llvm::isAlpha(text.front());
    int64_t parsed;
    if (!number && isAlone && !digits.getAsInteger(10, parsed))
      number = parsed;
    result += '#';
  }
  return result;
}

void ConflictRemarks::add(Operation *op, Value value, std::string key, std::string text,
                          Operation *first) {
  std::optional<int64_t> layer;
  std::string name = withoutNumbers(describe(value), layer);
  if (auto attribute = op->getAttrOfType<IntegerAttr>("dist.layer"))
    layer = attribute.getInt();
  key += name;
  key += op->getName().getStringRef();
  if (auto phase = op->getAttrOfType<StringAttr>("dist.phase"))
    key += phase.getValue();
  Group &group = groups[keys.try_emplace(key).first->first()];
  if (group.count++ == 0) {
    group.op = op;
    group.text = std::move(text);
    group.first = first;
  }
  if (layer)
    group.layers.insert(*layer);
}

std::string ConflictRemarks::secondBest(const Step &step) const {
  if (!step.outcome || !step.outcome->conflict || !step.outcome->conflict->hasSecond)
    return "";
  const OpConflict &conflict = *step.outcome->conflict;
  int64_t trips = step.results.empty() ? 1 : state.values[step.results.front()].trips;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "; the next best choice moves " << conflict.secondBytes * trips << " bytes";
  SmallVector<unsigned> movers;
  for (auto [operand, factors] : llvm::enumerate(step.rule.operands)) {
    const ValueInfo &info = state.values[step.operands[operand]];
    Placement seen;
    seen.dims = info.produced.dims;
    if (llvm::any_of(
            planReshard(info.type, seen, *composeTensor(factors, step.rule, conflict.second)),
            moves))
      movers.push_back(operand);
  }
  if (!movers.empty()) {
    os << ": operand ";
    llvm::interleave(
        movers, os,
        [&](unsigned operand) {
          os << operand << ", " << describe(state.values[step.operands[operand]].value);
        },
        ", and operand ");
  }
  if (conflict.secondBytes <= conflict.bytes)
    os << "; but each rank computes more";
  return text;
}

void ConflictRemarks::addMove(const Step &step, unsigned operand, const Placement &from,
                              const Placement &to) {
  if (step.kind == Step::Return)
    return;
  const ValueInfo &info = state.values[step.operands[operand]];
  // What a strategy asks for is no conflict.
  if (Operation *maker = info.value.getDefiningOp(); maker && maker->hasAttr("dist.deliberate"))
    return;
  std::vector<ReshardStep> plan = planReshard(info.type, from, to);
  auto mover = llvm::find_if(plan, moves);
  if (mover == plan.end())
    return;
  int64_t bytes = 0;
  for (const ReshardStep &one : plan)
    bytes += one.bytes;
  unsigned dim = mover->kind == ReshardStep::AllToAll ? mover->concatDim : mover->dim;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << subject(step.op) << "moves " << bytes * info.trips << " bytes a rank: operand " << operand
     << ", " << describe(info.value);
  // Ops of one layer often have one name.
  Operation *maker = info.value.getDefiningOp();
  if (maker && maker->getLoc() == step.op->getLoc() && isa<NameLoc>(maker->getLoc()))
    os << " as '" << maker->getName().getStringRef() << "' makes it";
  os << ", is split over '" << axisNames(state.mesh, mover->axes) << "' along dimension " << dim
     << ", ";
  bool readsAcross = false;
  if (step.kind == Step::Op)
    for (unsigned factor : step.rule.operands[operand][dim])
      readsAcross |= step.rule.factors[factor].kind == FactorKind::NeedReplication;
  if (step.kind == Step::RegionBegin)
    os << "but microbatches are not split over ranks; split another dimension of it";
  else if (step.kind == Step::LoopBegin)
    os << "but the body does not return it so; it is moved once, before the loop";
  else if (step.kind == Step::LoopEnd)
    os << "but is carried otherwise, and moved in each iteration; give the initial value this "
          "sharding";
  else if (auto constraint = dyn_cast<ConstraintOp>(step.op))
    os << "but this constraint asks for " << constraint.getSharding()
       << "; give the two shardings that agree";
  else if (readsAcross)
    os << "which this op reads across; split another dimension of it, or let the op before it "
          "produce it whole";
  else if (step.outcome && !step.outcome->conflict)
    os << "but its blocks are not whole in what this op makes of them; split it evenly, or along "
          "another dimension";
  else
    os << "but other operands split this op otherwise; give it a sharding that agrees with theirs"
       << secondBest(step);
  std::string key;
  llvm::raw_string_ostream(key) << "move " << operand << " " << bytes * info.trips << " "
                                << axisNames(state.mesh, mover->axes) << " " << dim << " "
                                << static_cast<const void *>(step.outcome) << " ";
  add(step.op, info.value, std::move(key), std::move(text));
}

void ConflictRemarks::addGather(unsigned value, const Placement &from, const Placement &to,
                                Operation *user) {
  const ValueInfo &info = state.values[value];
  if (!info.isArgument)
    return;
  std::vector<ReshardStep> plan = planReshard(info.type, from, to);
  auto gather = llvm::find_if(
      plan, [](const ReshardStep &step) { return step.kind == ReshardStep::AllGather; });
  if (gather == plan.end())
    return;
  auto [first, isFirst] = gathered.try_emplace(value, user);
  if (isFirst)
    return;
  int64_t bytes = 0;
  for (const ReshardStep &one : plan)
    bytes += one.bytes;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << subject(user) << "gathers " << describe(info.value) << " over '"
     << axisNames(state.mesh, gather->axes) << "' once more, " << bytes
     << " bytes a rank; let all of its users have it in one placement";
  std::string key;
  llvm::raw_string_ostream(key) << "gather " << bytes << " " << axisNames(state.mesh, gather->axes)
                                << " ";
  add(user, info.value, std::move(key), std::move(text), first->second);
}

void ConflictRemarks::emit() {
  for (auto &[key, group] : groups) {
    InFlightDiagnostic diagnostic = shardc::emitRemark(group.op->getLoc(), RemarkCategory::Reshard);
    diagnostic << group.text;
    int64_t more = group.count - 1;
    if (more > 0 && static_cast<int64_t>(group.layers.size()) == group.count)
      diagnostic << "; and in " << more << (more == 1 ? " more layer" : " more layers");
    else if (more > 0)
      diagnostic << "; and at " << more << (more == 1 ? " more equal op" : " more equal ops");
    if (group.first)
      diagnostic.attachNote(group.first->getLoc()) << "gathered before for this op";
  }
  groups.clear();
}
