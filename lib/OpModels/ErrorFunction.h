//===- ErrorFunction.h - erf and erfc from other ops ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_OPMODELS_ERRORFUNCTION_H
#define SHARDC_LIB_OPMODELS_ERRORFUNCTION_H

#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::decomposition {

/// The error function of each element, to relative precision also where it is tiny; f32 or
/// f64.
mlir::Value buildErf(TensorBuilder &b, mlir::Value x);

/// The same to absolute precision, which is enough where one is added to it; f32 or f64.
mlir::Value buildErfBesideOne(TensorBuilder &b, mlir::Value x);

/// One less the error function, to relative precision also where it is tiny; f32 or
/// f64.
mlir::Value buildErfc(TensorBuilder &b, mlir::Value x);

} // namespace shardc::decomposition

#endif // SHARDC_LIB_OPMODELS_ERRORFUNCTION_H
