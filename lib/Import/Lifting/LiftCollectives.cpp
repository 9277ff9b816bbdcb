//===- LiftCollectives.cpp - lifting collectives ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The devices of a group are the leading dimensions of its axes. What a collective
// makes is said twice: as ordinary ops, which give the value, and as a pinned
// placement behind them, from which partitioning makes the very collective again.
//
//===----------------------------------------------------------------------===//
#include "LiftGrouped.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {
namespace {

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// What one device's value is combined to by equal values of `count` devices.
Value repeated(Lifter &lifter, Operation *combiner, Value value, int64_t count, Location loc) {
  OpBuilder &builder = lifter.builder;
  RankedTensorType type = typeOf(value);
  Type element = type.getElementType();
  if (count == 1 || !isa<stablehlo::AddOp, stablehlo::MulOp>(combiner) || element.isInteger(1))
    return value;
  if (isa<stablehlo::AddOp>(combiner)) {
    TypedAttr factor;
    if (auto floating = dyn_cast<FloatType>(element))
      factor = FloatAttr::get(floating, static_cast<double>(count));
    else
      factor = IntegerAttr::get(
          element, APInt(element.getIntOrFloatBitWidth(), count, false, /*implicitTrunc=*/true));
    return stablehlo::MulOp::create(builder, loc, value, lifter.splat(factor, type, loc));
  }
  Value power = value, result;
  for (; count; count /= 2) {
    if (count % 2)
      result = result ? stablehlo::MulOp::create(builder, loc, result, power).getResult() : power;
    if (count > 1)
      power = stablehlo::MulOp::create(builder, loc, power, power);
  }
  return result;
}

FailureOr<Operation *> readCombiner(Operation *op) {
  Operation *combiner = combinerIn(op->getRegion(0));
  Type element = typeOf(op->getOperand(0)).getElementType();
  if (combiner && !isa<stablehlo::XorOp>(combiner) && neutralOf(combiner, element))
    return combiner;
  return op->emitOpError() << "combines values by other than one of add, multiply, maximum, "
                              "minimum, and, or, which is not supported";
}

/// The value combined over the group; it does not vary over it any more. Not pinned.
Lifted combined(Lifter &lifter, Operation *op, Operation *combiner, const Lifted &lifted,
                ArrayRef<unsigned> group, Location loc) {
  AxisList inside = Lifter::common(lifted.axes, group);
  AxisList equal = Lifter::without(group, lifted.axes);
  Lifted result = lifted;
  if (!inside.empty()) {
    result.value = reduceBy(lifter.builder, loc, combiner, lifted.value,
                            Lifter::placesOf(inside, lifted.axes));
    result.axes = Lifter::without(lifted.axes, inside);
  } else if (!equal.empty()) {
    emitRemark(op->getLoc(), RemarkCategory::Import)
        << "'" << op->getName() << "' over axis " << lifter.names(equal)
        << " combines equal values, for which nothing needs to be sent";
  }
  result.value = repeated(lifter, combiner, result.value, countOf(lifter.sizes(equal)), loc);
  return result;
}

LogicalResult liftAllReduce(Lifter &lifter, Operation *op) {
  Location loc = op->getLoc();
  FailureOr<AxisList> group = groupAxes(lifter, op);
  if (failed(group))
    return failure();
  FailureOr<Operation *> combiner = readCombiner(op);
  if (failed(combiner))
    return failure();
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults())) {
    Lifted before = lifter.get(operand);
    Lifted lifted = combined(lifter, op, *combiner, before, *group, loc);
    if (lifted.axes.size() != before.axes.size())
      lifted.value = lifter.pin(lifted.value, splitAxes(lifted.axes), loc);
    lifter.set(result, lifted);
  }
  return success();
}

LogicalResult liftReduceScatter(Lifter &lifter, Operation *op) {
  auto scatter = cast<stablehlo::ReduceScatterOp>(op);
  Location loc = op->getLoc();
  FailureOr<AxisList> group = groupAxes(lifter, op);
  if (failed(group))
    return failure();
  FailureOr<Operation *> combiner = readCombiner(op);
  if (failed(combiner))
    return failure();
  Lifted sum = combined(lifter, op, *combiner, lifter.get(scatter.getOperand()), *group, loc);
  if (group->empty()) {
    lifter.set(scatter.getResult(), sum);
    return success();
  }
  // The scattered dimension as [devices, part], of which the devices come in front.
  Grouped form;
  form.rest = sum.axes;
  form.group = *group;
  form.size = countOf(lifter.sizes(*group));
  int64_t dim = form.dim() + scatter.getScatterDimension();
  ArrayRef<int64_t> shape = typeOf(sum.value).getShape();
  SmallVector<int64_t> parts(shape.take_front(dim)), permutation;
  parts.append({form.size, shape[dim] / form.size});
  llvm::append_range(parts, shape.drop_front(dim + 1));
  for (int64_t i = 0, rank = parts.size(); i < rank; ++i) {
    if (i == form.dim())
      permutation.push_back(dim);
    if (i != dim)
      permutation.push_back(i);
  }
  Value value = lifter.transpose(lifter.reshape(sum.value, parts, loc), permutation, loc);
  value = pinGrouped(lifter, form, value, /*isSplit=*/true, loc);
  lifter.set(scatter.getResult(), ungrouped(lifter, form, value, loc));
  return success();
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

LogicalResult liftAllGather(Lifter &lifter, Operation *op) {
  auto gather = cast<stablehlo::AllGatherOp>(op);
  Location loc = op->getLoc();
  FailureOr<AxisList> group = groupAxes(lifter, op);
  if (failed(group))
    return failure();
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults())) {
    Grouped form = gatheredForm(lifter, lifter.get(operand), *group, loc);
    // The devices go in front of the gathered dimension, and into it.
    int64_t lead = form.dim();
    Value value = lifter.fold(form.value, lead, lead + 1 + gather.getAllGatherDim(), loc);
    lifter.set(result, {value, form.rest});
  }
  return success();
}

LogicalResult liftAllToAll(Lifter &lifter, Operation *op) {
  auto exchange = cast<stablehlo::AllToAllOp>(op);
  Location loc = op->getLoc();
  FailureOr<AxisList> group = groupAxes(lifter, op);
  if (failed(group))
    return failure();
  int64_t splitDim = exchange.getSplitDimension(), concatDim = exchange.getConcatDimension();
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults())) {
    Grouped form = grouped(lifter, lifter.get(operand), *group, loc);
    if (form.size != static_cast<int64_t>(exchange.getSplitCount()))
      return op->emitOpError() << "splits into " << exchange.getSplitCount()
                               << " parts, but its groups have " << form.size << " devices";
    // [rest…, senders, …, receivers, part, …]
    int64_t lead = form.dim(), at = lead + 1 + splitDim;
    ArrayRef<int64_t> shape = typeOf(form.value).getShape();
    SmallVector<int64_t> parts(shape.take_front(at));
    parts.append({form.size, shape[at] / form.size});
    llvm::append_range(parts, shape.drop_front(at + 1));
    Value value = lifter.reshape(form.value, parts, loc);
    // Receivers in front: the exchange moves the axes from one to the other.
    SmallVector<int64_t> permutation;
    for (int64_t i = 0, rank = parts.size(); i < rank; ++i) {
      if (i == lead)
        permutation.push_back(at);
      if (i != at)
        permutation.push_back(i);
    }
    value = lifter.transpose(value, permutation, loc);
    value = pinGrouped(lifter, form, value, /*isSplit=*/true, loc);
    // [rest…, receivers, senders, local…]: senders go into the other dimension.
    value = lifter.fold(value, lead + 1, lead + 2 + concatDim, loc);
    lifter.set(result, ungrouped(lifter, form, value, loc));
  }
  return success();
}

} // namespace

void addCollectiveLifts(LiftRules &rules) {
  rules["stablehlo.all_reduce"] = liftAllReduce;
  rules["stablehlo.reduce_scatter"] = liftReduceScatter;
  rules["stablehlo.all_gather"] = liftAllGather;
  rules["stablehlo.all_to_all"] = liftAllToAll;
}

} // namespace shardc
