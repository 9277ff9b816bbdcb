//===- FusionPlan.cpp - what is computed where ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two sweeps. Backward: what must lie in memory because of who uses it.
// Forward: what would be computed too often if it were inlined. Both look at
// each use once, so the plan takes linear time.
//
//===----------------------------------------------------------------------===//
#include "FusionPlan.h"
#include "Emitter.h"
#include "dialects/Dist/Dist.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/RandomWords.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// An op used by several kernels is inlined while its element costs no more
/// than this and reads at most one value of full size.
static constexpr int64_t kCheap = 6;
/// More work than this is not repeated for each of many result elements.
static constexpr int64_t kRepeatable = 3;
/// A draw of a mask: it is made again in each kernel that reads it, as one piece.
static constexpr int64_t kDraw = 100;
/// A kernel does not grow beyond this many operations an element.
static constexpr int64_t kLargest = 256;

bool codegen::isElemental(Operation *op) {
  return Emitter::isPointwise(op) ||
         isa<ConstantOp, IotaOp, BroadcastInDimOp, ReshapeOp, TransposeOp, SliceOp, ReverseOp,
             PadOp, DynamicSliceOp, DynamicUpdateSliceOp, GatherOp, dist::MaskOp,
             dist::ShardOffsetOp, dist::AllSliceOp>(op);
}

bool codegen::isKernelRoot(Operation *op) {
  return isa<ReduceOp, ConcatenateOp, ScatterOp, DotGeneralOp, ReduceWindowOp, SelectAndScatterOp,
             SortOp>(op);
}

/// Arithmetic of one element of an op by itself.
static int64_t ownCost(Operation *op) {
  if (isa<ConstantOp>(op))
    return 0;
  if (isa<ExpOp, Expm1Op, LogOp, Log1pOp, LogisticOp, TanhOp, SineOp, CosineOp, CbrtOp, PowOp,
          Atan2Op, RemOp>(op))
    return 16;
  if (isa<DivOp, SqrtOp, RsqrtOp, GatherOp>(op))
    return 4;
  return 1;
}

FusionPlan::FusionPlan(mlir::Block &block) {
  findRoots(block);
  limitRecomputation(block);
}

void FusionPlan::findRoots(mlir::Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    if (isKernelRoot(&op)) {
      fates[&op] = Fate::Root;
      continue;
    }
    if (!isElemental(&op))
      continue;
    bool stored = false;
    for (Operation *user : op.getUsers()) {
      Fate fate = user->getBlock() == &block ? fateOf(user) : Fate::Stays;
      stored |= fate == Fate::Stays || fate == Fate::View;
    }
    fates[&op] = stored ? Fate::Root : Fate::Inlined;
    if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      // A reshape of what lies in memory costs nothing where it stands.
      Operation *producer = reshape.getOperand().getDefiningOp();
      bool inMemory = !producer || producer->getBlock() != &block || isKernelRoot(producer) ||
                      !isElemental(producer);
      if (stored || inMemory)
        fates[&op] = Fate::View;
    }
  }
}

FusionPlan::Work FusionPlan::workOf(Operation *op) const {
  Work total{ownCost(op), 0};
  int64_t elements = typeOf(op->getResult(0)).getNumElements();
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (producer && fateOf(producer) == Fate::Inlined) {
      Work part = work.lookup(producer);
      total.cost += part.cost;
      total.reads += part.reads;
    } else if (typeOf(operand).getNumElements() * 2 >= elements) {
      ++total.reads;
    }
  }
  return total;
}

/// True when each element of the operand is read for many elements of the
/// result that no loop invariance covers.
static bool repeats(Operation *op, Value operand) {
  int64_t elements = typeOf(operand).getNumElements();
  if (elements == 1)
    return false;
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
    if (typeOf(broadcast.getResult()).getNumElements() == elements)
      return false;
    // Along trailing dimensions the value is computed outside of their loop.
    for (auto [from, to] : llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (int64_t(from) != to ||
          typeOf(operand).getDimSize(from) != typeOf(broadcast.getResult()).getDimSize(to))
        return true;
    return false;
  }
  if (auto window = dyn_cast<ReduceWindowOp>(op)) {
    int64_t reads = typeOf(window.getResult(0)).getNumElements();
    for (int64_t extent : window.getWindowDimensions())
      reads *= extent;
    return reads > elements;
  }
  if (isa<SelectAndScatterOp, SortOp>(op))
    return true;
  if (isa<GatherOp>(op))
    return typeOf(op->getResult(0)).getNumElements() > elements;
  return false;
}

void FusionPlan::limitRecomputation(mlir::Block &block) {
  for (Operation &op : block) {
    Fate fate = fateOf(&op);
    if (fate == Fate::Stays || fate == Fate::View)
      continue;
    // Operands that this op would compute too often, or that make it too big.
    int64_t size = 0;
    for (Value operand : op.getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || fateOf(producer) != Fate::Inlined)
        continue;
      Work part = work.lookup(producer);
      if ((repeats(&op, operand) && part.cost > kRepeatable) || size + part.cost > kLargest)
        fates[producer] = Fate::Root;
      else
        size += part.cost;
    }
    if (fate != Fate::Inlined)
      continue;
    if (op.hasAttr(drawAttrName)) {
      bool isMask = typeOf(op.getResult(0)).getElementType().isInteger(1);
      work[&op] = {isMask ? kDraw : 0, 0};
      continue;
    }
    Work mine = workOf(&op);
    llvm::SmallPtrSet<Operation *, 4> users(op.user_begin(), op.user_end());
    bool cheap = mine.cost <= kCheap && mine.reads <= 1;
    if (users.size() > 1 && !cheap) {
      fates[&op] = Fate::Root;
      continue;
    }
    work[&op] = mine;
  }
}
