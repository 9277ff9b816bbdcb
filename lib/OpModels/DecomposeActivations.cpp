//===- DecomposeActivations.cpp - gelu and silu -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// StableHLO has no error function; it is built here from a Chebyshev series.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;

/// Chebyshev coefficients of exp(x^2) erfc(x), x >= 0, in u = 4/(2 + x) - 1,
/// which maps x = 0 to 1 and infinity to -1. The constant term is halved when
/// the series is summed. Computed with 40 digits from 80 nodes.
static const double erfcSeries[] = {
    0.754752199251719722,      0.48250911965067993,      0.122324595330977833,
    0.0178311497192760045,     0.000321173652495185366,  -0.000350395256480401335,
    -0.0000224388065054192758, 0.0000105374331185740523, 5.67133114044492189e-7,
    -4.29768158443749528e-7,   5.10495328715239939e-9,   1.88996985470654878e-8,
    -2.24275476221249453e-9,   -6.85526200932355931e-10, 2.14880355073827222e-10,
    5.51465425577229205e-12,   -1.34767442303692336e-11, 2.08564358399005665e-12,
    4.48928805709546506e-13,   -2.27576911408597362e-13, 1.923523016902472e-14,
    1.07863209120213256e-14,   -3.29295066754538429e-15};

/// Number of terms that leaves an error below the type's rounding: what is cut
/// is about 1e-15 for f64 and 1e-9 for f32.
static size_t numErfcTerms(Type element) { return element.isF64() ? std::size(erfcSeries) : 13; }

/// The error function: sign(x) (1 - exp(-x^2) series(|x|)).
static Value buildErf(TensorBuilder &b, Value x) {
  Value magnitude = b.abs(x);
  Value u = b.add(b.div(b.splatLike(x, 4.0), b.add(magnitude, 2.0)), -1.0);
  // Clenshaw: s_k = c_k + 2u s_{k+1} - s_{k+2}.
  Value twice = b.mul(u, 2.0);
  size_t terms = numErfcTerms(tensorTypeOf(x).getElementType());
  Value next = b.splatLike(x, erfcSeries[terms - 1]);
  Value afterNext;
  for (size_t k = terms - 2; k > 0; --k) {
    Value sum = b.add(b.mul(twice, next), erfcSeries[k]);
    if (afterNext)
      sum = b.sub(sum, afterNext);
    afterNext = next;
    next = sum;
  }
  Value series = b.sub(b.add(b.mul(u, next), erfcSeries[0] / 2), afterNext);
  Value complement = b.mul(b.exp(b.neg(b.mul(x, x))), series);
  return b.mul(b.sign(x), b.sub(1.0, complement));
}

static constexpr double geluCubic = 0.044715;

/// tanh(sqrt(2/pi) (x + 0.044715 x^3)).
static Value buildGeluTanh(TensorBuilder &b, Value x) {
  Value cube = b.mul(b.mul(x, x), x);
  Value inner = b.mul(b.add(x, b.mul(cube, geluCubic)), std::sqrt(2.0 * llvm::numbers::inv_pi));
  return b.tanh(inner);
}

Values decomposition::build(nn::GeluOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  Value s = op.getKind() == nn::GeluKind::Erf ? buildErf(b, b.mul(x, 1.0 / llvm::numbers::sqrt2))
                                              : buildGeluTanh(b, x);
  Value y = b.mul(b.mul(x, 0.5), b.add(s, 1.0));
  return {narrow(b, y, op.getResult())};
}

Values decomposition::build(nn::GeluGradOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX()), dy = b.widen(op.getDy());
  Value slope;
  if (op.getKind() == nn::GeluKind::Erf) {
    // Phi(x) + x phi(x).
    Value phi = b.mul(b.exp(b.mul(b.mul(x, x), -0.5)), std::sqrt(0.5 * llvm::numbers::inv_pi));
    Value erf = buildErf(b, b.mul(x, 1.0 / llvm::numbers::sqrt2));
    slope = b.add(b.mul(b.add(erf, 1.0), 0.5), b.mul(x, phi));
  } else {
    // (1 + t)/2 + x/2 (1 - t^2) sqrt(2/pi) (1 + 3*0.044715 x^2).
    Value t = buildGeluTanh(b, x);
    Value inner = b.mul(b.add(b.mul(b.mul(x, x), 3 * geluCubic), 1.0),
                        std::sqrt(2.0 * llvm::numbers::inv_pi));
    Value steep = b.mul(b.mul(b.mul(x, 0.5), b.sub(1.0, b.mul(t, t))), inner);
    slope = b.add(b.mul(b.add(t, 1.0), 0.5), steep);
  }
  return {narrow(b, b.mul(slope, dy), op.getResult())};
}

Values decomposition::build(nn::SiluOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  return {narrow(b, b.mul(x, b.logistic(x)), op.getResult())};
}

Values decomposition::build(nn::SiluGradOp op, TensorBuilder &b) {
  // s (1 + x (1 - s)), s = logistic(x).
  Value x = b.widen(op.getX()), dy = b.widen(op.getDy());
  Value s = b.logistic(x);
  Value slope = b.mul(s, b.add(b.mul(x, b.sub(1.0, s)), 1.0));
  return {narrow(b, b.mul(slope, dy), op.getResult())};
}
