//===- Segments.cpp - units become functions --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Clones the ops of a unit, in their order in @main, into a private function.
//
//===----------------------------------------------------------------------===//
#include "Cut.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace shardc;

/// The unit's ops as they follow each other in @main and its region. Sorted, not looked
/// for in all of @main: there may be many units.
static SmallVector<Operation *> inOrder(const Cut &cut, const Unit &unit) {
  Block *outside = &cut.getMain().getBody().front();
  dist::MicrobatchOp region = cut.getRegion();
  SmallVector<Operation *> before, within, after;
  for (Operation *op : unit.ops) {
    if (op == region.getOperation() || op->hasTrait<OpTrait::IsTerminator>())
      continue;
    if (region && op->getBlock() == &region.getBody().front())
      within.push_back(op);
    else if (op->getBlock() == outside)
      (region && region->isBeforeInBlock(op) ? after : before).push_back(op);
  }
  auto earlier = [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); };
  for (SmallVector<Operation *> *part : {&before, &within, &after})
    llvm::sort(*part, earlier);
  llvm::append_range(before, within);
  llvm::append_range(before, after);
  return before;
}

void shardc::buildSegment(const Cut &cut, Unit &unit, StringRef name, ArrayRef<int64_t> donated,
                          OpBuilder &builder) {
  func::FuncOp main = cut.getMain();
  SmallVector<Type> inputs, results;
  for (Value input : unit.inputs)
    inputs.push_back(input.getType());
  for (unsigned sum : unit.sums)
    inputs.push_back(cut.getYielded(sum).getType());
  for (Value output : unit.outputs)
    results.push_back(output.getType());
  for (unsigned sum : unit.sums)
    results.push_back(cut.getYielded(sum).getType());

  auto segment =
      func::FuncOp::create(builder, main.getLoc(), name, builder.getFunctionType(inputs, results));
  segment.setPrivate();
  segment->setAttr("dist.segment", builder.getStringAttr(toString(unit.kind)));
  segment->setAttr("dist.stage", builder.getI64IntegerAttr(unit.stage));
  segment->setAttr("dist.donate", builder.getDenseI64ArrayAttr(donated));
  Block *body = segment.addEntryBlock();
  OpBuilder inside = OpBuilder::atBlockEnd(body);
  IRMapping map;
  // All at once: an argument's attributes cost a copy of everybody's.
  SmallVector<DictionaryAttr> argAttrs(inputs.size(), builder.getDictionaryAttr({}));
  for (auto [input, arg] : llvm::zip(unit.inputs, body->getArguments())) {
    map.map(input, arg);
    arg.setLoc(input.getLoc());
    auto mainArg = dyn_cast<BlockArgument>(input);
    if (!mainArg || mainArg.getOwner() != &main.getBody().front())
      continue;
    if (Attribute argName = main.getArgAttr(mainArg.getArgNumber(), "dist.name"))
      argAttrs[arg.getArgNumber()] =
          builder.getDictionaryAttr(builder.getNamedAttr("dist.name", argName));
  }
  segment.setAllArgAttrs(argAttrs);
  for (Operation *op : inOrder(cut, unit))
    inside.clone(*op, map);
  SmallVector<Value> returned;
  for (Value output : unit.outputs)
    returned.push_back(map.lookup(output));
  for (auto [index, sum] : llvm::enumerate(unit.sums)) {
    Value term = map.lookup(cut.getYielded(sum));
    Value soFar = body->getArgument(unit.inputs.size() + index);
    auto add = stablehlo::AddOp::create(inside, term.getLoc(), soFar, term);
    if (Operation *def = term.getDefiningOp())
      if (Attribute layer = def->getAttr("dist.layer"))
        add->setAttr("dist.layer", layer);
    returned.push_back(add);
  }
  func::ReturnOp::create(inside, main.getLoc(), returned);
  SmallVector<Operation *> cloned;
  for (Operation &op : body->without_terminator())
    cloned.push_back(&op);
  for (Operation *op : llvm::reverse(cloned))
    if (isOpTriviallyDead(op))
      op->erase();
  unit.segment = segment;
}
