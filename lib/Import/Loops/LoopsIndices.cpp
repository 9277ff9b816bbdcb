//===- LoopsIndices.cpp - accesses at known indices -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Unrolled loops read and write stacks of values at numbers. A read of what was
// written before becomes the value itself; a series of writes becomes one
// concatenation; everything else with known indices becomes slices.
//
//===----------------------------------------------------------------------===//
#include "IndexFolder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

/// Erases what nothing uses, in loops as well, users before what they use.
static void eraseDead(mlir::Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<stablehlo::WhileOp>(op))
      for (Region &region : op.getRegions())
        eraseDead(region.front());
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

/// Start indices as they count: held in range, and 0 where nothing else fits.
std::optional<SmallVector<int64_t, 4>>
IndexFolder::startsOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes, ValueRange starts) {
  SmallVector<int64_t, 4> result;
  for (auto [extent, size, start] : llvm::zip_equal(shape, sizes, starts)) {
    if (size == extent) {
      result.push_back(0);
      continue;
    }
    std::optional<int64_t> number = known.getScalar(start);
    if (!number)
      return std::nullopt;
    result.push_back(std::clamp<int64_t>(*number, 0, extent - size));
  }
  return result;
}

/// The same elements under their former shape.
Value IndexFolder::foldReshape(stablehlo::ReshapeOp op) {
  Operation *before = op.getOperand().getDefiningOp();
  if (!before || !isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(before))
    return {};
  Value origin = before->getOperand(0);
  if (origin.getType() != op.getType())
    return {};
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(before))
    if (!llvm::is_sorted(broadcast.getBroadcastDimensions()))
      return {};
  return origin;
}

/// Leaves out what has no elements.
Value IndexFolder::foldConcatenate(stablehlo::ConcatenateOp op) {
  SmallVector<Value> parts;
  for (Value part : op.getInputs())
    if (typeOf(part).getDimSize(op.getDimension()) != 0)
      parts.push_back(part);
  if (parts.empty() || parts.size() == op.getInputs().size())
    return {};
  if (parts.size() == 1)
    return parts[0];
  return stablehlo::ConcatenateOp::create(builder, op.getLoc(), op.getType(), parts,
                                          op.getDimension());
}

Value IndexFolder::fold(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::SliceOp op) { return foldSlice(op); })
      .Case([&](stablehlo::ReshapeOp op) { return foldReshape(op); })
      .Case([&](stablehlo::ConcatenateOp op) { return foldConcatenate(op); })
      .Case([&](stablehlo::DynamicSliceOp op) { return foldDynamicSlice(op); })
      .Case([&](stablehlo::DynamicUpdateSliceOp op) { return foldUpdate(op); })
      .Case([&](stablehlo::GatherOp op) { return foldGather(op); })
      .Case([&](stablehlo::ScatterOp op) { return foldScatter(op); })
      .Default([](Operation *) { return Value(); });
}

void IndexFolder::run() {
  SmallVector<Operation *> ops;
  main.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    Operation *before = op->getPrevNode();
    if (Value value = fold(op)) {
      // What stands for it is in the same iteration.
      if (Attribute mark = op->getAttr(iterationName))
        for (Operation *made = op->getPrevNode(); made != before; made = made->getPrevNode())
          made->setAttr(iterationName, mark);
      replace(op, value);
    }
  }
  // Reads are settled. Of a series of writes only the last one is left to others.
  SmallVector<stablehlo::DynamicUpdateSliceOp> last;
  main.walk([&](stablehlo::DynamicUpdateSliceOp op) {
    if (!updates.contains(op))
      return;
    std::optional<unsigned> dim = dimOf(op);
    bool isLast = !dim || !op->hasOneUse();
    if (!isLast) {
      auto user = dyn_cast<stablehlo::DynamicUpdateSliceOp>(*op->user_begin());
      isLast = !user || user.getOperand() != op.getResult() || !updates.contains(user) ||
               dimOf(user) != dim;
    }
    if (isLast && !op->use_empty())
      last.push_back(op);
  });
  for (stablehlo::DynamicUpdateSliceOp op : last) {
    builder.setInsertionPoint(op);
    if (std::optional<unsigned> dim = dimOf(op))
      replace(op, series(op, *dim));
    else
      replace(op, written(op.getOperand(), op.getUpdate(), updates[op]));
  }
  for (Operation *op : llvm::reverse(done))
    op->erase();
  // Writes that others have taken over, and indices.
  eraseDead(main.getBody().front());
}

void foldIndices(func::FuncOp main) { IndexFolder(main).run(); }

} // namespace shardc
