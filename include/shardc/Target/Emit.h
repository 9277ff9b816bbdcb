//===- Emit.h - plan bundles ------------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TARGET_EMIT_H
#define SHARDC_TARGET_EMIT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "shardc/Schedule/Plan.h"
#include <cstdint>
#include <vector>

namespace shardc {

/// The bytes of a bundle (runtime/schema/plan.fbs): deterministic, and of a size
/// that does not depend on the number of ranks. The plan is taken as proven.
std::vector<uint8_t> writeBundle(const plan::Plan &plan);

/// The bundle of a scheduled module. Proves the plan first: what the proof
/// refuses is one located error.
mlir::FailureOr<std::vector<uint8_t>> emitBundle(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_TARGET_EMIT_H
