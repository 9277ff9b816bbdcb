//===- PartitionCheckerRemarkTest.cpp - what cannot be told -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Who compiles a model has not written the local program: a remark on it must say what is
// known and what is not in terms of the model.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::test;

namespace {

/// A local program that halves, which nobody may try on values.
constexpr const char *text = R"(
  dist.mesh @mesh <"dp"=2>
  func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32> {dist.name = "half"}) {
    %y = stablehlo.tanh %x : tensor<8x4xf32>
    return %y : tensor<8x4xf32>
  }
  func.func @main_local(
      %x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x4xf32>})
      -> (tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.global_type = tensor<8x4xf32>}) {
    %y = stablehlo.logistic %x : tensor<4x4xf32>
    return %y : tensor<4x4xf32>
  })";

TEST(PartitionCheckerRemark, SaysWhatIsKnownOfTheModel) {
  std::unique_ptr<MLIRContext> context = makeContext();
  context->printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
  ASSERT_TRUE(module);
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    EXPECT_EQ(diagnostic.getSeverity(), DiagnosticSeverity::Remark);
    said.push_back(diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      said.push_back(note.str());
    return success();
  });
  PartitionCheckerOptions options;
  options.global = module->lookupSymbol<func::FuncOp>("main");
  options.experimentBudget = 0;
  options.allowUnsettled = true;
  EXPECT_TRUE(succeeded(checkPartition(module->lookupSymbol<func::FuncOp>("main_local"), options)));
  ASSERT_EQ(said.size(), 4u);
  EXPECT_EQ(said[0], "'stablehlo.logistic' op computes 'half' in another way than the model from "
                     "here on; where its values lie is proven, that they are the model's is not");
  EXPECT_EQ(said[1], "result 0 of '@main' is computed here");
  EXPECT_EQ(said[2].rfind("not settled by experiment, since it would take ", 0), 0u) << said[2];
  EXPECT_EQ(said[3], "help: 'shardc check' runs the split model beside one device and compares "
                     "them");
}

} // namespace
