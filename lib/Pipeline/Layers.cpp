//===- Layers.cpp - questions about forward graphs --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What depends on inputs, which ops compute, what an op reads.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "dialects/Dist/Dist.h"

using namespace mlir;
using namespace shardc;

func::FuncOp shardc::findMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal()) {
    module.emitError() << "module has no function '@main' with a body";
    return nullptr;
  }
  if (!main.getBody().hasOneBlock()) {
    main.emitOpError() << "must have one block";
    return nullptr;
  }
  return main;
}

SmallVector<Operation *> shardc::computeOps(func::FuncOp main) {
  Block *block = &main.getBody().front();
  for (auto region : block->getOps<dist::MicrobatchOp>())
    block = region.getBody().empty() ? block : &region.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : block->without_terminator())
    ops.push_back(&op);
  return ops;
}

void shardc::forEachRead(Operation *op, llvm::function_ref<void(OpOperand &)> visit) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      Region *region = operand.get().getParentRegion();
      if (inner == op || !op->isAncestor(region->getParentOp()))
        visit(operand);
    }
  });
}

llvm::DenseSet<Value> shardc::inputDependent(func::FuncOp main) {
  llvm::DenseSet<Value> dependent;
  for (BlockArgument arg : main.getArguments()) {
    auto role = main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "dist.role");
    if (role && role.getValue() == "input")
      dependent.insert(arg);
  }
  auto visit = [&](Operation &op) {
    bool depends = false;
    forEachRead(&op, [&](OpOperand &operand) { depends |= dependent.contains(operand.get()); });
    if (depends)
      dependent.insert_range(op.getResults());
  };
  for (Operation &op : main.getBody().front()) {
    if (auto region = dyn_cast<dist::MicrobatchOp>(op)) {
      Block &body = region.getBody().front();
      for (auto [slice, arg] : llvm::zip_equal(region.getSlices(), body.getArguments()))
        if (dependent.contains(slice))
          dependent.insert(arg);
      for (Operation &inner : body)
        visit(inner);
    }
    visit(op);
  }
  return dependent;
}

std::optional<int64_t> shardc::getIndexAttr(Operation *op, StringRef name) {
  if (auto attr = op->getAttrOfType<IntegerAttr>(name))
    return attr.getInt();
  return std::nullopt;
}

bool shardc::isForward(Operation *op) { return !op->hasAttr("dist.phase"); }
