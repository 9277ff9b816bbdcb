//===- LayersTest.cpp - layers that were written one by one -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random chains (LayerChains.h): the blocks that are known are found.
//
//===----------------------------------------------------------------------===//
#include "../ChainTest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "shardc/Import/Import.h"

using namespace mlir;
using namespace shardc;

namespace {

class LayersTest : public ChainTest {};

TEST_F(LayersTest, FindsTheBlocksOfRandomChains) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    ChainWriter writer(seed);
    std::string text = writer.write();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = import(text, writer.roles);
    ASSERT_TRUE(module);
    auto main = module->lookupSymbol<func::FuncOp>("main");
    int64_t most = -1;
    main.walk([&](Operation *op) {
      std::optional<int64_t> layer = layerOf(op);
      most = std::max(most, layer.value_or(-1));
      for (Value operand : op->getOperands()) {
        if (Operation *definition = operand.getDefiningOp()) {
          // Values flow from layer to layer.
          EXPECT_LE(layerOf(definition).value_or(-1), layer.value_or(writer.blocks));
          continue;
        }
        // Each product is in the layer that owns its parameter.
        auto argument = cast<BlockArgument>(operand);
        if (op->getName().getStringRef() == "stablehlo.dot_general" &&
            argument.getArgNumber() < writer.blockOf.size() && argument.getOwner()->isEntryBlock())
          EXPECT_EQ(layer.value_or(-1), writer.blockOf[argument.getArgNumber()])
              << "argument " << argument.getArgNumber();
      }
    });
    EXPECT_EQ(most + 1, writer.blocks);
    if (HasFailure())
      return;
  }
}

} // namespace
