//===- Cut.cpp - assigning ops to units -------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which stage, phase and level each op belongs to. Stages come from attributes;
// ops without one (collectives that partitioning added, say) follow their
// operands: forward ops the latest stage, backward ops the earliest one.
//
//===----------------------------------------------------------------------===//
#include "Cut.h"
#include "Layers.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace shardc;

llvm::StringRef shardc::toString(UnitKind kind) {
  switch (kind) {
  case UnitKind::Setup:
    return "setup";
  case UnitKind::Forward:
    return "forward";
  case UnitKind::Backward:
    return "backward";
  case UnitKind::Microbatch:
    return "microbatch";
  case UnitKind::Update:
    return "update";
  case UnitKind::Step:
    return "step";
  }
  llvm_unreachable("every kind has a name");
}

Cut::Cut(func::FuncOp main, int64_t stages) : main(main), stages(stages) {
  for (auto op : main.getBody().front().getOps<dist::MicrobatchOp>())
    region = op;
}

/// Ops that cost next to nothing or fuse into their reader.
static bool isCheap(Operation *op) {
  using namespace stablehlo;
  if (isa<dist::ShardOffsetOp, dist::MaskOp, dist::AllSliceOp>(op))
    return true;
  return isa<ConstantOp, IotaOp, BroadcastInDimOp, ReshapeOp, ConvertOp, CompareOp, SelectOp, AddOp,
             SubtractOp, MulOp, AndOp, OrOp, NotOp, NegOp, TransposeOp, SliceOp, MinOp, MaxOp>(op);
}

/// Ops that other ranks take part in; each runs exactly where it was put.
static bool communicates(Operation *op) {
  bool result = false;
  op->walk([&](Operation *inner) {
    result |= isa<dist::DistDialect>(inner->getDialect()) &&
              !isa<dist::ShardOffsetOp, dist::MaskOp, dist::AllSliceOp, dist::CheckpointOp,
                   dist::ConstraintOp>(inner);
  });
  return result;
}

void Cut::findFree() {
  auto visit = [&](Operation &op) {
    if (communicates(&op) || !isPure(&op))
      return;
    bool allFree = true, allKnown = true;
    forEachRead(&op, [&](OpOperand &operand) {
      Operation *def = operand.get().getDefiningOp();
      allFree &= def && free.contains(def);
      allKnown &= def && (free.contains(def) || replicated.contains(def));
    });
    if (allFree && isCheap(&op))
      free.insert(&op);
    else if (allKnown)
      replicated.insert(&op);
  };
  for (Operation &op : main.getBody().front().without_terminator()) {
    if (&op == region.getOperation()) {
      for (Operation &inner : region.getBody().front().without_terminator())
        visit(inner);
      continue;
    }
    visit(op);
  }
}

std::optional<int64_t> Cut::stageAttr(Operation *op) const {
  return getIndexAttr(op, "dist.stage");
}

/// Stage of the first reader, in program order, that states one; looks through
/// readers that don't.
std::optional<int64_t> Cut::firstUserStage(Value value, unsigned depth) const {
  Block *block = &main.getBody().front();
  SmallVector<std::pair<Operation *, Value>> next;
  Operation *first = nullptr;
  auto before = [&](Operation *a, Operation *b) {
    Operation *outerA = block->findAncestorOpInBlock(*a);
    Operation *outerB = block->findAncestorOpInBlock(*b);
    if (outerA != outerB)
      return outerA->isBeforeInBlock(outerB);
    if (a->getBlock() != b->getBlock())
      return a == outerA;
    return a->isBeforeInBlock(b);
  };
  Block *body = region ? &region.getBody().front() : nullptr;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (body)
      if (Operation *inner = body->findAncestorOpInBlock(*user))
        user = inner;
    if (!body || user->getBlock() != body)
      user = block->findAncestorOpInBlock(*user);
    if (user == region.getOperation() && region) {
      next.push_back({user, body->getArgument(use.getOperandNumber())});
      continue;
    }
    if (stageAttr(user)) {
      if (!first || before(user, first))
        first = user;
      continue;
    }
    for (Value result : user->getResults())
      next.push_back({user, result});
  }
  if (first)
    return stageAttr(first);
  if (depth >= 16)
    return std::nullopt;
  llvm::sort(next,
             [&](auto &a, auto &b) { return a.first != b.first && before(a.first, b.first); });
  for (auto &[user, result] : next)
    if (std::optional<int64_t> stage = firstUserStage(result, depth + 1))
      return stage;
  return std::nullopt;
}

void Cut::findOwners() {
  for (BlockArgument arg : main.getArguments()) {
    if (auto updated = main.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(), "dist.updated_by"))
      updatedArgument[updated.getInt()] = arg.getArgNumber();
    auto attr = main.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(), "dist.stage");
    std::optional<int64_t> stage;
    if (attr)
      stage = attr.getInt();
    else if (stages > 1) // readers state nothing else, and the search is deep
      stage = firstUserStage(arg);
    owners[arg] = stages == 1 ? 0 : std::clamp<int64_t>(stage.value_or(0), 0, stages - 1);
  }
}

int64_t Cut::inferStage(Operation *op, bool earliest) const {
  std::optional<int64_t> best;
  int64_t largest = -1;
  bool inRegion = region && op->getBlock() == &region.getBody().front();
  auto offer = [&](int64_t stage, Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    int64_t size = type ? type.getNumElements() : 0;
    if (inRegion)
      best = !best ? stage : earliest ? std::min(*best, stage) : std::max(*best, stage);
    else if (size > largest)
      best = stage, largest = size;
  };
  forEachRead(op, [&](OpOperand &operand) {
    Operation *def = operand.get().getDefiningOp();
    if (!def)
      return;
    if (def == region.getOperation() && region) {
      auto it =
          places.find(getYielded(cast<OpResult>(operand.get()).getResultNumber()).getDefiningOp());
      if (it != places.end())
        offer(it->second.stage, operand.get());
    } else if (auto it = places.find(def); it != places.end()) {
      offer(it->second.stage, operand.get());
    }
  });
  if (best)
    return *best;
  for (Value result : op->getResults())
    if (std::optional<int64_t> stage = firstUserStage(result))
      return *stage;
  forEachRead(op, [&](OpOperand &operand) {
    auto it = owners.find(operand.get());
    if (it != owners.end() && !isInput(operand.get()))
      offer(it->second, operand.get());
  });
  if (best)
    return *best;
  return inRegion && !earliest ? 0 : stages - 1;
}

bool Cut::isBackward(Operation *op) const {
  auto phase = op->getAttrOfType<StringAttr>("dist.phase");
  return (phase && phase.getValue() == "backward") || op->hasAttr("dist.recompute");
}

LogicalResult Cut::placeRegion() {
  if (!region)
    return success();
  Block &body = region.getBody().front();
  for (Operation &op : body.without_terminator()) {
    bool isBack = isBackward(&op);
    if (!op.hasAttr("dist.phase"))
      forEachRead(&op, [&](OpOperand &operand) {
        Operation *def = operand.get().getDefiningOp();
        isBack |= def && backwardOps.contains(def) && !stageAttr(&op);
      });
    if (isBack)
      backwardOps.insert(&op);
  }
  // What nobody placed and only the backward pass reads is made there: a gathered
  // weight is not kept from forward to backward.
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    if (stageAttr(&op) || op.hasAttr("dist.phase") || backwardOps.contains(&op) || op.use_empty())
      continue;
    bool sinks = llvm::all_of(op.getUsers(), [&](Operation *user) {
      Operation *inner = body.findAncestorOpInBlock(*user);
      return inner && backwardOps.contains(inner);
    });
    if (sinks)
      backwardOps.insert(&op);
  }
  backward = !backwardOps.empty();
  for (Operation &op : body.without_terminator()) {
    if (free.contains(&op) || replicated.contains(&op))
      continue;
    bool isBack = backwardOps.contains(&op);
    int64_t stage = 0;
    if (stages > 1) {
      std::optional<int64_t> stated = stageAttr(&op);
      stage = stated ? *stated : inferStage(&op, isBack);
    }
    if (stage < 0 || stage >= stages)
      return op.emitOpError() << "is on stage " << stage << " of " << stages;
    UnitKind kind = stages == 1 ? UnitKind::Microbatch
                    : isBack    ? UnitKind::Backward
                                : UnitKind::Forward;
    places[&op] = {kind, stage, 0};
  }
  return success();
}

LogicalResult Cut::placeOutside() {
  Block &block = main.getBody().front();
  llvm::DenseSet<Operation *> setup;
  if (region)
    for (Operation &op : llvm::reverse(block.without_terminator())) {
      if (&op != region.getOperation() && !setup.contains(&op))
        continue;
      forEachRead(&op, [&](OpOperand &operand) {
        Operation *def = operand.get().getDefiningOp();
        if (def && def->getBlock() == &block)
          setup.insert(def);
      });
    }
  for (Operation &op : block.without_terminator()) {
    if (&op == region.getOperation() || free.contains(&op) || replicated.contains(&op))
      continue;
    UnitKind kind = !region               ? UnitKind::Step
                    : setup.contains(&op) ? UnitKind::Setup
                                          : UnitKind::Update;
    int64_t stage = 0;
    if (stages > 1) {
      std::optional<int64_t> stated = stageAttr(&op);
      stage = stated ? *stated : inferStage(&op, false);
    }
    if (stage < 0 || stage >= stages)
      return op.emitOpError() << "is on stage " << stage << " of " << stages;
    int64_t level = 0;
    forEachRead(&op, [&](OpOperand &operand) {
      auto it = places.find(operand.get().getDefiningOp());
      if (it == places.end() || it->second.kind != kind)
        return;
      level = std::max(level, it->second.level + (it->second.stage != stage ? 1 : 0));
    });
    places[&op] = {kind, stage, level};
  }
  return success();
}

LogicalResult Cut::checkChain() {
  if (!region)
    return success();
  for (Operation &op : region.getBody().front().without_terminator()) {
    auto to = places.find(&op);
    if (to == places.end())
      continue;
    LogicalResult result = success();
    forEachRead(&op, [&](OpOperand &operand) {
      auto from = places.find(operand.get().getDefiningOp());
      if (failed(result) || from == places.end() || from->second.kind == UnitKind::Setup)
        return;
      auto [fromKind, fromStage, fromLevel] = from->second;
      auto [toKind, toStage, toLevel] = to->second;
      bool wrong = false;
      if (fromKind == UnitKind::Forward && toKind == UnitKind::Forward)
        wrong = fromStage > toStage;
      else if (fromKind == UnitKind::Backward && toKind == UnitKind::Backward)
        wrong = fromStage < toStage;
      else
        wrong = fromKind == UnitKind::Backward && toKind == UnitKind::Forward;
      if (!wrong)
        return;
      InFlightDiagnostic diag = op.emitOpError()
                                << "on stage " << toStage << " (" << toString(toKind)
                                << ") reads a value made on stage " << fromStage << " ("
                                << toString(fromKind)
                                << "); stages must form a chain, forward ascending and "
                                   "backward descending";
      diag.attachNote(from->first->getLoc()) << "the value is made here";
      result = diag;
    });
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Cut::run() {
  if (stages > 1 && !region)
    return main.emitError() << "has no microbatch region to cut into stages";
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto attr = main.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
      if (attr.getInt() < 0 || attr.getInt() >= int64_t(main.getNumResults()))
        return main.emitError() << "argument " << i << " is updated by result " << attr.getInt()
                                << " of " << main.getNumResults();
  findFree();
  findOwners();
  if (failed(placeRegion()) || failed(placeOutside()) || failed(checkChain()))
    return failure();
  int64_t ops = places.size() + free.size() + replicated.size();
  if (stages > 1 && stages > ops)
    return main.emitError() << "has " << ops << " ops for the " << stages
                            << " stages of mesh axis 'pp'";
  return connect();
}
