//===- ProgramShuffle.h - equal programs in another order -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_PROGRAMSHUFFLE_H
#define SHARDC_TEST_UNIT_SHARDING_PROGRAMSHUFFLE_H

#include "RandomProgram.h"

namespace shardc::test {

/// Gives each op and argument of the module's one function a number, as attribute
/// `test.number`, by which it is known again.
void numberValues(mlir::ModuleOp module);

/// The same program written down otherwise: ops in another topological order,
/// arguments permuted and renamed.
void shuffle(Random &random, mlir::ModuleOp module);

/// Of a propagated program, for each number: how results (or the argument) are
/// placed, and how operands are when the op gets them.
std::vector<std::string> shardingsByNumber(mlir::ModuleOp module);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_PROGRAMSHUFFLE_H
