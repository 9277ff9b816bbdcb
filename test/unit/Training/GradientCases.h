//===- GradientCases.h - what gradients are tested on -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A case of GradientTest: ops, and the parameters that they are differentiated by.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_UNIT_TRAINING_GRADIENTCASES_H
#define SHARDC_TEST_UNIT_TRAINING_GRADIENTCASES_H

#include "TrainingTestUtils.h"

namespace shardc::test {

/// Where arguments are drawn from.
enum class Domain { Normal, Positive };

struct Case {
  const char *name;
  /// Parameters, as text: "%a: tensor<2x3xf64>, …".
  std::vector<std::string> parameters;
  /// Ops that define %y (and %y1, … when there are several results).
  const char *body;
  /// Result types.
  std::vector<std::string> results;
  Domain domain = Domain::Normal;
};

inline void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

inline std::string nameOf(const ::testing::TestParamInfo<Case> &info) { return info.param.name; }

/// Its test is in GradientTest.cpp; cases stand by families.
class GradientTest : public TrainingTest, public ::testing::WithParamInterface<Case> {};

} // namespace shardc::test

#endif
