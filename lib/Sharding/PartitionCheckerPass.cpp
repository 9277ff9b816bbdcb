//===- PartitionCheckerPass.cpp - the checker as a pass ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Checks the public functions of a partitioned module: each alone, or against
// the program for one device that it names with `dist.partition_of`. Inside the
// partitioning stage that is the program which the stage began with.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerPass.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/PartitionChecker.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_VERIFYPARTITIONPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

/// Checks that the type of an argument or result is what its attributes give.
/// One without any is whole on all ranks.
static LogicalResult verifyBorder(func::FuncOp function, DictionaryAttr attributes, Type type,
                                  const Twine &what, MeshAttr mesh) {
  auto global = attributes ? attributes.getAs<TypeAttr>("dist.global_type") : TypeAttr();
  auto sharding = attributes ? attributes.getAs<ShardingAttr>("dist.sharding") : ShardingAttr();
  if (!global && !sharding)
    return success();
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

constexpr StringLiteral kPartitionOf = "dist.partition_of";

/// Keeps the module as it is before partitioning.
struct KeepProgramPass : PassWrapper<KeepProgramPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KeepProgramPass)
  explicit KeepProgramPass(std::shared_ptr<KeptProgram> kept) : kept(std::move(kept)) {}
  StringRef getName() const final { return "KeepProgramPass"; }
  void runOnOperation() final {
    kept->module = getOperation().clone();
    markAllAnalysesPreserved();
  }
  std::shared_ptr<KeptProgram> kept;
};

struct VerifyPartitionPass : shardc::impl::VerifyPartitionPassBase<VerifyPartitionPass> {
  using Base::Base;
  VerifyPartitionPass(std::shared_ptr<KeptProgram> kept) : kept(std::move(kept)) {}

  LogicalResult verify(func::FuncOp function, func::FuncOp global, MeshAttr mesh) {
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
    PartitionCheckerOptions options;
    options.global = global;
    // Within the stage nobody waits for a long experiment.
    options.experimentBudget = kept ? std::min<int64_t>(budget, 100'000'000) : budget;
    options.allowUnsettled = bool(kept);
    return checkPartition(function, options);
  }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    MeshOp mesh = shardc::getMesh(module);
    if (!mesh) {
      module.emitError() << "has no mesh, or more than one";
      return signalPassFailure();
    }
    // What is the whole of another function is a program for one device.
    llvm::SmallPtrSet<Operation *, 4> wholes;
    llvm::SmallDenseMap<Operation *, func::FuncOp> globals;
    for (auto function : module.getOps<func::FuncOp>()) {
      Attribute name = function->getAttr(kPartitionOf);
      if (!name)
        continue;
      auto symbol = dyn_cast<FlatSymbolRefAttr>(name);
      auto global = symbol ? module.lookupSymbol<func::FuncOp>(symbol.getAttr()) : func::FuncOp();
      if (!global || global == function) {
        function.emitOpError() << "has '" << kPartitionOf << "' " << name
                               << ", which is no other function of the module";
        return signalPassFailure();
      }
      wholes.insert(global);
      globals[function] = global;
    }
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal() || !function.isPublic() || wholes.contains(function))
        continue;
      func::FuncOp global = globals.lookup(function);
      if (!global && kept && kept->module)
        global = kept->module->lookupSymbol<func::FuncOp>(function.getName());
      if (failed(verify(function, global, mesh.getMesh())))
        return signalPassFailure();
    }
    if (kept)
      kept->module = OwningOpRef<ModuleOp>();
    markAllAnalysesPreserved();
  }

  std::shared_ptr<KeptProgram> kept;
};

} // namespace

std::unique_ptr<Pass> shardc::createKeepProgramPass(std::shared_ptr<KeptProgram> kept) {
  return std::make_unique<KeepProgramPass>(std::move(kept));
}

std::unique_ptr<Pass> shardc::createVerifyPartitionPass(std::shared_ptr<KeptProgram> kept) {
  return std::make_unique<VerifyPartitionPass>(std::move(kept));
}
