//===- shardc.cpp - the shardc command --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/CommandLine.h"

int main(int argc, char **argv) { return shardc::runCommandLine(argc, argv); }
