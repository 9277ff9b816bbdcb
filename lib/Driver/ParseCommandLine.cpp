//===- ParseCommandLine.cpp - command lines of all tools --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// LLVM's option library parses; what it says of bad usage is put into the words that the
// tools use.
//
//===----------------------------------------------------------------------===//

#include "ToolDoc.h"
#include "shardc/Driver/CommandLine.h"
#include "shardc/Driver/Text.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include <cstdio>
#include <unistd.h>

namespace cl = llvm::cl;

namespace shardc {

bool printToolDocument(int argc, char **argv, const char *tool, const char *summary,
                       const char *positional,
                       llvm::function_ref<std::string(llvm::StringRef)> describe) {
  llvm::StringRef form = argc == 2 ? argv[1] : "";
  if (llvm::is_contained({"--help", "-help", "-h"}, form))
    return printHelp(collectTool(tool, summary, positional, describe), "", llvm::outs());
  if (!form.consume_front("--generate="))
    return false;
  ToolDoc doc = collectTool(tool, summary, positional, describe);
  if (form == "man")
    return printManPage(doc, "", llvm::outs());
  return printCompletion(doc, form, llvm::outs());
}

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

/// The argument of a command or, where `command` is none, of the tool itself: `MODEL`.
static std::string argumentOf(llvm::StringRef command) {
  const cl::SubCommand *found = &cl::SubCommand::getTopLevel();
  for (cl::SubCommand *one : cl::getRegisteredSubcommands())
    if (!command.empty() && one->getName() == command)
      found = one;
  return found->PositionalOpts.empty() ? "argument" : found->PositionalOpts.front()->HelpStr.str();
}

/// What the library complains of, in the words of the tools.
static std::string explainUsage(llvm::StringRef text, llvm::StringRef command) {
  llvm::SmallVector<llvm::StringRef> match;
  if (text.starts_with_insensitive("not enough positional"))
    return "no " + argumentOf(command) + " is given";
  if (text.starts_with_insensitive("too many positional"))
    return "more than one " + argumentOf(command) + " is given";
  if (llvm::Regex("^for the (--?[^ ]+) option: (.*)").match(text, &match)) {
    std::string option = match[1].str() + ": ";
    llvm::StringRef what = match[2].rtrim("!. \n");
    if (what.contains("requires a value"))
      return option + "a value is missing";
    if (what.contains("may only occur") || what.contains("must occur exactly"))
      return option + "is given more than once";
    if (llvm::Regex("^'(.*)' value invalid for (.*) argument").match(what, &match))
      return option +
             (match[2] == "floating point" ? "expected a number"
              : match[2].starts_with("u")  ? "expected a whole number of 0 or more"
                                           : "expected a whole number") +
             ", but got '" + match[1].str() + "'";
    // Of a switch.
    if (llvm::Regex("^'(.*)' is invalid value for boolean argument")
            .match(text.split("option: ").second, &match))
      return option + "takes no value, but got '" + match[1].str() + "'";
    if (llvm::Regex("does not allow a value.* '(.*)' specified").match(what, &match))
      return option + "takes no value, but got '" + match[1].str() + "'";
    return option + what.str();
  }
  // Advice stands behind the first sentence.
  llvm::StringRef message = text.split(".  Try").first.rtrim("!. \n");
  return message.take_front().lower() + message.drop_front().str();
}

bool parseCommandLine(int argc, char **argv, const char *tool, const char *overview) {
  // The library begins its messages with the name of the program, and prints those
  // about values past the stream that it is given.
  std::string prefix = std::string(tool) + ": error";
  std::vector<const char *> arguments(argv, argv + argc);
  auto asksForHelp = [](llvm::StringRef argument) { return argument.ltrim('-').starts_with("h"); };
  if (argc && llvm::none_of(llvm::drop_begin(arguments), asksForHelp))
    arguments[0] = prefix.c_str();
  // The library reads an empty number as 0.
  for (llvm::StringRef argument : llvm::drop_begin(arguments)) {
    auto [name, value] = argument.split('=');
    if (argument.ends_with("=") && value.empty() &&
        llvm::is_contained({"lr", "eps", "betas", "weight-decay", "clip", "dropout", "train"},
                           name.ltrim('-'))) {
      llvm::errs() << prefix << ": " << name << ": a value is missing\n";
      return false;
    }
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isParsed = false;
  std::string past = captureStderr(
      [&] { isParsed = cl::ParseCommandLineOptions(argc, arguments.data(), overview, &os); });
  if (isParsed) {
    llvm::errs() << past;
    return true;
  }
  // What is said of a value comes first; the rest follows from it.
  llvm::StringRef message = past.empty() ? llvm::StringRef(text) : llvm::StringRef(past);
  message.consume_front(prefix + ": ");
  llvm::StringRef command = argc > 1 ? argv[1] : "";
  bool isCommand = llvm::any_of(cl::getRegisteredSubcommands(), [&](cl::SubCommand *one) {
    return !command.empty() && one->getName() == command;
  });
  if (!isCommand)
    command = "";
  llvm::errs() << prefix << ": " << oneLine(explainUsage(message, command)) << "; try '" << tool
               << (isCommand ? " " : "") << command << " --help'\n";
  llvm::StringRef advice = llvm::StringRef(text).rsplit("Did you mean '").second;
  if (!advice.empty())
    llvm::errs() << "help: did you mean '" << advice.split('\'').first << "'?\n";
  return false;
}

} // namespace shardc
