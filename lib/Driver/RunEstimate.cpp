//===- RunEstimate.cpp - what one interpreted run takes ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in program order; a value dies at its last use.
//
//===----------------------------------------------------------------------===//

#include "RunEstimate.h"
#include "dialects/StableHLO/StableHLO.h"
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

/// Elements that an op with windows reads, beside what it counts as products.
double windowReads(Operation *op) {
  auto reads = [](Value windows, llvm::ArrayRef<int64_t> extents) {
    double count = bytesOf(windows) / 8;
    for (int64_t extent : extents)
      count *= static_cast<double>(extent);
    return count;
  };
  if (auto reduce = dyn_cast<stablehlo::ReduceWindowOp>(op))
    return reads(reduce.getResult(0), reduce.getWindowDimensions());
  if (auto scatter = dyn_cast<stablehlo::SelectAndScatterOp>(op))
    if (auto extents = scatter.getWindowDimensions())
      return reads(scatter.getSource(), *extents);
  return 0;
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
    estimate.flops += windowReads(op);
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
