//===- ControlOps.cpp - loops and branches ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One frame runs the condition and the body of a loop in turn; a rank may stop in
// either and go on later, as anywhere else.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

LogicalResult Machine::beginLoop(stablehlo::WhileOp op) {
  FailureOr<SmallVector<Tensor>> operands = takeOperands(op);
  if (failed(operands))
    return failure();
  enter(op.getCond().front(), *operands, op, /*isIsolated=*/false);
  frames.back().slices = std::move(*operands);
  return success();
}

LogicalResult Machine::endLoopRegion(stablehlo::WhileOp op, Operation *end,
                                     SmallVector<Tensor> returned) {
  Frame &frame = frames.back();
  mlir::Block *next = &op.getBody().front();
  if (end->getParentRegion() == &op.getCond()) {
    if (returned[0].intAt(0) == 0) {
      leave(std::move(frame.slices));
      return success();
    }
  } else {
    if (++frame.iteration == options.maxIterations)
      return op.emitOpError() << "cannot be interpreted: it has not ended after "
                              << options.maxIterations << " iterations";
    frame.slices = std::move(returned);
    next = &op.getCond().front();
  }
  frame.values.clear();
  frame.next = next->begin();
  for (auto [argument, value] : llvm::zip_equal(next->getArguments(), frame.slices))
    if (!argument.use_empty())
      frame.values[argument] = value;
  return success();
}

LogicalResult Machine::beginBranch(Operation *op) {
  FailureOr<SmallVector<Tensor>> operands = takeOperands(op);
  if (failed(operands))
    return failure();
  int64_t value = (*operands)[0].intAt(0), count = op->getNumRegions();
  // The first branch of a condition is that of true.
  if (isa<stablehlo::IfOp>(op))
    value = value == 0;
  int64_t branch = value < 0 || value >= count ? count - 1 : value;
  enter(op->getRegion(branch).front(), {}, op, /*isIsolated=*/false);
  return success();
}
