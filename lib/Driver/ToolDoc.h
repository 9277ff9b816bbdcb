//===- ToolDoc.h - tools and their options, for documents -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What man pages and completion scripts are made from: the options that are
// registered with LLVM's option library, or another table.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_TOOLDOC_H
#define SHARDC_LIB_DRIVER_TOOLDOC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace shardc {

/// One option.
struct OptionDoc {
  /// With its dashes.
  std::string name;
  /// What stands for its value; empty where it takes none.
  std::string value;
  bool isValueOptional = false;
  std::string help;
  /// Heading that it stands under.
  std::string group;
  /// Its legal values, if they are a list of words.
  std::vector<std::string> words;
};

/// A tool, or one of its subcommands.
struct CommandDoc {
  std::string name;
  std::string summary;
  /// `MODEL`, `PLAN`; empty where it takes only options.
  std::string positional;
  std::vector<OptionDoc> options;
};

/// A whole tool.
struct ToolDoc {
  CommandDoc tool;
  std::vector<CommandDoc> commands;
};

/// The words that an option takes, the same in every command; empty for any other.
llvm::ArrayRef<llvm::StringRef> wordsOfOption(llvm::StringRef option);

/// The manual pages that there are: of `shardc`, of its commands and of the other tools.
std::vector<std::string> pagesOf(const ToolDoc &shardc);

/// Tools beside `shardc` and `shard-run` that print documents of themselves.
inline constexpr llvm::StringRef otherTools[] = {"shard-lsp-server", "shard-opt", "shard-reduce",
                                                 "shard-translate"};

/// Reads what is registered with LLVM's option library. `describe` gives the help of
/// an option that is only a value of another (`--shard-to-json`); such options, and
/// those without a category of their own, are left out where it gives none.
ToolDoc collectTool(llvm::StringRef name, llvm::StringRef summary, llvm::StringRef positional,
                    llvm::function_ref<std::string(llvm::StringRef)> describe = nullptr);
/// shard-run, which is built without LLVM.
ToolDoc describeShardRun();

/// What the argument of a tool or command is, in a sentence; empty where its name says it.
std::string explainArgument(const ToolDoc &tool, llvm::StringRef positional);

/// What `--help` prints of the tool, or of one of its subcommands where `command` is not
/// empty: usage, and options by group. False where there is no such command.
bool printHelp(const ToolDoc &tool, llvm::StringRef command, llvm::raw_ostream &os);

/// The manual page of the tool or, where `command` is not empty, of one of its
/// subcommands, in the `man` macros of roff. False where there is no such command.
bool printManPage(const ToolDoc &tool, llvm::StringRef command, llvm::raw_ostream &os);

/// A script for bash, zsh or fish. False for another shell.
bool printCompletion(const ToolDoc &tool, llvm::StringRef shell, llvm::raw_ostream &os);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_TOOLDOC_H
