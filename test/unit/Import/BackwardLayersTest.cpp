//===- BackwardLayersTest.cpp - layers of backward passes -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random chains (LayerChains.h), differentiated: the numbers that differentiation gives
// its ops are found again in the step without them.
//
//===----------------------------------------------------------------------===//
#include "../ChainTest.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Import/Passes.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Gradients.h"
#include "shardc/Training/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace shardc;

namespace {

class BackwardLayersTest : public ChainTest {
protected:
  BackwardLayersTest() {
    DialectRegistry registry;
    registry
        .insert<func::FuncDialect, stablehlo::StableHLODialect, nn::NNDialect, dist::DistDialect>();
    registerGradientModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
};

/// Differentiation gives gradient ops the layers of the ops that they are of; in the
/// same step without any numbers, all of them are found again.
TEST_F(BackwardLayersTest, FindsThemAgain) {
  unsigned same = 0, different = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    ChainWriter writer(seed);
    std::string text = writer.write();
    if (!writer.isPlain)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = import(text, writer.roles);
    ASSERT_TRUE(module);
    ASSERT_TRUE(runPass(*module, createDifferentiate()));
    auto main = module->lookupSymbol<func::FuncOp>("main");
    ASSERT_TRUE(succeeded(decomposeAll(
        main, [](Operation *op) { return op->getName().getDialectNamespace() == "nn"; })));
    llvm::MapVector<Operation *, std::optional<int64_t>> expected;
    main.walk([&](Operation *op) {
      auto phase = op->getAttrOfType<StringAttr>("dist.phase");
      if ((phase && phase == "backward") || layerOf(op))
        expected[op] = layerOf(op);
      op->removeAttr("dist.layer");
      op->removeAttr("dist.phase");
    });
    ASSERT_TRUE(runPass(*module, createFindLayers()));
    for (auto [op, layer] : expected) {
      if (op->getName().getStringRef() == "stablehlo.dot_general")
        EXPECT_EQ(layerOf(op), layer) << show(op);
      ++(layerOf(op) == layer ? same : different);
    }
    if (HasFailure())
      return;
  }
  // A sum of what several layers add to a gradient is in any of them.
  EXPECT_LE(different * 50, same) << different << " differ, " << same << " do not";
}

} // namespace
