//===- Commands.h - what each subcommand does -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_COMMANDS_H
#define SHARDC_LIB_DRIVER_COMMANDS_H

#include "shardc/Driver/Check.h"
#include "shardc/Driver/Explain.h"
#include "shardc/Driver/Files.h"
#include "llvm/ADT/StringRef.h"

namespace shardc {

enum ExitStatus { exitSuccess = 0, exitRefused = 1, exitUsage = 2 };

struct Display;

int importMain(const ModelOptions &options, llvm::StringRef output, bool generic,
               const Display &display);
int compileMain(ModelOptions options, RoadOptions road, llvm::StringRef output, bool json,
                bool times, const Display &display);
int exportMain(ModelOptions model, RoadOptions road, llvm::StringRef form, llvm::StringRef output,
               const Display &display);
int checkMain(const CheckOptions &options, bool json, const Display &display);
int explainMain(const ExplainOptions &options, bool json, const Display &display);
int reportMain(llvm::StringRef input, llvm::StringRef output);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_COMMANDS_H
