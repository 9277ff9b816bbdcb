//===- ExactFunctions.cpp - functions of bits and groups --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Neighbours and roundings of floats, halves of products, products of groups of rows.
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace shardc {

using Direction = stablehlo::ComparisonDirection;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

FloatFormat FloatFormat::ofBits(int exponent, int mantissa) {
  int most = (1 << (exponent - 1)) - 1;
  return {mantissa, 1 - most, std::ldexp(2.0 - std::ldexp(1.0, -mantissa), most),
          /*hasInfinity=*/true, /*hasSubnormals=*/false};
}

Value buildRounded(TensorBuilder &b, Value x, const FloatFormat &format) {
  OpBuilder &builder = b.getBuilder();
  RankedTensorType type = typeOf(x);
  bool isDouble = type.getElementType().isF64();
  Value a = b.abs(x);
  // The power of two at or below it: its exponent without the mantissa.
  RankedTensorType bitsType = type.clone(builder.getIntegerType(isDouble ? 64 : 32));
  Value exponent = stablehlo::ConstantOp::create(
      builder, b.getLoc(),
      DenseElementsAttr::get(bitsType,
                             isDouble ? APInt(64, 0x7ff0000000000000) : APInt(32, 0x7f800000)));
  Value power = stablehlo::BitcastConvertOp::create(builder, b.getLoc(), bitsType, a);
  power = stablehlo::AndOp::create(builder, b.getLoc(), power, exponent);
  power = stablehlo::BitcastConvertOp::create(builder, b.getLoc(), type, power);
  double least = std::ldexp(1.0, format.leastExponent);
  // Subnormals are multiples of one unit.
  if (format.hasSubnormals)
    power = b.max(power, b.splatLike(power, least));
  Value unit = b.mul(power, std::ldexp(1.0, -format.mantissa));
  Value isZero = b.compare(Direction::EQ, unit, b.splatLike(unit, 0.0));
  unit = b.select(isZero, b.splatLike(unit, 1.0), unit);
  Value steps = stablehlo::RoundNearestEvenOp::create(builder, b.getLoc(), b.div(a, unit));
  Value rounded = b.mul(steps, unit);
  if (!format.hasSubnormals)
    rounded = b.select(b.compare(Direction::LT, rounded, b.splatLike(rounded, least)),
                       b.splatLike(rounded, 0.0), rounded);
  // False for NaN, which stays, also where an infinity was divided by itself.
  Value isNan = b.compare(Direction::NE, x, x);
  Value fits = b.compare(Direction::LE, rounded, b.splatLike(rounded, format.most));
  Value beyond = b.splatLike(rounded, format.hasInfinity ? infinity : nan);
  return b.mul(b.sign(x), b.select(fits, rounded, b.select(isNan, x, beyond)));
}

Value buildNextAfter(TensorBuilder &b, Value x, Value y) {
  OpBuilder &builder = b.getBuilder();
  RankedTensorType type = typeOf(x);
  unsigned width = type.getElementTypeBitWidth();
  RankedTensorType bitsType = type.clone(builder.getIntegerType(width));
  auto bits = [&](Value value) -> Value {
    return stablehlo::BitcastConvertOp::create(builder, b.getLoc(), bitsType, value);
  };
  auto constant = [&](APInt value) -> Value {
    return stablehlo::ConstantOp::create(builder, b.getLoc(),
                                         DenseElementsAttr::get(bitsType, value));
  };
  Value ofX = bits(x);
  Value sign =
      stablehlo::AndOp::create(builder, b.getLoc(), ofX, constant(APInt::getSignMask(width)));
  Value signOfY =
      stablehlo::AndOp::create(builder, b.getLoc(), bits(y), constant(APInt::getSignMask(width)));
  // Magnitudes count floats: away from zero is one more.
  Value one = constant(APInt(width, 1)), minusOne = constant(APInt::getAllOnes(width));
  Value differ = b.compare(Direction::NE, sign, signOfY);
  Value isBeyond = b.compare(Direction::GT, b.abs(x), b.abs(y));
  Value isInward = stablehlo::OrOp::create(builder, b.getLoc(), differ, isBeyond);
  Value next = b.add(ofX, b.select(isInward, minusOne, one));
  Value least = stablehlo::OrOp::create(builder, b.getLoc(), signOfY, one);
  next = b.select(b.compare(Direction::EQ, x, b.splatLike(x, 0.0)), least, next);
  Value result = stablehlo::BitcastConvertOp::create(builder, b.getLoc(), type, next);
  result = b.select(b.compare(Direction::EQ, x, y), y, result);
  Value hasNan = stablehlo::OrOp::create(builder, b.getLoc(), b.compare(Direction::NE, x, x),
                                         b.compare(Direction::NE, y, y));
  return b.select(hasNan, b.splatLike(x, nan), result);
}

Value buildUpperProduct(TensorBuilder &b, Value lhs, Value rhs) {
  OpBuilder &builder = b.getBuilder();
  RankedTensorType type = typeOf(lhs);
  unsigned width = type.getElementTypeBitWidth();
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  auto shift = [&](Value value, bool isArithmetic, unsigned count) -> Value {
    RankedTensorType valueType = typeOf(value);
    Value by = stablehlo::ConstantOp::create(
        builder, b.getLoc(),
        DenseElementsAttr::get(valueType, APInt(valueType.getElementTypeBitWidth(), count)));
    if (isArithmetic)
      return stablehlo::ShiftRightArithmeticOp::create(builder, b.getLoc(), value, by);
    return stablehlo::ShiftRightLogicalOp::create(builder, b.getLoc(), value, by);
  };
  if (width <= 32) {
    Type wide = isUnsigned ? Type(builder.getIntegerType(64, /*isSigned=*/false))
                           : Type(builder.getI64Type());
    Value product = b.mul(b.convert(lhs, wide), b.convert(rhs, wide));
    return b.convert(shift(product, !isUnsigned, width), type.getElementType());
  }
  // By halves: (h 2^32 + l)(h' 2^32 + l'), the upper halves with their signs.
  auto low = [&](Value value) -> Value {
    Value mask = stablehlo::ConstantOp::create(
        builder, b.getLoc(), DenseElementsAttr::get(type, APInt(64, 0xffffffffu)));
    return stablehlo::AndOp::create(builder, b.getLoc(), value, mask);
  };
  auto high = [&](Value value) { return shift(value, !isUnsigned, 32); };
  Value lowLeft = low(lhs), lowRight = low(rhs), highLeft = high(lhs), highRight = high(rhs);
  Value carry = shift(b.mul(lowLeft, lowRight), /*isArithmetic=*/false, 32);
  Value middle = b.add(b.mul(highLeft, lowRight), carry);
  Value other = b.add(b.mul(lowLeft, highRight), low(middle));
  return b.add(b.mul(highLeft, highRight), b.add(high(middle), high(other)));
}

Value buildRaggedDot(TensorBuilder &b, chlo::RaggedDotOp op) {
  OpBuilder &builder = b.getBuilder();
  chlo::RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  SmallVector<int64_t> lhsBatch(numbers.getLhsBatchingDimensions()),
      rhsBatch(numbers.getRhsBatchingDimensions()),
      lhsContract(numbers.getLhsContractingDimensions()),
      rhsContract(numbers.getRhsContractingDimensions());
  int64_t ragged = numbers.getLhsRaggedDimensions()[0];
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (!llvm::is_contained(lhsBatch, ragged)) {
    // Each group's part of lhs is lhs with zeros elsewhere: a leading dimension of groups.
    RankedTensorType lhsType = typeOf(lhs), sizesType = typeOf(op.getGroupSizes());
    int64_t groups = sizesType.getDimSize(0);
    SmallVector<int64_t> pair{groups, groups};
    Value sizes = b.convert(op.getGroupSizes(), builder.getI32Type());
    RankedTensorType squareType = RankedTensorType::get(pair, builder.getI32Type());
    Value isBefore = b.compare(Direction::LE, b.iota(squareType, 1), b.iota(squareType, 0));
    Value repeated = b.broadcast(sizes, pair, {1});
    Value ends = b.reduceSum(b.select(isBefore, repeated, b.splatLike(repeated, 0.0)), {1});
    Value begins = b.sub(ends, sizes);
    SmallVector<int64_t> places{groups, lhsType.getDimSize(ragged)};
    Value place = b.iota(RankedTensorType::get(places, builder.getI32Type()), 1);
    Value isMember = b.logicalAnd(b.compare(Direction::GE, place, b.broadcast(begins, places, {0})),
                                  b.compare(Direction::LT, place, b.broadcast(ends, places, {0})));
    SmallVector<int64_t> shape(lhsType.getShape()), dims;
    shape.insert(shape.begin(), groups);
    for (int64_t dim = 1; dim <= lhsType.getRank(); ++dim)
      dims.push_back(dim);
    Value spread = b.broadcast(lhs, shape, dims);
    lhs = b.select(b.broadcast(isMember, shape, {0, ragged + 1}), spread, b.splatLike(spread, 0.0));
    for (SmallVector<int64_t> *list : {&lhsBatch, &lhsContract})
      for (int64_t &dim : *list)
        ++dim;
    if (!numbers.getRhsGroupDimensions().empty()) {
      // Zeros of the other groups add nothing.
      lhsContract.insert(lhsContract.begin(), 0);
      rhsContract.insert(rhsContract.begin(), numbers.getRhsGroupDimensions()[0]);
    }
  }
  ArrayAttr precision;
  if (ArrayAttr config = op.getPrecisionConfigAttr())
    precision = builder.getArrayAttr(llvm::map_to_vector(config, [&](Attribute attr) -> Attribute {
      auto value = static_cast<stablehlo::Precision>(cast<chlo::PrecisionAttr>(attr).getValue());
      return stablehlo::PrecisionAttr::get(builder.getContext(), value);
    }));
  Value result = b.dot(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract,
                       op.getType().getElementType(), precision);
  if (!llvm::is_contained(numbers.getLhsContractingDimensions(), ragged))
    return result;
  // Groups lead, ahead of the dimensions of batches.
  SmallVector<int64_t> permutation{int64_t(lhsBatch.size())};
  for (int64_t dim = 0; dim < typeOf(result).getRank(); ++dim)
    if (dim != permutation.front())
      permutation.push_back(dim);
  return b.transpose(result, permutation);
}

} // namespace shardc
