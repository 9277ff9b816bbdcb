//===- SessionImpl.h - state of a session ---------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_SESSIONIMPL_H
#define SHARDRT_LIB_SESSIONIMPL_H

#include "Executor.h"

namespace shardrt {

struct Session::Impl {
  PlanFile plan;
  Options options;
  // Destroyed last: executors hold events of its devices.
  std::unique_ptr<hal::Backend> backend;
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<hal::Traffic> before; // of the last step, one per executor
  uint64_t steps = 0;
  uint64_t iterations = 0; ///< of the loops of this step
  double seconds = 0.0;
  Status failure;

  Status enqueueStep();
  /// Actions [begin, end) of all ranks, of whose loops `next` is the first.
  Status enqueueActions(size_t begin, size_t end, size_t next);
  Status runLoop(size_t index);
  /// What the condition of a loop says on all ranks, once all work is done.
  Status askCondition(size_t index, bool &holds);
  /// The sum over the parts of the loss, one replica of each.
  Expected<std::optional<double>> loss();
};

/// Which part of a partial sum the rank at `coords` holds; 0 if it is none.
uint32_t partOf(const Tensor &tensor, const std::vector<uint32_t> &coords);

} // namespace shardrt

#endif // SHARDRT_LIB_SESSIONIMPL_H
