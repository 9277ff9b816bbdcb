//===- RandomOps.cpp - random graphs over every op, sharded -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Annotates what OpWriter has written.
//
//===----------------------------------------------------------------------===//

#include "RandomOps.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Parser/Parser.h"
#include "shardc/OpModels/Cost.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

std::unique_ptr<MLIRContext> test::makeOpsContext() {
  DialectRegistry registry;
  registry.insert<chlo::CHLODialect, DistDialect, func::FuncDialect, nn::NNDialect,
                  stablehlo::StablehloDialect>();
  registerShardingModels(registry);
  registerCostModels(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

OwningOpRef<ModuleOp> test::randomOps(uint64_t seed, MLIRContext *context, bool narrow) {
  OpWriter writer(seed, narrow);
  std::string text = writer.write();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  if (!module) {
    emitError(UnknownLoc::get(context)) << "the test made an invalid program:\n" << text;
    return module;
  }
  Random random(seed + 1'000'000'007);
  MeshAttr mesh = randomMesh(random, context);
  auto name = FlatSymbolRefAttr::get(context, "mesh");
  OpBuilder builder(context);
  builder.setInsertionPointToStart(module->getBody());
  MeshOp::create(builder, module->getLoc(), "mesh", mesh);
  auto function = *module->getOps<func::FuncOp>().begin();
  auto shapeOf = [](Type type) { return cast<RankedTensorType>(type).getShape(); };

  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    ArrayRef<int64_t> shape = shapeOf(argument.getType());
    std::string own = "arg" + std::to_string(number);
    function.setArgAttr(number, "dist.name", builder.getStringAttr(own));
    function.setArgAttr(number, "dist.role", builder.getStringAttr("input"));
    if (random.chance(75))
      function.setArgAttr(number, "dist.sharding", randomSharding(random, shape, name, mesh, true));
    bool isInteger = false;
    for (const OpWriter::Range &range : writer.ranges) {
      if (range.argument != "%" + own)
        continue;
      isInteger = true;
      function.setArgAttr(
          number, "dist.init",
          builder.getDictionaryAttr(
              {builder.getNamedAttr("kind", builder.getStringAttr("uniform_int")),
               builder.getNamedAttr("low", builder.getI64IntegerAttr(range.low)),
               builder.getNamedAttr("high", builder.getI64IntegerAttr(range.high))}));
    }
    // Half of the others near zero, half near one.
    if (!isInteger && random.chance(50))
      function.setArgAttr(number, "dist.init",
                          builder.getDictionaryAttr(
                              builder.getNamedAttr("kind", builder.getStringAttr("norm_weight"))));
  }
  auto terminator = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  for (OpOperand &result : terminator->getOpOperands()) {
    unsigned number = result.getOperandNumber();
    function.setResultAttr(number, "dist.name",
                           builder.getStringAttr("r" + std::to_string(number)));
    function.setResultAttr(number, "dist.role", builder.getStringAttr("output"));
    if (random.chance(30))
      function.setResultAttr(
          number, "dist.sharding",
          randomSharding(random, shapeOf(result.get().getType()), name, mesh, true));
  }
  for (Operation &op : llvm::make_early_inc_range(function.getBody().front().without_terminator()))
    for (Value value : op.getResults()) {
      if (!random.chance(6))
        continue;
      builder.setInsertionPointAfter(&op);
      auto constraint =
          ConstraintOp::create(builder, op.getLoc(), value.getType(), value,
                               randomSharding(random, shapeOf(value.getType()), name, mesh, true),
                               /*priority=*/random.below(2));
      value.replaceAllUsesExcept(constraint.getResult(), constraint);
    }
  return module;
}
