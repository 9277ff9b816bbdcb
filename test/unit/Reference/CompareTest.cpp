//===- CompareTest.cpp - errors of values -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Reference/Compare.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace shardc::reference;

namespace {

TEST(CompareTest, TheFirstNaNIsNamed) {
  ValueError error = compareValues({1.0, NAN, 3.0}, {1.0, 2.0, NAN});
  EXPECT_TRUE(std::isinf(error.value));
  EXPECT_EQ(error.firstNaN, 1);
  EXPECT_FALSE(error.isReferenceNaN);
  error = compareValues({1.0, 2.0, NAN}, {1.0, NAN, NAN});
  EXPECT_EQ(error.firstNaN, 1);
  EXPECT_TRUE(error.isReferenceNaN);
}

TEST(CompareTest, InfinitiesAreEqualOrFarApart) {
  // An infinite reference hides no error of another element.
  ValueError error = compareValues({INFINITY, 3.0}, {INFINITY, 2.0});
  EXPECT_DOUBLE_EQ(error.value, 0.5);
  EXPECT_FALSE(error.firstNaN);
  EXPECT_TRUE(std::isinf(compareValues({INFINITY}, {-INFINITY}).value));
  EXPECT_TRUE(std::isinf(compareValues({1.0}, {1.0, 2.0}).value));
  EXPECT_DOUBLE_EQ(maxFinite({1.0, -4.0, INFINITY, NAN}), 4.0);
  EXPECT_EQ(maxFinite({}), 0.0);
}

} // namespace
