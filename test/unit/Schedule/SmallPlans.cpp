//===- SmallPlans.cpp - plans to try the proof on ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "SmallPlans.h"

using namespace shardc::plan;

namespace shardc::test {
namespace {

Buffer formal(uint32_t index, ValueId value) { return {true, index, 0, 4, value}; }
Buffer scratch(uint64_t offset, ValueId value) { return {false, 0, offset, 4, value}; }

Instruction launch(std::vector<Buffer> buffers, uint32_t operands, std::vector<int32_t> inplace,
                   std::string source) {
  Launch op;
  op.kernel = buffers.size() == 2 ? 0 : 1;
  op.buffers = std::move(buffers);
  op.numOperands = operands;
  op.inplace = std::move(inplace);
  return {0, op, std::move(source)};
}

Kernel kernel(std::string symbol, uint32_t buffers) {
  Kernel made;
  made.symbol = std::move(symbol);
  made.numBuffers = buffers;
  made.bufferBytes.assign(buffers, 4);
  return made;
}

/// (x) -> y: kernel, all_reduce over `comm`, kernel.
Segment forwardSegment(std::string name, uint32_t comm) {
  Segment segment;
  segment.name = std::move(name);
  segment.formalBytes = {4, 4};
  segment.scratchBytes = 4;
  segment.streams = {StreamKind::Compute, StreamKind::Collective};
  segment.numEvents = 2;
  segment.before = {1, 0};
  segment.after = {0, 4};
  segment.isArgument = {true, false};
  segment.instructions.push_back(launch({formal(0, 1), scratch(0, 2)}, 1, {-1}, "k0"));
  segment.instructions.push_back({0, Record{0}, "record"});
  segment.instructions.push_back({1, Wait{0}, "wait"});
  Collective reduce;
  reduce.dtype = DType::F32;
  reduce.count = 1;
  reduce.comm = comm;
  reduce.src = scratch(0, 2);
  reduce.dst = scratch(0, 3);
  segment.instructions.push_back({1, reduce, "all_reduce"});
  segment.instructions.push_back({1, Record{1}, "record"});
  segment.instructions.push_back({0, Wait{1}, "wait"});
  segment.instructions.push_back(launch({scratch(0, 3), formal(1, 4)}, 1, {-1}, "k1"));
  return segment;
}

Segment transferSegment(std::string name, bool sends, uint32_t comm, uint32_t peer,
                        uint32_t sequence = 0) {
  Segment segment;
  segment.name = std::move(name);
  segment.stream = StreamKind::PointToPoint;
  segment.streams = {StreamKind::PointToPoint};
  segment.formalBytes = {4};
  segment.before = {sends ? 1u : 0u};
  segment.after = {sends ? 0u : 1u};
  segment.isArgument = {sends};
  if (sends)
    segment.instructions.push_back(
        {0, Send{DType::F32, 1, comm, sequence, peer, formal(0, 1)}, "send"});
  else
    segment.instructions.push_back(
        {0, Recv{DType::F32, 1, comm, sequence, peer, formal(0, 1)}, "recv"});
  return segment;
}

/// (w, g) -> w in place of w.
Segment updateSegment() {
  Segment segment;
  segment.name = "update";
  segment.streams = {StreamKind::Compute};
  segment.formalBytes = {4, 4};
  segment.before = {1, 2};
  segment.after = {3, 0};
  segment.isArgument = {true, true};
  segment.instructions.push_back(
      launch({formal(0, 1), formal(1, 2), formal(0, 3)}, 2, {0}, "adamw"));
  return segment;
}

Tensor tensor(std::string name, Role role, uint64_t offset, ValueId value, int32_t updatedBy = -1) {
  Tensor made;
  made.name = std::move(name);
  made.role = role;
  made.offset = offset;
  made.bytes = 4;
  made.value = value;
  made.updatedBy = updatedBy;
  return made;
}

Action action(std::string name, uint32_t segment, int32_t stage, int32_t microbatch,
              std::vector<uint64_t> formals, uint64_t scratchAt, std::vector<uint32_t> waits,
              std::vector<ValueId> before, std::vector<ValueId> after) {
  Action made;
  made.name = std::move(name);
  made.segment = segment;
  made.stage = stage;
  made.microbatch = microbatch;
  made.formals = std::move(formals);
  made.scratch = scratchAt;
  made.waits = std::move(waits);
  made.before = std::move(before);
  made.after = std::move(after);
  return made;
}

} // namespace

Plan twoStagePlan(uint32_t tp) {
  Plan plan;
  plan.mesh = {{"pp", 2}, {"tp", tp}};
  plan.communicators = {{"tp", {{1, 1, tp}}, {}}, {"pp", {{0, 1, 2}}, {}}};
  plan.kernels = {kernel("unary", 2), kernel("binary", 3)};
  plan.segments = {forwardSegment("forward", 0), transferSegment("send", true, 1, 1),
                   transferSegment("recv", false, 1, 0), updateSegment()};
  plan.microbatches = 2;

  // x0 0, x1 4, y 8 (both microbatches), scratch 12.
  Program first;
  first.name = "program_0";
  first.classAxis = 0;
  first.arenaBytes = 16;
  first.tensors = {tensor("x0", Role::Input, 0, 1), tensor("x1", Role::Input, 4, 2)};
  first.actions = {
      action("0F0", 0, 0, 0, {0, 8}, 12, {}, {1, 0}, {1, 3}),
      action("0SEND_F0", 1, 0, 0, {8}, 0, {0}, {3}, {3}),
      action("0F1", 0, 0, 1, {4, 8}, 12, {1}, {2, 0}, {2, 4}),
      action("0SEND_F1", 1, 0, 1, {8}, 0, {2}, {4}, {4}),
  };

  // w 0, received 4 (both), z 8, scratch 12.
  Program second;
  second.name = "program_1";
  second.classAxis = 0;
  second.classCoordinate = 1;
  second.arenaBytes = 16;
  second.tensors = {tensor("w", Role::Param, 0, 1, 0)};
  second.outputs = {tensor("w", Role::Param, 0, 7)};
  second.actions = {
      action("1RECV_F0", 2, 1, 0, {4}, 0, {}, {0}, {2}),
      action("1F0", 0, 1, 0, {4, 8}, 12, {0}, {2, 0}, {2, 3}),
      action("update.0", 3, 1, -1, {0, 8}, 0, {}, {1, 3}, {4, 3}),
      action("1RECV_F1", 2, 1, 1, {4}, 0, {1}, {0}, {5}),
      action("1F1", 0, 1, 1, {4, 8}, 12, {3}, {5, 0}, {5, 6}),
      action("update.1", 3, 1, -1, {0, 8}, 0, {}, {4, 6}, {7, 6}),
  };
  plan.programs = {first, second};
  return plan;
}

Plan replicatedPlan(std::vector<uint32_t> sizes, uint32_t tp) {
  Plan plan = twoStagePlan(tp);
  std::vector<MeshAxis> mesh;
  for (uint32_t size : sizes)
    mesh.push_back({"r" + std::to_string(mesh.size()), size});
  uint32_t shift = mesh.size();
  mesh.insert(mesh.end(), plan.mesh.begin(), plan.mesh.end());
  plan.mesh = mesh;
  for (Communicator &comm : plan.communicators)
    for (AxisRef &axis : comm.axes)
      axis.axis += shift;
  for (Program &program : plan.programs)
    program.classAxis = shift;
  return plan;
}

Plan trianglePlan() {
  Plan plan;
  plan.mesh = {{"pp", 3}};
  plan.communicators = {{"pp", {{0, 1, 3}}, {}}};
  plan.segments = {
      transferSegment("send_to_1", true, 0, 1), transferSegment("send_to_2", true, 0, 2),
      transferSegment("recv_from_0", false, 0, 0), transferSegment("recv_from_1", false, 0, 1)};
  for (uint32_t stage = 0; stage < 3; ++stage) {
    Program program;
    program.name = "program_" + std::to_string(stage);
    program.classAxis = 0;
    program.classCoordinate = stage;
    program.arenaBytes = 12;
    program.tensors = {tensor("x", Role::Input, 0, 1)};
    plan.programs.push_back(program);
  }
  plan.programs[0].actions = {action("to1", 0, 0, 0, {0}, 0, {}, {1}, {1}),
                              action("to2", 1, 0, 0, {0}, 0, {}, {1}, {1})};
  plan.programs[1].actions = {action("from0", 2, 1, 0, {4}, 0, {}, {0}, {2}),
                              action("to2", 1, 1, 0, {4}, 0, {}, {2}, {2})};
  plan.programs[2].actions = {action("from1", 3, 2, 0, {4}, 0, {}, {0}, {2}),
                              action("from0", 2, 2, 0, {8}, 0, {}, {0}, {3})};
  return plan;
}

} // namespace shardc::test
