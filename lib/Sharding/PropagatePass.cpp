//===- PropagatePass.cpp - propagation as passes ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Propagation of every function with a body, and the check of what it leaves.
//
//===----------------------------------------------------------------------===//

#include "PropagationState.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/Propagation.h"

namespace shardc {
#define GEN_PASS_DEF_PROPAGATEPASS
#define GEN_PASS_DEF_VERIFYPROPAGATEPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

/// What an earlier run decided is given up, but for the placement itself: it is
/// asked for again.
static void turnReshardsIntoConstraints(func::FuncOp function) {
  SmallVector<ReshardOp> reshards;
  function.walk([&](ReshardOp reshard) { reshards.push_back(reshard); });
  for (ReshardOp reshard : reshards) {
    ShardingAttr sharding = reshard.getSharding();
    OpBuilder builder(reshard);
    auto whole = ShardingAttr::get(sharding.getContext(), sharding.getMesh(), sharding.getDims());
    auto constraint = ConstraintOp::create(builder, reshard.getLoc(), reshard.getType(),
                                           reshard.getInput(), whole, 0);
    reshard.replaceAllUsesWith(constraint.getResult());
    reshard.erase();
  }
}

LogicalResult shardc::propagateShardings(func::FuncOp function, MeshOp mesh) {
  turnReshardsIntoConstraints(function);
  MeshView view(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
  propagation::State state(function, view);
  if (failed(state.build()))
    return failure();
  // Whether a sum stays pending bears on what an op may split, and the other way
  // round: once more, knowing what is reduced where.
  state.assign();
  state.defer();
  if (state.refine())
    state.defer();
  state.materialize();
  return success();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks the borders of a microbatch region: values pass them unmoved.
static LogicalResult verifyRegion(MicrobatchOp region, const MeshView &mesh) {
  mlir::Block &body = region.getBody().front();
  auto check = [&](Value outer, Value inner, bool stacked, const Twine &what) -> LogicalResult {
    ShardingAttr outside = getSharding(outer), inside = getSharding(inner);
    if (!outside || !inside)
      return region.emitOpError() << what << " has no sharding";
    Placement a = mesh.fromAttr(outside), b = mesh.fromAttr(inside);
    if (stacked) {
      if (!a.dims[0].empty())
        return region.emitOpError() << what << " is split along the microbatches";
      a.dims.erase(a.dims.begin());
    }
    if (samePlacement(cast<RankedTensorType>(inner.getType()), a, b))
      return success();
    return region.emitOpError() << what << " is " << outside << " outside and " << inside
                                << " inside of the region";
  };
  for (auto [number, slice, argument] : llvm::enumerate(region.getSlices(), body.getArguments()))
    if (failed(check(slice, argument, true, "slice " + Twine(number))))
      return failure();
  for (auto [number, result, value] :
       llvm::enumerate(region.getResults(), body.getTerminator()->getOperands()))
    if (failed(check(result, value, region.getKind(number) == YieldKind::Stack,
                     "result " + Twine(number))))
      return failure();
  return success();
}

LogicalResult shardc::verifyPropagated(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  MeshOp meshOp = shardc::getMesh(module);
  if (!meshOp)
    return module.emitError() << "has no mesh, or more than one";
  MeshView mesh(FlatSymbolRefAttr::get(meshOp.getSymNameAttr()), meshOp.getMesh());
  for (BlockArgument argument : function.getArguments()) {
    ShardingAttr sharding = getSharding(argument);
    if (!sharding)
      return function.emitOpError() << "argument " << argument.getArgNumber() << " has no sharding";
    if (!sharding.getPartial().empty())
      return function.emitOpError()
             << "argument " << argument.getArgNumber() << " is a pending reduction: " << sharding;
  }
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<func::FuncOp, YieldOp>(op))
      return WalkResult::advance();
    if (auto end = dyn_cast<func::ReturnOp>(op)) {
      for (auto [number, value] : llvm::enumerate(end.getOperands())) {
        auto asked = function.getResultAttrOfType<ShardingAttr>(number, "dist.sharding");
        ShardingAttr has = getSharding(value);
        auto type = cast<RankedTensorType>(value.getType());
        if (asked && has && samePlacement(type, mesh.fromAttr(asked), mesh.fromAttr(has)) &&
            asked.getPartial().empty())
          continue;
        InFlightDiagnostic diagnostic = end.emitOpError()
                                        << "result " << number << " is placed as ";
        if (has)
          diagnostic << has;
        else
          diagnostic << "nothing";
        diagnostic << ", but the function says ";
        if (asked)
          diagnostic << asked;
        else
          diagnostic << "nothing";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    }
    if (auto region = dyn_cast<MicrobatchOp>(op))
      return failed(verifyRegion(region, mesh)) ? WalkResult::interrupt() : WalkResult::advance();
    if (auto reshard = dyn_cast<ReshardOp>(op)) {
      ShardingAttr source = getSharding(reshard.getInput());
      ShardingAttr own = getSharding(reshard.getResult());
      if (!source || own != reshard.getSharding()) {
        op->emitOpError() << (source ? "result is placed otherwise than it says"
                                     : "operand has no sharding");
        return WalkResult::interrupt();
      }
      // A reshard ends pending reductions; it can't begin any.
      Placement from = mesh.fromAttr(source), to = mesh.fromAttr(own);
      for (const Partial &entry : to.partial) {
        AxisList rest = entry.axes;
        for (const Partial &other : from.partial)
          if (other.kind == entry.kind)
            rest = subtract(rest, other.axes);
        if (!rest.empty()) {
          op->emitOpError() << "makes a pending reduction over axis '"
                            << mesh.toAttr(rest.front()).getName() << "' that its operand is not";
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    }
    if (!isa<ShardableOpInterface>(op))
      // Bodies of reductions are part of their op.
      return WalkResult::advance();
    return failed(getOpPlacement(op, mesh)) ? WalkResult::interrupt() : WalkResult::skip();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {

struct PropagatePass : shardc::impl::PropagatePassBase<PropagatePass> {
  using Base::Base;
  void runOnOperation() final {
    MeshOp mesh = shardc::getMesh(getOperation());
    if (!mesh) {
      getOperation().emitError() << "has no mesh, or more than one; run "
                                    "--shardc-assign-shardings or declare a dist.mesh";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(propagateShardings(function, mesh)))
        return signalPassFailure();
  }
};

struct VerifyPropagatePass : shardc::impl::VerifyPropagatePassBase<VerifyPropagatePass> {
  using Base::Base;
  void runOnOperation() final {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(verifyPropagated(function)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

void shardc::buildPropagatePipeline(OpPassManager &pm) {
  pm.addPass(createPropagatePass());
  pm.addPass(createVerifyPropagatePass());
}
