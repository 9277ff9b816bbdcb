//===- GradientBytes.cpp - what gradients are accumulated in ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sharded gradients save memory only if they are reduced before they are added
// up: what counts is the placement that they are accumulated in, not the one
// that the optimizer reads.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace shardc {
#define GEN_PASS_DEF_RECORDGRADIENTBYTES
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

static int64_t localBytesOf(Value value, dist::MeshAttr mesh) {
  auto type = cast<RankedTensorType>(value.getType());
  if (dist::ShardingAttr sharding = getSharding(value); sharding && mesh)
    type = localType(type, sharding, mesh);
  return bytesOf(type);
}

namespace {
struct RecordGradientBytes : public shardc::impl::RecordGradientBytesBase<RecordGradientBytes> {
  using RecordGradientBytesBase::RecordGradientBytesBase;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    func::FuncOp func = findStepFunction(module);
    if (!func || func.isExternal())
      return;
    dist::MeshOp meshOp = getMesh(module);
    mesh = meshOp ? meshOp.getMesh() : dist::MeshAttr();
    bytes.clear();
    seen.clear();
    bool any = false;
    func.walk([&](nn::AdamWOp update) {
      any = true;
      visit(update.getGrad(), stageOf(update).value_or(0));
    });
    if (!any)
      return;
    int64_t most = 0;
    for (auto [stage, sum] : bytes)
      most = std::max(most, sum);
    module->setAttr("shardc.gradient_bytes", Builder(module).getI64IntegerAttr(most));
  }

private:
  /// Adds up what the gradient `value`, read on `stage`, is accumulated in.
  void visit(Value value, int64_t stage) {
    SmallVector<Value> worklist = {value};
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      Operation *def = next.getDefiningOp();
      if (!def || !seen.insert(next).second)
        continue;
      if (auto region = dyn_cast<dist::MicrobatchOp>(def)) {
        unsigned number = cast<OpResult>(next).getResultNumber();
        Operation *maker =
            region.getBody().front().getTerminator()->getOperand(number).getDefiningOp();
        bytes[maker ? stageOf(maker).value_or(stage) : stage] += localBytesOf(next, mesh);
        continue;
      }
      bool isReduction = isa<dist::ReshardOp>(def) && !def->hasAttr(attr::gradient);
      if (!isReduction && phaseOf(def) != Phase::Update) {
        bytes[stageOf(def).value_or(stage)] += localBytesOf(next, mesh);
        continue;
      }
      for (Value operand : def->getOperands())
        if (cast<RankedTensorType>(operand.getType()).getShape() ==
            cast<RankedTensorType>(next.getType()).getShape())
          worklist.push_back(operand);
    }
  }

  dist::MeshAttr mesh;
  std::map<int64_t, int64_t> bytes;
  DenseSet<Value> seen;
};
} // namespace
