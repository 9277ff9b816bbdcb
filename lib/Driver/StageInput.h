//===- StageInput.h - is this what a stage takes ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_STAGEINPUT_H
#define SHARDC_LIB_DRIVER_STAGEINPUT_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringRef.h"

namespace shardc {

/// A pass that refuses, with one located error, a module that is not yet, or no
/// longer, what the named stage of the road takes. How far a module has come is
/// read off its ops and attributes, so that IR written by hand needs no mark.
std::unique_ptr<mlir::Pass> createCheckStageInputPass(llvm::StringRef stage);

/// Registers it, `--shardc-check-stage-input=stage=NAME`.
void registerCheckStageInputPass();

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_STAGEINPUT_H
