//===- Emit.cpp - plan bundles ----------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Writes a plan as FlatBuffers tables, and the tables, with their hash, as a
// bundle.
//
//===----------------------------------------------------------------------===//
#include "shardc/Target/Emit.h"
#include "plan_generated.h"
#include "shardc/Schedule/BuildPlan.h"
#include "shardc/Schedule/EventEngine.h"
#include "shardrt/Plan.h"

using namespace shardc;
namespace fb = shardrt::fb;
using flatbuffers::Offset;

namespace {
class BundleWriter {
public:
  std::vector<uint8_t> write(const plan::Plan &plan);

private:
  Offset<fb::Tensor> tensor(const plan::Tensor &in);
  Offset<fb::Kernel> kernel(const plan::Kernel &in);
  Offset<fb::Image> image(const plan::Image &in);
  Offset<fb::Instruction> instruction(const plan::Instruction &in);
  Offset<fb::Segment> segment(const plan::Segment &in);
  Offset<fb::Action> action(const plan::Action &in);
  Offset<fb::Program> program(const plan::Program &in);
  std::pair<fb::Op, Offset<void>> operation(const plan::Op &in);

  static std::vector<fb::AxisRef> axes(const std::vector<plan::AxisRef> &in) {
    std::vector<fb::AxisRef> out;
    for (const plan::AxisRef &axis : in)
      out.emplace_back(axis.axis, axis.divisor, axis.size);
    return out;
  }
  static fb::BufferRef buffer(const plan::Buffer &in) {
    return fb::BufferRef(in.isFormal, in.index, in.offset, in.bytes);
  }
  // The enumerations have equal values on both sides.
  template <typename To, typename From>
  static To as(From value) {
    return static_cast<To>(static_cast<uint8_t>(value));
  }
  /// Sources repeat a lot: each is stored once.
  Offset<flatbuffers::String> text(const std::string &string) {
    return builder.CreateSharedString(string);
  }

  flatbuffers::FlatBufferBuilder builder;
};
} // namespace

Offset<fb::Tensor> BundleWriter::tensor(const plan::Tensor &in) {
  std::vector<Offset<fb::DimLayout>> dims;
  for (const plan::DimLayout &dim : in.dims) {
    std::vector<fb::AxisRef> split = axes(dim.axes);
    dims.push_back(fb::CreateDimLayoutDirect(builder, dim.global, dim.local, dim.granule, &split));
  }
  auto init = fb::CreateInit(builder, as<fb::InitKind>(in.init.kind), in.init.stream, in.init.mean,
                             in.init.stddev, in.init.low, in.init.high);
  std::vector<fb::AxisRef> partial = axes(in.partial);
  return fb::CreateTensorDirect(builder, in.name.c_str(), as<fb::Role>(in.role),
                                as<fb::DType>(in.dtype), &dims, in.offset, in.bytes, init,
                                in.updatedBy, in.optimizerState, &partial);
}

Offset<fb::Kernel> BundleWriter::kernel(const plan::Kernel &in) {
  return fb::CreateKernelDirect(builder,
                                in.cuda ? fb::KernelKind_CudaFunction : fb::KernelKind_HostFunction,
                                in.symbol.c_str(), in.numBuffers, &in.grid, &in.block,
                                in.sharedBytes, in.source.c_str(), in.flops, &in.bufferBytes);
}

Offset<fb::Image> BundleWriter::image(const plan::Image &in) {
  auto target = builder.CreateString(in.target);
  auto data =
      builder.CreateVector(reinterpret_cast<const uint8_t *>(in.data.data()), in.data.size());
  auto ptx = in.ptx.empty() ? Offset<flatbuffers::String>() : builder.CreateString(in.ptx);
  return fb::CreateImage(builder, target, data, ptx);
}

std::pair<fb::Op, Offset<void>> BundleWriter::operation(const plan::Op &in) {
  if (auto *op = std::get_if<plan::Launch>(&in)) {
    std::vector<fb::BufferRef> buffers;
    for (const plan::Buffer &each : op->buffers)
      buffers.push_back(buffer(each));
    return {fb::Op_Launch, fb::CreateLaunchDirect(builder, op->kernel, &buffers).Union()};
  }
  if (auto *op = std::get_if<plan::Gemm>(&in)) {
    fb::BufferRef a = buffer(op->a), b = buffer(op->b), c = buffer(op->c);
    auto batch = builder.CreateVector(op->batch), aBatch = builder.CreateVector(op->aBatch),
         bBatch = builder.CreateVector(op->bBatch), cBatch = builder.CreateVector(op->cBatch);
    flatbuffers::Optional<fb::DType> cType = flatbuffers::nullopt;
    if (op->cDtype)
      cType = as<fb::DType>(*op->cDtype);
    return {fb::Op_Gemm, fb::CreateGemm(builder, as<fb::DType>(op->dtype), batch, op->m, op->n,
                                        op->k, aBatch, bBatch, cBatch, op->aM, op->aK, op->bK,
                                        op->bN, op->cM, op->cN, &a, &b, &c, op->accumulate, cType)
                             .Union()};
  }
  if (auto *op = std::get_if<plan::Collective>(&in)) {
    std::vector<fb::Digit> digits;
    for (const plan::Digit &digit : op->digits)
      digits.emplace_back(digit.size, digit.from, digit.to);
    fb::BufferRef src = buffer(op->src), dst = buffer(op->dst);
    return {fb::Op_Collective,
            fb::CreateCollectiveDirect(builder, as<fb::CollectiveKind>(op->kind),
                                       as<fb::ReduceKind>(op->reduce), as<fb::DType>(op->dtype),
                                       op->count, op->comm, op->sequence, op->root, &src, &dst,
                                       &digits, op->shift)
                .Union()};
  }
  if (auto *op = std::get_if<plan::Send>(&in)) {
    fb::BufferRef src = buffer(op->src);
    return {fb::Op_Send, fb::CreateSend(builder, as<fb::DType>(op->dtype), op->count, op->comm,
                                        op->sequence, op->peer, &src)
                             .Union()};
  }
  if (auto *op = std::get_if<plan::Recv>(&in)) {
    fb::BufferRef dst = buffer(op->dst);
    return {fb::Op_Recv, fb::CreateRecv(builder, as<fb::DType>(op->dtype), op->count, op->comm,
                                        op->sequence, op->peer, &dst)
                             .Union()};
  }
  if (auto *op = std::get_if<plan::Copy>(&in)) {
    fb::BufferRef src = buffer(op->src), dst = buffer(op->dst);
    return {fb::Op_Copy, fb::CreateCopy(builder, &src, &dst).Union()};
  }
  if (auto *op = std::get_if<plan::Fill>(&in)) {
    fb::BufferRef dst = buffer(op->dst);
    return {fb::Op_Fill, fb::CreateFill(builder, &dst, op->value).Union()};
  }
  if (auto *op = std::get_if<plan::Record>(&in))
    return {fb::Op_Record, fb::CreateRecord(builder, op->event).Union()};
  return {fb::Op_Wait, fb::CreateWait(builder, std::get<plan::Wait>(in).event).Union()};
}

Offset<fb::Instruction> BundleWriter::instruction(const plan::Instruction &in) {
  auto [type, op] = operation(in.op);
  auto source = text(in.source);
  return fb::CreateInstruction(builder, in.stream, type, op, source);
}

Offset<fb::Segment> BundleWriter::segment(const plan::Segment &in) {
  std::vector<Offset<fb::Instruction>> instructions;
  for (const plan::Instruction &each : in.instructions)
    instructions.push_back(instruction(each));
  std::vector<uint8_t> streams;
  for (plan::StreamKind kind : in.streams)
    streams.push_back(static_cast<uint8_t>(kind));
  return fb::CreateSegmentDirect(builder, in.name.c_str(), as<fb::StreamKind>(in.stream),
                                 &in.formalBytes, in.scratchBytes, &streams, in.numEvents,
                                 &instructions);
}

Offset<fb::Action> BundleWriter::action(const plan::Action &in) {
  return fb::CreateActionDirect(builder, in.name.c_str(), in.segment, in.stage, in.microbatch,
                                &in.formals, in.scratch, &in.waits);
}

Offset<fb::Program> BundleWriter::program(const plan::Program &in) {
  std::vector<Offset<fb::Tensor>> tensors, outputs;
  for (const plan::Tensor &each : in.tensors)
    tensors.push_back(tensor(each));
  for (const plan::Tensor &each : in.outputs)
    outputs.push_back(tensor(each));
  std::vector<Offset<fb::Action>> actions;
  for (const plan::Action &each : in.actions)
    actions.push_back(action(each));
  std::vector<Offset<fb::Loop>> loops;
  for (const plan::Loop &each : in.loops)
    loops.push_back(fb::CreateLoop(builder, each.first, each.body, each.end, each.predicate));
  return fb::CreateProgramDirect(builder, in.name.c_str(), in.classAxis, in.classCoordinate,
                                 in.arenaBytes, &tensors, &outputs, &actions, in.flops,
                                 loops.empty() ? nullptr : &loops);
}

std::vector<uint8_t> BundleWriter::write(const plan::Plan &plan) {
  auto provenance = fb::CreateProvenanceDirect(
      builder, plan.provenance.model.c_str(), plan.provenance.strategy.c_str(),
      plan.provenance.precision.c_str(), plan.provenance.target.c_str(),
      plan.provenance.producer.c_str());
  auto all = [](const auto &list, auto &&each) {
    std::vector<decltype(each(list.front()))> out;
    for (const auto &entry : list)
      out.push_back(each(entry));
    return out;
  };
  auto mesh = all(plan.mesh, [&](const plan::MeshAxis &axis) {
    return fb::CreateMeshAxisDirect(builder, axis.name.c_str(), axis.size);
  });
  auto communicators = all(plan.communicators, [&](const plan::Communicator &comm) {
    std::vector<fb::AxisRef> over = axes(comm.axes);
    return fb::CreateCommunicatorDirect(builder, comm.name.c_str(), &over, &comm.members);
  });
  auto kernels = all(plan.kernels, [&](const plan::Kernel &k) { return kernel(k); });
  auto images = all(plan.images, [&](const plan::Image &i) { return image(i); });
  auto segments = all(plan.segments, [&](const plan::Segment &s) { return segment(s); });
  auto programs = all(plan.programs, [&](const plan::Program &p) { return program(p); });
  builder.Finish(fb::CreatePlanDirect(builder, plan.formatVersion, provenance, &mesh,
                                      &communicators, &kernels, &images, &segments, &programs,
                                      plan.microbatches, plan.collectiveSignature));
  flatbuffers::FlatBufferBuilder outer;
  auto payload = outer.CreateVector(builder.GetBufferPointer(), builder.GetSize());
  uint64_t hash = shardrt::hashBytes(builder.GetBufferPointer(), builder.GetSize());
  fb::FinishBundleBuffer(outer, fb::CreateBundle(outer, payload, hash));
  return std::vector<uint8_t>(outer.GetBufferPointer(), outer.GetBufferPointer() + outer.GetSize());
}

std::vector<uint8_t> shardc::writeBundle(const plan::Plan &plan) {
  return BundleWriter().write(plan);
}

mlir::FailureOr<std::vector<uint8_t>> shardc::emitBundle(mlir::ModuleOp module) {
  mlir::FailureOr<plan::Plan> plan = buildPlan(module);
  if (mlir::failed(plan))
    return mlir::failure();
  if (std::optional<plan::Refusal> refusal = plan::prove(*plan))
    return module.emitError() << "plan refused (" << plan::toString(refusal->fault)
                              << "): " << refusal->message;
  return writeBundle(*plan);
}
