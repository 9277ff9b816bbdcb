//===- LiftReduction.cpp - lifting reductions, windows and sorts -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lift.h"

using namespace mlir;

namespace shardc {

/// What a placement of a scalar is said of; null for another op.
static Value placedScalar(Operation *op) {
  if (auto constraint = dyn_cast_or_null<sdy::ShardingConstraintOp>(op))
    return constraint.getInput();
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == "Sharding" && call->getNumOperands() == 1
             ? call->getOperand(0)
             : Value();
}

Operation *combinerIn(Region &body) {
  if (!body.hasOneBlock())
    return nullptr;
  Block &block = body.front();
  Operation *combiner = nullptr;
  for (Operation &op : block.without_terminator()) {
    if (placedScalar(&op))
      continue;
    if (combiner)
      return nullptr;
    combiner = &op;
  }
  if (!combiner || combiner->getNumOperands() != 2 || combiner->getNumResults() != 1 ||
      block.getNumArguments() != 2)
    return nullptr;
  auto plain = [](Value value) {
    while (Value placed = placedScalar(value.getDefiningOp()))
      value = placed;
    return value;
  };
  Value lhs = plain(combiner->getOperand(0)), rhs = plain(combiner->getOperand(1));
  bool straight = lhs == block.getArgument(0) && rhs == block.getArgument(1);
  bool crossed = lhs == block.getArgument(1) && rhs == block.getArgument(0);
  Operation *end = block.getTerminator();
  if ((!straight && !crossed) || end->getNumOperands() != 1 ||
      plain(end->getOperand(0)) != combiner->getResult(0))
    return nullptr;
  return isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp, stablehlo::MinOp,
             stablehlo::AndOp, stablehlo::OrOp, stablehlo::XorOp>(combiner)
             ? combiner
             : nullptr;
}

TypedAttr neutralOf(Operation *combiner, Type element) {
  Builder builder(combiner->getContext());
  bool isMax = isa<stablehlo::MaxOp>(combiner);
  if (isa<stablehlo::AddOp, stablehlo::OrOp, stablehlo::XorOp>(combiner))
    return builder.getZeroAttr(element);
  if (isa<stablehlo::MulOp>(combiner))
    return builder.getOneAttr(element);
  if (auto type = dyn_cast<FloatType>(element)) {
    if (!isMax && !isa<stablehlo::MinOp>(combiner))
      return {};
    return FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(), /*Negative=*/isMax));
  }
  auto type = dyn_cast<IntegerType>(element);
  if (!type)
    return {};
  unsigned width = type.getWidth();
  if (isa<stablehlo::AndOp>(combiner))
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  // Booleans and unsigned numbers begin at zero.
  bool isUnsigned = type.isUnsigned() || width == 1;
  if (isMax)
    return IntegerAttr::get(type,
                            isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width));
  if (isa<stablehlo::MinOp>(combiner))
    return IntegerAttr::get(type, isUnsigned ? APInt::getMaxValue(width)
                                             : APInt::getSignedMaxValue(width));
  return {};
}

Value reduceBy(OpBuilder &builder, Location loc, Operation *combiner, Value value,
               ArrayRef<int64_t> dims) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  auto scalar = RankedTensorType::get({}, element);
  Value init = stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(scalar, Attribute(neutralOf(combiner, element))));
  auto reduce =
      stablehlo::ReduceOp::create(builder, loc, ValueRange(value), ValueRange(init), dims);
  reduce.fillBody(combiner->getName());
  return reduce.getResult(0);
}

namespace {

SmallVector<int64_t> behind(size_t count, int64_t value, ArrayRef<int64_t> list) {
  SmallVector<int64_t> joined(count, value);
  llvm::append_range(joined, list);
  return joined;
}

/// Rows of padding with rows of none in front.
DenseIntElementsAttr paddingBehind(size_t count, DenseIntElementsAttr padding) {
  if (!padding)
    return padding;
  SmallVector<int64_t> amounts(2 * count, 0);
  for (const APInt &amount : padding.getValues<APInt>())
    amounts.push_back(amount.getSExtValue());
  auto type = RankedTensorType::get({static_cast<int64_t>(amounts.size() / 2), 2},
                                    padding.getElementType());
  return cast<DenseIntElementsAttr>(DenseElementsAttr::get(type, ArrayRef<int64_t>(amounts)));
}

/// Inputs spread over all axes of them, then initial values, which must be one for
/// all devices.
LogicalResult spreadInputs(Lifter &lifter, Operation *op, ValueRange inputs, ValueRange inits,
                           ArrayRef<unsigned> axes, SmallVectorImpl<Value> &operands) {
  for (Value input : inputs)
    operands.push_back(lifter.spread(lifter.get(input), axes, op->getLoc()));
  for (Value init : inits) {
    Lifted lifted = lifter.get(init);
    if (!lifted.isUniform())
      return op->emitOpError() << "has an initial value that differs from device to device over "
                                  "axis "
                               << lifter.names(lifted.axes)
                               << "; begin with a constant, and combine the value afterwards";
    operands.push_back(lifted.value);
  }
  return success();
}

LogicalResult liftReduce(Lifter &lifter, Operation *op) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  Location loc = op->getLoc();
  AxisList axes = lifter.unite(op->getOperands());
  SmallVector<int64_t> dims;
  for (int64_t dim : reduce.getDimensions())
    dims.push_back(dim + axes.size());
  // One input that begins with something of its own: combined afterwards.
  Operation *combiner = combinerIn(reduce.getBody());
  if (reduce.getInputs().size() == 1 && combiner &&
      !lifter.get(reduce.getInitValues().front()).isUniform()) {
    Value input = lifter.spread(lifter.get(reduce.getInputs().front()), axes, loc);
    Type element = cast<RankedTensorType>(input.getType()).getElementType();
    if (neutralOf(combiner, element)) {
      Value reduced = reduceBy(lifter.builder, loc, combiner, input, dims);
      Lifted init = lifter.get(reduce.getInitValues().front());
      Value begun = stablehlo::BroadcastInDimOp::create(
          lifter.builder, loc, reduced.getType(), init.value, Lifter::placesOf(init.axes, axes));
      OperationState state(loc, combiner->getName());
      state.addOperands({begun, reduced});
      state.addTypes(reduced.getType());
      lifter.set(op->getResult(0), {lifter.builder.create(state)->getResult(0), axes});
      return success();
    }
  }
  SmallVector<Value> operands;
  if (failed(spreadInputs(lifter, op, reduce.getInputs(), reduce.getInitValues(), axes, operands)))
    return failure();
  auto copy = cast<stablehlo::ReduceOp>(lifter.clone(op, operands, axes));
  copy.setDimensions(dims);
  lifter.setResults(op, copy, axes);
  return success();
}

LogicalResult liftReduceWindow(Lifter &lifter, Operation *op) {
  auto reduce = cast<stablehlo::ReduceWindowOp>(op);
  AxisList axes = lifter.unite(op->getOperands());
  size_t lead = axes.size();
  SmallVector<Value> operands;
  if (failed(spreadInputs(lifter, op, reduce.getInputs(), reduce.getInitValues(), axes, operands)))
    return failure();
  auto copy = cast<stablehlo::ReduceWindowOp>(lifter.clone(op, operands, axes));
  copy.setWindowDimensions(behind(lead, 1, copy.getWindowDimensions()));
  if (auto strides = copy.getWindowStrides())
    copy.setWindowStrides(behind(lead, 1, *strides));
  if (auto dilations = copy.getBaseDilations())
    copy.setBaseDilations(behind(lead, 1, *dilations));
  if (auto dilations = copy.getWindowDilations())
    copy.setWindowDilations(behind(lead, 1, *dilations));
  if (auto padding = paddingBehind(lead, copy.getPaddingAttr()))
    copy.setPaddingAttr(padding);
  lifter.setResults(op, copy, axes);
  return success();
}

LogicalResult liftSelectAndScatter(Lifter &lifter, Operation *op) {
  auto select = cast<stablehlo::SelectAndScatterOp>(op);
  AxisList axes = lifter.unite(op->getOperands());
  size_t lead = axes.size();
  SmallVector<Value> operands;
  if (failed(spreadInputs(lifter, op, {select.getOperand(), select.getSource()},
                          select.getInitValue(), axes, operands)))
    return failure();
  auto copy = cast<stablehlo::SelectAndScatterOp>(lifter.clone(op, operands, axes));
  if (auto dims = copy.getWindowDimensions())
    copy.setWindowDimensions(behind(lead, 1, *dims));
  if (auto strides = copy.getWindowStrides())
    copy.setWindowStrides(behind(lead, 1, *strides));
  if (auto padding = paddingBehind(lead, copy.getPaddingAttr()))
    copy.setPaddingAttr(padding);
  lifter.setResults(op, copy, axes);
  return success();
}

LogicalResult liftSort(Lifter &lifter, Operation *op) {
  AxisList axes = lifter.unite(op->getOperands());
  SmallVector<Value> operands;
  if (failed(spreadInputs(lifter, op, op->getOperands(), {}, axes, operands)))
    return failure();
  auto copy = cast<stablehlo::SortOp>(lifter.clone(op, operands, axes));
  // Counted from the end, it is the same one.
  int64_t dimension = static_cast<int64_t>(copy.getDimension());
  if (dimension >= 0)
    copy.setDimension(dimension + axes.size());
  lifter.setResults(op, copy, axes);
  return success();
}

} // namespace

void addReductionLifts(LiftRules &rules) {
  rules["stablehlo.reduce"] = liftReduce;
  rules["stablehlo.reduce_window"] = liftReduceWindow;
  rules["stablehlo.select_and_scatter"] = liftSelectAndScatter;
  rules["stablehlo.sort"] = liftSort;
}

} // namespace shardc
