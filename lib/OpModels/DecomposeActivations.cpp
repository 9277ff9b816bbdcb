//===- DecomposeActivations.cpp - gelu and silu -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include "ErrorFunction.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;

static constexpr double geluCubic = 0.044715;

/// tanh(sqrt(2/pi) (x + 0.044715 x^3)).
static Value buildGeluTanh(TensorBuilder &b, Value x) {
  Value cube = b.mul(b.mul(x, x), x);
  Value inner = b.mul(b.add(x, b.mul(cube, geluCubic)), std::sqrt(2.0 * llvm::numbers::inv_pi));
  return b.tanh(inner);
}

Values decomposition::build(nn::GeluOp op, TensorBuilder &b) {
  Value x = b.widen(op.getX());
  Value s = op.getKind() == nn::GeluKind::Erf
                ? buildErfBesideOne(b, b.mul(x, 1.0 / llvm::numbers::sqrt2))
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
    Value erf = buildErfBesideOne(b, b.mul(x, 1.0 / llvm::numbers::sqrt2));
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
