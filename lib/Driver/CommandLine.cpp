//===- CommandLine.cpp - the shardc command ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Subcommands and their options. What they do is in Compiler, Check and Report.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/CommandLine.h"
#include "Commands.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include <limits>

namespace cl = llvm::cl;

namespace shardc {
namespace {

constexpr const char *version = "shardc 0.1.0";

cl::OptionCategory category("shardc options");

/// An option that several subcommands share is declared once for each of them:
/// the option library ties an option to its subcommands at construction.
struct ModelFlags {
  cl::opt<std::string> model;
  cl::opt<int64_t> sequence;
  cl::opt<int64_t> globalBatch;
  cl::opt<std::string> precision;
  cl::opt<std::string> roles;
  cl::opt<std::string> axisMap;
  cl::opt<bool> remarks;

  explicit ModelFlags(cl::SubCommand &command)
      : model(cl::Positional, cl::Required, cl::desc("MODEL"), cl::sub(command), cl::cat(category)),
        sequence("seq", cl::desc("sequence length of a named model"), cl::value_desc("S"),
                 cl::sub(command), cl::cat(category)),
        globalBatch("global-batch", cl::desc("sequences in a step"), cl::value_desc("B"),
                    cl::sub(command), cl::cat(category)),
        precision("precision", cl::desc("fp64, fp32, bf16 or fp16 (default fp32)"),
                  cl::init("fp32"), cl::sub(command), cl::cat(category)),
        roles("role", cl::desc("argument roles, e.g. 0-13=param,14-15=input"),
              cl::value_desc("ROLES"), cl::sub(command), cl::cat(category)),
        axisMap("axis-map", cl::desc("new names of axes of the model's mesh, e.g. x=dp,y=tp"),
                cl::value_desc("OLD=NEW,..."), cl::sub(command), cl::cat(category)),
        remarks("remarks", cl::desc("print remarks: what was inferred and decided"),
                cl::sub(command), cl::cat(category)) {}

  /// Fills `options`; prints and gives false on bad usage.
  bool get(ModelOptions &options) const {
    if (!llvm::is_contained({"fp64", "fp32", "bf16", "fp16"}, precision)) {
      llvm::errs() << "shardc: error: --precision: unknown precision '" << precision
                   << "'; known: fp64, fp32, bf16, fp16\n";
      return false;
    }
    for (const cl::opt<int64_t> *size : {&sequence, &globalBatch})
      if (size->getNumOccurrences() && *size < 1) {
        llvm::errs() << "shardc: error: --" << size->ArgStr << ": must be at least 1, but got "
                     << size->getValue() << "\n";
        return false;
      }
    options.model = model;
    options.sequence = sequence;
    options.globalBatch = globalBatch;
    options.precision = precision;
    options.roles = roles;
    options.axisMap = axisMap;
    return true;
  }
};

struct RoadFlags {
  cl::opt<std::string> strategy;
  cl::list<std::string> pins;
  cl::opt<std::string> train;
  cl::opt<bool> forward;
  cl::opt<double> lr, eps, weightDecay, clip, dropout;
  cl::opt<std::string> betas;

  explicit RoadFlags(cl::SubCommand &command)
      : strategy("strategy", cl::desc("how to split, e.g. dp=2,tp=4"),
                 cl::value_desc("KEY=VALUE,..."), cl::sub(command), cl::cat(category)),
        pins("pin-sharding",
             cl::desc("the sharding of a named value, e.g. \"w=[{},{tp}]\"; may be repeated"),
             cl::value_desc("NAME=[{AXIS},...]"), cl::sub(command), cl::cat(category)),
        train("train", cl::desc("make a training step with this optimizer: adamw, or none"),
              cl::value_desc("OPTIMIZER"), cl::sub(command), cl::cat(category)),
        forward("forward", cl::desc("forward only (the default)"), cl::sub(command),
                cl::cat(category)),
        lr("lr", cl::desc("learning rate (1e-3)"), cl::init(1e-3), cl::sub(command),
           cl::cat(category)),
        eps("eps", cl::desc("AdamW epsilon (1e-8)"), cl::init(1e-8), cl::sub(command),
            cl::cat(category)),
        weightDecay("weight-decay", cl::desc("decay of matrices (0.1)"), cl::init(0.1),
                    cl::sub(command), cl::cat(category)),
        clip("clip", cl::desc("global gradient norm, 0 for none (1.0)"), cl::init(1.0),
             cl::sub(command), cl::cat(category)),
        dropout("dropout", cl::desc("dropout probability (0)"), cl::init(0.0), cl::sub(command),
                cl::cat(category)),
        betas("betas", cl::desc("AdamW betas (0.9,0.95)"), cl::init("0.9,0.95"), cl::sub(command),
              cl::cat(category)) {}

  /// Fills `options`; prints and gives false on bad usage.
  bool get(RoadOptions &options) const {
    options.strategy = strategy;
    options.pins.assign(pins.begin(), pins.end());
    bool trains = !train.empty() && train != "none";
    if (forward && trains) {
      llvm::errs() << "shardc: error: --train and --forward exclude each other\n";
      return false;
    }
    if (trains && train != "adamw") {
      llvm::errs() << "shardc: error: --train: unknown optimizer '" << train
                   << "'; known: adamw, none\n";
      return false;
    }
    options.train = trains;
    options.optimizer.lr = lr;
    options.optimizer.eps = eps;
    options.optimizer.weightDecay = weightDecay;
    options.optimizer.clip = clip;
    if (dropout != 0) {
      llvm::errs() << "shardc: error: --dropout: only 0 is supported by this version\n";
      return false;
    }
    llvm::StringRef first, second;
    std::tie(first, second) = llvm::StringRef(betas).split(',');
    if (first.getAsDouble(options.optimizer.beta1) || second.getAsDouble(options.optimizer.beta2)) {
      llvm::errs() << "shardc: error: --betas: expected two numbers such as 0.9,0.95, but got '"
                   << betas << "'\n";
      return false;
    }
    auto inside = [](llvm::StringRef flag, double value, bool legal, llvm::StringRef range) {
      if (!legal)
        llvm::errs() << "shardc: error: --" << flag << ": must be " << range << ", but got "
                     << llvm::format("%g", value) << "\n";
      return legal;
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
};

/// Everything that the command registers with the option library, whose lists other
/// tools of the same libraries print as well: made when the command runs, not when
/// the program starts.
struct Options {
  cl::SubCommand importCommand{"import", "write a model as StableHLO + nn IR"};
  cl::SubCommand compileCommand{"compile", "compile a model to a plan bundle"};
  cl::SubCommand checkCommand{"check", "run the partitioned program beside one device"};
  cl::SubCommand explainCommand{"explain", "where shardings come from and what they move"};
  cl::SubCommand reportCommand{"report", "pictures and tables of a plan bundle"};

  ModelFlags importModel{importCommand}, compileModel{compileCommand}, checkModel{checkCommand},
      explainModel{explainCommand};
  RoadFlags compileRoad{compileCommand}, checkRoad{checkCommand}, explainRoad{explainCommand};

  cl::opt<std::string> importOutput{"o", cl::desc("output file (default: stdout)"), cl::init("-"),
                                    cl::sub(importCommand), cl::cat(category)};
  cl::opt<bool> importGeneric{"generic", cl::desc("print the generic form"), cl::sub(importCommand),
                              cl::cat(category)};
  cl::opt<std::string> compileOutput{"o", cl::desc("the bundle"), cl::sub(compileCommand),
                                     cl::cat(category)};
  cl::opt<std::string> compileTarget{"target", cl::desc("host, cuda or cuda:sm_90a (default host)"),
                                     cl::init("host"), cl::sub(compileCommand), cl::cat(category)};
  cl::opt<bool> compileTimes{"times", cl::desc("print the time of each stage to stderr"),
                             cl::sub(compileCommand), cl::cat(category)};
  cl::opt<bool> compileJson{"json", cl::desc("one JSON object on stdout"), cl::sub(compileCommand),
                            cl::cat(category)};
  cl::opt<int64_t> checkSteps{"steps", cl::desc("training steps (1)"), cl::init(1),
                              cl::sub(checkCommand), cl::cat(category)};
  cl::opt<uint64_t> checkSeed{"seed", cl::desc("seed of all values (0)"), cl::init(0),
                              cl::sub(checkCommand), cl::cat(category)};
  cl::opt<std::string> checkBackend{"backend", cl::desc("host or mpi (default host)"),
                                    cl::init("host"), cl::sub(checkCommand), cl::cat(category)};
  cl::opt<bool> checkJson{"json", cl::desc("one JSON object on stdout"), cl::sub(checkCommand),
                          cl::cat(category)};
  cl::opt<std::string> explainValue{
      "value", cl::desc("explain one value: an argument, a result, an op's name or OP#k"),
      cl::value_desc("NAME"), cl::sub(explainCommand), cl::cat(category)};
  cl::opt<std::string> explainVersus{"vs", cl::desc("compare with a second strategy"),
                                     cl::value_desc("KEY=VALUE,..."), cl::sub(explainCommand),
                                     cl::cat(category)};
  cl::opt<bool> explainJson{"json", cl::desc("one JSON object on stdout"), cl::sub(explainCommand),
                            cl::cat(category)};
  cl::opt<std::string> reportInput{cl::Positional, cl::Required, cl::desc("PLAN"),
                                   cl::sub(reportCommand), cl::cat(category)};
  cl::opt<std::string> reportOutput{"o", cl::desc("the HTML page"), cl::sub(reportCommand),
                                    cl::cat(category)};
};

/// Not left to the option library, which would print a line for each fault.
bool validOutput(llvm::StringRef output) {
  if (output.empty())
    llvm::errs() << "shardc: error: -o: no output file is given\n";
  return !output.empty();
}

/// host, cuda or cuda:sm_NN: anything else is a slip of the keyboard.
bool validTarget(llvm::StringRef target) {
  llvm::StringRef chip = target;
  if (target == "host" || target == "cuda" || (chip.consume_front("cuda:sm_") && !chip.empty()))
    return true;
  llvm::errs() << "shardc: error: --target: unknown target '" << target
               << "'; known: host, cuda, cuda:sm_NN\n";
  return false;
}

} // namespace

bool parseCommandLine(int argc, char **argv, const char *tool, const char *overview) {
  // The library begins its messages with the name of the program, and prints those
  // about values past the stream that it is given.
  std::string prefix = std::string(tool) + ": error";
  std::vector<const char *> arguments(argv, argv + argc);
  auto asksForHelp = [](llvm::StringRef argument) { return argument.ltrim('-').starts_with("h"); };
  if (argc && llvm::none_of(llvm::drop_begin(arguments), asksForHelp))
    arguments[0] = prefix.c_str();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (cl::ParseCommandLineOptions(argc, arguments.data(), overview, &os))
    return true;
  // The rest is one line or several, with advice after the first sentence.
  llvm::StringRef message = llvm::StringRef(text).take_until([](char c) { return c == '\n'; });
  message.consume_front(prefix + ": ");
  message = message.split(".  Try").first.rtrim("!. ");
  if (!message.empty())
    llvm::errs() << prefix << ": " << message.take_front().lower() << message.drop_front()
                 << "; try '" << tool << " --help'\n";
  return false;
}

int runCommandLine(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  constexpr const char *usage =
      "usage: shardc import|compile|check|explain|report ... (shardc COMMAND --help says more)\n";
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << version << "\n"; });
  for (cl::SubCommand *command :
       {&options.importCommand, &options.compileCommand, &options.checkCommand,
        &options.explainCommand, &options.reportCommand})
    cl::HideUnrelatedOptions(category, *command);
  cl::HideUnrelatedOptions(category);
  if (argc < 2 ||
      (argv[1][0] != '-' && !llvm::is_contained({"import", "compile", "check", "explain", "report"},
                                                llvm::StringRef(argv[1])))) {
    if (argc >= 2)
      llvm::errs() << "shardc: error: unknown command '" << argv[1] << "'\n";
    llvm::errs() << usage;
    return exitUsage;
  }
  if (!parseCommandLine(argc, argv, "shardc", "shardc: graph partitioner\n"))
    return exitUsage;

  if (options.importCommand) {
    ModelOptions model;
    if (!options.importModel.get(model))
      return exitUsage;
    return importMain(model, options.importOutput, options.importGeneric,
                      options.importModel.remarks);
  }
  if (options.compileCommand) {
    ModelOptions model;
    RoadOptions road;
    if (!options.compileModel.get(model) || !options.compileRoad.get(road) ||
        !validTarget(options.compileTarget) || !validOutput(options.compileOutput))
      return exitUsage;
    road.target = options.compileTarget;
    return compileMain(model, road, options.compileOutput, options.compileJson,
                       options.compileTimes, options.compileModel.remarks);
  }
  if (options.checkCommand) {
    CheckOptions check;
    if (!options.checkModel.get(check.model) || !options.checkRoad.get(check.road))
      return exitUsage;
    if (options.checkSteps < 1) {
      llvm::errs() << "shardc: error: --steps: must be at least 1, but got " << options.checkSteps
                   << "\n";
      return exitUsage;
    }
    if (options.checkBackend != "host" && options.checkBackend != "mpi") {
      llvm::errs() << "shardc: error: --backend: unknown backend '" << options.checkBackend
                   << "'; known: host, mpi\n";
      return exitUsage;
    }
    check.steps = options.checkSteps;
    check.seed = options.checkSeed;
    check.backend = options.checkBackend;
    return checkMain(check, options.checkJson, options.checkModel.remarks);
  }
  if (options.explainCommand) {
    ExplainOptions explain;
    if (!options.explainModel.get(explain.model) || !options.explainRoad.get(explain.road))
      return exitUsage;
    explain.value = options.explainValue;
    if (options.explainValue.getNumOccurrences() && explain.value.empty()) {
      llvm::errs() << "shardc: error: --value: the name of a value is missing\n";
      return exitUsage;
    }
    if (options.explainVersus.getNumOccurrences())
      explain.versus = options.explainVersus.getValue();
    return explainMain(explain, options.explainJson, options.explainModel.remarks);
  }
  if (options.reportCommand)
    return validOutput(options.reportOutput) ? reportMain(options.reportInput, options.reportOutput)
                                             : static_cast<int>(exitUsage);
  llvm::errs() << usage;
  return exitUsage;
}

} // namespace shardc
