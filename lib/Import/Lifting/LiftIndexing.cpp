//===- LiftIndexing.cpp - lifting gathers, scatters and slices --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where indices vary, the axes are batches of a gather or scatter; where they don't,
// slices take the leading dimensions whole. Slices at computed places whose indices
// vary are gathers and scatters.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {
namespace {

using stablehlo::GatherDimensionNumbersAttr;
using stablehlo::ScatterDimensionNumbersAttr;

void addShifted(SmallVectorImpl<int64_t> &list, size_t count, ArrayRef<int64_t> dims) {
  for (int64_t dim : dims)
    list.push_back(dim + count);
}

/// A gather of an operand at indices, both lifted; `numbers` and `sliceSizes` are
/// the local ones.
Lifted gather(Lifter &lifter, Location loc, const Lifted &operand, const Lifted &indices,
              GatherDimensionNumbersAttr numbers, ArrayRef<int64_t> sliceSizes,
              RankedTensorType local, bool sorted) {
  AxisList axes = Lifter::unite(operand.axes, indices.axes);
  AxisList both = Lifter::common(operand.axes, indices.axes);
  AxisList whole = Lifter::without(operand.axes, both);
  SmallVector<int64_t> offset = Lifter::placesOf(whole, axes), collapsed, map, sizes;
  SmallVector<int64_t> batching = Lifter::placesOf(both, operand.axes),
                       counters = Lifter::placesOf(both, indices.axes);
  addShifted(offset, axes.size(), numbers.getOffsetDims());
  addShifted(collapsed, operand.axes.size(), numbers.getCollapsedSliceDims());
  addShifted(map, operand.axes.size(), numbers.getStartIndexMap());
  addShifted(batching, operand.axes.size(), numbers.getOperandBatchingDims());
  addShifted(counters, indices.axes.size(), numbers.getStartIndicesBatchingDims());
  for (unsigned axis : operand.axes)
    sizes.push_back(llvm::is_contained(both, axis) ? 1 : lifter.getDevices().getAxes()[axis].size);
  llvm::append_range(sizes, sliceSizes);
  int64_t vector = numbers.getIndexVectorDim() + indices.axes.size();
  auto lifted = GatherDimensionNumbersAttr::get(lifter.builder.getContext(), offset, collapsed,
                                                batching, counters, map, vector);
  Value result = stablehlo::GatherOp::create(lifter.builder, loc, lifter.liftedType(axes, local),
                                             operand.value, indices.value, lifted, sizes,
                                             // In each batch, as sorting is meant.
                                             sorted);
  return {result, axes};
}

LogicalResult liftGather(Lifter &lifter, Operation *op) {
  auto source = cast<stablehlo::GatherOp>(op);
  lifter.set(source.getResult(),
             gather(lifter, op->getLoc(), lifter.get(source.getOperand()),
                    lifter.get(source.getStartIndices()), source.getDimensionNumbers(),
                    source.getSliceSizes(), source.getType(), source.getIndicesAreSorted()));
  return success();
}

/// The numbers of a lifted scatter whose inputs and updates vary over `axes`.
ScatterDimensionNumbersAttr liftNumbers(Lifter &lifter, ScatterDimensionNumbersAttr numbers,
                                        ArrayRef<unsigned> axes, ArrayRef<unsigned> indexAxes) {
  SmallVector<int64_t> window = Lifter::placesOf(Lifter::without(axes, indexAxes), axes), inserted,
                       map;
  SmallVector<int64_t> batching = Lifter::placesOf(indexAxes, axes),
                       counters = Lifter::placesOf(indexAxes, indexAxes);
  addShifted(window, axes.size(), numbers.getUpdateWindowDims());
  addShifted(inserted, axes.size(), numbers.getInsertedWindowDims());
  addShifted(batching, axes.size(), numbers.getInputBatchingDims());
  addShifted(counters, indexAxes.size(), numbers.getScatterIndicesBatchingDims());
  addShifted(map, axes.size(), numbers.getScatterDimsToOperandDims());
  return ScatterDimensionNumbersAttr::get(lifter.builder.getContext(), window, inserted, batching,
                                          counters, map,
                                          numbers.getIndexVectorDim() + indexAxes.size());
}

LogicalResult liftScatter(Lifter &lifter, Operation *op) {
  auto source = cast<stablehlo::ScatterOp>(op);
  AxisList axes = lifter.unite(op->getOperands());
  Lifted indices = lifter.get(source.getScatterIndices());
  SmallVector<Value> operands;
  for (Value input : source.getInputs())
    operands.push_back(lifter.spread(lifter.get(input), axes, op->getLoc()));
  operands.push_back(indices.value);
  for (Value update : source.getUpdates())
    operands.push_back(lifter.spread(lifter.get(update), axes, op->getLoc()));
  auto copy = cast<stablehlo::ScatterOp>(lifter.clone(op, operands, axes));
  copy.setScatterDimensionNumbersAttr(
      liftNumbers(lifter, source.getScatterDimensionNumbers(), axes, indices.axes));
  lifter.setResults(op, copy, axes);
  return success();
}

/// Start indices as index vectors [axes…, rank].
Lifted indexVectors(Lifter &lifter, ValueRange starts, Location loc) {
  AxisList axes = lifter.unite(starts);
  SmallVector<int64_t> shape = lifter.sizes(axes);
  shape.push_back(1);
  SmallVector<Value> parts;
  for (Value start : starts)
    parts.push_back(lifter.reshape(lifter.spread(lifter.get(start), axes, loc), shape, loc));
  if (parts.size() == 1)
    return {parts.front(), axes};
  shape.back() = starts.size();
  Value joined = stablehlo::ConcatenateOp::create(
      lifter.builder, loc, typeOf(parts.front()).clone(shape), parts, axes.size());
  return {joined, axes};
}

SmallVector<int64_t> counting(int64_t count) {
  SmallVector<int64_t> list;
  for (int64_t i = 0; i < count; ++i)
    list.push_back(i);
  return list;
}

/// Zeros for the leading dimensions, then the starts, which do not vary.
SmallVector<Value> wholeStarts(Lifter &lifter, size_t count, ValueRange starts, Location loc) {
  Type type =
      starts.empty() ? lifter.builder.getI32Type() : typeOf(starts.front()).getElementType();
  SmallVector<Value> list;
  for (size_t i = 0; i < count; ++i)
    list.push_back(lifter.scalar(IntegerAttr::get(type, 0), loc));
  for (Value start : starts)
    list.push_back(lifter.get(start).value);
  return list;
}

LogicalResult liftDynamicSlice(Lifter &lifter, Operation *op) {
  auto slice = cast<stablehlo::DynamicSliceOp>(op);
  Location loc = op->getLoc();
  Lifted operand = lifter.get(slice.getOperand());
  if (lifter.unite(slice.getStartIndices()).empty()) {
    SmallVector<Value> operands = {operand.value};
    llvm::append_range(operands,
                       wholeStarts(lifter, operand.axes.size(), slice.getStartIndices(), loc));
    auto copy = cast<stablehlo::DynamicSliceOp>(lifter.clone(op, operands, operand.axes));
    copy.setSliceSizes(copy.getType().getShape());
    lifter.setResults(op, copy, operand.axes);
    return success();
  }
  // Both hold starts in range.
  int64_t rank = slice.getType().getRank();
  auto numbers = GatherDimensionNumbersAttr::get(op->getContext(), counting(rank), {}, {}, {},
                                                 counting(rank), 0);
  lifter.set(slice.getResult(),
             gather(lifter, loc, operand, indexVectors(lifter, slice.getStartIndices(), loc),
                    numbers, slice.getSliceSizes(), slice.getType(), /*sorted=*/false));
  return success();
}

LogicalResult liftDynamicUpdateSlice(Lifter &lifter, Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  Location loc = op->getLoc();
  OpBuilder &builder = lifter.builder;
  AxisList axes = lifter.unite(op->getOperands());
  Value whole = lifter.spread(lifter.get(update.getOperand()), axes, loc);
  Value part = lifter.spread(lifter.get(update.getUpdate()), axes, loc);
  if (lifter.unite(update.getStartIndices()).empty()) {
    SmallVector<Value> operands = {whole, part};
    llvm::append_range(operands, wholeStarts(lifter, axes.size(), update.getStartIndices(), loc));
    lifter.setResults(op, lifter.clone(op, operands, axes), axes);
    return success();
  }
  // A scatter leaves out what does not fit; here starts are held in range.
  auto full = cast<RankedTensorType>(update.getOperand().getType());
  auto given = cast<RankedTensorType>(update.getUpdate().getType());
  Lifted indices = indexVectors(lifter, update.getStartIndices(), loc);
  auto vectors = typeOf(indices.value);
  SmallVector<APInt> last;
  unsigned width = vectors.getElementType().getIntOrFloatBitWidth();
  for (auto [size, taken] : llvm::zip(full.getShape(), given.getShape()))
    last.push_back(APInt(width, size - taken));
  auto bound = [&](ArrayRef<APInt> values) -> Value {
    auto type = RankedTensorType::get({full.getRank()}, vectors.getElementType());
    Value list = stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, values));
    return stablehlo::BroadcastInDimOp::create(builder, loc, vectors, list,
                                               int64_t(indices.axes.size()));
  };
  indices.value = stablehlo::ClampOp::create(
      builder, loc, vectors, bound(SmallVector<APInt>(full.getRank(), APInt(width, 0))),
      indices.value, bound(last));
  SmallVector<int64_t> all = counting(full.getRank());
  auto numbers = liftNumbers(
      lifter, ScatterDimensionNumbersAttr::get(op->getContext(), all, {}, {}, {}, all, 0), axes,
      indices.axes);
  auto scatter = stablehlo::ScatterOp::create(builder, loc, whole.getType(), whole, indices.value,
                                              part, numbers, /*indices_are_sorted=*/false,
                                              /*unique_indices=*/true);
  Block &body = scatter.getUpdateComputation().emplaceBlock();
  auto scalar = RankedTensorType::get({}, full.getElementType());
  body.addArguments({scalar, scalar}, {loc, loc});
  OpBuilder inside = OpBuilder::atBlockEnd(&body);
  stablehlo::ReturnOp::create(inside, loc, body.getArgument(1));
  lifter.set(op->getResult(0), {scatter->getResult(0), axes});
  return success();
}

} // namespace

void addIndexingLifts(LiftRules &rules) {
  rules["stablehlo.gather"] = liftGather;
  rules["stablehlo.scatter"] = liftScatter;
  rules["stablehlo.dynamic_slice"] = liftDynamicSlice;
  rules["stablehlo.dynamic_update_slice"] = liftDynamicUpdateSlice;
}

} // namespace shardc
