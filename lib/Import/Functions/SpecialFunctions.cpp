//===- SpecialFunctions.cpp - functions by formulas -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Series, recurrences and reflections of the gamma function and its kin, and expansions
// in Chebyshev polynomials where those are short.
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;

namespace shardc {
namespace {

using Direction = stablehlo::ComparisonDirection;
using llvm::numbers::pi;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Value compare(TensorBuilder &b, Direction direction, Value a, double constant) {
  return b.compare(direction, a, b.splatLike(a, constant));
}
Value select(TensorBuilder &b, Value predicate, double constant, Value otherwise) {
  return b.select(predicate, b.splatLike(otherwise, constant), otherwise);
}
Value invert(TensorBuilder &b, Value x) { return b.div(b.splatLike(x, 1.0), x); }
Value round(TensorBuilder &b, Value x) {
  return stablehlo::RoundNearestEvenOp::create(b.getBuilder(), b.getLoc(), x);
}
Value isInteger(TensorBuilder &b, Value x) { return b.compare(Direction::EQ, x, b.floor(x)); }

/// The sum of coefficients[k] x^k.
Value polynomial(TensorBuilder &b, Value x, ArrayRef<double> coefficients) {
  Value sum = b.splatLike(x, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = b.add(b.mul(sum, x), coefficient);
  return sum;
}

/// The sum of coefficients[k] T_k(s), s from -1 to 1, by Clenshaw's recurrence.
Value chebyshev(TensorBuilder &b, Value s, ArrayRef<double> coefficients) {
  Value twice = b.mul(s, 2.0), last, beforeLast;
  for (size_t k = coefficients.size() - 1; k > 0; --k) {
    Value next = b.splatLike(s, coefficients[k]);
    if (last)
      next = b.add(b.mul(twice, last), coefficients[k]);
    if (beforeLast)
      next = b.sub(next, beforeLast);
    beforeLast = last;
    last = next;
  }
  return b.add(b.sub(b.mul(s, last), beforeLast), coefficients[0]);
}

/// log(gamma(1 + z)) / (z (z - 1)) for z from 0 to 1, by s = 2z - 1.
constexpr double lgammaCenter[] = {
    0.491415393029387127,     -0.076114161670435843,    0.00843232496593277796,
    -0.00107949372632860815,  0.000149007480036929645,  -2.15123998885567854e-5,
    3.19793298608621864e-6,   -4.85169301213992619e-7,  7.47148782116315976e-8,
    -1.16382967001705186e-8,  1.82940043711866796e-9,   -2.89691806071296064e-10,
    4.6157014062090901e-11,   -7.39281023049798246e-12, 1.18942800083330856e-12,
    -1.92120686765228045e-13, 3.113975526387164e-14,    -5.06284329844861127e-15,
    8.25415028163114428e-16,  -1.34905789875748432e-16, 2.20987611678262285e-17};

/// exp(-x) I1(x) / x for x from 0 to 8, by s = x / 4 - 1.
constexpr double besselSmall[] = {
    0.126293593221816827,     -0.176416518357834055,    0.102643658689847095,
    -0.0529459812080949914,   0.0247264490306265168,    -0.0105640848946261982,
    0.00415642294431288816,   -0.00151357245063125315,  0.000512285956168575773,
    -0.000161760815825896746, 4.78156510755005423e-5,   -1.32731636560394358e-5,
    3.47025130813767848e-6,   -8.56872026469545474e-7,  2.00329475355213526e-7,
    -4.44505912879632808e-8,  9.38153738649577178e-9,   -1.88724975172282929e-9,
    3.62559028155211704e-10,  -6.66348972350202774e-11, 1.17361862988909016e-11,
    -1.98397439776494372e-12, 3.22379336594557471e-13,  -5.04218550472791169e-14,
    7.60068429473540693e-15,  -1.10559694773538631e-15, 1.55363195773620047e-16,
    -2.11142121435816608e-17};

/// exp(-x) I1(x) sqrt(x) for x from 8 on, by s = 16 / x - 1.
constexpr double besselLarge[] = {
    0.38928811750914006,      -0.00976109749136146841,  -0.000110588938762623716,
    -3.88256480887769039e-6,  -2.51223623787020893e-7,  -2.63146884688951951e-8,
    -3.83538038596423702e-9,  -5.58974346219658381e-10, -1.89749581235054123e-11,
    3.25260358301548824e-11,  1.41258074366137813e-11,  2.03562854414708951e-12,
    -7.19855177624590851e-13, -4.08355111109219732e-13, -2.10154184277266431e-14,
    4.27244001671195135e-14,  1.04202769841288028e-14,  -3.8144030724370078e-15,
    -1.88035477551078245e-15, 3.30820231092092824e-16,  2.9626289976459502e-16,
    -3.20952592199342375e-17, -4.65030536848936076e-17};

/// The Bernoulli numbers of even index from 2 on.
constexpr double bernoulli[] = {1.0 / 6,       -1.0 / 30,       1.0 / 42,      -1.0 / 30,
                                5.0 / 66,      -691.0 / 2730,   7.0 / 6,       -3617.0 / 510,
                                43867.0 / 798, -174611.0 / 330, 854513.0 / 138};

/// What is left of a non-negative value above or below the nearest integer, which decides
/// about sines and cosines of its multiples of pi.
Value fraction(TensorBuilder &b, Value a) { return b.sub(a, round(b, a)); }

/// lgamma of values that are not negative.
Value lgammaOfPositive(TensorBuilder &b, Value a) {
  Value one = b.splatLike(a, 1.0);
  Value isLow = compare(b, Direction::LT, a, 1.0), isHigh = compare(b, Direction::GT, a, 2.0);
  // Up to 3, the place between 1 and 2 that differs by 1: z above 1.
  Value held = b.min(a, b.splatLike(a, 3.0));
  Value z = b.select(isLow, held, b.select(isHigh, b.add(held, -2.0), b.add(held, -1.0)));
  Value lower = b.select(isLow, held, one);
  Value upper = b.select(isHigh, b.add(held, -2.0), b.splatLike(a, 0.0));
  Value center =
      b.mul(b.mul(z, b.add(z, -1.0)), chebyshev(b, b.add(b.mul(z, 2.0), -1.0), lgammaCenter));
  Value log1p = stablehlo::Log1pOp::create(b.getBuilder(), b.getLoc(), upper);
  center = b.add(b.sub(center, b.log(lower)), log1p);

  // Beyond, Stirling's series from 8 on, and a (a + 1) … (a + 4) below.
  Value isMiddle = compare(b, Direction::LT, a, 8.0);
  Value least = b.max(a, b.splatLike(a, 3.0));
  Value y = b.select(isMiddle, b.add(least, 5.0), least);
  Value inverse = invert(b, y);
  SmallVector<double> coefficients;
  for (int k = 1; k <= 7; ++k)
    coefficients.push_back(bernoulli[k - 1] / (2 * k * (2 * k - 1)));
  Value series = b.mul(inverse, polynomial(b, b.mul(inverse, inverse), coefficients));
  Value tail = b.add(b.add(b.mul(b.add(y, -0.5), b.add(b.log(y), -1.0)), series),
                     0.5 * std::log(2.0 * pi) - 0.5);
  Value factor = b.min(least, b.splatLike(a, 8.0)), product = factor;
  for (int k = 1; k < 5; ++k)
    product = b.mul(product, b.add(factor, k));
  tail = b.sub(tail, b.log(b.select(isMiddle, product, one)));
  return b.select(compare(b, Direction::LE, a, 3.0), center, tail);
}

} // namespace

Value buildLgamma(TensorBuilder &b, Value x) {
  // log(pi) - log(a) - log|sin(pi a)| - lgamma(a) at -a.
  Value a = b.abs(x);
  Value positive = lgammaOfPositive(b, a);
  Value isNegative = compare(b, Direction::LT, x, 0.0);
  Value sine = b.abs(b.sine(b.mul(fraction(b, a), pi)));
  Value one = b.splatLike(a, 1.0);
  Value logs = b.add(b.log(b.select(isNegative, sine, one)), b.log(b.select(isNegative, a, one)));
  Value negative = b.sub(b.sub(std::log(pi), logs), positive);
  Value y = b.select(isNegative, negative, positive);
  return select(b, compare(b, Direction::EQ, a, infinity), infinity, y);
}

Value buildDigamma(TensorBuilder &b, Value x) {
  // digamma(-a) = digamma(a) + 1/a + pi cot(pi a).
  Value isNegative = compare(b, Direction::LT, x, 0.0);
  Value a = b.abs(x);
  // Up to 10 by digamma(a + 1) = digamma(a) + 1/a.
  Value isSmall = compare(b, Direction::LT, a, 10.0);
  Value held = b.min(a, b.splatLike(a, 10.0)), steps;
  for (int k = 0; k < 10; ++k) {
    Value step = invert(b, k ? b.add(held, k) : held);
    // That of -a lacks the first.
    if (k == 0)
      step = select(b, isNegative, 0.0, step);
    steps = steps ? b.add(steps, step) : step;
  }
  Value zero = b.splatLike(a, 0.0);
  Value y = b.select(isSmall, b.add(held, 10.0), a);
  Value inverse = invert(b, y), square = b.mul(inverse, inverse);
  SmallVector<double> coefficients;
  for (int k = 1; k <= 8; ++k)
    coefficients.push_back(bernoulli[k - 1] / (2 * k));
  Value series = b.mul(square, polynomial(b, square, coefficients));
  Value positive = b.sub(b.sub(b.log(y), b.mul(inverse, 0.5)), series);
  positive = b.sub(positive, b.select(isSmall, steps, zero));
  // Where a is large, the 1/a is not among the steps.
  Value first = b.select(isSmall, zero, invert(b, b.select(isSmall, b.splatLike(a, 1.0), a)));

  Value isPole = b.logicalAnd(compare(b, Direction::LE, x, 0.0), isInteger(b, x));
  Value angle = b.mul(fraction(b, a), pi);
  Value isReflected = b.logicalAnd(isNegative, compare(b, Direction::NE, angle, 0.0));
  Value cotangent =
      b.div(b.cosine(angle), b.select(isReflected, b.sine(angle), b.splatLike(a, 1.0)));
  Value negative = b.add(b.add(positive, first), b.mul(cotangent, pi));
  return select(b, isPole, nan, b.select(isNegative, negative, positive));
}

Value buildZeta(TensorBuilder &b, Value x, Value q) {
  // The formula of Euler and Maclaurin from the 16th term on.
  constexpr int terms = 16;
  Value sum;
  for (int k = 0; k < terms; ++k) {
    Value term = b.pow(k ? b.add(q, k) : q, b.neg(x));
    sum = sum ? b.add(sum, term) : term;
  }
  Value a = b.add(q, terms), power = b.pow(a, b.neg(x));
  // At x = 1 there is no value anyway.
  Value isOne = compare(b, Direction::EQ, x, 1.0);
  Value excess = select(b, isOne, 1.0, b.add(x, -1.0));
  Value integral = b.div(b.pow(a, b.sub(1.0, x)), excess);
  Value rest = b.splatLike(x, 0.5);
  // The derivatives: x (x + 1) … (x + 2j - 2) / a^(2j - 1).
  Value factor = b.div(x, a);
  double factorial = 2.0;
  for (auto [index, number] : llvm::enumerate(bernoulli)) {
    double j = index + 1;
    rest = b.add(rest, b.mul(factor, number / factorial));
    factor = b.mul(b.mul(factor, b.div(b.add(x, 2.0 * j - 1.0), a)), b.div(b.add(x, 2.0 * j), a));
    factorial *= (2.0 * j + 1.0) * (2.0 * j + 2.0);
  }
  // Where x is large, factors overflow that the power makes nothing of.
  Value isNothing = compare(b, Direction::EQ, power, 0.0);
  Value value = b.add(b.add(sum, integral), b.mul(power, select(b, isNothing, 0.0, rest)));

  Value isBelow = compare(b, Direction::LE, q, 0.0), isWholeQ = isInteger(b, q);
  Value half = b.mul(x, 0.5);
  Value atPole = b.select(isInteger(b, half), b.splatLike(x, infinity), b.splatLike(x, nan));
  // Powers of negative numbers are NaN where x has a fraction.
  value = select(b, compare(b, Direction::LT, q, -6.0), nan, value);
  value = b.select(b.logicalAnd(isBelow, isWholeQ), atPole, value);
  value = select(b, compare(b, Direction::LT, x, 1.0), nan, value);
  return select(b, isOne, infinity, value);
}

Value buildPolygamma(TensorBuilder &b, Value n, Value x) {
  // (-1)^(n + 1) n! zeta(n + 1, x).
  Value next = b.add(n, 1.0);
  Value half = b.mul(n, 0.5);
  Value isEven = isInteger(b, half);
  Value size = b.mul(b.exp(buildLgamma(b, next)), buildZeta(b, next, x));
  Value value = b.select(isEven, b.neg(size), size);
  value = b.select(compare(b, Direction::EQ, n, 0.0), buildDigamma(b, x), value);
  Value isOrder = b.logicalAnd(isInteger(b, n), compare(b, Direction::GE, n, 0.0));
  return b.select(isOrder, value, b.splatLike(x, nan));
}

Value buildBesselI1e(TensorBuilder &b, Value x) {
  Value a = b.abs(x);
  Value low = b.min(a, b.splatLike(a, 8.0)), high = b.max(a, b.splatLike(a, 8.0));
  Value small = b.mul(low, chebyshev(b, b.add(b.mul(low, 0.25), -1.0), besselSmall));
  Value place = b.add(b.div(b.splatLike(a, 16.0), high), -1.0);
  Value large = b.mul(chebyshev(b, place, besselLarge), b.rsqrt(high));
  Value y = b.select(compare(b, Direction::LE, a, 8.0), small, large);
  // The sign of x, also of zeros; NaN where x is.
  return b.select(compare(b, Direction::LT, x, 0.0), b.neg(y),
                  b.select(compare(b, Direction::GT, x, 0.0), y, x));
}

} // namespace shardc
