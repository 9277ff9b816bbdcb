//===- TosaIndexing.cpp - gather and scatter of TOSA ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// TOSA reads rows of matrices only. Exporters flatten a tensor of which they read
// elements, and count its elements through: index i * strides[0] + j * strides[1]…
// Flattened dimensions cannot be split, so indices are taken apart again.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"

using namespace mlir;

namespace shardc {
namespace {

Value behindReshapes(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<stablehlo::ReshapeOp, stablehlo::ConvertOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

/// The numbers of a constant row, which may be repeated.
std::optional<SmallVector<int64_t>> rowOf(Value value) {
  value = behindReshapes(value);
  if (auto wide = value.getDefiningOp<stablehlo::BroadcastInDimOp>()) {
    // Only its last dimension may hold different numbers.
    auto type = cast<RankedTensorType>(wide.getOperand().getType());
    if (type.getRank() == 0 || type.getNumElements() != type.getShape().back() ||
        wide.getBroadcastDimensions().back() != wide.getType().getRank() - 1)
      return std::nullopt;
    value = wide.getOperand();
  }
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> row;
  for (const APInt &number : elements.getValues<APInt>())
    row.push_back(number.getSExtValue());
  return row;
}

/// Indices along each dimension, of indices that count them through by `strides`;
/// empty where they don't.
Values takeApart(Value counted, int64_t count, ArrayRef<int64_t> strides, TensorBuilder &b) {
  auto sum = behindReshapes(counted).getDefiningOp<stablehlo::ReduceOp>();
  if (!sum || sum.getInputs().size() != 1 || sum.getDimensions().size() != 1 ||
      !isa<stablehlo::AddOp>(sum.getBody().front().front()))
    return {};
  auto type = cast<RankedTensorType>(sum.getInputs()[0].getType());
  int64_t last = type.getRank() - 1, parts = strides.size();
  auto product = sum.getInputs()[0].getDefiningOp<stablehlo::MulOp>();
  if (!product || sum.getDimensions()[0] != last || type.getDimSize(last) != parts ||
      type.getNumElements() != count * parts)
    return {};
  Value vectors;
  for (unsigned side = 0; side < 2 && !vectors; ++side) {
    std::optional<SmallVector<int64_t>> row = rowOf(product->getOperand(side));
    if (row && ArrayRef(*row) == strides)
      vectors = product->getOperand(1 - side);
  }
  if (!vectors)
    return {};
  // What they were joined of, or slices.
  auto join = behindReshapes(vectors).getDefiningOp<stablehlo::ConcatenateOp>();
  bool isJoined = join && static_cast<int64_t>(join.getInputs().size()) == parts &&
                  static_cast<int64_t>(join.getDimension()) == join.getType().getRank() - 1 &&
                  join.getType().getShape().back() == parts;
  Values indices;
  for (int64_t part = 0; part < parts; ++part) {
    Value index =
        isJoined ? Value(join.getInputs()[part]) : b.sliceDim(vectors, last, part, part + 1);
    indices.push_back(b.reshape(index, {count}));
  }
  return indices;
}

/// Rows of a flattened tensor, read where they lie in it; null where it is none.
Value gatherFlattened(Value table, Value indices, TensorBuilder &b) {
  int64_t rows = typeOf(table).getDimSize(1);
  int64_t count = typeOf(indices).getDimSize(1);
  // It may have been reshaped before for other reasons.
  while (auto reshape = table.getDefiningOp<stablehlo::ReshapeOp>()) {
    table = reshape.getOperand();
    auto type = typeOf(table);
    int64_t product = 1, rank = 0;
    while (rank < type.getRank() && product < rows)
      product *= type.getDimSize(rank++);
    if (product != rows || rank < 2)
      continue;
    SmallVector<int64_t> strides(rank, 1);
    for (int64_t dim = rank - 1; dim > 0; --dim)
      strides[dim - 1] = strides[dim] * type.getDimSize(dim);
    Values parts = takeApart(indices, count, strides, b);
    if (parts.empty())
      continue;
    parts.resize(type.getRank());
    return gatherElements(table, parts, b);
  }
  return {};
}

} // namespace

Value gatherRows(Value table, Value indices, TensorBuilder &b) {
  auto type = typeOf(table);
  int64_t batch = type.getDimSize(0), count = typeOf(indices).getDimSize(1);
  SmallVector<int64_t> shape = {batch, count, type.getDimSize(2)};
  if (batch == 1) {
    if (Value rows = gatherFlattened(table, indices, b))
      return b.reshape(rows, shape);
    table = b.reshape(table, {type.getDimSize(1), type.getDimSize(2)});
    return b.reshape(gatherElements(table, {b.reshape(indices, {count}), Value()}, b), shape);
  }
  OpBuilder &builder = b.getBuilder();
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      builder.getContext(), /*offsetDims=*/{2}, /*collapsedSliceDims=*/{1},
      /*operandBatchingDims=*/{0}, /*startIndicesBatchingDims=*/{0}, /*startIndexMap=*/{1},
      /*indexVectorDim=*/2);
  return stablehlo::GatherOp::create(
      builder, b.getLoc(), type.clone(shape), table, indices, numbers,
      builder.getDenseI64ArrayAttr({1, 1, type.getDimSize(2)}), builder.getBoolAttr(false));
}

Value scatterRows(Value table, Value indices, Value rows, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), /*updateWindowDims=*/{2}, /*insertedWindowDims=*/{1},
      /*inputBatchingDims=*/{0}, /*scatterIndicesBatchingDims=*/{0},
      /*scatterDimsToOperandDims=*/{1}, /*indexVectorDim=*/2);
  auto scatter = stablehlo::ScatterOp::create(
      builder, b.getLoc(), TypeRange(table.getType()), ValueRange(table), indices, ValueRange(rows),
      numbers, builder.getBoolAttr(false), builder.getBoolAttr(true));
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, typeOf(table).getElementType());
  Block *body = builder.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar},
                                    {b.getLoc(), b.getLoc()});
  stablehlo::ReturnOp::create(builder, b.getLoc(), body->getArgument(1));
  return scatter.getResult(0);
}

} // namespace shardc
