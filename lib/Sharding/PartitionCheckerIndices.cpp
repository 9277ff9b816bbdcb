//===- PartitionCheckerIndices.cpp - indices of a rank's block --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Indices that count within a rank's own block: where they come from, which
// questions about them have an answer that means the same on all ranks.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

/// Arithmetic with this rank's offset: a global index less the offset counts
/// within the block; a local index plus the offset is a global one; both may be
/// compared within the block. True when `op` was one of those.
bool Checker::visitIndexArithmetic(Operation *op, LogicalResult &done) {
  OpResult result = op->getResult(0);
  if (isa<stablehlo::ConvertOp>(op)) {
    // In narrow types a large index wraps, or is rounded, and means another one.
    const Placement &operand = get(op->getOperand(0));
    Type element = getElementTypeOrSelf(result);
    bool fits = element.getIntOrFloatBitWidth() >= 32;
    if (auto number = dyn_cast<FloatType>(element))
      fits = operand.tag == Placement::Offset &&
             operand.frame->global <= (int64_t(1) << number.getFPMantissaWidth());
    if (operand.tag == Placement::Plain || !fits)
      return false;
    Placement placement = operand;
    done = set(result, std::move(placement));
    return true;
  }
  bool isAdd = isa<stablehlo::AddOp>(op), isCompare = isa<stablehlo::CompareOp>(op);
  if (!isAdd && !isCompare && !isa<stablehlo::SubtractOp>(op))
    return false;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (isAdd && get(lhs).tag == Placement::Offset)
    std::swap(lhs, rhs);
  if (isCompare && get(rhs).tag == Placement::LocalIndex)
    std::swap(lhs, rhs);
  const Placement &index = get(lhs), &offset = get(rhs);

  if (offset.tag == Placement::Offset && isa<stablehlo::SubtractOp>(op) &&
      index.tag == Placement::Plain && !index.isPartial() && index.varying.empty()) {
    Placement placement = index;
    placement.tag = Placement::Shifted;
    placement.frame = offset.frame;
    placement.splat.reset();
    placement.varying = offset.varying;
    for (auto [i, dim] : llvm::enumerate(placement.dims)) {
      // An offset is never below zero, so an index below zero stays there.
      Pad pad = padOf(index, i);
      dim.pad = pad.isBelowZero() ? Pad::negative() : join(pad, Pad::defined());
    }
    done = set(result, std::move(placement));
    return true;
  }
  if (index.tag != Placement::LocalIndex || !offset.frame)
    return false;
  const Dim &along = index.dims[index.indexDim];
  bool isIota = offset.tag == Placement::Offset && isAdd;
  bool isMatch = offset.tag == Placement::Shifted && isCompare && offset.dims[index.indexDim].soft;
  if (!isIota && !isMatch)
    return false;
  if (along.local != offset.frame->local) {
    done = fail(op,
                "uses the offset of " + describe(*offset.frame) + " for indices of blocks of " +
                    Twine(along.local),
                rhs);
    return true;
  }
  // All but this dimension is as the other operand has it.
  Placement placement;
  for (unsigned i = 0; i < index.dims.size(); ++i) {
    placement.dims.push_back(i == index.indexDim ? *offset.frame : offset.dims[i]);
    Dim &dim = placement.dims.back();
    dim.pad = i == index.indexDim || !padOf(offset, i).isDirty() ? Pad::defined() : Pad::dirty();
  }
  done = set(result, std::move(placement));
  return true;
}

/// Whether an index is in the rank's block, and indices that say so.
void Checker::tagResult(Operation *op, Placement &result) const {
  auto isBelow = [&](const Placement &limit, const Dim &frame) {
    return limit.isTagged(Placement::BlockCount, frame) ||
           (limit.splat == double(frame.local) && !isUneven(frame));
  };
  auto take = [&](Placement::Tag tag, const Placement &from, Value index, unsigned bounds) {
    result.tag = tag;
    result.frame = from.frame;
    result.index = index;
    result.bounds = bounds;
  };
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op)) {
    const Placement &index = get(op->getOperand(0)), &limit = get(op->getOperand(1));
    if (index.tag != Placement::Shifted)
      return;
    auto direction = compare.getComparisonDirection();
    if ((direction == stablehlo::ComparisonDirection::GE && limit.splat == 0.0) ||
        (direction == stablehlo::ComparisonDirection::GT && limit.splat == -1.0))
      take(Placement::InBlock, index, compare.getLhs(), Placement::Lower);
    if (direction == stablehlo::ComparisonDirection::LT && isBelow(limit, *index.frame))
      take(Placement::InBlock, index, compare.getLhs(), Placement::Upper);
  } else if (isa<stablehlo::AndOp>(op)) {
    const Placement &a = get(op->getOperand(0)), &b = get(op->getOperand(1));
    if (a.tag == Placement::InBlock && b.tag == Placement::InBlock && a.index == b.index)
      take(Placement::InBlock, a, a.index, a.bounds | b.bounds);
  } else if (isa<stablehlo::SelectOp>(op)) {
    const Placement &here = get(op->getOperand(0)), &index = get(op->getOperand(1));
    if (here.tag == Placement::InBlock && index.tag == Placement::Shifted &&
        here.index == op->getOperand(1) && get(op->getOperand(2)).splat.value_or(0) < 0)
      take(Placement::Shifted, index, {}, 0);
  }
}
