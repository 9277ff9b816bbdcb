//===- CHLODialect.cpp - registration, constraints --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dialects/CHLO/CHLO.h"

using namespace mlir;
using namespace mlir::chlo;

#include "dialects/CHLO/CHLODialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/CHLO/CHLOOps.cpp.inc"

void CHLODialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/CHLO/CHLOOps.cpp.inc"
      >();
}

LogicalResult TopKOp::verify() {
  RankedTensorType type = getOperand().getType();
  int64_t k = getK();
  if (type.getRank() == 0 || type.getShape().back() < k) // (C1)
    return emitOpError() << "takes the " << k << " largest elements of " << type
                         << ", whose last dimension has fewer";
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  RankedTensorType indices = type.clone(shape, IntegerType::get(getContext(), 32));
  if (getValues().getType() != type.clone(shape) || getIndices().getType() != indices) // (C2)
    return emitOpError() << "results have types " << getValues().getType() << " and "
                         << getIndices().getType() << ", but the operand gives "
                         << type.clone(shape) << " and " << indices;
  return success();
}
