//===- SchedOps.td - umbrella of the sched ops -------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SCHED_OPS
#define SCHED_OPS

include "dialects/Sched/SchedKernelOps.td"
include "dialects/Sched/SchedProgramOps.td"

#endif
