//===- Passes.h - passes of kernel generation -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_CODEGEN_PASSES_H
#define SHARDC_CODEGEN_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/Codegen/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/Codegen/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_CODEGEN_PASSES_H
