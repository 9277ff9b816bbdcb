//===- Plugin.cpp - shardc in any mlir-opt ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The entry points that MLIR's drivers look for. Of everything in the plug-in only
// these two names can be seen from outside.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "shardc/Api.h"

/// Dialects of shardc, with their op interfaces.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "shardc", shardc::getVersion().data(),
          [](mlir::DialectRegistry *registry) { shardc::registerAllDialects(*registry); }};
}

/// Passes, stages and the road.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "shardc", shardc::getVersion().data(),
          [] { shardc::registerAllPasses(); }};
}
