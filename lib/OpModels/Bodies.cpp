//===- Bodies.cpp - what bodies of reductions compute -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shardc/OpModels/Bodies.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

Operation *shardc::combinerOf(Region &body) {
  if (!body.hasOneBlock())
    return nullptr;
  mlir::Block &block = body.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &combine = block.front();
  if (!isa<stablehlo::ReturnOp>(block.back()) || combine.getNumOperands() != 2 ||
      combine.getNumResults() != 1 || !isa<stablehlo::StableHLODialect>(combine.getDialect()) ||
      !combine.hasTrait<OpTrait::IsCommutative>() ||
      block.back().getOperands() != combine.getResults())
    return nullptr;
  Value a = block.getArgument(0), b = block.getArgument(1);
  bool isStraight = combine.getOperand(0) == a && combine.getOperand(1) == b;
  bool isSwapped = combine.getOperand(0) == b && combine.getOperand(1) == a;
  return isStraight || isSwapped ? &combine : nullptr;
}
