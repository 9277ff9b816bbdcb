//===- BatchNormTest.cpp - batch normalization at import --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What import makes of batch normalization computes what the interpreter, which
// runs the ops as they are defined, computes; for any feature dimension.
//
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "shardc/Import/Import.h"
#include "shardc/Reference/Compare.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Seeding.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace shardc;
using reference::Tensor;

namespace {

std::string vectorOf(int64_t count, const std::string &type) {
  return "tensor<" + std::to_string(count) + "x" + type + ">";
}

/// All three ops over one operand; `features`: extent of dimension `dim`.
std::string programOf(const std::string &shape, int dim, int64_t features,
                      const std::string &type) {
  std::string full = "tensor<" + shape + "x" + type + ">", vector = vectorOf(features, type);
  std::string attributes =
      " <{epsilon = 1.0e-3 : f32, feature_index = " + std::to_string(dim) + " : i64}> : ";
  return "func.func @main(%x: " + full + ", %d: " + full + ", %s: " + vector + ", %o: " + vector +
         ", %m: " + vector + ", %v: " + vector + ") -> (" + full + ", " + vector + ", " + vector +
         ", " + full + ", " + full + ", " + vector + ", " + vector +
         ") {\n%var = stablehlo.abs %v : " + vector +
         "\n%0:3 = \"stablehlo.batch_norm_training\"(%x, %s, %o)" + attributes + "(" + full + ", " +
         vector + ", " + vector + ") -> (" + full + ", " + vector + ", " + vector +
         ")\n%1 = \"stablehlo.batch_norm_inference\"(%x, %s, %o, %m, %var)" + attributes + "(" +
         full + ", " + vector + ", " + vector + ", " + vector + ", " + vector + ") -> " + full +
         "\n%2:3 = \"stablehlo.batch_norm_grad\"(%x, %s, %m, %var, %d)" + attributes + "(" + full +
         ", " + vector + ", " + vector + ", " + vector + ", " + full + ") -> (" + full + ", " +
         vector + ", " + vector + ")\nreturn %0#0, %0#1, %0#2, %1, %2#0, %2#1, %2#2 : " + full +
         ", " + vector + ", " + vector + ", " + full + ", " + full + ", " + vector + ", " + vector +
         "\n}\n";
}

TEST(BatchNormTest, ComputesWhatIsDefined) {
  struct Shape {
    const char *text;
    int dim;
    int64_t features;
  };
  MLIRContext context;
  context.loadDialect<func::FuncDialect, stablehlo::StableHLODialect>();
  for (const Shape &shape : {Shape{"4x3x2x5", 3, 5}, Shape{"4x3x2x5", 1, 3}, Shape{"4x3x2x5", 0, 4},
                             Shape{"6x7", 1, 7}, Shape{"5", 0, 5}}) {
    std::string text = programOf(shape.text, shape.dim, shape.features, "f64");
    SCOPED_TRACE(text);
    OwningOpRef<ModuleOp> plain = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(plain);
    OwningOpRef<ModuleOp> imported = importText(text, "batch_norm.mlir", &context, {});
    ASSERT_TRUE(imported);
    bool hasBatchNorm = false;
    imported->walk([&](Operation *op) {
      hasBatchNorm |= op->getName().getStringRef().contains("batch_norm");
    });
    EXPECT_FALSE(hasBatchNorm);
    auto oracle = plain->lookupSymbol<func::FuncOp>("main");
    auto actual = imported->lookupSymbol<func::FuncOp>("main");
    SmallVector<Tensor> arguments;
    for (auto [index, type] : llvm::enumerate(oracle.getArgumentTypes()))
      arguments.push_back(reference::randomTensor(cast<RankedTensorType>(type), /*seed=*/3,
                                                  "x" + std::to_string(index)));
    FailureOr<SmallVector<Tensor>> expected = reference::interpret(oracle, arguments);
    FailureOr<SmallVector<Tensor>> results = reference::interpret(actual, arguments);
    ASSERT_TRUE(succeeded(expected) && succeeded(results));
    ASSERT_EQ(expected->size(), results->size());
    for (size_t index = 0; index < expected->size(); ++index)
      for (int64_t i = 0; i < (*expected)[index].getNumElements(); ++i)
        EXPECT_NEAR((*results)[index].at(i), (*expected)[index].at(i),
                    1e-12 * (1 + std::abs((*expected)[index].at(i))))
            << "element " << i << " of result " << index;
  }
}

} // namespace
