//===- VerifySegment.cpp - checks of one segment --------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operand ranges, extents, events and sequence numbers of the instructions of
// a segment, independent of the actions that execute it.
//
//===----------------------------------------------------------------------===//
#include "Verify.h"

#include <algorithm>
#include <map>

using namespace shardrt;

std::optional<uint64_t> shardrt::checkedMul(uint64_t a, uint64_t b) {
  uint64_t result;
  if (__builtin_mul_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

std::optional<uint64_t> shardrt::checkedAdd(uint64_t a, uint64_t b) {
  uint64_t result;
  if (__builtin_add_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

std::optional<CollectiveBytes> shardrt::collectiveBytes(const CollectiveOp &op,
                                                        uint64_t groupSize) {
  std::optional<uint64_t> one = checkedMul(op.count, elementSize(op.dtype));
  std::optional<uint64_t> all = one ? checkedMul(*one, groupSize) : one;
  if (!all)
    return std::nullopt;
  switch (op.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Broadcast:
  case CollectiveKind::Permute:
    return CollectiveBytes{*one, *one};
  case CollectiveKind::AllGather:
    return CollectiveBytes{*one, *all};
  case CollectiveKind::ReduceScatter:
    return CollectiveBytes{*all, *one};
  case CollectiveKind::AllToAll:
    return CollectiveBytes{*all, *all};
  }
  return std::nullopt;
}

/// True when the digits at these places make up all numbers below `size`.
static bool isComplete(std::vector<Digit> digits, uint32_t Digit::*place, uint64_t size) {
  std::sort(digits.begin(), digits.end(),
            [&](const Digit &a, const Digit &b) { return a.*place < b.*place; });
  uint64_t next = 1;
  for (const Digit &digit : digits) {
    if (digit.size < 2 || digit.*place != next)
      return false;
    next *= digit.size;
    if (next > size)
      return false;
  }
  return next == size;
}

namespace {
class SegmentVerifier {
public:
  SegmentVerifier(const Plan &plan, const Segment &segment, std::vector<uint64_t> &alignments)
      : plan(plan), segment(segment), alignments(alignments) {}

  Status run();

private:
  template <typename... Args>
  Status fail(const Args &...args) const {
    std::ostringstream os;
    os << "segment '" << segment.name << "' instruction " << index;
    if (index < segment.instructions.size() && !segment.instructions[index].source.empty())
      os << " (" << segment.instructions[index].source << ")";
    return makeError(ErrorCode::InvalidFile, os.str(), ": ", args...);
  }

  /// The reference lies in its formal or in the scratch. An element size above
  /// 1 also asks for alignment.
  Status checkRef(const BufferRef &ref, const char *what, uint64_t element);
  /// checkRef, and at least `needed` bytes.
  Status checkBytes(const BufferRef &ref, const char *what, uint64_t element,
                    std::optional<uint64_t> needed);
  Status checkComm(uint32_t comm, uint32_t sequence, bool isCollective);

  Status check(const LaunchOp &op);
  Status check(const GemmOp &op);
  Status check(const CollectiveOp &op);
  Status check(const PointToPointOp &op);
  Status check(const CopyOp &op);
  Status check(const FillOp &op);
  Status check(const RecordOp &op);
  Status check(const WaitOp &op);

  const Plan &plan;
  const Segment &segment;
  std::vector<uint64_t> &alignments;
  size_t index = 0;
  std::vector<bool> recorded;
  /// Last sequence number on each communicator: of any operation, of a
  /// collective.
  std::map<uint32_t, uint32_t> lastAny, lastCollective;
};
} // namespace

Status SegmentVerifier::checkRef(const BufferRef &ref, const char *what, uint64_t element) {
  uint64_t limit = segment.scratchBytes;
  size_t slot = segment.formalBytes.size();
  if (ref.isFormal) {
    if (ref.index >= segment.formalBytes.size())
      return fail("operand '", what, "' names formal ", ref.index, ", the segment has ",
                  segment.formalBytes.size());
    limit = segment.formalBytes[ref.index];
    slot = ref.index;
  }
  std::optional<uint64_t> end = checkedAdd(ref.offset, ref.bytes);
  if (!end || *end > limit)
    return fail("operand '", what, "' covers ", ref.bytes, " bytes at ", ref.offset,
                ", its buffer has ", limit);
  if (ref.offset % element)
    return fail("operand '", what, "' is at ", ref.offset, ", not a multiple of its element's ",
                element, " bytes");
  alignments[slot] = std::max(alignments[slot], element);
  return Status();
}

Status SegmentVerifier::checkBytes(const BufferRef &ref, const char *what, uint64_t element,
                                   std::optional<uint64_t> needed) {
  if (Status status = checkRef(ref, what, element); !status)
    return status;
  if (!needed)
    return fail("the size of operand '", what, "' overflows");
  if (ref.bytes < *needed)
    return fail("operand '", what, "' has ", ref.bytes, " bytes, ", *needed, " are used");
  return Status();
}

Status SegmentVerifier::checkComm(uint32_t comm, uint32_t sequence, bool isCollective) {
  if (comm >= plan.communicators.size())
    return fail("communicator ", comm, " of ", plan.communicators.size());
  auto [any, first] = lastAny.try_emplace(comm, sequence);
  if (!first && sequence < any->second)
    return fail("sequence number ", sequence, " on communicator '", plan.communicators[comm].name,
                "' after ", any->second);
  any->second = sequence;
  if (!isCollective)
    return Status();
  auto [last, isFirst] = lastCollective.try_emplace(comm, sequence);
  if (!isFirst && sequence == last->second)
    return fail("two collectives with sequence number ", sequence, " on communicator '",
                plan.communicators[comm].name, "'");
  last->second = sequence;
  return Status();
}

Status SegmentVerifier::check(const LaunchOp &op) {
  if (op.kernel >= plan.kernels.size())
    return fail("kernel ", op.kernel, " of ", plan.kernels.size());
  const Kernel &kernel = plan.kernels[op.kernel];
  if (op.buffers.size() != kernel.numBuffers)
    return fail("kernel '", kernel.symbol, "' takes ", kernel.numBuffers, " buffers, ",
                op.buffers.size(), " are given");
  for (size_t i = 0; i < op.buffers.size(); ++i) {
    uint64_t needed = kernel.bufferBytes.empty() ? 0 : kernel.bufferBytes[i];
    std::string what = "buffer " + std::to_string(i);
    if (Status status = checkBytes(op.buffers[i], what.c_str(), 1, needed); !status)
      return status;
  }
  return Status();
}

/// Bytes from the first to past the last element a strided operand touches.
static std::optional<uint64_t> stridedBytes(const std::vector<uint64_t> &extents,
                                            const std::vector<uint64_t> &strides,
                                            uint64_t element) {
  uint64_t last = 0;
  for (size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] == 0)
      return 0;
    std::optional<uint64_t> step = checkedMul(extents[i] - 1, strides[i]);
    std::optional<uint64_t> sum = step ? checkedAdd(last, *step) : step;
    if (!sum)
      return std::nullopt;
    last = *sum;
  }
  std::optional<uint64_t> count = checkedAdd(last, 1);
  return count ? checkedMul(*count, element) : count;
}

Status SegmentVerifier::check(const GemmOp &op) {
  size_t rank = op.batch.size();
  if (op.aBatch.size() != rank || op.bBatch.size() != rank || op.cBatch.size() != rank)
    return fail("gemm has ", rank, " batch extents but ", op.aBatch.size(), ", ", op.bBatch.size(),
                " and ", op.cBatch.size(), " strides");
  if (op.dtype == DType::I1 || op.cType == DType::I1)
    return fail("gemm of type i1");
  if (isFloat(op.dtype) != isFloat(op.cType))
    return fail("gemm of ", name(op.dtype), " into ", name(op.cType));
  std::optional<uint64_t> work = 2;
  for (uint64_t extent : {op.m, op.n, op.k})
    work = work ? checkedMul(*work, extent) : work;
  for (uint64_t extent : op.batch)
    work = work ? checkedMul(*work, extent) : work;
  if (!work)
    return fail("the extents of a gemm overflow");
  auto operand = [&](const BufferRef &ref, const char *what, DType type,
                     const std::vector<uint64_t> &batch, uint64_t rows, uint64_t columns,
                     uint64_t rowStride, uint64_t columnStride) {
    std::vector<uint64_t> extents = op.batch, strides = batch;
    extents.insert(extents.end(), {rows, columns});
    strides.insert(strides.end(), {rowStride, columnStride});
    uint64_t element = elementSize(type);
    return checkBytes(ref, what, element, stridedBytes(extents, strides, element));
  };
  if (Status status = operand(op.a, "a", op.dtype, op.aBatch, op.m, op.k, op.aM, op.aK); !status)
    return status;
  if (Status status = operand(op.b, "b", op.dtype, op.bBatch, op.k, op.n, op.bK, op.bN); !status)
    return status;
  if (Status status = operand(op.c, "c", op.cType, op.cBatch, op.m, op.n, op.cM, op.cN); !status)
    return status;
  // Two results in one place would race.
  bool repeats = (op.m > 1 && op.cM == 0) || (op.n > 1 && op.cN == 0);
  for (size_t i = 0; i < rank; ++i)
    repeats |= op.batch[i] > 1 && op.cBatch[i] == 0;
  if (repeats)
    return fail("gemm writes its result with a stride of 0");
  return Status();
}

Status SegmentVerifier::check(const CollectiveOp &op) {
  if (Status status = checkComm(op.comm, op.sequence, /*isCollective=*/true); !status)
    return status;
  uint32_t size = plan.communicators[op.comm].size();
  std::optional<CollectiveBytes> bytes = collectiveBytes(op, size);
  if (!bytes)
    return fail("the size of ", name(op.kind), " overflows");
  uint64_t element = elementSize(op.dtype);
  if (Status status = checkBytes(op.src, "src", element, bytes->src); !status)
    return status;
  if (Status status = checkBytes(op.dst, "dst", element, bytes->dst); !status)
    return status;
  bool reduces = op.kind == CollectiveKind::AllReduce || op.kind == CollectiveKind::ReduceScatter;
  if (reduces && op.dtype == DType::I1 && op.reduce != ReduceKind::Max &&
      op.reduce != ReduceKind::Min)
    return fail(name(op.kind), " ", name(op.reduce), " of type i1");
  if (reduces && op.dtype == DType::I16)
    return fail(name(op.kind), " of type i16, which no backend reduces");
  if (op.kind == CollectiveKind::Broadcast && op.root >= size)
    return fail("broadcast from root ", op.root, " of ", size);
  if (op.kind != CollectiveKind::Permute)
    return Status();
  if (op.shift >= size)
    return fail("permute shifts by ", op.shift, " in a group of ", size);
  if (!isComplete(op.digits, &Digit::from, size) || !isComplete(op.digits, &Digit::to, size))
    return fail("permute does not reach each of ", size, " ranks once");
  return Status();
}

Status SegmentVerifier::check(const PointToPointOp &op) {
  if (Status status = checkComm(op.comm, op.sequence, /*isCollective=*/false); !status)
    return status;
  uint32_t size = plan.communicators[op.comm].size();
  if (op.peer >= size)
    return fail("peer ", op.peer, " of ", size);
  uint64_t element = elementSize(op.dtype);
  return checkBytes(op.buffer, op.isSend ? "src" : "dst", element, checkedMul(op.count, element));
}

Status SegmentVerifier::check(const CopyOp &op) {
  if (op.src.bytes != op.dst.bytes)
    return fail("copy of ", op.src.bytes, " bytes to ", op.dst.bytes);
  if (Status status = checkRef(op.src, "src", 1); !status)
    return status;
  return checkRef(op.dst, "dst", 1);
}

Status SegmentVerifier::check(const FillOp &op) { return checkRef(op.dst, "dst", 1); }

Status SegmentVerifier::check(const RecordOp &op) {
  if (op.event >= segment.numEvents)
    return fail("event ", op.event, " of ", segment.numEvents);
  if (recorded[op.event])
    return fail("event ", op.event, " is recorded twice");
  recorded[op.event] = true;
  return Status();
}

Status SegmentVerifier::check(const WaitOp &op) {
  if (op.event >= segment.numEvents)
    return fail("event ", op.event, " of ", segment.numEvents);
  if (!recorded[op.event])
    return fail("waits for event ", op.event, " before it is recorded");
  return Status();
}

Status SegmentVerifier::run() {
  auto invalid = [&](const auto &...args) {
    return makeError(ErrorCode::InvalidFile, "segment '", segment.name, "' ", args...);
  };
  if (segment.streams.size() > 256)
    return invalid("uses ", segment.streams.size(), " streams, more than 256");
  for (StreamKind kind : segment.streams)
    if (segment.stream != StreamKind::Compute && kind != segment.stream)
      return invalid("is on the ", name(segment.stream), " stream alone but uses the ", name(kind),
                     " stream");
  // An event takes an instruction to record it.
  if (segment.numEvents > segment.instructions.size())
    return invalid("declares ", segment.numEvents, " events but has ", segment.instructions.size(),
                   " instructions");
  alignments.assign(segment.formalBytes.size() + 1, 1);
  recorded.assign(segment.numEvents, false);
  for (index = 0; index < segment.instructions.size(); ++index) {
    const Instruction &instruction = segment.instructions[index];
    if (instruction.stream >= segment.streams.size())
      return fail("stream ", instruction.stream, " of ", segment.streams.size());
    if (Status status = std::visit([&](const auto &op) { return check(op); }, instruction.op);
        !status)
      return status;
  }
  return Status();
}

Status shardrt::verifySegment(const Plan &plan, const Segment &segment,
                              std::vector<uint64_t> &alignments) {
  return SegmentVerifier(plan, segment, alignments).run();
}
