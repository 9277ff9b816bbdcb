//===- shard-opt.cpp - run any pass or stage --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// MLIR's opt driver with shardc's dialects, passes and stages.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Road.h"
#include "llvm/Support/Format.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--show-road") {
      for (const shardc::Stage &stage : shardc::getRoad())
        llvm::outs() << llvm::format("--shardc-stage-%-15s %s\n", stage.name, stage.description);
      return 0;
    }
  mlir::DialectRegistry registry;
  shardc::registerDialects(registry);
  shardc::registerPasses();
  shardc::registerRoadPipelines();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "shardc: passes and stages (--show-road lists the stages)\n", registry));
}
