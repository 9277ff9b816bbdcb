//===- Packing.h - offsets for buffers --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Puts buffers with known lifetimes into as little memory as it can: first fit
// under several orders of placement, the best of which wins.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SCHEDULE_PACKING_H
#define SHARDC_SCHEDULE_PACKING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace shardc {

/// A buffer that is needed at times begin to end, both included.
struct Lifetime {
  int64_t begin = 0, end = 0;
  uint64_t bytes = 0;
};

/// Where each buffer goes.
struct Packing {
  llvm::SmallVector<uint64_t> offsets;
  /// End of the last one.
  uint64_t total = 0;
  /// The most bytes needed at one time, sizes rounded up to the alignment: no
  /// packing can do with less.
  uint64_t largestLive = 0;
};

/// Offsets are multiples of `alignment`. Buffers of no bytes are at 0.
Packing packLifetimes(llvm::ArrayRef<Lifetime> lifetimes, uint64_t alignment = 64);

} // namespace shardc

#endif // SHARDC_SCHEDULE_PACKING_H
