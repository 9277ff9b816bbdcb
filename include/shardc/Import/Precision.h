//===- Precision.h - the float type of a whole graph ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_IMPORT_PRECISION_H
#define SHARDC_IMPORT_PRECISION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace shardc {

/// The type that "fp64", "fp32", "bf16" or "fp16" names; null for other names.
mlir::FloatType floatTypeOf(llvm::StringRef precision, mlir::MLIRContext *context);

/// Turns every float type of a module (arguments, results, values, constants,
/// conversions) into the named one. Sums of losses and tokens (result roles
/// `loss_sum`, `token_count`) stay at least fp32. Emits one error when an op
/// pins its type, or the name is unknown.
llvm::LogicalResult convertPrecision(mlir::ModuleOp module, llvm::StringRef precision);

} // namespace shardc

#endif // SHARDC_IMPORT_PRECISION_H
