//===- ImportTest.cpp - import on damaged and generated text ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Import must end in a graph or in exactly one located error, whatever it is
// given.
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Import.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

/// A step with calls, reducers, donation, both spellings of ops.
constexpr const char *step = R"mlir(
module @jit_step attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%w: tensor<4x4xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<8x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "[0]"}, tensor<f32>) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = call @relu(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.dot_general"(%x, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.slice %3 [0:4, 0:4:1] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.subtract %w, %4 : tensor<4x4xf32>
    return %5, %2 : tensor<4x4xf32>, tensor<f32>
  }
  func.func private @relu(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.compare  GT, %x, %0,  FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %2 = stablehlo.select %1, %x, %0 : tensor<8x4xi1>, tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  }
}
)mlir";

class ImportTest : public ::testing::Test {
protected:
  /// Imports, and checks that failure means one located error.
  OwningOpRef<ModuleOp> import(StringRef text) {
    errors.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
        errors.push_back(diagnostic.str());
        located &= !isa<UnknownLoc>(diagnostic.getLocation());
      }
      return success();
    });
    OwningOpRef<ModuleOp> module = importText(text, "model.mlir", &context, {});
    EXPECT_EQ(errors.size(), module ? 0u : 1u) << text.str();
    EXPECT_TRUE(located) << text.str();
    if (module) {
      EXPECT_TRUE(succeeded(verify(*module))) << text.str();
    }
    return module;
  }

  MLIRContext context;
  std::vector<std::string> errors;
  bool located = true;
};

TEST_F(ImportTest, ImportsTheStep) {
  OwningOpRef<ModuleOp> module = import(step);
  ASSERT_TRUE(module);
  auto main = *module->getOps<func::FuncOp>().begin();
  EXPECT_EQ(main.getSymName(), "main");
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(0, "dist.name"), "w");
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(0, "dist.role"), "param");
  EXPECT_EQ(main.getArgAttrOfType<IntegerAttr>(0, "dist.updated_by").getInt(), 0);
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(1, "dist.role"), "input");
  EXPECT_EQ(main.getResultAttrOfType<StringAttr>(1, "dist.role"), "loss");
}

TEST_F(ImportTest, EveryTruncationIsOneError) {
  StringRef text = StringRef(step).rtrim();
  for (size_t length = 0; length < text.size(); length += 3) {
    EXPECT_FALSE(import(text.take_front(length))) << "length " << length;
    ASSERT_FALSE(HasFailure()) << "length " << length;
  }
}

TEST_F(ImportTest, RandomDamageIsAGraphOrOneError) {
  const unsigned seed = 20240;
  std::mt19937 random(seed);
  StringRef alphabet = "%@#<>()[]{}:,=x0159-?ab\"\n .!";
  unsigned refused = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    std::string text = step;
    for (unsigned edits = 1 + random() % 3; edits; --edits) {
      size_t at = random() % text.size();
      switch (random() % 3) {
      case 0:
        text[at] = alphabet[random() % alphabet.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 8);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), random() % 12));
      }
    }
    refused += !import(text);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << " round " << round;
  }
  // Damage is noticed, as a rule.
  EXPECT_GT(refused, 750u) << "seed " << seed;
}

TEST_F(ImportTest, RefusesCallsThatDouble) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    std::string name = i ? "private @f" + std::to_string(i) : "public @main";
    std::string callee = "@f" + std::to_string(i + 1);
    text += "func.func " + name + "(%x: tensor<2xf32>) -> tensor<2xf32> {\n";
    text += "  %0 = call " + callee + "(%x) : (tensor<2xf32>) -> tensor<2xf32>\n";
    text += "  %1 = call " + callee + "(%0) : (tensor<2xf32>) -> tensor<2xf32>\n";
    text += "  return %1 : tensor<2xf32>\n}\n";
  }
  text += "func.func private @f40(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
          "  return %x : tensor<2xf32>\n}\n";
  EXPECT_FALSE(import(text));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0], "inlined calls expand to more than 20000000 ops");
}

TEST_F(ImportTest, NamesAreDistinct) {
  OwningOpRef<ModuleOp> module = import(R"mlir(
    func.func @main(%a: tensor<2xf32> loc("p"), %b: tensor<2xf32> loc("p"), %0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      return %a, %b : tensor<2xf32>, tensor<2xf32>
    })mlir");
  ASSERT_TRUE(module);
  auto main = *module->getOps<func::FuncOp>().begin();
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(0, "dist.name"), "p");
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(1, "dist.name"), "p.2");
  EXPECT_EQ(main.getArgAttrOfType<StringAttr>(2, "dist.name"), "arg2");
  EXPECT_EQ(main.getResultAttrOfType<StringAttr>(1, "dist.name"), "p.2");
}

TEST_F(ImportTest, ValuesHaveTheirPlaceInTheFile) {
  OwningOpRef<ModuleOp> module = import(R"mlir(func.func @main(
  %a: tensor<2xf32> loc("p"), %b: tensor<2xf32> loc(unknown)) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %b : tensor<2xf32> loc("dot.22")
  return %0 : tensor<2xf32> loc(unknown)
})mlir");
  ASSERT_TRUE(module);
  auto main = *module->getOps<func::FuncOp>().begin();
  auto line = [](Location loc) -> unsigned {
    if (auto name = dyn_cast<NameLoc>(loc))
      loc = name.getChildLoc();
    auto file = dyn_cast<FileLineColLoc>(loc);
    return file ? file.getLine() : 0;
  };
  EXPECT_EQ(line(main.getArgument(0).getLoc()), 2u);
  EXPECT_EQ(line(main.getArgument(1).getLoc()), 2u);
  Operation &add = main.front().front();
  EXPECT_EQ(line(add.getLoc()), 3u);
  ASSERT_TRUE(isa<NameLoc>(add.getLoc()));
  EXPECT_EQ(cast<NameLoc>(add.getLoc()).getName(), "dot.22");
  EXPECT_EQ(line(main.front().back().getLoc()), 4u);
}

} // namespace
