//===- Compare.cpp - errors of tensors --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include <cmath>
#include <limits>

namespace shardc {

double maxAbs(llvm::ArrayRef<double> values) {
  double result = 0;
  for (double value : values)
    result = std::max(result, std::fabs(value));
  return result;
}

double relativeError(llvm::ArrayRef<double> x, llvm::ArrayRef<double> reference, double floor) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (x.size() != reference.size())
    return infinity;
  double difference = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double d = std::fabs(x[i] - reference[i]);
    // Equal infinities differ by NaN; everything else that is NaN is a fault.
    if (std::isnan(d)) {
      if (x[i] == reference[i])
        continue;
      return infinity;
    }
    difference = std::max(difference, d);
  }
  return difference / std::max(maxAbs(reference), floor);
}

void note(CheckError &worst, double error, llvm::StringRef tensor) {
  if (worst.tensor.empty() || error > worst.value)
    worst = {error, tensor.str()};
}

} // namespace shardc
