//===- GemmShape.cpp - simpler shapes for the same product ----*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merging of batch dimensions.
//
//===----------------------------------------------------------------------===//
#include "GemmShape.h"

using namespace shardrt;

GemmOp hal::simplifyGemm(const GemmOp &op) {
  GemmOp out = op;
  out.batch.clear();
  out.aBatch.clear();
  out.bBatch.clear();
  out.cBatch.clear();
  for (size_t i = 0; i < op.batch.size(); ++i) {
    uint64_t extent = op.batch[i];
    if (extent == 1)
      continue;
    // Merge with the dimension outside of it if all three operands step alike.
    if (!out.batch.empty() && out.aBatch.back() == extent * op.aBatch[i] &&
        out.bBatch.back() == extent * op.bBatch[i] && out.cBatch.back() == extent * op.cBatch[i]) {
      out.batch.back() *= extent;
      out.aBatch.back() = op.aBatch[i];
      out.bBatch.back() = op.bBatch[i];
      out.cBatch.back() = op.cBatch[i];
      continue;
    }
    out.batch.push_back(extent);
    out.aBatch.push_back(op.aBatch[i]);
    out.bBatch.push_back(op.bBatch[i]);
    out.cBatch.push_back(op.cBatch[i]);
  }
  // A batch over one B is a taller A.
  while (!out.batch.empty() && out.bBatch.back() == 0 && out.aBatch.back() == out.m * out.aM &&
         out.cBatch.back() == out.m * out.cM) {
    out.m *= out.batch.back();
    out.batch.pop_back();
    out.aBatch.pop_back();
    out.bBatch.pop_back();
    out.cBatch.pop_back();
  }
  return out;
}
