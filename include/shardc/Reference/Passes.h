//===- Passes.h - running a module ------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_PASSES_H
#define SHARDC_REFERENCE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/Reference/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/Reference/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_REFERENCE_PASSES_H
