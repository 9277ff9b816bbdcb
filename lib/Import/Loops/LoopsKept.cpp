//===- LoopsKept.cpp - loops whose end depends on data ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Such a loop stays, and carries no more than it must: what its body passes on
// unchanged is read from outside instead, and what nobody asks for is not carried.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace shardc {

void ControlFlow::captureInvariants(stablehlo::WhileOp loop) {
  mlir::Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  for (unsigned i = 0, end = loop.getNumOperands(); i < end; ++i) {
    if (body.getTerminator()->getOperand(i) != body.getArgument(i))
      continue;
    Value init = loop.getOperand()[i];
    cond.getArgument(i).replaceAllUsesWith(init);
    body.getArgument(i).replaceAllUsesExcept(init, body.getTerminator());
    loop.getResult(i).replaceAllUsesWith(init);
  }
}

/// Numbers of the carried values that the results in use, and the condition, are
/// computed from.
static SmallVector<bool> carriedInUse(stablehlo::WhileOp loop) {
  mlir::Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<bool> used(loop.getNumOperands(), false);
  SmallVector<Value> pending;
  llvm::DenseSet<Value> seen;
  auto push = [&](Value value) {
    if (seen.insert(value).second)
      pending.push_back(value);
  };
  auto use = [&](unsigned number) {
    if (used[number])
      return;
    used[number] = true;
    push(body.getTerminator()->getOperand(number));
  };
  push(cond.getTerminator()->getOperand(0));
  for (OpResult result : loop->getResults())
    if (!result.use_empty())
      use(result.getResultNumber());
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == &cond || argument.getOwner() == &body) {
        use(argument.getArgNumber());
        continue;
      }
    }
    // What a region within computes, it computes from all that it reads.
    Operation *op = value.getDefiningOp();
    if (!op)
      op = cast<BlockArgument>(value).getOwner()->getParentOp();
    if (!loop->isProperAncestor(op))
      continue;
    op->walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), push); });
  }
  return used;
}

stablehlo::WhileOp ControlFlow::keep(stablehlo::WhileOp loop) {
  mlir::Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  if (Value guard = guards.lookup(loop)) {
    Operation *end = cond.getTerminator();
    builder.setInsertionPoint(end);
    end->setOperand(0, stablehlo::AndOp::create(builder, loop.getLoc(), guard, end->getOperand(0)));
  }
  SmallVector<bool> used = carriedInUse(loop);
  if (llvm::all_of(used, [](bool isUsed) { return isUsed; }))
    return loop;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  llvm::BitVector unused(used.size());
  for (auto [number, isUsed] : llvm::enumerate(used)) {
    unused[number] = !isUsed;
    if (!isUsed)
      continue;
    operands.push_back(loop.getOperand()[number]);
    types.push_back(operands.back().getType());
  }
  body.getTerminator()->eraseOperands(unused);
  builder.setInsertionPoint(loop);
  auto kept = stablehlo::WhileOp::create(builder, loop.getLoc(), types, operands);
  kept->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  kept.getCond().takeBody(loop.getCond());
  kept.getBody().takeBody(loop.getBody());
  // What only unused values are computed from goes with them, users first.
  auto eraseDead = [&](mlir::Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        discard(&op);
  };
  eraseDead(kept.getBody().front());
  eraseDead(kept.getCond().front());
  kept.getBody().front().eraseArguments(unused);
  kept.getCond().front().eraseArguments(unused);
  unsigned next = 0;
  for (auto [number, isUsed] : llvm::enumerate(used))
    if (isUsed)
      loop.getResult(number).replaceAllUsesWith(kept.getResult(next++));
  discard(loop);
  return kept;
}

} // namespace shardc
