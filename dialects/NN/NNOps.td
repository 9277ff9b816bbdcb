//===- NNOps.td - umbrella of the nn ops -------------------*- tablegen -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef NN_OPS
#define NN_OPS

include "dialects/NN/NNLayerOps.td"
include "dialects/NN/NNAttentionOps.td"
include "dialects/NN/NNRandomOps.td"
include "dialects/NN/NNTrainingOps.td"

#endif
