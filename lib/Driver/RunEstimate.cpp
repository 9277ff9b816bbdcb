//===- RunEstimate.cpp - what one interpreted run takes ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in program order; a value dies at its last use.
//
//===----------------------------------------------------------------------===//

#include "RunEstimate.h"
#include "shardc/Interfaces/OpInterfaces.h"

using namespace mlir;

namespace shardc {
namespace {

double bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  double bytes = 8;
  // In floating point: a hostile shape must not overflow.
  for (int64_t extent : type.getShape())
    bytes *= static_cast<double>(extent);
  return bytes;
}

} // namespace

RunEstimate estimateRun(func::FuncOp function) {
  RunEstimate estimate;
  double live = 0;
  for (BlockArgument argument : function.getArguments())
    live += bytesOf(argument);
  estimate.bytes = live;

  llvm::DenseMap<Value, unsigned> remaining;
  function.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      ++remaining[operand];
  });
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function)
      return;
    if (auto cost = dyn_cast<CostOpInterface>(op))
      estimate.flops += static_cast<double>(cost.getDotFlops());
    for (Value result : op->getResults())
      live += bytesOf(result);
    estimate.bytes = std::max(estimate.bytes, live);
    for (Value operand : op->getOperands())
      if (--remaining[operand] == 0 && operand.getDefiningOp())
        live -= bytesOf(operand);
    for (Value result : op->getResults())
      if (result.use_empty())
        live -= bytesOf(result);
  });
  return estimate;
}

} // namespace shardc
