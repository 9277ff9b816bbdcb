//===- MathFunctions.cpp - elementary functions -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// On the host, exp, log, tanh and logistic of f32 are polynomials without
// branches, so that they vectorise; f64 and the rarer functions call libm, the
// rarer ones of f32 through f64. On CUDA devices libdevice has them all.
// Square roots and quotients are correctly rounded everywhere. Errors are
// measured in test/unit/Codegen/MathTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

Value Emitter::intrinsic(StringRef name, ValueRange args) {
  return make<LLVM::CallIntrinsicOp>(args[0].getType(), builder.getStringAttr("llvm." + name),
                                     args);
}

Value Emitter::multiplyAdd(Value a, Value b, Value c) {
  if (target.fma)
    return intrinsic("fma", {a, b, c});
  Value product = make<arith::MulFOp>(a, b);
  return make<arith::AddFOp>(product, c);
}

/// c[0] + c[1] x + c[2] x^2 + ...
Value Emitter::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = constant(x.getType(), coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = multiplyAdd(sum, x, constant(x.getType(), coefficient));
  return sum;
}

// ln 2 in two parts; the first has so few bits that its products with
// exponents are exact.
static constexpr double kLn2High = 0.69140625;
static constexpr double kLn2Low = 0.0017409305599452862;

Value Emitter::expF32(Value x) {
  Type f32 = x.getType(), i32 = like(builder.getI32Type(), x);
  auto number = [&](double value) { return constant(f32, value); };
  auto integer = [&](int64_t value) { return constantInt(i32, value); };
  using P = arith::CmpFPredicate;
  // Beyond these bounds the result is infinity or zero; NaN passes.
  x = make<arith::SelectOp>(make<arith::CmpFOp>(P::OGT, x, number(89)), number(89), x);
  x = make<arith::SelectOp>(make<arith::CmpFOp>(P::OLT, x, number(-104)), number(-104), x);

  // x = n ln 2 + r. Adding 1.5 * 2^23 rounds to an integer, found in the low bits.
  Value shifter = number(12582912.0);
  Value shifted = multiplyAdd(x, number(1.4426950408889634), shifter);
  Value n = make<arith::SubFOp>(shifted, shifter);
  Value r = multiplyAdd(n, number(-kLn2High), x);
  r = multiplyAdd(n, number(-kLn2Low), r);
  Value q = polynomial(r, {0.500000001345773, 0.1666666668161405, 0.04166646500604262,
                           0.008333310934528151, 0.001393364103133395, 0.00019890980816985828});
  Value square = make<arith::MulFOp>(r, r);
  Value e = make<arith::AddFOp>(multiplyAdd(q, square, r), number(1));

  // Times 2^n, in two steps so that denormal results come out right.
  Value exponent = make<arith::SubIOp>(make<arith::BitcastOp>(i32, shifted), integer(0x4b400000));
  Value half = make<arith::ShRSIOp>(exponent, integer(1));
  Value rest = make<arith::SubIOp>(exponent, half);
  for (Value part : {half, rest}) {
    Value biased = make<arith::AddIOp>(part, integer(127));
    Value bits = make<arith::ShLIOp>(biased, integer(23));
    e = make<arith::MulFOp>(e, make<arith::BitcastOp>(f32, bits));
  }
  return e;
}

Value Emitter::logF32(Value x) {
  Type f32 = x.getType(), i32 = like(builder.getI32Type(), x);
  auto number = [&](double value) { return constant(f32, value); };
  auto integer = [&](int64_t value) { return constantInt(i32, value); };
  using P = arith::CmpFPredicate;
  Value tiny = make<arith::CmpFOp>(P::OLT, x, number(0x1p-126));
  Value scaled = make<arith::SelectOp>(tiny, Value(make<arith::MulFOp>(x, number(0x1p23))), x);
  Value bias = make<arith::SelectOp>(tiny, number(-23), number(0));

  // x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).
  Value bits = make<arith::BitcastOp>(i32, scaled);
  Value exponent =
      make<arith::ShRSIOp>(make<arith::SubIOp>(bits, integer(0x3f3504f3)), integer(23));
  Value mantissa = make<arith::SubIOp>(bits, Value(make<arith::ShLIOp>(exponent, integer(23))));
  Value f = make<arith::SubFOp>(make<arith::BitcastOp>(f32, mantissa), number(1));
  Value e = make<arith::AddFOp>(make<arith::SIToFPOp>(f32, exponent), bias);

  // With s = f / (2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)).
  Value s = make<arith::DivFOp>(f, make<arith::AddFOp>(f, number(2)));
  Value z = make<arith::MulFOp>(s, s);
  Value series = polynomial(
      z, {0.6666666655450386, 0.4000012183811298, 0.2855082092933986, 0.23330465024770047});
  Value r = make<arith::MulFOp>(z, series);
  Value halfSquare = make<arith::MulFOp>(make<arith::MulFOp>(f, f), number(0.5));
  Value low =
      multiplyAdd(s, make<arith::AddFOp>(halfSquare, r), make<arith::MulFOp>(e, number(kLn2Low)));
  Value small = make<arith::SubFOp>(make<arith::SubFOp>(halfSquare, low), f);
  Value result = make<arith::SubFOp>(make<arith::MulFOp>(e, number(kLn2High)), small);

  double infinity = std::numeric_limits<double>::infinity();
  Value positive = make<arith::CmpFOp>(P::OGT, x, number(0));
  Value isZero = make<arith::CmpFOp>(P::OEQ, x, number(0));
  Value isInfinite = make<arith::CmpFOp>(P::OEQ, x, number(infinity));
  Value nan = number(std::numeric_limits<double>::quiet_NaN());
  result = make<arith::SelectOp>(positive, result, nan);
  result = make<arith::SelectOp>(isZero, number(-infinity), result);
  return make<arith::SelectOp>(isInfinite, x, result);
}

Value Emitter::tanhF32(Value x) {
  Type f32 = x.getType();
  auto number = [&](double value) { return constant(f32, value); };
  Value a = intrinsic("fabs", x);
  // Near zero x + x^3 P(x^2), else 1 - 2 / (e^2x + 1).
  Value z = make<arith::MulFOp>(a, a);
  Value p = polynomial(z, {-0.33333333295024364, 0.13333324199942495, -0.053964700436027,
                           0.02181844907192247, -0.00852633289714377, 0.002526390540758007});
  Value small = multiplyAdd(make<arith::MulFOp>(a, z), p, a);
  Value e = expF32(make<arith::AddFOp>(a, a));
  Value quotient = make<arith::DivFOp>(number(2), make<arith::AddFOp>(e, number(1)));
  Value large = make<arith::SubFOp>(number(1), quotient);
  Value isSmall = make<arith::CmpFOp>(arith::CmpFPredicate::OLT, a, number(0.55));
  Value magnitude = make<arith::SelectOp>(isSmall, small, large);
  return intrinsic("copysign", {magnitude, x});
}

/// One call of the library's function on scalars.
static Value libraryCall(Emitter &emitter, StringRef name, ArrayRef<Value> args) {
  Value a = args[0];
  if (name == "exp")
    return emitter.make<math::ExpOp>(a);
  if (name == "log")
    return emitter.make<math::LogOp>(a);
  if (name == "tanh")
    return emitter.make<math::TanhOp>(a);
  if (name == "expm1")
    return emitter.make<math::ExpM1Op>(a);
  if (name == "log1p")
    return emitter.make<math::Log1pOp>(a);
  if (name == "sin")
    return emitter.make<math::SinOp>(a);
  if (name == "cos")
    return emitter.make<math::CosOp>(a);
  if (name == "cbrt")
    return emitter.make<math::CbrtOp>(a);
  if (name == "atan2")
    return emitter.make<math::Atan2Op>(a, args[1]);
  if (name == "pow")
    return emitter.make<math::PowFOp>(a, args[1]);
  return emitter.make<arith::RemFOp>(a, args[1]);
}

Value Emitter::elementary(StringRef name, ArrayRef<Value> args) {
  Value x = args[0];
  Type type = x.getType();
  Value one = constant(type, 1);
  if (name == "sqrt")
    return intrinsic("sqrt", x);
  if (name == "rsqrt") {
    Value root = intrinsic("sqrt", x);
    return make<arith::DivFOp>(one, root);
  }
  if (name == "logistic") {
    Value e = elementary("exp", {make<arith::NegFOp>(x)});
    return make<arith::DivFOp>(one, make<arith::AddFOp>(e, one));
  }
  bool isF32 = getElementTypeOrSelf(type).isF32();
  if (isF32 && !target.gpu) {
    if (name == "exp")
      return expF32(x);
    if (name == "log")
      return logF32(x);
    if (name == "tanh")
      return tanhF32(x);
  }
  return perLane(args, [&](ArrayRef<Value> scalars) -> Value {
    if (target.gpu || !isF32)
      return libraryCall(*this, name, scalars);
    SmallVector<Value> wide;
    for (Value scalar : scalars)
      wide.push_back(make<arith::ExtFOp>(builder.getF64Type(), scalar));
    return make<arith::TruncFOp>(scalars[0].getType(), libraryCall(*this, name, wide));
  });
}
