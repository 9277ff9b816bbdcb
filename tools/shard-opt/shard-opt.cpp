//===- shard-opt.cpp - run any pass or stage --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// MLIR's opt driver with shardc's dialects, passes and stages. An output file is
// written whole or not at all.
//
//===----------------------------------------------------------------------===//

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Road.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--show-road") {
      for (const shardc::Stage &stage : shardc::getRoad())
        llvm::outs() << llvm::format("--shardc-stage-%-15s %s\n", stage.name, stage.description);
      return shardc::flushStdout() ? 0 : 1;
    }
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  shardc::registerDialects(registry);
  shardc::registerPasses();
  shardc::registerRoadPipelines();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "shardc: passes and stages (--show-road lists the stages)\n", registry);
  mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
  // Lists of what there is read no input and go to stdout.
  if (output == "-" || config.shouldShowDialects() || config.shouldListPasses()) {
    bool failed = mlir::failed(mlir::MlirOptMain(argc, argv, input, "-", registry));
    return failed || !shardc::flushStdout();
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = mlir::openInputFile(input, &message);
  if (!buffer) {
    llvm::errs() << message << "\n";
    return 1;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (mlir::failed(mlir::MlirOptMain(os, std::move(buffer), registry, config)))
    return 1;
  return shardc::writeFile(output, text) ? 0 : 1;
}
