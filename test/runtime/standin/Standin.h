//===- Standin.h - what the stand-ins share -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_TEST_STANDIN_STANDIN_H
#define SHARDRT_TEST_STANDIN_STANDIN_H

#include <cuda_runtime_api.h>

#include <functional>

/// Appends work to a stream of the stand-in; it runs when all before it is
/// done.
extern "C" void standinEnqueue(cudaStream_t stream, void (*run)(void *argument), void *argument);

namespace standin {
/// The same for any callable.
inline void enqueue(cudaStream_t stream, std::function<void()> work) {
  standinEnqueue(
      stream,
      [](void *argument) {
        auto *function = static_cast<std::function<void()> *>(argument);
        (*function)();
        delete function;
      },
      new std::function<void()>(std::move(work)));
}
} // namespace standin

#endif // SHARDRT_TEST_STANDIN_STANDIN_H
