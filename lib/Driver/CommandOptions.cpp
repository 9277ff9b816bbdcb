//===- CommandOptions.cpp - options of the shardc command -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Declarations of options that commands share, and what is a legal value.
//
//===----------------------------------------------------------------------===//

#include "CommandOptions.h"
#include "ToolDoc.h"
#include "shardc/Driver/Files.h"
#include "shardc/Driver/Hints.h"
#include "shardc/Driver/Text.h"
#include "shardc/Import/Raising.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include <limits>

namespace cl = llvm::cl;

namespace shardc {

OptionGroups &optionGroups() {
  static OptionGroups groups;
  return groups;
}

bool refuseOption(llvm::StringRef option, const llvm::Twine &message) {
  std::string text = message.str();
  llvm::errs() << "shardc: error: " << option << ": " << oneLine(text) << "\n";
  if (std::string hint = hintFor(text, nullptr); !hint.empty())
    llvm::errs() << "help: " << hint << "\n";
  return false;
}

bool checkWord(llvm::StringRef option, llvm::StringRef what, llvm::StringRef value) {
  llvm::ArrayRef<llvm::StringRef> words = wordsOfOption(option);
  if (llvm::is_contained(words, value))
    return true;
  return refuseOption(option == "SHELL" ? "completion" : "--" + option.str(),
                      "unknown " + what + " '" + value + "'; known: " + llvm::join(words, ", "));
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

ModelFlags::ModelFlags(cl::SubCommand &command)
    : model(cl::Positional, cl::Required, cl::desc("MODEL"), cl::sub(command),
            cl::cat(optionGroups().model)),
      sequence("seq", cl::desc("sequence length of a named model"), cl::value_desc("S"),
               cl::sub(command), cl::cat(optionGroups().model)),
      globalBatch("global-batch", cl::desc("sequences in a step of a named model"),
                  cl::value_desc("B"), cl::sub(command), cl::cat(optionGroups().model)),
      precision("precision", cl::desc("fp64, fp32, bf16 or fp16 (default fp32)"),
                cl::value_desc("PRECISION"), cl::init("fp32"), cl::sub(command),
                cl::cat(optionGroups().model)),
      roles("role",
            cl::desc("roles of arguments (param, input or state) by number, range or name, e.g. "
                     "0-13=param,tokens=input"),
            cl::value_desc("ROLES"), cl::sub(command), cl::cat(optionGroups().model)),
      axisMap("axis-map", cl::desc("new names of axes of the model's mesh, e.g. x=dp,y=tp"),
              cl::value_desc("OLD=NEW,..."), cl::sub(command), cl::cat(optionGroups().model)),
      entry("entry", cl::desc("function to import (default main, or the only public one)"),
            cl::value_desc("NAME"), cl::sub(command), cl::cat(optionGroups().model)),
      unrollLimit("unroll-limit",
                  cl::desc("ops that counted loops may be unrolled to (default 100000)"),
                  cl::value_desc("N"), cl::sub(command), cl::cat(optionGroups().model)),
      keepStacked("keep-stacked",
                  cl::desc("keep a parameter that holds all layers in one argument (default: one "
                           "a layer)"),
                  cl::sub(command), cl::cat(optionGroups().model)),
      keepFused(
          "keep-fused",
          cl::desc("keep a parameter whose product is sliced, such as fused Q, K and V, in one "
                   "argument (default: one a slice)"),
          cl::sub(command), cl::cat(optionGroups().model)),
      noLayers("no-layers", cl::desc("do not look for layers in a graph that repeats blocks"),
               cl::sub(command), cl::cat(optionGroups().model)),
      raise(
          "raise",
          cl::desc("composites to find in an imported graph: on (default), off, or kinds joined by "
                   "commas (attention, softmax, layer_norm, rms_norm, gelu, silu, cross_entropy, "
                   "rope, dropout)"),
          cl::value_desc("KINDS"), cl::init("on"), cl::sub(command), cl::cat(optionGroups().model)),
      dropout("dropout", cl::desc("dropout probability of a named model (default 0)"),
              cl::value_desc("P"), cl::init(0.0), cl::sub(command), cl::cat(optionGroups().model)),
      dropoutSeed("dropout-seed", cl::desc("seed of what dropout drops (default 0)"),
                  cl::value_desc("N"), cl::init(0), cl::sub(command),
                  cl::cat(optionGroups().model)) {}

bool ModelFlags::get(ModelOptions &options, Display &display) const {
  if (!checkWord("precision", "precision", precision))
    return false;
  for (const cl::opt<int64_t> *size : {&sequence, &globalBatch, &unrollLimit})
    if (size->getNumOccurrences() && *size < 1)
      return refuseOption("--" + size->ArgStr.str(),
                          "must be at least 1, but got " + llvm::Twine(size->getValue()));
  options.model = model;
  options.sequence = sequence;
  options.globalBatch = globalBatch;
  options.precision = precision;
  options.roles = roles;
  options.axisMap = axisMap;
  options.entry = entry;
  options.unrollLimit = unrollLimit;
  options.keepStacked = keepStacked;
  options.keepFused = keepFused;
  options.noLayers = noLayers;
  llvm::StringRef unknown;
  if (failed(parseRaiseKinds(raise, unknown)))
    return refuseOption("--raise",
                        "unknown kind '" + unknown +
                            "'; known: on, off, attention, softmax, layer_norm, rms_norm, gelu, "
                            "silu, cross_entropy, rope, dropout");
  options.raise = raise;
  if (!(dropout >= 0.0 && dropout < 1.0)) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "must be in [0, 1), but got " << llvm::format("%g", double(dropout));
    return refuseOption("--dropout", text);
  }
  options.dropout = dropout;
  options.dropoutSeed = dropoutSeed;
  display.sources.push_back({"--role", roles});
  display.sources.push_back({"--axis-map", axisMap});
  // The text of a built-in model is its name.
  if (!llvm::sys::fs::exists(model.getValue()))
    display.sources.push_back({model, model});
  return true;
}

//===----------------------------------------------------------------------===//
// The road
//===----------------------------------------------------------------------===//

/// What a strategy is made of. The option keeps a reference.
static llvm::StringRef strategyHelp() {
  static const std::string text = "how to split, e.g. dp=2,tp=4 (default: one device); keys: " +
                                  llvm::join(Strategy::getKeys(), ", ");
  return text;
}

RoadFlags::RoadFlags(cl::SubCommand &command)
    : strategy("strategy", cl::desc(strategyHelp()), cl::value_desc("KEY=VALUE,..."),
               cl::sub(command), cl::cat(optionGroups().strategy)),
      pins("pin-sharding",
           cl::desc("the sharding of a named value, mesh axes for each dimension, e.g. "
                    "\"w=[{},{tp}]\"; may be repeated"),
           cl::value_desc("NAME=[{AXIS},...]"), cl::sub(command), cl::cat(optionGroups().strategy)),
      train("train", cl::desc("make a training step with this optimizer: adamw, or none (default)"),
            cl::value_desc("OPTIMIZER"), cl::sub(command), cl::cat(optionGroups().training)),
      forward("forward", cl::desc("forward only (the default)"), cl::sub(command),
              cl::cat(optionGroups().training)),
      lr("lr", cl::desc("learning rate (default 1e-3)"), cl::value_desc("X"), cl::init(1e-3),
         cl::sub(command), cl::cat(optionGroups().training)),
      eps("eps", cl::desc("AdamW epsilon (default 1e-8)"), cl::value_desc("X"), cl::init(1e-8),
          cl::sub(command), cl::cat(optionGroups().training)),
      weightDecay("weight-decay", cl::desc("weight decay of matrices (default 0.1)"),
                  cl::value_desc("X"), cl::init(0.1), cl::sub(command),
                  cl::cat(optionGroups().training)),
      clip("clip", cl::desc("limit of the global gradient norm, 0 for none (default 1.0)"),
           cl::value_desc("X"), cl::init(1.0), cl::sub(command), cl::cat(optionGroups().training)),
      betas("betas", cl::desc("AdamW betas (default 0.9,0.95)"), cl::value_desc("B1,B2"),
            cl::init("0.9,0.95"), cl::sub(command), cl::cat(optionGroups().training)) {}

bool RoadFlags::get(RoadOptions &options, Display &display) const {
  options.strategy = strategy;
  options.pins.assign(pins.begin(), pins.end());
  display.sources.push_back({"strategy", strategy});
  // A line each.
  display.sources.push_back({"--pin-sharding", llvm::join(options.pins, "\n")});
  bool trains = !train.empty() && train != "none";
  if (forward && trains) {
    llvm::errs() << "shardc: error: --train and --forward exclude each other\n";
    return false;
  }
  if (trains && !checkWord("train", "optimizer", train))
    return false;
  options.train = trains;
  options.optimizer.lr = lr;
  options.optimizer.eps = eps;
  options.optimizer.weightDecay = weightDecay;
  options.optimizer.clip = clip;
  auto [first, second] = llvm::StringRef(betas).split(',');
  if (first.getAsDouble(options.optimizer.beta1) || second.getAsDouble(options.optimizer.beta2))
    return refuseOption("--betas",
                        "expected two numbers such as 0.9,0.95, but got '" + betas + "'");
  auto inside = [](llvm::StringRef flag, double value, bool legal, llvm::StringRef range) {
    if (legal)
      return true;
    std::string text;
    llvm::raw_string_ostream(text)
        << "must be " << range << ", but got " << llvm::format("%g", value);
    return refuseOption("--" + flag.str(), text);
  };
  // Written so that NaN is out of every range.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (double beta : {options.optimizer.beta1, options.optimizer.beta2})
    if (!inside("betas", beta, beta >= 0 && beta < 1, "in [0, 1)"))
      return false;
  return inside("lr", lr, lr >= 0 && lr < infinity, "0 or more") &&
         inside("eps", eps, eps > 0 && eps < infinity, "positive") &&
         inside("weight-decay", weightDecay, weightDecay >= 0 && weightDecay < infinity,
                "0 or more") &&
         inside("clip", clip, clip >= 0 && clip < infinity, "0 or more");
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

DisplayFlags::DisplayFlags(cl::SubCommand &command)
    : remarks(
          "remarks",
          cl::desc("show remarks: all, or those of some categories, e.g. roles,reshard; regular "
                   "expressions may be used; help lists the categories"),
          cl::value_desc("CATEGORY,..."), cl::ValueOptional, cl::sub(command),
          cl::cat(optionGroups().message)),
      remarksOutput("remarks-output",
                    cl::desc("write the remarks of --remarks (default: all) to a file, as YAML, or "
                             "as a bitstream where it ends in .bitstream"),
                    cl::value_desc("FILE"), cl::sub(command), cl::cat(optionGroups().message)),
      progress("progress",
               cl::desc("show what is being done: auto (default: on a terminal), on or off"),
               cl::value_desc("WHEN"), cl::init("auto"), cl::sub(command),
               cl::cat(optionGroups().message)),
      quiet("quiet", cl::desc("no progress, no count of remarks"), cl::sub(command),
            cl::cat(optionGroups().message)) {}

bool checkRemarksOutput(const Display &display, llvm::StringRef model, llvm::StringRef output,
                        llvm::StringRef expect) {
  llvm::StringRef path = display.remarksOutput;
  std::pair<llvm::StringRef, llvm::StringRef> others[] = {
      {model == "-" ? "" : model, "the model"},
      {output, output == "-" ? "what the command prints to stdout" : "the file of -o"},
      {expect, "the file of --expect"}};
  for (auto [other, what] : others)
    if (!path.empty() && !other.empty() && isSameFile(path, other))
      return refuseOption("--remarks-output",
                          "'" + path + "' is " + what + " as well; name another file");
  return true;
}

bool DisplayFlags::get(Display &display, bool json) const {
  if (remarks.getNumOccurrences()) {
    std::string wrong =
        RemarkFilter::parse(remarks.empty() ? "all" : remarks.getValue(), display.remarks);
    if (!wrong.empty())
      return refuseOption("--remarks", wrong);
  }
  display.remarksOutput = remarksOutput;
  if (remarksOutput.getNumOccurrences() && remarksOutput.empty())
    return refuseOption("--remarks-output", "no output file is given");
  if (!checkWord("progress", "choice", progress))
    return false;
  display.isQuiet = quiet;
  display.progress = progress == "on"            ? ProgressMode::On
                     : progress == "off" || json ? ProgressMode::Off
                                                 : ProgressMode::Auto;
  if (quiet)
    display.progress = ProgressMode::Off;
  return true;
}

} // namespace shardc
