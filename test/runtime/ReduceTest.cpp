//===- ReduceTest.cpp - rank-ordered reductions -----------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order, rounding, NaN and wrapping.
//
//===----------------------------------------------------------------------===//
#include "host/Reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace shardrt;
using namespace shardrt::hal;

template <typename T>
static std::vector<T> reduced(DType type, ReduceKind kind,
                              const std::vector<std::vector<T>> &values) {
  std::vector<const char *> sources;
  for (const std::vector<T> &v : values)
    sources.push_back(reinterpret_cast<const char *>(v.data()));
  std::vector<T> out(values[0].size());
  reduceInOrder(type, kind, sources, reinterpret_cast<char *>(out.data()), out.size());
  return out;
}

TEST(ReduceTest, SumsInRankOrder) {
  // (1e8 + 1) - 1e8 is 0 in float; 1e8 - 1e8 + 1 is 1.
  EXPECT_EQ(reduced<float>(DType::F32, ReduceKind::Sum, {{1e8f}, {1.0f}, {-1e8f}})[0], 0.0f);
  EXPECT_EQ(reduced<float>(DType::F32, ReduceKind::Sum, {{1e8f}, {-1e8f}, {1.0f}})[0], 1.0f);
}

TEST(ReduceTest, MatchesALoopAcrossBlocks) {
  std::mt19937 random(7);
  std::vector<std::vector<double>> values(5, std::vector<double>(3001));
  for (auto &v : values)
    for (double &x : v)
      x = std::ldexp(double(random()), -32) - 0.5;
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Max, ReduceKind::Min, ReduceKind::Prod}) {
    std::vector<double> out = reduced(DType::F64, kind, values);
    for (size_t i = 0; i < out.size(); ++i) {
      double expected = values[0][i];
      for (size_t r = 1; r < values.size(); ++r) {
        double x = values[r][i];
        expected = kind == ReduceKind::Sum    ? expected + x
                   : kind == ReduceKind::Prod ? expected * x
                   : kind == ReduceKind::Max  ? std::max(expected, x)
                                              : std::min(expected, x);
      }
      ASSERT_EQ(out[i], expected) << name(kind) << " " << i;
    }
  }
}

TEST(ReduceTest, NaNWins) {
  float nan = std::nanf("");
  for (ReduceKind kind : {ReduceKind::Max, ReduceKind::Min}) {
    EXPECT_TRUE(std::isnan(reduced<float>(DType::F32, kind, {{nan}, {1.0f}, {2.0f}})[0]));
    EXPECT_TRUE(std::isnan(reduced<float>(DType::F32, kind, {{1.0f}, {nan}, {2.0f}})[0]));
    EXPECT_TRUE(std::isnan(reduced<float>(DType::F32, kind, {{1.0f}, {2.0f}, {nan}})[0]));
  }
}

TEST(ReduceTest, SixteenBitsRoundOnce) {
  // In bf16 256 + 1 is 256; three ones added in float give 259, that is 260.
  auto bf = floatToBF16;
  EXPECT_EQ(
      reduced<uint16_t>(DType::BF16, ReduceKind::Sum, {{bf(256)}, {bf(1)}, {bf(1)}, {bf(1)}})[0],
      bf(260.0f));
  auto half = floatToF16;
  EXPECT_EQ(reduced<uint16_t>(DType::F16, ReduceKind::Sum,
                              {{half(2048)}, {half(1)}, {half(1)}, {half(1)}})[0],
            half(2052.0f));
}

TEST(ReduceTest, IntegersWrap) {
  EXPECT_EQ(reduced<int32_t>(DType::I32, ReduceKind::Sum, {{INT32_MAX}, {1}})[0], INT32_MIN);
  EXPECT_EQ(reduced<int64_t>(DType::I64, ReduceKind::Prod, {{INT64_MAX}, {2}})[0], -2);
  EXPECT_EQ(reduced<int32_t>(DType::I32, ReduceKind::Min, {{-3}, {2}})[0], -3);
}

TEST(ReduceTest, InPlace) {
  std::vector<float> a(2000, 1.0f), b(2000, 2.0f);
  reduceInOrder(DType::F32, ReduceKind::Sum,
                {reinterpret_cast<char *>(a.data()), reinterpret_cast<char *>(b.data())},
                reinterpret_cast<char *>(b.data()), 2000);
  for (float x : b)
    ASSERT_EQ(x, 3.0f);
}
