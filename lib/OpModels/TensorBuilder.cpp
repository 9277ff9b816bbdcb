//===- TensorBuilder.cpp - short names for building tensor code -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One StableHLO op a call; shape ops that would change nothing are left out, so
// that formulas need no special cases and the IR stays short.
//
//===----------------------------------------------------------------------===//

#include "shardc/OpModels/TensorBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace shardc;

Type shardc::computeTypeOf(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType || floatType.getWidth() >= 32)
    return type;
  return Float32Type::get(type.getContext());
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value TensorBuilder::add(Value a, Value b) { return stablehlo::AddOp::create(builder, loc, a, b); }
Value TensorBuilder::sub(Value a, Value b) {
  return stablehlo::SubtractOp::create(builder, loc, a, b);
}
Value TensorBuilder::mul(Value a, Value b) { return stablehlo::MulOp::create(builder, loc, a, b); }
Value TensorBuilder::div(Value a, Value b) { return stablehlo::DivOp::create(builder, loc, a, b); }
Value TensorBuilder::max(Value a, Value b) { return stablehlo::MaxOp::create(builder, loc, a, b); }
Value TensorBuilder::min(Value a, Value b) { return stablehlo::MinOp::create(builder, loc, a, b); }
Value TensorBuilder::pow(Value a, Value b) { return stablehlo::PowOp::create(builder, loc, a, b); }
Value TensorBuilder::neg(Value a) { return stablehlo::NegOp::create(builder, loc, a); }
Value TensorBuilder::abs(Value a) { return stablehlo::AbsOp::create(builder, loc, a); }
Value TensorBuilder::exp(Value a) { return stablehlo::ExpOp::create(builder, loc, a); }
Value TensorBuilder::log(Value a) { return stablehlo::LogOp::create(builder, loc, a); }
Value TensorBuilder::tanh(Value a) { return stablehlo::TanhOp::create(builder, loc, a); }
Value TensorBuilder::sqrt(Value a) { return stablehlo::SqrtOp::create(builder, loc, a); }
Value TensorBuilder::rsqrt(Value a) { return stablehlo::RsqrtOp::create(builder, loc, a); }
Value TensorBuilder::sine(Value a) { return stablehlo::SineOp::create(builder, loc, a); }
Value TensorBuilder::cosine(Value a) { return stablehlo::CosineOp::create(builder, loc, a); }
Value TensorBuilder::logistic(Value a) { return stablehlo::LogisticOp::create(builder, loc, a); }
Value TensorBuilder::floor(Value a) { return stablehlo::FloorOp::create(builder, loc, a); }
Value TensorBuilder::sign(Value a) { return stablehlo::SignOp::create(builder, loc, a); }

Value TensorBuilder::add(Value a, double constant) { return add(a, splatLike(a, constant)); }
Value TensorBuilder::sub(double constant, Value a) { return sub(splatLike(a, constant), a); }
Value TensorBuilder::mul(Value a, double constant) { return mul(a, splatLike(a, constant)); }

Value TensorBuilder::compare(stablehlo::ComparisonDirection direction, Value a, Value b) {
  return stablehlo::CompareOp::create(builder, loc, a, b, direction);
}
Value TensorBuilder::logicalAnd(Value a, Value b) {
  return stablehlo::AndOp::create(builder, loc, a, b);
}
Value TensorBuilder::select(Value predicate, Value onTrue, Value onFalse) {
  return stablehlo::SelectOp::create(builder, loc, predicate, onTrue, onFalse);
}

Value TensorBuilder::convert(Value a, Type elementType) {
  if (typeOf(a).getElementType() == elementType)
    return a;
  return stablehlo::ConvertOp::create(builder, loc, a, elementType);
}
Value TensorBuilder::widen(Value a) {
  return convert(a, computeTypeOf(typeOf(a).getElementType()));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value TensorBuilder::splat(RankedTensorType type, double value) {
  Type element = type.getElementType();
  Attribute attr;
  if (isa<FloatType>(element))
    attr = FloatAttr::get(element, value);
  else
    attr = IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(),
                                           static_cast<uint64_t>(static_cast<int64_t>(value)),
                                           /*isSigned=*/false, /*implicitTrunc=*/true));
  return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, attr));
}

Value TensorBuilder::splatLike(Value like, double value) { return splat(typeOf(like), value); }

Value TensorBuilder::vector(Dims values, Type elementType) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())}, elementType);
  SmallVector<Attribute> attrs;
  for (int64_t value : values)
    attrs.push_back(IntegerAttr::get(
        elementType, APInt(elementType.getIntOrFloatBitWidth(), static_cast<uint64_t>(value),
                           /*isSigned=*/false, /*implicitTrunc=*/true)));
  return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, attrs));
}

Value TensorBuilder::negativeInfinity(RankedTensorType type) {
  auto element = cast<FloatType>(type.getElementType());
  return stablehlo::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, APFloat::getInf(element.getFloatSemantics(),
                                                   /*Negative=*/true)));
}

Value TensorBuilder::iota(RankedTensorType type, int64_t dim) {
  return stablehlo::IotaOp::create(builder, loc, type, dim);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value TensorBuilder::broadcast(Value a, Dims shape, Dims dims) {
  RankedTensorType type = typeOf(a);
  if (type.getShape() == shape && llvm::equal(dims, llvm::seq<int64_t>(0, shape.size())))
    return a;
  return stablehlo::BroadcastInDimOp::create(builder, loc, type.clone(shape), a, dims);
}

Value TensorBuilder::broadcastScalar(Value a, Dims shape) { return broadcast(a, shape, {}); }

Value TensorBuilder::broadcastLeading(Value a, Dims shape) {
  return broadcast(a, shape, llvm::to_vector(llvm::seq<int64_t>(0, typeOf(a).getRank())));
}

Value TensorBuilder::broadcastTrailing(Value a, Dims shape) {
  int64_t rank = shape.size();
  return broadcast(a, shape, llvm::to_vector(llvm::seq<int64_t>(rank - typeOf(a).getRank(), rank)));
}

Value TensorBuilder::reshape(Value a, Dims shape) {
  RankedTensorType type = typeOf(a);
  if (type.getShape() == shape)
    return a;
  return stablehlo::ReshapeOp::create(builder, loc, type.clone(shape), a);
}

Value TensorBuilder::transpose(Value a, Dims permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return a;
  return stablehlo::TransposeOp::create(builder, loc, a, permutation);
}

Value TensorBuilder::slice(Value a, Dims start, Dims limit, Dims strides) {
  if (llvm::all_of(start, [](int64_t s) { return s == 0; }) && limit == typeOf(a).getShape() &&
      llvm::all_of(strides, [](int64_t s) { return s == 1; }))
    return a;
  return stablehlo::SliceOp::create(builder, loc, a, start, limit, strides);
}

Value TensorBuilder::sliceDim(Value a, int64_t dim, int64_t start, int64_t limit) {
  SmallVector<int64_t> limits(typeOf(a).getShape());
  SmallVector<int64_t> starts(limits.size(), 0), strides(limits.size(), 1);
  starts[dim] = start;
  limits[dim] = limit;
  return slice(a, starts, limits, strides);
}

Value TensorBuilder::concatenate(ValueRange parts, int64_t dim) {
  if (parts.size() == 1)
    return parts.front();
  return stablehlo::ConcatenateOp::create(builder, loc, parts, dim);
}

Value TensorBuilder::pad(Value a, Dims low, Dims high, Dims interior) {
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) && llvm::all_of(interior, isZero))
    return a;
  Value zero = splat(typeOf(a).clone(ArrayRef<int64_t>()), 0.0);
  return stablehlo::PadOp::create(builder, loc, a, zero, low, high, interior);
}

//===----------------------------------------------------------------------===//
// Reductions and contractions
//===----------------------------------------------------------------------===//

Value TensorBuilder::reduceSum(Value a, Dims dims) {
  if (dims.empty())
    return a;
  Value zero = splat(typeOf(a).clone(ArrayRef<int64_t>()), 0.0);
  return stablehlo::ReduceOp::of<stablehlo::AddOp>(builder, loc, a, zero, dims)->getResult(0);
}

Value TensorBuilder::reduceMax(Value a, Dims dims) {
  if (dims.empty())
    return a;
  Value lowest = negativeInfinity(typeOf(a).clone(ArrayRef<int64_t>()));
  return stablehlo::ReduceOp::of<stablehlo::MaxOp>(builder, loc, a, lowest, dims)->getResult(0);
}

Value TensorBuilder::reduceAnd(Value a, Dims dims) {
  if (dims.empty())
    return a;
  Value yes = splat(typeOf(a).clone(ArrayRef<int64_t>()), 1.0);
  return stablehlo::ReduceOp::of<stablehlo::AndOp>(builder, loc, a, yes, dims)->getResult(0);
}

Value TensorBuilder::reduceSumAll(Value a) {
  return reduceSum(a, llvm::to_vector(llvm::seq<int64_t>(0, typeOf(a).getRank())));
}

Value TensorBuilder::reduceSumRows(Value a) {
  return reduceSum(a, llvm::to_vector(llvm::seq<int64_t>(0, typeOf(a).getRank() - 1)));
}

Value TensorBuilder::dot(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract,
                         Dims rhsContract, Type elementType, ArrayAttr precision,
                         stablehlo::DotAlgorithmAttr algorithm) {
  RankedTensorType lhsType = typeOf(lhs), rhsType = typeOf(rhs);
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhsType.getDimSize(dim));
  auto addFree = [&](RankedTensorType type, Dims batch, Dims contract) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        shape.push_back(type.getDimSize(dim));
  };
  addFree(lhsType, lhsBatch, lhsContract);
  addFree(rhsType, rhsBatch, rhsContract);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(builder.getContext(), lhsBatch, rhsBatch,
                                                         lhsContract, rhsContract);
  return stablehlo::DotGeneralOp::create(builder, loc, RankedTensorType::get(shape, elementType),
                                         lhs, rhs, numbers, precision, algorithm);
}
