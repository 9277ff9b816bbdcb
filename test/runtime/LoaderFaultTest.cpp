//===- LoaderFaultTest.cpp - one fault at a time ----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test for each thing the loader checks behind the hash.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <functional>

using namespace shardrt;
using namespace shardrt::test;

/// The message of a plan that must be refused.
static std::string refusal(const Plan &plan) {
  Expected<PlanFile> loaded = [&] {
    std::vector<uint8_t> bytes = serialize(plan);
    return loadPlan(bytes.data(), bytes.size(), "t.shard");
  }();
  EXPECT_FALSE(loaded.ok());
  return loaded ? "" : loaded.message();
}

namespace {
struct Fault {
  const char *name;
  const char *message; // part of it
  std::function<void(Plan &)> spoil;
};

LaunchOp &launch(Plan &p) { return std::get<LaunchOp>(p.segments[0].instructions[0].op); }
GemmOp &gemm(Plan &p) { return std::get<GemmOp>(p.segments[0].instructions[1].op); }
CollectiveOp &gather(Plan &p) { return std::get<CollectiveOp>(p.segments[0].instructions[4].op); }
PointToPointOp &sending(Plan &p) {
  return std::get<PointToPointOp>(p.segments[1].instructions[0].op);
}
Tensor &weight(Plan &p) { return p.programs[0].tensors[0]; }
Action &work(Plan &p) { return p.programs[0].actions[0]; }
} // namespace

class LoaderFaultTest : public testing::TestWithParam<Fault> {};

TEST_P(LoaderFaultTest, IsRefused) {
  PlanBuilder b = fullPlan();
  ASSERT_TRUE(b.load());
  GetParam().spoil(b.plan);
  std::string message = refusal(b.plan);
  EXPECT_EQ(message.rfind("t.shard: error: ", 0), 0u) << message;
  EXPECT_NE(message.find(GetParam().message), std::string::npos) << message;
}

static const Fault faults[] = {
    {"MeshEmptyAxis", "mesh axis 'tp' has size 0", [](Plan &p) { p.mesh[1].size = 0; }},
    {"MeshTooLarge", "the mesh has more than",
     [](Plan &p) { p.mesh[0].size = p.mesh[1].size = 1u << 20; }},
    {"MeshTwins", "two mesh axes are named 'tp'", [](Plan &p) { p.mesh[0].name = "tp"; }},
    {"CommAxis", "communicator 'tp' names mesh axis 2 of 2",
     [](Plan &p) { p.communicators[0].axes[0].axis = 2; }},
    {"CommSubAxis", "size 3 and divisor 1 of axis 'tp' of size 2",
     [](Plan &p) { p.communicators[0].axes[0].size = 3; }},
    {"CommDivisor", "divisor 0", [](Plan &p) { p.communicators[0].axes[0].divisor = 0; }},
    {"CommTwice", "uses axis 'tp' twice",
     [](Plan &p) { p.communicators[0].axes.push_back(p.communicators[0].axes[0]); }},
    {"CommMember", "has member 2 of 2", [](Plan &p) { p.communicators[1].members[1] = 2; }},
    {"CommMemberTwice", "has member 0 twice", [](Plan &p) { p.communicators[1].members[1] = 0; }},
    {"CommTwins", "two communicators are named 'tp'",
     [](Plan &p) { p.communicators[1].name = "tp"; }},
    {"KernelImage", "has no image for the host", [](Plan &p) { p.images[0].target = "sm_90a"; }},
    {"KernelSizes", "takes 2 buffers but declares 1 sizes",
     [](Plan &p) { p.kernels[0].bufferBytes.pop_back(); }},
    {"LaunchKernel", "kernel 7 of 1", [](Plan &p) { launch(p).kernel = 7; }},
    {"LaunchCount", "takes 2 buffers, 1 are given", [](Plan &p) { launch(p).buffers.pop_back(); }},
    {"LaunchSize", "operand 'buffer 0' has 16 bytes, 32 are used",
     [](Plan &p) { launch(p).buffers[0].bytes = 16; }},
    {"LaunchSource", "(a.mlir:1)", [](Plan &p) { launch(p).kernel = 7; }},
    {"RefFormal", "names formal 4, the segment has 4",
     [](Plan &p) { launch(p).buffers[0].index = 4; }},
    {"RefRange", "covers 32 bytes at 8, its buffer has 32",
     [](Plan &p) { launch(p).buffers[0].offset = 8; }},
    {"RefOverflow", "covers 32 bytes at 18446744073709551608",
     [](Plan &p) { launch(p).buffers[0].offset = ~uint64_t(7); }},
    {"RefAlignment", "not a multiple of its element's 4 bytes",
     [](Plan &p) { gemm(p).c.offset = 66; }},
    {"GemmExtent", "operand 'a' has 32 bytes, 36 are used", [](Plan &p) { gemm(p).aM = 5; }},
    {"GemmBatch", "operand 'a' has 32 bytes",
     [](Plan &p) {
       gemm(p).batch = {2};
       gemm(p).aBatch = {8};
     }},
    {"GemmOverflow", "overflow",
     [](Plan &p) { gemm(p).m = gemm(p).n = gemm(p).k = uint64_t(1) << 40; }},
    {"GemmStrideOverflow", "the size of operand 'a' overflows",
     [](Plan &p) { gemm(p).aM = ~uint64_t(0); }},
    {"GemmRace", "writes its result with a stride of 0", [](Plan &p) { gemm(p).cN = 0; }},
    {"GemmBatchLength", "gemm has 1 batch extents but 2, 1 and 1 strides",
     [](Plan &p) { gemm(p).aBatch.push_back(0); }},
    {"GemmType", "gemm of f32 into i32", [](Plan &p) { gemm(p).cType = DType::I32; }},
    {"CollectiveComm", "communicator 9 of 2", [](Plan &p) { gather(p).comm = 9; }},
    {"CollectiveCount", "operand 'dst' has 64 bytes, 72 are used",
     [](Plan &p) {
       gather(p).count = 9;
       gather(p).src = formal(2, 64);
     }},
    {"CollectiveOverflow", "the size of all_gather overflows",
     [](Plan &p) { gather(p).count = uint64_t(1) << 62; }},
    {"CollectiveOverlap", "overlap", [](Plan &p) { gather(p).src = formal(2, 32, 4); }},
    {"CollectiveRoot", "broadcast from root 2 of 2",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Broadcast;
       gather(p).root = 2;
     }},
    {"PermuteTooFew", "permute does not reach each of 2 ranks once",
     [](Plan &p) { gather(p).kind = CollectiveKind::Permute; }},
    {"PermuteTwice", "permute does not reach each of 2 ranks once",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).digits = {{2, 1, 2}};
     }},
    {"PermuteZeroPlace", "permute does not reach each of 2 ranks once",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).digits = {{2, 0, 1}};
     }},
    {"PermuteTooMany", "permute does not reach each of 2 ranks once",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).digits = {{2, 1, 1}, {0x80000000, 2, 2}};
     }},
    {"PermuteShift", "permute shifts by 2 in a group of 2",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).digits = {{2, 1, 1}};
       gather(p).shift = 2;
     }},
    {"ReduceBits", "all_reduce sum of type i1",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::AllReduce;
       gather(p).dtype = DType::I1;
     }},
    {"ReduceHalves", "all_reduce of type i16, which no backend reduces",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::AllReduce;
       gather(p).dtype = DType::I16;
     }},
    {"SequenceBackwards", "sequence number 0 on communicator 'tp' after 1",
     [](Plan &p) {
       Instruction again = p.segments[0].instructions[4];
       std::get<CollectiveOp>(again.op).sequence = 0;
       p.segments[0].instructions.push_back(again);
     }},
    {"SequenceTwice", "two collectives with sequence number 1",
     [](Plan &p) { p.segments[0].instructions.push_back(p.segments[0].instructions[4]); }},
    {"Peer", "peer 2 of 2", [](Plan &p) { sending(p).peer = 2; }},
    {"PeerSelf", "to send to itself", [](Plan &p) { sending(p).peer = 0; }},
    {"Membership", "to which not all its ranks belong",
     [](Plan &p) { p.communicators[1].axes[0] = {1, 1, 2}; }},
    {"NoMember", "of which it is no member",
     [](Plan &p) {
       p.communicators[1].members = {1};
       sending(p).peer = 0;
     }},
    {"CopySize", "copy of 16 bytes to 32",
     [](Plan &p) { std::get<CopyOp>(p.segments[0].instructions[5].op).src.bytes = 16; }},
    {"EventIndex", "event 1 of 1",
     [](Plan &p) { std::get<RecordOp>(p.segments[0].instructions[2].op).event = 1; }},
    {"EventOrder", "waits for event 0 before it is recorded",
     [](Plan &p) { std::swap(p.segments[0].instructions[2], p.segments[0].instructions[3]); }},
    {"EventTwice", "event 0 is recorded twice",
     [](Plan &p) { p.segments[0].instructions.push_back(p.segments[0].instructions[2]); }},
    {"EventCount", "declares 4000000000 events",
     [](Plan &p) { p.segments[0].numEvents = 4000000000u; }},
    {"Stream", "stream 2 of 2", [](Plan &p) { p.segments[0].instructions[0].stream = 2; }},
    {"StreamAlone", "is on the point-to-point stream alone",
     [](Plan &p) { p.segments[1].streams = {StreamKind::Compute}; }},
    {"ClassMissing", "has 2 coordinates but 1 programs", [](Plan &p) { p.programs.pop_back(); }},
    {"ClassTwice", "two programs are for coordinate 0",
     [](Plan &p) { p.programs[1].classCoordinate = 0; }},
    {"ClassCoordinate", "is for coordinate 5 of 2",
     [](Plan &p) { p.programs[1].classCoordinate = 5; }},
    {"ClassAxis", "names mesh axis 6 of 2", [](Plan &p) { p.programs[0].classAxis = 6; }},
    {"ClassAxes", "has class axis 1", [](Plan &p) { p.programs[1].classAxis = 1; }},
    {"NoProgram", "the plan has no program", [](Plan &p) { p.programs.clear(); }},
    {"ArenaHuge", "has an arena of", [](Plan &p) { p.programs[0].arenaBytes = ~uint64_t(0); }},
    {"TensorRange", "the arena has", [](Plan &p) { weight(p).offset = p.programs[0].arenaBytes; }},
    {"TensorAlignment", "is at 2, not a multiple", [](Plan &p) { weight(p).offset = 2; }},
    {"TensorLocal", "has local extent 7, its layout makes 8",
     [](Plan &p) { weight(p).dims[0].local = 7; }},
    {"TensorBytes", "has 28 bytes, its layout makes 32", [](Plan &p) { weight(p).bytes = 28; }},
    {"TensorGranule", "and granule 0", [](Plan &p) { weight(p).dims[0].granule = 0; }},
    {"TensorAxisTwice", "uses axis 'tp' twice",
     [](Plan &p) {
       DimLayout dim = weight(p).dims[0];
       weight(p).dims.push_back(dim);
     }},
    {"TensorOverlap", "tensor 'x' overlaps tensor 'w'",
     [](Plan &p) { p.programs[0].tensors[1].offset = 16; }},
    {"TensorTwins", "two tensors named 'w'",
     [](Plan &p) {
       p.programs[0].tensors[1].name = "w";
       p.programs[0].tensors[1].dims = weight(p).dims;
       p.programs[0].tensors[1].bytes = weight(p).bytes;
     }},
    {"TensorShape", "has another shape or type in another program",
     [](Plan &p) { p.programs[1].tensors[1].dtype = DType::I32; }},
    {"TensorPartial", "only outputs may be",
     [](Plan &p) { p.programs[0].tensors[1].partial = {{1, 1, 2}}; }},
    {"TensorInit", "an empty range [5, 5)",
     [](Plan &p) {
       weight(p).init.kind = InitKind::UniformInt;
       weight(p).init.low = weight(p).init.high = 5;
     }},
    {"LossExtent", "is the loss but has 16 elements",
     [](Plan &p) { p.programs[0].outputs[0].role = Role::Loss; }},
    {"UpdateIndex", "is updated by output 3 of 3", [](Plan &p) { weight(p).updatedBy = 3; }},
    {"UpdateSize", "that updates it 64 of f32", [](Plan &p) { weight(p).updatedBy = 0; }},
    {"UpdateInput", "is an input but is updated",
     [](Plan &p) { p.programs[0].tensors[1].updatedBy = 1; }},
    {"UpdateHazard", "is written at the end of the step",
     [](Plan &p) { p.programs[0].outputs[1].offset = 16; }},
    {"ActionSegment", "executes segment 3 of 3", [](Plan &p) { work(p).segment = 3; }},
    {"ActionFormals", "gives 3 buffers, segment 'work' takes 4",
     [](Plan &p) { work(p).formals.pop_back(); }},
    {"ActionRange", "buffer 2 covers 64 bytes",
     [](Plan &p) { work(p).formals[2] = p.programs[0].arenaBytes - 32; }},
    {"ActionScratch", "scratch covers 128 bytes", [](Plan &p) { work(p).scratch += 64; }},
    {"ActionAlignment", "buffer 0 is at 2, not a multiple of 4",
     [](Plan &p) { work(p).formals[0] = 2; }},
    {"ActionWait", "waits for action 1 but is itself action 1",
     [](Plan &p) { p.programs[0].actions[1].waits = {1}; }},
};

INSTANTIATE_TEST_SUITE_P(Faults, LoaderFaultTest, testing::ValuesIn(faults),
                         [](const testing::TestParamInfo<Fault> &info) { return info.param.name; });
