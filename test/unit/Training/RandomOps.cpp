//===- RandomOps.cpp - the random ops of the sharding tests -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compiles the generator into this binary: one generator, two uses.
//
//===----------------------------------------------------------------------===//

#include "../Sharding/RandomOpsGroups.cpp"
#include "../Sharding/RandomOpsKinds.cpp"
#include "../Sharding/RandomOpsWriter.cpp"
