//===- WeightColumns.cpp - what becomes of a weight's columns ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A short walk from a product to what reads its columns.
//
//===----------------------------------------------------------------------===//
#include "WeightColumns.h"
#include "FeatureUses.h"
#include "dialects/NN/NN.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

/// What a walk does at a use.
enum class Walk { Through, Around, Stop };

/// Shows the uses of a product's columns, and of what they flow into, breadth first.
/// False when the product has no such columns.
static bool walkColumns(stablehlo::DotGeneralOp dot, Value weight, int64_t column,
                        llvm::function_ref<Walk(OpOperand &, const Feature &)> visit) {
  OpOperand &use = dot->getOpOperand(dot.getRhs() == weight ? 1 : 0);
  auto axis = dist::AxisRefAttr::get(dot.getContext(), "tp");
  std::optional<Feature> columns = flowThrough(use, Feature{column, 1, {axis}});
  if (!columns)
    return false;
  llvm::SmallVector<std::pair<Value, Feature>> queue = {{dot.getResult(), *columns}};
  for (unsigned seen = 0; seen < queue.size() && seen < 32; ++seen) {
    auto [value, where] = queue[seen];
    for (OpOperand &operand : value.getUses()) {
      Walk walk = visit(operand, where);
      if (walk == Walk::Stop)
        return true;
      if (walk == Walk::Around)
        continue;
      if (std::optional<Feature> next = flowThrough(operand, where))
        queue.push_back({operand.getOwner()->getResult(0), *next});
    }
  }
  return true;
}

int rankOfColumn(stablehlo::DotGeneralOp dot, Value weight, int64_t column,
                 llvm::function_ref<bool(Value)> isWeight) {
  int rank = 1;
  bool flows = walkColumns(dot, weight, column, [&](OpOperand &operand, const Feature &where) {
    auto product = dyn_cast<stablehlo::DotGeneralOp>(operand.getOwner());
    if (!product)
      return Walk::Through;
    bool isLhs = operand.getOperandNumber() == 0;
    if (isWeight(product->getOperand(isLhs ? 1 : 0)))
      return Walk::Around;
    auto numbers = product.getDotDimensionNumbers();
    if (llvm::is_contained(isLhs ? numbers.getLhsBatchingDimensions()
                                 : numbers.getRhsBatchingDimensions(),
                           where.dim)) {
      rank = 2;
      return Walk::Stop;
    }
    if (llvm::is_contained(isLhs ? numbers.getLhsContractingDimensions()
                                 : numbers.getRhsContractingDimensions(),
                           where.dim)) {
      rank = 0;
      return Walk::Stop;
    }
    return Walk::Around;
  });
  return flows ? rank : 0;
}

bool isHeads(stablehlo::DotGeneralOp dot, Value weight, int64_t column) {
  int64_t extent = typeOf(weight).getDimSize(column);
  bool found = false;
  walkColumns(dot, weight, column, [&](OpOperand &operand, const Feature &where) {
    if (!isa<nn::AttentionOp>(operand.getOwner()))
      return Walk::Through;
    found = operand.getOperandNumber() < 3 && where.dim == 2 &&
            typeOf(operand.get()).getDimSize(2) == extent;
    return found ? Walk::Stop : Walk::Around;
  });
  return found;
}

int64_t wholeParts(stablehlo::DotGeneralOp dot, Value weight, int64_t column) {
  int64_t parts = 1;
  walkColumns(dot, weight, column, [&](OpOperand &operand, const Feature &where) {
    Operation *user = operand.getOwner();
    if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(user))
      if (int64_t minor = minorPart(typeOf(reshape.getOperand()), typeOf(reshape), where.dim);
          minor > 1) {
        parts = minor;
        return Walk::Stop;
      }
    return isa<stablehlo::DotGeneralOp, stablehlo::DotOp, nn::AttentionOp>(user) ? Walk::Around
                                                                                 : Walk::Through;
  });
  return parts;
}

} // namespace shardc
