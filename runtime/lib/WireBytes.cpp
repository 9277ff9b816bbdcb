//===- WireBytes.cpp - what a collective puts on the wire -----*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One count for all transports, so that backends agree.
//
//===----------------------------------------------------------------------===//
#include "WireBytes.h"

#include <algorithm>

using namespace shardrt;
using namespace shardrt::hal;

std::pair<uint64_t, uint64_t> hal::shareOf(uint64_t count, uint64_t n, uint64_t i) {
  uint64_t base = count / n, extra = count % n;
  uint64_t begin = i * base + std::min(i, extra);
  return {begin, begin + base + (i < extra)};
}

static uint64_t shareBytes(const CollectiveOp &op, uint64_t n, uint64_t i) {
  auto [begin, end] = shareOf(op.count, n, i % n);
  return (end - begin) * elementSize(op.dtype);
}

uint64_t hal::wireBytes(const CollectiveOp &op, uint64_t n, uint64_t self) {
  uint64_t bytes = op.count * elementSize(op.dtype);
  switch (op.kind) {
  case CollectiveKind::AllReduce:
    // Ring: all shares but the own one while reducing, all but the next one
    // while gathering.
    return 2 * bytes - shareBytes(op, n, self) - shareBytes(op, n, self + 1);
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return (n - 1) * bytes;
  case CollectiveKind::Broadcast:
    // A chain from the root; its last member sends nothing.
    return (self + 1) % n == op.root ? 0 : bytes;
  case CollectiveKind::Permute:
    return op.targetOf(self, n) == self ? 0 : bytes;
  }
  return 0;
}
