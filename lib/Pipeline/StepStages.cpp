//===- StepStages.cpp - stages of backward passes and updates ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operands tell the stage first; where they don't, what reads a value does.
//
//===----------------------------------------------------------------------===//
#include "StepStages.h"
#include "Layers.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace mlir;
using namespace shardc;

namespace {
class LaterPhases {
public:
  LaterPhases(func::FuncOp main, int64_t stages) : main(main), last(stages - 1) {}
  void placeBackward(ArrayRef<Operation *> ops,
                     llvm::function_ref<std::optional<int64_t>(int64_t)> stageOfLayer);
  void placeUpdate(ArrayRef<Operation *> ops);

private:
  /// Places an op of the update where it is read; on the last stage, if on several.
  void placeReaders(Operation *op);
  std::optional<int64_t> known(Value value);
  void set(Operation *op, int64_t stage);

  func::FuncOp main;
  int64_t last;
  llvm::DenseMap<Operation *, int64_t> placed;
};
} // namespace

void LaterPhases::set(Operation *op, int64_t stage) {
  placed[op] = stage;
  // Constants have no place of their own.
  bool isFree = true;
  forEachRead(op, [&](OpOperand &) { isFree = false; });
  if (!isFree)
    op->setAttr("dist.stage", IntegerAttr::get(IntegerType::get(op->getContext(), 64), stage));
}

/// Where a value that updates read is: an op of the passes, an argument where the first
/// of them that reads it is.
std::optional<int64_t> LaterPhases::known(Value value) {
  if (Operation *definition = value.getDefiningOp()) {
    if (auto it = placed.find(definition); it != placed.end())
      return it->second;
    return getIndexAttr(definition, "dist.stage");
  }
  std::optional<int64_t> stage;
  Operation *first = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *reader = main.getBody().findAncestorOpInRegion(*user);
    std::optional<int64_t> own = getIndexAttr(reader, "dist.stage");
    if (own && (!first || reader->isBeforeInBlock(first))) {
      first = reader;
      stage = own;
    }
  }
  return stage;
}

void LaterPhases::placeBackward(ArrayRef<Operation *> ops,
                                llvm::function_ref<std::optional<int64_t>(int64_t)> stageOfLayer) {
  SmallVector<Operation *> open;
  for (Operation *op : ops) {
    std::optional<int64_t> stage = getIndexAttr(op, "dist.stage");
    if (std::optional<int64_t> layer = getIndexAttr(op, "dist.layer"); layer && !stage)
      stage = stageOfLayer(*layer);
    forEachRead(op, [&](OpOperand &operand) {
      if (auto it = placed.find(operand.get().getDefiningOp()); it != placed.end())
        stage = std::min(stage.value_or(last), it->second);
    });
    if (stage)
      set(op, *stage);
    else
      open.push_back(op);
  }
  // The head's, constants, and what is computed of forward values alone.
  for (Operation *op : llvm::reverse(open)) {
    std::optional<int64_t> stage;
    for (Operation *user : op->getUsers())
      if (auto it = placed.find(main.getBody().findAncestorOpInRegion(*user)); it != placed.end())
        stage = std::max(stage.value_or(0), it->second);
    set(op, stage.value_or(last));
  }
}

static int64_t sizeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getNumElements() : 0;
}

/// A tensor of one number: made where it is read, on each stage that reads it.
static bool isSpread(Operation *op) {
  return op->getNumResults() == 1 && op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
         sizeOf(op->getOperand(0)) == 1 && sizeOf(op->getResult(0)) > 1;
}

void LaterPhases::placeReaders(Operation *op) {
  std::map<int64_t, SmallVector<OpOperand *>> byStage;
  for (OpOperand &use : op->getUses()) {
    auto it = placed.find(main.getBody().findAncestorOpInRegion(*use.getOwner()));
    if (it != placed.end())
      byStage[it->second].push_back(&use);
  }
  if (byStage.empty())
    return;
  if (!isSpread(op)) {
    set(op, byStage.size() == 1 ? byStage.begin()->first : last);
    return;
  }
  set(op, byStage.begin()->first);
  OpBuilder builder(op);
  for (auto &[stage, uses] : llvm::drop_begin(byStage)) {
    Operation *clone = builder.clone(*op);
    set(clone, stage);
    for (OpOperand *use : uses)
      use->set(clone->getResult(0));
  }
}

void LaterPhases::placeUpdate(ArrayRef<Operation *> ops) {
  llvm::DenseMap<Value, std::optional<int64_t>> arguments;
  for (BlockArgument argument : main.getArguments())
    arguments[argument] = known(argument);
  SmallVector<Operation *> open;
  for (Operation *op : ops) {
    std::optional<int64_t> stage = getIndexAttr(op, "dist.stage");
    if (!stage && isSpread(op)) {
      open.push_back(op);
      continue;
    }
    int64_t largest = 0;
    if (!stage)
      forEachRead(op, [&](OpOperand &operand) {
        Value value = operand.get();
        std::optional<int64_t> own =
            isa<BlockArgument>(value) ? arguments.lookup(value) : known(value);
        int64_t size = sizeOf(value);
        if (!own || size < largest)
          return;
        if (size == 1)
          stage = stage && *stage != *own ? last : *own;
        else
          stage = size > largest ? *own : std::min(*stage, *own);
        largest = size;
      });
    if (stage)
      set(op, *stage);
    else
      open.push_back(op);
  }
  // Decayed averages, before the gradient is added to them.
  for (Operation *op : llvm::reverse(open))
    placeReaders(op);
}

void shardc::placeLaterPhases(func::FuncOp main, int64_t stages,
                              llvm::function_ref<std::optional<int64_t>(int64_t)> stageOfLayer) {
  SmallVector<Operation *> backward, update;
  for (Operation *op : computeOps(main))
    if (auto phase = op->getAttrOfType<StringAttr>("dist.phase"))
      (phase == "backward" ? backward : update).push_back(op);
  LaterPhases later(main, stages);
  later.placeBackward(backward, stageOfLayer);
  later.placeUpdate(update);
}
