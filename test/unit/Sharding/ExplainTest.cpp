//===- ExplainTest.cpp - why values are sharded as they are -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reasons and alternatives of small programs, and of random ones that what is
// explained is what propagation does.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Explain.h"
#include "RandomProgram.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Sharding/Propagation.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct ExplainTest : ::testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();
  ScopedDiagnosticHandler quiet{context.get(), [](Diagnostic &diagnostic) {
                                  return success(diagnostic.getSeverity() !=
                                                 DiagnosticSeverity::Error);
                                }};
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;

  void parse(const char *text) {
    module = parseSourceString<ModuleOp>(text, context.get());
    ASSERT_TRUE(module);
    function = *module->getOps<func::FuncOp>().begin();
  }
  /// The result of the `number`-th op.
  Value result(unsigned number) {
    return std::next(function.getBody().front().begin(), number)->getResult(0);
  }
};

std::string debugString(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os);
  return text;
}

TEST_F(ExplainTest, Reasons) {
  parse(R"mlir(
    dist.mesh @mesh <"dp"=2, "tp"=2>
    func.func @main(%x: tensor<8x16xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
        %w: tensor<16x32xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
        %open: tensor<8x32xf32> {dist.name = "open"},
        %n: tensor<32xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<8x32xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
      %1 = stablehlo.add %0, %open : tensor<8x32xf32>
      %2 = nn.rms_norm %1, %n {eps = 1.0e-5 : f64} : tensor<8x32xf32>, tensor<32xf32>
      return %2 : tensor<8x32xf32>
    })mlir");
  auto explanation = explainShardings(function, getMesh(*module));
  ASSERT_TRUE(succeeded(explanation));
  // Nothing is changed.
  EXPECT_FALSE(result(0).getDefiningOp()->hasAttr("dist.shardings"));

  ASSERT_EQ(explanation->find("x").size(), 1u);
  const ValueExplanation *x = explanation->find("x").front();
  EXPECT_EQ(x, explanation->lookup(function.getArgument(0)));
  EXPECT_EQ(x->reasons[0].kind, SplitReason::Annotation);
  EXPECT_EQ(x->alternatives.size(), 1u);

  const ValueExplanation *dot = explanation->lookup(result(0));
  ASSERT_TRUE(dot);
  EXPECT_EQ(dot->reasons[0].kind, SplitReason::Operand);
  EXPECT_EQ(dot->reasons[0].operand, 0u);
  EXPECT_EQ(dot->reasons[0].next, function.getArgument(0));
  EXPECT_EQ(dot->reasons[1].kind, SplitReason::Operand);
  EXPECT_EQ(dot->reasons[1].next, function.getArgument(1));
  EXPECT_EQ(describeReason(*dot, 1),
            "split over 'tp': operand 1, 'w', of 'stablehlo.dot_general' is");
  // Whole columns: the half of w that is missing, 16 x 16 floats.
  const ShardingAlternative *rows = nullptr;
  for (const ShardingAlternative &one : dot->alternatives)
    if (one.name == "whole")
      rows = &one;
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->isChosen);
  EXPECT_TRUE(dot->alternatives.front().isChosen);
  EXPECT_EQ(dot->alternatives.front().name, "dimension 0 over 'dp', dimension 1 over 'tp'");
  EXPECT_EQ(dot->alternatives.front().bytes, 0);
  // x is gathered (4 x 16 floats), and w (16 x 16 floats).
  EXPECT_EQ(rows->bytes, 4 * 16 * 4 + 16 * 16 * 4);

  const ValueExplanation *open = explanation->lookup(function.getArgument(2));
  EXPECT_EQ(open->reasons[0].kind, SplitReason::User);
  EXPECT_EQ(open->reasons[0].op, result(1).getDefiningOp());
  EXPECT_EQ(open->reasons[0].next, result(1));

  const ValueExplanation *norm = explanation->lookup(result(2));
  EXPECT_EQ(norm->reasons[0].kind, SplitReason::Operand);
  EXPECT_EQ(norm->reasons[1].kind, SplitReason::ReadsAcross);
  EXPECT_EQ(describeReason(*norm, 1), "whole: 'nn.rms_norm' reads across it");
}

TEST_F(ExplainTest, Cost) {
  parse(R"mlir(
    dist.mesh @mesh <"tp"=2>
    func.func @main(%x: tensor<64x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
        %w: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<64x4xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x4xf32>) -> tensor<64x4xf32>
      return %0 : tensor<64x4xf32>
    })mlir");
  (*module)->setAttr("shardc.strategy", StringAttr::get(context.get(), "tp=2"));
  auto explanation = explainShardings(function, getMesh(*module));
  ASSERT_TRUE(succeeded(explanation));
  EXPECT_EQ(explanation->values[0].reasons[0].kind, SplitReason::Strategy);
  const ValueExplanation *dot = explanation->lookup(result(0));
  EXPECT_EQ(dot->reasons[0].kind, SplitReason::Operand);
  EXPECT_EQ(dot->reasons[1].kind, SplitReason::Cost);
  ASSERT_GE(dot->alternatives.size(), 2u);
  EXPECT_EQ(dot->alternatives[0].name, "dimension 0 over 'tp'");
  EXPECT_EQ(dot->alternatives[0].bytes, 16 * 2 * 4);
  bool found = false;
  for (const ShardingAlternative &one : dot->alternatives)
    if (one.name == "dimension 1 over 'tp'") {
      found = true;
      // Half of x, and the result back to rows: a half of a half of it.
      EXPECT_EQ(one.bytes, 32 * 16 * 4 + 32 * 2 * 4);
    }
  EXPECT_TRUE(found);
}

TEST_F(ExplainTest, SaysWhatPropagationDoes) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    module = randomProgram(seed, context.get());
    function = *module->getOps<func::FuncOp>().begin();
    auto explanation = explainShardings(function, getMesh(*module));
    ASSERT_TRUE(succeeded(explanation)) << "seed " << seed;
    ASSERT_TRUE(succeeded(propagateShardings(function, getMesh(*module)))) << "seed " << seed;
    for (const ValueExplanation &one : explanation->values) {
      EXPECT_EQ(one.sharding, getSharding(one.value)) << "seed " << seed;
      ASSERT_EQ(one.reasons.size(), one.sharding.getDims().size());
      ASSERT_FALSE(one.alternatives.empty());
      EXPECT_TRUE(one.alternatives.front().isChosen);
      for (unsigned dim = 0; dim < one.reasons.size(); ++dim) {
        bool isSplit = !one.sharding.getDims()[dim].getAxes().empty();
        SplitReason::Kind kind = one.reasons[dim].kind;
        if (isSplit)
          EXPECT_TRUE(kind == SplitReason::Annotation || kind == SplitReason::Operand ||
                      kind == SplitReason::User || kind == SplitReason::Region)
              << "seed " << seed << ": " << describeReason(one, dim) << " dim " << dim << "\n"
              << debugString(one.value);
        EXPECT_FALSE(describeReason(one, dim).empty());
      }
    }
  }
}

} // namespace
