//===- LayoutTest.cpp - which rank holds which elements ---------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exhaustive over small extents, granules and axis sizes.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Layout.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardrt;

TEST(LayoutTest, BlockSize) {
  EXPECT_EQ(blockSize(176, 1, 3), 59u);
  EXPECT_EQ(blockSize(64, 8, 3), 24u);
  EXPECT_EQ(blockSize(10, 1, 4), 3u); // 3 + 3 + 3 + 1
  EXPECT_EQ(blockSize(5, 1, 8), 1u);  // three ranks hold nothing
  EXPECT_EQ(blockSize(0, 4, 3), 0u);
}

TEST(LayoutTest, EveryElementHasOnePlace) {
  for (uint64_t extent = 0; extent <= 25; ++extent)
    for (uint64_t granule = 1; granule <= 4; ++granule)
      for (uint32_t first = 1; first <= 4; ++first)
        for (uint32_t second = 1; second <= 3; ++second) {
          DimLayout dim;
          dim.global = extent;
          dim.granule = granule;
          dim.axes = {{0, 1, first}, {1, 1, second}};
          dim.local = localExtent(extent, granule, dim.axes);
          std::vector<int> owners(extent, 0);
          for (uint32_t a = 0; a < first; ++a)
            for (uint32_t b = 0; b < second; ++b) {
              DimSlice slice = sliceOf(dim, {a, b});
              ASSERT_EQ(slice.local, dim.local);
              ASSERT_LE(slice.valid, slice.local);
              for (uint64_t i = 0; i < slice.valid; ++i) {
                uint64_t global = slice.offset + i;
                ASSERT_LT(global, extent);
                ++owners[global];
                DimPosition position = positionOf(dim, global);
                EXPECT_EQ(position.coordinates, (std::vector<uint32_t>{a, b}));
                EXPECT_EQ(position.local, i);
              }
            }
          for (uint64_t i = 0; i < extent; ++i)
            EXPECT_EQ(owners[i], 1) << "element " << i << " of " << extent << ", granule "
                                    << granule << ", axes " << first << " x " << second;
        }
}

TEST(LayoutTest, RunsCoverATensorOnce) {
  std::mt19937 random(20240817);
  for (int round = 0; round < 200; ++round) {
    std::vector<uint32_t> mesh = {uint32_t(1 + random() % 3), uint32_t(1 + random() % 3)};
    std::vector<DimLayout> dims(random() % 4);
    std::vector<bool> used(2, false);
    for (DimLayout &dim : dims) {
      dim.global = 1 + random() % 6;
      dim.granule = 1 + random() % 2;
      uint32_t axis = random() % 2;
      if (!used[axis] && random() % 2) {
        used[axis] = true;
        dim.axes = {{axis, 1, mesh[axis]}};
      }
      dim.local = localExtent(dim.global, dim.granule, dim.axes);
    }
    uint32_t replicas = (used[0] ? 1 : mesh[0]) * (used[1] ? 1 : mesh[1]);
    std::vector<uint32_t> seen(globalElements(dims), 0);
    for (uint32_t a = 0; a < mesh[0]; ++a)
      for (uint32_t b = 0; b < mesh[1]; ++b)
        forEachRun(dims, {a, b}, [&](uint64_t global, uint64_t local, uint64_t length) {
          ASSERT_LE(global + length, seen.size());
          ASSERT_LE(local + length, localElements(dims));
          for (uint64_t i = 0; i < length; ++i)
            ++seen[global + i];
        });
    for (uint32_t count : seen)
      EXPECT_EQ(count, replicas) << "round " << round;
  }
}

TEST(LayoutTest, WholeRowsMakeLongRuns) {
  std::vector<DimLayout> dims(3);
  dims[0].global = 8;
  dims[0].axes = {{0, 1, 2}};
  dims[0].local = 4;
  dims[1].global = dims[1].local = 3;
  dims[2].global = dims[2].local = 5;
  std::vector<std::vector<uint64_t>> runs;
  forEachRun(dims, {1}, [&](uint64_t global, uint64_t local, uint64_t length) {
    runs.push_back({global, local, length});
  });
  EXPECT_EQ(runs, (std::vector<std::vector<uint64_t>>{{60, 0, 60}}));
}
