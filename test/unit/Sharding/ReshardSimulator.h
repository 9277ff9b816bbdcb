//===- ReshardSimulator.h - plans run on simulated ranks --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ranks as lists of numbers and collectives as what they say they do, written
// from the definitions of the ops: the oracle of reshard plans shares no
// arithmetic with the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_SHARDING_RESHARDSIMULATOR_H
#define SHARDC_TEST_UNIT_SHARDING_RESHARDSIMULATOR_H

#include "shardc/Sharding/ReshardPlan.h"

namespace shardc::test {

using Index = std::vector<int64_t>;

/// Sizes of mesh axes; ranks count with the last axis fastest.
struct SmallMesh {
  std::vector<int64_t> sizes;

  int64_t ranks() const;
  /// Coordinate of a rank on a (sub-)axis.
  int64_t coordinate(int64_t rank, const Axis &axis) const;
  /// Position of a rank along axes, outer first.
  int64_t position(int64_t rank, llvm::ArrayRef<Axis> axes) const;
  /// The rank that differs from `rank` only in having `position` along `axes`.
  int64_t member(int64_t rank, llvm::ArrayRef<Axis> axes, int64_t position) const;
};

/// For each element of a block along one dimension, its index in the whole;
/// -1 for padding.
Index blockIndices(const SmallMesh &mesh, int64_t rank, int64_t extent, const Split &split);

/// Contents of padding.
inline constexpr int64_t poison = INT64_MIN;

/// What one rank holds, row-major.
struct RankBlock {
  std::vector<int64_t> shape;
  std::vector<int64_t> values;
};

/// The blocks of a value whose element i, as far as it is partial, has the part
/// `part(i, coordinates on the partial axes)` at a rank.
std::vector<RankBlock> placeValue(const SmallMesh &mesh, llvm::ArrayRef<int64_t> shape,
                                  const Placement &placement, llvm::ArrayRef<Axis> partial);

/// Runs one step of a plan on all ranks.
std::vector<RankBlock> runStep(const SmallMesh &mesh, const ReshardStep &step,
                               llvm::ArrayRef<RankBlock> blocks);

/// True when `blocks` are the parts of the same value as placeValue made, placed by
/// `placement` and summed over `reduced`. Padding may be anything.
bool isPlaced(const SmallMesh &mesh, llvm::ArrayRef<int64_t> shape, const Placement &placement,
              llvm::ArrayRef<Axis> partial, llvm::ArrayRef<Axis> reduced,
              llvm::ArrayRef<RankBlock> blocks);

} // namespace shardc::test

#endif // SHARDC_TEST_UNIT_SHARDING_RESHARDSIMULATOR_H
