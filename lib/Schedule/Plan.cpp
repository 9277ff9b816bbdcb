//===- Plan.cpp - ranks and groups of a plan --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Names, coordinates, groups, and the signature that ranks compare.
//
//===----------------------------------------------------------------------===//
#include "shardc/Schedule/Plan.h"
#include <algorithm>

using namespace shardc;
using namespace shardc::plan;

uint64_t plan::sizeOf(DType type) {
  switch (type) {
  case DType::F64:
  case DType::I64:
    return 8;
  case DType::F32:
  case DType::I32:
    return 4;
  case DType::BF16:
  case DType::F16:
  case DType::I16:
    return 2;
  case DType::I8:
  case DType::I1:
    return 1;
  }
  return 0;
}

const char *plan::toString(DType type) {
  static const char *const names[] = {"f64", "f32", "bf16", "f16", "i64", "i32", "i8", "i1", "i16"};
  return names[unsigned(type)];
}

const char *plan::toString(CollectiveKind kind) {
  static const char *const names[] = {"all_reduce", "all_gather", "reduce_scatter",
                                      "all_to_all", "broadcast",  "permute"};
  return names[unsigned(kind)];
}

const char *plan::toString(StreamKind kind) {
  static const char *const names[] = {"compute", "collective", "point-to-point"};
  return names[unsigned(kind)];
}

uint64_t plan::rankCount(const Plan &plan) {
  uint64_t count = 1;
  for (const MeshAxis &axis : plan.mesh)
    count *= axis.size;
  return count;
}

std::vector<uint32_t> plan::coordinatesOf(const Plan &plan, uint64_t rank) {
  std::vector<uint32_t> coords(plan.mesh.size());
  for (size_t i = plan.mesh.size(); i-- > 0;) {
    coords[i] = rank % plan.mesh[i].size;
    rank /= plan.mesh[i].size;
  }
  return coords;
}

uint64_t plan::rankOf(const Plan &plan, const std::vector<uint32_t> &coords) {
  uint64_t rank = 0;
  for (size_t i = 0; i < plan.mesh.size(); ++i)
    rank = rank * plan.mesh[i].size + coords[i];
  return rank;
}

std::optional<uint32_t> plan::programOf(const Plan &plan, const std::vector<uint32_t> &coords) {
  for (size_t i = 0; i < plan.programs.size(); ++i) {
    const Program &program = plan.programs[i];
    if (program.classAxis < 0 || coords[program.classAxis] == program.classCoordinate)
      return i;
  }
  return std::nullopt;
}

uint64_t plan::groupSize(const Communicator &comm) {
  if (!comm.members.empty())
    return comm.members.size();
  uint64_t size = 1;
  for (const AxisRef &axis : comm.axes)
    size *= axis.size;
  return size;
}

std::vector<std::vector<uint32_t>> plan::groupOf(const Plan &plan, const Communicator &comm,
                                                 const std::vector<uint32_t> &coords) {
  std::vector<std::vector<uint32_t>> group;
  if (!comm.members.empty()) {
    uint32_t axis = comm.axes[0].axis;
    if (std::find(comm.members.begin(), comm.members.end(), coords[axis]) == comm.members.end())
      return group;
    for (uint32_t member : comm.members) {
      group.push_back(coords);
      group.back()[axis] = member;
    }
    return group;
  }
  uint64_t size = groupSize(comm);
  for (uint64_t index = 0; index < size; ++index) {
    std::vector<uint32_t> member = coords;
    uint64_t rest = index;
    for (size_t i = comm.axes.size(); i-- > 0;) {
      const AxisRef &ref = comm.axes[i];
      uint32_t wanted = rest % ref.size;
      rest /= ref.size;
      uint32_t have = (member[ref.axis] / ref.divisor) % ref.size;
      member[ref.axis] += (int64_t(wanted) - int64_t(have)) * int64_t(ref.divisor);
    }
    group.push_back(std::move(member));
  }
  return group;
}

/// True when the digits at these places make up all numbers below `size`.
static bool isComplete(const std::vector<Digit> &digits, uint32_t Digit::*place, uint64_t size) {
  std::vector<Digit> sorted = digits;
  std::sort(sorted.begin(), sorted.end(),
            [&](const Digit &a, const Digit &b) { return a.*place < b.*place; });
  uint64_t next = 1;
  for (const Digit &digit : sorted) {
    if (digit.size < 2 || digit.*place != next)
      return false;
    next *= digit.size;
    if (next > size)
      return false;
  }
  return next == size;
}

bool plan::isPermutation(const std::vector<Digit> &digits, uint64_t size) {
  return isComplete(digits, &Digit::from, size) && isComplete(digits, &Digit::to, size);
}

namespace {
/// FNV-1a over numbers and strings.
class Hasher {
public:
  void add(uint64_t number) {
    for (int i = 0; i < 8; ++i)
      addByte(number >> (8 * i));
  }
  void add(const std::string &text) {
    add(text.size());
    for (char c : text)
      addByte(c);
  }
  uint64_t get() const { return state; }

private:
  void addByte(uint8_t byte) { state = (state ^ byte) * 0x100000001b3ull; }
  uint64_t state = 0xcbf29ce484222325ull;
};
} // namespace

uint64_t plan::collectiveSignature(const Plan &plan) {
  Hasher hash;
  for (const MeshAxis &axis : plan.mesh) {
    hash.add(axis.name);
    hash.add(axis.size);
  }
  for (const Communicator &comm : plan.communicators) {
    hash.add(comm.name);
    for (const AxisRef &axis : comm.axes) {
      hash.add(axis.axis);
      hash.add(axis.divisor);
      hash.add(axis.size);
    }
    for (uint32_t member : comm.members)
      hash.add(member);
  }
  // Segments are hashed once, programs by reference to them.
  std::vector<uint64_t> segments;
  for (const Segment &segment : plan.segments) {
    Hasher mine;
    for (const Instruction &instruction : segment.instructions) {
      auto common = [&](uint64_t what, DType type, uint64_t count, uint32_t comm,
                        uint32_t sequence) {
        mine.add(what);
        mine.add(uint64_t(type));
        mine.add(count);
        mine.add(comm);
        mine.add(sequence);
      };
      if (auto *op = std::get_if<Collective>(&instruction.op)) {
        common(uint64_t(op->kind), op->dtype, op->count, op->comm, op->sequence);
        mine.add(uint64_t(op->reduce));
        mine.add(op->root);
        for (const Digit &digit : op->digits) {
          mine.add(digit.size);
          mine.add(digit.from);
          mine.add(digit.to);
        }
        if (op->kind == CollectiveKind::Permute)
          mine.add(op->shift);
      } else if (auto *op = std::get_if<Send>(&instruction.op)) {
        common(100, op->dtype, op->count, op->comm, op->sequence);
        mine.add(op->peer);
      } else if (auto *op = std::get_if<Recv>(&instruction.op)) {
        common(101, op->dtype, op->count, op->comm, op->sequence);
        mine.add(op->peer);
      }
    }
    segments.push_back(mine.get());
  }
  for (const Program &program : plan.programs) {
    hash.add(program.name);
    for (const Action &action : program.actions)
      hash.add(segments[action.segment]);
    for (const Loop &loop : program.loops) {
      hash.add(loop.first);
      hash.add(loop.body);
      hash.add(loop.end);
    }
  }
  return hash.get();
}
