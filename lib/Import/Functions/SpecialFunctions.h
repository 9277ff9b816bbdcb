//===- SpecialFunctions.h - functions by formulas ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Special functions, and exact ones, in ops that every stage knows. Special ones hold in f64 to
// about ten units in the last place (of the largest term, near zeros of the function that are no
// constants), so in f32 too. No branch that is not taken computes an infinity or NaN from
// numbers, so that slopes pass through them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_FUNCTIONS_SPECIALFUNCTIONS_H
#define SHARDC_LIB_IMPORT_FUNCTIONS_SPECIALFUNCTIONS_H

#include "dialects/CHLO/CHLO.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc {

/// log |gamma(x)|; infinity at 0, at negative integers and at infinities.
mlir::Value buildLgamma(TensorBuilder &b, mlir::Value x);
/// The derivative of lgamma; NaN at 0 and at negative integers.
mlir::Value buildDigamma(TensorBuilder &b, mlir::Value x);
/// The sum of (q + k)^-x over k from 0 on; infinity at x = 1, NaN below it, and for negative
/// q with a fraction where x has one or q is below -6.
mlir::Value buildZeta(TensorBuilder &b, mlir::Value x, mlir::Value q);
/// The n-th derivative of digamma at x, n an integer from 0 on; NaN for other n.
mlir::Value buildPolygamma(TensorBuilder &b, mlir::Value n, mlir::Value x);
/// exp(-|x|) times the modified Bessel function of the first kind, of order 1.
mlir::Value buildBesselI1e(TensorBuilder &b, mlir::Value x);
/// The float of x's type next to x towards y; y where they are equal.
mlir::Value buildNextAfter(TensorBuilder &b, mlir::Value x, mlir::Value y);
/// The upper half of the product of two integers in twice their width.
mlir::Value buildUpperProduct(TensorBuilder &b, mlir::Value lhs, mlir::Value rhs);
/// What floats of some bits can say.
struct FloatFormat {
  int mantissa, leastExponent;
  double most;
  bool hasInfinity, hasSubnormals;

  /// That of IEEE for numbers of bits, subnormals taken for zero.
  static FloatFormat ofBits(int exponent, int mantissa);
};

/// The nearest value of a format to x, of f32 or f64, ties to even. Beyond the greatest,
/// infinity, or NaN where the format has no infinity.
mlir::Value buildRounded(TensorBuilder &b, mlir::Value x, const FloatFormat &format);
/// The value of chlo.ragged_dot: a product with what is not of a group masked out.
mlir::Value buildRaggedDot(TensorBuilder &b, mlir::chlo::RaggedDotOp op);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_FUNCTIONS_SPECIALFUNCTIONS_H
