//===- CommandLine.cpp - the shardc command ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Parses the command line and hands it to the subcommand. The options are in
// CommandOptions, what subcommands do in Commands.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/CommandLine.h"
#include "CommandOptions.h"
#include "Commands.h"
#include "ToolDoc.h"
#include "shardc/Codegen/Codegen.h"
#include "shardc/Driver/Hints.h"
#include "shardc/Driver/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

namespace cl = llvm::cl;

namespace shardc {
namespace {

constexpr const char *version = "shardc 0.1.0";
constexpr const char *summary = "split models over devices, and show that it is right";

/// Not left to the option library, which would print a line for each fault.
bool validOutput(llvm::StringRef output) {
  return !output.empty() || refuseOption("-o", "no output file is given");
}

/// host, cuda or cuda:sm_NN: anything else is a slip of the keyboard.
bool validTarget(llvm::StringRef target) {
  if (mlir::succeeded(CodegenTarget::parse(target)))
    return true;
  std::string message = ("unknown target '" + target + "'; known: host, cuda, cuda:sm_NN").str();
  std::string hint = hintFor(message, nullptr);
  // `cuda:90`, `cuda:sm90`, `sm_90`.
  llvm::SmallVector<llvm::StringRef> match;
  if (llvm::Regex("^(cuda)?[:_]?(sm)?_?([0-9]+a?)$").match(target, &match)) {
    std::string meant = "cuda:sm_" + match[3].str();
    if (mlir::succeeded(CodegenTarget::parse(meant)))
      hint = "did you mean '" + meant + "'?";
  }
  llvm::errs() << "shardc: error: --target: " << oneLine(message) << "\n";
  if (!hint.empty())
    llvm::errs() << "help: " << oneLine(hint) << "\n";
  return false;
}

/// What is registered, as `shardc` itself sees it.
ToolDoc describeShardc() { return collectTool("shardc", summary, ""); }

/// What another tool prints about itself; empty when it can't.
std::string askTool(llvm::StringRef tool, llvm::StringRef form) {
  static int anchor;
  std::string self = llvm::sys::fs::getMainExecutable("shardc", &anchor);
  llvm::SmallString<128> path(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(path, tool);
  llvm::SmallString<128> output;
  if (llvm::sys::fs::createTemporaryFile("shardc", "txt", output))
    return {};
  llvm::FileRemover remover(output);
  std::string generate = "--generate=" + form.str();
  llvm::StringRef arguments[] = {path, generate};
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), output.str(),
                                                llvm::StringRef("")};
  if (llvm::sys::ExecuteAndWait(path, arguments, std::nullopt, redirects) != 0)
    return {};
  auto text = llvm::MemoryBuffer::getFile(output);
  return text ? (*text)->getBuffer().str() : std::string();
}

/// The scripts of all tools that are there, one after the other.
int completionMain(llvm::StringRef shell, llvm::StringRef output) {
  if (!checkWord("SHELL", "shell", shell))
    return exitUsage;
  std::string text;
  llvm::raw_string_ostream os(text);
  printCompletion(describeShardc(), shell, os);
  printCompletion(describeShardRun(), shell, os);
  for (llvm::StringRef tool : otherTools)
    os << askTool(tool, shell);
  // The first line of a zsh script names all that it completes.
  if (shell == "zsh") {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(text).split(lines, '\n');
    std::string head = "#compdef", body;
    for (llvm::StringRef line : lines)
      if (line.consume_front("#compdef"))
        head += line.str();
      else
        body += line.str() + "\n";
    text = head + "\n" + llvm::StringRef(body).rtrim().str() + "\n";
  }
  return writeFile(output, text) ? exitSuccess : exitRefused;
}

/// `shardc`, `shardc-check` or `check`, `shard-opt`.
int manMain(llvm::StringRef page, llvm::StringRef output) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ToolDoc shardc = describeShardc();
  llvm::StringRef command = page;
  command.consume_front("shardc-");
  if (page == "shardc" || page == "shard-run")
    printManPage(page == "shardc" ? shardc : describeShardRun(), "", os);
  else if (llvm::is_contained(otherTools, page))
    os << askTool(page, "man");
  else
    printManPage(shardc, command, os);
  if (text.empty()) {
    refuseOption("man", "unknown page '" + page + "'; known: " + llvm::join(pagesOf(shardc), ", "));
    return exitUsage;
  }
  return writeFile(output, text) ? exitSuccess : exitRefused;
}

/// Prints the categories of remarks where they are asked for in place of a model.
bool listsCategories(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]).ltrim('-') == "remarks=help") {
      printRemarkCategories(llvm::outs());
      return true;
    }
  return false;
}

} // namespace

int runCommandLine(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandOptions options;
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << version << "\n"; });
  OptionGroups &groups = optionGroups();
  const cl::OptionCategory *shown[] = {&groups.model, &groups.strategy, &groups.training,
                                       &groups.run,   &groups.output,   &groups.message};
  std::vector<llvm::StringRef> names;
  for (cl::SubCommand *command : options.getCommands()) {
    cl::HideUnrelatedOptions(shown, *command);
    names.push_back(command->getName());
  }
  cl::HideUnrelatedOptions(shown);
  std::string usage =
      "usage: shardc " + llvm::join(names, "|") + " ... (shardc COMMAND --help says more)\n";
  if (argc < 2 || (argv[1][0] != '-' && !llvm::is_contained(names, llvm::StringRef(argv[1])))) {
    if (argc >= 2) {
      llvm::errs() << "shardc: error: unknown command '" << oneLine(argv[1]) << "'\n";
      if (llvm::StringRef nearest = nearestWord(argv[1], names); !nearest.empty())
        llvm::errs() << "help: did you mean '" << nearest << "'?\n";
    }
    if (argc < 2)
      llvm::errs() << "shardc: error: no command is given\n";
    llvm::errs() << usage;
    return exitUsage;
  }
  for (int i = 1; i < argc; ++i)
    if (llvm::is_contained({"--help", "-help", "-h"}, llvm::StringRef(argv[i]))) {
      printHelp(describeShardc(), i == 1 ? "" : argv[1], llvm::outs());
      return flushStdout() ? exitSuccess : exitRefused;
    }
  if (listsCategories(argc, argv))
    return flushStdout() ? exitSuccess : exitRefused;
  if (!parseCommandLine(argc, argv, "shardc", "shardc: graph partitioner\n"))
    return exitUsage;

  Display display;
  if (options.importCommand) {
    ModelOptions model;
    if (!options.importModel.get(model, display) ||
        !options.importDisplay.get(display, /*json=*/false) ||
        !checkRemarksOutput(display, model.model, options.importOutput))
      return exitUsage;
    return importMain(model, options.importOutput, options.importGeneric, display);
  }
  if (options.compileCommand) {
    ModelOptions model;
    RoadOptions road;
    if (!options.compileModel.get(model, display) || !options.compileRoad.get(road, display) ||
        !options.compileDisplay.get(display, options.compileJson) ||
        !validTarget(options.compileTarget) || !validOutput(options.compileOutput) ||
        !checkRemarksOutput(display, model.model, options.compileOutput))
      return exitUsage;
    road.target = options.compileTarget;
    return compileMain(model, road, options.compileOutput, options.compileJson,
                       options.compileTimes, display);
  }
  if (options.checkCommand) {
    CheckOptions check;
    if (!options.checkModel.get(check.model, display) ||
        !options.checkRoad.get(check.road, display) ||
        !options.checkDisplay.get(display, options.checkJson) ||
        !checkRemarksOutput(display, check.model.model, "-", options.checkExpect))
      return exitUsage;
    if (options.checkSteps < 1) {
      refuseOption("--steps", "must be at least 1, but got " + llvm::Twine(options.checkSteps));
      return exitUsage;
    }
    if (!checkWord("backend", "backend", options.checkBackend))
      return exitUsage;
    check.steps = options.checkSteps;
    check.seed = options.checkSeed;
    check.backend = options.checkBackend;
    check.expect = options.checkExpect;
    return checkMain(check, options.checkJson, display);
  }
  if (options.explainCommand) {
    ExplainOptions explain;
    if (!options.explainModel.get(explain.model, display) ||
        !options.explainRoad.get(explain.road, display) ||
        !options.explainDisplay.get(display, options.explainJson) ||
        !checkRemarksOutput(display, explain.model.model, "-"))
      return exitUsage;
    explain.value = options.explainValue;
    if (options.explainValue.getNumOccurrences() && explain.value.empty()) {
      refuseOption("--value", "the name of a value is missing");
      return exitUsage;
    }
    display.sources.push_back({"--vs", options.explainVersus});
    if (options.explainVersus.getNumOccurrences())
      explain.versus = options.explainVersus.getValue();
    return explainMain(explain, options.explainJson, display);
  }
  if (options.exportCommand) {
    ModelOptions model;
    RoadOptions road;
    if (!options.exportModel.get(model, display) || !options.exportRoad.get(road, display) ||
        !options.exportDisplay.get(display, /*json=*/false) ||
        !checkWord("form", "form", options.exportForm) ||
        !checkRemarksOutput(display, model.model, options.exportOutput))
      return exitUsage;
    return exportMain(model, road, options.exportForm, options.exportOutput, display);
  }
  if (options.reportCommand)
    return validOutput(options.reportOutput) ? reportMain(options.reportInput, options.reportOutput)
                                             : static_cast<int>(exitUsage);
  if (options.completionCommand)
    return completionMain(options.completionShell, options.completionOutput);
  if (options.manCommand)
    return manMain(options.manPage, options.manOutput);
  llvm::errs() << usage;
  return exitUsage;
}

} // namespace shardc
