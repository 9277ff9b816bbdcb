//===- StorageTest.cpp - what replicas keep of a parameter ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Splitting storage further, for random shapes, meshes and compute shardings: it
// only splits further what there is, spends each axis once, and leaves a rank no
// more than any one dimension would.
//
//===----------------------------------------------------------------------===//

#include "lib/Sharding/StorageSharding.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

TEST(StorageTest, SplitsOneDimensionFurther) {
  MLIRContext context;
  Type element = Float32Type::get(&context);
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    auto pick = [&](int64_t low, int64_t high) {
      return low + static_cast<int64_t>(random() % (high - low + 1));
    };
    SmallVector<int64_t> shape(pick(0, 3));
    for (int64_t &extent : shape)
      extent = pick(1, 40);
    auto type = RankedTensorType::get(shape, element);
    Placement compute;
    compute.dims.resize(shape.size());
    Axis tp{2, 1, pick(2, 5)};
    if (!shape.empty() && pick(0, 1))
      compute.dims[pick(0, shape.size() - 1)] = {{tp}, pick(1, 4)};
    AxisList axes = {{0, 1, pick(2, 5)}};
    if (pick(0, 1))
      axes.push_back({1, 1, pick(2, 3)});

    Placement storage = compute;
    splitFurther(type, axes, storage);
    int64_t changed = -1;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (sameBlocks(shape[dim], compute.dims[dim], storage.dims[dim]))
        continue;
      EXPECT_EQ(changed, -1) << "two dimensions are split";
      changed = dim;
      EXPECT_TRUE(isPrefix(shape[dim], compute.dims[dim], storage.dims[dim]));
    }
    int64_t before = localBytes(type, compute), after = localBytes(type, storage);
    int64_t parts = partsOf(axes);
    if (changed < 0) {
      // No dimension has a second element, or whole granule, to give away.
      for (size_t dim = 0; dim < shape.size(); ++dim) {
        Split split = compute.dims[dim];
        llvm::append_range(split.axes, axes);
        EXPECT_EQ(splitExtent(shape[dim], split), splitExtent(shape[dim], compute.dims[dim]));
      }
      continue;
    }
    EXPECT_EQ(partsOf(storage.dimAxes()), partsOf(compute.dimAxes()) * parts);
    EXPECT_LT(after, before);
    // At most the padding of one block more than an even split.
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      Split split = compute.dims[dim];
      llvm::append_range(split.axes, axes);
      Placement other = compute;
      other.dims[dim] = split;
      EXPECT_LE(after, localBytes(type, other)) << "dimension " << dim << " would be better";
    }
  }
}

TEST(StorageTest, EvenFirst) {
  MLIRContext context;
  auto type = RankedTensorType::get({6, 8, 16}, Float32Type::get(&context));
  Placement placement;
  placement.dims.resize(3);
  splitFurther(type, {Axis{0, 1, 4}}, placement);
  EXPECT_TRUE(placement.dims[0].empty());
  EXPECT_EQ(placement.dims[1].axes, (AxisList{Axis{0, 1, 4}}));
  EXPECT_TRUE(placement.dims[2].empty());
}

} // namespace
