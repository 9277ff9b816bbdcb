//===- Passes.h - passes of import ------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_PASSES_H
#define SHARDC_IMPORT_PASSES_H

#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/Import/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/Import/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_IMPORT_PASSES_H
