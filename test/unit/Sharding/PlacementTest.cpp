//===- PlacementTest.cpp - axes, splits, projections, plans -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The arithmetic beneath propagation and partitioning, on small cases worked out
// by hand, and block arithmetic against a list of indices.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "ReshardSimulator.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/Sharding/Projection.h"
#include "shardc/Sharding/ReshardPlan.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace shardc {
static void PrintTo(const Axis &axis, std::ostream *os) {
  *os << axis.index << ":(" << axis.pre << ")" << axis.size;
}
} // namespace shardc

namespace {

Axis axis(unsigned index, int64_t pre, int64_t size) { return {index, pre, size}; }

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

TEST(AxisTest, Overlap) {
  EXPECT_TRUE(axis(0, 1, 4).overlaps(axis(0, 2, 2)));
  EXPECT_FALSE(axis(0, 1, 2).overlaps(axis(0, 2, 4)));
  EXPECT_FALSE(axis(0, 1, 4).overlaps(axis(1, 1, 4)));
  // Of an axis of 6, (1)2 and (1)3 share ranks, and so do (1)2 and (3)2: no
  // decomposition has both.
  EXPECT_TRUE(axis(0, 1, 2).overlaps(axis(0, 1, 3)));
  EXPECT_TRUE(axis(0, 1, 2).overlaps(axis(0, 3, 2)));
  EXPECT_FALSE(axis(0, 1, 3).overlaps(axis(0, 3, 2)));
}

TEST(AxisTest, Sets) {
  EXPECT_EQ(normalizeSet({axis(0, 2, 4), axis(0, 1, 2)}), AxisList{axis(0, 1, 8)});
  EXPECT_EQ(subtract({axis(0, 1, 8)}, axis(0, 2, 2)), (AxisList{axis(0, 1, 2), axis(0, 4, 2)}));
  EXPECT_EQ(intersect({axis(0, 1, 4)}, {axis(0, 2, 4), axis(1, 1, 2)}), AxisList{axis(0, 2, 2)});
  EXPECT_TRUE(contains({axis(0, 2, 2), axis(0, 1, 2)}, axis(0, 1, 4)));
  EXPECT_FALSE(contains({axis(0, 1, 2)}, axis(0, 1, 4)));
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

TEST(SplitTest, Extent) {
  // 48 elements, 8 together, 4 ranks: 6 groups, blocks of 2.
  EXPECT_EQ(splitExtent(48, {{axis(0, 1, 4)}, 8}), 16);
  EXPECT_EQ(splitExtent(5, {{axis(0, 1, 2), axis(1, 1, 2)}, 1}), 2);
  EXPECT_TRUE(isEven(48, {{axis(0, 1, 3)}, 8}));
  EXPECT_FALSE(isEven(48, {{axis(0, 1, 4)}, 8}));
}

TEST(SplitTest, CommonPrefix) {
  // The whole axis and its two halves make the same blocks where it is even.
  Split whole{{axis(0, 1, 4)}}, halves{{axis(0, 1, 2), axis(0, 2, 2)}};
  EXPECT_TRUE(sameBlocks(8, whole, halves));
  // However it is cut.
  EXPECT_TRUE(
      sameBlocks(12, {{axis(0, 1, 2), axis(0, 2, 3)}, 1}, {{axis(0, 1, 3), axis(0, 3, 2)}, 1}));
  // Of 6: blocks of 2 2 2 0, and of 3 (2 1) 3 (2 1).
  EXPECT_FALSE(sameBlocks(6, whole, halves));
  CommonPrefix prefix = commonPrefix(8, whole, {{axis(0, 1, 2), axis(1, 1, 2)}});
  EXPECT_EQ(prefix.common.axes, AxisList{axis(0, 1, 2)});
  EXPECT_EQ(prefix.restA, AxisList{axis(0, 2, 2)});
  EXPECT_EQ(prefix.restB, AxisList{axis(1, 1, 2)});
  EXPECT_EQ(prefix.extent, 4);
  // Granules matter only where they change a block.
  EXPECT_TRUE(sameBlocks(48, {{axis(0, 1, 3)}, 8}, {{axis(0, 1, 3)}, 1}));
  EXPECT_FALSE(sameBlocks(48, {{axis(0, 1, 4)}, 8}, {{axis(0, 1, 4)}, 1}));
  EXPECT_TRUE(isPrefix(8, {{axis(0, 1, 2)}}, whole));
  EXPECT_FALSE(isPrefix(8, whole, {{axis(0, 1, 2)}}));
}

/// The indices that each rank of a mesh holds of a dimension, worked out by
/// handing out one level after the other.
std::vector<std::vector<int64_t>> blocksByHand(int64_t extent, dist::DimShardingAttr dim,
                                               dist::MeshAttr mesh) {
  std::vector<std::vector<int64_t>> result(mesh.getNumRanks());
  for (int64_t rank = 0; rank < mesh.getNumRanks(); ++rank) {
    SmallVector<int64_t> coordinates = coordinatesOf(rank, mesh);
    std::vector<int64_t> mine(extent);
    std::iota(mine.begin(), mine.end(), 0);
    int64_t nominal = extent, granule = dim.getGranule();
    for (dist::AxisRefAttr one : dim.getAxes()) {
      int64_t parts = one.getSize(mesh);
      int64_t groups = (nominal + granule - 1) / granule;
      int64_t block = (groups + parts - 1) / parts * granule;
      int64_t at = coordinates[*mesh.getAxisIndex(one.getName())] / one.getDivisor(mesh) % parts;
      int64_t size = mine.size();
      int64_t begin = std::min(size, at * block), end = std::min(size, begin + block);
      mine = std::vector<int64_t>(mine.begin() + begin, mine.begin() + end);
      nominal = block;
    }
    result[rank] = mine;
  }
  return result;
}

TEST(SplitTest, BlocksByHand) {
  auto context = makeContext();
  Random random(7);
  auto name = FlatSymbolRefAttr::get(context.get(), "mesh");
  for (int i = 0; i < 500; ++i) {
    dist::MeshAttr mesh = randomMesh(random, context.get());
    int64_t extent = random.between(1, 20);
    dist::DimShardingAttr dim =
        randomSharding(random, {extent}, name, mesh, false).getDims().front();
    auto blocks = blocksByHand(extent, dim, mesh);
    std::vector<bool> seen(extent);
    for (int64_t rank = 0; rank < mesh.getNumRanks(); ++rank) {
      shardc::Block block = blockOf(extent, dim, mesh, coordinatesOf(rank, mesh));
      EXPECT_EQ(block.valid, static_cast<int64_t>(blocks[rank].size()));
      EXPECT_LE(block.valid, localExtent(extent, dim, mesh));
      if (!blocks[rank].empty())
        EXPECT_EQ(block.offset, blocks[rank].front());
      for (int64_t index : blocks[rank])
        seen[index] = true;
    }
    EXPECT_TRUE(llvm::all_of(seen, [](bool one) { return one; }));
  }
}

TEST(GroupTest, Positions) {
  auto context = makeContext();
  auto mesh = dist::MeshAttr::get(context.get(), {dist::MeshAxisAttr::get(context.get(), "a", 2),
                                                  dist::MeshAxisAttr::get(context.get(), "b", 4)});
  auto major = dist::AxisRefAttr::get(context.get(), "b", 1, 2);
  auto minor = dist::AxisRefAttr::get(context.get(), "b", 2, 2);
  EXPECT_EQ(groupOf(5, major, mesh), (SmallVector<int64_t>{5, 7}));
  EXPECT_EQ(groupOf(5, minor, mesh), (SmallVector<int64_t>{4, 5}));
  auto a = dist::AxisRefAttr::get(context.get(), "a");
  EXPECT_EQ(groupOf(5, {minor, a}, mesh), (SmallVector<int64_t>{0, 4, 1, 5}));
  for (int64_t rank = 0; rank < 8; ++rank)
    EXPECT_EQ(rankOf(coordinatesOf(rank, mesh), mesh), rank);
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

TEST(ProjectionTest, OverflowGoesToTheMinorFactor) {
  // 2 groups of 4, 8 ranks.
  ShardingRule rule;
  DimFactors heads{rule.addFactor(2), rule.addFactor(4)};
  FactorSplits splits(2);
  Split dim{{axis(0, 1, 8)}};
  EXPECT_TRUE(projectDim(8, dim, heads, rule, splits));
  EXPECT_EQ(splits[0].axes, AxisList{axis(0, 1, 2)});
  EXPECT_EQ(splits[1].axes, AxisList{axis(0, 2, 4)});
  std::optional<Split> back = composeDim(heads, rule, splits);
  ASSERT_TRUE(back);
  EXPECT_TRUE(sameBlocks(8, *back, dim));
}

TEST(ProjectionTest, UnevenAxisStaysWhole) {
  // 6 heads of 8 columns on 4 ranks: blocks of 2 heads.
  ShardingRule rule;
  DimFactors joined{rule.addFactor(6), rule.addFactor(8)};
  FactorSplits splits(2);
  EXPECT_TRUE(projectDim(48, {{axis(0, 1, 4)}, 8}, joined, rule, splits));
  EXPECT_EQ(splits[0].axes, AxisList{axis(0, 1, 4)});
  EXPECT_EQ(splits[0].granule, 1);
  EXPECT_TRUE(splits[1].empty());
  EXPECT_EQ(composeDim(joined, rule, splits)->granule, 8);
  // Blocks that cut heads in two are no blocks of heads.
  FactorSplits none(2);
  EXPECT_FALSE(projectDim(48, {{axis(0, 1, 32)}, 1}, joined, rule, none));
}

TEST(ProjectionTest, MinorFactorAloneIsNoBlock) {
  ShardingRule rule;
  DimFactors joined{rule.addFactor(4), rule.addFactor(4)};
  FactorSplits splits(2);
  splits[1].axes = {axis(0, 1, 2)};
  EXPECT_FALSE(composeDim(joined, rule, splits));
  splits[0].axes = {axis(1, 1, 4)};
  EXPECT_TRUE(composeDim(joined, rule, splits));
}

TEST(ProjectionTest, GranuleThatCutsElements) {
  // 8 heads in 4 groups of 2: blocks of 6 heads, written in granules of 3 heads, are
  // blocks of 3 groups.
  ShardingRule rule;
  DimFactors heads{rule.addFactor(4), rule.addFactor(2)};
  FactorSplits splits(2);
  Split dim{{axis(0, 1, 2)}, 3};
  EXPECT_TRUE(projectDim(8, dim, heads, rule, splits));
  EXPECT_EQ(splits[0].axes, AxisList{axis(0, 1, 2)});
  EXPECT_EQ(splits[0].granule, 3);
  EXPECT_TRUE(splits[1].empty());
  EXPECT_TRUE(sameBlocks(8, *composeDim(heads, rule, splits), dim));
}

TEST(ProjectionTest, WhatIsKnownDecides) {
  // All 8 heads of the one group are on the first rank: the group is split, or its heads.
  ShardingRule rule;
  DimFactors heads{rule.addFactor(1), rule.addFactor(8)};
  Split dim{{axis(0, 1, 2)}, 8};
  FactorSplits splits(2);
  EXPECT_TRUE(projectDim(8, dim, heads, rule, splits));
  EXPECT_EQ(splits[0].axes, AxisList{axis(0, 1, 2)});
  EXPECT_TRUE(splits[1].empty());
  Split whole;
  splits.assign(2, Split());
  EXPECT_TRUE(projectDim(8, dim, heads, rule, splits,
                         [&](unsigned factor) { return factor == 0 ? &whole : nullptr; }));
  EXPECT_TRUE(splits[0].empty());
  EXPECT_EQ(splits[1].axes, AxisList{axis(0, 1, 2)});
  EXPECT_EQ(splits[1].granule, 8);
}

TEST(ProjectionTest, RandomRoundTrip) {
  Random random(11);
  for (int i = 0; i < 2000; ++i) {
    ShardingRule rule;
    DimFactors factors;
    for (int64_t count = random.between(1, 3); count > 0; --count)
      factors.push_back(rule.addFactor(random.between(2, 8)));
    int64_t extent = factorExtent(factors, rule);
    Split dim;
    dim.granule = random.between(1, 6);
    for (unsigned index = 0, count = random.between(1, 3); index < count; ++index)
      dim.axes.push_back(axis(index, 1, random.between(2, 6)));
    FactorSplits splits(rule.factors.size());
    if (!projectDim(extent, dim, factors, rule, splits))
      continue;
    std::optional<Split> back = composeDim(factors, rule, splits);
    ASSERT_TRUE(back) << "case " << i;
    EXPECT_TRUE(sameBlocks(extent, dim, *back)) << "case " << i;
  }
}

TEST(ReshapeRuleTest, Refinement) {
  auto sizes = [](ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
    ShardingRule rule = getReshapeRule(from, to);
    SmallVector<int64_t> passing;
    for (const Factor &factor : rule.factors)
      if (factor.kind == FactorKind::PassThrough)
        passing.push_back(factor.size);
    return passing;
  };
  EXPECT_EQ(sizes({4, 48}, {4, 6, 8}), (SmallVector<int64_t>{4, 6, 8}));
  EXPECT_EQ(sizes({4, 6, 8}, {24, 8}), (SmallVector<int64_t>{4, 6, 8}));
  EXPECT_EQ(sizes({1, 4}, {4, 1, 1}), (SmallVector<int64_t>{4}));
  // 6 x 4 and 8 x 3 share the major factor 2 and nothing else.
  EXPECT_EQ(sizes({6, 4}, {8, 3}), (SmallVector<int64_t>{2}));
  EXPECT_EQ(sizes({6, 4, 5}, {8, 3, 5}), (SmallVector<int64_t>{2, 5}));
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

struct PlanTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();
  RankedTensorType type(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Float32Type::get(context.get()));
  }
  static Placement placement(ArrayRef<AxisList> dims, AxisList partial = {}) {
    Placement result;
    for (const AxisList &axes : dims)
      result.dims.push_back({axes, 1});
    result.addPartial(dist::ReductionKind::Sum, partial);
    return result;
  }
  static std::string kinds(ArrayRef<ReshardStep> plan) {
    std::string text;
    for (const ReshardStep &step : plan)
      text += (text.empty() ? "" : " ") + stringify(step.kind).str();
    return text;
  }
};

TEST_F(PlanTest, Kinds) {
  Axis a = axis(0, 1, 2), b = axis(1, 1, 2);
  RankedTensorType matrix = type({4, 8});
  auto plan = [&](Placement from, Placement to) { return kinds(planReshard(matrix, from, to)); };
  EXPECT_EQ(plan(placement({{a}, {}}), placement({{a}, {}})), "");
  EXPECT_EQ(plan(placement({{a}, {}}), placement({{}, {}})), "all_gather");
  EXPECT_EQ(plan(placement({{}, {}}), placement({{a}, {b}})), "all_slice all_slice");
  EXPECT_EQ(plan(placement({{}, {}}, {a}), placement({{}, {}})), "all_reduce");
  EXPECT_EQ(plan(placement({{}, {}}, {a}), placement({{a}, {}})), "reduce_scatter");
  EXPECT_EQ(plan(placement({{a}, {}}), placement({{}, {a}})), "all_to_all");
  // Less is reduced once it is sliced.
  EXPECT_EQ(plan(placement({{}, {}}, {a}), placement({{b}, {}})), "all_slice all_reduce");
  // A swap hands whole blocks on.
  EXPECT_EQ(plan(placement({{a}, {b}}), placement({{b}, {a}})), "permute");
  EXPECT_EQ(plan(placement({{a, b}, {}}), placement({{b, a}, {}})), "permute");
  EXPECT_EQ(plan(placement({{a}, {}}), placement({{b}, {}})), "permute");
  // Both axes at once: 3/4 of a block, not twice the half.
  EXPECT_EQ(plan(placement({{a, b}, {}}), placement({{}, {a, b}})), "all_to_all");
  EXPECT_EQ(plan(placement({{a, b}, {}}), placement({{}, {}})), "all_gather");
}

TEST_F(PlanTest, Bytes) {
  Axis a = axis(0, 1, 4);
  RankedTensorType matrix = type({4, 8}); // 128 bytes
  EXPECT_EQ(reshardBytes(matrix, placement({{}, {}}, {a}), placement({{}, {}})), 192);
  EXPECT_EQ(reshardBytes(matrix, placement({{}, {}}, {a}), placement({{a}, {}})), 96);
  EXPECT_EQ(reshardBytes(matrix, placement({{a}, {}}), placement({{}, {}})), 96);
  EXPECT_EQ(reshardBytes(matrix, placement({{a}, {}}), placement({{}, {a}})), 24);
  EXPECT_EQ(reshardBytes(matrix, placement({{}, {}}), placement({{a}, {}})), 0);
}

TEST_F(PlanTest, EndsWhereItShould) {
  Random random(3);
  auto name = FlatSymbolRefAttr::get(context.get(), "mesh");
  for (int i = 0; i < 2000; ++i) {
    dist::MeshAttr mesh = randomMesh(random, context.get());
    MeshView view(name, mesh);
    SmallVector<int64_t> shape{random.between(1, 9), random.between(1, 9)};
    Placement from = view.fromAttr(randomSharding(random, shape, name, mesh, false));
    Placement to = view.fromAttr(randomSharding(random, shape, name, mesh, false));
    auto plan = planReshard(type(shape), from, to);
    SmallMesh ranks;
    for (dist::MeshAxisAttr axis : mesh.getAxes())
      ranks.sizes.push_back(axis.getSize());
    std::vector<RankBlock> blocks = placeValue(ranks, shape, from, {});
    for (const ReshardStep &step : plan)
      blocks = runStep(ranks, step, blocks);
    EXPECT_TRUE(isPlaced(ranks, shape, to, {}, {}, blocks)) << "case " << i;
    if (!plan.empty()) {
      EXPECT_TRUE(samePlacement(type(shape), plan.back().placement, to)) << "case " << i;
    }
    EXPECT_LE(plan.size(), 12u);
  }
}

} // namespace
