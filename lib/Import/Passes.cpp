//===- Passes.cpp - import steps as passes ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Lets each step of import run alone.
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Passes.h"
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Precision.h"

using namespace mlir;

namespace shardc {

#define GEN_PASS_DEF_NORMALIZEMODULE
#define GEN_PASS_DEF_ASSIGNROLES
#define GEN_PASS_DEF_UNSTACKARGUMENTS
#define GEN_PASS_DEF_FINDLAYERS
#define GEN_PASS_DEF_CONVERTPRECISION
#define GEN_PASS_DEF_VERIFYIMPORT
#include "shardc/Import/Passes.h.inc"

namespace {

struct NormalizeModulePass : impl::NormalizeModuleBase<NormalizeModulePass> {
  void runOnOperation() final {
    if (failed(normalizeModule(getOperation())))
      return signalPassFailure();
  }
};

struct AssignRolesPass : impl::AssignRolesBase<AssignRolesPass> {
  using Base::Base;
  void runOnOperation() final {
    if (failed(assignRoles(getOperation(), roles)))
      return signalPassFailure();
  }
};

struct UnstackArgumentsPass : impl::UnstackArgumentsBase<UnstackArgumentsPass> {
  void runOnOperation() final {
    func::FuncOp main = findEntry(getOperation());
    if (!main)
      return signalPassFailure();
    assignLayers(main);
    unstackArguments(main);
  }
};

struct FindLayersPass : impl::FindLayersBase<FindLayersPass> {
  void runOnOperation() final {
    func::FuncOp main = findEntry(getOperation());
    if (!main)
      return signalPassFailure();
    findLayers(main);
  }
};

struct ConvertPrecisionPass : impl::ConvertPrecisionBase<ConvertPrecisionPass> {
  using Base::Base;
  void runOnOperation() final {
    if (failed(convertPrecision(getOperation(), to)))
      return signalPassFailure();
  }
};

struct VerifyImportPass : impl::VerifyImportBase<VerifyImportPass> {
  void runOnOperation() final {
    if (failed(verifyImported(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace shardc
