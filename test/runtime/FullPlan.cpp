//===- FullPlan.cpp - a plan with everything in it ------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan that the loader's tests spoil.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

using namespace shardrt;
using namespace shardrt::test;

PlanBuilder test::fullPlan() {
  PlanBuilder b({{"pp", 2}, {"tp", 2}});
  b.classes(0);
  uint32_t tp = b.comm("tp", {1});
  uint32_t link = b.link("pp01", 0, {0, 1});
  uint32_t kernel = b.kernel("kernel_double", 2, 16);
  b.plan.kernels[kernel].bufferBytes = {32, 32};
  for (uint32_t p = 0; p < 2; ++p) {
    Tensor &weight = b.tensor("w", Role::Param, DType::F32, 15, {1}, normal(1), p);
    weight.updatedBy = 1;
    weight.optimizerState = true;
    b.tensor("x", Role::Input, DType::F32, 8, {}, normal(2), p);
    uint64_t y = b.space(64, p), loss = b.space(4, p), fresh = b.space(32, p);
    b.output("y", DType::F32, 16, {}, y, Role::Output, p);
    b.output("w", DType::F32, 15, {1}, fresh, Role::Param, p);
    b.output("loss", DType::F32, 1, {}, loss, Role::Loss, p);
  }
  uint32_t s = b.segment("work", {32, 32, 64, 32});
  Segment &segment = b.plan.segments[s];
  segment.streams = {StreamKind::Compute, StreamKind::Collective};
  segment.scratchBytes = 128;
  segment.numEvents = 1;
  b.add(s, LaunchOp{kernel, {formal(1, 32), scratch(0, 32)}}).source = "a.mlir:1";
  GemmOp gemm;
  gemm.batch = {1};
  gemm.aBatch = gemm.bBatch = gemm.cBatch = {0};
  gemm.m = gemm.n = 2;
  gemm.k = 4;
  gemm.aM = 4;
  gemm.aK = 1;
  gemm.bK = 2;
  gemm.bN = 1;
  gemm.cM = 2;
  gemm.cN = 1;
  gemm.a = formal(0, 32);
  gemm.b = scratch(0, 32);
  gemm.c = scratch(64, 16);
  b.add(s, gemm);
  b.add(s, RecordOp{0});
  b.add(s, WaitOp{0}, 1);
  b.add(s,
        collective(CollectiveKind::AllGather, DType::F32, 8, tp, scratch(0, 32), formal(2, 64), 1),
        1);
  b.add(s, CopyOp{formal(0, 32), formal(3, 32)});
  b.add(s, FillOp{scratch(96, 32), 0});
  uint32_t send = b.segment("send", {32}, StreamKind::PointToPoint);
  b.add(send, sendTo(1, DType::F32, 8, link, formal(0, 32)));
  uint32_t recv = b.segment("recv", {32}, StreamKind::PointToPoint);
  b.add(recv, recvFrom(0, DType::F32, 8, link, formal(0, 32)));
  for (uint32_t p = 0; p < 2; ++p) {
    Program &program = b.plan.programs[p];
    uint64_t x = program.tensors[1].offset;
    if (p == 1)
      b.action("recv", recv, {x}, {}, p);
    std::vector<uint32_t> waits;
    if (p == 1)
      waits = {0};
    b.action("work", s,
             {program.tensors[0].offset, x, program.outputs[0].offset, program.outputs[1].offset},
             waits, p);
    program.actions.back().scratch = b.space(128, p);
    if (p == 0)
      b.action("send", send, {x}, {0}, p);
  }
  return b;
}
