//===- CommandLine.h - the shardc command -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_COMMANDLINE_H
#define SHARDC_DRIVER_COMMANDLINE_H

namespace shardc {

/// The whole `shardc` command. Returns the exit status: 0 success, 1 the input
/// was refused or a check failed, 2 bad usage.
int runCommandLine(int argc, char **argv);

/// Parses the options registered with LLVM's option library. On bad usage prints
/// one line, `TOOL: error: …`, and gives false.
bool parseCommandLine(int argc, char **argv, const char *tool, const char *overview);

} // namespace shardc

#endif // SHARDC_DRIVER_COMMANDLINE_H
