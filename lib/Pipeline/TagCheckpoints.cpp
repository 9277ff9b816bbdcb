//===- TagCheckpoints.cpp - layer inputs are kept ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A layer's input is any floating-point value that depends on the batch, is made
// outside the layer and is read in it. Each gets one tag, before its first
// reader of the layer.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "shardc/Pipeline/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {
#define GEN_PASS_DEF_TAGCHECKPOINTSPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct TagCheckpoints : shardc::impl::TagCheckpointsPassBase<TagCheckpoints> {
  using TagCheckpointsPassBase::TagCheckpointsPassBase;

  void runOnOperation() override {
    func::FuncOp main = findMain(getOperation());
    if (!main)
      return signalPassFailure();
    if (every < 1) {
      main.emitError() << "checkpoint interval is " << int64_t(every) << ", expected 1 or more";
      return signalPassFailure();
    }
    llvm::DenseSet<Value> activations = inputDependent(main);
    // (layer, value) -> its readers in the layer, in order.
    llvm::MapVector<std::pair<int64_t, Value>, SmallVector<OpOperand *>> entries;
    SmallVector<Operation *> ops = computeOps(main);
    if (ops.empty())
      return;
    Block *block = ops.front()->getBlock();
    for (Operation *op : ops) {
      std::optional<int64_t> layer = getIndexAttr(op, "dist.layer");
      if (!layer || *layer % every != 0 || isa<dist::CheckpointOp>(op) || !isForward(op))
        continue;
      forEachRead(op, [&](OpOperand &operand) {
        Value value = operand.get();
        auto type = dyn_cast<RankedTensorType>(value.getType());
        if (!type || !isa<FloatType>(type.getElementType()) || !activations.contains(value))
          return;
        if (Operation *def = value.getDefiningOp())
          if (getIndexAttr(def, "dist.layer") == layer)
            return;
        entries[{*layer, value}].push_back(&operand);
      });
    }
    llvm::DenseMap<int64_t, int64_t> count;
    for (auto &[key, readers] : entries) {
      auto [layer, value] = key;
      // A reader inside a reducer stands for the op that holds it.
      Operation *first = block->findAncestorOpInBlock(*readers[0]->getOwner());
      std::string tag = "layers." + std::to_string(layer) + ".input";
      if (int64_t index = count[layer]++)
        tag += "." + std::to_string(index);
      OpBuilder builder(first);
      auto checkpoint =
          dist::CheckpointOp::create(builder, value.getLoc(), value.getType(), value, tag);
      for (StringRef name : {"dist.layer", "dist.stage"})
        if (Attribute attr = first->getAttr(name))
          checkpoint->setAttr(name, attr);
      for (OpOperand *reader : readers)
        reader->set(checkpoint);
    }
  }
};
} // namespace
