//===- PlacementTest.cpp - cutting and assembling ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support.h"

#include "mlir/AsmParser/AsmParser.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardrt/Layout.h"
#include <random>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

namespace {

class PlacementTest : public ReferenceTest {
protected:
  dist::MeshAttr mesh(StringRef text) {
    auto attribute = dyn_cast_or_null<dist::MeshAttr>(
        parseAttribute(("#dist.mesh<" + text + ">").str(), &context));
    EXPECT_TRUE(attribute) << messages;
    return attribute;
  }
  dist::ShardingAttr sharding(StringRef text) {
    auto attribute = dyn_cast_or_null<dist::ShardingAttr>(
        parseAttribute(("#dist.sharding<@mesh, " + text + ">").str(), &context));
    EXPECT_TRUE(attribute) << messages;
    return attribute;
  }
  InFlightDiagnostic emitError() { return mlir::emitError(UnknownLoc::get(&context)); }
  FailureOr<SmallVector<Tensor>> split(const Tensor &x, dist::ShardingAttr s, dist::MeshAttr m) {
    return splitTensor(x, s, m, [&] { return emitError(); });
  }
  FailureOr<Tensor> assemble(ArrayRef<Tensor> x, dist::ShardingAttr s, dist::MeshAttr m,
                             RankedTensorType type) {
    return assembleTensor(x, s, m, type, [&] { return emitError(); });
  }
};

TEST_F(PlacementTest, BlocksOfOneAxisAreCeilings) {
  // 5 over 3 ranks: blocks of 2, the last holds one element.
  FailureOr<SmallVector<Tensor>> parts =
      split(counting(floats({5})), sharding("[{\"x\"}]"), mesh("\"x\"=3"));
  ASSERT_TRUE(succeeded(parts)) << messages;
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[0].at(0), 0.0);
  EXPECT_EQ((*parts)[1].at(1), 3.0);
  EXPECT_EQ((*parts)[2].at(0), 4.0);
  EXPECT_TRUE(std::isnan((*parts)[2].at(1)));
}

TEST_F(PlacementTest, TrailingRanksMayHoldNothing) {
  // 4 over 3 ranks by granules of 2: blocks of 2, the last rank past the end.
  FailureOr<SmallVector<Tensor>> parts =
      split(counting(ints({4})), sharding("[{\"x\"}:2]"), mesh("\"x\"=3"));
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[1].intAt(1), 3);
  EXPECT_EQ((*parts)[2].intAt(0), Tensor::poisonInt(IntegerType::get(&context, 32)));
}

TEST_F(PlacementTest, AxesBlockOneAfterTheOther) {
  // 7 over 2: blocks of 4; each over 3: blocks of 2 of which rank (0,2) is
  // empty.
  FailureOr<SmallVector<Tensor>> parts =
      split(counting(floats({7})), sharding("[{\"x\", \"y\"}]"), mesh("\"x\"=2, \"y\"=3"));
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[1].at(0), 2.0);
  EXPECT_TRUE(std::isnan((*parts)[2].at(0)));
  EXPECT_EQ((*parts)[3].at(0), 4.0);
  EXPECT_EQ((*parts)[4].at(0), 6.0);
  EXPECT_TRUE(std::isnan((*parts)[4].at(1)));
  EXPECT_TRUE(std::isnan((*parts)[5].at(0)));
}

TEST_F(PlacementTest, SubAxesAreDigitsOfTheirAxis) {
  // "x":(1)2 of 4 ranks is the major half: ranks 0 and 1 hold the first block.
  FailureOr<SmallVector<Tensor>> parts =
      split(counting(floats({4})), sharding("[{\"x\":(1)2}]"), mesh("\"x\"=4"));
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[0].at(0), 0.0);
  EXPECT_EQ((*parts)[1].at(0), 0.0);
  EXPECT_EQ((*parts)[2].at(0), 2.0);
  // "x":(2)2 is the minor half: ranks alternate.
  parts = split(counting(floats({4})), sharding("[{\"x\":(2)2}]"), mesh("\"x\"=4"));
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[0].at(0), 0.0);
  EXPECT_EQ((*parts)[1].at(0), 2.0);
  EXPECT_EQ((*parts)[2].at(0), 0.0);
}

TEST_F(PlacementTest, PartialValuesAddUp) {
  Tensor whole = counting(floats({3}));
  dist::ShardingAttr partial = sharding("[{}], partial={sum:\"x\"}");
  dist::MeshAttr axes = mesh("\"x\"=2, \"y\"=2");
  FailureOr<SmallVector<Tensor>> parts = split(whole, partial, axes);
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[1].at(2), 2.0);
  EXPECT_EQ((*parts)[2].at(2), 0.0);
  // Any split of the sum will do, as long as copies along y agree.
  for (int rank : {2, 3})
    (*parts)[rank].getMutable<double>()[2] = 40.0;
  FailureOr<Tensor> result = assemble(*parts, partial, axes, whole.getType());
  ASSERT_TRUE(succeeded(result)) << messages;
  EXPECT_EQ(result->at(2), 42.0);
  EXPECT_EQ(result->at(1), 1.0);

  partial = sharding("[{}], partial={max:\"x\"}");
  parts = split(whole, partial, axes);
  ASSERT_TRUE(succeeded(parts)) << messages;
  EXPECT_EQ((*parts)[2].at(0), -INFINITY);
  result = assemble(*parts, partial, axes, whole.getType());
  ASSERT_TRUE(succeeded(result)) << messages;
  EXPECT_TRUE(result->isBitIdentical(whole));
}

TEST_F(PlacementTest, CopiesThatDifferAreFound) {
  dist::ShardingAttr split0 = sharding("[{\"x\"}]");
  dist::MeshAttr axes = mesh("\"x\"=2, \"y\"=2");
  FailureOr<SmallVector<Tensor>> parts = split(counting(floats({5})), split0, axes);
  ASSERT_TRUE(succeeded(parts)) << messages;
  // Padding may differ.
  (*parts)[3].getMutable<double>()[2] = 99.0;
  EXPECT_TRUE(succeeded(assemble(*parts, split0, axes, floats({5})))) << messages;
  // Rank 3 copies rank 2.
  (*parts)[3].getMutable<double>()[1] = std::nextafter(4.0, 5.0);
  EXPECT_TRUE(failed(assemble(*parts, split0, axes, floats({5}))));
  EXPECT_NE(messages.find("ranks 2 and 3 hold different values of element 4"), std::string::npos)
      << messages;
}

TEST_F(PlacementTest, MissingElementsAndWrongShapesAreFound) {
  dist::ShardingAttr split0 = sharding("[{\"x\"}]");
  dist::MeshAttr axes = mesh("\"x\"=2");
  FailureOr<SmallVector<Tensor>> parts = split(counting(floats({4})), split0, axes);
  ASSERT_TRUE(succeeded(parts));
  FailureOr<Tensor> some = assembleTensor((*parts)[0], int64_t(0), split0, axes, floats({4}),
                                          [&] { return emitError(); });
  EXPECT_TRUE(failed(some));
  EXPECT_NE(messages.find("no rank holds element 2"), std::string::npos) << messages;
  (*parts)[1] = Tensor(floats({3}));
  EXPECT_TRUE(failed(assemble(*parts, split0, axes, floats({4}))));
  EXPECT_NE(messages.find("gives blocks of 2"), std::string::npos) << messages;
  EXPECT_TRUE(failed(split(counting(floats({4})), sharding("[{\"z\"}]"), axes)));
}

/// Random shardings of random shapes come back as they were.
TEST_F(PlacementTest, RandomShardingsRoundTrip) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto below = [&](int n) { return static_cast<int>(random() % n); };
    dist::MeshAttr axes = below(2) ? mesh("\"x\"=2, \"y\"=3, \"z\"=4") : mesh("\"x\"=2, \"z\"=4");
    std::vector<std::string> free = {"\"x\"", "\"z\":(1)2", "\"z\":(2)2"};
    if (axes.getAxes().size() == 3)
      free.push_back("\"y\"");
    std::shuffle(free.begin(), free.end(), random);
    std::string text = "[";
    SmallVector<int64_t> shape;
    int rank = 1 + below(3);
    for (int d = 0; d < rank; ++d) {
      shape.push_back(1 + below(13));
      std::string dim;
      for (int n = below(3); n > 0 && !free.empty(); --n) {
        dim += (dim.empty() ? "" : ", ") + free.back();
        free.pop_back();
      }
      text += std::string(d ? ", " : "") + "{" + dim + "}";
      if (!dim.empty() && below(3) == 0)
        text += ":" + std::to_string(1 + below(4));
    }
    text += "]";
    if (!free.empty() && below(2))
      text += ", partial={sum:" + free.back() + "}";
    SCOPED_TRACE(text);
    Tensor whole = randomTensor(floats(shape), seed);
    FailureOr<SmallVector<Tensor>> parts = split(whole, sharding(text), axes);
    ASSERT_TRUE(succeeded(parts)) << messages;
    FailureOr<Tensor> back = assemble(*parts, sharding(text), axes, whole.getType());
    ASSERT_TRUE(succeeded(back)) << messages;
    EXPECT_TRUE(back->isBitIdentical(whole));
  }
}

/// The compiler, the runtime and the interpreter each have block arithmetic of
/// their own; all three hold the same elements.
TEST_F(PlacementTest, ThreeArithmeticsAgree) {
  dist::MeshAttr axes = mesh("\"x\"=2, \"y\"=3, \"z\"=4");
  struct Case {
    const char *dim;
    std::vector<shardrt::AxisRef> refs;
  };
  const Case cases[] = {
      {"{\"x\"}", {{0, 1, 2}}},
      {"{\"z\", \"y\"}", {{2, 1, 4}, {1, 1, 3}}},
      {"{\"z\":(1)2, \"x\"}", {{2, 2, 2}, {0, 1, 2}}},
      {"{\"y\", \"z\":(2)2}", {{1, 1, 3}, {2, 1, 2}}},
  };
  for (const Case &c : cases)
    for (int64_t granule : {1, 2, 3})
      for (int64_t extent = 0; extent < 40; ++extent) {
        std::string text = std::string("[") + c.dim + ":" + std::to_string(granule) + "]";
        SCOPED_TRACE(text + " of " + std::to_string(extent));
        dist::ShardingAttr attribute = sharding(text);
        dist::DimShardingAttr dim = attribute.getDims()[0];
        FailureOr<SmallVector<Tensor>> parts = split(counting(ints({extent}, 64)), attribute, axes);
        ASSERT_TRUE(succeeded(parts)) << messages;
        shardrt::DimLayout layout;
        layout.global = extent;
        layout.granule = granule;
        layout.axes = c.refs;
        layout.local = shardrt::localExtent(extent, granule, c.refs);
        for (int64_t rank = 0; rank < 24; ++rank) {
          SmallVector<int64_t> coordinates = coordinatesOf(rank, axes);
          shardc::Block block = blockOf(extent, dim, axes, coordinates);
          shardrt::DimSlice slice = shardrt::sliceOf(
              layout, std::vector<uint32_t>(coordinates.begin(), coordinates.end()));
          const Tensor &part = (*parts)[rank];
          ASSERT_EQ(part.getNumElements(), shardc::localExtent(extent, dim, axes));
          ASSERT_EQ(part.getNumElements(), static_cast<int64_t>(layout.local));
          ASSERT_EQ(block.valid, static_cast<int64_t>(slice.valid));
          int64_t wild = Tensor::poisonInt(part.getElementType());
          for (int64_t i = 0; i < part.getNumElements(); ++i)
            ASSERT_EQ(part.intAt(i), i < block.valid ? block.offset + i : wild);
          if (block.valid > 0)
            ASSERT_EQ(block.offset, static_cast<int64_t>(slice.offset));
        }
      }
}

} // namespace
