//===- StableHLOOps.td - every op of the subset ------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The umbrella given to tablegen: one file an op family.
//===----------------------------------------------------------------------===//
#ifndef STABLEHLO_OPS
#define STABLEHLO_OPS

include "dialects/StableHLO/StableHLOUnaryOps.td"
include "dialects/StableHLO/StableHLOBinaryOps.td"
include "dialects/StableHLO/StableHLOShapeOps.td"
include "dialects/StableHLO/StableHLOIndexingOps.td"
include "dialects/StableHLO/StableHLOContractionOps.td"
include "dialects/StableHLO/StableHLOWindowOps.td"
include "dialects/StableHLO/StableHLONormalizationOps.td"
include "dialects/StableHLO/StableHLORandomOps.td"
include "dialects/StableHLO/StableHLOControlOps.td"
include "dialects/StableHLO/StableHLOLoopOps.td"
include "dialects/StableHLO/StableHLOCollectiveOps.td"

#endif
