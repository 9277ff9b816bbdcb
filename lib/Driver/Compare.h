//===- Compare.h - errors of tensors ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_COMPARE_H
#define SHARDC_LIB_DRIVER_COMPARE_H

#include "shardc/Driver/Check.h"
#include "llvm/ADT/ArrayRef.h"

namespace shardc {

/// max|x - reference| / max(max|reference|, floor). NaN or infinity in either
/// where the other is different gives infinity, as does a difference in size.
double relativeError(llvm::ArrayRef<double> x, llvm::ArrayRef<double> reference,
                     double floor = 1e-6);

/// Largest absolute value.
double maxAbs(llvm::ArrayRef<double> values);

/// Keeps the larger error.
void note(CheckError &worst, double error, llvm::StringRef tensor);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_COMPARE_H
