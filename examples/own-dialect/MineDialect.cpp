//===- MineDialect.cpp - a dialect of two ops -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Mine.h"

#include "MineDialect.cpp.inc"
#define GET_OP_CLASSES
#include "MineOps.cpp.inc"

void mine::MineDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "MineOps.cpp.inc"
      >();
}
