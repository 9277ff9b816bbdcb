//===- LiftPrograms.h - random programs of one device -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_IMPORT_LIFTPROGRAMS_H
#define SHARDC_TEST_UNIT_IMPORT_LIFTPROGRAMS_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace shardc::test {

/// One program in two spellings. All its values are square matrices of float64.
struct DeviceProgram {
  /// A module of `mhlo.num_partitions` devices.
  std::string global;
  /// A local program over a mesh, whose last arguments are `places`.
  std::string local;
  int64_t devices = 1;
  /// Rows and columns of every value.
  int64_t extent = 1;
  /// For each argument, whether all devices get one value.
  std::vector<bool> uniformArguments;
  /// Integers by device, which the local program is told instead of its number.
  std::vector<std::vector<int64_t>> places;
  unsigned collectives = 0;
};

DeviceProgram growDeviceProgram(uint64_t seed);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_IMPORT_LIFTPROGRAMS_H
