//===- Passes.h - passes of training ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TRAINING_PASSES_H
#define SHARDC_TRAINING_PASSES_H

#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Training/MemoryBudget.h"

namespace shardc {

#define GEN_PASS_DECL
#include "shardc/Training/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "shardc/Training/Passes.h.inc"

/// The stage `differentiate`: `--shardc-differentiate` and its verifier.
void buildDifferentiatePipeline(mlir::OpPassManager &manager, const DifferentiateOptions &options);

/// The stage `rematerialize`: `--shardc-rematerialize` and its verifier. `hooks` is
/// for memory budgets.
void buildRematerializePipeline(mlir::OpPassManager &manager, const RematerializeOptions &options,
                                MemoryBudgetHooks hooks = {});

} // namespace shardc

#endif // SHARDC_TRAINING_PASSES_H
