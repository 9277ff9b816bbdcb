//===- PartitionCheckerProofTest.cpp - against a global program -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// How a local program is decided: by proof, by experiment, or not at all.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerTest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

struct Decision {
  bool accepted = false;
  unsigned errors = 0, remarks = 0;
  PartitionCheckerStatistics statistics;
  std::string message;
};

/// Checks @local of `source` against @main.
Decision decide(const std::string &source, PartitionCheckerOptions options = {}) {
  DialectRegistry registry;
  registry
      .insert<func::FuncDialect, stablehlo::StablehloDialect, nn::NNDialect, dist::DistDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false);
  Decision decision;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    decision.errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    decision.remarks += diagnostic.getSeverity() == DiagnosticSeverity::Remark;
    decision.message += diagnostic.str() + "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      decision.message += "note: " + note.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return decision;
  options.global = module->lookupSymbol<func::FuncOp>("main");
  options.statistics = &decision.statistics;
  decision.accepted =
      succeeded(checkPartition(module->lookupSymbol<func::FuncOp>("local"), options));
  return decision;
}

/// y = x * x summed over rows, on two ranks; `%%` is the local reduction.
std::string squares(const std::string &local) {
  return R"mlir(
dist.mesh @mesh <"dp"=2>
func.func @main(%x: tensor<8x4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.multiply %x, %x : tensor<8x4xf32>
  %s = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func @local(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x4xf32>}) -> tensor<4xf32> {
)mlir" + local +
         R"mlir(
  return %s : tensor<4xf32>
})mlir";
}

const char *direct = R"mlir(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %p = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = dist.all_reduce %p sum over ["dp"] on @mesh : tensor<4xf32>)mlir";

// The same sum as a batched product, which is another term.
const char *product = R"mlir(
  %p = stablehlo.dot_general %x, %x, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  %s = dist.all_reduce %p sum over ["dp"] on @mesh : tensor<4xf32>)mlir";

// Absolute values instead of squares.
const char *other = R"mlir(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.abs %x : tensor<4x4xf32>
  %p = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = dist.all_reduce %p sum over ["dp"] on @mesh : tensor<4xf32>)mlir";

} // namespace

TEST(PartitionCheckerProof, ProvesTheSameOps) {
  PartitionCheckerOptions options;
  options.experimentBudget = 0;
  Decision decision = decide(squares(direct), options);
  EXPECT_TRUE(decision.accepted) << decision.message;
  EXPECT_EQ(decision.statistics.proven, 1);
  EXPECT_EQ(decision.statistics.tried, 0);
}

TEST(PartitionCheckerProof, TriesWhatItCannotProve) {
  Decision decision = decide(squares(product));
  EXPECT_TRUE(decision.accepted) << decision.message;
  EXPECT_EQ(decision.statistics.proven, 0);
  EXPECT_EQ(decision.statistics.tried, 1);
}

TEST(PartitionCheckerProof, RefusesWhatDiffersOnNumbers) {
  Decision decision = decide(squares(other));
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.errors, 1u);
  EXPECT_NE(decision.message.find("on random values result 0 is off by"), std::string::npos)
      << decision.message;
}

TEST(PartitionCheckerProof, RefusesWhatItMayNotTry) {
  PartitionCheckerOptions options;
  options.experimentBudget = 1000;
  Decision decision = decide(squares(product), options);
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.errors, 1u);
  EXPECT_NE(decision.message.find("and 1000 are allowed"), std::string::npos) << decision.message;
}

TEST(PartitionCheckerProof, RemarksOnWhatIsUnsettled) {
  PartitionCheckerOptions options;
  options.experimentBudget = 0;
  options.allowUnsettled = true;
  Decision decision = decide(squares(product), options);
  EXPECT_TRUE(decision.accepted) << decision.message;
  EXPECT_EQ(decision.errors, 0u);
  EXPECT_EQ(decision.remarks, 1u);
}

// A known fault is no matter for experiments, and is not let pass.
TEST(PartitionCheckerProof, NeverTriesAKnownFault) {
  PartitionCheckerOptions options;
  options.allowUnsettled = true;
  std::string local = direct;
  size_t at = local.find("%s = dist.all_reduce %p sum over [\"dp\"] on @mesh");
  local.replace(at, std::string::npos, "%s = stablehlo.exponential %p : tensor<4xf32>");
  Decision decision = decide(squares(local), options);
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.errors, 1u);
  EXPECT_NE(decision.message.find("reads a partial value"), std::string::npos) << decision.message;
}

// An axis of six cut into 2 x 3 for one value and 3 x 2 for another.
TEST(PartitionCheckerProof, CutsThatDoNotNest) {
  auto program = [](const char *inner) {
    return std::string(R"mlir(
dist.mesh @mesh <"a"=6>
func.func @main(%x: tensor<12x8xf32>, %y: tensor<9x8xf32>) -> (tensor<12x8xf32>, tensor<9x8xf32>) {
  return %x, %y : tensor<12x8xf32>, tensor<9x8xf32>
}
func.func @local(%x: tensor<6x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)2}, {}]>, dist.global_type = tensor<12x8xf32>},
                 %y: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)3}, {}]>, dist.global_type = tensor<9x8xf32>})
    -> (tensor<12x8xf32>, tensor<9x8xf32>) {
  %s = dist.all_slice %x dim 0 over ["a":(2)3] on @mesh : (tensor<6x8xf32>) -> tensor<2x8xf32>
  %x1 = dist.all_gather %s dim 0 over [)mlir") +
           inner + R"mlir(] on @mesh : (tensor<2x8xf32>) -> tensor<12x8xf32>
  %y1 = dist.all_gather %y dim 0 over ["a":(1)3] on @mesh : (tensor<3x8xf32>) -> tensor<9x8xf32>
  return %x1, %y1 : tensor<12x8xf32>, tensor<9x8xf32>
})mlir";
  };
  PartitionCheckerOptions options;
  options.experimentBudget = 0;
  Decision right = decide(program("\"a\""), options);
  EXPECT_TRUE(right.accepted) << right.message;
  Decision spelled = decide(program("\"a\":(1)3, \"a\":(3)2"), options);
  EXPECT_TRUE(spelled.accepted) << spelled.message;
  Decision reversed = decide(program("\"a\":(3)2, \"a\":(1)3"), options);
  EXPECT_FALSE(reversed.accepted);
}
