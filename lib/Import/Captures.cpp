//===- Captures.cpp - what bodies of reductions read ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Simplification moves constants out of the bodies that combine or compare elements.
// A body that is copied, split and run on its own has them inside.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace shardc {
namespace {

/// Copies what a value is computed of to the beginning of a body; false where that is
/// more than constants.
bool copyInto(Value value, OpBuilder &builder, IRMapping &copies) {
  if (copies.contains(value))
    return true;
  Operation *def = value.getDefiningOp();
  if (!def || !isPure(def) || def->getNumRegions() != 0 ||
      !llvm::all_of(def->getOperands(),
                    [&](Value operand) { return copyInto(operand, builder, copies); }))
    return false;
  builder.clone(*def, copies);
  return true;
}

LogicalResult sinkInto(Operation *op, Region &body) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(body, captured);
  if (captured.empty())
    return success();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&body.front());
  IRMapping copies;
  for (Value value : captured) {
    if (!copyInto(value, builder, copies)) {
      InFlightDiagnostic diag = op->emitOpError()
                                << "has a body that reads a value from outside which is computed "
                                   "from data; only constants can be read there";
      diag.attachNote(value.getLoc()) << "the value is made here";
      return diag;
    }
    replaceAllUsesInRegionWith(value, copies.lookup(value), body);
  }
  return success();
}

} // namespace

LogicalResult sinkCaptures(func::FuncOp main) {
  WalkResult result = main.getBody().walk([](Operation *op) {
    if (isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp, stablehlo::ScatterOp,
            stablehlo::SelectAndScatterOp, stablehlo::SortOp>(op))
      for (Region &body : op->getRegions())
        if (failed(sinkInto(op, body)))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace shardc
