//===- PartitionPass.cpp - partitioning as passes ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Partitioning of every function with a body, and the check of what it leaves.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerPass.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Sharding/Partition.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_PARTITIONPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

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

} // namespace

void shardc::buildPartitionPipeline(OpPassManager &pm) {
  auto kept = std::make_shared<KeptProgram>();
  pm.addPass(createKeepProgramPass(kept));
  pm.addPass(createPartitionPass());
  pm.addPass(createSimplifyCollectivesPass());
  pm.addPass(createVerifyPartitionPass(kept));
}
