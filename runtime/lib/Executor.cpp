//===- Executor.cpp - one rank's program on one device --------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semantics that schema/plan.fbs writes down: an action waits for others
// and then for the start of its segment; a compute segment forks to its other
// streams and joins them at its end.
//
//===----------------------------------------------------------------------===//
#include "Executor.h"

#include <algorithm>
#include <functional>

using namespace shardrt;

Executor::Executor(PlanFile plan, hal::Device &device, const Options &options)
    : device(device), program(plan->programs[plan->programOf(device.rank())]),
      programIndex(plan->programOf(device.rank())), coords(plan->coordsOf(device.rank())),
      plan(plan), options(options) {}

Expected<std::unique_ptr<Executor>> Executor::create(PlanFile plan, hal::Device &device,
                                                     const Options &options) {
  std::unique_ptr<Executor> executor(new Executor(plan, device, options));
  if (Status status = executor->initialise(); !status)
    return status;
  return executor;
}

Status Executor::initialise() {
  Expected<void *> block = device.allocate(program.arenaBytes);
  if (!block)
    return block.status();
  arena = static_cast<char *>(*block);
  // All bits set is a NaN in every float type.
  if (Status status = device.set(arena, options.poison ? 0xff : 0, program.arenaBytes); !status)
    return status;
  batch.resize(program.tensors.size());
  for (size_t i = 0; i < program.tensors.size(); ++i) {
    const Tensor &tensor = program.tensors[i];
    if (tensor.init.kind == InitKind::Data)
      return makeError(ErrorCode::Unavailable, "tensor '", tensor.name,
                       "' is read from a data set, which is not supported by "
                       "this build");
    std::vector<char> bytes(tensor.bytes, options.poison ? char(0xff) : 0);
    fillLocal(tensor.init, options.seed, tensor.dtype, tensor.dims, coords, bytes.data());
    if (Status status = device.write(arena + tensor.offset, bytes.data(), bytes.size()); !status)
      return status;
    if (tensor.role == Role::Input)
      batch[i] = std::move(bytes);
  }
  return makeEvents();
}

Status Executor::makeEvents() {
  auto create = [&](std::unique_ptr<hal::Event> &event) {
    Expected<std::unique_ptr<hal::Event>> made = device.createEvent();
    if (!made)
      return made.status();
    event = std::move(*made);
    return Status();
  };
  actionEnds.resize(program.actions.size());
  for (std::unique_ptr<hal::Event> &event : actionEnds)
    if (Status status = create(event); !status)
      return status;
  uint32_t mostEvents = 0;
  for (const Action &action : program.actions)
    mostEvents = std::max(mostEvents, plan->segments[action.segment].numEvents);
  segmentEvents.resize(mostEvents);
  for (std::unique_ptr<hal::Event> &event : segmentEvents)
    if (Status status = create(event); !status)
      return status;
  for (std::unique_ptr<hal::Event> &event : streamEvents)
    if (Status status = create(event); !status)
      return status;
  return Status();
}

Status Executor::poisonDead() {
  std::vector<std::pair<uint64_t, uint64_t>> alive;
  for (const Tensor &tensor : program.tensors)
    if (tensor.role != Role::Input && tensor.bytes)
      alive.push_back({tensor.offset, tensor.offset + tensor.bytes});
  std::sort(alive.begin(), alive.end());
  alive.push_back({program.arenaBytes, program.arenaBytes});
  uint64_t at = 0;
  for (auto [begin, end] : alive) {
    if (begin > at)
      if (Status status = device.set(arena + at, 0xff, begin - at); !status)
        return status;
    at = std::max(at, end);
  }
  return Status();
}

Status Executor::prepareStep() {
  flops = 0;
  if (options.poison)
    if (Status status = poisonDead(); !status)
      return status;
  // The memory of an input is free for others after its last use.
  for (size_t i = 0; i < batch.size(); ++i)
    if (!batch[i].empty())
      if (Status status =
              device.write(arena + program.tensors[i].offset, batch[i].data(), batch[i].size());
          !status)
        return status;
  return Status();
}

void *Executor::address(const Action &action, const BufferRef &ref) const {
  uint64_t base = ref.isFormal ? action.formals[ref.index] : action.scratch;
  return arena + base + ref.offset;
}

Expected<hal::Stream *> Executor::streamOf(const Segment &segment, uint32_t index) {
  StreamKind kind = segment.streams[index];
  streamUsed[static_cast<unsigned>(kind)] = true;
  return device.stream(kind);
}

Status Executor::fork(const Segment &segment) {
  Expected<hal::Stream *> own = device.stream(segment.stream);
  if (!own)
    return own.status();
  bool recorded = false;
  bool done[numStreamKinds] = {};
  for (StreamKind kind : segment.streams) {
    if (kind == segment.stream || done[static_cast<unsigned>(kind)])
      continue;
    done[static_cast<unsigned>(kind)] = true;
    hal::Event &start = *streamEvents[static_cast<unsigned>(segment.stream)];
    if (!recorded)
      if (Status status = (*own)->record(start); !status)
        return status;
    recorded = true;
    Expected<hal::Stream *> other = device.stream(kind);
    if (!other)
      return other.status();
    if (Status status = (*other)->wait(start); !status)
      return status;
  }
  return Status();
}

Status Executor::join(const Segment &segment) {
  Expected<hal::Stream *> own = device.stream(segment.stream);
  if (!own)
    return own.status();
  bool done[numStreamKinds] = {};
  for (StreamKind kind : segment.streams) {
    if (kind == segment.stream || done[static_cast<unsigned>(kind)])
      continue;
    done[static_cast<unsigned>(kind)] = true;
    hal::Event &end = *streamEvents[static_cast<unsigned>(kind)];
    Expected<hal::Stream *> other = device.stream(kind);
    if (!other)
      return other.status();
    if (Status status = (*other)->record(end); !status)
      return status;
    if (Status status = (*own)->wait(end); !status)
      return status;
  }
  return Status();
}

Status Executor::enqueueAction(size_t index) {
  const Action &action = program.actions[index];
  const Segment &segment = plan->segments[action.segment];
  streamUsed[static_cast<unsigned>(segment.stream)] = true;
  Expected<hal::Stream *> own = device.stream(segment.stream);
  if (!own)
    return own.status();
  for (uint32_t wait : action.waits) {
    // Work in one stream is in order as it is.
    StreamKind other = plan->segments[program.actions[wait].segment].stream;
    if (other == segment.stream)
      continue;
    if (Status status = (*own)->wait(*actionEnds[wait]); !status)
      return status;
  }
  if (Status status = fork(segment); !status)
    return status;
  if (Status status = enqueueInstructions(action, segment); !status)
    return status;
  if (Status status = join(segment); !status)
    return status;
  return (*own)->record(*actionEnds[index]);
}

Status Executor::enqueueInstructions(const Action &action, const Segment &segment) {
  // Transfers of one stream that nothing on this stream separates start
  // together. The group is enqueued where its last member is: instructions of
  // other streams between them keep their order towards their own streams, and
  // an event is an instruction of its stream and so ends the group.
  std::vector<std::vector<size_t>> open(segment.streams.size());
  auto flush = [&](uint32_t index) -> Status {
    std::vector<size_t> members;
    members.swap(open[index]);
    if (members.empty())
      return Status();
    Expected<hal::Stream *> stream = streamOf(segment, index);
    if (!stream)
      return stream.status();
    std::vector<hal::Transfer> group;
    for (size_t i : members) {
      const Instruction &instruction = segment.instructions[i];
      const auto &op = std::get<PointToPointOp>(instruction.op);
      group.push_back({&op, address(action, op.buffer), {&action, &instruction}});
    }
    return (*stream)->transfer(std::move(group));
  };
  for (size_t i = 0; i < segment.instructions.size(); ++i) {
    const Instruction &instruction = segment.instructions[i];
    if (std::holds_alternative<PointToPointOp>(instruction.op)) {
      open[instruction.stream].push_back(i);
      continue;
    }
    if (Status status = flush(instruction.stream); !status)
      return status;
    Expected<hal::Stream *> stream = streamOf(segment, instruction.stream);
    if (!stream)
      return stream.status();
    if (Status status = enqueueInstruction(action, instruction, **stream); !status)
      return status;
  }
  for (uint32_t index = 0; index < open.size(); ++index)
    if (Status status = flush(index); !status)
      return status;
  return Status();
}

namespace {
/// Calls the stream's operation of each kind of instruction.
struct Dispatcher {
  hal::Stream &stream;
  const Plan &plan;
  const hal::Label label;
  std::vector<std::unique_ptr<hal::Event>> &events;
  const std::function<void *(const BufferRef &)> address;
  uint64_t &flops;

  Status operator()(const LaunchOp &op) const {
    std::vector<void *> buffers;
    for (const BufferRef &ref : op.buffers)
      buffers.push_back(address(ref));
    flops += plan.kernels[op.kernel].flops;
    return stream.launch(op.kernel, std::move(buffers), label);
  }
  Status operator()(const GemmOp &op) const {
    flops += op.flops();
    return stream.gemm(op, address(op.a), address(op.b), address(op.c), label);
  }
  Status operator()(const CollectiveOp &op) const {
    return stream.collective(op, address(op.src), address(op.dst), label);
  }
  Status operator()(const PointToPointOp &op) const {
    return stream.transfer({{&op, address(op.buffer), label}});
  }
  Status operator()(const CopyOp &op) const {
    return stream.copy(address(op.dst), address(op.src), op.src.bytes, label);
  }
  Status operator()(const FillOp &op) const {
    return stream.fill(address(op.dst), op.value, op.dst.bytes, label);
  }
  Status operator()(const RecordOp &op) const { return stream.record(*events[op.event]); }
  Status operator()(const WaitOp &op) const { return stream.wait(*events[op.event]); }
};
} // namespace

Status Executor::enqueueInstruction(const Action &action, const Instruction &instruction,
                                    hal::Stream &stream) {
  Dispatcher dispatcher{stream,
                        *plan,
                        {&action, &instruction},
                        segmentEvents,
                        [&](const BufferRef &ref) { return address(action, ref); },
                        flops};
  return std::visit(dispatcher, instruction.op);
}

Status Executor::enqueueUpdates() {
  bool needed = false;
  for (const Tensor &tensor : program.tensors)
    needed |= tensor.updatedBy >= 0 && program.outputs[tensor.updatedBy].offset != tensor.offset;
  if (!needed)
    return Status();
  Expected<hal::Stream *> compute = device.stream(StreamKind::Compute);
  if (!compute)
    return compute.status();
  for (unsigned kind = 0; kind < numStreamKinds; ++kind) {
    if (!streamUsed[kind] || kind == static_cast<unsigned>(StreamKind::Compute))
      continue;
    Expected<hal::Stream *> other = device.stream(static_cast<StreamKind>(kind));
    if (!other)
      return other.status();
    if (Status status = (*other)->record(*streamEvents[kind]); !status)
      return status;
    if (Status status = (*compute)->wait(*streamEvents[kind]); !status)
      return status;
  }
  for (const Tensor &tensor : program.tensors) {
    if (tensor.updatedBy < 0)
      continue;
    const Tensor &output = program.outputs[tensor.updatedBy];
    if (output.offset == tensor.offset)
      continue;
    if (Status status = (*compute)->copy(arena + tensor.offset, arena + output.offset, tensor.bytes,
                                         hal::Label());
        !status)
      return status;
  }
  return Status();
}

Status Executor::readCondition(const Loop &loop, bool &holds) {
  uint8_t byte = 0;
  if (Status status = device.read(&byte, arena + loop.predicate, 1); !status)
    return status;
  holds = byte != 0;
  return Status();
}

Status Executor::read(const Tensor &tensor, bool isOutput, std::vector<char> &bytes) {
  if (!isOutput && tensor.role == Role::Input) {
    bytes = batch[&tensor - program.tensors.data()];
    return Status();
  }
  bytes.resize(tensor.bytes);
  return device.read(bytes.data(), arena + tensor.offset, tensor.bytes);
}
