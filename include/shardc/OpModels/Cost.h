//===- Cost.h - what ops take -----------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_COST_H
#define SHARDC_OPMODELS_COST_H

#include "mlir/IR/DialectRegistry.h"

namespace shardc {

/// Attaches CostOpInterface to the ops of stablehlo and nn. Attention counts
/// the products that its decomposition executes: all pairs of positions, causal
/// or not.
void registerCostModels(mlir::DialectRegistry &registry);

} // namespace shardc

#endif // SHARDC_OPMODELS_COST_H
