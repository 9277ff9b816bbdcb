//===- ReshardGraphTest.cpp - reshards are right and shortest ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every reshard of small values on small meshes: run on simulated ranks it gives
// the blocks of the target, and no series of collectives moves less.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "ReshardOracle.h"
#include "gtest/gtest.h"
#include <chrono>
#include <map>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Case {
  const char *name;
  std::vector<int64_t> mesh;
  std::vector<Axis> axes;
  std::vector<int64_t> shape;
  size_t maxAxes = 2;
  std::vector<int64_t> granules = {1, 1};
  bool isUneven = false;

  friend void PrintTo(const Case &param, std::ostream *os) { *os << param.name; }
};

std::vector<Axis> whole(std::vector<int64_t> sizes) {
  std::vector<Axis> axes;
  for (auto [index, size] : llvm::enumerate(sizes))
    axes.push_back({static_cast<unsigned>(index), 1, size});
  return axes;
}

std::string describe(const Placement &placement) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto list = [&](ArrayRef<Axis> axes) {
    for (const Axis &axis : axes)
      os << 'a' << axis.index << "(" << axis.pre << ")" << axis.size << ' ';
  };
  for (const Split &dim : placement.dims) {
    os << '[';
    list(dim.axes);
    os << ':' << dim.granule << ']';
  }
  for (const Partial &entry : placement.partial) {
    os << " partial ";
    list(entry.axes);
  }
  return text;
}

std::string describe(ArrayRef<ReshardStep> plan) {
  std::string text;
  for (const ReshardStep &step : plan)
    text +=
        (text.empty() ? "" : ", ") + stringify(step.kind).str() + " " + std::to_string(step.bytes);
  return text;
}

/// True when a step leaves the blocks that its placement names.
bool isPlacedAsSaid(const SmallMesh &mesh, ArrayRef<int64_t> shape, const ReshardStep &step,
                    ArrayRef<Axis> partial, ArrayRef<RankBlock> blocks) {
  return isPlaced(mesh, shape, step.placement, partial,
                  subtract(partial, step.placement.partialAxes()), blocks);
}

class ReshardOf : public ::testing::TestWithParam<Case> {
protected:
  std::unique_ptr<MLIRContext> context = makeContext();
};

TEST_P(ReshardOf, IsRightAndShortest) {
  const Case &param = GetParam();
  SmallMesh mesh{param.mesh};
  ReshardOracle oracle(mesh, param.shape, param.axes, param.granules, param.maxAxes);
  auto type = RankedTensorType::get(param.shape, Float32Type::get(context.get()));
  int64_t cases = 0, moving = 0, better = 0, exact = 0;
  std::map<std::string, int64_t> kinds;
  for (size_t from = 0; from < oracle.size(); ++from) {
    // A plan leaves ranks alone that differ in other axes.
    std::map<unsigned, std::vector<int64_t>> leastOver;
    const Placement &source = oracle.placement(from);
    AxisList partial = source.partialAxes();
    std::vector<RankBlock> begin = placeValue(mesh, param.shape, source, partial);
    for (size_t to = 0; to < oracle.size(); ++to) {
      // Nothing makes a value partial.
      if (oracle.pending(to) & ~oracle.pending(from))
        continue;
      const Placement &target = oracle.placement(to);
      std::vector<ReshardStep> plan = planReshard(type, source, target);
      std::vector<RankBlock> blocks = begin;
      int64_t bytes = 0;
      for (const ReshardStep &step : plan) {
        EXPECT_EQ(ArrayRef<int64_t>(step.before), ArrayRef<int64_t>(blocks[0].shape));
        blocks = runStep(mesh, step, blocks);
        ASSERT_TRUE(isPlacedAsSaid(mesh, param.shape, step, partial, blocks))
            << describe(source) << " to " << describe(target) << ": " << describe(plan);
        bytes += step.bytes;
        ++kinds[stringify(step.kind).str()];
      }
      std::string what = describe(source) + " to " + describe(target) + ": " + describe(plan);
      AxisList reduced = subtract(partial, target.partialAxes());
      ASSERT_TRUE(isPlaced(mesh, param.shape, target, partial, reduced, blocks)) << what;
      unsigned over = oracle.used(from) | oracle.used(to);
      std::vector<int64_t> &least = leastOver[over];
      if (least.empty())
        least = oracle.distances(from, over);
      // Not shortest on purpose: one step that moves padding, which a detour over
      // another dimension would save. Axes that split one element could do so in any
      // order; a plan keeps the order. Dimensions split only on the way have a
      // granule of 1 in a plan.
      if (param.granules != std::vector<int64_t>{1, 1})
        ASSERT_GE(2 * bytes, least[to]) << what;
      else if (llvm::is_contained(param.shape, 1) || (plan.size() == 1 && param.isUneven))
        ASSERT_GE(bytes, least[to]) << what;
      else
        ASSERT_EQ(bytes, least[to]) << what;
      exact += bytes == least[to];
      ASSERT_EQ(bytes, reshardBytes(type, source, target)) << what;
      if (!plan.empty()) {
        EXPECT_TRUE(samePlacement(type, plan.back().placement, target)) << what;
      }
      int64_t greedy = 0;
      for (const ReshardStep &step : planReshardGreedily(type, source, target))
        greedy += step.bytes;
      EXPECT_LE(bytes, greedy) << what;
      better += bytes < greedy;
      moving += bytes > 0;
      ++cases;
    }
  }
  std::string used;
  for (auto &[kind, count] : kinds)
    used += " " + kind + " " + std::to_string(count);
  std::printf("%s: %zu placements, %lld reshards, %lld of them move, %lld less than greedily, %lld "
              "shortest;%s\n",
              param.name, oracle.size(), static_cast<long long>(cases),
              static_cast<long long>(moving), static_cast<long long>(better),
              static_cast<long long>(exact), used.c_str());
  EXPECT_GT(moving, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Small, ReshardOf,
    ::testing::Values(Case{"Row2x2", {2, 2}, whole({2, 2}), {8}},
                      Case{"Row2x2Uneven", {2, 2}, whole({2, 2}), {5}},
                      Case{"Row2x2Short", {2, 2}, whole({2, 2}), {3}},
                      Case{"Matrix2x2", {2, 2}, whole({2, 2}), {4, 8}},
                      Case{"Matrix2x2Uneven", {2, 2}, whole({2, 2}), {5, 6}},
                      Case{"Matrix2x2Short", {2, 2}, whole({2, 2}), {3, 1}},
                      Case{"Row2x3", {2, 3}, whole({2, 3}), {12}},
                      Case{"Row2x3Uneven", {2, 3}, whole({2, 3}), {7}},
                      Case{"Matrix2x3", {2, 3}, whole({2, 3}), {6, 12}},
                      Case{"Matrix2x3Uneven", {2, 3}, whole({2, 3}), {7, 5}},
                      Case{"Row2x2x2", {2, 2, 2}, whole({2, 2, 2}), {8}, 3},
                      Case{"Row2x2x2Uneven", {2, 2, 2}, whole({2, 2, 2}), {11}, 3},
                      Case{"Matrix2x2x2", {2, 2, 2}, whole({2, 2, 2}), {8, 8}, 3},
                      Case{"Matrix2x2x2Uneven", {2, 2, 2}, whole({2, 2, 2}), {9, 5}, 3},
                      Case{"Row2x2x2x2", {2, 2, 2, 2}, whole({2, 2, 2, 2}), {16}, 4},
                      Case{"Row2x2x2x2Uneven", {2, 2, 2, 2}, whole({2, 2, 2, 2}), {19}, 4},
                      Case{"Axis4", {4}, whole({4}), {8, 12}, 1},
                      Case{"Axis4Uneven", {4}, whole({4}), {5, 8}, 1, {1, 1}, true},
                      Case{"Axes3And4Uneven", {3, 4}, whole({3, 4}), {10, 7}, 2},
                      Case{"SubAxesOf4", {4}, {{0, 1, 2}, {0, 2, 2}}, {8, 4}},
                      Case{"SubAxesOf4Uneven", {4}, {{0, 1, 2}, {0, 2, 2}}, {7, 3}},
                      Case{"SubAxesOf6", {6}, {{0, 1, 2}, {0, 2, 3}}, {6, 12}},
                      Case{"SubAxesOf6Uneven", {6}, {{0, 1, 2}, {0, 2, 3}}, {10, 7}},
                      Case{"SubAxesAndAxis", {4, 2}, {{0, 1, 2}, {0, 2, 2}, {1, 1, 2}}, {8, 8}, 3},
                      Case{"Granules", {2, 2}, whole({2, 2}), {12, 8}, 2, {3, 2}},
                      Case{"GranulesUneven", {2, 3}, whole({2, 3}), {14, 9}, 2, {4, 2}}),
    [](const ::testing::TestParamInfo<Case> &info) { return info.param.name; });

/// Many axes: right, never longer than the greedy plan, and found in a time that
/// does not explode.
TEST(ReshardOfMany, IsRight) {
  std::unique_ptr<MLIRContext> context = makeContext();
  constexpr int64_t seed = 11;
  Random random(seed);
  std::printf("seed %lld\n", static_cast<long long>(seed));
  for (unsigned count = 1; count <= 6; ++count) {
    SmallMesh mesh;
    for (unsigned i = 0; i < count; ++i)
      mesh.sizes.push_back(random.chance(60) ? 2 : random.between(3, 4));
    int64_t less = 0, microseconds = 0, steps = 0;
    int64_t cases = count < 6 ? 200 : 40;
    for (int64_t i = 0; i < cases; ++i) {
      std::vector<int64_t> shape;
      for (unsigned dim = 0; dim < 3; ++dim)
        shape.push_back(random.chance(60) ? 12 : random.between(1, 9));
      // Axes whole or cut in two; often both ends split some dimensions alike at
      // first, and often by granules.
      std::vector<Axis> pieces;
      for (unsigned index = 0; index < count; ++index) {
        int64_t size = mesh.sizes[index];
        if (size == 4 && random.chance(50)) {
          pieces.push_back({index, 1, 2});
          pieces.push_back({index, 2, 2});
        } else {
          pieces.push_back({index, 1, size});
        }
      }
      Placement ends[2];
      AxisList pending;
      ends[0].dims.resize(3);
      while (!pieces.empty() && random.chance(50)) {
        ends[0].dims[random.below(3)].axes.push_back(pieces.back());
        pieces.pop_back();
      }
      ends[1] = ends[0];
      for (Placement &end : ends) {
        std::vector<Axis> axes;
        for (const Axis &axis : pieces)
          axes.insert(axes.begin() + random.below(axes.size() + 1), axis);
        for (const Axis &axis : axes)
          if (random.chance(60))
            end.dims[random.below(3)].axes.push_back(axis);
          else if (&end == &ends[0] && random.chance(40))
            pending.push_back(axis);
        for (Split &dim : end.dims)
          if (!dim.empty() && random.chance(40))
            dim.granule = random.between(1, 3);
      }
      ends[0].addPartial(dist::ReductionKind::Sum, pending);
      pending = ends[0].partialAxes();
      auto type = RankedTensorType::get(shape, Float32Type::get(context.get()));
      auto begin = std::chrono::steady_clock::now();
      std::vector<ReshardStep> plan = planReshard(type, ends[0], ends[1]);
      auto end = std::chrono::steady_clock::now();
      microseconds += std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();
      std::vector<RankBlock> blocks = placeValue(mesh, shape, ends[0], pending);
      int64_t bytes = 0, greedy = 0;
      for (const ReshardStep &step : plan) {
        blocks = runStep(mesh, step, blocks);
        EXPECT_TRUE(isPlacedAsSaid(mesh, shape, step, pending, blocks))
            << describe(ends[0]) << " to " << describe(ends[1]) << ": " << describe(plan);
        bytes += step.bytes;
      }
      for (const ReshardStep &step : planReshardGreedily(type, ends[0], ends[1]))
        greedy += step.bytes;
      steps += plan.size();
      EXPECT_TRUE(isPlaced(mesh, shape, ends[1], pending, pending, blocks))
          << describe(ends[0]) << " to " << describe(ends[1]) << ": " << describe(plan);
      EXPECT_LE(bytes, greedy);
      less += bytes < greedy;
    }
    std::printf("%u axes: %lld of %lld less than greedily, %.1f steps, %.0f us each\n", count,
                static_cast<long long>(less), static_cast<long long>(cases), double(steps) / cases,
                double(microseconds) / cases);
  }
}

} // namespace
