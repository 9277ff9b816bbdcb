//===- UpstreamElementwise.cpp - arith and math on whole tensors -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// arith says in its ops what StableHLO says in types and in comparisons: whether
// an integer has a sign, and what becomes of NaN.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"
#include "dialects/CHLO/CHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace shardc {

using Direction = stablehlo::ComparisonDirection;

Type elementTypeFor(Type type) {
  if (isa<IndexType>(type))
    return IntegerType::get(type.getContext(), 64);
  if (isa<FloatType>(type) || (isa<IntegerType>(type) && type.isSignlessInteger()))
    return type;
  return {};
}

RankedTensorType tensorTypeFor(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    Type element = elementTypeFor(tensor.getElementType());
    return element && tensor.hasStaticShape() ? RankedTensorType::get(tensor.getShape(), element)
                                              : RankedTensorType();
  }
  Type element = elementTypeFor(type);
  return element ? RankedTensorType::get({}, element) : RankedTensorType();
}

Value convertConstant(TypedAttr value, TensorBuilder &b) {
  RankedTensorType type = tensorTypeFor(value.getType());
  if (!type)
    return {};
  OpBuilder &builder = b.getBuilder();
  auto make = [&](ElementsAttr elements) {
    return stablehlo::ConstantOp::create(builder, b.getLoc(), elements).getResult();
  };
  if (auto number = dyn_cast<FloatAttr>(value))
    return make(DenseElementsAttr::get(type, number.getValue()));
  if (auto number = dyn_cast<IntegerAttr>(value))
    return make(
        DenseElementsAttr::get(type, number.getValue().sextOrTrunc(type.getElementTypeBitWidth())));
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements)
    return {};
  if (elements.getType() == type)
    return make(elements);
  // Elements of type index.
  if (auto dense = dyn_cast<DenseIntElementsAttr>(value))
    return make(DenseElementsAttr::get(type, llvm::to_vector(dense.getValues<APInt>())));
  return {};
}

namespace {

class ElementwiseConverter {
public:
  ElementwiseConverter(Operation *op, ValueRange operands, TensorBuilder &b)
      : op(op), operands(operands), b(b), builder(b.getBuilder()) {}

  Value convert();

private:
  Value in(unsigned index) { return operands[index]; }
  /// The result's type in the shape of the operands.
  RankedTensorType resultType() {
    Type element = elementTypeFor(getElementTypeOrSelf(op->getResult(0).getType()));
    return element ? RankedTensorType::get(typeOf(operands.back()).getShape(), element)
                   : RankedTensorType();
  }
  template <typename Op>
  Value unary() {
    return Op::create(builder, b.getLoc(), in(0));
  }
  template <typename Op>
  Value accurate() {
    return Op::create(builder, b.getLoc(), in(0).getType(), in(0));
  }
  template <typename Op>
  Value binary(Value x, Value y) {
    return Op::create(builder, b.getLoc(), x, y);
  }
  template <typename Op>
  Value binary() {
    return binary<Op>(in(0), in(1));
  }
  Value invert(Value x) { return stablehlo::NotOp::create(builder, b.getLoc(), x); }
  Value isNaN(Value x) { return b.compare(Direction::NE, x, x); }
  Value compareFloats(arith::CmpFPredicate predicate, Value x, Value y);
  Value compareIntegers(arith::CmpIPredicate predicate, Value x, Value y);
  /// Integers as numbers without sign: the order of signs turned.
  Value flipSign(Value x) {
    auto type = typeOf(x);
    APInt sign = APInt::getSignMask(type.getElementTypeBitWidth());
    Value mask =
        stablehlo::ConstantOp::create(builder, b.getLoc(), DenseElementsAttr::get(type, sign));
    return binary<stablehlo::XorOp>(x, mask);
  }
  Value zeroExtend(Value x, Type element);
  Value ignoreNaN(Value x, Value other) { return b.select(isNaN(x), other, x); }
  Value selected();
  Value floorDivide(Value x, Value y);
  Value convertFloats(Value x, Type element);
  Value convertArith();
  Value convertMath();

  Operation *op;
  ValueRange operands;
  TensorBuilder &b;
  OpBuilder &builder;
};

Value ElementwiseConverter::compareFloats(arith::CmpFPredicate predicate, Value x, Value y) {
  using P = arith::CmpFPredicate;
  auto notNaN = [&] {
    return b.logicalAnd(b.compare(Direction::EQ, x, x), b.compare(Direction::EQ, y, y));
  };
  auto isNaN = [&] {
    return binary<stablehlo::OrOp>(b.compare(Direction::NE, x, x), b.compare(Direction::NE, y, y));
  };
  switch (predicate) {
  case P::OEQ:
    return b.compare(Direction::EQ, x, y);
  case P::OGT:
    return b.compare(Direction::GT, x, y);
  case P::OGE:
    return b.compare(Direction::GE, x, y);
  case P::OLT:
    return b.compare(Direction::LT, x, y);
  case P::OLE:
    return b.compare(Direction::LE, x, y);
  case P::UNE:
    return b.compare(Direction::NE, x, y);
  // What is false on NaN, turned, is true on it.
  case P::UGT:
    return invert(b.compare(Direction::LE, x, y));
  case P::UGE:
    return invert(b.compare(Direction::LT, x, y));
  case P::ULT:
    return invert(b.compare(Direction::GE, x, y));
  case P::ULE:
    return invert(b.compare(Direction::GT, x, y));
  case P::ONE:
    return b.logicalAnd(b.compare(Direction::NE, x, y), notNaN());
  case P::UEQ:
    return binary<stablehlo::OrOp>(b.compare(Direction::EQ, x, y), isNaN());
  case P::ORD:
    return notNaN();
  case P::UNO:
    return isNaN();
  case P::AlwaysTrue:
  case P::AlwaysFalse:
    return b.splat(typeOf(x).clone(builder.getI1Type()), predicate == P::AlwaysTrue);
  }
  return {};
}

Value ElementwiseConverter::compareIntegers(arith::CmpIPredicate predicate, Value x, Value y) {
  using P = arith::CmpIPredicate;
  bool isPredicate = typeOf(x).getElementType().isInteger(1);
  auto compare = [&](Direction direction, bool isSigned) -> Value {
    // Booleans are ordered without sign by StableHLO, other integers with.
    if (isSigned == isPredicate && direction != Direction::EQ && direction != Direction::NE) {
      if (isPredicate)
        return b.compare(direction, y, x);
      return b.compare(direction, flipSign(x), flipSign(y));
    }
    return b.compare(direction, x, y);
  };
  switch (predicate) {
  case P::eq:
    return compare(Direction::EQ, true);
  case P::ne:
    return compare(Direction::NE, true);
  case P::slt:
    return compare(Direction::LT, true);
  case P::sle:
    return compare(Direction::LE, true);
  case P::sgt:
    return compare(Direction::GT, true);
  case P::sge:
    return compare(Direction::GE, true);
  case P::ult:
    return compare(Direction::LT, false);
  case P::ule:
    return compare(Direction::LE, false);
  case P::ugt:
    return compare(Direction::GT, false);
  case P::uge:
    return compare(Direction::GE, false);
  }
  return {};
}

/// A wider integer without regard to sign.
Value ElementwiseConverter::zeroExtend(Value x, Type element) {
  unsigned width = typeOf(x).getElementTypeBitWidth();
  Value wide = b.convert(x, element);
  // Booleans are 0 and 1 already.
  if (width == 1 || width >= element.getIntOrFloatBitWidth())
    return wide;
  auto type = typeOf(wide);
  APInt mask = APInt::getLowBitsSet(type.getElementTypeBitWidth(), width);
  return binary<stablehlo::AndOp>(
      wide, stablehlo::ConstantOp::create(builder, b.getLoc(), DenseElementsAttr::get(type, mask)));
}

/// A choice by comparison of the two values is their maximum or minimum where NaN
/// comes out the same.
Value ElementwiseConverter::selected() {
  auto select = cast<arith::SelectOp>(op);
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  auto isConstant = [](Value value) { return matchPattern(value, m_Constant()); };
  if (compare && compare.getLhs() == select.getTrueValue() &&
      compare.getRhs() == select.getFalseValue() && isConstant(compare.getRhs())) {
    using P = arith::CmpFPredicate;
    P predicate = compare.getPredicate();
    if (predicate == P::UGT || predicate == P::UGE)
      return b.max(in(1), in(2));
    if (predicate == P::ULT || predicate == P::ULE)
      return b.min(in(1), in(2));
  }
  return b.select(in(0), in(1), in(2));
}

/// The quotient rounded down: one less than the truncated one where signs differ
/// and something is left.
Value ElementwiseConverter::floorDivide(Value x, Value y) {
  Value zero = b.splatLike(x, 0), quotient = b.div(x, y);
  Value rest = binary<stablehlo::RemOp>(x, y);
  Value differs = b.compare(Direction::NE, b.compare(Direction::LT, rest, zero),
                            b.compare(Direction::LT, y, zero));
  Value below = b.logicalAnd(b.compare(Direction::NE, rest, zero), differs);
  return b.select(below, b.sub(quotient, b.splatLike(x, 1)), quotient);
}

/// Exporters write an epsilon in double precision; it is a constant in any.
Value ElementwiseConverter::convertFloats(Value x, Type element) {
  auto constant = x.getDefiningOp<stablehlo::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : SplatElementsAttr();
  if (!splat)
    return b.convert(x, element);
  APFloat number = splat.getSplatValue<APFloat>();
  bool losesInfo;
  number.convert(cast<FloatType>(element).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return stablehlo::ConstantOp::create(builder, b.getLoc(),
                                       DenseElementsAttr::get(typeOf(x).clone(element), number));
}

Value ElementwiseConverter::convertArith() {
  RankedTensorType result = resultType();
  if (!result)
    return {};
  Type element = result.getElementType();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddFOp>([&](auto) { return b.add(in(0), in(1)); })
      .Case<arith::AddIOp>([&](auto) {
        // StableHLO adds booleans by disjunction.
        return element.isInteger(1) ? binary<stablehlo::XorOp>() : b.add(in(0), in(1));
      })
      .Case<arith::SubIOp>([&](auto) {
        return element.isInteger(1) ? binary<stablehlo::XorOp>() : b.sub(in(0), in(1));
      })
      .Case<arith::SubFOp>([&](auto) { return b.sub(in(0), in(1)); })
      .Case<arith::MulFOp>([&](auto) { return b.mul(in(0), in(1)); })
      .Case<arith::MulIOp>([&](auto) {
        return element.isInteger(1) ? b.logicalAnd(in(0), in(1)) : b.mul(in(0), in(1));
      })
      .Case<arith::DivFOp, arith::DivSIOp>([&](auto) { return b.div(in(0), in(1)); })
      .Case<arith::FloorDivSIOp>([&](auto) { return floorDivide(in(0), in(1)); })
      .Case<arith::RemFOp, arith::RemSIOp>([&](auto) { return binary<stablehlo::RemOp>(); })
      .Case<arith::NegFOp>([&](auto) { return b.neg(in(0)); })
      .Case<arith::MaximumFOp>([&](auto) { return b.max(in(0), in(1)); })
      .Case<arith::MinimumFOp>([&](auto) { return b.min(in(0), in(1)); })
      .Case<arith::MaxNumFOp>(
          [&](auto) { return b.max(ignoreNaN(in(0), in(1)), ignoreNaN(in(1), in(0))); })
      .Case<arith::MinNumFOp>(
          [&](auto) { return b.min(ignoreNaN(in(0), in(1)), ignoreNaN(in(1), in(0))); })
      .Case<arith::MaxSIOp>(
          [&](auto) { return element.isInteger(1) ? b.min(in(0), in(1)) : b.max(in(0), in(1)); })
      .Case<arith::MinSIOp>(
          [&](auto) { return element.isInteger(1) ? b.max(in(0), in(1)) : b.min(in(0), in(1)); })
      .Case<arith::MaxUIOp, arith::MinUIOp>([&](auto) {
        bool isMax = isa<arith::MaxUIOp>(op);
        if (element.isInteger(1))
          return isMax ? b.max(in(0), in(1)) : b.min(in(0), in(1));
        Value x = flipSign(in(0)), y = flipSign(in(1));
        return flipSign(isMax ? b.max(x, y) : b.min(x, y));
      })
      .Case<arith::AndIOp>([&](auto) { return binary<stablehlo::AndOp>(); })
      .Case<arith::OrIOp>([&](auto) { return binary<stablehlo::OrOp>(); })
      .Case<arith::XOrIOp>([&](auto) { return binary<stablehlo::XorOp>(); })
      .Case<arith::ShLIOp>([&](auto) { return binary<stablehlo::ShiftLeftOp>(); })
      .Case<arith::ShRSIOp>([&](auto) { return binary<stablehlo::ShiftRightArithmeticOp>(); })
      .Case<arith::ShRUIOp>([&](auto) { return binary<stablehlo::ShiftRightLogicalOp>(); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return convertFloats(in(0), element); })
      .Case<arith::FPToSIOp>([&](auto) { return b.convert(in(0), element); })
      .Case<arith::ExtSIOp, arith::SIToFPOp>([&](auto) {
        Value wide = b.convert(in(0), element);
        // A true boolean is -1 with a sign.
        return typeOf(in(0)).getElementType().isInteger(1) ? b.neg(wide) : wide;
      })
      .Case<arith::ExtUIOp>([&](auto) { return zeroExtend(in(0), element); })
      .Case<arith::UIToFPOp>([&](auto) -> Value {
        if (typeOf(in(0)).getElementTypeBitWidth() > 32)
          return {};
        return b.convert(zeroExtend(in(0), builder.getI64Type()), element);
      })
      .Case<arith::TruncIOp>([&](auto) {
        if (!element.isInteger(1))
          return b.convert(in(0), element);
        return b.convert(binary<stablehlo::AndOp>(in(0), b.splatLike(in(0), 1)), element);
      })
      .Case<arith::IndexCastOp>([&](auto) { return b.convert(in(0), element); })
      .Case<arith::BitcastOp>([&](auto) -> Value {
        return stablehlo::BitcastConvertOp::create(builder, b.getLoc(), result, in(0));
      })
      .Case<arith::CmpFOp>(
          [&](auto compare) { return compareFloats(compare.getPredicate(), in(0), in(1)); })
      .Case<arith::CmpIOp>(
          [&](auto compare) { return compareIntegers(compare.getPredicate(), in(0), in(1)); })
      .Case<arith::SelectOp>([&](auto) { return selected(); })
      .Default([](Operation *) { return Value(); });
}

Value ElementwiseConverter::convertMath() {
  auto logBase = [&](double base) { return b.mul(b.log(in(0)), 1 / std::log(base)); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<math::AbsFOp, math::AbsIOp>([&](auto) { return b.abs(in(0)); })
      .Case<math::CeilOp>([&](auto) { return unary<stablehlo::CeilOp>(); })
      .Case<math::FloorOp>([&](auto) { return b.floor(in(0)); })
      .Case<math::RoundEvenOp>([&](auto) { return unary<stablehlo::RoundNearestEvenOp>(); })
      .Case<math::TruncOp>([&](auto) { return b.mul(b.sign(in(0)), b.floor(b.abs(in(0)))); })
      .Case<math::CosOp>([&](auto) { return b.cosine(in(0)); })
      .Case<math::SinOp>([&](auto) { return b.sine(in(0)); })
      .Case<math::TanhOp>([&](auto) { return b.tanh(in(0)); })
      .Case<math::ExpOp>([&](auto) { return b.exp(in(0)); })
      .Case<math::Exp2Op>([&](auto) { return b.exp(b.mul(in(0), std::log(2.0))); })
      .Case<math::ExpM1Op>([&](auto) { return accurate<stablehlo::Expm1Op>(); })
      .Case<math::LogOp>([&](auto) { return b.log(in(0)); })
      .Case<math::Log1pOp>([&](auto) { return accurate<stablehlo::Log1pOp>(); })
      .Case<math::Log2Op>([&](auto) { return logBase(2); })
      .Case<math::Log10Op>([&](auto) { return logBase(10); })
      .Case<math::SqrtOp>([&](auto) { return b.sqrt(in(0)); })
      .Case<math::RsqrtOp>([&](auto) { return b.rsqrt(in(0)); })
      .Case<math::CbrtOp>([&](auto) { return accurate<stablehlo::CbrtOp>(); })
      .Case<math::PowFOp>([&](auto) { return b.pow(in(0), in(1)); })
      .Case<math::IPowIOp>([&](auto) { return b.pow(in(0), in(1)); })
      .Case<math::FPowIOp>(
          [&](auto) { return b.pow(in(0), b.convert(in(1), typeOf(in(0)).getElementType())); })
      .Case<math::Atan2Op>([&](auto) { return binary<stablehlo::Atan2Op>(); })
      .Case<math::AtanOp>(
          [&](auto) { return binary<stablehlo::Atan2Op>(in(0), b.splatLike(in(0), 1.0)); })
      .Case<math::FmaOp>([&](auto) { return b.add(b.mul(in(0), in(1)), in(2)); })
      .Case<math::ErfOp>([&](auto) { return unary<chlo::ErfOp>(); })
      .Case<math::ErfcOp>([&](auto) { return unary<chlo::ErfcOp>(); })
      .Case<math::ClampFOp>([&](auto) { return b.min(b.max(in(0), in(1)), in(2)); })
      .Case<math::IsFiniteOp>([&](auto) { return unary<stablehlo::IsFiniteOp>(); })
      .Case<math::IsNaNOp>([&](auto) { return isNaN(in(0)); })
      .Case<math::IsInfOp>([&](auto) {
        return b.logicalAnd(invert(unary<stablehlo::IsFiniteOp>()), invert(isNaN(in(0))));
      })
      .Default([](Operation *) { return Value(); });
}

Value ElementwiseConverter::convert() {
  if (op->getNumResults() != 1 || operands.empty())
    return {};
  return isa<math::MathDialect>(op->getDialect()) ? convertMath() : convertArith();
}

} // namespace

Value convertElementwise(Operation *op, ValueRange operands, TensorBuilder &b) {
  return ElementwiseConverter(op, operands, b).convert();
}

} // namespace shardc
