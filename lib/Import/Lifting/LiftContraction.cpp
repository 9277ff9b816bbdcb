//===- LiftContraction.cpp - lifting products and convolutions --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Axes of both operands are batches of a product, those of one are more of its
// free dimensions. A convolution has one batch dimension and one of features: axes
// become a part of them, or groups.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {
namespace {

SmallVector<int64_t> shiftedBy(size_t count, ArrayRef<int64_t> list) {
  SmallVector<int64_t> dims;
  for (int64_t dim : list)
    dims.push_back(dim + count);
  return dims;
}

LogicalResult liftProduct(Lifter &lifter, Operation *op, ArrayRef<int64_t> lhsBatch,
                          ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContracted,
                          ArrayRef<int64_t> rhsContracted, ArrayAttr precision,
                          stablehlo::DotAlgorithmAttr algorithm) {
  Location loc = op->getLoc();
  Lifted lhs = lifter.get(op->getOperand(0)), rhs = lifter.get(op->getOperand(1));
  AxisList both = Lifter::common(lhs.axes, rhs.axes), onlyLhs = Lifter::without(lhs.axes, both),
           onlyRhs = Lifter::without(rhs.axes, both);
  auto dims = [&](const Lifted &side, ArrayRef<int64_t> local) {
    SmallVector<int64_t> list = Lifter::placesOf(both, side.axes);
    llvm::append_range(list, shiftedBy(side.axes.size(), local));
    return list;
  };
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(
      op->getContext(), dims(lhs, lhsBatch), dims(rhs, rhsBatch),
      shiftedBy(lhs.axes.size(), lhsContracted), shiftedBy(rhs.axes.size(), rhsContracted));
  // The result has batches, then what is free on the left, then on the right.
  auto local = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t batches = lhsBatch.size();
  int64_t leftFree =
      typeOf(op->getOperand(0)).getRank() - batches - static_cast<int64_t>(lhsContracted.size());
  SmallVector<int64_t> shape;
  SmallVector<int64_t> places(local.getRank());
  AxisList order;
  SmallVector<int64_t> axisPlaces;
  auto addAxes = [&](ArrayRef<unsigned> axes) {
    for (unsigned axis : axes) {
      axisPlaces.push_back(shape.size());
      order.push_back(axis);
      shape.push_back(lifter.getDevices().getAxes()[axis].size);
    }
  };
  auto addLocal = [&](int64_t from, int64_t to) {
    for (int64_t dim = from; dim < to; ++dim) {
      places[dim] = shape.size();
      shape.push_back(local.getDimSize(dim));
    }
  };
  addAxes(both);
  addLocal(0, batches);
  addAxes(onlyLhs);
  addLocal(batches, batches + leftFree);
  addAxes(onlyRhs);
  addLocal(batches + leftFree, local.getRank());
  auto product = stablehlo::DotGeneralOp::create(lifter.builder, loc, local.clone(shape), lhs.value,
                                                 rhs.value, numbers, precision, algorithm);
  SmallVector<int64_t> permutation(axisPlaces);
  llvm::append_range(permutation, places);
  Value front = lifter.transpose(product, permutation, loc);
  lifter.set(op->getResult(0), lifter.ordered(front, order, loc));
  return success();
}

LogicalResult liftDotGeneral(Lifter &lifter, Operation *op) {
  auto dot = cast<stablehlo::DotGeneralOp>(op);
  auto numbers = dot.getDotDimensionNumbers();
  return liftProduct(lifter, op, numbers.getLhsBatchingDimensions(),
                     numbers.getRhsBatchingDimensions(), numbers.getLhsContractingDimensions(),
                     numbers.getRhsContractingDimensions(), dot.getPrecisionConfigAttr(),
                     dot.getAlgorithmAttr());
}

LogicalResult liftDot(Lifter &lifter, Operation *op) {
  auto dot = cast<stablehlo::DotOp>(op);
  int64_t last = dot.getLhs().getType().getRank() - 1;
  return liftProduct(lifter, op, {}, {}, last, int64_t(0), dot.getPrecisionConfigAttr(), {});
}

LogicalResult liftConvolution(Lifter &lifter, Operation *op) {
  auto convolution = cast<stablehlo::ConvolutionOp>(op);
  auto numbers = convolution.getDimensionNumbers();
  Location loc = op->getLoc();
  Lifted lhs = lifter.get(op->getOperand(0)), rhs = lifter.get(op->getOperand(1));
  int64_t featureGroups = convolution.getFeatureGroupCount(),
          batchGroups = convolution.getBatchGroupCount();
  // Groups of the batch are groups of features that lie in the batch.
  if (batchGroups > 1) {
    int64_t lead = lhs.axes.size();
    Value apart =
        lifter.unfold(lhs.value, lead + numbers.getInputBatchDimension(), batchGroups, loc);
    lhs.value = lifter.fold(apart, int64_t(0), 1 + lead + numbers.getInputFeatureDimension(), loc);
    featureGroups = batchGroups;
  }
  // Axes of the kernel alone would lie inside of the groups, where nothing is split:
  // with the other side repeated along them, which costs a device nothing, they are
  // groups.
  AxisList all = Lifter::unite(lhs.axes, rhs.axes);
  if (featureGroups > 1)
    lhs = {lifter.spread(lhs, all, loc), all};
  AxisList both = Lifter::common(lhs.axes, rhs.axes), onlyLhs = Lifter::without(lhs.axes, both),
           onlyRhs = Lifter::without(rhs.axes, both);
  SmallVector<int64_t> bothSizes = lifter.sizes(both);
  int64_t groups = 1;
  for (int64_t size : bothSizes)
    groups *= size;

  // The left side: [both, onlyLhs, …] by now.
  AxisList order(both);
  llvm::append_range(order, onlyLhs);
  auto regroup = [&](const Lifted &side, ArrayRef<unsigned> order) {
    SmallVector<int64_t> permutation = Lifter::placesOf(order, side.axes);
    for (int64_t dim = order.size(), rank = typeOf(side.value).getRank(); dim < rank; ++dim)
      permutation.push_back(dim);
    return lifter.transpose(side.value, permutation, loc);
  };
  auto iota = [](int64_t from, int64_t count) {
    SmallVector<int64_t> list;
    for (int64_t i = 0; i < count; ++i)
      list.push_back(from + i);
    return list;
  };
  int64_t numBoth = both.size();
  Value left = regroup(lhs, order);
  left = lifter.fold(left, iota(numBoth, onlyLhs.size()),
                     numBoth + onlyLhs.size() + numbers.getInputBatchDimension(), loc);
  left = lifter.fold(left, iota(0, numBoth), numBoth + numbers.getInputFeatureDimension(), loc);
  order = both;
  llvm::append_range(order, onlyRhs);
  Value right = regroup(rhs, order);
  right = lifter.fold(right, iota(numBoth, onlyRhs.size()),
                      numBoth + onlyRhs.size() + numbers.getKernelOutputFeatureDimension(), loc);
  right = lifter.fold(right, iota(0, numBoth), numBoth + numbers.getKernelOutputFeatureDimension(),
                      loc);

  auto local = convolution.getType();
  SmallVector<int64_t> shape(local.getShape());
  int64_t batch = numbers.getOutputBatchDimension(), feature = numbers.getOutputFeatureDimension();
  for (int64_t size : lifter.sizes(onlyLhs))
    shape[batch] *= size;
  for (int64_t size : lifter.sizes(onlyRhs))
    shape[feature] *= size;
  shape[feature] *= groups;
  auto copy = cast<stablehlo::ConvolutionOp>(lifter.clone(op, {left, right}, {}));
  copy.getResult().setType(local.clone(shape));
  copy.setBatchGroupCount(1);
  copy.setFeatureGroupCount(featureGroups * groups);
  copy->removeAttr("sdy.sharding");

  // Features are [both, onlyRhs, …], the batch is [onlyLhs, …].
  Value result = lifter.unfold(copy, feature, bothSizes, loc);
  result = lifter.unfold(result, numBoth + feature, lifter.sizes(onlyRhs), loc);
  result = lifter.unfold(result, numBoth + onlyRhs.size() + batch, lifter.sizes(onlyLhs), loc);
  order = onlyLhs;
  llvm::append_range(order, onlyRhs);
  llvm::append_range(order, both);
  lifter.set(op->getResult(0), lifter.ordered(result, order, loc));
  return success();
}

} // namespace

void addContractionLifts(LiftRules &rules) {
  rules["stablehlo.dot"] = liftDot;
  rules["stablehlo.dot_general"] = liftDotGeneral;
  rules["stablehlo.convolution"] = liftConvolution;
}

} // namespace shardc
