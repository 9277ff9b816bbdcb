//===- Bodies.h - what bodies of reductions compute -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_BODIES_H
#define SHARDC_OPMODELS_BODIES_H

#include "mlir/IR/Region.h"

namespace shardc {

/// The op of a body that is one commutative op of its two arguments, in either
/// order, and its return; null for any other body.
mlir::Operation *combinerOf(mlir::Region &body);

} // namespace shardc

#endif // SHARDC_OPMODELS_BODIES_H
