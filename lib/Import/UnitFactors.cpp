//===- UnitFactors.cpp - multiplications by one -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exporters write the factors of products and biases (alpha and beta) also where they
// are one. Between a parameter and its use such an op hides what the parameter is for.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace shardc {

/// Whether all elements are the float 1.
static bool isOne(Value value) {
  while (auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>())
    value = broadcast.getOperand();
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)))
    return false;
  auto number = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>());
  return number && number.getValue().isExactlyValue(1.0);
}

void dropUnitFactors(func::FuncOp main) {
  Block &body = main.getBody().front();
  bool isChanged = false;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (!isa<stablehlo::MulOp>(op) || !isa<FloatType>(getElementTypeOrSelf(op.getResult(0))) ||
        op.hasAttr("dist.shardings"))
      continue;
    Value kept = isOne(op.getOperand(1))   ? op.getOperand(0)
                 : isOne(op.getOperand(0)) ? op.getOperand(1)
                                           : Value();
    if (!kept || kept.getType() != op.getResult(0).getType())
      continue;
    op.getResult(0).replaceAllUsesWith(kept);
    op.erase();
    isChanged = true;
  }
  if (!isChanged)
    return;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

} // namespace shardc
