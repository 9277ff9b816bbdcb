//===- UnaryOps.cpp - elementwise ops of one value --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The unary ops of stablehlo, conversions, and the activations of nn.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

/// Declares a unary op of floats.
template <typename OpTy, typename F>
static void addFloat(Registry &registry, F f) {
  registry.add<OpTy>([f](OpTy op, Evaluation &e) {
    Tensor x = e.take(0);
    RankedTensorType type = resultTypeFor(op, x.getShape());
    return e.give(map<double, double>(std::move(x), type, f));
  });
}

/// Declares a unary op of floats and integers.
template <typename OpTy, typename F, typename I>
static void addNumber(Registry &registry, F f, I g) {
  registry.add<OpTy>([f, g](OpTy op, Evaluation &e) {
    Tensor x = e.take(0);
    RankedTensorType type = resultTypeFor(op, x.getShape());
    if (x.isFloat())
      return e.give(map<double, double>(std::move(x), type, f));
    IntFormat format = IntFormat::of(x.getElementType());
    return e.give(map<int64_t, int64_t>(std::move(x), type,
                                        [=](int64_t v) { return format.wrap(g(v, format)); }));
  });
}

/// Declares a unary op of integers, given each element's bits and their number.
template <typename OpTy, typename F>
static void addBits(Registry &registry, F f) {
  registry.add<OpTy>([f](OpTy op, Evaluation &e) {
    Tensor x = e.take(0);
    RankedTensorType type = resultTypeFor(op, x.getShape());
    unsigned width = type.getElementTypeBitWidth();
    return e.give(map<int64_t, int64_t>(std::move(x), type, [=](int64_t v) {
      return int64_t(f(static_cast<uint64_t>(v) & (~uint64_t(0) >> (64 - width)), width));
    }));
  });
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Towards zero, held to the range of the type; NaN gives 0.
static int64_t truncateTo(double value, IntFormat format) {
  if (std::isnan(value))
    return 0;
  value = std::trunc(value);
  if (format.isUnsigned) {
    double top = std::ldexp(1.0, format.width);
    if (value <= 0.0)
      return 0;
    uint64_t most = format.width == 64 ? ~uint64_t(0) : (uint64_t(1) << format.width) - 1;
    return static_cast<int64_t>(value >= top ? most : static_cast<uint64_t>(value));
  }
  double top = std::ldexp(1.0, format.width - 1);
  int64_t most = std::numeric_limits<int64_t>::max() >> (64 - format.width);
  if (value >= top)
    return most;
  if (value < -top)
    return -most - 1;
  return static_cast<int64_t>(value);
}

static LogicalResult evaluateConvert(stablehlo::ConvertOp op, Evaluation &e) {
  Tensor x = e.take(0);
  RankedTensorType type = resultTypeFor(op, x.getShape());
  bool toFloat = isa<FloatType>(type.getElementType());
  if (x.isFloat() && toFloat)
    return e.give(x.withType(type));
  if (x.isFloat()) {
    if (type.getElementType().isInteger(1))
      return e.give(
          map<int64_t, double>(std::move(x), type, [](double v) { return int64_t(v != 0.0); }));
    IntFormat format = IntFormat::of(type.getElementType());
    return e.give(
        map<int64_t, double>(std::move(x), type, [=](double v) { return truncateTo(v, format); }));
  }
  IntFormat from = IntFormat::of(x.getElementType());
  if (toFloat)
    return e.give(map<double, int64_t>(std::move(x), type, [=](int64_t v) {
      return from.isUnsigned ? static_cast<double>(static_cast<uint64_t>(v))
                             : static_cast<double>(v);
    }));
  if (type.getElementType().isInteger(1))
    return e.give(
        map<int64_t, int64_t>(std::move(x), type, [](int64_t v) { return int64_t(v != 0); }));
  IntFormat format = IntFormat::of(type.getElementType());
  return e.give(
      map<int64_t, int64_t>(std::move(x), type, [=](int64_t v) { return format.wrap(v); }));
}

static uint64_t bitsOf(double value, FloatType type) {
  APFloat number(value);
  bool losesInfo = false;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

static double fromBits(uint64_t bits, FloatType type) {
  APFloat number(type.getFloatSemantics(), APInt(type.getWidth(), bits, false, true));
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

static LogicalResult evaluateBitcastConvert(stablehlo::BitcastConvertOp op, Evaluation &e) {
  Tensor x = e.take(0);
  RankedTensorType type = resultTypeFor(op, x.getShape());
  auto fromFloat = dyn_cast<FloatType>(x.getElementType());
  auto toFloat = dyn_cast<FloatType>(type.getElementType());
  if (fromFloat && toFloat) {
    return e.give(map<double, double>(
        std::move(x), type, [=](double v) { return fromBits(bitsOf(v, fromFloat), toFloat); }));
  }
  if (fromFloat) {
    IntFormat format = IntFormat::of(type.getElementType());
    return e.give(map<int64_t, double>(std::move(x), type, [=](double v) {
      return format.wrap(static_cast<int64_t>(bitsOf(v, fromFloat)));
    }));
  }
  if (toFloat)
    return e.give(map<double, int64_t>(std::move(x), type, [=](int64_t v) {
      return fromBits(static_cast<uint64_t>(v), toFloat);
    }));
  IntFormat format = IntFormat::of(type.getElementType());
  return e.give(
      map<int64_t, int64_t>(std::move(x), type, [=](int64_t v) { return format.wrap(v); }));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }

static constexpr double sqrtTwo = 1.41421356237309504880;
static constexpr double sqrtTwoOverPi = 0.79788456080286535588;
static constexpr double geluCubic = 0.044715;

static double geluErf(double x) { return 0.5 * x * (1.0 + std::erf(x / sqrtTwo)); }
static double geluTanh(double x) {
  return 0.5 * x * (1.0 + std::tanh(sqrtTwoOverPi * (x + geluCubic * x * x * x)));
}
static double geluErfSlope(double x) {
  // The density of the normal distribution is the slope of its integral.
  double density = 0.5 * sqrtTwoOverPi * std::exp(-0.5 * x * x);
  return 0.5 * (1.0 + std::erf(x / sqrtTwo)) + x * density;
}
static double geluTanhSlope(double x) {
  double t = std::tanh(sqrtTwoOverPi * (x + geluCubic * x * x * x));
  double inner = sqrtTwoOverPi * (1.0 + 3.0 * geluCubic * x * x);
  return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * inner;
}

static LogicalResult evaluateGelu(nn::GeluOp op, Evaluation &e) {
  Tensor x = e.take(0);
  RankedTensorType type = x.getType();
  if (op.getKind() == nn::GeluKind::Erf)
    return e.give(map<double, double>(std::move(x), type, geluErf));
  return e.give(map<double, double>(std::move(x), type, geluTanh));
}

static LogicalResult evaluateGeluGrad(nn::GeluGradOp op, Evaluation &e) {
  Tensor x = e.take(0), dy = e.take(1);
  RankedTensorType type = x.getType();
  bool erf = op.getKind() == nn::GeluKind::Erf;
  return e.give(map<double, double>(std::move(x), std::move(dy), type, [=](double v, double d) {
    return d * (erf ? geluErfSlope(v) : geluTanhSlope(v));
  }));
}

static LogicalResult evaluateSiluGrad(nn::SiluGradOp op, Evaluation &e) {
  Tensor x = e.take(0), dy = e.take(1);
  RankedTensorType type = x.getType();
  return e.give(map<double, double>(std::move(x), std::move(dy), type, [](double v, double d) {
    double s = logistic(v);
    return d * (s + v * s * (1.0 - s));
  }));
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void shardc::reference::addUnaryOps(Registry &registry) {
  using namespace mlir::stablehlo;
  addFloat<CeilOp>(registry, [](double x) { return std::ceil(x); });
  addFloat<FloorOp>(registry, [](double x) { return std::floor(x); });
  addFloat<RoundNearestEvenOp>(registry, [](double x) { return std::nearbyint(x); });
  addFloat<CbrtOp>(registry, [](double x) { return std::cbrt(x); });
  addFloat<CosineOp>(registry, [](double x) { return std::cos(x); });
  addFloat<SineOp>(registry, [](double x) { return std::sin(x); });
  addFloat<ExpOp>(registry, [](double x) { return std::exp(x); });
  addFloat<Expm1Op>(registry, [](double x) { return std::expm1(x); });
  addFloat<LogOp>(registry, [](double x) { return std::log(x); });
  addFloat<Log1pOp>(registry, [](double x) { return std::log1p(x); });
  addFloat<LogisticOp>(registry, logistic);
  addFloat<RsqrtOp>(registry, [](double x) { return 1.0 / std::sqrt(x); });
  addFloat<SqrtOp>(registry, [](double x) { return std::sqrt(x); });
  addFloat<TanhOp>(registry, [](double x) { return std::tanh(x); });

  auto negate = [](int64_t x) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); };
  addNumber<AbsOp>(
      registry, [](double x) { return std::fabs(x); },
      [=](int64_t x, IntFormat) { return x < 0 ? negate(x) : x; });
  addNumber<NegOp>(
      registry, [](double x) { return -x; }, [=](int64_t x, IntFormat) { return negate(x); });
  addNumber<SignOp>(
      registry, [](double x) { return std::isnan(x) || x == 0.0 ? x : std::copysign(1.0, x); },
      [](int64_t x, IntFormat) { return int64_t(x > 0) - int64_t(x < 0); });
  registry.add<NotOp>([](NotOp op, Evaluation &e) {
    Tensor x = e.take(0);
    RankedTensorType type = x.getType();
    IntFormat format = IntFormat::of(x.getElementType());
    return e.give(
        map<int64_t, int64_t>(std::move(x), type, [=](int64_t v) { return format.wrap(~v); }));
  });
  addFloat<chlo::ErfOp>(registry, [](double x) { return std::erf(x); });
  addFloat<chlo::ErfcOp>(registry, [](double x) { return std::erfc(x); });
  addBits<PopulationCountOp>(registry, [](uint64_t x, unsigned) { return llvm::popcount(x); });
  addBits<ClzOp>(registry,
                 [](uint64_t x, unsigned width) { return llvm::countl_zero(x) - 64 + width; });
  registry.add<IsFiniteOp>([](IsFiniteOp op, Evaluation &e) {
    Tensor x = e.take(0);
    RankedTensorType type = resultTypeFor(op, x.getShape());
    return e.give(map<int64_t, double>(std::move(x), type,
                                       [](double v) { return int64_t(std::isfinite(v)); }));
  });
  registry.add<ConvertOp>(evaluateConvert);
  registry.add<BitcastConvertOp>(evaluateBitcastConvert);

  registry.add<nn::GeluOp>(evaluateGelu);
  registry.add<nn::GeluGradOp>(evaluateGeluGrad);
  addFloat<nn::SiluOp>(registry, [](double x) { return x * logistic(x); });
  registry.add<nn::SiluGradOp>(evaluateSiluGrad);
}
