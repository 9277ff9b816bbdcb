//===- Bootstrap.h - where this process stands in the run -----*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backends with one process a rank learn their rank from the launcher's
// environment: torchrun, Slurm or Open MPI.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDRT_LIB_BOOTSTRAP_H
#define SHARDRT_LIB_BOOTSTRAP_H

#include "shardrt/Support.h"

#include <cstdint>
#include <functional>

namespace shardrt {

/// One process of a run.
struct ProcessPlace {
  uint32_t rank = 0;
  uint32_t size = 1;
  uint32_t localRank = 0;            ///< on its machine; picks the device
  std::string address = "127.0.0.1"; ///< of rank 0's machine
  uint16_t port = 0;                 ///< that rank 0 listens at
  std::string launcher = "none";
};

/// Looks up one environment variable; null when it is not set.
using Environment = std::function<const char *(const char *)>;

/// Reads the launcher's variables. Without any launcher: rank 0 of 1. An error
/// names the variable that is missing or makes no sense.
Expected<ProcessPlace> readProcessPlace(const Environment &environment);

} // namespace shardrt

#endif // SHARDRT_LIB_BOOTSTRAP_H
