//===- PartitionCheckerPass.h - the check within its stage ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_PARTITIONCHECKERPASS_H
#define SHARDC_LIB_SHARDING_PARTITIONCHECKERPASS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace shardc {

/// A module as it was before a stage changed it, to check that stage by.
struct KeptProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Copies the module into `kept`.
std::unique_ptr<mlir::Pass> createKeepProgramPass(std::shared_ptr<KeptProgram> kept);

/// `--shardc-verify-partition` against the functions of the same name in `kept`,
/// which is emptied.
std::unique_ptr<mlir::Pass> createVerifyPartitionPass(std::shared_ptr<KeptProgram> kept);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_PARTITIONCHECKERPASS_H
