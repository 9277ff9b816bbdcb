//===- shard-translate.cpp - plans to and from other forms ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Translate.h"

int main(int argc, char **argv) { return shardc::runTranslate(argc, argv); }
