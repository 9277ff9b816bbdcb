//===- IndexReads.cpp - reads at known indices -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A read of what was written before becomes the value itself, any other one a slice
// of what really holds it.
//
//===----------------------------------------------------------------------===//
#include "IndexFolder.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

/// The value that really holds a box of `value`, and the box in it.
std::pair<Value, Box> IndexFolder::follow(Value value, Box box) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto it = updates.find(op); it != updates.end()) {
      ArrayRef<int64_t> sizes = typeOf(op->getOperand(1)).getShape();
      bool isInside = true, isApart = false;
      for (size_t d = 0; d < sizes.size(); ++d) {
        int64_t begin = box.starts[d] - it->second[d], end = begin + box.sizes[d];
        isInside &= begin >= 0 && end <= sizes[d];
        isApart |= end <= 0 || begin >= sizes[d];
      }
      if (isApart) {
        value = op->getOperand(0);
        continue;
      }
      if (!isInside)
        break;
      for (size_t d = 0; d < sizes.size(); ++d)
        box.starts[d] -= it->second[d];
      value = op->getOperand(1);
      continue;
    }
    if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op)) {
      uint64_t dim = concatenate.getDimension();
      int64_t begin = box.starts[dim];
      Value inside;
      for (Value part : concatenate.getInputs()) {
        int64_t extent = typeOf(part).getDimSize(dim);
        if (begin >= 0 && begin + box.sizes[dim] <= extent) {
          inside = part;
          break;
        }
        begin -= extent;
      }
      if (!inside || box.sizes[dim] == 0)
        break;
      box.starts[dim] = begin;
      value = inside;
      continue;
    }
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
      if (llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
        break;
      for (auto [start, offset] : llvm::zip_equal(box.starts, slice.getStartIndices()))
        start += offset;
      value = slice.getOperand();
      continue;
    }
    break;
  }
  return {value, box};
}

Value IndexFolder::sliceOf(Value value, Box box) {
  std::tie(value, box) = follow(value, std::move(box));
  RankedTensorType type = typeOf(value);
  if (box.isAllOf(type.getShape()))
    return value;
  auto result = RankedTensorType::get(box.sizes, type.getElementType());
  Operation *op = value.getDefiningOp();
  // A part of what is the same everywhere is made anew.
  if (auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op);
      broadcast && typeOf(broadcast.getOperand()).getRank() == 0)
    return stablehlo::BroadcastInDimOp::create(builder, value.getLoc(), result,
                                               broadcast.getOperand(), ArrayRef<int64_t>());
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op))
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return stablehlo::ConstantOp::create(
          builder, value.getLoc(),
          DenseElementsAttr::get(result, splat.getSplatValue<Attribute>()));
  SmallVector<int64_t> limits, strides(box.starts.size(), 1);
  for (auto [start, size] : llvm::zip_equal(box.starts, box.sizes))
    limits.push_back(start + size);
  return stablehlo::SliceOp::create(builder, value.getLoc(), result, value, box.starts, limits,
                                    strides);
}

Value IndexFolder::part(Value value, unsigned dim, int64_t begin, int64_t end) {
  Box box;
  box.sizes.assign(typeOf(value).getShape().begin(), typeOf(value).getShape().end());
  box.starts.assign(box.sizes.size(), 0);
  box.starts[dim] = begin;
  box.sizes[dim] = end - begin;
  return sliceOf(value, std::move(box));
}

Value IndexFolder::foldSlice(stablehlo::SliceOp op) {
  if (llvm::any_of(op.getStrides(), [](int64_t stride) { return stride != 1; }))
    return {};
  Box box;
  for (auto [start, limit] : llvm::zip_equal(op.getStartIndices(), op.getLimitIndices())) {
    box.starts.push_back(start);
    box.sizes.push_back(limit - start);
  }
  if (follow(op.getOperand(), box).first == op.getOperand())
    return {};
  return sliceOf(op.getOperand(), std::move(box));
}

Value IndexFolder::foldDynamicSlice(stablehlo::DynamicSliceOp op) {
  auto starts =
      startsOf(typeOf(op.getOperand()).getShape(), op.getSliceSizes(), op.getStartIndices());
  if (!starts)
    return {};
  return sliceOf(op.getOperand(), {*starts, SmallVector<int64_t, 4>(op.getSliceSizes())});
}

Value IndexFolder::reshaped(Value value, ArrayRef<int64_t> shape) {
  if (typeOf(value).getShape() == shape)
    return value;
  return stablehlo::ReshapeOp::create(
      builder, value.getLoc(), RankedTensorType::get(shape, typeOf(value).getElementType()), value);
}

/// A gather of rows at equal distances, positions for instance.
Value IndexFolder::foldRange(stablehlo::GatherOp op, const KnownTensor &indices) {
  auto numbers = op.getDimensionNumbers();
  RankedTensorType type = typeOf(op.getOperand()), result = typeOf(op.getResult());
  int64_t batchRank = result.getRank() - numbers.getOffsetDims().size();
  if (numbers.getStartIndexMap().size() != 1 ||
      numbers.getCollapsedSliceDims() != numbers.getStartIndexMap() || batchRank != 1)
    return {};
  int64_t dim = numbers.getStartIndexMap()[0], count = indices.elements.size();
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != dim && op.getSliceSizes()[d] != type.getDimSize(d))
      return {};
  auto rowAt = [&](int64_t i) {
    return std::clamp<int64_t>(indices.at(i), 0, type.getDimSize(dim) - 1);
  };
  int64_t step = count > 1 ? rowAt(1) - rowAt(0) : 1;
  for (int64_t i = 1; i < count; ++i)
    if (step < 1 || rowAt(i) - rowAt(i - 1) != step)
      return {};
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1), shape(type.getShape());
  starts[dim] = rowAt(0);
  limits[dim] = rowAt(count - 1) + 1;
  strides[dim] = step;
  shape[dim] = count;
  auto sliced = RankedTensorType::get(shape, type.getElementType());
  Value value = op.getOperand();
  if (sliced != type)
    value =
        stablehlo::SliceOp::create(builder, op.getLoc(), sliced, value, starts, limits, strides);
  // The rows go where the result has them.
  SmallVector<int64_t> order;
  for (int64_t d = 0, other = 0; d < result.getRank(); ++d) {
    if (!llvm::is_contained(numbers.getOffsetDims(), d)) {
      order.push_back(dim);
      continue;
    }
    other += other == dim;
    order.push_back(other++);
  }
  if (llvm::is_sorted(order))
    return value;
  return stablehlo::TransposeOp::create(builder, op.getLoc(), result, value, order);
}

/// A gather of one slice, or of rows at equal distances.
Value IndexFolder::foldGather(stablehlo::GatherOp op) {
  auto numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> map = numbers.getStartIndexMap();
  RankedTensorType type = typeOf(op.getOperand());
  if (!numbers.getOperandBatchingDims().empty())
    return {};
  const KnownTensor *indices = known.get(op.getStartIndices());
  if (!indices || indices->elements.empty())
    return {};
  if (indices->elements.size() != map.size())
    return foldRange(op, *indices);
  Box box{SmallVector<int64_t, 4>(type.getRank(), 0), SmallVector<int64_t, 4>(op.getSliceSizes())};
  for (auto [position, dim] : llvm::enumerate(map))
    box.starts[dim] =
        std::clamp<int64_t>(indices->at(position), 0, type.getDimSize(dim) - box.sizes[dim]);
  // Collapsed and batch dimensions have one element each.
  return reshaped(sliceOf(op.getOperand(), std::move(box)), typeOf(op.getResult()).getShape());
}

} // namespace shardc
