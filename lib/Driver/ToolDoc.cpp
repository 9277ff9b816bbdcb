//===- ToolDoc.cpp - tools and their options, for documents -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ToolDoc.h"
#include "shardc/Import/Models.h"
#include "shardrt/RunOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"

namespace cl = llvm::cl;
using llvm::StringRef;

namespace shardc {

llvm::ArrayRef<StringRef> wordsOfOption(StringRef option) {
  static constexpr StringRef precisions[] = {"fp64", "fp32", "bf16", "fp16"};
  static constexpr StringRef backends[] = {"host"};
  static constexpr StringRef optimizers[] = {"adamw", "none"};
  static constexpr StringRef moments[] = {"auto", "on", "off"};
  static constexpr StringRef forms[] = {"global", "device", "shardy", "shard"};
  static constexpr StringRef shells[] = {"bash", "zsh", "fish"};
  if (option == "precision")
    return precisions;
  if (option == "backend")
    return backends;
  if (option == "train")
    return optimizers;
  if (option == "progress")
    return moments;
  if (option == "form")
    return forms;
  if (option == "SHELL")
    return shells;
  return {};
}

std::vector<std::string> pagesOf(const ToolDoc &shardc) {
  std::vector<std::string> pages = {"shardc", "shard-run"};
  for (StringRef tool : otherTools)
    pages.push_back(tool.str());
  for (const CommandDoc &command : shardc.commands)
    pages.push_back(command.name);
  return pages;
}

static std::vector<std::string> toStrings(llvm::ArrayRef<StringRef> words) {
  std::vector<std::string> strings;
  for (StringRef word : words)
    strings.push_back(word.str());
  return strings;
}

/// Groups as a reader needs them: what is worked on, how, and what comes of it. Others are
/// of the libraries.
constexpr StringRef groupOrder[] = {"Options",          "Model options",    "Strategy options",
                                    "Training options", "Run options",      "Output options",
                                    "Message options",  "Passes and stages"};

static unsigned rankOf(StringRef group) {
  return std::find(std::begin(groupOrder), std::end(groupOrder), group) - std::begin(groupOrder);
}

/// The options of one command, by group and name.
static std::vector<OptionDoc> collectOptions(cl::SubCommand &command,
                                             llvm::function_ref<std::string(StringRef)> describe) {
  std::vector<OptionDoc> options;
  for (auto &[name, option] : command.OptionsMap) {
    if (option->getOptionHiddenFlag() != cl::NotHidden || option->Categories.empty())
      continue;
    OptionDoc doc;
    doc.name = (name.size() > 1 ? "--" : "-") + name.str();
    cl::OptionCategory *category = option->Categories.front();
    doc.group = category->getName().str();
    bool isGeneral = category == &cl::getGeneralCategory();
    bool isLiteral = option->ArgStr != name;
    std::string described = describe ? describe(name) : std::string();
    if ((isLiteral || isGeneral) && described.empty())
      continue;
    doc.help = described.empty() ? option->HelpStr.str() : described;
    if (isLiteral)
      doc.group = name.starts_with("shardc-") ? "Passes and stages" : "Options";
    if (rankOf(doc.group) == std::size(groupOrder))
      continue;
    if (!isLiteral && option->getValueExpectedFlag() != cl::ValueDisallowed &&
        !(option->getValueExpectedFlag() == cl::ValueOptional && option->ValueStr.empty())) {
      doc.value = option->ValueStr.empty() ? "VALUE" : option->ValueStr.str();
      doc.isValueOptional = option->getValueExpectedFlag() == cl::ValueOptional;
      doc.words = toStrings(wordsOfOption(name));
    }
    options.push_back(std::move(doc));
  }
  llvm::sort(options, [](const OptionDoc &a, const OptionDoc &b) {
    return std::make_tuple(rankOf(a.group), a.name) < std::make_tuple(rankOf(b.group), b.name);
  });
  return options;
}

ToolDoc collectTool(StringRef name, StringRef summary, StringRef positional,
                    llvm::function_ref<std::string(StringRef)> describe) {
  ToolDoc tool;
  tool.tool.name = name.str();
  tool.tool.summary = summary.str();
  tool.tool.positional = positional.str();
  tool.tool.options = collectOptions(cl::SubCommand::getTopLevel(), describe);
  for (cl::SubCommand *command : cl::getRegisteredSubcommands()) {
    if (command == &cl::SubCommand::getTopLevel() || command->getName().empty())
      continue;
    CommandDoc doc;
    doc.name = command->getName().str();
    doc.summary = command->getDescription().str();
    for (cl::Option *option : command->PositionalOpts) {
      bool isRequired = option->getNumOccurrencesFlag() == cl::Required;
      doc.positional += doc.positional.empty() ? "" : " ";
      doc.positional += isRequired ? option->HelpStr.str() : "[" + option->HelpStr.str() + "]";
    }
    doc.options = collectOptions(*command, describe);
    tool.commands.push_back(std::move(doc));
  }
  llvm::sort(tool.commands,
             [](const CommandDoc &a, const CommandDoc &b) { return a.name < b.name; });
  return tool;
}

ToolDoc describeShardRun() {
  ToolDoc tool;
  tool.tool.name = "shard-run";
  tool.tool.summary = "run a plan bundle";
  tool.tool.positional = "PLAN";
  for (const shardrt::RunOption &option : shardrt::runOptions) {
    if (StringRef(option.name) == "--help")
      continue;
    OptionDoc doc;
    doc.name = option.name;
    doc.help = option.help;
    doc.group = "Options";
    if (option.value) {
      doc.value = option.value;
      llvm::SmallVector<StringRef> words;
      StringRef(option.value).split(words, '|');
      if (words.size() > 1)
        doc.words = toStrings(words);
    }
    tool.tool.options.push_back(std::move(doc));
  }
  return tool;
}

std::string explainArgument(const ToolDoc &tool, StringRef positional) {
  StringRef argument = positional.trim("[]");
  if (argument == "MODEL" && !tool.commands.empty())
    return "MODEL is the path of a .mlir file (- for standard input), the path of a config.json of "
           "Llama or GPT-2, or a name (" +
           llvm::join(ModelSpec::getBuiltInNames(), ", ") +
           "), with other sizes where wanted: tiny-llama:layers=2,seq=64";
  if (argument == "MODEL")
    return "MODEL is the path of a .mlir file (- for standard input)";
  if (argument == "PLAN")
    return "PLAN is a bundle that 'shardc compile' wrote";
  if (argument == "SHELL")
    return "SHELL is bash, zsh or fish";
  if (argument == "PAGE")
    return "PAGE is one of " + llvm::join(pagesOf(tool), ", ") + " (default shardc)";
  return {};
}

/// Text in lines of at most `width` letters, all but the first indented.
static void printWrapped(StringRef text, unsigned indent, unsigned width, llvm::raw_ostream &os) {
  while (text.size() > width) {
    size_t space = text.rfind(' ', width);
    if (space == StringRef::npos || space == 0)
      break;
    os << text.take_front(space) << "\n";
    os.indent(indent);
    text = text.drop_front(space + 1);
  }
  os << text << "\n";
}

static void printOptionHelp(llvm::ArrayRef<OptionDoc> options, llvm::raw_ostream &os) {
  constexpr unsigned column = 30, width = 100 - column;
  StringRef group;
  for (const OptionDoc &option : options) {
    if (option.group != group)
      os << "\n" << option.group << ":\n";
    group = option.group;
    std::string head = "  " + option.name;
    if (!option.value.empty()) {
      std::string value = (StringRef(option.name).starts_with("--") ? "=" : " ") + option.value;
      head += option.isValueOptional ? "[" + value + "]" : value;
    }
    os << head;
    if (head.size() + 2 > column)
      os << "\n";
    os.indent(head.size() + 2 > column ? column : column - head.size());
    printWrapped(option.help, column, width, os);
  }
}

bool printHelp(const ToolDoc &tool, StringRef name, llvm::raw_ostream &os) {
  const CommandDoc *shown = &tool.tool;
  std::string call = tool.tool.name;
  if (!name.empty()) {
    auto found = llvm::find_if(tool.commands,
                               [&](const CommandDoc &command) { return command.name == name; });
    if (found == tool.commands.end())
      return false;
    shown = &*found;
    call += " " + name.str();
  }
  os << call << ": " << shown->summary << "\n\nusage: " << call;
  if (shown == &tool.tool && !tool.commands.empty()) {
    os << " COMMAND [options] ...\n\nCommands:\n";
    for (const CommandDoc &command : tool.commands)
      os << "  " << llvm::left_justify(command.name, 12) << command.summary << "\n";
  } else {
    os << " [options]" << (shown->positional.empty() ? "" : " ") << shown->positional << "\n";
    if (std::string what = explainArgument(tool, shown->positional); !what.empty()) {
      os << "\n";
      printWrapped(what, 0, 100, os);
    }
  }
  printOptionHelp(shown->options, os);
  if (shown == &tool.tool && !tool.commands.empty())
    os << "\n'" << call << " COMMAND --help' lists the options of a command, '" << call
       << " man COMMAND' prints its\nmanual page, '" << call << " --version' the version.\n";
  return true;
}

} // namespace shardc
