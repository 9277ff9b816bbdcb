//===- PartitionPass.cpp - partitioning as passes ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Partitioning of every function with a body, and the check of what it leaves.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_PARTITIONPASS
#define GEN_PASS_DEF_VERIFYPARTITIONPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

/// Checks that the type of an argument or result is what its attributes give.
static LogicalResult verifyBorder(func::FuncOp function, DictionaryAttr attributes, Type type,
                                  const Twine &what, MeshAttr mesh) {
  auto global = attributes ? attributes.getAs<TypeAttr>("dist.global_type") : TypeAttr();
  auto sharding = attributes ? attributes.getAs<ShardingAttr>("dist.sharding") : ShardingAttr();
  if (!global || !sharding)
    return function.emitOpError() << what << " has no "
                                  << (global ? "'dist.sharding'" : "'dist.global_type'");
  auto tensor = dyn_cast<RankedTensorType>(global.getValue());
  if (!tensor || tensor.getRank() != sharding.getRank())
    return function.emitOpError() << what << " has global type " << global
                                  << ", which its sharding does not fit";
  RankedTensorType local = localType(tensor, sharding, mesh);
  if (local != type)
    return function.emitOpError() << what << " is of type " << type << ", but blocks of " << tensor
                                  << " are of type " << local;
  return success();
}

namespace {

struct PartitionPass : shardc::impl::PartitionPassBase<PartitionPass> {
  using Base::Base;
  void runOnOperation() final {
    MeshOp mesh = shardc::getMesh(getOperation());
    if (!mesh) {
      getOperation().emitError() << "has no mesh, or more than one";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(partitionFunction(function, mesh)))
        return signalPassFailure();
  }
};

struct VerifyPartitionPass : shardc::impl::VerifyPartitionPassBase<VerifyPartitionPass> {
  using Base::Base;

  LogicalResult verify(func::FuncOp function, MeshAttr mesh) {
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
      if (failed(verifyBorder(function, function.getArgAttrDict(number), type,
                              "argument " + Twine(number), mesh)))
        return failure();
    for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(verifyBorder(function, function.getResultAttrDict(number), type,
                              "result " + Twine(number), mesh)))
        return failure();
    WalkResult left = function.walk([](Operation *op) {
      if (!isa<ReshardOp, ConstraintOp>(op))
        return WalkResult::advance();
      op->emitOpError() << "must not exist after partitioning";
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      return failure();
    return checkPartition(function);
  }

  void runOnOperation() final {
    MeshOp mesh = shardc::getMesh(getOperation());
    if (!mesh) {
      getOperation().emitError() << "has no mesh, or more than one";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.isPublic() && failed(verify(function, mesh.getMesh())))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

void shardc::buildPartitionPipeline(OpPassManager &pm) {
  pm.addPass(createPartitionPass());
  pm.addPass(createVerifyPartitionPass());
}
