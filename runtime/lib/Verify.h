//===- Verify.h - semantic checks of a decoded plan -----------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal: what `loadPlan` checks after decoding.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_VERIFY_H
#define SHARDRT_LIB_VERIFY_H

#include "shardrt/Plan.h"

namespace shardrt {

/// a*b, or nothing on overflow.
std::optional<uint64_t> checkedMul(uint64_t a, uint64_t b);
/// a+b, or nothing on overflow.
std::optional<uint64_t> checkedAdd(uint64_t a, uint64_t b);

/// Bytes that the source and the destination of a collective over `groupSize`
/// ranks hold, or nothing on overflow.
struct CollectiveBytes {
  uint64_t src = 0, dst = 0;
};
std::optional<CollectiveBytes> collectiveBytes(const CollectiveOp &op, uint64_t groupSize);

/// Every index, range, count and order in `plan`. The message has no path.
Status verifyPlan(const Plan &plan);
/// The part of it that concerns one segment. Fills `alignments` with what each
/// formal, and last the scratch base, must be a multiple of.
Status verifySegment(const Plan &plan, const Segment &segment, std::vector<uint64_t> &alignments);

} // namespace shardrt

#endif // SHARDRT_LIB_VERIFY_H
