//===- Plan.h - what a cluster runs, as plain data --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The plan bundle (runtime/schema/plan.fbs) as structs: built from scheduled IR,
// proven by the event engine, written by lib/Target. Enumerations have the
// schema's values. Beyond the schema, buffers name the value they hold, so that
// the proof can tell a read of the right bytes from a read of stale ones.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_PLAN_H
#define SHARDC_SCHEDULE_PLAN_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace shardc::plan {

enum class DType : uint8_t { F64, F32, BF16, F16, I64, I32, I8, I1, I16 };
enum class Role : uint8_t { Param, Input, State, Output, Loss, Scratch };
enum class InitKind : uint8_t { Zero, Normal, NormWeight, AbsNormal, UniformInt, Constant, Data };
enum class ReduceKind : uint8_t { Sum, Max, Min, Prod };
enum class CollectiveKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Broadcast,
  Permute
};
enum class StreamKind : uint8_t { Compute, Collective, PointToPoint };
inline constexpr unsigned numStreamKinds = 3;

/// Bytes of an element.
uint64_t sizeOf(DType type);
/// "f32"; "all_reduce"; "compute".
const char *toString(DType type);
const char *toString(CollectiveKind kind);
const char *toString(StreamKind kind);

struct MeshAxis {
  std::string name;
  uint32_t size = 1;
};

/// coordinate = (coords[axis] / divisor) % size.
struct AxisRef {
  uint32_t axis = 0, divisor = 1, size = 1;
};

struct DimLayout {
  uint64_t global = 0, local = 0, granule = 1;
  std::vector<AxisRef> axes;
};

struct Init {
  InitKind kind = InitKind::Zero;
  uint64_t stream = 0;
  double mean = 0, stddev = 0;
  int64_t low = 0, high = 0;
};

/// Names what a buffer holds; 0: not known, never compared.
using ValueId = uint32_t;

struct Tensor {
  std::string name;
  Role role = Role::Param;
  DType dtype = DType::F32;
  std::vector<DimLayout> dims;
  uint64_t offset = 0, bytes = 0;
  Init init;
  int32_t updatedBy = -1;
  bool optimizerState = false;
  std::vector<AxisRef> partial;
  ValueId value = 0;
};

struct Communicator {
  std::string name;
  std::vector<AxisRef> axes;
  std::vector<uint32_t> members;
};

/// `bytes` bytes at `offset` of formal `index`, or of the action's scratch.
struct Buffer {
  bool isFormal = false;
  uint32_t index = 0;
  uint64_t offset = 0, bytes = 0;
  /// Local to the segment.
  ValueId value = 0;
};

struct Kernel {
  bool cuda = false;
  std::string symbol;
  uint32_t numBuffers = 0;
  std::vector<uint32_t> grid, block;
  uint32_t sharedBytes = 0;
  std::string source;
  uint64_t flops = 0;
  std::vector<uint64_t> bufferBytes;
};

struct Image {
  std::string target;
  std::string data;
  std::string ptx;
};

struct Launch {
  uint32_t kernel = 0;
  /// Operands, then results.
  std::vector<Buffer> buffers;
  uint32_t numOperands = 0;
  /// The operand whose buffer a result may take over, -1 for none; one a result.
  std::vector<int32_t> inplace;
};

struct Gemm {
  DType dtype = DType::F32;
  std::vector<uint64_t> batch, aBatch, bBatch, cBatch;
  uint64_t m = 1, n = 1, k = 1;
  uint64_t aM = 0, aK = 0, bK = 0, bN = 0, cM = 0, cN = 0;
  Buffer a, b, c;
  bool accumulate = false;
  /// What C held before, when it is accumulated onto.
  ValueId before = 0;
  std::optional<DType> cDtype;
};

/// One digit of a position in a group and where Permute moves it: position
/// / from % size, times to.
struct Digit {
  uint32_t size = 1, from = 1, to = 1;

  bool operator==(const Digit &other) const {
    return size == other.size && from == other.from && to == other.to;
  }
};

struct Collective {
  CollectiveKind kind = CollectiveKind::AllReduce;
  ReduceKind reduce = ReduceKind::Sum;
  DType dtype = DType::F32;
  uint64_t count = 0;
  uint32_t comm = 0, sequence = 0, root = 0;
  Buffer src, dst;
  /// Permute: the member at position p sends to that of the moved digits of
  /// (p + shift) % n.
  std::vector<Digit> digits;
  uint32_t shift = 0;
};

struct Send {
  DType dtype = DType::F32;
  uint64_t count = 0;
  uint32_t comm = 0, sequence = 0, peer = 0;
  Buffer src;
};

struct Recv {
  DType dtype = DType::F32;
  uint64_t count = 0;
  uint32_t comm = 0, sequence = 0, peer = 0;
  Buffer dst;
};

struct Copy {
  Buffer src, dst;
};
struct Fill {
  Buffer dst;
  uint8_t value = 0;
};
struct Record {
  uint32_t event = 0;
};
struct Wait {
  uint32_t event = 0;
};

using Op = std::variant<Launch, Gemm, Collective, Send, Recv, Copy, Fill, Record, Wait>;

struct Instruction {
  /// Index into Segment::streams.
  uint8_t stream = 0;
  Op op;
  /// What it comes from, for messages.
  std::string source;
};

struct Segment {
  std::string name;
  StreamKind stream = StreamKind::Compute;
  std::vector<uint64_t> formalBytes;
  uint64_t scratchBytes = 0;
  std::vector<StreamKind> streams;
  uint32_t numEvents = 0;
  std::vector<Instruction> instructions;
  /// What each formal holds at the start and at the end (local ids); 0 at the
  /// start: nothing yet; 0 at the end: what it held at the start.
  std::vector<ValueId> before, after;
  /// Whether a formal holds something at the start; one a formal.
  std::vector<bool> isArgument;
};

struct Action {
  std::string name;
  uint32_t segment = 0;
  int32_t stage = 0, microbatch = -1;
  std::vector<uint64_t> formals;
  uint64_t scratch = 0;
  std::vector<uint32_t> waits;
  /// What each formal holds before and after, as values of the program.
  std::vector<ValueId> before, after;
};

/// Actions [first, end) repeated: those before `body` ask the condition, then the
/// byte at `predicate` of the arena is read back; unless it is zero those from
/// `body` on run, and it begins again. Loops of a program are disjoint or nested,
/// and stand in the order of `first`, outer ones first.
struct Loop {
  /// A value that lies at one place of the arena for as long as the loop runs.
  struct Carried {
    uint64_t offset = 0, bytes = 0;
    /// What the place holds when the loop begins, what the body leaves there, and
    /// what both count as from there on.
    ValueId before = 0, next = 0, value = 0;
  };
  uint32_t first = 0, body = 0, end = 0;
  uint64_t predicate = 0;
  /// What the byte at `predicate` must be.
  ValueId predicateValue = 0;
  std::vector<Carried> carried;
};

/// Loops in loops go no deeper.
inline constexpr unsigned maxLoopDepth = 8;

struct Program {
  std::string name;
  int32_t classAxis = -1;
  uint32_t classCoordinate = 0;
  uint64_t arenaBytes = 0;
  std::vector<Tensor> tensors, outputs;
  std::vector<Action> actions;
  std::vector<Loop> loops;
  /// Of one pass over all actions.
  uint64_t flops = 0;
};

struct Provenance {
  std::string model, strategy, precision, target, producer;
};

struct Plan {
  /// Of the schema: 2 when a program has loops, else 1.
  uint32_t formatVersion = 1;
  Provenance provenance;
  std::vector<MeshAxis> mesh;
  std::vector<Communicator> communicators;
  std::vector<Kernel> kernels;
  std::vector<Image> images;
  std::vector<Segment> segments;
  std::vector<Program> programs;
  uint32_t microbatches = 1;
  uint64_t collectiveSignature = 0;
};

/// Number of ranks of a mesh.
uint64_t rankCount(const Plan &plan);
/// Coordinates of a rank, last axis fastest; and back.
std::vector<uint32_t> coordinatesOf(const Plan &plan, uint64_t rank);
uint64_t rankOf(const Plan &plan, const std::vector<uint32_t> &coords);
/// The program that the rank at `coords` runs; nullopt when there is none.
std::optional<uint32_t> programOf(const Plan &plan, const std::vector<uint32_t> &coords);
/// Coordinates of the members of the group of `coords`, in group order. Empty
/// when the rank is outside the communicator.
std::vector<std::vector<uint32_t>> groupOf(const Plan &plan, const Communicator &comm,
                                           const std::vector<uint32_t> &coords);
/// Number of ranks in a group.
uint64_t groupSize(const Communicator &comm);
/// True when `digits` take each position below `size` to another one: then every
/// member of a Permute sends one value and receives one.
bool isPermutation(const std::vector<Digit> &digits, uint64_t size);
/// FNV-1a hash of all that ranks must agree on: communicators, and kinds, types,
/// counts and numbers of what goes over them, program by program.
uint64_t collectiveSignature(const Plan &plan);

} // namespace shardc::plan

#endif // SHARDC_SCHEDULE_PLAN_H
