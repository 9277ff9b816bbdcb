//===- EmitTest.cpp - what is written is what is read -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A plan with every kind of operation and field goes through a bundle and the
// runtime's loader; each field must come out as it went in. Damaged bundles are
// errors.
//
//===----------------------------------------------------------------------===//
#include "shardc/Target/Emit.h"
#include "shardc/Target/Json.h"
#include "shardc/Target/Report.h"
#include "shardrt/Plan.h"
#include <gtest/gtest.h>
#include <random>

using namespace shardc;

namespace {

plan::Buffer formal(uint32_t index, uint64_t bytes) { return {true, index, 0, bytes, 0}; }
plan::Buffer scratch(uint64_t offset, uint64_t bytes) { return {false, 0, offset, bytes, 0}; }

/// Two pipeline stages of two ranks.
plan::Plan makePlan() {
  plan::Plan plan;
  plan.provenance = {"model <&>", "pp=2,tp=2", "fp32", "host", "test"};
  plan.mesh = {{"pp", 2}, {"tp", 2}};
  plan.communicators = {{"tp", {{1, 1, 2}}, {}}, {"link", {{0, 1, 2}}, {0, 1}}};
  plan::Kernel kernel;
  kernel.symbol = "k";
  kernel.numBuffers = 2;
  kernel.grid = {3, 2, 1};
  kernel.block = {128};
  kernel.sharedBytes = 64;
  kernel.source = "fused";
  kernel.flops = 77;
  kernel.bufferBytes = {16, 8};
  plan.kernels = {kernel};
  plan.images = {{"host",
                  std::string("\x7f"
                              "ELF\0x",
                              6),
                  ""},
                 {"sm_90a", "cubin", ".version 8.7"}};
  plan::Segment segment;
  segment.name = "forward";
  segment.formalBytes = {64, 32};
  segment.scratchBytes = 128;
  segment.streams = {plan::StreamKind::Compute, plan::StreamKind::Collective};
  segment.numEvents = 1;
  plan::Launch launch;
  launch.buffers = {formal(0, 64), scratch(0, 32)};
  segment.instructions.push_back({0, launch, "launch"});
  segment.instructions.push_back({0, plan::Record{0}, "record"});
  segment.instructions.push_back({1, plan::Wait{0}, "wait"});
  plan::Collective reduce;
  reduce.reduce = plan::ReduceKind::Max;
  reduce.dtype = plan::DType::BF16;
  reduce.count = 16;
  reduce.sequence = 1;
  reduce.src = reduce.dst = scratch(0, 32);
  segment.instructions.push_back({1, reduce, "all_reduce"});
  plan::Collective permute = reduce;
  permute.kind = plan::CollectiveKind::Permute;
  permute.sequence = 2;
  permute.dst = scratch(32, 32);
  permute.digits = {{2, 1, 1}};
  permute.shift = 1;
  segment.instructions.push_back({1, permute, "permute"});
  plan::Gemm gemm;
  gemm.dtype = plan::DType::BF16;
  gemm.cDtype = plan::DType::F32;
  gemm.batch = {2};
  gemm.aBatch = {4};
  gemm.bBatch = {0};
  gemm.cBatch = {4};
  gemm.m = 2;
  gemm.n = 2;
  gemm.k = 2;
  gemm.aM = 2;
  gemm.aK = 1;
  gemm.bK = 2;
  gemm.bN = 1;
  gemm.cM = 2;
  gemm.cN = 1;
  gemm.a = scratch(64, 16);
  gemm.b = scratch(80, 8);
  gemm.c = scratch(96, 32);
  gemm.accumulate = true;
  segment.instructions.push_back({0, gemm, "gemm"});
  segment.instructions.push_back({0, plan::Copy{scratch(0, 32), formal(1, 32)}, "copy"});
  segment.instructions.push_back({0, plan::Fill{scratch(0, 8), 255}, "fill"});
  plan::Segment send;
  send.name = "send";
  send.stream = plan::StreamKind::PointToPoint;
  send.streams = {plan::StreamKind::PointToPoint};
  send.formalBytes = {32};
  send.instructions = {{0, plan::Send{plan::DType::F32, 8, 1, 5, 1, formal(0, 32)}, "send"}};
  plan::Segment recv = send;
  recv.name = "recv";
  recv.instructions = {{0, plan::Recv{plan::DType::F32, 8, 1, 5, 0, formal(0, 32)}, "recv"}};
  plan.segments = {segment, send, recv};
  for (uint32_t stage : {0u, 1u}) {
    plan::Program program;
    program.name = "program_" + std::to_string(stage);
    program.classAxis = 0;
    program.classCoordinate = stage;
    program.arenaBytes = 512;
    program.flops = 1234 + stage;
    plan::Tensor tensor;
    tensor.name = "w";
    tensor.role = plan::Role::State;
    tensor.dims = {{8, 4, 2, {{1, 1, 2}}}, {4, 4, 1, {}}};
    tensor.bytes = 64;
    tensor.init = {plan::InitKind::UniformInt, 99, 0.5, 0.02, -3, 12};
    tensor.optimizerState = true;
    tensor.updatedBy = 0;
    program.tensors = {tensor};
    plan::Tensor output = tensor;
    output.updatedBy = -1;
    output.partial = {{0, 1, 2}};
    program.outputs = {output};
    plan::Action action;
    action.name = std::to_string(stage) + "F0";
    action.stage = stage;
    action.microbatch = 0;
    action.formals = {0, 64};
    action.scratch = 128;
    plan::Action transfer;
    transfer.name = std::to_string(stage) + (stage ? "RECV_F0" : "SEND_F0");
    transfer.segment = stage ? 2 : 1;
    transfer.stage = stage;
    transfer.microbatch = 0;
    transfer.formals = {64};
    transfer.waits = {0};
    program.actions = {action, transfer};
    plan.programs.push_back(program);
  }
  plan.microbatches = 3;
  plan.collectiveSignature = 0xfeedface12345678ull;
  return plan;
}

TEST(Emit, FieldsComeBack) {
  plan::Plan plan = makePlan();
  std::vector<uint8_t> bundle = writeBundle(plan);
  auto loaded = shardrt::loadPlan(bundle.data(), bundle.size(), "test.shard");
  ASSERT_TRUE(loaded) << loaded.message();
  const shardrt::Plan &read = **loaded;
  EXPECT_EQ(read.model, "model <&>");
  EXPECT_EQ(read.strategy, "pp=2,tp=2");
  EXPECT_EQ(read.producer, "test");
  EXPECT_EQ(read.microbatches, 3u);
  EXPECT_EQ(read.collectiveSignature, plan.collectiveSignature);
  ASSERT_EQ(read.communicators.size(), 2u);
  EXPECT_EQ(read.communicators[1].members, (std::vector<uint32_t>{0, 1}));
  const shardrt::Kernel &kernel = read.kernels.at(0);
  EXPECT_EQ(kernel.symbol, "k");
  EXPECT_EQ(kernel.grid[1], 2u);
  EXPECT_EQ(kernel.block[0], 128u);
  EXPECT_EQ(kernel.sharedBytes, 64u);
  EXPECT_EQ(kernel.flops, 77u);
  EXPECT_EQ(kernel.bufferBytes, plan.kernels[0].bufferBytes);
  ASSERT_EQ(read.images.size(), 2u);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(read.images[0].data), read.images[0].size),
            plan.images[0].data);
  EXPECT_EQ(read.images[1].ptx, ".version 8.7");
  const shardrt::Segment &segment = read.segments.at(0);
  ASSERT_EQ(segment.instructions.size(), plan.segments[0].instructions.size());
  EXPECT_EQ(segment.numEvents, 1u);
  EXPECT_EQ(segment.scratchBytes, 128u);
  for (size_t i = 0; i < segment.instructions.size(); ++i) {
    EXPECT_EQ(segment.instructions[i].source, plan.segments[0].instructions[i].source);
    EXPECT_EQ(segment.instructions[i].stream, plan.segments[0].instructions[i].stream);
  }
  auto &reduce = std::get<shardrt::CollectiveOp>(segment.instructions[3].op);
  EXPECT_EQ(reduce.reduce, shardrt::ReduceKind::Max);
  EXPECT_EQ(reduce.dtype, shardrt::DType::BF16);
  EXPECT_EQ(reduce.sequence, 1u);
  auto &permute = std::get<shardrt::CollectiveOp>(segment.instructions[4].op);
  EXPECT_EQ(permute.kind, shardrt::CollectiveKind::Permute);
  EXPECT_EQ(permute.digits, (std::vector<shardrt::Digit>{{2, 1, 1}}));
  EXPECT_EQ(permute.shift, 1u);
  EXPECT_EQ(permute.dst.offset, 32u);
  auto &gemm = std::get<shardrt::GemmOp>(segment.instructions[5].op);
  EXPECT_EQ(gemm.dtype, shardrt::DType::BF16);
  EXPECT_EQ(gemm.cType, shardrt::DType::F32);
  EXPECT_EQ(gemm.aBatch, (std::vector<uint64_t>{4}));
  EXPECT_EQ(gemm.bBatch, (std::vector<uint64_t>{0}));
  EXPECT_EQ(std::make_tuple(gemm.m, gemm.aM, gemm.aK, gemm.bK, gemm.bN, gemm.cM, gemm.cN),
            std::make_tuple(2u, 2u, 1u, 2u, 1u, 2u, 1u));
  EXPECT_TRUE(gemm.accumulate);
  EXPECT_EQ(std::get<shardrt::FillOp>(segment.instructions[7].op).value, 255);
  EXPECT_TRUE(std::get<shardrt::CopyOp>(segment.instructions[6].op).dst.isFormal);
  auto &send = std::get<shardrt::PointToPointOp>(read.segments.at(1).instructions[0].op);
  EXPECT_TRUE(send.isSend);
  EXPECT_EQ(std::make_tuple(send.count, send.sequence, send.peer), std::make_tuple(8u, 5u, 1u));
  ASSERT_EQ(read.programs.size(), 2u);
  const shardrt::Program &program = read.programs[1];
  EXPECT_EQ(program.classCoordinate, 1u);
  EXPECT_EQ(program.flops, 1235u);
  EXPECT_EQ(program.arenaBytes, 512u);
  const shardrt::Tensor &tensor = program.tensors.at(0);
  EXPECT_EQ(tensor.role, shardrt::Role::State);
  EXPECT_EQ(tensor.dims.at(0).granule, 2u);
  EXPECT_EQ(tensor.dims.at(0).axes.at(0).axis, 1u);
  EXPECT_EQ(tensor.init.stream, 99u);
  EXPECT_EQ(tensor.init.low, -3);
  EXPECT_EQ(tensor.init.stddev, 0.02);
  EXPECT_TRUE(tensor.optimizerState);
  EXPECT_EQ(tensor.updatedBy, 0);
  EXPECT_EQ(program.outputs.at(0).partial.size(), 1u);
  EXPECT_EQ(program.actions.at(1).waits, (std::vector<uint32_t>{0}));
  EXPECT_EQ(program.actions[0].formals, (std::vector<uint64_t>{0, 64}));
  EXPECT_EQ(program.actions[0].scratch, 128u);
}

TEST(Emit, IsDeterministic) { EXPECT_EQ(writeBundle(makePlan()), writeBundle(makePlan())); }

TEST(Emit, DamageIsAnError) {
  const std::vector<uint8_t> bundle = writeBundle(makePlan());
  const unsigned seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::vector<uint8_t> damaged = bundle;
    size_t at = random() % damaged.size();
    if (round % 3)
      damaged[at] ^= 1 << random() % 8;
    else
      damaged.resize(at);
    auto loaded = shardrt::loadPlan(damaged.data(), damaged.size(), "damaged");
    // Padding between tables carries nothing; everything else is hashed.
    if (loaded)
      EXPECT_EQ((*loaded)->hash, (*shardrt::loadPlan(bundle.data(), bundle.size(), "x"))->hash);
    else
      EXPECT_EQ(loaded.message().rfind("damaged: error: ", 0), 0u) << loaded.message();
  }
}

TEST(Report, IsOnePageWithoutMarkupFromThePlan) {
  std::vector<uint8_t> bundle = writeBundle(makePlan());
  auto loaded = shardrt::loadPlan(bundle.data(), bundle.size(), "test.shard");
  ASSERT_TRUE(loaded) << loaded.message();
  std::string html = renderReport(**loaded);
  EXPECT_NE(html.find("model &lt;&amp;&gt;"), std::string::npos);
  EXPECT_EQ(html.find("model <&>"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("<title>0F0</title>"), std::string::npos);
  EXPECT_NE(html.find("<td>permute</td>"), std::string::npos);
  EXPECT_NE(planToActionCsv(**loaded).find("0F0,0SEND_F0"), std::string::npos);
}

} // namespace
