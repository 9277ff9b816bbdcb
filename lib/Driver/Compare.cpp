//===- Compare.cpp - errors of tensors --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace shardc {

/// `[0, 3]` for an element of a tensor, `step 2` for one of the losses.
static std::string placeOf(int64_t index, std::optional<llvm::ArrayRef<int64_t>> shape) {
  if (!shape)
    return "step " + std::to_string(index);
  std::string text;
  for (size_t dim = shape->size(); dim-- > 0;) {
    int64_t extent = std::max<int64_t>((*shape)[dim], 1);
    text = std::to_string(index % extent) + (text.empty() ? "" : ", ") + text;
    index /= extent;
  }
  return "[" + text + "]";
}

void note(CheckError &worst, llvm::ArrayRef<double> x, llvm::ArrayRef<double> reference,
          double floor, llvm::StringRef tensor, std::optional<llvm::ArrayRef<int64_t>> shape) {
  reference::ValueError error = reference::compareValues(x, reference, floor);
  bool isFirstNaN = error.firstNaN && worst.nan.empty();
  if (!worst.tensor.empty() && !isFirstNaN && (!worst.nan.empty() || error.value <= worst.value))
    return;
  worst = {error.value, tensor.str(), "", false};
  if (error.firstNaN) {
    worst.nan = placeOf(*error.firstNaN, shape);
    worst.isReferenceNaN = error.isReferenceNaN;
  }
}

std::string describe(const CheckError &error) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!error.nan.empty())
    os << "NaN (" << error.tensor << " at " << error.nan << ")";
  else
    os << llvm::format("%.2e", error.value) << " (" << error.tensor << ")";
  return text;
}

std::string whyTooLarge(const CheckError &error, llvm::StringRef run, double bound) {
  if (!error.nan.empty() && error.isReferenceNaN)
    return llvm::formatv("'{0}' is NaN at {1} on one device already, so that nothing can be "
                         "compared with it",
                         error.tensor, error.nan);
  if (!error.nan.empty())
    return llvm::formatv("'{0}' is NaN at {1} of the split {2} run, but a number on one device in "
                         "float64",
                         error.tensor, error.nan, run);
  if (error.value <= bound)
    return {};
  return llvm::formatv("{0} error {1:e} of '{2}' exceeds {3:e}", run, error.value, error.tensor,
                       bound);
}

} // namespace shardc
