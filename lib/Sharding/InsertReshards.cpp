//===- InsertReshards.cpp - placements become IR ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Writes the sharding of every value and a dist.reshard wherever a user needs
// another one than there is. Users that need the same share one; what comes
// from outside a microbatch region is moved outside of it, once.
//
//===----------------------------------------------------------------------===//

#include "ConflictRemarks.h"
#include "Deferral.h"
#include "PropagationState.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/ReshardPlan.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::propagation;

namespace {

/// Inserts reshards for the values of one function.
class Inserter {
public:
  explicit Inserter(State &state)
      : state(state), builder(state.function.getContext()), remarks(state) {}
  void run();

private:
  void annotate();
  void reduceAtDefinition(unsigned value);
  void fixOperand(Step &step, unsigned operand);
  /// `value` in placement `needed`, made before `user`.
  Value inPlacement(unsigned value, const Placement &needed, Operation *user);
  Value rebuild(Operation *op, unsigned value, const Placement &needed);
  ShardingAttr shardingOf(const ValueInfo &info, const Placement &placement) const {
    return withWireType(state.mesh.toAttr(placement), info.wireType);
  }
  ReshardOp createReshard(Value value, ShardingAttr sharding, Location loc, Operation *like);
  Attribute nameOf(const ValueInfo &info, const Placement &placement) const;

  State &state;
  OpBuilder builder;
  ConflictRemarks remarks;
  /// Present SSA value of each value after reductions at its definition.
  std::vector<Value> current;
  llvm::DenseMap<std::pair<unsigned, Attribute>, Value> made;
};

} // namespace

/// Copies the attributes that say where in the step an op belongs.
static void copyPlace(Operation *from, Operation *to) {
  for (StringRef name : {"dist.stage", "dist.layer", "dist.phase"})
    if (Attribute attribute = from->getAttr(name))
      to->setAttr(name, attribute);
}

/// The op beside which a reduction of a value stands: the one that makes it. A
/// microbatch region is in no place of its own; what is done to its results is
/// part of what `user` does.
static Operation *placeOf(const ValueInfo &info, Operation *user) {
  Operation *definition = info.value.getDefiningOp();
  return definition && !isa<MicrobatchOp>(definition) ? definition : user;
}

void Inserter::annotate() {
  SmallVector<Attribute> arguments;
  for (ValueInfo &info : state.values)
    if (info.isArgument)
      arguments.push_back(state.mesh.toAttr(info.produced));
  setArgumentAttrs(state.function, "dist.sharding", arguments);
  // Few different shardings come up, often.
  llvm::DenseMap<std::pair<unsigned, unsigned>, Attribute> known;
  auto shardingOfResult = [&](const ValueInfo &info) -> Attribute {
    if (info.wireType)
      return shardingOf(info, info.produced);
    Attribute &attribute =
        known[{info.producedDims, state.tables.partial.number(info.produced.partial)}];
    if (!attribute)
      attribute = state.mesh.toAttr(info.produced);
    return attribute;
  };
  StringAttr name = builder.getStringAttr("dist.shardings");
  for (Step &step : state.steps) {
    SmallVector<Attribute> shardings;
    for (unsigned result : step.results)
      shardings.push_back(shardingOfResult(state.values[result]));
    switch (step.kind) {
    case Step::Pinned:
      cast<ReshardOp>(step.op).setShardingAttr(cast<ShardingAttr>(shardings.front()));
      [[fallthrough]];
    case Step::Op:
    case Step::RegionEnd:
    case Step::LoopEnd:
      step.op->setAttr(name, builder.getArrayAttr(shardings));
      break;
    case Step::LoopBegin:
      // Arguments of condition and body are placed alike.
      shardings.truncate(step.op->getNumResults());
      [[fallthrough]];
    case Step::RegionBegin:
      step.op->setAttr("dist.arg_shardings", builder.getArrayAttr(shardings));
      break;
    case Step::LoopTest:
      break;
    case Step::Return:
      for (const Placement &needed : step.needed)
        shardings.push_back(state.mesh.toAttr(needed));
      setResultAttrs(state.function, "dist.sharding", shardings);
      break;
    }
  }
}

ReshardOp Inserter::createReshard(Value value, ShardingAttr sharding, Location loc,
                                  Operation *like) {
  auto reshard = ReshardOp::create(builder, loc, value.getType(), value, sharding);
  reshard->setAttr("dist.shardings", builder.getArrayAttr(Attribute(sharding)));
  if (like)
    copyPlace(like, reshard);
  return reshard;
}

void Inserter::reduceAtDefinition(unsigned number) {
  ValueInfo &info = state.values[number];
  current[number] = info.value;
  if (info.resolved.empty() || info.value.use_empty())
    return;
  Placement reduced = state.afterDefinition(info);
  if (samePlacement(info.type, info.produced, reduced))
    return;
  builder.setInsertionPointAfterValue(info.value);
  ReshardOp reshard = createReshard(info.value, shardingOf(info, reduced), info.value.getLoc(),
                                    placeOf(info, state.steps[info.uses.front().step].op));
  info.value.replaceAllUsesExcept(reshard, reshard);
  current[number] = reshard;
}

/// Constants and indices cost nothing to make again in another placement.
static bool isFree(Operation *op) {
  if (isa_and_nonnull<stablehlo::ConstantOp, stablehlo::IotaOp>(op))
    return true;
  auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op);
  return broadcast && cast<RankedTensorType>(broadcast.getOperand().getType()).getRank() == 0 &&
         broadcast.getOperand().getDefiningOp<stablehlo::ConstantOp>();
}

Value Inserter::rebuild(Operation *op, unsigned number, const Placement &needed) {
  Operation *clone = builder.clone(*op);
  clone->setAttr("dist.shardings", builder.getArrayAttr(Attribute(state.mesh.toAttr(needed))));
  return clone->getResult(0);
}

/// One name for all ways to write a placement.
Attribute Inserter::nameOf(const ValueInfo &info, const Placement &placement) const {
  Placement canonical = placement;
  for (auto [dim, split] : llvm::enumerate(canonical.dims))
    split = normalize(info.type.getDimSize(dim), split);
  return state.mesh.toAttr(canonical);
}

Value Inserter::inPlacement(unsigned number, const Placement &needed, Operation *user) {
  ValueInfo &info = state.values[number];
  Value &value = made[{number, nameOf(info, needed)}];
  if (value)
    return value;
  // The op of the block that defines the value in which the user is.
  mlir::Block *home = info.value.getParentBlock();
  Operation *place = user;
  while (place->getBlock() != home)
    place = place->getParentOp();
  builder.setInsertionPoint(place);
  Operation *definition = info.value.getDefiningOp();
  if (isFree(definition) && needed.partial.empty()) {
    value = rebuild(definition, number, needed);
    return value;
  }
  // A reduction belongs to what made the sum, anything else to who needs it.
  bool reduces = needed.partial.size() < state.afterDefinition(info).partial.size();
  Operation *like = reduces ? placeOf(info, user) : user;
  remarks.addGather(number, state.afterDefinition(info), needed, user);
  value = createReshard(current[number], shardingOf(info, needed), info.value.getLoc(), like);
  return value;
}

/// The operand of a step in the IR: that of a terminator where a region ends.
static OpOperand &useOf(const Step &step, unsigned operand) {
  Operation *op = step.op;
  if (step.kind == Step::RegionEnd)
    op = cast<MicrobatchOp>(op).getBody().front().getTerminator();
  else if (step.kind == Step::LoopTest)
    op = cast<stablehlo::WhileOp>(op).getCond().front().getTerminator();
  else if (step.kind == Step::LoopEnd)
    op = cast<stablehlo::WhileOp>(op).getBody().front().getTerminator();
  return op->getOpOperand(operand);
}

void Inserter::fixOperand(Step &step, unsigned operand) {
  unsigned number = step.operands[operand];
  ValueInfo &info = state.values[number];
  if (step.kind == Step::Op && step.outcome->needed[operand] == info.producedDims &&
      info.produced.partial.empty() && step.needed[operand].partial.empty())
    return;
  Placement available = state.afterDefinition(info);
  Placement needed = step.needed[operand];
  // Kinds other than sums never pass through an op.
  if (samePlacement(info.type, available, needed))
    return;
  OpOperand &use = useOf(step, operand);
  // What has been moved for another op is there, and a constant isn't moved.
  if (!isFree(info.value.getDefiningOp()) && !made.lookup({number, nameOf(info, needed)}))
    remarks.addMove(step, operand, available, needed);
  use.set(inPlacement(number, needed, use.getOwner()));
}

void Inserter::run() {
  annotate();
  current.resize(state.values.size());
  for (unsigned number = 0; number < state.values.size(); ++number)
    reduceAtDefinition(number);
  for (Step &step : state.steps) {
    // A pinned reshard takes its operand as it comes.
    if (step.kind == Step::Pinned) {
      // One that says that it's to be made again says so on purpose.
      unsigned operand = step.operands.front();
      if (!step.op->hasAttr("dist.regather"))
        remarks.addGather(operand, state.afterDefinition(state.values[operand]),
                          state.values[step.results.front()].produced, step.op);
      continue;
    }
    for (unsigned operand = 0; operand < step.operands.size(); ++operand)
      fixOperand(step, operand);
  }
  remarks.emit();
}

void State::materialize() { Inserter(*this).run(); }
