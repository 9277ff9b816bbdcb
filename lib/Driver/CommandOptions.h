//===- CommandOptions.h - options of the shardc command ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The one table of options: the command line is parsed by it, and --help, the man
// pages and the completion of shells are made from it. To add an option, add a
// member here with its category, and read it in get().
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_COMMANDOPTIONS_H
#define SHARDC_LIB_DRIVER_COMMANDOPTIONS_H

#include "shardc/Driver/Check.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Driver/Progress.h"
#include "llvm/Support/CommandLine.h"

namespace shardc {

/// Groups of options in --help and the man pages; made when the command runs.
struct OptionGroups {
  llvm::cl::OptionCategory model{"Model options", "which graph, in which sizes and precision"},
      strategy{"Strategy options", "how the graph is split over ranks"},
      training{"Training options", "the optimizer that makes a training step"},
      run{"Run options", "what is run"}, output{"Output options", "what is written, and where"},
      message{"Message options", "what is told on stderr"};
};
OptionGroups &optionGroups();

/// Prints `shardc: error: --OPTION: MESSAGE`, with a hint if there is one. Always false.
bool refuseOption(llvm::StringRef option, const llvm::Twine &message);
/// Whether a value is one of those that the option takes (see wordsOfOption); prints why not.
bool checkWord(llvm::StringRef option, llvm::StringRef what, llvm::StringRef value);

/// How a command reports: remarks, progress.
struct Display {
  RemarkFilter remarks;
  /// File for remarks; empty for none.
  std::string remarksOutput;
  ProgressMode progress = ProgressMode::Auto;
  /// Neither progress nor counts of remarks.
  bool isQuiet = false;
  /// Texts that errors point into, by the name of their location.
  std::vector<std::pair<std::string, std::string>> sources;
};

/// Whether the file of remarks is none of the other files of the command: the model, what is
/// written (`-` for stdout), what results are compared with. Empty ones are left out. Prints and
/// gives false on bad usage.
bool checkRemarksOutput(const Display &display, llvm::StringRef model, llvm::StringRef output,
                        llvm::StringRef expect = {});

/// An option that several subcommands share is declared once for each of them: the
/// option library ties an option to its subcommands at construction.
struct ModelFlags {
  llvm::cl::opt<std::string> model;
  llvm::cl::opt<int64_t> sequence;
  llvm::cl::opt<int64_t> globalBatch;
  llvm::cl::opt<std::string> precision;
  llvm::cl::opt<std::string> roles;
  llvm::cl::opt<std::string> axisMap;
  llvm::cl::opt<std::string> entry;
  llvm::cl::opt<int64_t> unrollLimit;
  llvm::cl::opt<bool> keepStacked;
  llvm::cl::opt<bool> keepFused;
  llvm::cl::opt<bool> noLayers;
  llvm::cl::opt<std::string> raise;
  llvm::cl::opt<double> dropout;
  llvm::cl::opt<uint32_t> dropoutSeed;

  explicit ModelFlags(llvm::cl::SubCommand &command);
  /// Fills `options`; prints and gives false on bad usage.
  bool get(ModelOptions &options, Display &display) const;
};

struct RoadFlags {
  llvm::cl::opt<std::string> strategy;
  llvm::cl::list<std::string> pins;
  llvm::cl::opt<std::string> train;
  llvm::cl::opt<bool> forward;
  llvm::cl::opt<double> lr, eps, weightDecay, clip;
  llvm::cl::opt<std::string> betas;

  explicit RoadFlags(llvm::cl::SubCommand &command);
  /// Fills `options`; prints and gives false on bad usage.
  bool get(RoadOptions &options, Display &display) const;
};

struct DisplayFlags {
  llvm::cl::opt<std::string> remarks;
  llvm::cl::opt<std::string> remarksOutput;
  llvm::cl::opt<std::string> progress;
  llvm::cl::opt<bool> quiet;

  explicit DisplayFlags(llvm::cl::SubCommand &command);
  /// Whether the categories of remarks are asked for, not the command.
  bool asksForCategories() const { return remarks == "help"; }
  /// Fills `display`; prints and gives false on bad usage. `json`: progress is off
  /// unless it is asked for by name.
  bool get(Display &display, bool json) const;
};

/// Everything that the command registers with the option library, whose lists other
/// tools of the same libraries print as well: made when the command runs, not when
/// the program starts.
struct CommandOptions {
  llvm::cl::SubCommand importCommand{"import", "write a model as StableHLO + nn IR"};
  llvm::cl::SubCommand compileCommand{"compile", "compile a model to a plan bundle"};
  llvm::cl::SubCommand checkCommand{"check", "run the partitioned program beside one device"};
  llvm::cl::SubCommand explainCommand{"explain", "where shardings come from and what they move"};
  llvm::cl::SubCommand exportCommand{"export", "write the partitioned program for other tools"};
  llvm::cl::SubCommand reportCommand{"report", "pictures and tables of a plan bundle"};
  llvm::cl::SubCommand completionCommand{"completion", "print a script that completes commands"};
  llvm::cl::SubCommand manCommand{"man", "print a manual page"};

  ModelFlags importModel{importCommand}, compileModel{compileCommand}, checkModel{checkCommand},
      explainModel{explainCommand}, exportModel{exportCommand};
  RoadFlags compileRoad{compileCommand}, checkRoad{checkCommand}, explainRoad{explainCommand},
      exportRoad{exportCommand};
  DisplayFlags importDisplay{importCommand}, compileDisplay{compileCommand},
      checkDisplay{checkCommand}, explainDisplay{explainCommand}, exportDisplay{exportCommand};

  llvm::cl::opt<std::string> importOutput{"o",
                                          llvm::cl::desc("output file (default: stdout)"),
                                          llvm::cl::value_desc("FILE"),
                                          llvm::cl::init("-"),
                                          llvm::cl::sub(importCommand),
                                          llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<bool> importGeneric{"generic", llvm::cl::desc("print the generic form"),
                                    llvm::cl::sub(importCommand),
                                    llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> compileOutput{
      "o", llvm::cl::desc("the bundle (required)"), llvm::cl::value_desc("FILE"),
      llvm::cl::sub(compileCommand), llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> compileTarget{
      "target",
      llvm::cl::desc("host, cuda or cuda:sm_90a (default host)"),
      llvm::cl::value_desc("TARGET"),
      llvm::cl::init("host"),
      llvm::cl::sub(compileCommand),
      llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<bool> compileTimes{
      "times", llvm::cl::desc("print the time of each stage to stderr"),
      llvm::cl::sub(compileCommand), llvm::cl::cat(optionGroups().message)};
  llvm::cl::opt<bool> compileJson{"json", llvm::cl::desc("one JSON object on stdout"),
                                  llvm::cl::sub(compileCommand),
                                  llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<int64_t> checkSteps{"steps",
                                    llvm::cl::desc("steps to run (default 1)"),
                                    llvm::cl::value_desc("N"),
                                    llvm::cl::init(1),
                                    llvm::cl::sub(checkCommand),
                                    llvm::cl::cat(optionGroups().run)};
  llvm::cl::opt<uint64_t> checkSeed{"seed",
                                    llvm::cl::desc("seed of all values (default 0)"),
                                    llvm::cl::value_desc("S"),
                                    llvm::cl::init(0),
                                    llvm::cl::sub(checkCommand),
                                    llvm::cl::cat(optionGroups().run)};
  llvm::cl::opt<std::string> checkBackend{
      "backend",
      llvm::cl::desc("where ranks run: host, as threads of this process (default)"),
      llvm::cl::value_desc("BACKEND"),
      llvm::cl::init("host"),
      llvm::cl::sub(checkCommand),
      llvm::cl::cat(optionGroups().run)};
  llvm::cl::opt<std::string> checkExpect{
      "expect",
      llvm::cl::desc("results of the first step, computed elsewhere, that the reference must agree "
                     "with (a safetensors file)"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(checkCommand), llvm::cl::cat(optionGroups().run)};
  llvm::cl::opt<bool> checkJson{"json", llvm::cl::desc("one JSON object on stdout"),
                                llvm::cl::sub(checkCommand), llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> exportOutput{"o",
                                          llvm::cl::desc("output file (default: stdout)"),
                                          llvm::cl::value_desc("FILE"),
                                          llvm::cl::init("-"),
                                          llvm::cl::sub(exportCommand),
                                          llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> exportForm{
      "form",
      llvm::cl::desc("global (StableHLO on whole values, the default), device (StableHLO of one "
                     "device), shardy (annotations), shard (MLIR's dialect)"),
      llvm::cl::value_desc("FORM"),
      llvm::cl::init("global"),
      llvm::cl::sub(exportCommand),
      llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> explainValue{
      "value",
      llvm::cl::desc("explain one value: an argument, a result, an op's name or OP#k; "
                     "* stands for anything, as in layers.*.attention.wq"),
      llvm::cl::value_desc("NAME"), llvm::cl::sub(explainCommand),
      llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> explainVersus{
      "vs", llvm::cl::desc("compare with a second strategy"), llvm::cl::value_desc("KEY=VALUE,..."),
      llvm::cl::sub(explainCommand), llvm::cl::cat(optionGroups().strategy)};
  llvm::cl::opt<bool> explainJson{"json", llvm::cl::desc("one JSON object on stdout"),
                                  llvm::cl::sub(explainCommand),
                                  llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> reportInput{llvm::cl::Positional, llvm::cl::Required,
                                         llvm::cl::desc("PLAN"), llvm::cl::sub(reportCommand),
                                         llvm::cl::cat(optionGroups().run)};
  llvm::cl::opt<std::string> reportOutput{
      "o", llvm::cl::desc("the HTML page (required)"), llvm::cl::value_desc("FILE"),
      llvm::cl::sub(reportCommand), llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> completionShell{
      llvm::cl::Positional, llvm::cl::Required, llvm::cl::desc("SHELL"),
      llvm::cl::sub(completionCommand), llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> completionOutput{"o",
                                              llvm::cl::desc("output file (default: stdout)"),
                                              llvm::cl::value_desc("FILE"),
                                              llvm::cl::init("-"),
                                              llvm::cl::sub(completionCommand),
                                              llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> manPage{llvm::cl::Positional, llvm::cl::desc("PAGE"),
                                     llvm::cl::init("shardc"), llvm::cl::sub(manCommand),
                                     llvm::cl::cat(optionGroups().output)};
  llvm::cl::opt<std::string> manOutput{"o",
                                       llvm::cl::desc("output file (default: stdout)"),
                                       llvm::cl::value_desc("FILE"),
                                       llvm::cl::init("-"),
                                       llvm::cl::sub(manCommand),
                                       llvm::cl::cat(optionGroups().output)};

  /// In the order of --help.
  std::vector<llvm::cl::SubCommand *> getCommands() {
    return {&importCommand, &compileCommand, &checkCommand,      &explainCommand,
            &exportCommand, &reportCommand,  &completionCommand, &manCommand};
  }
};

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_COMMANDOPTIONS_H
