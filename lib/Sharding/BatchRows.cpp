//===- BatchRows.cpp - microbatches and time steps in inputs ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Counted loops have been unrolled by now: rows are slices at constant indices. A loop
// that stayed reads the row of its counter.
//
//===----------------------------------------------------------------------===//

#include "BatchRows.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace shardc;

/// `op` has one operand and one result, of one shape, element by element.
static bool isUnary(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable || isa<stablehlo::ReshapeOp>(op))
    return false;
  ShardingRule rule = shardable.getShardingRule();
  return rule.operands.front() == rule.results.front();
}

bool shardc::isReadRowByRow(Value value) {
  RankedTensorType type = typeOf(value);
  if (type.getRank() < 2 || type.getDimSize(0) < 2)
    return false;
  llvm::BitVector rows(type.getDimSize(0));
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (auto slice = dyn_cast<stablehlo::SliceOp>(user)) {
        int64_t start = slice.getStartIndices()[0];
        if (slice.getLimitIndices()[0] != start + 1)
          return false;
        rows.set(start);
      } else if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(user)) {
        if (use.getOperandNumber() != 0 || slice.getSliceSizes()[0] != 1 ||
            !slice->getParentOfType<stablehlo::WhileOp>())
          return false;
        rows.set();
      } else if (isUnary(user)) {
        worklist.push_back(user->getResult(0));
      } else {
        return false;
      }
    }
  }
  return rows.all();
}

void shardc::splitBatchInRows(BlockArgument input, ArrayRef<dist::AxisRefAttr> axes,
                              const MeshView &mesh) {
  AxisList list = mesh.fromAttr(axes);
  SmallVector<Value> worklist = {input};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      if (isUnary(user)) {
        worklist.push_back(user->getResult(0));
        continue;
      }
      auto reshape = dyn_cast<stablehlo::ReshapeOp>(user);
      if (!reshape)
        continue;
      RankedTensorType type = typeOf(reshape.getResult());
      if (type.getRank() < 2 ||
          type.getDimSize(0) * type.getDimSize(1) != typeOf(value).getDimSize(0) ||
          type.getDimSize(1) < partsOf(list) || !isReadRowByRow(reshape.getResult()))
        continue;
      Placement placement;
      placement.dims.resize(type.getRank());
      placement.dims[1].axes = list;
      OpBuilder builder(reshape->getContext());
      builder.setInsertionPointAfter(reshape);
      auto reshard = dist::ReshardOp::create(builder, reshape.getLoc(), type, reshape.getResult(),
                                             mesh.toAttr(placement));
      reshape.getResult().replaceAllUsesExcept(reshard, reshard);
    }
  }
}
