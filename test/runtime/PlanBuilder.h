//===- PlanBuilder.h - small plans by hand --------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests describe a plan with the runtime's own structs, which `serialize`
// writes as a bundle; every plan a test runs has gone through the loader.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_TEST_PLANBUILDER_H
#define SHARDRT_TEST_PLANBUILDER_H

#include "shardrt/Plan.h"
#include "shardrt/Session.h"

#include <string>
#include <vector>

namespace shardrt::test {

/// The bytes of a bundle. `hashDelta` spoils the payload's hash.
std::vector<uint8_t> serialize(const Plan &plan, uint64_t hashDelta = 0);
/// The bytes of a bundle around any payload, with its right hash.
std::vector<uint8_t> wrapPayload(const std::vector<uint8_t> &payload);
/// The finished inner table.
std::vector<uint8_t> serializePayload(const Plan &plan);

/// Collects a plan. Offsets into the arena are given out one after the other,
/// at multiples of 64.
class PlanBuilder {
public:
  /// A plan with one program for all ranks, named "all".
  explicit PlanBuilder(std::vector<MeshAxis> mesh);

  /// A communicator over whole mesh axes; its index.
  uint32_t comm(const std::string &name, const std::vector<uint32_t> &axes);
  /// A link between coordinates of one axis; its index.
  uint32_t link(const std::string &name, uint32_t axis, std::vector<uint32_t> members);
  /// One kernel of TestKernels.c; its index. The image is added once.
  uint32_t kernel(const std::string &symbol, uint32_t buffers, uint64_t flops = 0);
  /// Splits the axis into classes, one program for each coordinate.
  void classes(uint32_t axis);

  /// Space in the arena of a program.
  uint64_t space(uint64_t bytes, uint32_t program = 0);
  /// A one-dimensional tensor at a new place, sharded over whole axes.
  Tensor &tensor(const std::string &name, Role role, DType type, uint64_t extent,
                 const std::vector<uint32_t> &axes, InitSpec init = {}, uint32_t program = 0);
  /// An output at `offset`.
  Tensor &output(const std::string &name, DType type, uint64_t extent,
                 const std::vector<uint32_t> &axes, uint64_t offset, Role role = Role::Output,
                 uint32_t program = 0);
  /// An empty segment; its index.
  uint32_t segment(const std::string &name, std::vector<uint64_t> formalBytes,
                   StreamKind stream = StreamKind::Compute);
  /// Appends an instruction to a segment.
  template <typename Op>
  Instruction &add(uint32_t segment, Op op, uint32_t stream = 0) {
    Instruction instruction;
    instruction.stream = stream;
    instruction.op = std::move(op);
    plan.segments[segment].instructions.push_back(std::move(instruction));
    return plan.segments[segment].instructions.back();
  }
  /// An action of a program; its index.
  uint32_t action(const std::string &name, uint32_t segment, std::vector<uint64_t> formals,
                  std::vector<uint32_t> waits = {}, uint32_t program = 0);

  /// Writes and loads the plan; fails the test if it is refused.
  PlanFile load() const;

  Plan plan;

private:
  std::vector<DimLayout> dims(uint64_t extent, const std::vector<uint32_t> &axes) const;
};

/// A plan that uses every kind of instruction: a 2 x 2 mesh with two classes.
PlanBuilder fullPlan();

/// Formal `index` of a segment.
inline BufferRef formal(uint32_t index, uint64_t bytes, uint64_t offset = 0) {
  return {true, index, offset, bytes};
}
/// Bytes of an action's scratch.
inline BufferRef scratch(uint64_t offset, uint64_t bytes) { return {false, 0, offset, bytes}; }
CollectiveOp collective(CollectiveKind kind, DType type, uint64_t count, uint32_t comm,
                        BufferRef src, BufferRef dst, uint32_t sequence = 0,
                        ReduceKind reduce = ReduceKind::Sum);
PointToPointOp sendTo(uint32_t peer, DType type, uint64_t count, uint32_t comm, BufferRef src,
                      uint32_t sequence = 0);
PointToPointOp recvFrom(uint32_t peer, DType type, uint64_t count, uint32_t comm, BufferRef dst,
                        uint32_t sequence = 0);
InitSpec normal(uint64_t stream, double stddev = 1.0);
InitSpec constant(double value);

} // namespace shardrt::test

#endif // SHARDRT_TEST_PLANBUILDER_H
