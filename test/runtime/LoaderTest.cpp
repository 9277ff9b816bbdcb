//===- LoaderTest.cpp - a hostile file is an error --------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test for each thing the loader checks, and random damage with the hash
// made right again, which only the checks behind the hash can find.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>

using namespace shardrt;
using namespace shardrt::test;

/// A plan that uses every kind of instruction: a 2 x 2 mesh with two classes.
static PlanBuilder makePlan() {
  PlanBuilder b({{"pp", 2}, {"tp", 2}});
  b.classes(0);
  uint32_t tp = b.comm("tp", {1});
  uint32_t link = b.link("pp01", 0, {0, 1});
  uint32_t kernel = b.kernel("kernel_double", 2, 16);
  b.plan.kernels[kernel].bufferBytes = {32, 32};
  for (uint32_t p = 0; p < 2; ++p) {
    Tensor &weight =
        b.tensor("w", Role::Param, DType::F32, 15, {1}, normal(1), p);
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
  b.add(s, LaunchOp{kernel, {formal(1, 32), scratch(0, 32)}}).source =
      "a.mlir:1";
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
        collective(CollectiveKind::AllGather, DType::F32, 8, tp, scratch(0, 32),
                   formal(2, 64), 1),
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
             {program.tensors[0].offset, x, program.outputs[0].offset,
              program.outputs[1].offset},
             waits, p);
    program.actions.back().scratch = b.space(128, p);
    if (p == 0)
      b.action("send", send, {x}, {0}, p);
  }
  return b;
}

static Expected<PlanFile> loadBytes(const std::vector<uint8_t> &bytes) {
  return loadPlan(bytes.data(), bytes.size(), "t.shard");
}

/// The message of a plan that must be refused.
static std::string refusal(const Plan &plan) {
  Expected<PlanFile> loaded = loadBytes(serialize(plan));
  EXPECT_FALSE(loaded.ok());
  return loaded ? "" : loaded.message();
}

TEST(LoaderTest, RoundTrip) {
  PlanBuilder b = makePlan();
  b.plan.model = "m";
  b.plan.collectiveSignature = 99;
  PlanFile plan = b.load();
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->model, "m");
  EXPECT_EQ(plan->collectiveSignature, 99u);
  EXPECT_EQ(plan->numRanks(), 4u);
  EXPECT_EQ(plan->programOf(1), 0u);
  EXPECT_EQ(plan->programOf(2), 1u);
  EXPECT_EQ(plan->kernels[0].flops, 16u);
  EXPECT_EQ(plan->segments[0].instructions[0].source, "a.mlir:1");
  EXPECT_EQ(plan->groupOf(0, 3).ranks, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(plan->groupOf(0, 3).self, 1u);
  EXPECT_EQ(plan->groupOf(1, 3).ranks, (std::vector<uint32_t>{1, 3}));
}

TEST(LoaderTest, SubAxesMakeGroups) {
  // Axis of 12 as (3, 4): the inner sub-axis has neighbours, the outer steps
  // by 4.
  PlanBuilder b({{"x", 12}});
  b.plan.communicators.push_back({"inner", {{0, 1, 4}}, {}});
  b.plan.communicators.push_back({"outer", {{0, 4, 3}}, {}});
  b.plan.communicators.push_back({"both", {{0, 1, 2}, {0, 4, 3}}, {}});
  PlanFile plan = b.load();
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->groupOf(0, 6).ranks, (std::vector<uint32_t>{4, 5, 6, 7}));
  EXPECT_EQ(plan->groupOf(1, 6).ranks, (std::vector<uint32_t>{2, 6, 10}));
  EXPECT_EQ(plan->groupOf(2, 6).ranks,
            (std::vector<uint32_t>{2, 6, 10, 3, 7, 11}));
  EXPECT_EQ(plan->groupOf(2, 6).self, 1u);
}

TEST(LoaderTest, Container) {
  auto message = [](std::vector<uint8_t> bytes) {
    Expected<PlanFile> loaded = loadBytes(bytes);
    return loaded ? std::string("accepted") : loaded.message();
  };
  PlanBuilder b = makePlan();
  std::vector<uint8_t> good = serialize(b.plan);
  EXPECT_EQ(message({}),
            "t.shard: error: not a plan bundle (no identifier 'SHRD')");
  EXPECT_EQ(message(std::vector<uint8_t>(100, 'x')),
            "t.shard: error: not a plan bundle (no identifier 'SHRD')");
  EXPECT_NE(message(serialize(b.plan, 1)).find("the payload's hash is"),
            std::string::npos);
  EXPECT_NE(message(std::vector<uint8_t>(good.begin(), good.begin() + 40))
                .find("the container is malformed"),
            std::string::npos);
  EXPECT_NE(message(wrapPayload(std::vector<uint8_t>(64, 0xff)))
                .find("the payload is malformed"),
            std::string::npos);
  EXPECT_NE(message(wrapPayload({})).find("the payload is malformed"),
            std::string::npos);
  Expected<PlanFile> absent = loadPlan("/nowhere/plan.shard");
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.message(),
            "/nowhere/plan.shard: error: No such file or directory");
}

// Any byte of the file may change; the hash finds what the structure does not.
TEST(LoaderTest, EveryByteOfTheFileMatters) {
  std::vector<uint8_t> good = serialize(makePlan().plan);
  size_t accepted = 0;
  for (size_t i = 0; i < good.size(); i += 1 + i / 997) {
    std::vector<uint8_t> bad = good;
    bad[i] ^= 0x41;
    Expected<PlanFile> loaded = loadBytes(bad);
    if (loaded) {
      ++accepted; // padding of the container
      continue;
    }
    EXPECT_EQ(loaded.message().rfind("t.shard: error: ", 0), 0u);
  }
  EXPECT_LT(accepted, 32u);
}

/// Changes one to three places, or cuts the end off.
static std::vector<uint8_t> damaged(std::vector<uint8_t> bytes,
                                    std::mt19937 &random) {
  for (size_t n = 1 + random() % 3; n-- > 0;) {
    size_t at = random() % bytes.size();
    switch (random() % 4) {
    case 0:
      bytes[at] ^= static_cast<uint8_t>(1u << (random() % 8));
      break;
    case 1:
      bytes[at] = static_cast<uint8_t>(random());
      break;
    case 2:
      bytes[at] = static_cast<uint8_t>(bytes[at] + (random() % 2 ? 1 : -1));
      break;
    case 3:
      for (size_t i = at & ~size_t(3); i < (at & ~size_t(3)) + 4; ++i)
        if (i < bytes.size())
          bytes[i] = random() % 2 ? 0xff : static_cast<uint8_t>(random());
      break;
    }
  }
  if (random() % 16 == 0)
    bytes.resize(random() % bytes.size());
  return bytes;
}

/// Small enough to be run as a test.
static bool isSmall(const Plan &plan) {
  if (plan.numRanks() > 16)
    return false;
  for (const Program &program : plan.programs)
    if (program.arenaBytes > (1u << 20))
      return false;
  for (const Segment &segment : plan.segments)
    for (const Instruction &instruction : segment.instructions)
      if (auto *gemm = std::get_if<GemmOp>(&instruction.op))
        if (gemm->flops() > (1u << 20))
          return false;
  return true;
}

// Damage behind a right hash: refused, or harmless. What is accepted is also
// run, so that a missing check of a bound shows as a memory error under a
// sanitizer; the run may fail, for instance because ranks no longer agree.
TEST(LoaderTest, RandomDamageBehindTheHash) {
  unsigned seed = std::random_device()();
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 random(seed);
  // Native code is trusted, so there is none here.
  PlanBuilder b = makePlan();
  b.plan.kernels.clear();
  b.plan.images.clear();
  std::vector<Instruction> &work = b.plan.segments[0].instructions;
  work.erase(work.begin());
  std::vector<uint8_t> good = serializePayload(b.plan);
  size_t refused = 0, ran = 0, rounds = 20000;
  for (size_t round = 0; round < rounds; ++round) {
    Expected<PlanFile> loaded = loadBytes(wrapPayload(damaged(good, random)));
    if (!loaded) {
      ++refused;
      ASSERT_EQ(loaded.message().rfind("t.shard: error: ", 0), 0u)
          << "seed " << seed << ", round " << round;
      ASSERT_EQ(loaded.message().find('\n'), std::string::npos)
          << "seed " << seed << ", round " << round;
      continue;
    }
    if (ran >= 200 || !isSmall(**loaded))
      continue;
    Expected<Session> session = Session::create(*loaded, {});
    if (session)
      (void)session->run(0);
    ++ran;
  }
  EXPECT_GT(refused, rounds / 4) << "seed " << seed;
  EXPECT_EQ(ran, 200u) << "seed " << seed;
}

namespace {
struct Fault {
  const char *name;
  const char *message; // part of it
  std::function<void(Plan &)> spoil;
};

LaunchOp &launch(Plan &p) {
  return std::get<LaunchOp>(p.segments[0].instructions[0].op);
}
GemmOp &gemm(Plan &p) {
  return std::get<GemmOp>(p.segments[0].instructions[1].op);
}
CollectiveOp &gather(Plan &p) {
  return std::get<CollectiveOp>(p.segments[0].instructions[4].op);
}
PointToPointOp &sending(Plan &p) {
  return std::get<PointToPointOp>(p.segments[1].instructions[0].op);
}
Tensor &weight(Plan &p) { return p.programs[0].tensors[0]; }
Action &work(Plan &p) { return p.programs[0].actions[0]; }
} // namespace

class LoaderFaultTest : public testing::TestWithParam<Fault> {};

TEST_P(LoaderFaultTest, IsRefused) {
  PlanBuilder b = makePlan();
  ASSERT_TRUE(b.load());
  GetParam().spoil(b.plan);
  std::string message = refusal(b.plan);
  EXPECT_EQ(message.rfind("t.shard: error: ", 0), 0u) << message;
  EXPECT_NE(message.find(GetParam().message), std::string::npos) << message;
}

static const Fault faults[] = {
    {"MeshEmptyAxis", "mesh axis 'tp' has size 0",
     [](Plan &p) { p.mesh[1].size = 0; }},
    {"MeshTooLarge", "the mesh has more than",
     [](Plan &p) { p.mesh[0].size = p.mesh[1].size = 1u << 20; }},
    {"MeshTwins", "two mesh axes are named 'tp'",
     [](Plan &p) { p.mesh[0].name = "tp"; }},
    {"CommAxis", "communicator 'tp' names mesh axis 2 of 2",
     [](Plan &p) { p.communicators[0].axes[0].axis = 2; }},
    {"CommSubAxis", "size 3 and divisor 1 of axis 'tp' of size 2",
     [](Plan &p) { p.communicators[0].axes[0].size = 3; }},
    {"CommDivisor", "divisor 0",
     [](Plan &p) { p.communicators[0].axes[0].divisor = 0; }},
    {"CommTwice", "uses axis 'tp' twice",
     [](Plan &p) {
       p.communicators[0].axes.push_back(p.communicators[0].axes[0]);
     }},
    {"CommMember", "has member 2 of 2",
     [](Plan &p) { p.communicators[1].members[1] = 2; }},
    {"CommMemberTwice", "has member 0 twice",
     [](Plan &p) { p.communicators[1].members[1] = 0; }},
    {"CommTwins", "two communicators are named 'tp'",
     [](Plan &p) { p.communicators[1].name = "tp"; }},
    {"KernelImage", "has no image for the host",
     [](Plan &p) { p.images[0].target = "sm_90a"; }},
    {"KernelSizes", "takes 2 buffers but declares 1 sizes",
     [](Plan &p) { p.kernels[0].bufferBytes.pop_back(); }},
    {"LaunchKernel", "kernel 7 of 1", [](Plan &p) { launch(p).kernel = 7; }},
    {"LaunchCount", "takes 2 buffers, 1 are given",
     [](Plan &p) { launch(p).buffers.pop_back(); }},
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
    {"GemmExtent", "operand 'a' has 32 bytes, 36 are used",
     [](Plan &p) { gemm(p).aM = 5; }},
    {"GemmBatch", "operand 'a' has 32 bytes",
     [](Plan &p) {
       gemm(p).batch = {2};
       gemm(p).aBatch = {8};
     }},
    {"GemmOverflow", "overflow",
     [](Plan &p) { gemm(p).m = gemm(p).n = gemm(p).k = uint64_t(1) << 40; }},
    {"GemmStrideOverflow", "the size of operand 'a' overflows",
     [](Plan &p) { gemm(p).aM = ~uint64_t(0); }},
    {"GemmRace", "writes its result with a stride of 0",
     [](Plan &p) { gemm(p).cN = 0; }},
    {"GemmBatchLength", "gemm has 1 batch extents but 2, 1 and 1 strides",
     [](Plan &p) { gemm(p).aBatch.push_back(0); }},
    {"GemmType", "gemm of f32 into i32",
     [](Plan &p) { gemm(p).cType = DType::I32; }},
    {"CollectiveComm", "communicator 9 of 2",
     [](Plan &p) { gather(p).comm = 9; }},
    {"CollectiveCount", "operand 'dst' has 64 bytes, 72 are used",
     [](Plan &p) {
       gather(p).count = 9;
       gather(p).src = formal(2, 64);
     }},
    {"CollectiveOverflow", "the size of all_gather overflows",
     [](Plan &p) { gather(p).count = uint64_t(1) << 62; }},
    {"CollectiveOverlap", "overlap",
     [](Plan &p) { gather(p).src = formal(2, 32, 4); }},
    {"CollectiveRoot", "broadcast from root 2 of 2",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Broadcast;
       gather(p).root = 2;
     }},
    {"PermuteTargets", "permute has 1 targets for 2 ranks",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).targets = {0};
     }},
    {"PermuteTwice", "permute sends to 0 twice",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::Permute;
       gather(p).targets = {0, 0};
     }},
    {"ReduceBits", "all_reduce sum of type i1",
     [](Plan &p) {
       gather(p).kind = CollectiveKind::AllReduce;
       gather(p).dtype = DType::I1;
     }},
    {"SequenceBackwards", "sequence number 0 on communicator 'tp' after 1",
     [](Plan &p) {
       Instruction again = p.segments[0].instructions[4];
       std::get<CollectiveOp>(again.op).sequence = 0;
       p.segments[0].instructions.push_back(again);
     }},
    {"SequenceTwice", "two collectives with sequence number 1",
     [](Plan &p) {
       p.segments[0].instructions.push_back(p.segments[0].instructions[4]);
     }},
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
     [](Plan &p) {
       std::get<CopyOp>(p.segments[0].instructions[5].op).src.bytes = 16;
     }},
    {"EventIndex", "event 1 of 1",
     [](Plan &p) {
       std::get<RecordOp>(p.segments[0].instructions[2].op).event = 1;
     }},
    {"EventOrder", "waits for event 0 before it is recorded",
     [](Plan &p) {
       std::swap(p.segments[0].instructions[2], p.segments[0].instructions[3]);
     }},
    {"EventTwice", "event 0 is recorded twice",
     [](Plan &p) {
       p.segments[0].instructions.push_back(p.segments[0].instructions[2]);
     }},
    {"EventCount", "declares 4000000000 events",
     [](Plan &p) { p.segments[0].numEvents = 4000000000u; }},
    {"Stream", "stream 2 of 2",
     [](Plan &p) { p.segments[0].instructions[0].stream = 2; }},
    {"StreamAlone", "is on the point-to-point stream alone",
     [](Plan &p) { p.segments[1].streams = {StreamKind::Compute}; }},
    {"ClassMissing", "has 2 coordinates but 1 programs",
     [](Plan &p) { p.programs.pop_back(); }},
    {"ClassTwice", "two programs are for coordinate 0",
     [](Plan &p) { p.programs[1].classCoordinate = 0; }},
    {"ClassCoordinate", "is for coordinate 5 of 2",
     [](Plan &p) { p.programs[1].classCoordinate = 5; }},
    {"ClassAxis", "names mesh axis 6 of 2",
     [](Plan &p) { p.programs[0].classAxis = 6; }},
    {"ClassAxes", "has class axis 1",
     [](Plan &p) { p.programs[1].classAxis = 1; }},
    {"NoProgram", "the plan has no program",
     [](Plan &p) { p.programs.clear(); }},
    {"ArenaHuge", "has an arena of",
     [](Plan &p) { p.programs[0].arenaBytes = ~uint64_t(0); }},
    {"TensorRange", "the arena has",
     [](Plan &p) { weight(p).offset = p.programs[0].arenaBytes; }},
    {"TensorAlignment", "is at 2, not a multiple",
     [](Plan &p) { weight(p).offset = 2; }},
    {"TensorLocal", "has local extent 7, its layout makes 8",
     [](Plan &p) { weight(p).dims[0].local = 7; }},
    {"TensorBytes", "has 28 bytes, its layout makes 32",
     [](Plan &p) { weight(p).bytes = 28; }},
    {"TensorGranule", "and granule 0",
     [](Plan &p) { weight(p).dims[0].granule = 0; }},
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
    {"UpdateIndex", "is updated by output 3 of 3",
     [](Plan &p) { weight(p).updatedBy = 3; }},
    {"UpdateSize", "that updates it 64 of f32",
     [](Plan &p) { weight(p).updatedBy = 0; }},
    {"UpdateInput", "is an input but is updated",
     [](Plan &p) { p.programs[0].tensors[1].updatedBy = 1; }},
    {"UpdateHazard", "is written at the end of the step",
     [](Plan &p) { p.programs[0].outputs[1].offset = 16; }},
    {"ActionSegment", "executes segment 3 of 3",
     [](Plan &p) { work(p).segment = 3; }},
    {"ActionFormals", "gives 3 buffers, segment 'work' takes 4",
     [](Plan &p) { work(p).formals.pop_back(); }},
    {"ActionRange", "buffer 2 covers 64 bytes",
     [](Plan &p) { work(p).formals[2] = p.programs[0].arenaBytes - 32; }},
    {"ActionScratch", "scratch covers 128 bytes",
     [](Plan &p) { work(p).scratch += 64; }},
    {"ActionAlignment", "buffer 0 is at 2, not a multiple of 4",
     [](Plan &p) { work(p).formals[0] = 2; }},
    {"ActionWait", "waits for action 1 but is itself action 1",
     [](Plan &p) { p.programs[0].actions[1].waits = {1}; }},
};

INSTANTIATE_TEST_SUITE_P(Faults, LoaderFaultTest, testing::ValuesIn(faults),
                         [](const testing::TestParamInfo<Fault> &info) {
                           return info.param.name;
                         });

TEST(LoaderTest, Version) {
  std::vector<uint8_t> payload = serializePayload(makePlan().plan);
  // The version is the only field with the value 1 that is also refused as 2:
  // find it by trying.
  size_t found = 0;
  for (size_t i = 0; i + 4 <= payload.size(); i += 4) {
    uint32_t value;
    std::memcpy(&value, payload.data() + i, 4);
    if (value != planFormatVersion)
      continue;
    std::vector<uint8_t> other = payload;
    other[i] = 2;
    Expected<PlanFile> loaded = loadBytes(wrapPayload(other));
    if (!loaded &&
        loaded.message() ==
            "t.shard: error: format version 2, this runtime reads version 1")
      ++found;
  }
  EXPECT_EQ(found, 1u);
}

TEST(LoaderTest, LoadTimeDoesNotDependOnRanks) {
  PlanBuilder b({{"dp", 1u << 20}, {"tp", 8}});
  uint32_t dp = b.comm("dp", {0});
  Tensor &w = b.tensor("w", Role::Param, DType::F32, 64, {1}, normal(1));
  uint64_t offset = w.offset;
  uint32_t s = b.segment("s", {32});
  b.add(s, collective(CollectiveKind::AllReduce, DType::F32, 8, dp,
                      formal(0, 32), formal(0, 32)));
  b.action("a", s, {offset});
  PlanFile plan = b.load();
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->numRanks(), uint64_t(8) << 20);
  // And running it here is refused before anything is made.
  Expected<Session> session = Session::create(plan, {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.message(), "the plan has 8388608 ranks; the host backend "
                               "runs at most 1024");
}
