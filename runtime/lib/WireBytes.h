//===- WireBytes.h - what a collective puts on the wire -------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_WIREBYTES_H
#define SHARDRT_LIB_WIREBYTES_H

#include "shardrt/Plan.h"

#include <utility>

namespace shardrt::hal {

/// Elements [first, second) are the share of member `i` of `n` in `count`.
std::pair<uint64_t, uint64_t> shareOf(uint64_t count, uint64_t n, uint64_t i);

/// Bytes that member `self` of a group of `n` sends, by the ring algorithms (a
/// chain for broadcast): 2(n-1)/n of all for all_reduce, where n divides it.
uint64_t wireBytes(const CollectiveOp &op, uint64_t n, uint64_t self);

} // namespace shardrt::hal

#endif // SHARDRT_LIB_WIREBYTES_H
