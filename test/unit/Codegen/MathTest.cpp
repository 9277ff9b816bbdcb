//===- MathTest.cpp - accuracy of generated functions -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Errors of f32 functions in units of the last place, over floats spread evenly
// by their bits, for processors with and without fused multiply-add.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
struct Function {
  const char *op;
  double (*exact)(double);
  double bound;
  float low, high;
};

float fromBits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

double ulpError(float actual, double exact) {
  if (std::isnan(exact))
    return std::isnan(actual) ? 0 : INFINITY;
  float rounded = float(exact);
  if (std::isinf(rounded) || std::isinf(actual))
    return rounded == actual || std::abs(exact) > 3.4028e38 ? 0 : INFINITY;
  double ulp = std::ldexp(1.0, std::max(std::ilogb(std::max(std::abs(exact), 1e-300)), -126) - 23);
  return std::abs(actual - exact) / ulp;
}

class MathTest : public testing::TestWithParam<std::tuple<Function, const char *>> {};
} // namespace

TEST_P(MathTest, isAccurate) {
  auto [function, cpu] = GetParam();
  constexpr int64_t kCount = 1 << 17;
  std::string type = "tensor<" + std::to_string(kCount) + "xf32>";
  auto context = makeContext();
  Compiled compiled(*context,
                    "func.func private @step(%x: " + type + ") -> " + type +
                        " attributes {dist.segment = \"step\"} {\n%0 = stablehlo." + function.op +
                        " %x : " + type + "\nreturn %0 : " + type + "\n}",
                    cpu);
  ASSERT_TRUE(compiled.valid());

  std::vector<double> inputs;
  const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, -1.0f, 0.55f, 1e-40f};
  for (float value : special)
    inputs.push_back(value);
  uint32_t bits = 12345;
  while (int64_t(inputs.size()) < kCount) {
    // A low-discrepancy walk over all bit patterns.
    bits += 2654435769u;
    float value = fromBits(bits);
    if (value >= function.low && value <= function.high)
      inputs.push_back(value);
  }
  auto tensorType = RankedTensorType::get({kCount}, Float32Type::get(context.get()));
  std::vector<Tensor> results = compiled.run({Tensor::fromFloats(tensorType, inputs)});
  ASSERT_EQ(results.size(), 1u);
  double worst = 0, at = 0;
  for (int64_t index = 0; index < kCount; ++index) {
    double error = ulpError(results[0].at(index), function.exact(inputs[index]));
    if (error > worst)
      worst = error, at = inputs[index];
  }
  RecordProperty("worst_ulp", std::to_string(worst));
  EXPECT_LE(worst, function.bound) << "at " << at;
}

static double logistic(double x) { return 1 / (1 + std::exp(-x)); }
static double reciprocalRoot(double x) { return 1 / std::sqrt(x); }

INSTANTIATE_TEST_SUITE_P(
    Host, MathTest,
    testing::Combine(testing::Values(Function{"exponential", std::exp, 1.5, -110, 95},
                                     Function{"log", std::log, 1.5, -1, INFINITY},
                                     Function{"tanh", std::tanh, 2.5, -INFINITY, INFINITY},
                                     // Below -87 the result is rounded to zero early.
                                     Function{"logistic", logistic, 2.5, -87, INFINITY},
                                     Function{"exponential_minus_one", std::expm1, 0.51, -20, 88},
                                     Function{"log_plus_one", std::log1p, 0.51, -0.99f, 1e30f},
                                     Function{"sine", std::sin, 0.51, -1e6f, 1e6f},
                                     Function{"cosine", std::cos, 0.51, -1e6f, 1e6f},
                                     Function{"cbrt", std::cbrt, 0.51, -1e30f, 1e30f},
                                     Function{"sqrt", std::sqrt, 0.51, 0, INFINITY},
                                     Function{"rsqrt", reciprocalRoot, 1.5, 1e-30f, 1e30f}),
                     testing::Values("native", "generic")),
    [](const testing::TestParamInfo<MathTest::ParamType> &info) {
      return std::string(std::get<0>(info.param).op) + "_" + std::get<1>(info.param);
    });
