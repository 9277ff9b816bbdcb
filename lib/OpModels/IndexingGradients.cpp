//===- IndexingGradients.cpp - gradients of slices and gathers --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// gather holds indices in range and scatter skips those out of it, so the
// gradient of one is the other only after the indices are clamped, or the
// skipped updates masked. What a scatter takes the maximum of, or replaces, has a
// gradient where it is left in the result.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using Direction = stablehlo::ComparisonDirection;

static LogicalResult dynamicSlice(stablehlo::DynamicSliceOp op, TensorBuilder &b,
                                  ValueRange cotangents, GradientAccumulator &gradients) {
  if (!gradients.isWanted(op.getOperand()))
    return success();
  Value zeros = b.splatLike(op.getOperand(), 0.0);
  gradients.add(op.getOperand(),
                stablehlo::DynamicUpdateSliceOp::create(b.getBuilder(), b.getLoc(), zeros,
                                                        cotangents[0], op.getStartIndices()));
  return success();
}

static LogicalResult dynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op, TensorBuilder &b,
                                        ValueRange cotangents, GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(), stablehlo::DynamicUpdateSliceOp::create(
                                       b.getBuilder(), b.getLoc(), cotangents[0],
                                       b.splatLike(op.getUpdate(), 0.0), op.getStartIndices()));
  if (gradients.isWanted(op.getUpdate()))
    gradients.add(op.getUpdate(), stablehlo::DynamicSliceOp::create(
                                      b.getBuilder(), b.getLoc(), cotangents[0],
                                      op.getStartIndices(), typeOf(op.getUpdate()).getShape()));
  return success();
}

/// The largest start index of each component of an index vector, in the shape
/// of the indices.
static Value lastStarts(TensorBuilder &b, Value indices, int64_t vectorDim,
                        ArrayRef<int64_t> indexMap, RankedTensorType operand,
                        ArrayRef<int64_t> sizes) {
  RankedTensorType type = typeOf(indices);
  SmallVector<int64_t> bounds;
  for (int64_t dim : indexMap)
    bounds.push_back(operand.getDimSize(dim) - sizes[dim]);
  if (vectorDim == type.getRank()) // The vectors are single, unmarked numbers.
    return b.splat(type, bounds[0]);
  return b.broadcast(b.vector(bounds, type.getElementType()), type.getShape(), {vectorDim});
}

static LogicalResult gather(stablehlo::GatherOp op, TensorBuilder &b, ValueRange cotangents,
                            GradientAccumulator &gradients) {
  if (!gradients.isWanted(op.getOperand()))
    return success();
  OpBuilder &builder = b.getBuilder();
  stablehlo::GatherDimensionNumbersAttr from = op.getDimensionNumbers();
  Value indices = op.getStartIndices();
  RankedTensorType type = typeOf(op.getOperand());
  Value last = lastStarts(b, indices, from.getIndexVectorDim(), from.getStartIndexMap(), type,
                          op.getSliceSizes());
  indices = b.min(b.max(indices, b.splatLike(indices, 0)), last);
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), from.getOffsetDims(), from.getCollapsedSliceDims(),
      from.getOperandBatchingDims(), from.getStartIndicesBatchingDims(), from.getStartIndexMap(),
      from.getIndexVectorDim());
  auto scatter = stablehlo::ScatterOp::create(
      builder, b.getLoc(), TypeRange{type}, ValueRange{b.splat(type, 0.0)}, indices,
      ValueRange{cotangents[0]}, numbers, op.getIndicesAreSortedAttr(), builder.getBoolAttr(false));
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, type.getElementType());
  mlir::Block *body = builder.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar},
                                          {b.getLoc(), b.getLoc()});
  Value sum = b.add(body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(builder, b.getLoc(), ValueRange{sum});
  builder.setInsertionPointAfter(scatter);
  gradients.add(op.getOperand(), scatter->getResult(0));
  return success();
}

/// How a scatter combines what is there with an update.
enum class Combiner { Sum, Maximum, Minimum, Replace };

/// The combiner of a body of two arguments, if it is one of those.
static std::optional<Combiner> combinerOf(Region &body) {
  mlir::Block &block = body.front();
  auto terminator = dyn_cast<stablehlo::ReturnOp>(block.getTerminator());
  if (!terminator || terminator->getNumOperands() != 1 || block.getNumArguments() != 2)
    return std::nullopt;
  Value value = terminator->getOperand(0), here = block.getArgument(0),
        there = block.getArgument(1);
  if (value == there)
    return Combiner::Replace;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2 ||
      !((op->getOperand(0) == here && op->getOperand(1) == there) ||
        (op->getOperand(0) == there && op->getOperand(1) == here)))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Combiner>>(op)
      .Case([](stablehlo::AddOp) { return Combiner::Sum; })
      .Case([](stablehlo::MaxOp) { return Combiner::Maximum; })
      .Case([](stablehlo::MinOp) { return Combiner::Minimum; })
      .Default([](Operation *) { return std::nullopt; });
}

namespace {
/// Values in the windows of a scatter of one value.
class ScatterWindows {
public:
  ScatterWindows(stablehlo::ScatterOp op, TensorBuilder &b) : op(op), b(b) {
    stablehlo::ScatterDimensionNumbersAttr from = op.getScatterDimensionNumbers();
    RankedTensorType type = typeOf(op.getInputs()[0]);
    ArrayRef<int64_t> windowDims = from.getUpdateWindowDims();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool isSingle = llvm::is_contained(from.getInsertedWindowDims(), dim) ||
                      llvm::is_contained(from.getInputBatchingDims(), dim);
      sizes.push_back(isSingle ? 1 : updateType().getDimSize(windowDims.front()));
      if (!isSingle)
        windowDims = windowDims.drop_front();
    }
    for (int64_t dim = 0; dim < updateType().getRank(); ++dim)
      if (!llvm::is_contained(from.getUpdateWindowDims(), dim))
        scatterDims.push_back(dim);
  }

  RankedTensorType updateType() { return typeOf(op.getUpdates()[0]); }

  /// What `whole`, of the input's shape, holds where each update goes; anything for
  /// updates that are skipped.
  Value read(Value whole) {
    OpBuilder &builder = b.getBuilder();
    stablehlo::ScatterDimensionNumbersAttr from = op.getScatterDimensionNumbers();
    auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
        builder.getContext(), from.getUpdateWindowDims(), from.getInsertedWindowDims(),
        from.getInputBatchingDims(), from.getScatterIndicesBatchingDims(),
        from.getScatterDimsToOperandDims(), from.getIndexVectorDim());
    return stablehlo::GatherOp::create(
        builder, b.getLoc(), updateType().clone(typeOf(whole).getElementType()), whole,
        op.getScatterIndices(), numbers, builder.getDenseI64ArrayAttr(sizes),
        op.getIndicesAreSortedAttr());
  }

  /// `whole` with `updates` where those of the op go: added, or in place of it.
  Value write(Value whole, Value updates, Combiner combiner) {
    OpBuilder &builder = b.getBuilder();
    auto scatter = stablehlo::ScatterOp::create(
        builder, b.getLoc(), TypeRange{whole.getType()}, ValueRange{whole}, op.getScatterIndices(),
        ValueRange{updates}, op.getScatterDimensionNumbersAttr(), op.getIndicesAreSortedAttr(),
        op.getUniqueIndicesAttr());
    OpBuilder::InsertionGuard guard(builder);
    auto scalar = RankedTensorType::get({}, typeOf(whole).getElementType());
    mlir::Block *body = builder.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar},
                                            {b.getLoc(), b.getLoc()});
    Value value = body->getArgument(1);
    if (combiner == Combiner::Sum)
      value = b.add(body->getArgument(0), value);
    stablehlo::ReturnOp::create(builder, b.getLoc(), ValueRange{value});
    return scatter->getResult(0);
  }

  /// Which updates are not skipped, for each of their elements.
  Value fits() {
    if (cachedFits)
      return cachedFits;
    stablehlo::ScatterDimensionNumbersAttr from = op.getScatterDimensionNumbers();
    Value indices = op.getScatterIndices();
    Value last = lastStarts(b, indices, from.getIndexVectorDim(),
                            from.getScatterDimsToOperandDims(), typeOf(op.getInputs()[0]), sizes);
    Value fits = b.logicalAnd(b.compare(Direction::GE, indices, b.splatLike(indices, 0)),
                              b.compare(Direction::LE, indices, last));
    if (from.getIndexVectorDim() < typeOf(indices).getRank())
      fits = b.reduceAnd(fits, {from.getIndexVectorDim()});
    return cachedFits = b.broadcast(fits, updateType().getShape(), scatterDims);
  }

  /// Which updates are the ones that are left in the result. Where several replace one
  /// element, it is for the backend to say which comes last: it is asked.
  Value survivors() {
    if (op.getUniqueIndices())
      return fits();
    Type element = b.getBuilder().getI32Type();
    if (updateType().getNumElements() > INT32_MAX)
      element = b.getBuilder().getI64Type();
    // Each window has a number of its own.
    auto type = RankedTensorType::get(updateType().getShape(), element);
    Value names = b.splat(type, 0);
    int64_t stride = 1;
    for (int64_t dim : llvm::reverse(scatterDims)) {
      names = b.add(names, b.mul(b.iota(type, dim), static_cast<double>(stride)));
      stride *= type.getDimSize(dim);
    }
    Value none = b.splat(typeOf(op.getInputs()[0]).clone(element), -1);
    Value last = read(write(none, names, Combiner::Replace));
    return b.logicalAnd(fits(), b.compare(Direction::EQ, last, names));
  }

private:
  stablehlo::ScatterOp op;
  TensorBuilder &b;
  SmallVector<int64_t> sizes, scatterDims;
  Value cachedFits;
};
} // namespace

/// A maximum or minimum is shared out evenly among all that are equal to it.
static void shareExtremum(stablehlo::ScatterOp op, TensorBuilder &b, ScatterWindows &windows,
                          Value cotangent, GradientAccumulator &gradients) {
  Value input = op.getInputs()[0], update = op.getUpdates()[0], result = op->getResult(0);
  Type element = typeOf(input).getElementType();
  Value stays = b.compare(Direction::EQ, input, result);
  Value wins = b.logicalAnd(windows.fits(), b.compare(Direction::EQ, update, windows.read(result)));
  // Counting begins at zero, so that ranks may count apart.
  Value ones = b.convert(wins, element);
  Value count =
      b.add(b.convert(stays, element), windows.write(b.splatLike(input, 0.0), ones, Combiner::Sum));
  Value share = b.div(cotangent, count);
  if (gradients.isWanted(input))
    gradients.add(input, b.select(stays, share, b.splatLike(share, 0.0)));
  if (gradients.isWanted(update)) {
    Value rows = windows.read(share);
    gradients.add(update, b.select(wins, rows, b.splatLike(rows, 0.0)));
  }
}

static LogicalResult scatter(stablehlo::ScatterOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (llvm::none_of(op->getOperands(), [&](Value v) { return gradients.isWanted(v); }))
    return success();
  std::optional<Combiner> combiner;
  if (op.getInputs().size() == 1)
    combiner = combinerOf(op.getUpdateComputation());
  if (!combiner)
    return op.emitOpError() << "has no gradient: only scatters of one value whose body adds, takes "
                               "the maximum or minimum, or replaces are differentiated";
  Value input = op.getInputs()[0], update = op.getUpdates()[0];
  ScatterWindows windows(op, b);
  if (*combiner == Combiner::Maximum || *combiner == Combiner::Minimum) {
    shareExtremum(op, b, windows, cotangents[0], gradients);
    return success();
  }
  bool replaces = *combiner == Combiner::Replace;
  if (gradients.isWanted(input))
    gradients.add(input, replaces ? windows.write(cotangents[0], b.splat(windows.updateType(), 0.0),
                                                  Combiner::Replace)
                                  : cotangents[0]);
  if (!gradients.isWanted(update))
    return success();
  // Updates that are skipped, or replaced in turn, get nothing.
  Value rows = windows.read(cotangents[0]);
  Value counts = replaces ? windows.survivors() : windows.fits();
  gradients.add(update, b.select(counts, rows, b.splatLike(rows, 0.0)));
  return success();
}

void gradient::attachIndexing(MLIRContext *context) {
  attach<stablehlo::DynamicSliceOp, ::dynamicSlice>(context);
  attach<stablehlo::DynamicUpdateSliceOp, ::dynamicUpdateSlice>(context);
  attach<stablehlo::GatherOp, ::gather>(context);
  attach<stablehlo::ScatterOp, ::scatter>(context);
}
