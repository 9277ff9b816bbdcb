//===- Compare.cpp - errors, and gradients by differences -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// See Compare.h.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Compare.h"

#include "shardc/Reference/Seeding.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace shardc::reference;

static constexpr double infinity = std::numeric_limits<double>::infinity();

double shardc::reference::maxMagnitude(const Tensor &x) {
  double most = 0.0;
  for (int64_t i = 0; i < x.getNumElements(); ++i) {
    double value = std::fabs(x.at(i));
    if (std::isnan(value))
      return value;
    most = std::max(most, value);
  }
  return most;
}

/// The one definition; `x` and `reference` give element i.
static ValueError compareElements(int64_t count, llvm::function_ref<double(int64_t)> x,
                                  llvm::function_ref<double(int64_t)> reference, double floor) {
  ValueError error;
  double difference = 0.0, magnitude = 0.0;
  for (int64_t i = 0; i < count; ++i) {
    double a = x(i), b = reference(i);
    if (std::isnan(a) || std::isnan(b)) {
      error.value = infinity;
      error.firstNaN = i;
      error.isReferenceNaN = std::isnan(b);
      return error;
    }
    // Equal infinities are equal; of others the difference is infinite.
    if (a != b)
      difference = std::max(difference, std::fabs(a - b));
    if (!std::isinf(b))
      magnitude = std::max(magnitude, std::fabs(b));
  }
  error.value = difference / std::max(magnitude, floor);
  return error;
}

ValueError shardc::reference::compareValues(ArrayRef<double> x, ArrayRef<double> reference,
                                            double floor) {
  if (x.size() != reference.size())
    return {infinity, std::nullopt, false};
  return compareElements(
      x.size(), [&](int64_t i) { return x[i]; }, [&](int64_t i) { return reference[i]; }, floor);
}

double shardc::reference::relativeError(const Tensor &x, const Tensor &reference, double floor) {
  if (!x || !reference || x.getNumElements() != reference.getNumElements())
    return infinity;
  return compareElements(
             x.getNumElements(), [&](int64_t i) { return x.at(i); },
             [&](int64_t i) { return reference.at(i); }, floor)
      .value;
}

double shardc::reference::maxFinite(ArrayRef<double> x) {
  double most = 0.0;
  for (double value : x)
    if (std::isfinite(value))
      most = std::max(most, std::fabs(value));
  return most;
}

SmallVector<double> shardc::reference::gradientErrors(ArrayRef<Tensor> gradients,
                                                      ArrayRef<Tensor> references) {
  double largest = 0.0;
  for (const Tensor &reference : references)
    largest = std::fmax(largest, maxMagnitude(reference));
  double floor = std::max(errorFloor, 1e-3 * largest);
  SmallVector<double> errors;
  for (auto [gradient, reference] : llvm::zip_equal(gradients, references))
    errors.push_back(relativeError(gradient, reference, floor));
  return errors;
}

//===----------------------------------------------------------------------===//
// Finite differences
//===----------------------------------------------------------------------===//

/// Derivative of t -> f(x + t*direction) at 0.
static FailureOr<double> slopeAlong(ScalarFunction f, ArrayRef<Tensor> arguments, unsigned index,
                                    const Tensor &direction, double step) {
  auto at = [&](double t) {
    SmallVector<Tensor> moved(arguments);
    double *out = moved[index].getMutable<double>().data();
    const double *d = direction.get<double>().data();
    for (int64_t i = 0; i < direction.getNumElements(); ++i)
      out[i] += t * d[i];
    return f(moved);
  };
  auto central = [&](double t) -> FailureOr<double> {
    FailureOr<double> above = at(t), below = at(-t);
    if (failed(above) || failed(below))
      return failure();
    return (*above - *below) / (2.0 * t);
  };
  FailureOr<double> coarse = central(step), fine = central(step / 2.0);
  if (failed(coarse) || failed(fine))
    return failure();
  // Richardson: the error terms of the second order cancel.
  return (4.0 * *fine - *coarse) / 3.0;
}

FailureOr<double> shardc::reference::gradientError(ScalarFunction f, ArrayRef<Tensor> arguments,
                                                   unsigned index, const Tensor &gradient,
                                                   const GradientCheckOptions &options) {
  const Tensor &x = arguments[index];
  if (!x.isFloat() || !gradient.isFloat() || gradient.getNumElements() != x.getNumElements())
    return infinity;
  int64_t count = x.getNumElements();
  if (count == 0)
    return 0.0;
  double size = maxMagnitude(x), step = options.step * (size > 0.0 ? std::min(size, 1.0) : 1.0);
  ArrayRef<double> slopes = gradient.get<double>();
  double error = 0.0;

  for (int64_t i = 0; i < options.directions; ++i) {
    auto type = RankedTensorType::get(x.getShape(), Float64Type::get(x.getType().getContext()));
    Tensor direction = randomTensor(type, options.seed, "direction" + std::to_string(i));
    ArrayRef<double> d = direction.get<double>();
    double expected = 0.0, length = 0.0, norm = 0.0;
    for (int64_t j = 0; j < count; ++j) {
      expected += slopes[j] * d[j];
      norm += slopes[j] * slopes[j];
      length += d[j] * d[j];
    }
    // A long direction takes shorter steps, so that no element goes far.
    double scaled = step / std::max(1.0, std::sqrt(length / static_cast<double>(count)));
    FailureOr<double> slope = slopeAlong(f, arguments, index, direction, scaled);
    if (failed(slope))
      return failure();
    double difference = std::fabs(*slope - expected) / std::max(std::sqrt(norm), errorFloor);
    error = difference > error || std::isnan(difference) ? difference : error;
  }

  double largest = std::max(maxMagnitude(gradient), errorFloor);
  int64_t samples = std::min(count, options.samples);
  for (int64_t i = 0; i < samples; ++i) {
    int64_t element = samples == count
                          ? i
                          : shardrt::uniformIntAt(options.seed, streamOf("element"), i, 0, count);
    Tensor direction(x.getType());
    direction.getMutable<double>()[element] = 1.0;
    FailureOr<double> slope = slopeAlong(f, arguments, index, direction, step);
    if (failed(slope))
      return failure();
    double difference = std::fabs(*slope - slopes[element]) / largest;
    error = difference > error || std::isnan(difference) ? difference : error;
  }
  return std::isnan(error) ? infinity : error;
}

FailureOr<double> shardc::reference::checkGradient(func::FuncOp primal, func::FuncOp gradient,
                                                   ArrayRef<Tensor> arguments,
                                                   const GradientCheckOptions &options) {
  SmallVector<Tensor> inputs(arguments), cotangents;
  SmallVector<unsigned> floatResults;
  for (auto [i, type] : llvm::enumerate(primal.getResultTypes())) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    if (!tensorType || !isa<FloatType>(tensorType.getElementType()))
      continue;
    floatResults.push_back(i);
    auto wide = RankedTensorType::get(tensorType.getShape(), Float64Type::get(type.getContext()));
    cotangents.push_back(randomTensor(wide, options.seed, "cotangent" + std::to_string(i)));
  }
  inputs.append(cotangents);
  FailureOr<SmallVector<Tensor>> gradients = interpret(gradient, inputs);
  if (failed(gradients))
    return failure();

  auto f = [&](ArrayRef<Tensor> x) -> FailureOr<double> {
    FailureOr<SmallVector<Tensor>> results = interpret(primal, x);
    if (failed(results))
      return failure();
    double sum = 0.0;
    for (auto [index, cotangent] : llvm::zip_equal(floatResults, cotangents))
      for (auto [a, b] : llvm::zip_equal((*results)[index].get<double>(), cotangent.get<double>()))
        sum += a * b;
    return sum;
  };
  double error = 0.0;
  size_t next = 0;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!argument.isFloat())
      continue;
    if (next == gradients->size())
      return gradient.emitOpError()
             << "gives " << gradients->size() << " gradients, less than there are float arguments";
    FailureOr<double> one = gradientError(f, arguments, i, (*gradients)[next++], options);
    if (failed(one))
      return failure();
    error = std::max(error, *one);
  }
  return error;
}
