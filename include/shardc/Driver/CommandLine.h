//===- CommandLine.h - the shardc command -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_COMMANDLINE_H
#define SHARDC_DRIVER_COMMANDLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace shardc {

/// The whole `shardc` command. Returns the exit status: 0 success, 1 the input
/// was refused or a check failed, 2 bad usage.
int runCommandLine(int argc, char **argv);

/// Parses the options registered with LLVM's option library. On bad usage prints
/// one line, `TOOL: error: …`, and gives false.
bool parseCommandLine(int argc, char **argv, const char *tool, const char *overview);

/// What `act` writes to stderr past every stream that could be given to it.
std::string captureStderr(llvm::function_ref<void()> act);

/// Where the only argument is `--help` or `--generate=man|bash|zsh|fish`, prints the help,
/// the manual page or the completion script of a tool, made from the options that it has
/// registered, and gives true. `positional` is its argument in usage; `describe` gives the help of
/// options that are values of others and of those that belong to no category, and an empty
/// text for those to leave out.
bool printToolDocument(int argc, char **argv, const char *tool, const char *summary,
                       const char *positional,
                       llvm::function_ref<std::string(llvm::StringRef)> describe = nullptr);

} // namespace shardc

#endif // SHARDC_DRIVER_COMMANDLINE_H
