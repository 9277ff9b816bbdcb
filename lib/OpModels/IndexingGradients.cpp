//===- IndexingGradients.cpp - gradients of slices and gathers --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// gather holds indices in range and scatter skips those out of it, so the
// gradient of one is the other only after the indices are clamped, or the
// skipped updates masked.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"

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
    gradients.add(op.getUpdate(),
                  stablehlo::DynamicSliceOp::create(b.getBuilder(), b.getLoc(), cotangents[0],
                                                    op.getStartIndices(),
                                                    tensorTypeOf(op.getUpdate()).getShape()));
  return success();
}

/// The largest start index of each component of an index vector, in the shape
/// of the indices.
static Value lastStarts(TensorBuilder &b, Value indices, int64_t vectorDim,
                        ArrayRef<int64_t> indexMap, RankedTensorType operand,
                        ArrayRef<int64_t> sizes) {
  RankedTensorType type = tensorTypeOf(indices);
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
  RankedTensorType type = tensorTypeOf(op.getOperand());
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

/// True for a body that adds its two arguments.
static bool isSum(Region &body) {
  mlir::Block &block = body.front();
  auto terminator = dyn_cast<stablehlo::ReturnOp>(block.getTerminator());
  if (!terminator || terminator->getNumOperands() != 1 || block.getNumArguments() != 2)
    return false;
  auto add = terminator->getOperand(0).getDefiningOp<stablehlo::AddOp>();
  return add && ((add.getLhs() == block.getArgument(0) && add.getRhs() == block.getArgument(1)) ||
                 (add.getLhs() == block.getArgument(1) && add.getRhs() == block.getArgument(0)));
}

static LogicalResult scatter(stablehlo::ScatterOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (llvm::none_of(op->getOperands(), [&](Value v) { return gradients.isWanted(v); }))
    return success();
  if (op.getInputs().size() != 1 || !isSum(op.getUpdateComputation()))
    return op.emitOpError() << "has no gradient: only scatters of one value whose body is a sum "
                               "are differentiated";
  Value input = op.getInputs()[0], update = op.getUpdates()[0];
  if (gradients.isWanted(input))
    gradients.add(input, cotangents[0]);
  if (!gradients.isWanted(update))
    return success();

  OpBuilder &builder = b.getBuilder();
  stablehlo::ScatterDimensionNumbersAttr from = op.getScatterDimensionNumbers();
  RankedTensorType type = tensorTypeOf(input), updateType = tensorTypeOf(update);
  Value indices = op.getScatterIndices();
  SmallVector<int64_t> sizes;
  ArrayRef<int64_t> windowDims = from.getUpdateWindowDims();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool isSingle = llvm::is_contained(from.getInsertedWindowDims(), dim) ||
                    llvm::is_contained(from.getInputBatchingDims(), dim);
    sizes.push_back(isSingle ? 1 : updateType.getDimSize(windowDims.front()));
    if (!isSingle)
      windowDims = windowDims.drop_front();
  }
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      builder.getContext(), from.getUpdateWindowDims(), from.getInsertedWindowDims(),
      from.getInputBatchingDims(), from.getScatterIndicesBatchingDims(),
      from.getScatterDimsToOperandDims(), from.getIndexVectorDim());
  Value rows = stablehlo::GatherOp::create(builder, b.getLoc(), updateType, cotangents[0], indices,
                                           numbers, builder.getDenseI64ArrayAttr(sizes),
                                           op.getIndicesAreSortedAttr());
  // Skipped updates get nothing.
  Value last = lastStarts(b, indices, from.getIndexVectorDim(), from.getScatterDimsToOperandDims(),
                          type, sizes);
  Value fits = b.logicalAnd(b.compare(Direction::GE, indices, b.splatLike(indices, 0)),
                            b.compare(Direction::LE, indices, last));
  if (from.getIndexVectorDim() < tensorTypeOf(indices).getRank())
    fits = b.reduceAnd(fits, {from.getIndexVectorDim()});
  SmallVector<int64_t> scatterDims;
  for (int64_t dim = 0; dim < updateType.getRank(); ++dim)
    if (!llvm::is_contained(from.getUpdateWindowDims(), dim))
      scatterDims.push_back(dim);
  fits = b.broadcast(fits, updateType.getShape(), scatterDims);
  gradients.add(update, b.select(fits, rows, b.splatLike(rows, 0.0)));
  return success();
}

void gradient::attachIndexing(MLIRContext *context) {
  attach<stablehlo::DynamicSliceOp, ::dynamicSlice>(context);
  attach<stablehlo::DynamicUpdateSliceOp, ::dynamicUpdateSlice>(context);
  attach<stablehlo::GatherOp, ::gather>(context);
  attach<stablehlo::ScatterOp, ::scatter>(context);
}
