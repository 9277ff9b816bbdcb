//===- DeferralPrograms.h - programs of pending sums ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_DEFERRALPROGRAMS_H
#define SHARDC_TEST_UNIT_SHARDING_DEFERRALPROGRAMS_H

#include <cstdint>
#include <string>

namespace shardc::test {

/// The text of a module on a mesh of 2x3: sums of products that are pending over
/// one axis or both, and ops that pass them on or don't, some in a microbatch
/// region, with reshards and constraints between.
std::string randomSums(uint64_t seed);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_DEFERRALPROGRAMS_H
