//===- Passes.h - passes of the op models -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_PASSES_H
#define SHARDC_OPMODELS_PASSES_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/OpModels/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/OpModels/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_OPMODELS_PASSES_H
