//===- shard-reduce.cpp - a small model with the same fault -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   shard-reduce model.mlir --test "grep -q stablehlo.tanh @" -o small.mlir
//
// The test is a shell command in which @ stands for a file; it succeeds on files that
// show the fault.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "dialects/Sdy/Sdy.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Driver/CommandLine.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Driver/Registry.h"
#include "shardc/Driver/Text.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include <cstring>

namespace cl = llvm::cl;
using namespace mlir;

namespace {

constexpr int exitSuccess = 0, exitRefused = 1, exitUsage = 2;

/// Runs the user's command on texts.
class ShellTest {
public:
  ShellTest(std::string command, unsigned seconds)
      : command(std::move(command)), seconds(seconds) {}

  /// Prints one error and gives false where no file can be made.
  bool open() {
    std::error_code code = llvm::sys::fs::createTemporaryFile("shard-reduce", "mlir", file);
    if (!code)
      code = llvm::sys::fs::createTemporaryFile("shard-reduce", "txt", printed);
    if (code) {
      llvm::errs() << "shard-reduce: error: no temporary file: " << code.message() << "\n";
      return false;
    }
    remover.setFile(file);
    printedRemover.setFile(printed);
    return true;
  }

  bool operator()(llvm::StringRef text) {
    std::error_code code;
    {
      llvm::raw_fd_ostream os(file, code);
      os << text;
    }
    std::string line;
    bool isNamed = false;
    for (char c : command) {
      isNamed |= c == '@';
      line += c == '@' ? file.str().str() : std::string(1, c);
    }
    if (!isNamed)
      line += " " + file.str().str();
    llvm::StringRef arguments[] = {"/bin/sh", "-c", line};
    std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(printed),
                                                  llvm::StringRef(printed)};
    // A test that hangs shows nothing.
    if (!code)
      status = llvm::sys::ExecuteAndWait("/bin/sh", arguments, std::nullopt, redirects, seconds);
    return !code && status == 0;
  }

  /// How the last run ended, and the last line that it printed.
  std::string describeLast() const {
    // The library has -1 for the shell's own "not found", -2 for signals and time that is up.
    std::string text = status >= 0    ? "it ends with status " + std::to_string(status)
                       : status == -1 ? "it cannot be run"
                                      : "it is ended by a signal, or runs longer than " +
                                            std::to_string(seconds) + " seconds (--timeout)";
    auto output = llvm::MemoryBuffer::getFile(printed);
    llvm::StringRef last =
        output ? (*output)->getBuffer().rtrim().rsplit('\n').second : llvm::StringRef();
    if (last.empty() && output)
      last = (*output)->getBuffer().rtrim();
    if (last.empty())
      return text;
    // Who counts errors by their lines must not count what another program says.
    std::string quoted = last.str();
    for (size_t at = 0; (at = quoted.find("error:", at)) != std::string::npos;)
      quoted.replace(at, strlen("error:"), "error -");
    return text + "; its last line is: " + quoted;
  }

private:
  std::string command;
  unsigned seconds;
  int status = 0;
  llvm::SmallString<128> file, printed;
  llvm::FileRemover remover, printedRemover;
};

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("Options");
  cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("MODEL"), cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("output file (default: stdout)"), cl::init("-"),
                              cl::value_desc("FILE"), cl::cat(category));
  cl::opt<std::string> command(
      "test",
      cl::desc("shell command that succeeds on a file that shows the fault; @ stands for the file"),
      cl::value_desc("COMMAND"), cl::cat(category));
  cl::opt<unsigned> maxTests("max-tests", cl::desc("how often the test may run (default 10000)"),
                             cl::value_desc("N"), cl::init(10000), cl::cat(category));
  cl::opt<unsigned> timeout("timeout", cl::desc("seconds that one test may take (default 60)"),
                            cl::value_desc("SECONDS"), cl::init(60), cl::cat(category));
  cl::opt<bool> quiet("quiet", cl::desc("say nothing of what was done"), cl::cat(category));
  cl::HideUnrelatedOptions(category);
  if (shardc::printToolDocument(argc, argv, "shard-reduce", "make a model small that shows a fault",
                                "MODEL"))
    return shardc::flushStdout() ? exitSuccess : exitRefused;
  if (!shardc::parseCommandLine(argc, argv, "shard-reduce",
                                "shardc: the smallest model with the same fault\n"))
    return exitUsage;
  if (command.empty()) {
    llvm::errs() << "shard-reduce: error: --test: a command is missing, such as "
                    "--test \"grep -q stablehlo.tanh @\"\n";
    return exitUsage;
  }
  if (!shardc::canWrite(output))
    return exitRefused;

  DialectRegistry registry;
  shardc::registerDialects(registry);
  registry.insert<sdy::SdyDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  // What the model has that nobody knows may be the fault.
  context.allowUnregisteredDialects();
  shardc::DiagnosticPrinter printer(&context, llvm::errs());
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::errs() << shardc::oneLine(input)
                 << ": error: cannot read the file: " << buffer.getError().message() << "\n";
    return exitRefused;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (!module)
    return exitRefused;

  ShellTest test(command, timeout);
  if (!test.open())
    return exitRefused;
  shardc::Reducer reducer(std::move(module), std::ref(test), maxTests);
  unsigned before = shardc::Reducer::countOps(reducer.getModule());
  if (!reducer.isInteresting()) {
    llvm::errs() << shardc::oneLine(input)
                 << ": error: the test does not succeed on the model as it is: "
                 << shardc::oneLine(command) << "\n"
                 << "help: " << shardc::oneLine(test.describeLast()) << "\n";
    return exitRefused;
  }
  {
    shardc::ProgressScope progress(quiet ? shardc::ProgressMode::Off : shardc::ProgressMode::Auto,
                                   "reduce");
    shardc::reportProgress(llvm::Twine(before) + " ops");
    reducer.run([&](llvm::StringRef step) {
      shardc::reportProgress(llvm::Twine(shardc::Reducer::countOps(reducer.getModule())) +
                             " ops after " + llvm::Twine(reducer.getNumTests()) + " tests, " +
                             step);
    });
  }
  if (!quiet)
    llvm::errs() << "shard-reduce: " << before << " ops became "
                 << shardc::Reducer::countOps(reducer.getModule()) << " in "
                 << reducer.getNumTests() << " tests\n";
  return shardc::writeFile(output, reducer.getText()) ? exitSuccess : exitRefused;
}
