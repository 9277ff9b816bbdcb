//===- DeclareMesh.cpp - the mesh of a module -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A model that is annotated brings its mesh; a strategy says which ranks it wants.
//
//===----------------------------------------------------------------------===//

#include "DeclareMesh.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_DECLAREMESHPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;

namespace shardc {

/// Whether any value of the module is annotated.
static bool isAnnotated(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgAttr(i, "dist.sharding"))
        return true;
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (function.getResultAttr(i, "dist.sharding"))
        return true;
  }
  return module
      .walk([](Operation *op) {
        return isa<dist::ConstraintOp, dist::ReshardOp>(op) || op->hasAttr("dist.shardings")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// "x=dp,y=tp": axes of the model's mesh renamed to those that the strategy has
/// and the mesh has not, where one size fits; empty when it doesn't.
static std::string suggestMap(dist::MeshAttr own, dist::MeshAttr asked) {
  std::string map;
  SmallVector<StringRef> taken;
  for (dist::MeshAxisAttr axis : asked.getAxes()) {
    if (own.getAxisSize(axis.getName()))
      continue;
    const auto *found = llvm::find_if(own.getAxes(), [&](dist::MeshAxisAttr other) {
      return other.getSize() == axis.getSize() && !asked.getAxisSize(other.getName()) &&
             !llvm::is_contained(taken, other.getName());
    });
    if (found == own.getAxes().end())
      return {};
    taken.push_back(found->getName());
    map += (map.empty() ? "" : ",") + found->getName().str() + "=" + axis.getName().str();
  }
  return map;
}

/// Gives the model's mesh the axes that the strategy has beside it: ranks that hold
/// the same of the model as annotated, unless the strategy splits what is open.
static void addAxes(dist::MeshOp own, dist::MeshAttr asked) {
  SmallVector<dist::MeshAxisAttr> outer, inner;
  std::string names;
  for (dist::MeshAxisAttr axis : asked.getAxes()) {
    if (own.getMesh().getAxisSize(axis.getName()))
      continue;
    // Tensor and context ranks talk most, and are neighbours.
    bool isInner = axis.getName() == "tp" || axis.getName() == "cp";
    (isInner ? inner : outer).push_back(axis);
    names += (names.empty() ? "'" : ", '") + axis.getName().str() + "'";
  }
  std::string map = suggestMap(own.getMesh(), asked);
  dist::MeshAttr before = own.getMesh();
  llvm::append_range(outer, before.getAxes());
  llvm::append_range(outer, inner);
  own.setMeshAttr(dist::MeshAttr::get(own.getContext(), outer));
  InFlightDiagnostic diag = emitRemark(own.getLoc(), RemarkCategory::Sharding);
  diag << "the model is annotated over mesh " << before << ", to which the strategy adds axis "
       << names;
  if (!map.empty())
    diag << "; to use an axis of the model as it, rename it with '--axis-map " << map << "'";
}

bool coversMesh(const Strategy &strategy, dist::MeshAttr mesh) {
  dist::MeshAttr own = strategy.getMesh(mesh.getContext());
  return llvm::all_of(mesh.getAxes(), [&](dist::MeshAxisAttr axis) {
    return axis.getSize() == 1 || own.getAxisSize(axis.getName());
  });
}

FailureOr<dist::MeshOp> declareMesh(ModuleOp module, const Strategy &strategy) {
  MLIRContext *context = module.getContext();
  dist::MeshAttr asked = strategy.getMesh(context);
  SmallVector<dist::MeshOp> meshes(module.getOps<dist::MeshOp>());
  if (meshes.size() > 1)
    return meshes[1].emitOpError() << "is the second mesh of the module; a program has one";
  if (meshes.empty()) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    return dist::MeshOp::create(builder, module.getLoc(), "mesh", asked);
  }
  dist::MeshOp own = meshes.front();
  bool isMissing = false;
  for (dist::MeshAxisAttr axis : asked.getAxes()) {
    std::optional<int64_t> size = own.getMesh().getAxisSize(axis.getName());
    if (size == axis.getSize())
      continue;
    if (!isAnnotated(module)) {
      emitRemark(own.getLoc(), RemarkCategory::Sharding)
          << "mesh " << own.getMesh() << " gives way to the strategy's: nothing is sharded over it";
      own.setMeshAttr(asked);
      return own;
    }
    isMissing |= !size;
    if (!size)
      continue;
    InFlightDiagnostic diag = emitError(strategyLoc(context, strategy.columnOf(axis.getName())));
    diag << "the strategy asks for " << axis.getSize() << " ranks on axis '" << axis.getName()
         << "', but the model's mesh has " << *size << "; drop the key to use the model's";
    diag.attachNote(own.getLoc()) << "the model's mesh";
    return diag;
  }
  if (isMissing)
    addAxes(own, asked);
  if (std::optional<int64_t> stages = own.getMesh().getAxisSize("pp");
      stages && *stages > 1 && strategy.pp == 1) {
    InFlightDiagnostic diag = emitError(strategyLoc(context, 1))
                              << "the model's mesh has " << *stages
                              << " ranks on axis 'pp', but the strategy cuts no stages; add 'pp="
                              << *stages << "', or rename the axis with --axis-map";
    diag.attachNote(own.getLoc()) << "the model's mesh";
    return diag;
  }
  return own;
}

LogicalResult checkStageAxis(func::FuncOp function, const Strategy &strategy) {
  if (strategy.pp == 1)
    return success();
  auto check = [](Attribute attr, Location loc, const Twine &what) -> LogicalResult {
    auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attr);
    if (!sharding)
      return success();
    for (dist::DimShardingAttr dim : sharding.getDims())
      for (dist::AxisRefAttr axis : dim.getAxes())
        if (axis.getName() == "pp")
          return emitError(loc) << what << " is sharded over axis 'pp', whose ranks are the stages "
                                << "of the strategy; use another axis";
    return success();
  };
  for (BlockArgument argument : function.getArguments())
    if (failed(check(function.getArgAttr(argument.getArgNumber(), "dist.sharding"),
                     argument.getLoc(), "argument #" + Twine(argument.getArgNumber()))))
      return failure();
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (failed(check(function.getResultAttr(i, "dist.sharding"), function.getLoc(),
                     "result #" + Twine(i))))
      return failure();
  WalkResult result = function.walk([&](Operation *op) {
    LogicalResult one = success();
    if (auto constraint = dyn_cast<dist::ConstraintOp>(op))
      one = check(constraint.getSharding(), op->getLoc(), "the constraint");
    if (auto reshard = dyn_cast<dist::ReshardOp>(op))
      one = check(reshard.getSharding(), op->getLoc(), "the reshard");
    return failed(one) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct DeclareMeshPass : impl::DeclareMeshPassBase<DeclareMeshPass> {
  using Base::Base;
  void runOnOperation() final {
    FailureOr<Strategy> parsed = parseStrategy(strategy, &getContext());
    if (failed(parsed) || failed(declareMesh(getOperation(), *parsed)))
      return signalPassFailure();
  }
};

} // namespace
} // namespace shardc
