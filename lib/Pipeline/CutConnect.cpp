//===- CutConnect.cpp - what units read and make ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Follows every operand from the unit that reads it to what makes it: a free op
// is copied, another unit's result becomes an output there and an input here,
// and a value of another stage is noted as crossing.
//
//===----------------------------------------------------------------------===//
#include "Cut.h"
#include "Layers.h"

using namespace mlir;
using namespace shardc;

Unit *Cut::getOrCreate(UnitKind kind, int64_t stage, int64_t level) {
  Unit *&unit = unitIndex[{int(kind), stage, level}];
  if (!unit) {
    units.push_back(std::make_unique<Unit>());
    unit = units.back().get();
    unit->kind = kind;
    unit->stage = stage;
    unit->level = level;
  }
  return unit;
}

Unit *Cut::findUnit(UnitKind kind, int64_t stage, int64_t level) const {
  auto it = unitIndex.find({int(kind), stage, level});
  return it == unitIndex.end() ? nullptr : it->second;
}

Unit *Cut::getUnit(Value value) const {
  Operation *def = value.getDefiningOp();
  return def ? unitOf.lookup(def) : nullptr;
}

Value Cut::getYielded(unsigned index) const {
  return region.getBody().front().getTerminator()->getOperand(index);
}

bool Cut::isSum(unsigned index) const {
  return region.getKind(index) == dist::YieldKind::Accumulate;
}

bool Cut::isInput(Value value) const {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || arg.getOwner() != &main.getBody().front())
    return false;
  auto role = main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "dist.role");
  return role && role.getValue() == "input";
}

int64_t Cut::getStage(Value value) const {
  if (Unit *unit = getUnit(value))
    return unit->stage;
  if (auto it = owners.find(value); it != owners.end())
    return it->second;
  if (region && value.getDefiningOp() == region.getOperation())
    if (Unit *unit = yieldUnits[cast<OpResult>(value).getResultNumber()])
      return unit->stage;
  return stages - 1;
}

int64_t Cut::getUpdatedArgument(unsigned index) const {
  auto it = updatedArgument.find(index);
  return it == updatedArgument.end() ? -1 : it->second;
}

int64_t Cut::getResultStage(unsigned index) const {
  int64_t arg = getUpdatedArgument(index);
  if (arg >= 0)
    return owners.lookup(main.getArgument(arg));
  return getStage(main.getBody().front().getTerminator()->getOperand(index));
}

const std::map<int64_t, bool> &Cut::getConsumers(Value value) const {
  static const std::map<int64_t, bool> none;
  auto it = consumers.find(value);
  return it == consumers.end() ? none : it->second;
}

void Cut::addConsumer(Value value, int64_t stage, bool early) {
  auto &map = consumers[value];
  if (map.empty())
    crossing.push_back(value);
  auto [it, inserted] = map.insert({stage, early});
  it->second |= early;
}

void Cut::addCopy(Unit *unit, Operation *op) {
  if (!unit->ops.insert(op).second)
    return;
  forEachRead(op, [&](OpOperand &operand) { need(unit, operand.get()); });
}

void Cut::need(Unit *unit, Value value) {
  bool early = unit->kind != UnitKind::Update;
  Block *block = &main.getBody().front();
  auto arg = dyn_cast<BlockArgument>(value);
  if (arg && arg.getOwner() == block) {
    unit->inputs.insert(value);
    if (!isInput(value) && owners[value] != unit->stage)
      addConsumer(value, unit->stage, early);
    return;
  }
  if (arg) {
    // A row of a slice: the stage must have what is sliced.
    unit->inputs.insert(value);
    Value whole = region.getSlices()[arg.getArgNumber()];
    Operation *def = whole.getDefiningOp();
    if (!def) {
      if (!isInput(whole) && owners[whole] != unit->stage)
        addConsumer(whole, unit->stage, true);
    } else if (Unit *maker = unitOf.lookup(def)) {
      maker->outputs.insert(whole);
      if (maker->stage != unit->stage)
        addConsumer(whole, unit->stage, true);
    } else {
      Unit *setup = getOrCreate(UnitKind::Setup, unit->stage, 0);
      addCopy(setup, def);
      setup->outputs.insert(whole);
    }
    return;
  }
  Operation *def = value.getDefiningOp();
  if (free.contains(def)) {
    addCopy(unit, def);
    return;
  }
  if (replicated.contains(def)) {
    Unit *setup =
        unit->kind == UnitKind::Step ? unit : getOrCreate(UnitKind::Setup, unit->stage, 0);
    addCopy(setup, def);
    if (setup != unit) {
      setup->outputs.insert(value);
      unit->inputs.insert(value);
    }
    return;
  }
  if (region && def == region.getOperation()) {
    unit->inputs.insert(value);
    Unit *maker = yieldUnits[cast<OpResult>(value).getResultNumber()];
    if (maker->stage != unit->stage)
      addConsumer(value, unit->stage, false);
    return;
  }
  Unit *maker = unitOf.lookup(def);
  if (maker == unit)
    return;
  maker->outputs.insert(value);
  unit->inputs.insert(value);
  if (maker->stage != unit->stage)
    addConsumer(value, unit->stage, early);
}

LogicalResult Cut::connect() {
  Block &block = main.getBody().front();
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator()) {
    if (region && &op == region.getOperation()) {
      for (Operation &inner : region.getBody().front().without_terminator())
        all.push_back(&inner);
      continue;
    }
    all.push_back(&op);
  }
  for (Operation *op : all) {
    auto it = places.find(op);
    if (it == places.end())
      continue;
    Unit *unit = getOrCreate(it->second.kind, it->second.stage, it->second.level);
    unitOf[op] = unit;
    unit->ops.insert(op);
  }
  // Yields first: what reads a result of the region asks where it is made.
  if (region) {
    yieldUnits.assign(region.getNumResults(), nullptr);
    for (unsigned index = 0; index < region.getNumResults(); ++index) {
      if (region.getResult(index).use_empty())
        continue;
      Value value = getYielded(index);
      Unit *unit = getUnit(value);
      if (!unit || unit->kind == UnitKind::Setup) {
        unit = stages == 1 ? getOrCreate(UnitKind::Microbatch, 0, 0)
                           : getOrCreate(UnitKind::Forward, stages - 1, 0);
        need(unit, value);
      }
      yieldUnits[index] = unit;
      if (isSum(index) && getMicrobatches() > 1)
        unit->sums.push_back(index);
      else
        unit->outputs.insert(value);
    }
  }
  for (Operation *op : all)
    if (Unit *unit = unitOf.lookup(op))
      forEachRead(op, [&](OpOperand &operand) { need(unit, operand.get()); });

  for (OpOperand &operand : block.getTerminator()->getOpOperands()) {
    Value value = operand.get();
    Operation *def = value.getDefiningOp();
    int64_t stage = getResultStage(operand.getOperandNumber());
    if (def && (free.contains(def) || replicated.contains(def))) {
      Unit *unit = getOrCreate(region ? UnitKind::Update : UnitKind::Step, stage, 0);
      need(unit, value);
      unit->outputs.insert(value);
      continue;
    }
    if (Unit *maker = getUnit(value))
      maker->outputs.insert(value);
    if (getStage(value) != stage && !isInput(value))
      addConsumer(value, stage, false);
  }
  auto rank = [&](const Unit &unit) {
    // Setup, then the region, then the update.
    int group = unit.kind == UnitKind::Setup      ? 0
                : unit.kind == UnitKind::Update   ? 3
                : unit.kind == UnitKind::Backward ? 2
                                                  : 1;
    int64_t stage = unit.kind == UnitKind::Backward ? -unit.stage : unit.stage;
    return std::make_tuple(group, unit.level, stage);
  };
  llvm::sort(units, [&](auto &a, auto &b) { return rank(*a) < rank(*b); });
  return success();
}
