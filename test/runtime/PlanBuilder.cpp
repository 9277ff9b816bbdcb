//===- PlanBuilder.cpp - small plans by hand ------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes plans as bundles.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"
#include "plan_generated.h"

#include <gtest/gtest.h>

#include <cstdio>

using namespace shardrt;
using namespace shardrt::test;

namespace {
class Writer {
public:
  std::vector<uint8_t> write(const Plan &plan);

private:
  flatbuffers::FlatBufferBuilder b;

  auto text(const std::string &s) { return b.CreateString(s); }
  auto axes(const std::vector<AxisRef> &in) {
    std::vector<fb::AxisRef> out;
    for (const AxisRef &a : in)
      out.emplace_back(a.axis, a.divisor, a.size);
    return b.CreateVectorOfStructs(out);
  }
  static fb::BufferRef ref(const BufferRef &r) {
    return fb::BufferRef(r.isFormal, r.index, r.offset, r.bytes);
  }
  auto refs(const std::vector<BufferRef> &in) {
    std::vector<fb::BufferRef> out;
    for (const BufferRef &r : in)
      out.push_back(ref(r));
    return b.CreateVectorOfStructs(out);
  }
  static fb::DType type(DType t) { return static_cast<fb::DType>(t); }

  flatbuffers::Offset<fb::Tensor> tensor(const Tensor &t);
  flatbuffers::Offset<fb::Instruction> instruction(const Instruction &i);
  flatbuffers::Offset<fb::Segment> segment(const Segment &s);
  flatbuffers::Offset<fb::Program> program(const Program &p);

  using OpOffset = std::pair<fb::Op, flatbuffers::Offset<void>>;
  OpOffset op(const LaunchOp &o) {
    return {fb::Op_Launch, fb::CreateLaunch(b, o.kernel, refs(o.buffers)).Union()};
  }
  OpOffset op(const GemmOp &o) {
    auto batch = b.CreateVector(o.batch), aBatch = b.CreateVector(o.aBatch),
         bBatch = b.CreateVector(o.bBatch), cBatch = b.CreateVector(o.cBatch);
    auto a = ref(o.a), bb = ref(o.b), c = ref(o.c);
    flatbuffers::Optional<fb::DType> cType;
    if (o.cType != o.dtype)
      cType = type(o.cType);
    return {fb::Op_Gemm,
            fb::CreateGemm(b, type(o.dtype), batch, o.m, o.n, o.k, aBatch, bBatch, cBatch, o.aM,
                           o.aK, o.bK, o.bN, o.cM, o.cN, &a, &bb, &c, o.accumulate, cType)
                .Union()};
  }
  OpOffset op(const CollectiveOp &o) {
    auto src = ref(o.src), dst = ref(o.dst);
    std::vector<fb::Digit> moved;
    for (const Digit &digit : o.digits)
      moved.emplace_back(digit.size, digit.from, digit.to);
    auto digits = b.CreateVectorOfStructs(moved);
    return {fb::Op_Collective,
            fb::CreateCollective(b, static_cast<fb::CollectiveKind>(o.kind),
                                 static_cast<fb::ReduceKind>(o.reduce), type(o.dtype), o.count,
                                 o.comm, o.sequence, o.root, &src, &dst, digits, o.shift)
                .Union()};
  }
  OpOffset op(const PointToPointOp &o) {
    auto buffer = ref(o.buffer);
    if (o.isSend)
      return {
          fb::Op_Send,
          fb::CreateSend(b, type(o.dtype), o.count, o.comm, o.sequence, o.peer, &buffer).Union()};
    return {fb::Op_Recv,
            fb::CreateRecv(b, type(o.dtype), o.count, o.comm, o.sequence, o.peer, &buffer).Union()};
  }
  OpOffset op(const CopyOp &o) {
    auto src = ref(o.src), dst = ref(o.dst);
    return {fb::Op_Copy, fb::CreateCopy(b, &src, &dst).Union()};
  }
  OpOffset op(const FillOp &o) {
    auto dst = ref(o.dst);
    return {fb::Op_Fill, fb::CreateFill(b, &dst, o.value).Union()};
  }
  OpOffset op(const RecordOp &o) { return {fb::Op_Record, fb::CreateRecord(b, o.event).Union()}; }
  OpOffset op(const WaitOp &o) { return {fb::Op_Wait, fb::CreateWait(b, o.event).Union()}; }
};
} // namespace

flatbuffers::Offset<fb::Tensor> Writer::tensor(const Tensor &t) {
  std::vector<flatbuffers::Offset<fb::DimLayout>> dims;
  for (const DimLayout &d : t.dims)
    dims.push_back(fb::CreateDimLayout(b, d.global, d.local, d.granule, axes(d.axes)));
  auto dimsVector = b.CreateVector(dims);
  auto init = fb::CreateInit(b, static_cast<fb::InitKind>(t.init.kind), t.init.stream, t.init.mean,
                             t.init.stddev, t.init.low, t.init.high);
  return fb::CreateTensor(b, text(t.name), static_cast<fb::Role>(t.role), type(t.dtype), dimsVector,
                          t.offset, t.bytes, init, t.updatedBy, t.optimizerState, axes(t.partial));
}

flatbuffers::Offset<fb::Instruction> Writer::instruction(const Instruction &i) {
  OpOffset written = std::visit([&](const auto &o) { return op(o); }, i.op);
  return fb::CreateInstruction(b, static_cast<uint8_t>(i.stream), written.first, written.second,
                               text(i.source));
}

flatbuffers::Offset<fb::Segment> Writer::segment(const Segment &s) {
  std::vector<flatbuffers::Offset<fb::Instruction>> instructions;
  for (const Instruction &i : s.instructions)
    instructions.push_back(instruction(i));
  std::vector<uint8_t> streams;
  for (StreamKind kind : s.streams)
    streams.push_back(static_cast<uint8_t>(kind));
  auto formals = b.CreateVector(s.formalBytes);
  auto streamVector = b.CreateVector(streams);
  auto instructionVector = b.CreateVector(instructions);
  return fb::CreateSegment(b, text(s.name), static_cast<fb::StreamKind>(s.stream), formals,
                           s.scratchBytes, streamVector, s.numEvents, instructionVector);
}

flatbuffers::Offset<fb::Program> Writer::program(const Program &p) {
  std::vector<flatbuffers::Offset<fb::Tensor>> tensors, outputs;
  for (const Tensor &t : p.tensors)
    tensors.push_back(tensor(t));
  for (const Tensor &t : p.outputs)
    outputs.push_back(tensor(t));
  std::vector<flatbuffers::Offset<fb::Action>> actions;
  for (const Action &a : p.actions) {
    auto formals = b.CreateVector(a.formals);
    auto waits = b.CreateVector(a.waits);
    actions.push_back(fb::CreateAction(b, text(a.name), a.segment, a.stage, a.microbatch, formals,
                                       a.scratch, waits));
  }
  auto tensorVector = b.CreateVector(tensors);
  auto outputVector = b.CreateVector(outputs);
  auto actionVector = b.CreateVector(actions);
  std::vector<flatbuffers::Offset<fb::Loop>> loops;
  for (const Loop &loop : p.loops)
    loops.push_back(fb::CreateLoop(b, loop.first, loop.body, loop.end, loop.predicate));
  auto loopVector = b.CreateVector(loops);
  return fb::CreateProgram(b, text(p.name), p.classAxis, p.classCoordinate, p.arenaBytes,
                           tensorVector, outputVector, actionVector, p.flops, loopVector);
}

std::vector<uint8_t> Writer::write(const Plan &plan) {
  std::vector<flatbuffers::Offset<fb::MeshAxis>> mesh;
  for (const MeshAxis &a : plan.mesh)
    mesh.push_back(fb::CreateMeshAxis(b, text(a.name), a.size));
  std::vector<flatbuffers::Offset<fb::Communicator>> comms;
  for (const Communicator &c : plan.communicators) {
    auto refs = axes(c.axes);
    auto members = b.CreateVector(c.members);
    comms.push_back(fb::CreateCommunicator(b, text(c.name), refs, members));
  }
  std::vector<flatbuffers::Offset<fb::Kernel>> kernels;
  for (const Kernel &k : plan.kernels) {
    auto grid = b.CreateVector(k.grid, 3), block = b.CreateVector(k.block, 3);
    auto bytes = b.CreateVector(k.bufferBytes);
    auto symbol = text(k.symbol), source = text(k.source);
    kernels.push_back(fb::CreateKernel(b, static_cast<fb::KernelKind>(k.kind), symbol, k.numBuffers,
                                       grid, block, k.sharedBytes, source, k.flops, bytes));
  }
  std::vector<flatbuffers::Offset<fb::Image>> images;
  for (const Image &i : plan.images) {
    auto data = b.CreateVector(i.data, i.size);
    auto target = text(i.target), ptx = text(i.ptx);
    images.push_back(fb::CreateImage(b, target, data, ptx));
  }
  std::vector<flatbuffers::Offset<fb::Segment>> segments;
  for (const Segment &s : plan.segments)
    segments.push_back(segment(s));
  std::vector<flatbuffers::Offset<fb::Program>> programs;
  for (const Program &p : plan.programs)
    programs.push_back(program(p));
  auto provenance =
      fb::CreateProvenance(b, text(plan.model), text(plan.strategy), text(plan.precision),
                           text(plan.target), text(plan.producer));
  auto meshVector = b.CreateVector(mesh);
  auto commVector = b.CreateVector(comms);
  auto kernelVector = b.CreateVector(kernels);
  auto imageVector = b.CreateVector(images);
  auto segmentVector = b.CreateVector(segments);
  auto programVector = b.CreateVector(programs);
  b.Finish(fb::CreatePlan(b, planFormatVersion, provenance, meshVector, commVector, kernelVector,
                          imageVector, segmentVector, programVector, plan.microbatches,
                          plan.collectiveSignature));
  return std::vector<uint8_t>(b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize());
}

std::vector<uint8_t> test::serializePayload(const Plan &plan) { return Writer().write(plan); }

static std::vector<uint8_t> wrap(const std::vector<uint8_t> &payload, uint64_t hash) {
  flatbuffers::FlatBufferBuilder b;
  fb::FinishBundleBuffer(b, fb::CreateBundle(b, b.CreateVector(payload), hash));
  return std::vector<uint8_t>(b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize());
}

std::vector<uint8_t> test::wrapPayload(const std::vector<uint8_t> &payload) {
  return wrap(payload, hashBytes(payload.data(), payload.size()));
}

std::vector<uint8_t> test::serialize(const Plan &plan, uint64_t hashDelta) {
  std::vector<uint8_t> payload = serializePayload(plan);
  return wrap(payload, hashBytes(payload.data(), payload.size()) + hashDelta);
}

PlanBuilder::PlanBuilder(std::vector<MeshAxis> mesh) {
  plan.mesh = std::move(mesh);
  Program program;
  program.name = "all";
  plan.programs.push_back(program);
}

uint32_t PlanBuilder::comm(const std::string &name, const std::vector<uint32_t> &axes) {
  Communicator comm;
  comm.name = name;
  for (uint32_t axis : axes)
    comm.axes.push_back({axis, 1, plan.mesh[axis].size});
  plan.communicators.push_back(comm);
  return static_cast<uint32_t>(plan.communicators.size() - 1);
}

uint32_t PlanBuilder::link(const std::string &name, uint32_t axis, std::vector<uint32_t> members) {
  uint32_t index = comm(name, {axis});
  plan.communicators[index].members = std::move(members);
  return index;
}

/// The shared object that TestKernels.c was compiled to.
static const std::vector<uint8_t> &kernelImage() {
  static const std::vector<uint8_t> image = [] {
    std::vector<uint8_t> bytes;
    if (std::FILE *file = std::fopen(SHARDRT_TEST_KERNELS, "rb")) {
      uint8_t block[4096];
      size_t got;
      while ((got = std::fread(block, 1, sizeof(block), file)) > 0)
        bytes.insert(bytes.end(), block, block + got);
      std::fclose(file);
    }
    return bytes;
  }();
  return image;
}

uint32_t PlanBuilder::kernel(const std::string &symbol, uint32_t buffers, uint64_t flops) {
  if (plan.images.empty()) {
    Image image;
    image.target = "host";
    image.data = kernelImage().data();
    image.size = kernelImage().size();
    plan.images.push_back(image);
  }
  Kernel kernel;
  kernel.symbol = symbol;
  kernel.numBuffers = buffers;
  kernel.flops = flops;
  plan.kernels.push_back(kernel);
  return static_cast<uint32_t>(plan.kernels.size() - 1);
}

void PlanBuilder::classes(uint32_t axis) {
  plan.programs.clear();
  for (uint32_t i = 0; i < plan.mesh[axis].size; ++i) {
    Program program;
    program.name = plan.mesh[axis].name + std::to_string(i);
    program.classAxis = static_cast<int32_t>(axis);
    program.classCoordinate = i;
    plan.programs.push_back(program);
  }
}

uint64_t PlanBuilder::space(uint64_t bytes, uint32_t program) {
  uint64_t &end = plan.programs[program].arenaBytes;
  uint64_t offset = (end + 63) / 64 * 64;
  end = offset + bytes;
  return offset;
}

std::vector<DimLayout> PlanBuilder::dims(uint64_t extent, const std::vector<uint32_t> &axes) const {
  DimLayout dim;
  dim.global = extent;
  for (uint32_t axis : axes)
    dim.axes.push_back({axis, 1, plan.mesh[axis].size});
  dim.local = localExtent(extent, 1, dim.axes);
  return {dim};
}

Tensor &PlanBuilder::tensor(const std::string &name, Role role, DType type, uint64_t extent,
                            const std::vector<uint32_t> &axes, InitSpec init, uint32_t program) {
  Tensor tensor;
  tensor.name = name;
  tensor.role = role;
  tensor.dtype = type;
  tensor.dims = dims(extent, axes);
  tensor.bytes = localElements(tensor.dims) * elementSize(type);
  tensor.offset = space(tensor.bytes, program);
  tensor.init = init;
  plan.programs[program].tensors.push_back(tensor);
  return plan.programs[program].tensors.back();
}

Tensor &PlanBuilder::output(const std::string &name, DType type, uint64_t extent,
                            const std::vector<uint32_t> &axes, uint64_t offset, Role role,
                            uint32_t program) {
  Tensor tensor;
  tensor.name = name;
  tensor.role = role;
  tensor.dtype = type;
  tensor.dims = dims(extent, axes);
  tensor.bytes = localElements(tensor.dims) * elementSize(type);
  tensor.offset = offset;
  plan.programs[program].outputs.push_back(tensor);
  return plan.programs[program].outputs.back();
}

uint32_t PlanBuilder::segment(const std::string &name, std::vector<uint64_t> formalBytes,
                              StreamKind stream) {
  Segment segment;
  segment.name = name;
  segment.stream = stream;
  segment.formalBytes = std::move(formalBytes);
  plan.segments.push_back(segment);
  return static_cast<uint32_t>(plan.segments.size() - 1);
}

uint32_t PlanBuilder::action(const std::string &name, uint32_t segment,
                             std::vector<uint64_t> formals, std::vector<uint32_t> waits,
                             uint32_t program) {
  Action action;
  action.name = name;
  action.segment = segment;
  action.formals = std::move(formals);
  action.waits = std::move(waits);
  std::vector<Action> &actions = plan.programs[program].actions;
  actions.push_back(action);
  return static_cast<uint32_t>(actions.size() - 1);
}

PlanFile PlanBuilder::load() const {
  std::vector<uint8_t> bytes = serialize(plan);
  Expected<PlanFile> loaded = loadPlan(bytes.data(), bytes.size(), "test.shard");
  EXPECT_TRUE(loaded.ok()) << loaded.message();
  return loaded ? *loaded : nullptr;
}

CollectiveOp test::collective(CollectiveKind kind, DType type, uint64_t count, uint32_t comm,
                              BufferRef src, BufferRef dst, uint32_t sequence, ReduceKind reduce) {
  CollectiveOp op;
  op.kind = kind;
  op.reduce = reduce;
  op.dtype = type;
  op.count = count;
  op.comm = comm;
  op.sequence = sequence;
  op.src = src;
  op.dst = dst;
  return op;
}

PointToPointOp test::sendTo(uint32_t peer, DType type, uint64_t count, uint32_t comm, BufferRef src,
                            uint32_t sequence) {
  return {true, type, count, comm, sequence, peer, src};
}

PointToPointOp test::recvFrom(uint32_t peer, DType type, uint64_t count, uint32_t comm,
                              BufferRef dst, uint32_t sequence) {
  return {false, type, count, comm, sequence, peer, dst};
}

InitSpec test::normal(uint64_t stream, double stddev) {
  InitSpec init;
  init.kind = InitKind::Normal;
  init.stream = stream;
  init.stddev = stddev;
  return init;
}

InitSpec test::constant(double value) {
  InitSpec init;
  init.kind = InitKind::Constant;
  init.mean = value;
  return init;
}
