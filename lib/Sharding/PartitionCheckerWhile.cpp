//===- PartitionCheckerWhile.cpp - loops whose end depends on data -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a loop carries is interpreted until it is what every iteration leaves: it
// begins as the initial values are and forgets what the body does not keep. All ranks
// must come to the same end, or they would wait for each other in the body forever.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "PartitionCheckerMeaning.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

/// Rounds after which what is carried should have settled: each forgets something of
/// which there is little.
static constexpr int kMaxRounds = 16;

/// Values from outside are counted off in each round; here they are counted on, so that
/// none is forgotten while another round may read it.
void Checker::retainCaptured(stablehlo::WhileOp op) {
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto at = slotOf.find(operand);
            at != slotOf.end() && !op->isAncestor(operand.getParentRegion()->getParentOp()))
          ++slots[at->second].usesLeft;
    });
}

LogicalResult Checker::joinCarried(stablehlo::WhileOp op, unsigned number, Placement &carried,
                                   const Placement &returned, bool &changes) {
  Placement before = carried;
  Value value = op.getBody().front().getTerminator()->getOperand(number);
  auto differs = [&](const Twine &what) {
    return fail(op, "carries value " + Twine(number) + " as " + describe(before) + ", but " + what,
                value);
  };
  if (returned.isPartial())
    return differs("its body returns it with a pending reduction");
  for (auto [index, mine, other] : llvm::enumerate(carried.dims, returned.dims)) {
    // What does not depend on the index fits any split.
    if (mine.soft && other.soft)
      continue;
    Pad pad = join(padOf(before, index), padOf(returned, index));
    if (mine.soft && mine.local == other.local) {
      mine = other;
      mine.elastic = false;
    } else if (!other.soft && !mine.sameBlocks(other)) {
      return differs("its body returns " + describe(other) + " in dimension " + Twine(index));
    } else if (other.soft && mine.local != other.local) {
      return differs("its body returns " + describe(other) + " in dimension " + Twine(index));
    }
    mine.pad = pad;
  }
  if (carried.splat != returned.splat)
    carried.splat.reset();
  for (unsigned atom : returned.varying)
    carried.addVarying(atom);
  bool isTaggedAlike = carried.tag == returned.tag && carried.bounds == returned.bounds &&
                       carried.indexDim == returned.indexDim && carried.index == returned.index &&
                       carried.frame == returned.frame;
  if (!isTaggedAlike)
    carried.clearTag();
  changes |= !(carried == before);
  return success();
}

LogicalResult Checker::visitWhile(stablehlo::WhileOp op) {
  mlir::Block &cond = op.getCond().front(), &body = op.getBody().front();
  auto declared = op->getAttrOfType<ArrayAttr>("dist.arg_shardings");
  std::vector<Placement> carried;
  for (auto [number, operand] : llvm::enumerate(op.getOperand())) {
    Placement placement = get(operand);
    if (placement.isPartial())
      return fail(op, "carries value " + Twine(number) + ", which is a pending reduction", operand);
    // An index that a rank counts in its own block is one value in each iteration.
    placement.clearTag();
    for (Dim &dim : placement.dims)
      dim.elastic = false;
    if (options.checkOpShardings && !isGlobal && declared && number < declared.size())
      if (auto sharding = dyn_cast<dist::ShardingAttr>(declared[number]))
        if (failed(agree(op, "carried value " + Twine(number), placement, sharding, operand)))
          return failure();
    carried.push_back(std::move(placement));
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    retainCaptured(op);
    for (auto [number, placement] : llvm::enumerate(carried)) {
      put(cond.getArgument(number), placement);
      put(body.getArgument(number), placement);
    }
    if (meaning)
      meaning->enterLoop(op);
    if (failed(visitBlock(cond)))
      return failure();
    Value predicate = cond.getTerminator()->getOperand(0);
    const Placement &decision = get(predicate);
    if (decision.isPartial() || !decision.varying.empty() || decision.tag != Placement::Plain)
      return fail(op, "has a condition that ranks may see differently", predicate);
    if (failed(visitBlock(body)))
      return failure();
    bool changes = false;
    for (auto [number, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      if (failed(joinCarried(op, number, carried[number], get(value), changes)))
        return failure();
    if (changes)
      continue;
    for (auto [number, placement] : llvm::enumerate(carried))
      if (failed(set(op->getResult(number), placement)))
        return failure();
    return success();
  }
  return giveUp(op, "carries values that do not settle");
}
