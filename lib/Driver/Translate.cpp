//===- Translate.cpp - the shard-translate command --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --mlir-to-shard, --shard-to-json, --shard-to-action-csv. The whole output is
// made before the output file is touched.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Translate.h"
#include "Commands.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Driver/CommandLine.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Text.h"
#include "shardc/Target/Emit.h"
#include "shardc/Target/Json.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
using namespace mlir;

namespace shardc {
namespace {

enum class Direction { MlirToShard, ShardToJson, ShardToActionCsv };

/// A scheduled module as the bytes of a bundle.
FailureOr<std::string> mlirToShard(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  DiagnosticPrinter printer(&context, llvm::errs());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return failure();
  FailureOr<std::vector<uint8_t>> bundle = emitBundle(*module);
  if (failed(bundle))
    return failure();
  return std::string(bundle->begin(), bundle->end());
}

/// A bundle as what `render` makes of it.
FailureOr<std::string> shardTo(const llvm::MemoryBuffer &buffer,
                               std::string (*render)(const shardrt::Plan &)) {
  auto plan = shardrt::loadPlan(buffer.getBufferStart(), buffer.getBufferSize(),
                                buffer.getBufferIdentifier().str());
  if (!plan) {
    // The message begins with the name.
    llvm::errs() << oneLine(plan.status().message()) << "\n";
    return failure();
  }
  return render(**plan);
}

} // namespace

int runTranslate(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("Options");
  cl::opt<std::string> input(cl::Positional, cl::desc("INPUT"), cl::init("-"), cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("output file (default: stdout)"),
                              cl::value_desc("FILE"), cl::init("-"), cl::cat(category));
  cl::opt<Direction> direction(
      cl::desc("what to make of the input:"), cl::cat(category),
      cl::values(
          clEnumValN(Direction::MlirToShard, "mlir-to-shard", "scheduled module to a plan bundle"),
          clEnumValN(Direction::ShardToJson, "shard-to-json", "plan bundle to JSON"),
          clEnumValN(Direction::ShardToActionCsv, "shard-to-action-csv",
                     "plan bundle to the actions of each program")));
  cl::HideUnrelatedOptions(category);
  // The directions are values of one option without a name.
  auto describe = [&](llvm::StringRef name) -> std::string {
    unsigned index = direction.getParser().findOption(name);
    return index < direction.getParser().getNumOptions()
               ? direction.getParser().getDescription(index).str()
               : std::string();
  };
  if (printToolDocument(argc, argv, "shard-translate", "plan bundles to and from other forms",
                        "INPUT", describe))
    return flushStdout() ? exitSuccess : exitRefused;
  if (!parseCommandLine(argc, argv, "shard-translate", "shardc: plan bundles\n"))
    return exitUsage;
  if (direction.getNumOccurrences() != 1) {
    llvm::errs() << "shard-translate: error: expected one of --mlir-to-shard, --shard-to-json, "
                    "--shard-to-action-csv, but got "
                 << (direction.getNumOccurrences() ? "several" : "none") << "\n";
    return exitUsage;
  }
  if (!canWrite(output))
    return exitRefused;

  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::errs() << oneLine(input)
                 << ": error: cannot read the file: " << buffer.getError().message() << "\n";
    return exitRefused;
  }
  FailureOr<std::string> text = failure();
  switch (direction) {
  case Direction::MlirToShard:
    text = mlirToShard(std::move(*buffer));
    break;
  case Direction::ShardToJson:
    text = shardTo(**buffer, planToJson);
    break;
  case Direction::ShardToActionCsv:
    text = shardTo(**buffer, planToActionCsv);
    break;
  }
  if (failed(text))
    return exitRefused;
  return writeFile(output, *text) ? exitSuccess : exitRefused;
}

} // namespace shardc
