//===- Compare.h - errors of tensors ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_COMPARE_H
#define SHARDC_LIB_DRIVER_COMPARE_H

#include "shardc/Driver/Check.h"
#include "shardc/Reference/Compare.h"

namespace shardc {

/// Compares a tensor with its reference and keeps the larger error: the first NaN, else the
/// largest number. `shape` says what elements are called; losses, one a step, have none.
void note(CheckError &worst, llvm::ArrayRef<double> x, llvm::ArrayRef<double> reference,
          double floor, llvm::StringRef tensor,
          std::optional<llvm::ArrayRef<int64_t>> shape = std::nullopt);

/// The error of a tensor as people read it, `1.25e-09 (w)` or `NaN (w at [0, 3])`.
std::string describe(const CheckError &error);

/// Why the error of a run is too large, `run` being "float64" or a precision; empty where it
/// is at most `bound`.
std::string whyTooLarge(const CheckError &error, llvm::StringRef run, double bound);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_COMPARE_H
