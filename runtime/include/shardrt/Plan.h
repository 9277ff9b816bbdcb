//===- Plan.h - a verified plan bundle in memory --------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schema/plan.fbs describes, as plain structs. A `Plan` only ever comes
// out of `loadPlan`, which has checked every index and every byte range, so
// that its users need not. See the schema for the meaning of each field.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_PLAN_H
#define SHARDRT_PLAN_H

#include "shardrt/Init.h"
#include "shardrt/Layout.h"
#include "shardrt/Support.h"
#include "shardrt/Types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace shardrt {

/// The versions of the format this runtime reads, from the first to the last.
/// Others are refused. Only the last one has loops.
inline constexpr uint32_t firstPlanFormatVersion = 1;
inline constexpr uint32_t planFormatVersion = 2;
/// Loops in loops go no deeper.
inline constexpr size_t maxLoopDepth = 8;

struct MeshAxis {
  std::string name;
  uint32_t size = 1;
};

/// A value that crosses the border of the step program.
struct Tensor {
  std::string name;
  Role role = Role::Param;
  DType dtype = DType::F32;
  std::vector<DimLayout> dims;
  uint64_t offset = 0; ///< in the arena
  uint64_t bytes = 0;
  InitSpec init;
  int32_t updatedBy = -1; ///< index into Program::outputs, or -1
  bool optimizerState = false;
  std::vector<AxisRef> partial; ///< a partial sum over these
};

struct Communicator {
  std::string name;
  std::vector<AxisRef> axes;
  std::vector<uint32_t> members; ///< coordinates on axes[0]; empty: all
  /// Ranks per group.
  uint32_t size() const;
};

struct Kernel {
  enum class Kind : uint8_t { HostFunction, CudaFunction };
  Kind kind = Kind::HostFunction;
  std::string symbol;
  uint32_t numBuffers = 0;
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t sharedBytes = 0;
  std::string source;
  uint64_t flops = 0;
  std::vector<uint64_t> bufferBytes; ///< empty, or one per buffer
};

/// Object code; `data` points into the loaded file.
struct Image {
  std::string target;
  const uint8_t *data = nullptr;
  uint64_t size = 0;
  std::string ptx;
};

struct BufferRef {
  bool isFormal = false;
  uint32_t index = 0;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

struct LaunchOp {
  uint32_t kernel = 0;
  std::vector<BufferRef> buffers;
};
struct GemmOp {
  DType dtype = DType::F32;
  DType cType = DType::F32;
  std::vector<uint64_t> batch, aBatch, bBatch, cBatch;
  uint64_t m = 0, n = 0, k = 0;
  uint64_t aM = 0, aK = 0, bK = 0, bN = 0, cM = 0, cN = 0;
  BufferRef a, b, c;
  bool accumulate = false;
  /// 2 * batch * m * n * k.
  uint64_t flops() const;
};
/// A digit of a position in a group and the place that Permute moves it to.
struct Digit {
  uint32_t size = 1;
  uint32_t from = 1;
  uint32_t to = 1;
  bool operator==(const Digit &other) const {
    return size == other.size && from == other.from && to == other.to;
  }
};
struct CollectiveOp {
  CollectiveKind kind = CollectiveKind::AllReduce;
  ReduceKind reduce = ReduceKind::Sum;
  DType dtype = DType::F32;
  uint64_t count = 0;
  uint32_t comm = 0;
  uint32_t sequence = 0;
  uint32_t root = 0;
  BufferRef src, dst;
  std::vector<Digit> digits;
  uint32_t shift = 0;

  /// Permute in a group of `size`: which member gets the value of member `self`,
  /// and whose value it gets.
  uint32_t targetOf(uint32_t self, uint32_t size) const;
  uint32_t sourceOf(uint32_t self, uint32_t size) const;
};
/// A Send or a Recv.
struct PointToPointOp {
  bool isSend = false;
  DType dtype = DType::F32;
  uint64_t count = 0;
  uint32_t comm = 0;
  uint32_t sequence = 0;
  uint32_t peer = 0;
  BufferRef buffer;
};
struct CopyOp {
  BufferRef src, dst;
};
struct FillOp {
  BufferRef dst;
  uint8_t value = 0;
};
struct RecordOp {
  uint32_t event = 0;
};
struct WaitOp {
  uint32_t event = 0;
};

struct Instruction {
  uint32_t stream = 0; ///< index into Segment::streams
  std::variant<LaunchOp, GemmOp, CollectiveOp, PointToPointOp, CopyOp, FillOp, RecordOp, WaitOp> op;
  std::string source;
};

struct Segment {
  std::string name;
  StreamKind stream = StreamKind::Compute;
  std::vector<uint64_t> formalBytes;
  uint64_t scratchBytes = 0;
  std::vector<StreamKind> streams; ///< never empty
  uint32_t numEvents = 0;
  std::vector<Instruction> instructions;
};

struct Action {
  std::string name;
  uint32_t segment = 0;
  int32_t stage = 0;
  int32_t microbatch = 0;
  std::vector<uint64_t> formals; ///< arena offsets
  uint64_t scratch = 0;          ///< arena offset
  std::vector<uint32_t> waits;   ///< earlier actions
};

/// Actions [first, end), repeated while the byte at `predicate`, which those
/// before `body` make, is not zero.
struct Loop {
  uint32_t first = 0, body = 0, end = 0;
  uint64_t predicate = 0; ///< in the arena
};

struct Program {
  std::string name;
  int32_t classAxis = -1; ///< -1: all ranks
  uint32_t classCoordinate = 0;
  uint64_t arenaBytes = 0;
  std::vector<Tensor> tensors;
  std::vector<Tensor> outputs;
  std::vector<Action> actions;
  std::vector<Loop> loops; ///< outer ones first
  uint64_t flops = 0;      ///< as predicted by the compiler, loops counted once
};

/// The group of a communicator that a rank belongs to.
struct Group {
  std::vector<uint32_t> ranks; ///< in group order; empty: not a member
  uint32_t self = 0;           ///< position of the rank in `ranks`
};

struct Plan {
  std::string path; ///< for messages
  uint64_t hash = 0;
  std::string model, strategy, precision, target, producer;
  std::vector<MeshAxis> mesh;
  std::vector<Communicator> communicators;
  std::vector<Kernel> kernels;
  std::vector<Image> images;
  std::vector<Segment> segments;
  std::vector<Program> programs;
  uint32_t microbatches = 1;
  uint64_t collectiveSignature = 0;
  /// Keeps the bytes that images point into.
  std::shared_ptr<const std::vector<uint64_t>> storage;

  /// Product of the mesh's sizes.
  uint64_t numRanks() const;
  /// Coordinates of a rank, one per axis; the last axis varies fastest.
  std::vector<uint32_t> coordsOf(uint64_t rank) const;
  uint64_t rankAt(const std::vector<uint32_t> &coords) const;
  /// Index of the program a rank runs.
  uint32_t programOf(uint64_t rank) const;
  /// The group of `comm` that `rank` is in.
  Group groupOf(uint32_t comm, uint64_t rank) const;
};

using PlanFile = std::shared_ptr<const Plan>;

/// Reads and verifies a bundle: identifier, FlatBuffers structure, payload
/// hash, then every index, range and count. The error reads `path: error: …`.
Expected<PlanFile> loadPlan(const std::string &path);
/// The same from memory; `name` stands for the path in messages.
Expected<PlanFile> loadPlan(const void *data, size_t size, const std::string &name);

/// 64-bit FNV-1a, the hash of `Bundle.payload`.
uint64_t hashBytes(const void *data, size_t size);

} // namespace shardrt

#endif // SHARDRT_PLAN_H
