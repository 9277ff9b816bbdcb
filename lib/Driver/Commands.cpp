//===- Commands.cpp - what each subcommand does -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// import, compile, check, explain, report: read, call, write, exit status.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "CommandOptions.h"
#include "Compare.h"
#include "mlir/IR/AsmState.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/RemarkRecorder.h"
#include "shardc/Driver/Text.h"
#include "shardc/Target/Emit.h"
#include "shardc/Target/Report.h"
#include "shardrt/Plan.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace shardc {
namespace {

/// A context with everything registered, its printer of diagnostics, and the line that
/// says what is being done.
struct Environment {
  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<DiagnosticPrinter> printer;
  std::unique_ptr<ProgressScope> progress;
  std::unique_ptr<RemarkRecorder> recorder;
  std::string remarksOutput;
  bool isQuiet;

  Environment(llvm::StringRef command, const Display &display)
      : remarksOutput(display.remarksOutput), isQuiet(display.isQuiet) {
    registerDialects(registry);
    context = std::make_unique<MLIRContext>(registry);
    context->loadAllAvailableDialects();
    // A message says what is wrong; a print of the whole module hides it.
    context->printOpOnDiagnostic(false);
    printer = std::make_unique<DiagnosticPrinter>(context.get(), llvm::errs(), display.remarks);
    for (const auto &[name, text] : display.sources)
      printer->getWriter().addSource(name, text);
    progress = std::make_unique<ProgressScope>(display.progress, command);
    if (!remarksOutput.empty())
      recorder = std::make_unique<RemarkRecorder>(context.get(), remarksOutput, display.remarks);
  }

  /// Whether the files of the command may be written; `output` is empty for none. Prints one
  /// error and gives false otherwise.
  bool canWriteFiles(llvm::StringRef output = {}) const {
    return (output.empty() || canWrite(output)) && (!recorder || canWrite(remarksOutput));
  }

  /// Status of a failed command: whatever failed must have said why.
  int refused(llvm::StringRef what) {
    progress.reset();
    if (!printer->getNumErrors())
      llvm::errs() << "shardc: error: " << what << " failed without a diagnostic\n";
    return exitRefused;
  }

  /// Writes what the command made, and the remarks where they are asked for, and ends the
  /// command where it can.
  int write(llvm::StringRef path, llvm::StringRef contents) {
    progress.reset();
    std::string remarks = recorder ? recorder->finish() : "";
    llvm::SmallVector<OutputFile, 2> files{{path, contents}};
    if (recorder)
      files.push_back({remarksOutput, remarks});
    if (!writeFiles(files))
      return exitRefused;
    finish();
    return exitSuccess;
  }

  /// Takes the line of progress away and counts what was not shown.
  void finish() {
    progress.reset();
    if (!isQuiet)
      printer->getWriter().writeSummary("shardc");
  }
};

/// Shortest text that reads back as the same double.
std::string exact(double value) {
  std::string text;
  for (int digits : {6, 9, 15, 17}) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value)
      break;
  }
  return text;
}

/// JSON has neither NaN nor infinity: null.
llvm::json::Array numbers(llvm::ArrayRef<double> values) {
  llvm::json::Array array;
  for (double value : values)
    array.push_back(std::isfinite(value) ? llvm::json::Value(value) : llvm::json::Value(nullptr));
  return array;
}

/// JSON has no infinity: an error without bound becomes the largest double.
double finite(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::max();
}

llvm::json::Object toJson(const CheckResult &result) {
  llvm::json::Object collectives;
  for (const auto &[kind, count] : result.collectives)
    collectives[kind] = count;
  llvm::json::Array outputs;
  for (const std::string &output : result.outputs)
    outputs.push_back(output);
  return llvm::json::Object{
      {"pass", result.pass},
      {"failure", result.failure},
      {"ranks", result.ranks},
      {"outputs", std::move(outputs)},
      {"max_rel_err", finite(result.maxRelErr.value)},
      {"max_rel_err_tensor", result.maxRelErr.tensor},
      {"working_rel_err", finite(result.workingRelErr.value)},
      {"working_rel_err_tensor", result.workingRelErr.tensor},
      {"expected", result.expected},
      {"expect_rel_err", finite(result.expectRelErr.value)},
      {"expect_rel_err_tensor", result.expectRelErr.tensor},
      {"replicas_identical", result.replicasIdentical},
      {"collectives", std::move(collectives)},
      {"bytes_on_wire", result.bytesOnWire},
      {"flops", result.flops},
      {"param_bytes", result.paramBytes},
      {"grad_bytes", result.gradBytes},
      {"state_bytes", result.stateBytes},
      {"peak_bytes", result.peakBytes},
      {"arena_predicted", result.arenaPredicted},
      {"arena_allocated", result.arenaAllocated},
      {"losses", numbers(result.losses)},
      {"reference_losses", numbers(result.referenceLosses)},
      {"seed", static_cast<int64_t>(result.seed)},
  };
}

void printCheck(const CheckResult &result, llvm::raw_ostream &os) {
  for (size_t i = 0; i < result.losses.size(); ++i)
    os << "step " << i << " loss " << exact(result.losses[i]) << "   one device "
       << (i < result.referenceLosses.size() ? exact(result.referenceLosses[i]) : "-") << "\n";
  os << "ranks " << result.ranks << "; float64 error " << describe(result.maxRelErr)
     << ", working precision " << describe(result.workingRelErr) << "\n";
  os << "per rank: params " << result.paramBytes << " B, optimizer state " << result.stateBytes
     << " B, arena " << result.arenaAllocated << " B (" << result.arenaPredicted << " predicted), "
     << result.flops << " dot FLOPs, " << result.bytesOnWire << " B on the wire\n";
  if (!result.collectives.empty()) {
    os << "collectives per rank and step:";
    for (const auto &[kind, count] : result.collectives)
      os << " " << kind << " " << count;
    os << "\n";
  }
  if (result.pass)
    os << "check passed: the partitioned program equals one device\n";
}

} // namespace

int importMain(const ModelOptions &options, llvm::StringRef output, bool generic,
               const Display &display) {
  Environment environment("import", display);
  if (!environment.canWriteFiles(output))
    return exitRefused;
  reportProgress("import");
  OwningOpRef<ModuleOp> module = loadModel(environment.context.get(), options);
  if (!module)
    return environment.refused("import");
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  if (generic)
    flags.printGenericOpForm();
  module->print(os, flags);
  return environment.write(output, text);
}

int compileMain(ModelOptions model, RoadOptions road, llvm::StringRef output, bool json, bool times,
                const Display &display) {
  Environment environment("compile", display);
  if (!environment.canWriteFiles(output))
    return exitRefused;
  reportProgress("import");
  coverBatch(model, road.strategy);
  OwningOpRef<ModuleOp> module = loadModel(environment.context.get(), model);
  if (!module || failed(compileModule(*module, road, times)))
    return environment.refused("compile");
  reportProgress("emit");
  FailureOr<std::vector<uint8_t>> bundle = emitBundle(*module);
  if (failed(bundle))
    return environment.refused("emit");
  if (environment.write(output, {reinterpret_cast<const char *>(bundle->data()), bundle->size()}) !=
      exitSuccess)
    return exitRefused;
  if (json) {
    llvm::json::Object object{{"bundle", output}, {"bytes", static_cast<int64_t>(bundle->size())}};
    llvm::outs() << llvm::json::Value(std::move(object)) << "\n";
  }
  return flushStdout() ? exitSuccess : exitRefused;
}

int exportMain(ModelOptions model, RoadOptions road, llvm::StringRef form, llvm::StringRef output,
               const Display &display) {
  Environment environment("export", display);
  if (!environment.canWriteFiles(output))
    return exitRefused;
  reportProgress("import");
  coverBatch(model, road.strategy);
  OwningOpRef<ModuleOp> module = loadModel(environment.context.get(), model);
  if (!module || failed(exportModule(*module, road, form)))
    return environment.refused("export");
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return environment.write(output, text);
}

int checkMain(const CheckOptions &options, bool json, const Display &display) {
  Environment environment("check", display);
  if (!environment.canWriteFiles())
    return exitRefused;
  FailureOr<CheckResult> result = runCheck(environment.context.get(), options);
  if (failed(result))
    return environment.refused("check");
  std::string text;
  llvm::raw_string_ostream os(text);
  if (json)
    os << llvm::json::Value(toJson(*result)) << "\n";
  else
    printCheck(*result, os);
  // A check that fails has a result, but no remarks are kept of it.
  if (!result->pass)
    environment.recorder.reset();
  if (environment.write("-", text) != exitSuccess)
    return exitRefused;
  if (!result->pass)
    llvm::errs() << oneLine(options.model.model)
                 << ": error: check failed: " << oneLine(result->failure) << "\n";
  return result->pass ? exitSuccess : exitRefused;
}

int explainMain(const ExplainOptions &options, bool json, const Display &display) {
  Environment environment("explain", display);
  if (!environment.canWriteFiles())
    return exitRefused;
  FailureOr<Explanation> first = explainModel(environment.context.get(), options);
  if (failed(first))
    return environment.refused("explain");
  FailureOr<Explanation> second = failure();
  if (options.versus) {
    reportProgressPart("the other strategy");
    ExplainOptions other = options;
    other.road.strategy = *options.versus;
    other.isVersus = true;
    second = explainModel(environment.context.get(), other);
    if (failed(second))
      return environment.refused("explain");
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (json)
    os << llvm::json::Value(options.versus ? toJson(*first, *second) : toJson(*first)) << "\n";
  else if (options.versus)
    printComparison(*first, *second, os);
  else
    printExplanation(*first, !options.value.empty(), os);
  return environment.write("-", text);
}

int reportMain(llvm::StringRef input, llvm::StringRef output) {
  if (!canWrite(output))
    return exitRefused;
  auto plan = shardrt::loadPlan(input.str());
  if (!plan) {
    llvm::errs() << oneLine(plan.status().message()) << "\n";
    return exitRefused;
  }
  return writeFile(output, renderReport(**plan)) ? exitSuccess : exitRefused;
}

} // namespace shardc
