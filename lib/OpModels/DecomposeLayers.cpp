//===- DecomposeLayers.cpp - embedding and norms ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// Embedding
//===----------------------------------------------------------------------===//

/// ids with a trailing dimension of one: index vectors of length one.
static Value indexVectors(TensorBuilder &b, Value ids) {
  SmallVector<int64_t> shape(typeOf(ids).getShape());
  shape.push_back(1);
  return b.reshape(ids, shape);
}

Values decomposition::build(nn::EmbeddingOp op, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  RankedTensorType table = typeOf(op.getTable());
  RankedTensorType result = typeOf(op.getResult());
  int64_t idsRank = result.getRank() - 1, width = table.getDimSize(1);
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      builder.getContext(), /*offsetDims=*/{idsRank},
      /*collapsedSliceDims=*/{0},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0}, /*indexVectorDim=*/idsRank);
  // gather holds indices in range, so rows of foreign indices are read and then
  // replaced.
  Value rows = stablehlo::GatherOp::create(
      builder, b.getLoc(), result, op.getTable(), indexVectors(b, op.getIds()), numbers,
      builder.getDenseI64ArrayAttr({1, width}), builder.getBoolAttr(false));
  Value ids = op.getIds();
  Value inRange =
      b.logicalAnd(b.compare(Direction::GE, ids, b.splatLike(ids, 0)),
                   b.compare(Direction::LT, ids, b.splatLike(ids, table.getDimSize(0))));
  Value wide = b.broadcastLeading(inRange, result.getShape());
  return {b.select(wide, rows, b.splatLike(rows, 0.0))};
}

Values decomposition::build(nn::EmbeddingGradOp op, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  Value dout = b.widen(op.getDout());
  Type element = typeOf(dout).getElementType();
  RankedTensorType table = typeOf(op.getDtable()).clone(element);
  int64_t idsRank = typeOf(op.getIds()).getRank();
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), /*updateWindowDims=*/{idsRank},
      /*insertedWindowDims=*/{0},
      /*inputBatchingDims=*/{}, /*scatterIndicesBatchingDims=*/{},
      /*scatterDimsToOperandDims=*/{0}, /*indexVectorDim=*/idsRank);
  // scatter skips what does not fit, which is what foreign indices need.
  auto scatter = stablehlo::ScatterOp::create(
      builder, b.getLoc(), TypeRange{table}, ValueRange{b.splat(table, 0.0)},
      indexVectors(b, op.getIds()), ValueRange{dout}, numbers, builder.getBoolAttr(false),
      builder.getBoolAttr(false));
  auto scalar = RankedTensorType::get({}, element);
  OpBuilder::InsertionGuard guard(builder);
  mlir::Block *body = builder.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar},
                                          {b.getLoc(), b.getLoc()});
  Value sum = b.add(body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(builder, b.getLoc(), ValueRange{sum});
  builder.setInsertionPointAfter(scatter);
  return {narrow(b, scatter->getResult(0), op.getDtable())};
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

namespace {
/// Values over the rows of x: all of one wide type.
struct Rows {
  TensorBuilder &b;
  RankedTensorType type;

  Rows(TensorBuilder &b, Value x) : b(b), type(typeOf(x)) {}

  /// Mean over the last dimension, without it.
  Value mean(Value value) {
    Value sum = b.reduceSum(value, {type.getRank() - 1});
    return b.div(sum, b.splatLike(sum, type.getShape().back()));
  }
  /// One value a row, repeated along it.
  Value alongRow(Value value) { return b.broadcastLeading(value, type.getShape()); }
  /// One value a column (a weight), repeated over the rows.
  Value overRows(Value value) { return b.broadcastTrailing(value, type.getShape()); }
  /// rsqrt(mean(value^2) + eps), along each row.
  Value inverseRms(Value value, const APFloat &eps) {
    Value mean = this->mean(b.mul(value, value));
    return alongRow(b.rsqrt(b.add(mean, eps.convertToDouble())));
  }
};
} // namespace

Values decomposition::build(nn::RmsNormOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  Rows rows(b, x);
  Value weight = rows.overRows(b.widen(op.getWeight()));
  Value y = b.mul(b.mul(x, rows.inverseRms(x, op.getEps())), weight);
  return {narrow(b, y, op.getResult())};
}

Values decomposition::build(nn::RmsNormGradOp op, TensorBuilder &b) {
  // With r = rsqrt(mean(x^2) + eps) and n = x r:
  // dweight = sum dy n;  dx = r (dy w - n mean(dy w n)).
  Value x = b.widen(op.getX()), dy = b.widen(op.getDy());
  Rows rows(b, x);
  Value inverse = rows.inverseRms(x, op.getEps());
  Value normed = b.mul(x, inverse);
  Value dNormed = b.mul(dy, rows.overRows(b.widen(op.getWeight())));
  Value projection = rows.alongRow(rows.mean(b.mul(dNormed, normed)));
  Value dx = b.mul(inverse, b.sub(dNormed, b.mul(normed, projection)));
  Value dWeight = b.reduceSumRows(b.mul(dy, normed));
  return {narrow(b, dx, op.getDx()), narrow(b, dWeight, op.getDweight())};
}

Values decomposition::build(nn::LayerNormOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  Rows rows(b, x);
  Value centred = b.sub(x, rows.alongRow(rows.mean(x)));
  Value normed = b.mul(centred, rows.inverseRms(centred, op.getEps()));
  Value y = b.add(b.mul(normed, rows.overRows(b.widen(op.getWeight()))),
                  rows.overRows(b.widen(op.getBias())));
  return {narrow(b, y, op.getResult())};
}

Values decomposition::build(nn::LayerNormGradOp op, TensorBuilder &b) {
  // With n = (x - mean) r: dx = r (dn - mean(dn) - n mean(dn n)), dn = dy w.
  Value x = b.widen(op.getX()), dy = b.widen(op.getDy());
  Rows rows(b, x);
  Value centred = b.sub(x, rows.alongRow(rows.mean(x)));
  Value inverse = rows.inverseRms(centred, op.getEps());
  Value normed = b.mul(centred, inverse);
  Value dNormed = b.mul(dy, rows.overRows(b.widen(op.getWeight())));
  Value mean = rows.alongRow(rows.mean(dNormed));
  Value projection = rows.alongRow(rows.mean(b.mul(dNormed, normed)));
  Value dx = b.mul(inverse, b.sub(b.sub(dNormed, mean), b.mul(normed, projection)));
  return {narrow(b, dx, op.getDx()), narrow(b, b.reduceSumRows(b.mul(dy, normed)), op.getDweight()),
          narrow(b, b.reduceSumRows(dy), op.getDbias())};
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// One value a row of `dimension`, repeated along it.
static Value alongDimension(TensorBuilder &b, Value row, Value like, int64_t dimension) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0, rank = typeOf(like).getRank(); dim < rank; ++dim)
    if (dim != dimension)
      dims.push_back(dim);
  return b.broadcast(row, typeOf(like).getShape(), dims);
}

Values decomposition::build(nn::SoftmaxOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  int64_t dim = op.getDimension();
  Value power = b.exp(b.sub(x, alongDimension(b, b.reduceMax(x, {dim}), x, dim)));
  Value sum = alongDimension(b, b.reduceSum(power, {dim}), x, dim);
  return {narrow(b, b.div(power, sum), op.getResult())};
}

Values decomposition::build(nn::SoftmaxGradOp op, TensorBuilder &b) {
  Value y = b.widen(op.getY()), dy = b.widen(op.getDy());
  int64_t dim = op.getDimension();
  Value along = alongDimension(b, b.reduceSum(b.mul(dy, y), {dim}), y, dim);
  return {narrow(b, b.mul(y, b.sub(dy, along)), op.getDx())};
}
