//===- SmallPlans.h - plans to try the proof on -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SCHEDULE_SMALLPLANS_H
#define SHARDC_TEST_UNIT_SCHEDULE_SMALLPLANS_H

#include "shardc/Schedule/Plan.h"

namespace shardc::test {

/// Two pipeline stages of `tp` ranks and two microbatches. Each forward runs a
/// kernel, sums over tp on the collective stream with events around it, and runs
/// another kernel; stage 0 sends what it gets to stage 1, whose programs end in a
/// weight updated in place. Buffers are reused wherever waits allow.
plan::Plan twoStagePlan(uint32_t tp = 1);

/// The same with `axes` more mesh axes in front, of the given sizes, that only
/// replicate.
plan::Plan replicatedPlan(std::vector<uint32_t> sizes, uint32_t tp);

/// Three stages that pass a value around without a cycle: 0 -> 1, 1 -> 2, 0 -> 2.
plan::Plan trianglePlan();

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SCHEDULE_SMALLPLANS_H
