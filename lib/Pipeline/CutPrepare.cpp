//===- CutPrepare.cpp - rewrites of @main before it is cut ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// See CutPrepare.h. The global norm of gradients is the case that matters: its
// terms live on all stages, one scalar of each may travel.
//
//===----------------------------------------------------------------------===//
#include "CutPrepare.h"
#include "Layers.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace shardc;

FailureOr<dist::MicrobatchOp> shardc::findRegion(func::FuncOp main) {
  dist::MicrobatchOp region;
  for (auto op : main.getBody().front().getOps<dist::MicrobatchOp>()) {
    if (region) {
      InFlightDiagnostic diag = op.emitOpError()
                                << "is the second microbatch region; a step has one";
      diag.attachNote(region.getLoc()) << "the first is here";
      return diag;
    }
    region = op;
  }
  return region;
}

static bool isUpdate(Operation *op) {
  auto phase = op->getAttrOfType<StringAttr>("dist.phase");
  return phase && phase.getValue() == "update";
}

LogicalResult shardc::wrapInRegion(func::FuncOp main) {
  Block &block = main.getBody().front();
  SmallVector<Operation *> inside;
  Operation *firstOutside = nullptr;
  llvm::DenseSet<Operation *> outside;
  for (Operation &op : block.without_terminator()) {
    bool update = isUpdate(&op);
    forEachRead(&op, [&](OpOperand &operand) {
      update |= operand.get().getDefiningOp() && outside.contains(operand.get().getDefiningOp());
    });
    if (!update) {
      inside.push_back(&op);
      continue;
    }
    outside.insert(&op);
    if (!firstOutside)
      firstOutside = &op;
  }
  if (!firstOutside)
    firstOutside = block.getTerminator();
  SmallVector<Value> yields;
  SmallVector<Type> types;
  for (Operation *op : inside)
    for (Value result : op->getResults()) {
      bool leaves = llvm::any_of(result.getUsers(), [&](Operation *user) {
        Operation *ancestor = block.findAncestorOpInBlock(*user);
        return ancestor == block.getTerminator() || outside.contains(ancestor);
      });
      if (!leaves)
        continue;
      yields.push_back(result);
      types.push_back(result.getType());
    }
  OpBuilder builder(firstOutside);
  SmallVector<Attribute> kinds(
      yields.size(), dist::YieldKindAttr::get(main.getContext(), dist::YieldKind::Accumulate));
  auto region =
      dist::MicrobatchOp::create(builder, main.getLoc(), types, builder.getI64IntegerAttr(1),
                                 ValueRange(), builder.getArrayAttr(kinds));
  Block *body = &region.getBody().emplaceBlock();
  for (Operation *op : inside)
    op->moveBefore(body, body->end());
  for (auto [from, to] : llvm::zip_equal(yields, region.getResults()))
    from.replaceUsesWithIf(to, [&](OpOperand &use) { return !region->isAncestor(use.getOwner()); });
  OpBuilder inner = OpBuilder::atBlockEnd(body);
  dist::YieldOp::create(inner, main.getLoc(), yields);
  return success();
}

/// The stage that attributes say a value of @main is on.
static std::optional<int64_t> statedStage(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return std::nullopt;
  if (auto region = dyn_cast<dist::MicrobatchOp>(def)) {
    Operation *yield = region.getBody().front().getTerminator();
    return statedStage(yield->getOperand(cast<OpResult>(value).getResultNumber()));
  }
  if (std::optional<int64_t> stage = getIndexAttr(def, "dist.stage"))
    return stage;
  // Collectives and copies stay with what they are made of.
  if (def->getNumOperands() == 1)
    return statedStage(def->getOperand(0));
  return std::nullopt;
}

static void setStage(Operation *op, int64_t stage, Operation *like) {
  Builder builder(op->getContext());
  op->setDiscardableAttrs(llvm::to_vector(like->getDiscardableAttrs()));
  op->setAttr("dist.stage", builder.getI64IntegerAttr(stage));
}

/// Adds `values` from the left, on the stage that `like` has.
static Value addAll(OpBuilder &builder, ArrayRef<Value> values, int64_t stage, Operation *like) {
  Value sum = values.front();
  for (Value value : values.drop_front()) {
    auto add = stablehlo::AddOp::create(builder, like->getLoc(), sum, value);
    setStage(add, stage, like);
    sum = add;
  }
  return sum;
}

static void splitSquareSum(nn::SquareSumOp op) {
  std::map<int64_t, SmallVector<Value>> byStage;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> stage = statedStage(operand);
    if (!stage)
      return;
    byStage[*stage].push_back(operand);
  }
  std::optional<int64_t> home = statedStage(op->getResult(0));
  if (byStage.size() == 1 && (!home || *home == byStage.begin()->first))
    return;
  OpBuilder builder(op);
  SmallVector<Value> sums;
  for (auto &[stage, operands] : byStage) {
    Operation *part = builder.clone(*op.getOperation());
    part->setOperands(operands);
    setStage(part, stage, op);
    sums.push_back(part->getResult(0));
  }
  int64_t target = home.value_or(byStage.rbegin()->first);
  op->getResult(0).replaceAllUsesWith(addAll(builder, sums, target, op));
  op->erase();
}

/// The leaves of the tree of single-use scalar additions under `value`.
static void collectLeaves(Value value, Type type, bool root, SmallVectorImpl<Value> &leaves,
                          SmallVectorImpl<Operation *> &inner) {
  auto add = value.getDefiningOp<stablehlo::AddOp>();
  if (!add || value.getType() != type || (!root && !value.hasOneUse())) {
    leaves.push_back(value);
    return;
  }
  inner.push_back(add);
  for (Value operand : add->getOperands())
    collectLeaves(operand, type, false, leaves, inner);
}

void shardc::groupSumsByStage(func::FuncOp main) {
  Block &block = main.getBody().front();
  for (auto op : llvm::make_early_inc_range(block.getOps<nn::SquareSumOp>()))
    splitSquareSum(op);
  SmallVector<stablehlo::AddOp> roots;
  for (auto add : block.getOps<stablehlo::AddOp>()) {
    bool scalar = cast<RankedTensorType>(add.getType()).getRank() == 0;
    bool isRoot = !(add->hasOneUse() && isa<stablehlo::AddOp>(*add->user_begin()));
    if (scalar && isRoot)
      roots.push_back(add);
  }
  for (stablehlo::AddOp root : roots) {
    SmallVector<Value> leaves;
    SmallVector<Operation *> inner;
    collectLeaves(root, root.getType(), true, leaves, inner);
    std::map<int64_t, SmallVector<Value>> byStage;
    bool known = true;
    for (Value leaf : leaves) {
      std::optional<int64_t> stage = statedStage(leaf);
      known &= stage.has_value();
      if (stage)
        byStage[*stage].push_back(leaf);
    }
    if (!known || byStage.size() < 2 || leaves.size() == byStage.size())
      continue;
    OpBuilder builder(root);
    SmallVector<Value> sums;
    for (auto &[stage, values] : byStage)
      sums.push_back(addAll(builder, values, stage, root));
    int64_t home = getIndexAttr(root, "dist.stage").value_or(byStage.rbegin()->first);
    root->getResult(0).replaceAllUsesWith(addAll(builder, sums, home, root));
    for (Operation *op : inner)
      op->erase();
  }
}
