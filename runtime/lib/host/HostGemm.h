//===- HostGemm.h - matrix products on the host ---------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batched products with any strides. f32 goes to oneDNN; other types to blocked
// loops that accumulate in double, float (16-bit floats) or wrapping 64-bit
// integers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_HOST_HOSTGEMM_H
#define SHARDRT_LIB_HOST_HOSTGEMM_H

#include "shardrt/Plan.h"

#include <memory>
#include <unordered_map>

namespace shardrt::hal {

/// Executes products; remembers what it prepared for each of them. Not shared
/// between threads: every worker has its own.
class HostGemm {
public:
  HostGemm();
  ~HostGemm();
  /// `op` must stay where it is as long as this object lives.
  Status run(const GemmOp &op, const void *a, const void *b, void *c);

private:
  struct Prepared;
  std::unordered_map<const GemmOp *, std::unique_ptr<Prepared>> prepared;
};

/// The product by plain blocked loops, for any type.
void gemmByLoops(const GemmOp &op, const void *a, const void *b, void *c);

} // namespace shardrt::hal

#endif // SHARDRT_LIB_HOST_HOSTGEMM_H
