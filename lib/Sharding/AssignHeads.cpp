//===- AssignHeads.cpp - heads of graphs without parameters -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "AssignHeads.h"
#include "FeatureFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

namespace shardc {

/// Whether dimension `dim` of the operand is one over which the product repeats, or
/// that of the heads of an attention op.
static bool repeatsOver(OpOperand &use, int64_t dim) {
  if (isa<nn::AttentionOp>(use.getOwner()))
    // A mask is [B, H, S, T].
    return dim == (use.getOperandNumber() < 3 ? 2 : 1);
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(use.getOwner());
  if (!dot)
    return false;
  auto numbers = dot.getDotDimensionNumbers();
  return llvm::is_contained(use.getOperandNumber() == 0 ? numbers.getLhsBatchingDimensions()
                                                        : numbers.getRhsBatchingDimensions(),
                            dim);
}

/// Follows a split of one dimension of an argument as far as it stays one.
static bool reachesHeads(BlockArgument argument, int64_t dim, dist::AxisRefAttr tp) {
  SmallVector<std::pair<Value, Feature>> pending = {{argument, Feature{dim, 1, {tp}}}};
  llvm::SmallDenseSet<Value> seen = {argument};
  while (!pending.empty()) {
    auto [value, feature] = pending.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      if (repeatsOver(use, feature.dim))
        return true;
      std::optional<Feature> next = flowThrough(use, feature);
      if (next && seen.insert(use.getOwner()->getResult(0)).second)
        pending.push_back({use.getOwner()->getResult(0), *next});
    }
  }
  return false;
}

llvm::MapVector<BlockArgument, int64_t> assignHeads(func::FuncOp function, int64_t tp) {
  llvm::MapVector<BlockArgument, int64_t> heads;
  auto axis = dist::AxisRefAttr::get(function.getContext(), "tp");
  for (BlockArgument argument : function.getArguments()) {
    auto type = cast<RankedTensorType>(argument.getType());
    for (int64_t dim = 1; dim < type.getRank(); ++dim)
      if (type.getDimSize(dim) % tp == 0 && reachesHeads(argument, dim, axis)) {
        heads[argument] = dim;
        break;
      }
  }
  return heads;
}

} // namespace shardc
