//===- NormaliseLoops.cpp - what loops carry has a place --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A carried value lies in the place of its initial value, where nothing else
// reads that, else in that of a copy. The body's next value must end there.
//
//===----------------------------------------------------------------------===//
#include "ProgramSchedule.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace shardc;

static Value makeCopy(OpBuilder &builder, Value value, Value onto, SegmentFactory &factory) {
  func::FuncOp segment = factory.copy(value.getType(), bool(onto));
  SmallVector<Value> operands;
  if (onto)
    operands.push_back(onto);
  operands.push_back(value);
  auto call = func::CallOp::create(builder, value.getLoc(), segment, operands);
  call->setAttr("dist.action", builder.getStringAttr("copy"));
  return call.getResult(0);
}

/// True when only `loop` reads `value`, which an action makes in a place of its own,
/// again each time that the loop begins.
static bool isOwn(Value value, stablehlo::WhileOp loop, SymbolTableCollection &tables) {
  auto call = value.getDefiningOp<func::CallOp>();
  if (!call || !value.hasOneUse() || call->getBlock() != loop->getBlock())
    return false;
  auto segment = tables.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  auto donate = segment->getAttrOfType<DenseI64ArrayAttr>("dist.donate");
  return !donate || donate[cast<OpResult>(value).getResultNumber()] < 0;
}

static LogicalResult checkRegions(stablehlo::WhileOp loop) {
  for (Region *region : {&loop.getCond(), &loop.getBody()})
    for (Operation &op : region->front().without_terminator())
      if (!isa<func::CallOp, stablehlo::WhileOp, stablehlo::ReshapeOp, stablehlo::SliceOp>(op))
        return op.emitOpError() << "can't be scheduled in a loop of a program; run code "
                                   "generation first";
  return success();
}

static LogicalResult normalise(stablehlo::WhileOp loop, SegmentFactory &factory,
                               SymbolTableCollection &tables) {
  if (failed(checkRegions(loop)))
    return failure();
  OpBuilder builder(loop);
  for (OpOperand &operand : loop->getOpOperands())
    if (!isOwn(operand.get(), loop, tables))
      operand.set(makeCopy(builder, operand.get(), Value(), factory));

  mlir::Block &body = loop.getBody().front();
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  auto isPlaced = [&](unsigned index) {
    return argumentUnder(end->getOperand(index), tables) == body.getArgument(index);
  };
  SmallVector<unsigned> moves;
  for (unsigned index = 0; index < end->getNumOperands(); ++index)
    if (!isPlaced(index))
      moves.push_back(index);
  // What lies in a place that a move overwrites is saved first.
  for (unsigned index : moves) {
    Value value = end->getOperand(index);
    FailureOr<ByteView> view = viewOf(value);
    if (failed(view))
      return failure();
    BlockArgument under = argumentUnder(view->root, tables);
    if (under && under.getOwner() == &body)
      end->setOperand(index, makeCopy(builder, value, Value(), factory));
  }
  for (unsigned index : moves)
    end->setOperand(index,
                    makeCopy(builder, end->getOperand(index), body.getArgument(index), factory));
  return success();
}

LogicalResult shardc::normaliseLoops(func::FuncOp program, SegmentFactory &factory) {
  SymbolTableCollection tables;
  SmallVector<stablehlo::WhileOp> loops;
  program.walk([&](stablehlo::WhileOp loop) { loops.push_back(loop); });
  for (stablehlo::WhileOp loop : loops)
    if (failed(normalise(loop, factory, tables)))
      return failure();
  return success();
}
