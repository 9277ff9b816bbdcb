//===- ShardOptimizerState.cpp - ZeRO as a choice of shardings --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Replicas of a parameter hold equal optimizer state, so each may keep a part.
// Nothing but the sharding of the state says so: propagation does the rest.
//
//===----------------------------------------------------------------------===//

#include "StorageSharding.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_SHARDOPTIMIZERSTATEPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

struct ShardOptimizerStatePass
    : shardc::impl::ShardOptimizerStatePassBase<ShardOptimizerStatePass> {
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    int64_t stage = zero;
    if (stage < 0) {
      auto text = module->getAttrOfType<StringAttr>("shardc.strategy");
      if (!text)
        return;
      FailureOr<Strategy> strategy = parseStrategy(text.getValue(), &getContext());
      if (failed(strategy))
        return signalPassFailure();
      stage = strategy->zero;
    }
    MeshOp meshOp = shardc::getMesh(module);
    if (stage < 1 || !meshOp)
      return;
    MeshView mesh(FlatSymbolRefAttr::get(meshOp.getSymNameAttr()), meshOp.getMesh());
    AxisList replicas = stateAxes(stage, mesh);
    for (auto function : module.getOps<func::FuncOp>()) {
      llvm::StringMap<unsigned> results;
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        if (auto name = function.getResultAttrOfType<StringAttr>(i, "dist.name"))
          results[name.getValue()] = i;
      SmallVector<Attribute> ofArguments(function.getNumArguments());
      SmallVector<Attribute> ofResults(function.getNumResults());
      for (BlockArgument argument : function.getArguments())
        shard(function, argument, replicas, mesh, results, ofArguments, ofResults);
      if (llvm::any_of(ofArguments, [](Attribute one) { return bool(one); }))
        setArgumentAttrs(function, "dist.sharding", ofArguments);
      if (llvm::any_of(ofResults, [](Attribute one) { return bool(one); }))
        setResultAttrs(function, "dist.sharding", ofResults);
    }
  }

  void shard(func::FuncOp function, BlockArgument argument, ArrayRef<Axis> replicas,
             const MeshView &mesh, const llvm::StringMap<unsigned> &results,
             MutableArrayRef<Attribute> ofArguments, MutableArrayRef<Attribute> ofResults) {
    unsigned number = argument.getArgNumber();
    if (!function.getArgAttr(number, "dist.optimizer_state"))
      return;
    auto type = cast<RankedTensorType>(argument.getType());
    ShardingAttr before = getSharding(argument);
    if (!before)
      before = ShardingAttr::getReplicated(mesh.getName(), type.getRank());
    Placement placement = mesh.fromAttr(before);
    splitFurther(type, replicas, placement);
    ShardingAttr after = mesh.toAttr(placement);
    ofArguments[number] = after;
    auto result = function.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (result && result.getInt() >= 0 && result.getInt() < static_cast<int64_t>(ofResults.size()))
      ofResults[result.getInt()] = after;
    // An observed gradient is seen where the update reads it: asking for it whole
    // would turn its reduce-scatter into an all-reduce.
    auto name = function.getArgAttrOfType<StringAttr>(number, "dist.name");
    if (!name || !name.getValue().ends_with(".m"))
      return;
    auto gradient = results.find((name.getValue().drop_back(2) + ".grad").str());
    if (gradient != results.end())
      ofResults[gradient->second] = after;
  }
};

} // namespace
