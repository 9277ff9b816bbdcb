//===- InitTest.cpp - initial values from a counter -------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Published vectors of the generator, and independence of the sharding.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Init.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace shardrt;

using Words = std::array<uint32_t, 4>;

// The known answers that the authors of the generator publish with it.
TEST(InitTest, PhiloxVectors) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

static InitSpec spec(InitKind kind, double mean = 0, double stddev = 0, int64_t low = 0,
                     int64_t high = 0) {
  InitSpec init;
  init.kind = kind;
  init.stream = 7;
  init.mean = mean;
  init.stddev = stddev;
  init.low = low;
  init.high = high;
  return init;
}

TEST(InitTest, Moments) {
  double sum = 0, squares = 0;
  const int count = 200000;
  for (int i = 0; i < count; ++i) {
    double value = normalAt(1, 2, i);
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / count, 0.0, 0.01);
  EXPECT_NEAR(squares / count, 1.0, 0.02);
}

TEST(InitTest, Kinds) {
  double n = normalAt(3, 7, 11);
  EXPECT_EQ(initialValue(spec(InitKind::Normal, 0.5, 2.0), 3, 11), 0.5 + 2 * n);
  EXPECT_EQ(initialValue(spec(InitKind::NormWeight, 0, 0.02), 3, 11), 1.0 + 0.02 * n);
  EXPECT_EQ(initialValue(spec(InitKind::AbsNormal, 0, 1), 3, 11), std::fabs(n));
  EXPECT_EQ(initialValue(spec(InitKind::Constant, 4.25), 3, 11), 4.25);
  EXPECT_EQ(initialValue(spec(InitKind::Zero, 1, 1), 3, 11), 0.0);
}

TEST(InitTest, UniformIntegersFillTheirRange) {
  std::vector<int> seen(10, 0);
  for (int i = 0; i < 5000; ++i) {
    int64_t value = uniformIntAt(5, 6, i, -3, 7);
    ASSERT_GE(value, -3);
    ASSERT_LT(value, 7);
    ++seen[value + 3];
  }
  for (int count : seen)
    EXPECT_NEAR(count, 500, 120);
  // The whole range of 64 bits must not overflow.
  int64_t low = INT64_MIN, high = INT64_MAX;
  bool negative = false, positive = false;
  for (int i = 0; i < 64; ++i) {
    int64_t value = uniformIntAt(5, 6, i, low, high);
    negative |= value < -(int64_t(1) << 60);
    positive |= value > (int64_t(1) << 60);
  }
  EXPECT_TRUE(negative && positive);
}

TEST(InitTest, StreamsSeedsAndIndicesDiffer) {
  EXPECT_NE(normalAt(1, 2, 3), normalAt(1, 2, 4));
  EXPECT_NE(normalAt(1, 2, 3), normalAt(1, 3, 3));
  EXPECT_NE(normalAt(1, 2, 3), normalAt(2, 2, 3));
  EXPECT_NE(normalAt(1, 2, 3), normalAt(1, 2, 3 + (uint64_t(1) << 32)));
}

// 7 x 10 over 2 x 3 ranks, with padding: each rank fills its part, and the
// parts hold the bits of the whole.
TEST(InitTest, SameBitsInAnySharding) {
  for (DType type : {DType::F64, DType::F32, DType::BF16, DType::F16, DType::I64, DType::I32}) {
    InitSpec init =
        isFloat(type) ? spec(InitKind::Normal, 0, 0.02) : spec(InitKind::UniformInt, 0, 0, 0, 1000);
    uint64_t size = elementSize(type);
    std::vector<char> whole(70 * size);
    fillGlobal(init, 42, type, 70, whole.data());
    std::vector<DimLayout> dims(2);
    dims[0].global = 7;
    dims[0].axes = {{0, 1, 2}};
    dims[1].global = 10;
    dims[1].axes = {{1, 1, 3}};
    for (DimLayout &dim : dims)
      dim.local = localExtent(dim.global, 1, dim.axes);
    for (uint32_t a = 0; a < 2; ++a)
      for (uint32_t b = 0; b < 3; ++b) {
        std::vector<char> part(localElements(dims) * size, 0x55);
        fillLocal(init, 42, type, dims, {a, b}, part.data());
        uint64_t filled = 0;
        forEachRun(dims, {a, b}, [&](uint64_t global, uint64_t local, uint64_t length) {
          filled += length;
          EXPECT_EQ(
              std::memcmp(whole.data() + global * size, part.data() + local * size, length * size),
              0);
        });
        uint64_t untouched = 0;
        for (char byte : part)
          untouched += byte == 0x55;
        EXPECT_GE(untouched, (localElements(dims) - filled) * size);
      }
  }
}
