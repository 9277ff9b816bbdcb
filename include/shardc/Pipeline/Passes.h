//===- Passes.h - stages, microbatches, pipelines ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_PIPELINE_PASSES_H
#define SHARDC_PIPELINE_PASSES_H

#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace shardc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "shardc/Pipeline/Passes.h.inc"

} // namespace shardc

#endif // SHARDC_PIPELINE_PASSES_H
