//===- ModelsTest.cpp - built models against their sizes --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Parameter counts of the published models, and random sizes that must build.
//
//===----------------------------------------------------------------------===//
#include "shardc/Import/Models.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Import/Import.h"
#include "shardc/Import/Precision.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace shardc;

namespace {

class ModelsTest : public ::testing::Test {
protected:
  OwningOpRef<ModuleOp> build(const std::string &text) {
    FailureOr<ModelSpec> spec = ModelSpec::parse(text, &context);
    if (failed(spec))
      return {};
    spec->resolveBatch(1);
    return buildModel(*spec, &context);
  }

  static int64_t parameters(ModuleOp module) {
    auto main = *module.getOps<func::FuncOp>().begin();
    int64_t count = 0;
    for (BlockArgument argument : main.getArguments())
      if (main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role") == "param")
        count += cast<ShapedType>(argument.getType()).getNumElements();
    return count;
  }

  MLIRContext context;
};

TEST_F(ModelsTest, PublishedParameterCounts) {
  const std::pair<const char *, int64_t> published[] = {
      // GPT-2 by its released checkpoint (124M).
      {"gpt2", 124439808},
      // Llama 3 by the released checkpoints.
      {"llama3-8b", 8030261248},
      {"llama3-70b", 70553706496},
      {"llama3-405b", 405853388800},
  };
  for (auto [name, count] : published) {
    OwningOpRef<ModuleOp> module = build(name);
    ASSERT_TRUE(module) << name;
    EXPECT_EQ(parameters(*module), count) << name;
  }
}

TEST_F(ModelsTest, DefaultBatchCoversItsParts) {
  FailureOr<ModelSpec> large = ModelSpec::parse("gpt2", &context);
  ASSERT_TRUE(succeeded(large));
  large->resolveBatch(4);
  EXPECT_EQ(large->batch, 16);
  large->batch = 0;
  large->resolveBatch(512);
  EXPECT_EQ(large->batch, 512);
  FailureOr<ModelSpec> tiny = ModelSpec::parse("tiny-llama", &context);
  ASSERT_TRUE(succeeded(tiny));
  tiny->resolveBatch(512);
  EXPECT_EQ(tiny->batch, 48);
}

TEST_F(ModelsTest, EveryValidSizeBuildsInEveryPrecision) {
  const unsigned seed = 7;
  std::mt19937 random(seed);
  auto pick = [&](int low, int high) { return std::to_string(low + random() % (high - low + 1)); };
  for (unsigned round = 0; round < 100; ++round) {
    int kv = 1 + random() % 4, heads = kv * (1 + random() % 4);
    std::string text = random() % 2 ? "tiny-llama" : "tiny-gpt2";
    text += ":layers=" + pick(1, 3) + ",hidden=" + pick(1, 70) + ",heads=" + std::to_string(heads) +
            ",kv=" + std::to_string(kv) + ",head-dim=" + std::to_string(2 * (1 + random() % 9)) +
            ",ffn=" + pick(1, 99) + ",vocab=" + pick(1, 600) + ",seq=" + pick(1, 40) +
            ",batch=" + pick(1, 9);
    text += random() % 2 ? ",tied" : ",tied=false";
    OwningOpRef<ModuleOp> module = build(text);
    ASSERT_TRUE(module) << "seed " << seed << ": " << text;
    const char *precisions[] = {"fp64", "fp32", "bf16", "fp16"};
    ASSERT_TRUE(succeeded(convertPrecision(*module, precisions[round % 4])));
    EXPECT_TRUE(succeeded(verify(*module))) << "seed " << seed << ": " << text;
    EXPECT_TRUE(succeeded(verifyImported(*module))) << "seed " << seed << ": " << text;
  }
}

TEST_F(ModelsTest, EveryOpHasAName) {
  OwningOpRef<ModuleOp> module = build("tiny-llama:layers=1");
  ASSERT_TRUE(module);
  unsigned ops = 0;
  module->walk([&](Operation *op) {
    EXPECT_TRUE(isa<NameLoc>(op->getLoc())) << op->getName().getStringRef().str();
    ++ops;
  });
  EXPECT_GT(ops, 20u);
}

} // namespace
