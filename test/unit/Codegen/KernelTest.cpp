//===- KernelTest.cpp - compiled host kernels against the oracle *- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each case is compiled in f64, f32 and bf16 and run on random arguments.
//
//===----------------------------------------------------------------------===//
#include "NNCases.h"
#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {
class KernelTest : public testing::TestWithParam<std::tuple<Case, const char *>> {};

} // namespace

TEST_P(KernelTest, agreesWithTheInterpreter) {
  auto [value, type] = GetParam();
  auto context = makeContext();
  Compiled compiled(*context, moduleOf(value, type));
  ASSERT_TRUE(compiled.valid());
  auto original = *compiled.getOriginal().getOps<func::FuncOp>().begin();
  for (uint64_t seed : {1, 1000}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::vector<Tensor> arguments = randomArguments(original, seed);
    auto expected = reference::interpret(original, arguments);
    ASSERT_TRUE(succeeded(expected));
    std::vector<Tensor> actual = compiled.run(arguments);
    ASSERT_EQ(actual.size(), expected->size());
    for (size_t index = 0; index < actual.size(); ++index) {
      bool isFloat = actual[index].isFloat();
      EXPECT_LE(relativeError(actual[index], (*expected)[index]), isFloat ? toleranceOf(type) : 0)
          << "result " << index;
    }
  }
}

static std::string nameOf(const testing::TestParamInfo<KernelTest::ParamType> &info) {
  return std::string(std::get<0>(info.param).name) + "_" + std::get<1>(info.param);
}
INSTANTIATE_TEST_SUITE_P(Host, KernelTest,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::Values("f64", "f32", "bf16")),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(HostNN, KernelTest,
                         testing::Combine(testing::ValuesIn(kNNCases),
                                          testing::Values("f64", "f32")),
                         nameOf);
