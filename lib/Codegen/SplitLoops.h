//===- SplitLoops.h - loops between segments --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_CODEGEN_SPLITLOOPS_H
#define SHARDC_LIB_CODEGEN_SPLITLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace shardc::codegen {

/// Moves loops out of segments into the programs that call these: what is before,
/// behind and in a loop becomes segments of its own. Fails, after one error, where
/// ranks run different programs.
llvm::LogicalResult splitLoops(mlir::ModuleOp module);

} // namespace shardc::codegen

#endif // SHARDC_LIB_CODEGEN_SPLITLOOPS_H
