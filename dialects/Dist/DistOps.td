//===- DistOps.td - umbrella of the dist ops ---------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef DIST_OPS
#define DIST_OPS

include "dialects/Dist/DistPlacementOps.td"
include "dialects/Dist/DistCollectiveOps.td"

#endif
