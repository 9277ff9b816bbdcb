//===- ReverseMode.cpp - gradients of a block of ops ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One forward walk finds the values that depend on a leaf, one backward walk
// asks the ops that lie between a leaf and the loss for their gradients.
//
//===----------------------------------------------------------------------===//

#include "ReverseMode.h"

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;
using namespace shardc;

static bool isFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

/// Values from outside that the op's regions read, and its operands.
static SmallVector<Value> readsOf(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  if (op->getNumRegions() != 0) {
    SetVector<Value> outer;
    getUsedValuesDefinedAbove(op->getRegions(), outer);
    values.append(outer.begin(), outer.end());
  }
  return values;
}

ReverseMode::ReverseMode(mlir::Block &block, ArrayRef<Value> leaves, Phase phase)
    : block(block), phase(phase),
      builder(block.getParentOp()->getContext(), static_cast<OpBuilder::Listener *>(this)) {
  builder.setInsertionPoint(block.getTerminator());
  wanted.insert(leaves.begin(), leaves.end());
  for (Operation &op : block.without_terminator()) {
    forward.push_back(&op);
    if (llvm::any_of(readsOf(&op), [&](Value value) { return wanted.contains(value); }))
      for (Value result : op.getResults())
        if (isFloatTensor(result))
          wanted.insert(result);
  }
}

//===----------------------------------------------------------------------===//
// Where new ops belong
//===----------------------------------------------------------------------===//

void ReverseMode::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  // Bodies of reductions have no place of their own.
  if (op->getBlock() != &block)
    return;
  if (!op->hasAttr(attr::phase))
    op->setAttr(attr::phase, StringAttr::get(op->getContext(), phaseName(phase)));
  if (stage && !op->hasAttr(attr::stage))
    op->setAttr(attr::stage, stage);
  if (layer && !op->hasAttr(attr::layer))
    op->setAttr(attr::layer, layer);
}

void ReverseMode::setPlace(Operation *op) {
  stage = op ? op->getAttr(attr::stage) : Attribute();
  layer = op ? op->getAttr(attr::layer) : Attribute();
}

void ReverseMode::setPlace(std::optional<int64_t> number) {
  stage = number ? Attribute(builder.getI64IntegerAttr(*number)) : Attribute();
  layer = {};
}

bool ReverseMode::isCaptured(Value value) const { return value.getParentBlock() != &block; }

//===----------------------------------------------------------------------===//
// Cotangents
//===----------------------------------------------------------------------===//

void ReverseMode::seed(Value value, Value cotangent) { add(value, cotangent); }

void ReverseMode::seedOne(Value scalar) {
  setPlace(scalar.getDefiningOp());
  TensorBuilder b(builder, scalar.getLoc());
  add(scalar, b.splatLike(scalar, 1.0));
}

void ReverseMode::add(Value value, Value cotangent) {
  if (!isWanted(value))
    return;
  auto accumulate = [&](Value &sum) {
    sum = sum ? Value(stablehlo::AddOp::create(builder, cotangent.getLoc(), sum, cotangent))
              : cotangent;
  };
  if (!isCaptured(value))
    return accumulate(cotangents[value]);
  // Stages run apart: their shares of one gradient meet only after the loop.
  auto number = dyn_cast_or_null<IntegerAttr>(stage);
  accumulate(captured[{value, number ? number.getInt() : -1}]);
}

SmallVector<ReverseMode::Captured> ReverseMode::takeCaptured() {
  SmallVector<Captured> result;
  for (auto &[key, cotangent] : captured)
    result.push_back({key.first, key.second, cotangent});
  return result;
}

//===----------------------------------------------------------------------===//
// The backward walk
//===----------------------------------------------------------------------===//

LogicalResult ReverseMode::run() {
  for (Operation *op : llvm::reverse(forward))
    if (failed(visit(op)))
      return failure();
  return success();
}

LogicalResult ReverseMode::visit(Operation *op) {
  SmallVector<Value> incoming;
  for (Value result : op->getResults())
    incoming.push_back(cotangents.lookup(result));
  if (llvm::none_of(incoming, [](Value value) { return static_cast<bool>(value); }))
    return success();
  // A cotangent exists only for a wanted result, so some operand is wanted.
  setPlace(op);
  if (auto microbatch = dyn_cast<dist::MicrobatchOp>(op))
    return visitMicrobatch(microbatch);
  if (auto reshard = dyn_cast<dist::ReshardOp>(op)) {
    addPlaced(reshard, incoming.front());
    return success();
  }
  if (auto constraint = dyn_cast<dist::ConstraintOp>(op)) {
    auto same = dist::ConstraintOp::create(builder, op->getLoc(), incoming.front().getType(),
                                           incoming.front(), constraint.getSharding(),
                                           constraint.getPriority());
    add(constraint.getInput(), same.getResult());
    return success();
  }
  if (isa<stablehlo::WhileOp>(op))
    return op->emitOpError() << "has no gradient, but the loss depends on a parameter through it: "
                                "how often it runs depends on data; loop a constant number of "
                                "times";
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable)
    return op->emitOpError() << "has no gradient, but the loss depends on a parameter through it";
  return differentiable.buildGradients(builder, incoming, *this);
}

void ReverseMode::addPlaced(dist::ReshardOp op, Value cotangent) {
  if (auto sharding = op->getAttrOfType<dist::ShardingAttr>(attr::adjoint)) {
    auto placed =
        dist::ReshardOp::create(builder, op.getLoc(), cotangent.getType(), cotangent, sharding);
    placed->setAttr(attr::gradient, builder.getUnitAttr());
    cotangent = placed;
  }
  add(op.getInput(), cotangent);
}

/// A value for use inside `region` that equals `value`, which may be defined
/// after it: what does not depend on the region is computed again inside. Null
/// when it depends on the region.
static Value bringInto(Value value, Operation *region, OpBuilder &builder,
                       DenseMap<Value, Value> &known) {
  Operation *def = value.getDefiningOp();
  if (!def || (def->getBlock() == region->getBlock() && def->isBeforeInBlock(region)))
    return value;
  if (Value clone = known.lookup(value))
    return clone;
  if (def == region || def->getNumRegions() != 0)
    return {};
  IRMapping mapping;
  for (Value operand : def->getOperands()) {
    Value inner = bringInto(operand, region, builder, known);
    if (!inner)
      return {};
    mapping.map(operand, inner);
  }
  Operation *clone = def->clone(mapping);
  // The clone belongs where the body's gradient begins.
  for (StringRef name : {attr::phase, attr::stage, attr::layer})
    clone->removeAttr(name);
  builder.insert(clone);
  for (auto [from, to] : llvm::zip_equal(def->getResults(), clone->getResults()))
    known[from] = to;
  return known.lookup(value);
}

LogicalResult ReverseMode::visitMicrobatch(dist::MicrobatchOp op) {
  mlir::Block &body = op.getBody().front();
  auto yield = cast<dist::YieldOp>(body.getTerminator());

  SetVector<Value> outer;
  getUsedValuesDefinedAbove(op.getBody(), outer);
  SmallVector<Value> leaves;
  for (Value value : outer)
    if (isWanted(value))
      leaves.push_back(value);
  for (auto [slice, argument] : llvm::zip_equal(op.getSlices(), body.getArguments()))
    if (isWanted(slice))
      leaves.push_back(argument);

  ReverseMode inner(body, leaves, Phase::Backward);
  DenseMap<Value, Value> known;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    Value cotangent = cotangents.lookup(result);
    if (!cotangent)
      continue;
    if (op.getKind(index) != dist::YieldKind::Accumulate)
      return op.emitOpError() << "has no gradient through its result " << index
                              << ", which is stacked; the loss may depend on sums only";
    Value yielded = yield.getValues()[index];
    inner.setPlace(yielded.getDefiningOp());
    Value own = bringInto(cotangent, op, inner.builder, known);
    if (!own)
      return op.emitOpError() << "has no gradient through its result " << index
                              << ": the loss is not linear in it, so the gradient of one "
                                 "microbatch would need the results of all";
    inner.seed(yielded, own);
  }
  if (failed(inner.run()))
    return failure();

  // Each gradient becomes one more result: summed for what is captured,
  // stacked for what is sliced.
  SmallVector<Captured> gradients = inner.takeCaptured();
  SmallVector<Value> yields(yield.getValues());
  SmallVector<Attribute> kinds(op.getKinds().getValue());
  SmallVector<Type> types(op->getResultTypes());
  MLIRContext *context = op.getContext();
  for (Captured &gradient : gradients) {
    yields.push_back(gradient.cotangent);
    types.push_back(gradient.cotangent.getType());
    kinds.push_back(dist::YieldKindAttr::get(context, dist::YieldKind::Accumulate));
  }
  SmallVector<std::pair<Value, unsigned>> sliced;
  for (auto [slice, argument] : llvm::zip_equal(op.getSlices(), body.getArguments())) {
    Value cotangent = inner.cotangentOf(argument);
    if (!cotangent)
      continue;
    sliced.push_back({slice, static_cast<unsigned>(yields.size())});
    yields.push_back(cotangent);
    types.push_back(slice.getType());
    kinds.push_back(dist::YieldKindAttr::get(context, dist::YieldKind::Stack));
  }

  OpBuilder plain(op);
  auto next = dist::MicrobatchOp::create(plain, op.getLoc(), types, op.getCountAttr(),
                                         op.getSlices(), plain.getArrayAttr(kinds));
  next->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  next.getBody().takeBody(op.getBody());
  yield.getValuesMutable().assign(yields);
  for (auto [from, to] : llvm::zip(op.getResults(), next.getResults()))
    from.replaceAllUsesWith(to);
  unsigned first = op.getNumResults();
  op.erase();

  // What adds up here runs where the value is first used.
  DenseMap<Value, std::optional<int64_t>> homes;
  for (Operation &user : next.getBody().front())
    for (Value operand : user.getOperands())
      homes.try_emplace(operand, stageOf(&user));
  for (auto [index, gradient] : llvm::enumerate(gradients)) {
    setPlace(homes.lookup(gradient.value));
    add(gradient.value, next.getResult(first + index));
  }
  setPlace(static_cast<Operation *>(nullptr));
  for (auto [slice, index] : sliced)
    add(slice, next.getResult(index));
  return success();
}

//===----------------------------------------------------------------------===//
// Dead ops
//===----------------------------------------------------------------------===//

static void pruneMicrobatch(dist::MicrobatchOp op) {
  if (llvm::none_of(op.getResults(), [](Value result) { return result.use_empty(); }))
    return;
  auto yield = cast<dist::YieldOp>(op.getBody().front().getTerminator());
  SmallVector<Value> yields;
  SmallVector<Attribute> kinds;
  SmallVector<Type> types;
  SmallVector<Value> kept;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    if (result.use_empty())
      continue;
    kept.push_back(result);
    yields.push_back(yield.getValues()[index]);
    kinds.push_back(op.getKinds()[index]);
    types.push_back(result.getType());
  }
  OpBuilder builder(op);
  auto next = dist::MicrobatchOp::create(builder, op.getLoc(), types, op.getCountAttr(),
                                         op.getSlices(), builder.getArrayAttr(kinds));
  next->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  next.getBody().takeBody(op.getBody());
  yield.getValuesMutable().assign(yields);
  for (auto [from, to] : llvm::zip_equal(kept, next.getResults()))
    from.replaceAllUsesWith(to);
  op.erase();
}

void shardc::eraseDeadOps(mlir::Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (auto microbatch = dyn_cast<dist::MicrobatchOp>(op)) {
      mlir::Block *body = &microbatch.getBody().front();
      pruneMicrobatch(microbatch);
      eraseDeadOps(*body);
    } else if (isOpTriviallyDead(&op)) {
      op.erase();
    }
  }
}
