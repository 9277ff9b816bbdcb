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

/// True when every value is placed and every op has its operands as it needs
/// them: what propagation leaves is what it makes of it.
static bool isPropagated(func::FuncOp function) {
  WalkResult missing = function.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<func::FuncOp, func::ReturnOp, YieldOp, stablehlo::ReturnOp>(op) ||
        op->hasAttr("dist.shardings"))
      return isa<ShardableOpInterface>(op) ? WalkResult::skip() : WalkResult::advance();
    return WalkResult::interrupt();
  });
  if (missing.wasInterrupted())
    return false;
  ScopedDiagnosticHandler quiet(function.getContext(), [](Diagnostic &) { return success(); });
  return succeeded(verifyPropagated(function));
}

LogicalResult shardc::propagateShardings(func::FuncOp function, MeshOp mesh,
                                         PropagationStatistics *statistics) {
  if (isPropagated(function))
    return success();
  MeshView view(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
  propagation::State state(function, view);
  if (failed(state.build()))
    return failure();
  state.solve();
  state.materialize();
  if (statistics) {
    *statistics = state.statistics;
    statistics->steps = state.steps.size();
  }
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

/// Checks that a loop carries each value in one placement, whole.
static LogicalResult verifyLoop(stablehlo::WhileOp loop, const MeshView &mesh) {
  Operation *end = loop.getBody().front().getTerminator();
  for (auto [number, argument] : llvm::enumerate(loop.getBody().getArguments())) {
    auto type = cast<RankedTensorType>(argument.getType());
    std::pair<Value, StringRef> places[] = {{loop.getOperand()[number], "the initial value"},
                                            {end->getOperand(number), "what the body returns"},
                                            {loop.getResult(number), "the result"}};
    ShardingAttr inside = getSharding(argument);
    if (!inside)
      return loop.emitOpError() << "carried value " << number << " has no sharding";
    if (!inside.getPartial().empty())
      return loop.emitOpError() << "carried value " << number
                                << " is a pending reduction: " << inside;
    for (auto [value, what] : places) {
      ShardingAttr own = getSharding(value);
      if (!own || !samePlacement(type, mesh.fromAttr(own), mesh.fromAttr(inside))) {
        InFlightDiagnostic diagnostic = loop.emitOpError()
                                        << "carries value " << number << " as " << inside
                                        << ", but " << what << " is placed as ";
        if (own)
          return diagnostic << own;
        return diagnostic << "nothing";
      }
    }
  }
  ShardingAttr predicate = getSharding(loop.getCond().front().getTerminator()->getOperand(0));
  if (!predicate || !predicate.getPartial().empty())
    return loop.emitOpError() << "has a condition that is no whole value on every rank";
  return success();
}

/// A constraint gets what it asks for; open dimensions may be split further.
static LogicalResult verifyConstraint(ConstraintOp constraint, const MeshView &mesh) {
  ShardingAttr asked = constraint.getSharding(), has = getSharding(constraint.getResult());
  Placement wanted = mesh.fromAttr(asked), there = mesh.fromAttr(has);
  auto type = cast<RankedTensorType>(constraint.getType());
  for (auto [number, dim] : llvm::enumerate(asked.getDims())) {
    int64_t extent = type.getDimSize(number);
    const Split &want = wanted.dims[number], &get = there.dims[number];
    if (dim.getIsClosed() ? !sameBlocks(extent, want, get) : !isPrefix(extent, want, get))
      return constraint.emitOpError()
             << "asks for " << asked << ", but its result is placed as " << has;
  }
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
    if (isa<func::FuncOp, YieldOp, stablehlo::ReturnOp>(op))
      return WalkResult::advance();
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      return failed(verifyLoop(loop, mesh)) ? WalkResult::interrupt() : WalkResult::advance();
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
    if (!isa<ShardableOpInterface>(op))
      // Bodies of reductions are part of their op.
      return WalkResult::advance();
    if (failed(getOpPlacement(op, mesh)))
      return WalkResult::interrupt();
    if (auto constraint = dyn_cast<ConstraintOp>(op))
      if (failed(verifyConstraint(constraint, mesh)))
        return WalkResult::interrupt();
    return WalkResult::skip();
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
