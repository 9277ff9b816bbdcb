//===- Gradients.h - reverse-mode gradients of ops --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_GRADIENTS_H
#define SHARDC_OPMODELS_GRADIENTS_H

#include "mlir/IR/DialectRegistry.h"

namespace shardc {

/// Attaches DifferentiableOpInterface to the ops of stablehlo, nn and dist that
/// have a gradient. Ops that are constant almost everywhere (floor, sign) have
/// the gradient zero. Ops without the interface are refused by differentiation
/// where a loss depends on them. Gradients of gradients are not defined.
void registerGradientModels(mlir::DialectRegistry &registry);

} // namespace shardc

#endif // SHARDC_OPMODELS_GRADIENTS_H
