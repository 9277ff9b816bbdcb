//===- shard-opt.cpp - run any pass or stage --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// MLIR's opt driver with shardc's dialects, passes and stages. An output file is
// written whole or not at all.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Road.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdio>
#include <unistd.h>

namespace {

/// What `act` writes to stderr past every stream that could be given to it.
std::string captureStderr(llvm::function_ref<void()> act) {
  llvm::errs().flush();
  std::FILE *file = std::tmpfile();
  int saved = dup(STDERR_FILENO);
  if (!file || saved < 0 || dup2(fileno(file), STDERR_FILENO) < 0) {
    act();
    return {};
  }
  act();
  llvm::errs().flush();
  dup2(saved, STDERR_FILENO);
  close(saved);
  std::string text;
  off_t size = lseek(fileno(file), 0, SEEK_END);
  if (size > 0 && lseek(fileno(file), 0, SEEK_SET) == 0) {
    text.resize(size);
    ssize_t got = read(fileno(file), text.data(), text.size());
    text.resize(std::max<ssize_t>(got, 0));
  }
  std::fclose(file);
  return text;
}

/// Builds the passes asked for once to see whether their options are right. The
/// library reports a wrong one as a line without `error:`, or not at all.
bool validPasses(const mlir::MlirOptMainConfig &config, mlir::DialectRegistry &registry) {
  bool valid = true;
  std::string text = captureStderr([&] {
    mlir::MLIRContext context(registry);
    mlir::ScopedDiagnosticHandler handler(&context, [](mlir::Diagnostic &diagnostic) {
      llvm::errs() << diagnostic << "\n";
      return mlir::success();
    });
    mlir::PassManager manager(&context);
    valid = mlir::succeeded(config.setupPassPipeline(manager));
  });
  if (valid)
    return true;
  llvm::StringRef message = llvm::StringRef(text).split('\n').first.trim();
  message.consume_front("<Pass-Options-Parser>: ");
  message.consume_front("shard-opt: ");
  if (message.empty())
    message = "a pass or an option of one is not known";
  llvm::errs() << "shard-opt: error: " << message.rtrim("!. ") << "\n";
  return false;
}

} // namespace

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
  bool isList = config.shouldShowDialects() || config.shouldListPasses();
  if (!isList && !validPasses(config, registry))
    return 1;
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (!isList && !(buffer = mlir::openInputFile(input, &message))) {
    llvm::errs() << "shard-opt: error: " << message << "\n";
    return 1;
  }
  if (isList) {
    bool failed = mlir::failed(mlir::MlirOptMain(argc, argv, input, "-", registry));
    return failed || !shardc::flushStdout();
  }
  if (output == "-") {
    bool failed =
        mlir::failed(mlir::MlirOptMain(llvm::outs(), std::move(buffer), registry, config));
    return failed || !shardc::flushStdout();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (mlir::failed(mlir::MlirOptMain(os, std::move(buffer), registry, config)))
    return 1;
  return shardc::writeFile(output, text) ? 0 : 1;
}
