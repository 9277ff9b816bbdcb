//===- UpstreamBuild.cpp - the StableHLO that stands for loops --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reductions, gathers and windows as linalg and TOSA need them.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"

using namespace mlir;

namespace shardc {

using Direction = stablehlo::ComparisonDirection;

Value UpstreamValues::get(Value value) {
  if (Value tensor = tensors.lookup(value))
    return tensor;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type == tensorTypeFor(type) ? value : Value();
}

Values UpstreamValues::get(ValueRange values) {
  Values found;
  for (Value value : values)
    found.push_back(get(value));
  return found;
}

InFlightDiagnostic refuseOp(Operation *op, const Twine &why) {
  InFlightDiagnostic diag = op->emitError() << "op '" << op->getName() << "' is not supported";
  if (std::string text = why.str(); !text.empty())
    diag << ": " << text;
  return diag;
}

Value combine(Combiner combiner, Value x, Value y, TensorBuilder &b) {
  switch (combiner) {
  case Combiner::Add:
    return b.add(x, y);
  case Combiner::Mul:
    return b.mul(x, y);
  case Combiner::Max:
    return b.max(x, y);
  case Combiner::Min:
    return b.min(x, y);
  case Combiner::And:
    return stablehlo::AndOp::create(b.getBuilder(), b.getLoc(), x, y);
  case Combiner::Or:
    return stablehlo::OrOp::create(b.getBuilder(), b.getLoc(), x, y);
  }
  return {};
}

Value identityOf(Combiner combiner, Type element, TensorBuilder &b) {
  auto type = RankedTensorType::get({}, element);
  if (combiner == Combiner::Add || combiner == Combiner::Or)
    return b.splat(type, 0);
  if (combiner == Combiner::Mul)
    return b.splat(type, 1);
  Attribute value;
  if (auto floatType = dyn_cast<FloatType>(element)) {
    value = FloatAttr::get(element, APFloat::getInf(floatType.getFloatSemantics(),
                                                    /*Negative=*/combiner == Combiner::Max));
  } else {
    unsigned width = element.getIntOrFloatBitWidth();
    APInt number = APInt::getAllOnes(width);
    // Booleans are ordered without sign.
    if (combiner == Combiner::Max)
      number = width == 1 ? APInt::getZero(1) : APInt::getSignedMinValue(width);
    if (combiner == Combiner::Min && width > 1)
      number = APInt::getSignedMaxValue(width);
    value = IntegerAttr::get(element, number);
  }
  return stablehlo::ConstantOp::create(b.getBuilder(), b.getLoc(),
                                       DenseElementsAttr::get(type, value));
}

namespace {

/// Gives `region` a body that combines two scalars.
void fillBody(Region &region, Combiner combiner, Type element, TensorBuilder &b) {
  OpBuilder::InsertionGuard guard(b.getBuilder());
  auto scalar = RankedTensorType::get({}, element);
  Block *body = b.getBuilder().createBlock(&region, {}, {scalar, scalar}, {b.getLoc(), b.getLoc()});
  Value both = combine(combiner, body->getArgument(0), body->getArgument(1), b);
  stablehlo::ReturnOp::create(b.getBuilder(), b.getLoc(), both);
}

DenseIntElementsAttr paddingAttr(const WindowShape &window, Builder &builder) {
  SmallVector<int64_t> both;
  for (auto [low, high] : llvm::zip(window.low, window.high))
    both.append({low, high});
  auto type =
      RankedTensorType::get({static_cast<int64_t>(window.low.size()), 2}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, both);
}

} // namespace

Value reduce(Combiner combiner, Value input, ArrayRef<int64_t> dims, TensorBuilder &b) {
  if (dims.empty())
    return input;
  OpBuilder &builder = b.getBuilder();
  Type element = typeOf(input).getElementType();
  Value init = identityOf(combiner, element, b);
  auto op =
      stablehlo::ReduceOp::create(builder, b.getLoc(), ValueRange(input), ValueRange(init), dims);
  op.getBody().getBlocks().clear();
  fillBody(op.getBody(), combiner, element, b);
  return op.getResult(0);
}

std::pair<Value, Value> argExtremum(Value input, Value positions, int64_t dim, bool isMax,
                                    TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  Type element = typeOf(input).getElementType();
  Type index = typeOf(positions).getElementType();
  Value inits[] = {identityOf(isMax ? Combiner::Max : Combiner::Min, element, b),
                   b.splat(RankedTensorType::get({}, index), 0)};
  auto op = stablehlo::ReduceOp::create(builder, loc, ValueRange{input, positions},
                                        ValueRange(inits), ArrayRef<int64_t>(dim));
  op.getBody().getBlocks().clear();
  OpBuilder::InsertionGuard guard(builder);
  Type types[] = {RankedTensorType::get({}, element), RankedTensorType::get({}, index)};
  Block *body = builder.createBlock(&op.getBody(), {}, {types[0], types[1], types[0], types[1]},
                                    SmallVector<Location>(4, loc));
  Value x = body->getArgument(0), xAt = body->getArgument(1);
  Value y = body->getArgument(2), yAt = body->getArgument(3);
  auto either = [&](Value p, Value q) -> Value {
    return stablehlo::OrOp::create(builder, loc, p, q);
  };
  Value keeps = b.compare(isMax ? Direction::GT : Direction::LT, x, y);
  keeps = either(keeps, b.compare(Direction::NE, x, x));
  Value first = b.logicalAnd(b.compare(Direction::EQ, x, y), b.compare(Direction::LT, xAt, yAt));
  Value results[] = {b.select(keeps, x, y), b.select(either(keeps, first), xAt, yAt)};
  stablehlo::ReturnOp::create(builder, loc, ValueRange(results));
  return {op.getResult(0), op.getResult(1)};
}

Value gatherElements(Value table, ValueRange indices, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  auto type = typeOf(table);
  SmallVector<int64_t> sizes, collapsed, map, offsets, shape;
  Values parts;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    sizes.push_back(index ? 1 : type.getDimSize(dim));
    if (!index)
      continue;
    collapsed.push_back(dim);
    map.push_back(dim);
    auto indexType = typeOf(index);
    shape.assign(indexType.getShape().begin(), indexType.getShape().end());
    SmallVector<int64_t> column(shape);
    column.push_back(1);
    parts.push_back(b.reshape(index, column));
  }
  int64_t rank = shape.size();
  for (auto [dim, index] : llvm::enumerate(indices))
    if (!index) {
      offsets.push_back(shape.size());
      shape.push_back(type.getDimSize(dim));
    }
  Value vectors = parts.size() == 1 ? parts[0] : b.concatenate(parts, rank);
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      builder.getContext(), offsets, collapsed, /*operandBatchingDims=*/{},
      /*startIndicesBatchingDims=*/{}, map, /*indexVectorDim=*/rank);
  return stablehlo::GatherOp::create(builder, b.getLoc(), type.clone(shape), table, vectors,
                                     numbers, builder.getDenseI64ArrayAttr(sizes),
                                     builder.getBoolAttr(false));
}

Value convolve(Value input, Value kernel, stablehlo::ConvDimensionNumbersAttr numbers,
               const WindowShape &window, int64_t groups, RankedTensorType type, TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  return stablehlo::ConvolutionOp::create(
      builder, b.getLoc(), type, input, kernel, builder.getDenseI64ArrayAttr(window.strides),
      paddingAttr(window, builder), DenseI64ArrayAttr(),
      builder.getDenseI64ArrayAttr(window.dilations), DenseBoolArrayAttr(), numbers,
      builder.getI64IntegerAttr(groups), builder.getI64IntegerAttr(1), ArrayAttr());
}

Value pool(Combiner combiner, Value input, const WindowShape &window, RankedTensorType type,
           TensorBuilder &b) {
  OpBuilder &builder = b.getBuilder();
  Value init = identityOf(combiner, type.getElementType(), b);
  auto op = stablehlo::ReduceWindowOp::create(
      builder, b.getLoc(), TypeRange(type), ValueRange(input), ValueRange(init),
      builder.getDenseI64ArrayAttr(window.sizes), builder.getDenseI64ArrayAttr(window.strides),
      DenseI64ArrayAttr(), builder.getDenseI64ArrayAttr(window.dilations),
      paddingAttr(window, builder));
  fillBody(op.getBody(), combiner, type.getElementType(), b);
  return op.getResult(0);
}

} // namespace shardc
