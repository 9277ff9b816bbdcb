//===- StepStages.h - stages of backward passes and updates -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the library: part of stage assignment.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_STEPSTAGES_H
#define SHARDC_LIB_PIPELINE_STEPSTAGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace shardc {

/// Gives stages to what follows the forward pass, whose ops have them already, in a graph
/// that states phases. A backward op is on the stage of its layer, and never on a later
/// one than what it reads of the backward pass. An update is where the gradient is; a
/// number that is made of several stages' is on the last one. `stageOfLayer` tells where a
/// layer is.
void placeLaterPhases(mlir::func::FuncOp main, int64_t stages,
                      llvm::function_ref<std::optional<int64_t>(int64_t)> stageOfLayer);

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_STEPSTAGES_H
