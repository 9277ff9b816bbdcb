//===- DimensionFlowTest.cpp - loops that go through a function -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where a dimension goes behind reshapes, and which dimensions of small functions are one.
//
//===----------------------------------------------------------------------===//
#include "shardc/Interfaces/DimensionFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Parser/Parser.h"
#include "shardc/OpModels/ShardingRules.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;

namespace {

/// "dim x major" of a loop behind a reshape, "none" where it is no part of a dimension.
std::string behindReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to, Position position) {
  std::optional<Position> moved = throughReshape(from, to, position);
  return moved ? std::to_string(moved->dim) + " x " + std::to_string(moved->major) : "none";
}

TEST(ReshapeTest, aDimensionIsMergedAndSplitOff) {
  // 4 x 6 to 24: rows begin it, columns come behind 4 rows.
  EXPECT_EQ(behindReshape({4, 6}, {24}, {0, 4}), "0 x 1");
  EXPECT_EQ(behindReshape({4, 6}, {24}, {1, 6}), "0 x 4");
  // And back.
  EXPECT_EQ(behindReshape({24}, {4, 6}, {0, 4, 1}), "0 x 1");
  EXPECT_EQ(behindReshape({24}, {4, 6}, {0, 6, 4}), "1 x 1");
}

TEST(ReshapeTest, dimensionsOfOneArePassedOver) {
  EXPECT_EQ(behindReshape({4, 6}, {1, 4, 1, 6}, {0, 4}), "1 x 1");
  EXPECT_EQ(behindReshape({4, 6}, {1, 4, 1, 6}, {1, 6}), "3 x 1");
}

TEST(ReshapeTest, aDimensionCutElsewhereIsLost) {
  EXPECT_EQ(behindReshape({4, 6}, {6, 4}, {0, 4}), "none");
  EXPECT_EQ(behindReshape({4, 6}, {2, 12}, {0, 4}), "none");
  // Its first half begins with the loop of two, though.
  EXPECT_EQ(behindReshape({4, 6}, {2, 12}, {0, 2}), "0 x 1");
}

class DimensionFlowTest : public testing::Test {
protected:
  DimensionFlowTest() : context(registry()) {}

  static DialectRegistry registry() {
    DialectRegistry registry;
    registry.insert<func::FuncDialect, nn::NNDialect, stablehlo::StableHLODialect>();
    registerShardingModels(registry);
    return registry;
  }
  func::FuncOp parse(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    return module ? *module->getOps<func::FuncOp>().begin() : func::FuncOp();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// "number.dim" of each place, in their order, with "+" where the dimension only begins with
/// the loop and "-" where it does not even that.
std::string namesOf(ArrayRef<DimensionLoop::Place> places) {
  SmallVector<std::string> names;
  for (const DimensionLoop::Place &place : places)
    names.push_back(std::to_string(place.number) + "." + std::to_string(place.dim) +
                    (place.isWhole   ? ""
                     : place.isMajor ? "+"
                                     : "-"));
  llvm::sort(names);
  return llvm::join(names, " ");
}

constexpr const char *perceptron = R"mlir(
func.func @main(%x: tensor<8x4xf32>, %v: tensor<4x6xf32>, %w: tensor<6x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.tanh %0 : tensor<8x6xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2, %3 : tensor<8x4xf32>, tensor<4xf32>
})mlir";

TEST_F(DimensionFlowTest, findsTheBatchOfAPerceptron) {
  func::FuncOp main = parse(perceptron);
  ASSERT_TRUE(main);
  DimensionFlow flow(main);
  const DimensionLoop &batch = flow.getLoop(flow.loopOf(main.getArgument(0), 0));
  EXPECT_EQ(namesOf(batch.arguments), "0.0");
  EXPECT_EQ(namesOf(batch.results), "0.0");
  EXPECT_EQ(batch.values, 4);
  EXPECT_EQ(batch.products, 2);
  EXPECT_EQ(batch.sums, 0);
  EXPECT_EQ(batch.mixers, 0);
  EXPECT_EQ(batch.dimOf(0), 0);
  EXPECT_EQ(batch.dimOf(1), std::nullopt);
}

TEST_F(DimensionFlowTest, findsFeaturesThatTwoWeightsShare) {
  func::FuncOp main = parse(perceptron);
  ASSERT_TRUE(main);
  DimensionFlow flow(main);
  unsigned number = flow.loopOf(main.getArgument(1), 1);
  EXPECT_EQ(flow.loopOf(main.getArgument(2), 0), number);
  const DimensionLoop &hidden = flow.getLoop(number);
  EXPECT_EQ(namesOf(hidden.arguments), "1.1 2.0");
  EXPECT_EQ(namesOf(hidden.results), "");
  EXPECT_EQ(hidden.products, 1);
  EXPECT_EQ(hidden.sums, 1);
}

TEST_F(DimensionFlowTest, keepsFeaturesOfInputAndOutputApart) {
  func::FuncOp main = parse(perceptron);
  ASSERT_TRUE(main);
  DimensionFlow flow(main);
  unsigned input = flow.loopOf(main.getArgument(0), 1),
           output = flow.loopOf(main.getArgument(2), 1);
  EXPECT_NE(input, output);
  EXPECT_EQ(namesOf(flow.getLoop(input).arguments), "0.1 1.0");
  EXPECT_EQ(namesOf(flow.getLoop(output).results), "0.1 1.0");
}

TEST_F(DimensionFlowTest, followsRowsThroughReshapes) {
  func::FuncOp main = parse(R"mlir(
func.func @main(%x: tensor<2x3x4xf32>, %w: tensor<4x5xf32>) -> (tensor<6x5xf32>, tensor<2x15xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
  %2 = stablehlo.reshape %1 : (tensor<6x5xf32>) -> tensor<2x15xf32>
  return %1, %2 : tensor<6x5xf32>, tensor<2x15xf32>
})mlir");
  ASSERT_TRUE(main);
  DimensionFlow flow(main);
  const DimensionLoop &batch = flow.getLoop(flow.loopOf(main.getArgument(0), 0));
  EXPECT_EQ(namesOf(batch.results), "0.0+ 1.0");
  const DimensionLoop &tokens = flow.getLoop(flow.loopOf(main.getArgument(0), 1));
  EXPECT_EQ(namesOf(tokens.results), "0.0- 1.1+");
}

TEST_F(DimensionFlowTest, countsWhatTreatsRowsUnequally) {
  func::FuncOp main = parse(R"mlir(
func.func @main(%x: tensor<6x4xf32>) -> tensor<5x4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<6x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<6x4xf32>
  %2 = stablehlo.slice %1 [0:5, 0:4] : (tensor<6x4xf32>) -> tensor<5x4xf32>
  return %2 : tensor<5x4xf32>
})mlir");
  ASSERT_TRUE(main);
  DimensionFlow flow(main);
  // The positions, and the slice from either side; the loop goes on with five rows.
  const DimensionLoop &rows = flow.getLoop(flow.loopOf(main.getArgument(0), 0));
  EXPECT_EQ(rows.mixers, 3);
  EXPECT_EQ(namesOf(rows.results), "0.0");
  const DimensionLoop &columns = flow.getLoop(flow.loopOf(main.getArgument(0), 1));
  EXPECT_EQ(columns.mixers, 0);
}

} // namespace
