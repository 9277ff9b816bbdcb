//===- EventEngine.cpp - bounds, and the proof as a whole -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Order of the parts and the checks that the others rely on: every index
// exists, every buffer is inside what holds it.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/EventEngine.h"
#include "EngineSupport.h"
#include <algorithm>

using namespace shardc;
using namespace shardc::plan;

const char *plan::toString(Fault fault) {
  static const char *const names[] = {
      "malformed", "out of bounds", "unordered", "read before write", "stale read",
      "race",      "overlap",       "mismatch",  "unmatched",         "deadlock"};
  return names[unsigned(fault)];
}

std::string plan::describe(const Segment &segment, size_t index) {
  const Instruction &instruction = segment.instructions[index];
  std::string text = "'" + segment.name + "' #" + std::to_string(index);
  if (!instruction.source.empty())
    text += " (" + instruction.source + ")";
  return text;
}

std::vector<Access> plan::accessesOf(const Instruction &instruction) {
  std::vector<Access> all;
  auto read = [&](const Buffer &buffer) { all.push_back({&buffer, buffer.value, false}); };
  auto write = [&](const Buffer &buffer) { all.push_back({&buffer, buffer.value, true}); };
  if (auto *op = std::get_if<Launch>(&instruction.op)) {
    for (size_t i = 0; i < op->buffers.size(); ++i)
      i < op->numOperands ? read(op->buffers[i]) : write(op->buffers[i]);
  } else if (auto *op = std::get_if<Gemm>(&instruction.op)) {
    read(op->a);
    read(op->b);
    if (op->accumulate)
      all.push_back({&op->c, op->before, false});
    write(op->c);
  } else if (auto *op = std::get_if<Collective>(&instruction.op)) {
    read(op->src);
    write(op->dst);
  } else if (auto *op = std::get_if<Send>(&instruction.op)) {
    read(op->src);
  } else if (auto *op = std::get_if<Recv>(&instruction.op)) {
    write(op->dst);
  } else if (auto *op = std::get_if<Copy>(&instruction.op)) {
    read(op->src);
    write(op->dst);
  } else if (auto *op = std::get_if<Fill>(&instruction.op)) {
    write(op->dst);
  }
  return all;
}

namespace {
/// Checks one segment by itself.
class SegmentBounds {
public:
  SegmentBounds(const Plan &plan, const Segment &segment) : plan(plan), segment(segment) {}
  std::optional<Refusal> run();

private:
  std::optional<Refusal> fail(Fault fault, size_t index, std::string what) {
    std::string op = describe(segment, index);
    return Refusal{fault, op + " " + what, {op}};
  }
  std::optional<Refusal> check(size_t index, const Buffer &buffer);
  std::optional<Refusal> checkComm(size_t index, const Collective &op);
  std::optional<Refusal> checkPeer(size_t index, uint32_t comm, uint32_t peer, const Buffer &buffer,
                                   uint64_t bytes);
  /// Two buffers of one instruction, one of them written.
  std::optional<Refusal> checkAliases(size_t index);

  const Plan &plan;
  const Segment &segment;
};
} // namespace

static bool overlap(const Buffer &a, const Buffer &b) {
  if (a.isFormal != b.isFormal || (a.isFormal && a.index != b.index))
    return false;
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

std::optional<Refusal> SegmentBounds::check(size_t index, const Buffer &buffer) {
  uint64_t limit = segment.scratchBytes;
  if (buffer.isFormal) {
    if (buffer.index >= segment.formalBytes.size())
      return fail(Fault::Malformed, index,
                  "names formal " + std::to_string(buffer.index) + " of " +
                      std::to_string(segment.formalBytes.size()));
    limit = segment.formalBytes[buffer.index];
  }
  if (buffer.offset > limit || buffer.bytes > limit - buffer.offset)
    return fail(Fault::OutOfBounds, index,
                "uses bytes [" + std::to_string(buffer.offset) + ", " +
                    std::to_string(buffer.offset + buffer.bytes) + ") of a buffer of " +
                    std::to_string(limit));
  return std::nullopt;
}

std::optional<Refusal> SegmentBounds::checkComm(size_t index, const Collective &op) {
  if (op.comm >= plan.communicators.size())
    return fail(Fault::Malformed, index,
                "names communicator " + std::to_string(op.comm) + " of " +
                    std::to_string(plan.communicators.size()));
  uint64_t size = groupSize(plan.communicators[op.comm]);
  uint64_t one = op.count * sizeOf(op.dtype), all = one * size;
  uint64_t src = one, dst = one;
  switch (op.kind) {
  case CollectiveKind::AllGather:
    dst = all;
    break;
  case CollectiveKind::ReduceScatter:
    src = all;
    break;
  case CollectiveKind::AllToAll:
    src = dst = all;
    break;
  default:
    break;
  }
  if (op.src.bytes < src || op.dst.bytes < dst)
    return fail(Fault::OutOfBounds, index,
                "moves " + std::to_string(src) + " bytes to " + std::to_string(dst) +
                    " but its buffers have " + std::to_string(op.src.bytes) + " and " +
                    std::to_string(op.dst.bytes));
  if (op.kind == CollectiveKind::Broadcast && op.root >= size)
    return fail(Fault::Malformed, index,
                "has root " + std::to_string(op.root) + " of " + std::to_string(size));
  if (op.kind == CollectiveKind::Permute && (!isPermutation(op.digits, size) || op.shift >= size))
    return fail(Fault::Malformed, index,
                "does not send one value to each of the " + std::to_string(size) +
                    " ranks of its group");
  return std::nullopt;
}

std::optional<Refusal> SegmentBounds::checkPeer(size_t index, uint32_t comm, uint32_t peer,
                                                const Buffer &buffer, uint64_t bytes) {
  if (comm >= plan.communicators.size())
    return fail(Fault::Malformed, index,
                "names communicator " + std::to_string(comm) + " of " +
                    std::to_string(plan.communicators.size()));
  uint64_t size = groupSize(plan.communicators[comm]);
  if (peer >= size)
    return fail(Fault::Malformed, index,
                "has peer " + std::to_string(peer) + " of " + std::to_string(size));
  if (buffer.bytes < bytes)
    return fail(Fault::OutOfBounds, index,
                "moves " + std::to_string(bytes) + " bytes of a buffer of " +
                    std::to_string(buffer.bytes));
  return std::nullopt;
}

std::optional<Refusal> SegmentBounds::checkAliases(size_t index) {
  const Instruction &instruction = segment.instructions[index];
  std::vector<Access> all = accessesOf(instruction);
  auto identical = [](const Buffer &a, const Buffer &b) {
    return a.offset == b.offset && a.bytes == b.bytes;
  };
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size(); ++j) {
      const Access &a = all[i], &b = all[j];
      if ((!a.isWrite && !b.isWrite) || !overlap(*a.buffer, *b.buffer))
        continue;
      // What may share bytes: a result with the operand it takes over, C with
      // what it accumulates onto, both ends of an all_reduce or a broadcast.
      bool allowed = false;
      if (auto *op = std::get_if<Launch>(&instruction.op)) {
        if (!a.isWrite && j - op->numOperands < op->inplace.size())
          allowed =
              op->inplace[j - op->numOperands] == int32_t(i) && identical(*a.buffer, *b.buffer);
      } else if (std::get_if<Gemm>(&instruction.op)) {
        allowed = a.buffer == b.buffer;
      } else if (auto *op = std::get_if<Collective>(&instruction.op)) {
        allowed =
            (op->kind == CollectiveKind::AllReduce || op->kind == CollectiveKind::Broadcast) &&
            identical(*a.buffer, *b.buffer);
      }
      if (!allowed)
        return fail(Fault::Overlap, index,
                    "has operands " + std::to_string(i) + " and " + std::to_string(j) +
                        " on the same bytes and writes one of them");
    }
  return std::nullopt;
}

std::optional<Refusal> SegmentBounds::run() {
  auto malformed = [&](std::string what) {
    std::string op = "segment '" + segment.name + "'";
    return Refusal{Fault::Malformed, op + " " + what, {op}};
  };
  size_t formals = segment.formalBytes.size();
  if (segment.before.size() != formals || segment.after.size() != formals ||
      segment.isArgument.size() != formals)
    return malformed("does not say what its formals hold");
  if (segment.streams.empty())
    return malformed("has no stream");
  for (StreamKind kind : segment.streams)
    if (segment.stream != StreamKind::Compute && kind != segment.stream)
      return malformed(std::string("is for the ") + toString(segment.stream) +
                       " stream and uses the " + toString(kind) + " stream");
  for (size_t index = 0; index < segment.instructions.size(); ++index) {
    const Instruction &instruction = segment.instructions[index];
    if (instruction.stream >= segment.streams.size())
      return fail(Fault::Malformed, index,
                  "is on stream " + std::to_string(instruction.stream) + " of " +
                      std::to_string(segment.streams.size()));
    for (const Access &access : accessesOf(instruction))
      if (auto refusal = check(index, *access.buffer))
        return refusal;
    std::optional<Refusal> refusal;
    if (auto *op = std::get_if<Launch>(&instruction.op)) {
      if (op->kernel >= plan.kernels.size())
        return fail(Fault::Malformed, index,
                    "names kernel " + std::to_string(op->kernel) + " of " +
                        std::to_string(plan.kernels.size()));
      const Kernel &kernel = plan.kernels[op->kernel];
      if (op->buffers.size() != kernel.numBuffers || op->numOperands > op->buffers.size())
        return fail(Fault::Malformed, index,
                    "gives " + std::to_string(op->buffers.size()) + " buffers to '" +
                        kernel.symbol + "', which takes " + std::to_string(kernel.numBuffers));
      for (size_t i = 0; i < kernel.bufferBytes.size(); ++i)
        if (op->buffers[i].bytes < kernel.bufferBytes[i])
          return fail(Fault::OutOfBounds, index,
                      "gives " + std::to_string(op->buffers[i].bytes) + " bytes to '" +
                          kernel.symbol + "', which uses " + std::to_string(kernel.bufferBytes[i]));
    } else if (auto *op = std::get_if<Collective>(&instruction.op)) {
      refusal = checkComm(index, *op);
    } else if (auto *op = std::get_if<Send>(&instruction.op)) {
      refusal = checkPeer(index, op->comm, op->peer, op->src, op->count * sizeOf(op->dtype));
    } else if (auto *op = std::get_if<Recv>(&instruction.op)) {
      refusal = checkPeer(index, op->comm, op->peer, op->dst, op->count * sizeOf(op->dtype));
    } else if (auto *op = std::get_if<Copy>(&instruction.op)) {
      if (op->src.bytes != op->dst.bytes)
        return fail(Fault::Malformed, index,
                    "copies " + std::to_string(op->src.bytes) + " bytes to " +
                        std::to_string(op->dst.bytes));
    } else if (auto *op = std::get_if<Record>(&instruction.op)) {
      if (op->event >= segment.numEvents)
        return fail(Fault::Malformed, index, "records an event that does not exist");
    } else if (auto *op = std::get_if<Wait>(&instruction.op)) {
      if (op->event >= segment.numEvents)
        return fail(Fault::Malformed, index, "waits for an event that does not exist");
    }
    if (!refusal)
      refusal = checkAliases(index);
    if (refusal)
      return refusal;
  }
  return std::nullopt;
}

/// The class axis, the actions and the tensors of one program.
static std::optional<Refusal> proveProgramBounds(const Plan &plan, const Program &program) {
  std::string where = "program '" + program.name + "'";
  auto fail = [&](Fault fault, std::string op, std::string what) {
    return Refusal{fault, where + ": " + op + " " + what, {op}};
  };
  if (program.classAxis >= int32_t(plan.mesh.size()) ||
      (program.classAxis >= 0 && program.classCoordinate >= plan.mesh[program.classAxis].size))
    return Refusal{Fault::Malformed, where + " is for a class that does not exist", {where}};
  auto inArena = [&](uint64_t offset, uint64_t bytes) {
    return offset <= program.arenaBytes && bytes <= program.arenaBytes - offset;
  };
  for (const auto *list : {&program.tensors, &program.outputs})
    for (const Tensor &tensor : *list)
      if (!inArena(tensor.offset, tensor.bytes))
        return fail(Fault::OutOfBounds, "'" + tensor.name + "'",
                    "ends at byte " + std::to_string(tensor.offset + tensor.bytes) +
                        " of an arena of " + std::to_string(program.arenaBytes));
  for (const Tensor &tensor : program.tensors)
    if (tensor.updatedBy >= int32_t(program.outputs.size()))
      return fail(Fault::Malformed, "'" + tensor.name + "'",
                  "is updated by an output that does not exist");
    else if (tensor.updatedBy >= 0) {
      const Tensor &output = program.outputs[tensor.updatedBy];
      if (output.offset != tensor.offset || output.bytes != tensor.bytes)
        return fail(Fault::Overlap, "'" + tensor.name + "'",
                    "is not updated in its place, but at byte " + std::to_string(output.offset));
    }
  for (size_t index = 0; index < program.actions.size(); ++index) {
    const Action &action = program.actions[index];
    std::string op = "'" + action.name + "'";
    if (action.segment >= plan.segments.size())
      return fail(Fault::Malformed, op, "runs a segment that does not exist");
    const Segment &segment = plan.segments[action.segment];
    size_t formals = segment.formalBytes.size();
    if (action.formals.size() != formals || action.before.size() != formals ||
        action.after.size() != formals)
      return fail(Fault::Malformed, op,
                  "binds " + std::to_string(action.formals.size()) + " formals of " +
                      std::to_string(formals));
    for (size_t i = 0; i < formals; ++i)
      if (!inArena(action.formals[i], segment.formalBytes[i]))
        return fail(Fault::OutOfBounds, op,
                    "uses bytes up to " +
                        std::to_string(action.formals[i] + segment.formalBytes[i]) +
                        " of an arena of " + std::to_string(program.arenaBytes));
    if (!inArena(action.scratch, segment.scratchBytes))
      return fail(Fault::OutOfBounds, op,
                  "has scratch up to byte " +
                      std::to_string(action.scratch + segment.scratchBytes) + " of an arena of " +
                      std::to_string(program.arenaBytes));
    for (uint32_t wait : action.waits)
      if (wait >= index)
        return fail(Fault::Unordered, op,
                    "waits for action " + std::to_string(wait) + ", which is not earlier");
  }
  return std::nullopt;
}

/// The nest of loops of one program, and what carries a plan with loops.
static std::optional<Refusal> proveLoopBounds(const Plan &plan, const Program &program) {
  auto fail = [&](Fault fault, size_t index, const std::string &what) {
    std::string op = "loop " + std::to_string(index) + " of '" + program.name + "'";
    return Refusal{fault, op + " " + what, {op}};
  };
  // Ends of the loops that are open where the next one begins, outer first; and of
  // the part, condition or body, that it is in.
  std::vector<const Loop *> open;
  for (size_t index = 0; index < program.loops.size(); ++index) {
    const Loop &loop = program.loops[index];
    if (loop.first > loop.body || loop.body > loop.end || loop.first == loop.end ||
        loop.end > program.actions.size())
      return fail(Fault::Malformed, index,
                  "has actions " + std::to_string(loop.first) + " to " + std::to_string(loop.end) +
                      ", its body from " + std::to_string(loop.body) + ", of " +
                      std::to_string(program.actions.size()));
    if (index && loop.first < program.loops[index - 1].first)
      return fail(Fault::Malformed, index, "begins before the one in front of it");
    while (!open.empty() && open.back()->end <= loop.first)
      open.pop_back();
    if (!open.empty()) {
      const Loop &outer = *open.back();
      uint32_t limit = loop.first < outer.body ? outer.body : outer.end;
      if (loop.end > limit)
        return fail(Fault::Malformed, index, "ends outside of the one that it begins in");
    }
    open.push_back(&loop);
    if (open.size() > maxLoopDepth)
      return fail(Fault::Malformed, index,
                  "is in more than " + std::to_string(maxLoopDepth - 1) + " others");
    if (loop.predicate >= program.arenaBytes)
      return fail(Fault::OutOfBounds, index,
                  "reads byte " + std::to_string(loop.predicate) + " of an arena of " +
                      std::to_string(program.arenaBytes));
    for (const Loop::Carried &carried : loop.carried)
      if (carried.offset > program.arenaBytes ||
          carried.bytes > program.arenaBytes - carried.offset)
        return fail(Fault::OutOfBounds, index,
                    "carries bytes up to " + std::to_string(carried.offset + carried.bytes) +
                        " of an arena of " + std::to_string(program.arenaBytes));
  }
  if (program.loops.empty())
    return std::nullopt;
  if (plan.programs.size() != 1)
    return fail(Fault::Malformed, 0,
                "is in one of " + std::to_string(plan.programs.size()) +
                    " programs; only what all ranks run may repeat");
  for (const Action &action : program.actions)
    if (plan.segments[action.segment].stream != StreamKind::Compute)
      return fail(Fault::Malformed, 0,
                  "is in a program whose '" + action.name + "' is not on the compute stream");
  return std::nullopt;
}

std::optional<Refusal> plan::proveBounds(const Plan &plan) {
  auto malformed = [](std::string what) { return Refusal{Fault::Malformed, what, {what}}; };
  for (const MeshAxis &axis : plan.mesh)
    if (axis.size == 0)
      return malformed("mesh axis '" + axis.name + "' has size 0");
  for (const Communicator &comm : plan.communicators) {
    std::string name = "communicator '" + comm.name + "'";
    if (comm.axes.empty())
      return malformed(name + " has no axis");
    for (const AxisRef &ref : comm.axes)
      if (ref.axis >= plan.mesh.size() || ref.size == 0 || ref.divisor == 0 ||
          plan.mesh[ref.axis].size % (uint64_t(ref.divisor) * ref.size) != 0)
        return malformed(name + " has an axis that is not one of the mesh");
    std::vector<uint32_t> sorted = comm.members;
    std::sort(sorted.begin(), sorted.end());
    bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (twice || (!sorted.empty() &&
                  (comm.axes.size() != 1 || sorted.back() >= plan.mesh[comm.axes[0].axis].size)))
      return malformed(name + " has members that are not coordinates of its axis");
  }
  for (const Segment &segment : plan.segments)
    if (auto refusal = SegmentBounds(plan, segment).run())
      return refusal;
  std::vector<bool> covered;
  for (const Program &program : plan.programs) {
    if (auto refusal = proveProgramBounds(plan, program))
      return refusal;
    if (auto refusal = proveLoopBounds(plan, program))
      return refusal;
    if (program.classAxis != plan.programs[0].classAxis)
      return malformed("programs are for classes of different axes");
    covered.resize(std::max<size_t>(covered.size(), program.classCoordinate + 1));
    if (covered[program.classCoordinate])
      return malformed("two programs are for one class");
    covered[program.classCoordinate] = true;
  }
  if (plan.programs.empty())
    return malformed("plan has no program");
  int32_t axis = plan.programs[0].classAxis;
  if (axis >= 0 && plan.programs.size() != plan.mesh[axis].size)
    return malformed("plan has " + std::to_string(plan.programs.size()) + " programs for " +
                     std::to_string(plan.mesh[axis].size) + " classes");
  return std::nullopt;
}

std::optional<Refusal> plan::prove(const Plan &plan, const ProofOptions &options) {
  if (auto refusal = proveBounds(plan))
    return refusal;
  for (const Segment &segment : plan.segments)
    if (auto refusal = proveSegmentMemory(plan, segment))
      return refusal;
  for (const Program &program : plan.programs)
    if (auto refusal = proveProgramMemory(plan, program))
      return refusal;
  return proveCommunication(plan, options);
}
