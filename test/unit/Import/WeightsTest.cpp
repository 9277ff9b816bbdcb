//===- WeightsTest.cpp - large constants become parameters ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RaiseTest.h"

using namespace mlir;
using namespace shardc;

namespace {

using WeightsTest = test::RaiseTest;

/// A model that adds a constant of `elements` floats, no two alike, to its argument.
std::string modelWithConstant(int64_t elements) {
  std::string type = "tensor<" + std::to_string(elements) + "xf32>";
  std::string hex;
  for (int64_t i = 0; i < elements; ++i) {
    char digits[9];
    snprintf(digits, sizeof(digits), "%06X3F", static_cast<unsigned>(i));
    hex += digits;
  }
  return "func.func @main(%x: " + type + ") -> " + type +
         " {\n  %w = stablehlo.constant dense<\"0x" + hex + "\"> : " + type +
         "\n  %r = stablehlo.add %x, %w : " + type + "\n  return %r : " + type + "\n}\n";
}

TEST_F(WeightsTest, aMebibyteIsAParameter) {
  for (int64_t elements : {(1 << 18) - 1, 1 << 18}) {
    bool isParameter = elements == 1 << 18;
    auto module = import(modelWithConstant(elements), "off");
    ASSERT_TRUE(module);
    EXPECT_EQ(count(*module, "stablehlo.constant"), isParameter ? 0u : 1u);
    auto main = module->lookupSymbol<func::FuncOp>("main");
    ASSERT_EQ(main.getNumArguments(), isParameter ? 2u : 1u);
    if (!isParameter)
      continue;
    EXPECT_EQ(main.getArgAttrOfType<StringAttr>(1, "dist.name").getValue(), "constant.0");
    EXPECT_EQ(main.getArgAttrOfType<StringAttr>(1, "dist.role").getValue(), "param");
  }
}

} // namespace
