//===- TypesTest.cpp - conversion of elements -------------------*- C++ -*-===//
//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every 16-bit pattern, and rounding at and around the midpoints.
//
//===----------------------------------------------------------------------===//
#include "shardrt/Types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace shardrt;

template <uint16_t (*narrow)(float), float (*widen)(uint16_t)>
static void checkAllPatterns(uint16_t infinity) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = widen(static_cast<uint16_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(widen(narrow(value)))) << bits;
      continue;
    }
    EXPECT_EQ(narrow(value), bits);
  }
  // Between neighbours: nearest wins, and the even one at the midpoint.
  for (uint32_t bits = 0; bits + 1 < infinity; ++bits) {
    double low = widen(static_cast<uint16_t>(bits));
    double high = widen(static_cast<uint16_t>(bits + 1));
    float middle = static_cast<float>((low + high) / 2);
    ASSERT_EQ(static_cast<double>(middle), (low + high) / 2);
    EXPECT_EQ(narrow(middle), bits + (bits & 1)) << bits;
    EXPECT_EQ(narrow(std::nextafter(middle, 0.0f)), bits) << bits;
    EXPECT_EQ(narrow(std::nextafter(middle, INFINITY)), bits + 1) << bits;
    EXPECT_EQ(narrow(-middle), 0x8000 | (bits + (bits & 1))) << bits;
  }
}

TEST(TypesTest, F16) {
  checkAllPatterns<floatToF16, f16ToFloat>(0x7c00);
  EXPECT_EQ(floatToF16(65519.0f), 0x7bff);
  EXPECT_EQ(floatToF16(65520.0f), 0x7c00);
  EXPECT_EQ(floatToF16(1e30f), 0x7c00);
}

TEST(TypesTest, BF16) {
  checkAllPatterns<floatToBF16, bf16ToFloat>(0x7f80);
  EXPECT_EQ(floatToBF16(std::numeric_limits<float>::max()), 0x7f80);
}

TEST(TypesTest, IntegersSaturate) {
  int32_t word[2];
  storeElement(word, DType::I32, 1, 1e12);
  EXPECT_EQ(word[1], std::numeric_limits<int32_t>::max());
  storeElement(word, DType::I32, 1, -1e12);
  EXPECT_EQ(word[1], std::numeric_limits<int32_t>::min());
  storeElement(word, DType::I32, 1, std::nan(""));
  EXPECT_EQ(word[1], 0);
  storeElement(word, DType::I32, 1, -3.9);
  EXPECT_EQ(word[1], -3);
  int64_t wide;
  storeElement(&wide, DType::I64, 0, 1e30);
  EXPECT_EQ(wide, std::numeric_limits<int64_t>::max());
  int8_t narrow;
  storeElement(&narrow, DType::I8, 0, 300.0);
  EXPECT_EQ(narrow, 127);
  // What only the unsigned type of that width holds is kept as such.
  storeElement(&narrow, DType::I8, 0, 200.0);
  EXPECT_EQ(static_cast<uint8_t>(narrow), 200);
  storeElement(word, DType::I32, 1, 4e9);
  EXPECT_EQ(static_cast<uint32_t>(word[1]), 4000000000u);
  int16_t half;
  storeElement(&half, DType::I16, 0, 65535.0);
  EXPECT_EQ(static_cast<uint16_t>(half), 65535);
  storeElement(&half, DType::I16, 0, -1e6);
  EXPECT_EQ(half, -32768);
  uint8_t bit;
  storeElement(&bit, DType::I1, 0, -0.5);
  EXPECT_EQ(bit, 1);
}

TEST(TypesTest, LoadsWhatWasStored) {
  char buffer[64];
  for (DType type : {DType::F64, DType::F32, DType::BF16, DType::F16, DType::I64, DType::I32,
                     DType::I16, DType::I8}) {
    storeElement(buffer, type, 3, -5.0);
    EXPECT_EQ(loadElement(buffer, type, 3), -5.0) << name(type);
  }
}

TEST(TypesTest, SubAxes) {
  // Axis of size 12 as 3 x 4: coordinate 7 is (1, 3).
  EXPECT_EQ(coordinateOn({1, 4, 3}, {9, 7}), 1u);
  EXPECT_EQ(coordinateOn({1, 1, 4}, {9, 7}), 3u);
}
