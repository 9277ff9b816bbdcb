//===- shard-opt.cpp - run any pass or stage --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// MLIR's opt driver with shardc's dialects, passes and stages. An output file is
// written whole or not at all, and diagnostics are written as shardc does.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sdy/Sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "shardc/Driver/CommandLine.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Hints.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Road.h"
#include "shardc/Driver/Text.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include <cstdio>
#include <unistd.h>

namespace {

namespace cl = llvm::cl;

constexpr int exitSuccess = 0, exitRefused = 1, exitUsage = 2;

/// Says what is wrong with the option of a pass, and in which argument it stands.
std::string explainPassOption(llvm::StringRef option, llvm::StringRef what,
                              llvm::ArrayRef<const char *> arguments) {
  std::string text = what.str() + " '" + option.str() + "'";
  for (llvm::StringRef argument : arguments)
    if (argument.contains(option))
      return text + ", but got '" + argument.str() + "'";
  return text;
}

/// Builds the passes asked for once to see whether their options are right. The
/// library reports a wrong one as a line without `error:`, or not at all.
bool validPasses(const mlir::MlirOptMainConfig &config, mlir::DialectRegistry &registry,
                 llvm::ArrayRef<const char *> arguments) {
  bool valid = true;
  std::string text = shardc::captureStderr([&] {
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
  message.consume_front("error: ");
  std::string explained = message.rtrim("!. ").str();
  llvm::SmallVector<llvm::StringRef> match;
  if (message.empty())
    explained = "a pass or an option of one is not known";
  else if (message.consume_front("no such option "))
    explained = explainPassOption(message.trim(), "the pass has no option", arguments);
  else if (llvm::Regex("^for the -*([^ ]+) option: requires a value").match(message, &match))
    explained = explainPassOption(match[1], "a value is missing for the pass's option", arguments);
  llvm::errs() << "shard-opt: error: " << shardc::oneLine(explained) << "; try 'shard-opt "
               << "--help-hidden'\n";
  return false;
}

/// Writes the diagnostics of each context that the driver makes as shardc does. The driver
/// makes its contexts itself; the first function that is read shows the handler in, after
/// the driver's own handler, so that this one is asked first.
class DiagnosticHook {
public:
  DiagnosticHook(mlir::DialectRegistry &registry, shardc::RemarkFilter filter)
      : writer(llvm::errs(), std::move(filter)) {
    current = this;
    registry.addExtension(+[](mlir::MLIRContext *context, mlir::func::FuncDialect *) {
      if (!current || !current->isOn)
        return;
      context->getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
        current->writer.write(diagnostic);
        return mlir::success();
      });
    });
  }
  ~DiagnosticHook() { current = nullptr; }

  void turnOn() { isOn = true; }
  shardc::DiagnosticWriter &getWriter() { return writer; }

private:
  static inline DiagnosticHook *current = nullptr;
  shardc::DiagnosticWriter writer;
  bool isOn = false;
};

/// Help of a pass or a stage, for documents; other options of MLIR are in MLIR's own.
std::string describePass(llvm::StringRef name) {
  if (!name.starts_with("shardc-"))
    return {};
  if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(name))
    return pass->getPassDescription().str();
  if (const mlir::PassPipelineInfo *pipeline = mlir::PassPipelineInfo::lookup(name))
    return pipeline->getPassDescription().str();
  return {};
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--show-road") {
      for (const shardc::Stage &stage : shardc::getRoad())
        llvm::outs() << llvm::format("--shardc-stage-%-15s %s\n", stage.name, stage.description);
      return shardc::flushStdout() ? exitSuccess : exitRefused;
    }
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  shardc::registerDialects(registry);
  // What import reads: see the passes of import.
  registry.insert<mlir::sdy::SdyDialect>();
  shardc::registerPasses();
  shardc::registerRoadPipelines();

  cl::OptionCategory category("Options");
  cl::opt<bool> showRoad("show-road", cl::desc("list the stages of the road"), cl::cat(category));
  cl::opt<std::string> remarks(
      "remarks",
      cl::desc("remarks to show: all (the default), none, or categories such as roles,reshard; "
               "regular expressions may be used; help lists the categories"),
      cl::value_desc("CATEGORY,..."), cl::init("all"), cl::cat(category));
  cl::opt<std::string> input(cl::Positional, cl::desc("FILE"), cl::init("-"), cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("output file (default: stdout)"),
                              cl::value_desc("FILE"), cl::init("-"), cl::cat(category));
  mlir::registerCLIOptions("shard-opt", registry);
  // A message says where the op is; a print of a whole function hides it.
  auto &options = cl::getRegisteredOptions();
  if (auto found = options.find("mlir-print-op-on-diagnostic"); found != options.end())
    static_cast<cl::opt<bool> *>(found->second)->setInitialValue(false);
  if (shardc::printToolDocument(argc, argv, "shard-opt", "run passes and stages", "FILE",
                                describePass)) {
    // MLIR's own passes and options are hundreds.
    if (llvm::StringRef(argv[1]).ltrim('-').starts_with("h"))
      llvm::outs() << "\n'shard-opt --help-hidden' lists MLIR's passes and options as well.\n";
    return shardc::flushStdout() ? exitSuccess : exitRefused;
  }
  if (!shardc::parseCommandLine(argc, argv, "shard-opt",
                                "shardc: passes and stages (--show-road lists the stages)\n"))
    return exitUsage;
  if (remarks == "help") {
    shardc::printRemarkCategories(llvm::outs());
    return shardc::flushStdout() ? exitSuccess : exitRefused;
  }
  shardc::RemarkFilter filter;
  if (remarks != "none")
    if (std::string wrong = shardc::RemarkFilter::parse(remarks, filter); !wrong.empty()) {
      llvm::errs() << "shard-opt: error: --remarks: " << shardc::oneLine(wrong) << "\n";
      if (std::string hint = shardc::hintFor(wrong, nullptr); !hint.empty())
        llvm::errs() << "help: " << hint << "\n";
      return exitUsage;
    }
  DiagnosticHook hook(registry, std::move(filter));
  mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
  // Lists of what there is read no input and go to stdout.
  bool isList = config.shouldShowDialects() || config.shouldListPasses();
  if (!isList && !validPasses(config, registry, llvm::ArrayRef(argv + 1, argc - 1)))
    return exitUsage;
  if (!isList && !shardc::canWrite(output))
    return exitRefused;
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (!isList && !(buffer = mlir::openInputFile(input, &message))) {
    // `cannot open input file 'x': why`.
    llvm::StringRef why = llvm::StringRef(message).rsplit("': ").second;
    llvm::errs() << shardc::oneLine(input) << ": error: cannot read the file: "
                 << shardc::oneLine(why.empty() ? llvm::StringRef(message) : why) << "\n";
    return exitRefused;
  }
  if (isList) {
    bool failed = mlir::failed(mlir::MlirOptMain(argc, argv, input, "-", registry));
    return failed || !shardc::flushStdout();
  }
  // Expected diagnostics and parts of files are the driver's business.
  if (!config.shouldVerifyDiagnostics() && config.inputSplitMarker().empty()) {
    hook.getWriter().addSource(buffer->getBufferIdentifier(), buffer->getBuffer());
    for (int i = 1; i < argc; ++i)
      if (llvm::StringRef text = argv[i]; text.contains("strategy="))
        hook.getWriter().addSource(
            "strategy", text.split("strategy=").second.take_until([](char c) { return c == ' '; }));
    hook.turnOn();
  }
  bool toStdout = output == "-";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::raw_ostream &to = toStdout ? static_cast<llvm::raw_ostream &>(llvm::outs()) : os;
  if (mlir::failed(mlir::MlirOptMain(to, std::move(buffer), registry, config)))
    return exitRefused;
  return (toStdout ? shardc::flushStdout() : shardc::writeFile(output, text)) ? exitSuccess
                                                                              : exitRefused;
}
