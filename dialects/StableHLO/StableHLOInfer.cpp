//===- StableHLOInfer.cpp - result types -------------------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The result type of each op that determines it. Verifiers check constraints
// first, so an inference that fails says nothing: the constraint has spoken.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;

namespace {
using Types = SmallVectorImpl<Type>;

RankedTensorType typeOf(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

/// Appends a type like `type` with another shape.
LogicalResult inferred(Types &types, RankedTensorType type, ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return failure();
  types.push_back(type.clone(shape));
  return success();
}
} // namespace

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                           Types &types) {
  if (!adaptor.getValue())
    return failure();
  types.push_back(adaptor.getValue().getType());
  return success();
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                           Adaptor adaptor, Types &types) {
  RankedTensorType type = typeOf(adaptor.getX());
  if (!type)
    return failure();
  types.push_back(type.clone(IntegerType::get(context, 1)));
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                          Adaptor adaptor, Types &types) {
  RankedTensorType type = typeOf(adaptor.getLhs());
  if (!type)
    return failure();
  types.push_back(type.clone(IntegerType::get(context, 1)));
  return success();
}

LogicalResult ClampOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                        Types &types) {
  types.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                         Types &types) {
  types.push_back(adaptor.getOnTrue().getType());
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                            Types &types) {
  RankedTensorType type = typeOf(adaptor.getOperand());
  if (!type)
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : adaptor.getPermutation()) {
    if (dim < 0 || dim >= type.getRank())
      return failure();
    shape.push_back(type.getDimSize(dim));
  }
  return inferred(types, type, shape);
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                              Adaptor adaptor, Types &types) {
  if (adaptor.getInputs().empty())
    return failure();
  RankedTensorType first = typeOf(adaptor.getInputs().front());
  int64_t dim = adaptor.getDimension();
  if (!first || dim < 0 || dim >= first.getRank())
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  shape[dim] = 0;
  for (Value input : adaptor.getInputs()) {
    RankedTensorType type = typeOf(input);
    if (!type || type.getRank() != first.getRank())
      return failure();
    shape[dim] += type.getDimSize(dim);
  }
  return inferred(types, first, shape);
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                      Types &types) {
  RankedTensorType type = typeOf(adaptor.getOperand());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow();
  ArrayRef<int64_t> high = adaptor.getEdgePaddingHigh();
  ArrayRef<int64_t> interior = adaptor.getInteriorPadding();
  if (!type)
    return failure();
  size_t rank = type.getRank();
  if (low.size() != rank || high.size() != rank || interior.size() != rank)
    return failure();
  SmallVector<int64_t> shape;
  // The verifier says which number is out of bounds.
  auto isStep = [](int64_t step) { return step <= detail::maxStep && step >= -detail::maxStep; };
  if (!llvm::all_of(low, isStep) || !llvm::all_of(high, isStep) || !llvm::all_of(interior, isStep))
    return failure();
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    shape.push_back(low[dim] + size + std::max<int64_t>(size - 1, 0) * interior[dim] + high[dim]);
  return inferred(types, type, shape);
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                        Types &types) {
  RankedTensorType type = typeOf(adaptor.getOperand());
  if (!type)
    return failure();
  SmallVector<int64_t> shape;
  for (auto [start, limit, stride] :
       llvm::zip(adaptor.getStartIndices(), adaptor.getLimitIndices(), adaptor.getStrides())) {
    if (stride <= 0 || limit < start)
      return failure();
    shape.push_back((limit - start + stride - 1) / stride);
  }
  if (static_cast<int64_t>(shape.size()) != type.getRank())
    return failure();
  return inferred(types, type, shape);
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                               Adaptor adaptor, Types &types) {
  RankedTensorType type = typeOf(adaptor.getOperand());
  if (!type)
    return failure();
  return inferred(types, type, adaptor.getSliceSizes());
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                                     Adaptor adaptor, Types &types) {
  types.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                         Types &types) {
  RankedTensorType operand = typeOf(adaptor.getOperand());
  RankedTensorType indices = typeOf(adaptor.getStartIndices());
  GatherDimensionNumbersAttr numbers = adaptor.getDimensionNumbers();
  if (!operand || !indices || !numbers ||
      static_cast<int64_t>(adaptor.getSliceSizes().size()) != operand.getRank())
    return failure();

  SmallVector<int64_t> batch, offset;
  for (auto [dim, size] : llvm::enumerate(indices.getShape()))
    if (static_cast<int64_t>(dim) != numbers.getIndexVectorDim())
      batch.push_back(size);
  for (auto [dim, size] : llvm::enumerate(adaptor.getSliceSizes()))
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), dim) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dim))
      offset.push_back(size);
  if (offset.size() != numbers.getOffsetDims().size())
    return failure();

  SmallVector<int64_t> shape(batch.size() + offset.size());
  size_t nextBatch = 0, nextOffset = 0;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool isOffset = llvm::is_contained(numbers.getOffsetDims(), dim);
    if (isOffset ? nextOffset == offset.size() : nextBatch == batch.size())
      return failure();
    size = isOffset ? offset[nextOffset++] : batch[nextBatch++];
  }
  return inferred(types, operand, shape);
}
