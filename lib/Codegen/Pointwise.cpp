//===- Pointwise.cpp - ops on single elements -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Arithmetic of one op on elements. Multiplications and additions are never
// contracted, so what a value rounds to does not depend on what is fused.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static Type elementOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

bool Emitter::isPointwise(Operation *op) {
  return isa<AbsOp, CeilOp, FloorOp, NegOp, NotOp, RoundNearestEvenOp, SignOp, CbrtOp, CosineOp,
             ExpOp, Expm1Op, LogOp, Log1pOp, LogisticOp, RsqrtOp, SineOp, SqrtOp, TanhOp, ConvertOp,
             IsFiniteOp, AddOp, AndOp, Atan2Op, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp, RemOp,
             ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp, SubtractOp, XorOp, CompareOp,
             ClampOp, SelectOp, ClzOp, PopulationCountOp>(op) ||
         (isa<BitcastConvertOp>(op) &&
          storageBytes(elementOf(op->getOperand(0))) == storageBytes(elementOf(op->getResult(0))));
}

/// Name of the elementary function an op stands for; empty for others.
static StringRef functionName(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().stripDialect())
      .Case("cbrt", "cbrt")
      .Case("cosine", "cos")
      .Case("exponential", "exp")
      .Case("exponential_minus_one", "expm1")
      .Case("log", "log")
      .Case("log_plus_one", "log1p")
      .Case("logistic", "logistic")
      .Case("rsqrt", "rsqrt")
      .Case("sine", "sin")
      .Case("sqrt", "sqrt")
      .Case("tanh", "tanh")
      .Case("atan2", "atan2")
      .Default("");
}

SmallVector<Value> Emitter::body(Region &region, ArrayRef<Value> args, bool round) {
  DenseMap<Value, Value> values;
  for (auto [formal, actual] : llvm::zip_equal(region.getArguments(), args))
    values[formal] = actual;
  for (Operation &op : region.front().without_terminator()) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands()) {
      auto it = values.find(operand);
      operands.push_back(it != values.end() ? it->second : scalar(operand));
    }
    if (isPointwise(&op)) {
      values[op.getResult(0)] = pointwise(&op, operands, round);
    } else if (auto constant = dyn_cast<ConstantOp>(op)) {
      values[constant.getResult()] = elementOfConstant(constant, Index());
    } else {
      unsupported = &op;
      values[op.getResult(0)] = make<LLVM::PoisonOp>(computeType(elementOf(op.getResult(0))));
    }
  }
  SmallVector<Value> results;
  for (Value result : region.front().getTerminator()->getOperands()) {
    auto it = values.find(result);
    results.push_back(it != values.end() ? it->second : scalar(result));
  }
  return results;
}

Value Emitter::pointwise(Operation *op, ArrayRef<Value> given, bool round) {
  SmallVector<Value> args(given);
  unify(args);
  Type element = elementOf(op->getOperand(0));
  Type result = elementOf(op->getResult(0));
  bool isFloat = isa<FloatType>(element);
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  Value a = args[0];
  Type type = a.getType();
  auto number = [&](double value) { return constant(type, value); };
  auto integer = [&](int64_t value) { return constantInt(type, value); };
  auto rounded = [&](Value value) { return round ? roundTo(value, result) : value; };

  if (StringRef name = functionName(op); !name.empty())
    return rounded(elementary(name, args));

  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AddOp) -> Value {
        if (element.isInteger(1))
          return make<arith::OrIOp>(a, args[1]);
        if (!isFloat)
          return make<arith::AddIOp>(a, args[1]);
        return rounded(make<arith::AddFOp>(a, args[1]));
      })
      .Case([&](MulOp) -> Value {
        if (element.isInteger(1))
          return make<arith::AndIOp>(a, args[1]);
        if (!isFloat)
          return make<arith::MulIOp>(a, args[1]);
        return rounded(make<arith::MulFOp>(a, args[1]));
      })
      .Case([&](SubtractOp) -> Value {
        if (!isFloat)
          return make<arith::SubIOp>(a, args[1]);
        return rounded(make<arith::SubFOp>(a, args[1]));
      })
      .Case([&](DivOp) -> Value {
        if (!isFloat)
          return divideInts(/*remainder=*/false, isUnsigned, a, args[1]);
        return rounded(make<arith::DivFOp>(a, args[1]));
      })
      .Case([&](RemOp) -> Value {
        if (!isFloat)
          return divideInts(/*remainder=*/true, isUnsigned, a, args[1]);
        return rounded(elementary("fmod", args));
      })
      .Case([&](PowOp) -> Value {
        if (!isFloat)
          return powerInts(isUnsigned, a, args[1]);
        return rounded(elementary("pow", args));
      })
      .Case([&](MaxOp) -> Value {
        if (isFloat)
          return make<arith::MaximumFOp>(a, args[1]);
        return isUnsigned ? make<arith::MaxUIOp>(a, args[1]) : make<arith::MaxSIOp>(a, args[1]);
      })
      .Case([&](MinOp) -> Value {
        if (isFloat)
          return make<arith::MinimumFOp>(a, args[1]);
        return isUnsigned ? make<arith::MinUIOp>(a, args[1]) : make<arith::MinSIOp>(a, args[1]);
      })
      .Case([&](AndOp) { return make<arith::AndIOp>(a, args[1]); })
      .Case([&](OrOp) { return make<arith::OrIOp>(a, args[1]); })
      .Case([&](XorOp) { return make<arith::XOrIOp>(a, args[1]); })
      .Case([&](NotOp) { return make<arith::XOrIOp>(a, integer(-1)); })
      .Case<ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp>(
          [&](auto) { return shift(op, a, args[1]); })
      .Case([&](NegOp) -> Value {
        if (isFloat)
          return make<arith::NegFOp>(a);
        return make<arith::SubIOp>(integer(0), a);
      })
      .Case([&](AbsOp) -> Value {
        if (isFloat)
          return intrinsic("fabs", a);
        return make<arith::MaxSIOp>(a, make<arith::SubIOp>(integer(0), a));
      })
      .Case([&](CeilOp) { return intrinsic("ceil", a); })
      .Case([&](FloorOp) { return intrinsic("floor", a); })
      .Case([&](RoundNearestEvenOp) { return intrinsic("roundeven", a); })
      .Case([&](SignOp) -> Value {
        if (isFloat) {
          // Zeros keep their sign, NaN stays.
          Value plain = make<arith::CmpFOp>(arith::CmpFPredicate::UEQ, a, number(0));
          Value one = intrinsic("copysign", {number(1), a});
          return make<arith::SelectOp>(plain, a, one);
        }
        Value low = make<arith::MaxSIOp>(a, integer(-1));
        return make<arith::MinSIOp>(low, integer(1));
      })
      .Case([&](IsFiniteOp) {
        Value magnitude = intrinsic("fabs", a);
        return make<arith::CmpFOp>(arith::CmpFPredicate::OLT, magnitude,
                                   number(std::numeric_limits<double>::infinity()));
      })
      .Case([&](PopulationCountOp) { return intrinsic("ctpop", a); })
      .Case([&](ClzOp) -> Value {
        return make<LLVM::CountLeadingZerosOp>(type, a, /*is_zero_poison=*/false);
      })
      .Case([&](CompareOp op) { return compareValues(op, a, args[1]); })
      .Case([&](SelectOp) -> Value { return make<arith::SelectOp>(a, args[1], args[2]); })
      .Case([&](ClampOp) -> Value {
        Value value = args[1], high = args[2];
        if (isFloat) {
          Value low = make<arith::MaximumFOp>(value, a);
          return make<arith::MinimumFOp>(low, high);
        }
        if (isUnsigned) {
          Value low = make<arith::MaxUIOp>(value, a);
          return make<arith::MinUIOp>(low, high);
        }
        Value low = make<arith::MaxSIOp>(value, a);
        return make<arith::MinSIOp>(low, high);
      })
      .Case([&](ConvertOp) { return convert(a, element, result); })
      .Case([&](BitcastConvertOp) -> Value {
        Value raw = toStorage(a, element);
        Type to = like(storageType(result), raw);
        if (raw.getType() != to)
          raw = make<arith::BitcastOp>(to, raw);
        return fromStorage(raw, result);
      })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value Emitter::divideInts(bool remainder, bool isUnsigned, Value a, Value b) {
  // x / 0 is -1 and x % 0 is x; the least value divided by -1 wraps. The
  // instruction itself must never see either.
  Type type = a.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value zero = constantInt(type, 0), one = constantInt(type, 1);
  Value minusOne = constantInt(type, -1);
  Value byZero = make<arith::CmpIOp>(arith::CmpIPredicate::eq, b, zero);
  Value bad = byZero, overflow;
  if (!isUnsigned) {
    Value least = constantInt(type, std::numeric_limits<int64_t>::min() >> (64 - width));
    Value isLeast = make<arith::CmpIOp>(arith::CmpIPredicate::eq, a, least);
    Value byMinusOne = make<arith::CmpIOp>(arith::CmpIPredicate::eq, b, minusOne);
    overflow = make<arith::AndIOp>(isLeast, byMinusOne);
    bad = make<arith::OrIOp>(byZero, overflow);
  }
  Value safe = make<arith::SelectOp>(bad, one, b);
  if (remainder) {
    // x % 1 is 0, which is also right for the overflow.
    Value rest = isUnsigned ? make<arith::RemUIOp>(a, safe) : make<arith::RemSIOp>(a, safe);
    return make<arith::SelectOp>(byZero, a, rest);
  }
  Value quotient = isUnsigned ? make<arith::DivUIOp>(a, safe) : make<arith::DivSIOp>(a, safe);
  return make<arith::SelectOp>(byZero, minusOne, quotient);
}

Value Emitter::powerInts(bool isUnsigned, Value a, Value b) {
  // Square and multiply over all bits of the exponent.
  Type type = a.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value zero = constantInt(type, 0), one = constantInt(type, 1);
  Value result = one, square = a;
  for (unsigned bit = 0; bit + (isUnsigned ? 0 : 1) < width; ++bit) {
    Value shifted = make<arith::ShRUIOp>(b, constantInt(type, bit));
    Value isSet =
        make<arith::CmpIOp>(arith::CmpIPredicate::ne, make<arith::AndIOp>(shifted, one), zero);
    result = make<arith::SelectOp>(isSet, make<arith::MulIOp>(result, square), result);
    square = make<arith::MulIOp>(square, square);
  }
  if (isUnsigned)
    return result;
  // Negative exponents: 1 and -1 have integer powers, all others round to 0.
  Value minusOne = constantInt(type, -1);
  Value isOne = make<arith::CmpIOp>(arith::CmpIPredicate::eq, a, one);
  Value isMinusOne = make<arith::CmpIOp>(arith::CmpIPredicate::eq, a, minusOne);
  Value odd = make<arith::CmpIOp>(arith::CmpIPredicate::ne, make<arith::AndIOp>(b, one), zero);
  Value turned = make<arith::SelectOp>(odd, minusOne, one);
  Value negative =
      make<arith::SelectOp>(isOne, one, Value(make<arith::SelectOp>(isMinusOne, turned, zero)));
  Value isNegative = make<arith::CmpIOp>(arith::CmpIPredicate::slt, b, zero);
  return make<arith::SelectOp>(isNegative, negative, result);
}

Value Emitter::shift(Operation *op, Value a, Value b) {
  // An amount that is not below the width shifts everything out.
  Type type = a.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value inRange = make<arith::CmpIOp>(arith::CmpIPredicate::ult, b, constantInt(type, width));
  Value amount = make<arith::SelectOp>(inRange, b, constantInt(type, width - 1));
  if (isa<ShiftRightArithmeticOp>(op))
    return make<arith::ShRSIOp>(a, amount);
  Value shifted =
      isa<ShiftLeftOp>(op) ? make<arith::ShLIOp>(a, amount) : make<arith::ShRUIOp>(a, amount);
  return make<arith::SelectOp>(inRange, shifted, constantInt(type, 0));
}

//===----------------------------------------------------------------------===//
// Comparison and conversion
//===----------------------------------------------------------------------===//

Value Emitter::compareValues(CompareOp op, Value a, Value b) {
  Type element = elementOf(op.getLhs());
  unsigned direction = unsigned(op.getComparisonDirection());
  if (isa<FloatType>(element)) {
    if (op.getCompareType() != ComparisonType::TOTALORDER) {
      using P = arith::CmpFPredicate;
      const P predicates[] = {P::OEQ, P::UNE, P::OGE, P::OGT, P::OLE, P::OLT};
      return make<arith::CmpFOp>(predicates[direction], a, b);
    }
    // Floats in total order are ordered as integers once the magnitude bits of
    // negative ones are turned.
    unsigned width = getElementTypeOrSelf(a.getType()).getIntOrFloatBitWidth();
    Type bits = like(builder.getIntegerType(width), a);
    auto key = [&](Value value) -> Value {
      Value raw = make<arith::BitcastOp>(bits, value);
      Value sign = make<arith::ShRSIOp>(raw, constantInt(bits, width - 1));
      Value mask = make<arith::ShRUIOp>(sign, constantInt(bits, 1));
      return make<arith::XOrIOp>(raw, mask);
    };
    a = key(a);
    b = key(b);
  }
  using P = arith::CmpIPredicate;
  const P asSigned[] = {P::eq, P::ne, P::sge, P::sgt, P::sle, P::slt};
  const P asUnsigned[] = {P::eq, P::ne, P::uge, P::ugt, P::ule, P::ult};
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  return make<arith::CmpIOp>((isUnsigned ? asUnsigned : asSigned)[direction], a, b);
}

Value Emitter::floatToInt(Value value, Type to, bool isUnsigned) {
  // Out of range saturates, NaN gives 0. The bounds compared with are floats.
  unsigned width = to.getIntOrFloatBitWidth();
  Type type = value.getType(), result = like(to, value);
  unsigned digits = isUnsigned ? width : width - 1;
  Value above = constant(type, std::ldexp(1.0, digits));
  Value below = constant(type, isUnsigned ? 0.0 : -std::ldexp(1.0, digits));
  Value tooHigh = make<arith::CmpFOp>(arith::CmpFPredicate::OGE, value, above);
  Value inside = make<arith::AndIOp>(make<arith::CmpFOp>(arith::CmpFPredicate::OGE, value, below),
                                     make<arith::CmpFOp>(arith::CmpFPredicate::OLT, value, above));
  Value safe = make<arith::SelectOp>(inside, value, constant(type, 0));
  Value converted =
      isUnsigned ? make<arith::FPToUIOp>(result, safe) : make<arith::FPToSIOp>(result, safe);
  APInt most = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  Value top = constantInt(result, most.getSExtValue());
  converted = make<arith::SelectOp>(tooHigh, top, converted);
  if (isUnsigned)
    return converted;
  Value tooLow = make<arith::CmpFOp>(arith::CmpFPredicate::OLT, value, below);
  Value least = constantInt(result, APInt::getSignedMinValue(width).getSExtValue());
  return make<arith::SelectOp>(tooLow, least, converted);
}

Value Emitter::convert(Value value, Type from, Type to) {
  if (from == to)
    return value;
  Type source = computeType(from), result = computeType(to);
  Type shaped = like(result, value);
  if (isa<FloatType>(from) && isa<FloatType>(to)) {
    unsigned fromWidth = source.getIntOrFloatBitWidth();
    unsigned toWidth = result.getIntOrFloatBitWidth();
    if (toWidth > fromWidth)
      return make<arith::ExtFOp>(shaped, value);
    if (toWidth < fromWidth)
      value = make<arith::TruncFOp>(shaped, value);
    return roundTo(value, to);
  }
  if (isa<FloatType>(from)) {
    if (to.isInteger(1))
      return make<arith::CmpFOp>(arith::CmpFPredicate::UNE, value, constant(value.getType(), 0));
    return floatToInt(value, result, to.isUnsignedInteger());
  }
  bool isUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  if (isa<FloatType>(to)) {
    Value number =
        isUnsigned ? make<arith::UIToFPOp>(shaped, value) : make<arith::SIToFPOp>(shaped, value);
    return roundTo(number, to);
  }
  if (to.isInteger(1))
    return make<arith::CmpIOp>(arith::CmpIPredicate::ne, value, constantInt(value.getType(), 0));
  unsigned fromWidth = source.getIntOrFloatBitWidth();
  unsigned toWidth = result.getIntOrFloatBitWidth();
  if (toWidth < fromWidth)
    return make<arith::TruncIOp>(shaped, value);
  if (toWidth == fromWidth)
    return value;
  return isUnsigned ? make<arith::ExtUIOp>(shaped, value) : make<arith::ExtSIOp>(shaped, value);
}
