//===- ReducerControl.cpp - calls and loops that go -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What stands in functions and loops is out of reach of the steps on graphs: calls become
// what they call, loops one turn of themselves, and values that a loop carries what they
// begin as.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace shardc {
namespace {

/// Ops of a kind, those in regions before the op that the region belongs to.
template <typename Op>
SmallVector<Op> opsOfKind(ModuleOp module) {
  SmallVector<Op> ops;
  module->walk<WalkOrder::PostOrder, ReverseIterator>([&](Op op) { ops.push_back(op); });
  return ops;
}

/// Calls of functions of one block.
SmallVector<func::CallOp> callsOf(ModuleOp module) {
  SmallVector<func::CallOp> calls;
  for (func::CallOp call : opsOfKind<func::CallOp>(module)) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (callee && llvm::hasSingleElement(callee.getBody()) &&
        TypeRange(callee.getArgumentTypes()) == TypeRange(call.getOperands()))
      calls.push_back(call);
  }
  return calls;
}

/// Copies the ops of a block, with `arguments` for its own, before `op`, and gives the op's
/// results the values that the block returns.
void replaceByBlock(Operation *op, Block &block, ValueRange arguments) {
  IRMapping map;
  map.map(block.getArguments(), arguments);
  OpBuilder builder(op);
  for (Operation &inner : block.without_terminator())
    builder.clone(inner, map);
  for (auto [result, value] : llvm::zip(op->getResults(), block.getTerminator()->getOperands()))
    result.replaceAllUsesWith(map.lookupOrDefault(value));
  op->erase();
}

/// Values that loops carry.
SmallVector<std::pair<stablehlo::WhileOp, unsigned>> carriedOf(ModuleOp module) {
  SmallVector<std::pair<stablehlo::WhileOp, unsigned>> carried;
  for (stablehlo::WhileOp loop : opsOfKind<stablehlo::WhileOp>(module))
    for (unsigned i = 0; i < loop->getNumOperands(); ++i)
      carried.push_back({loop, i});
  return carried;
}

/// Takes values out of a loop: they are always what they begin as.
void dropFromLoop(stablehlo::WhileOp loop, const llvm::BitVector &gone) {
  Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<Value> kept;
  for (unsigned i = 0; i < loop->getNumOperands(); ++i) {
    if (!gone.test(i)) {
      kept.push_back(loop->getOperand(i));
      continue;
    }
    for (Value value :
         {Value(cond.getArgument(i)), Value(body.getArgument(i)), Value(loop->getResult(i))})
      value.replaceAllUsesWith(loop->getOperand(i));
  }
  body.getTerminator()->eraseOperands(gone);
  cond.eraseArguments(gone);
  body.eraseArguments(gone);
  OpBuilder builder(loop);
  auto smaller =
      stablehlo::WhileOp::create(builder, loop.getLoc(), TypeRange(ValueRange(kept)), kept);
  smaller.getCond().takeBody(loop.getCond());
  smaller.getBody().takeBody(loop.getBody());
  unsigned next = 0;
  for (unsigned i = 0; i < loop->getNumResults(); ++i)
    if (!gone.test(i))
      loop->getResult(i).replaceAllUsesWith(smaller->getResult(next++));
  loop.erase();
}

} // namespace

bool Reducer::inlineCalls() {
  return reduceList([&](ModuleOp module) { return callsOf(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      SmallVector<func::CallOp> calls = callsOf(module);
                      for (unsigned i = begin; i < end; ++i) {
                        auto callee = module.lookupSymbol<func::FuncOp>(calls[i].getCallee());
                        replaceByBlock(calls[i], callee.getBody().front(), calls[i].getOperands());
                      }
                    });
}

bool Reducer::enterLoops() {
  return reduceList([&](ModuleOp module) { return opsOfKind<stablehlo::WhileOp>(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      SmallVector<stablehlo::WhileOp> loops = opsOfKind<stablehlo::WhileOp>(module);
                      for (unsigned i = begin; i < end; ++i)
                        replaceByBlock(loops[i], loops[i].getBody().front(),
                                       loops[i]->getOperands());
                    });
}

bool Reducer::dropCarried() {
  return reduceList([&](ModuleOp module) { return carriedOf(module).size(); },
                    [&](ModuleOp module, unsigned begin, unsigned end) {
                      auto carried = carriedOf(module);
                      for (unsigned i = begin; i < end;) {
                        stablehlo::WhileOp loop = carried[i].first;
                        llvm::BitVector gone(loop->getNumOperands());
                        for (; i < end && carried[i].first == loop; ++i)
                          gone.set(carried[i].second);
                        dropFromLoop(loop, gone);
                      }
                    });
}

} // namespace shardc
