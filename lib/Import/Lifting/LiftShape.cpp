//===- LiftShape.cpp - lifting ops that move elements -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Leading dimensions stay where they are; the others are counted behind them.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"

using namespace mlir;

namespace shardc {
namespace {

using stablehlo::BroadcastInDimOp;

/// `count` numbers of one value, then those of a list.
SmallVector<int64_t> behind(size_t count, int64_t value, ArrayRef<int64_t> list) {
  SmallVector<int64_t> joined(count, value);
  llvm::append_range(joined, list);
  return joined;
}

/// 0, 1, … of the leading dimensions, then a list counted behind them.
SmallVector<int64_t> shifted(size_t count, ArrayRef<int64_t> list) {
  SmallVector<int64_t> joined;
  for (size_t i = 0; i < count; ++i)
    joined.push_back(i);
  for (int64_t dim : list)
    joined.push_back(count + dim);
  return joined;
}

/// One operand, of which nothing but the type changes.
LogicalResult liftAlike(Lifter &lifter, Operation *op) {
  AxisList axes = lifter.unite(op->getOperands());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(lifter.spread(lifter.get(operand), axes, op->getLoc()));
  lifter.setResults(op, lifter.clone(op, operands, axes), axes);
  return success();
}

LogicalResult liftBroadcast(Lifter &lifter, Operation *op) {
  Lifted operand = lifter.get(op->getOperand(0));
  auto copy = cast<BroadcastInDimOp>(lifter.clone(op, operand.value, operand.axes));
  copy.setBroadcastDimensions(shifted(operand.axes.size(), copy.getBroadcastDimensions()));
  lifter.setResults(op, copy, operand.axes);
  return success();
}

LogicalResult liftTranspose(Lifter &lifter, Operation *op) {
  Lifted operand = lifter.get(op->getOperand(0));
  auto copy = cast<stablehlo::TransposeOp>(lifter.clone(op, operand.value, operand.axes));
  copy.setPermutation(shifted(operand.axes.size(), copy.getPermutation()));
  lifter.setResults(op, copy, operand.axes);
  return success();
}

LogicalResult liftReverse(Lifter &lifter, Operation *op) {
  Lifted operand = lifter.get(op->getOperand(0));
  auto copy = cast<stablehlo::ReverseOp>(lifter.clone(op, operand.value, operand.axes));
  SmallVector<int64_t> dims;
  for (int64_t dim : copy.getDimensions())
    dims.push_back(dim + operand.axes.size());
  copy.setDimensions(dims);
  lifter.setResults(op, copy, operand.axes);
  return success();
}

LogicalResult liftConcatenate(Lifter &lifter, Operation *op) {
  AxisList axes = lifter.unite(op->getOperands());
  if (failed(liftAlike(lifter, op)))
    return failure();
  auto copy = lifter.get(op->getResult(0)).value.getDefiningOp<stablehlo::ConcatenateOp>();
  copy.setDimension(copy.getDimension() + axes.size());
  return success();
}

LogicalResult liftSlice(Lifter &lifter, Operation *op) {
  Lifted operand = lifter.get(op->getOperand(0));
  size_t lead = operand.axes.size();
  auto copy = cast<stablehlo::SliceOp>(lifter.clone(op, operand.value, operand.axes));
  copy.setStartIndices(behind(lead, 0, copy.getStartIndices()));
  SmallVector<int64_t> limits = lifter.sizes(operand.axes);
  llvm::append_range(limits, copy.getLimitIndices());
  copy.setLimitIndices(limits);
  copy.setStrides(behind(lead, 1, copy.getStrides()));
  lifter.setResults(op, copy, operand.axes);
  return success();
}

/// What is padded with may differ from device to device: then it takes the places
/// that a padded mask leaves.
LogicalResult liftPad(Lifter &lifter, Operation *op) {
  auto pad = cast<stablehlo::PadOp>(op);
  Location loc = op->getLoc();
  AxisList axes = lifter.unite(op->getOperands());
  size_t lead = axes.size();
  Lifted value = lifter.get(pad.getPaddingValue());
  Value operand = lifter.spread(lifter.get(pad.getOperand()), axes, loc);
  auto type = lifter.liftedType(axes, pad.getType());
  SmallVector<int64_t> low = behind(lead, 0, pad.getEdgePaddingLow()),
                       high = behind(lead, 0, pad.getEdgePaddingHigh()),
                       interior = behind(lead, 0, pad.getInteriorPadding());
  OpBuilder &builder = lifter.builder;
  auto padded = [&](Value what, Value with) -> Value {
    auto element = cast<RankedTensorType>(what.getType()).getElementType();
    return stablehlo::PadOp::create(builder, loc, type.clone(element), what, with, low, high,
                                    interior);
  };
  if (value.isUniform()) {
    lifter.set(pad.getResult(), {padded(operand, value.value), axes});
    return success();
  }
  Type element = type.getElementType(), boolean = builder.getI1Type();
  auto operandType = cast<RankedTensorType>(operand.getType());
  Value inside = padded(lifter.splat(builder.getBoolAttr(true), operandType.clone(boolean), loc),
                        lifter.scalar(builder.getBoolAttr(false), loc));
  Value moved = padded(operand, lifter.scalar(builder.getZeroAttr(element), loc));
  Value around =
      BroadcastInDimOp::create(builder, loc, type, value.value, Lifter::placesOf(value.axes, axes));
  lifter.set(pad.getResult(),
             {stablehlo::SelectOp::create(builder, loc, type, inside, moved, around), axes});
  return success();
}

/// A constraint inside of a region speaks of the local value.
LogicalResult liftConstraint(Lifter &lifter, Operation *op) {
  Lifted operand = lifter.get(op->getOperand(0));
  Operation *copy = lifter.clone(op, operand.value, operand.axes);
  for (StringRef name : {"sharding", "out_sharding"})
    if (auto sharding = copy->getAttrOfType<sdy::TensorShardingAttr>(name))
      copy->setAttr(name, lifter.prefixed(sharding, operand.axes));
  lifter.setResults(op, copy, operand.axes);
  return success();
}

} // namespace

void addShapeLifts(LiftRules &rules) {
  rules["stablehlo.reshape"] = liftAlike;
  rules["stablehlo.bitcast_convert"] = liftAlike;
  rules["stablehlo.broadcast_in_dim"] = liftBroadcast;
  rules["stablehlo.transpose"] = liftTranspose;
  rules["stablehlo.reverse"] = liftReverse;
  rules["stablehlo.concatenate"] = liftConcatenate;
  rules["stablehlo.slice"] = liftSlice;
  rules["stablehlo.pad"] = liftPad;
  for (StringRef name :
       {"sharding_constraint", "reshard", "all_gather", "all_slice", "reduce_scatter", "all_reduce",
        "all_to_all", "collective_permute", "propagation_barrier"})
    rules[("sdy." + name).str()] = liftConstraint;
  rules["sdy.sharding_group"] = [](Lifter &, Operation *) { return success(); };
}

} // namespace shardc
