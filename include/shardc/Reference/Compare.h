//===- Compare.h - errors, and gradients by differences ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The one definition of the error of a tensor, and checks of gradients against
// finite differences of the function itself.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_COMPARE_H
#define SHARDC_REFERENCE_COMPARE_H

#include "shardc/Reference/Interpreter.h"
#include <optional>

namespace shardc::reference {

/// Floor of the denominator of an error.
inline constexpr double errorFloor = 1e-6;

/// How far values are from their references.
struct ValueError {
  /// max|x - ref| / max(max|ref|, floor), where infinite references do not count for the
  /// maximum. Infinite when a NaN, or an infinity that the other does not have, is on either
  /// side, or the numbers of elements differ.
  double value = 0.0;
  /// The first element, in row-major order, at which either is NaN.
  std::optional<int64_t> firstNaN;
  /// Whether it is the reference that is NaN there.
  bool isReferenceNaN = false;
};
ValueError compareValues(llvm::ArrayRef<double> x, llvm::ArrayRef<double> reference,
                         double floor = errorFloor);

/// ValueError::value of elements in row-major order; shapes may differ, numbers of elements
/// may not.
double relativeError(const Tensor &x, const Tensor &reference, double floor = errorFloor);

/// The largest finite |x|; 0 where there is none.
double maxFinite(llvm::ArrayRef<double> x);

/// The errors of gradients, with the floor max(1e-6, 1e-3 * the largest
/// magnitude in any reference gradient).
llvm::SmallVector<double> gradientErrors(llvm::ArrayRef<Tensor> gradients,
                                         llvm::ArrayRef<Tensor> references);

/// max|x| over the elements; NaN when there is one.
double maxMagnitude(const Tensor &x);

/// A function of some tensors to a number, and its failure.
using ScalarFunction =
    llvm::function_ref<llvm::FailureOr<double>(llvm::ArrayRef<Tensor> arguments)>;

/// How gradients are probed.
struct GradientCheckOptions {
  uint64_t seed = 1;
  /// Step of the differences, relative to the argument's size. Central
  /// differences are extrapolated once, which leaves an error of step^4.
  double step = 1e-3;
  /// Elements probed one by one (all, if there are no more).
  int64_t samples = 8;
  /// Random directions probed; each touches all elements.
  int64_t directions = 2;
};

/// Largest difference between `gradient` and finite differences of `f` with
/// respect to `arguments[index]`, in the probed elements and directions,
/// relative to the largest slope of its sort (at least 1e-6). A right gradient
/// gives about 1e-9 where f is smooth.
llvm::FailureOr<double> gradientError(ScalarFunction f, llvm::ArrayRef<Tensor> arguments,
                                      unsigned index, const Tensor &gradient,
                                      const GradientCheckOptions &options = {});

/// Checks a function against its gradient function, both of one module.
/// `primal` takes arguments x and gives results y; `gradient` takes x and one
/// cotangent for each float result, and gives one gradient for each float
/// argument, in order. Cotangents are random. Gives the largest error of any
/// argument.
llvm::FailureOr<double> checkGradient(mlir::func::FuncOp primal, mlir::func::FuncOp gradient,
                                      llvm::ArrayRef<Tensor> arguments,
                                      const GradientCheckOptions &options = {});

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_COMPARE_H
