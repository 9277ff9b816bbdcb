//===- StepPhasesTest.cpp - phases of imported steps ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Random chains, differentiated: the phases that differentiation gives its ops are found
// again in the step without them, and such a step runs in microbatches like one that was
// differentiated in them.
//
//===----------------------------------------------------------------------===//
#include "../ChainTest.h"
#include "dialects/Dist/Dist.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/OpModels/Gradients.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/Pipeline/Passes.h"
#include "shardc/Training/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace shardc;

namespace {

class StepPhasesTest : public ChainTest {
protected:
  StepPhasesTest() {
    DialectRegistry registry;
    registry
        .insert<func::FuncDialect, stablehlo::StableHLODialect, nn::NNDialect, dist::DistDialect>();
    registerGradientModels(registry);
    registerShardingModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// A step of spelled-out ops, differentiated here.
  OwningOpRef<ModuleOp> makeStep(uint64_t seed, std::string &text) {
    ChainWriter writer(seed);
    text = writer.write();
    OwningOpRef<ModuleOp> module = import(text, writer.roles);
    if (!module || !runPass(*module, createDifferentiate()))
      return nullptr;
    auto main = module->lookupSymbol<func::FuncOp>("main");
    bool isDone = succeeded(decomposeAll(
        main, [](Operation *op) { return op->getName().getDialectNamespace() == "nn"; }));
    return isDone ? std::move(module) : nullptr;
  }

  static std::string phaseOf(Operation *op) {
    auto phase = op->getAttrOfType<StringAttr>("dist.phase");
    return phase ? phase.str() : "forward";
  }
};

TEST_F(StepPhasesTest, FindsThePhasesThatDifferentiationGave) {
  unsigned ops = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    std::string text;
    OwningOpRef<ModuleOp> module = makeStep(seed, text);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    ASSERT_TRUE(module);
    auto main = module->lookupSymbol<func::FuncOp>("main");
    llvm::MapVector<Operation *, std::string> expected;
    llvm::DenseSet<Value> ofInputs;
    for (BlockArgument argument : main.getArguments())
      if (main.getArgAttr(argument.getArgNumber(), "dist.role") ==
          StringAttr::get(&context, "input"))
        ofInputs.insert(argument);
    for (Operation &op : main.getBody().front().without_terminator()) {
      if (llvm::any_of(op.getOperands(), [&](Value v) { return ofInputs.contains(v); }))
        ofInputs.insert_range(op.getResults());
      expected[&op] = phaseOf(&op);
      op.removeAttr("dist.phase");
    }
    ASSERT_TRUE(runPass(*module, createFindPhasesPass()));
    ASSERT_TRUE(succeeded(verify(*module)));
    for (auto &[op, phase] : expected) {
      // What depends on no row is of the phase of its readers: a gradient that is the same
      // for all batches is computed once.
      if (!llvm::any_of(op->getResults(), [&](Value v) { return ofInputs.contains(v); }))
        continue;
      ++ops;
      EXPECT_EQ(phaseOf(op), phase) << show(op);
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(ops, 5000u);
}

} // namespace
