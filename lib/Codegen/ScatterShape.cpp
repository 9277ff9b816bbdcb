//===- ScatterShape.cpp - where updates of a scatter go ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ScatterShape.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

ScatterShape::ScatterShape(ScatterOp op)
    : op(op), inputType(typeOf(op.getInputs()[0])), updateType(typeOf(op.getUpdates()[0])),
      indexType(typeOf(op.getScatterIndices())) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  for (int64_t dim = 0; dim < updateType.getRank(); ++dim)
    if (!llvm::is_contained(numbers.getUpdateWindowDims(), dim)) {
      scatterDims.push_back(dim);
      scatterExtents.push_back(updateType.getDimSize(dim));
    }
  window.assign(inputType.getRank(), 1);
  for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
    if (llvm::is_contained(numbers.getInsertedWindowDims(), dim) ||
        llvm::is_contained(numbers.getInputBatchingDims(), dim))
      continue;
    window[dim] = updateType.getDimSize(numbers.getUpdateWindowDims()[windowDims.size()]);
    windowDims.push_back(dim);
    windowExtents.push_back(window[dim]);
  }
}

bool ScatterShape::isRows() {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  if (numbers.getScatterDimsToOperandDims() != ArrayRef<int64_t>{0} ||
      numbers.getInsertedWindowDims() != ArrayRef<int64_t>{0} ||
      !numbers.getInputBatchingDims().empty())
    return false;
  for (int64_t dim = 1; dim < inputType.getRank(); ++dim)
    if (window[dim] != inputType.getDimSize(dim))
      return false;
  return true;
}

std::pair<SmallVector<Idx>, Value> ScatterShape::start(Emitter &e, ArrayRef<Idx> scatter) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  int64_t vectorDim = numbers.getIndexVectorDim();
  bool isUnsigned = indexType.getElementType().isUnsignedInteger();
  SmallVector<Idx> start(inputType.getRank(), e.idxConstant(0));
  Value fits = e.constantInt(e.builder.getI1Type(), 1);
  for (auto [component, dim] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
    SmallVector<Idx> at;
    unsigned next = 0;
    for (int64_t indexDim = 0; indexDim < indexType.getRank(); ++indexDim)
      at.push_back(indexDim == vectorDim ? e.idxConstant(component) : scatter[next++]);
    Value raw = e.element(op.getScatterIndices(), e.fromDims(indexType.getShape(), at));
    start[dim] = e.idxFrom(raw, isUnsigned);
    Value low = e.idxAtLeast(start[dim], 0);
    Value high = e.idxLess(start[dim], inputType.getDimSize(dim) - window[dim] + 1);
    fits = e.make<arith::AndIOp>(fits, e.make<arith::AndIOp>(low, high));
  }
  for (auto [dim, indexDim] :
       llvm::zip_equal(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims()))
    start[dim] = scatter[indexDim < vectorDim ? indexDim : indexDim - 1];
  return {start, fits};
}

void ScatterShape::combine(Emitter &e, ArrayRef<Idx> start, ArrayRef<Idx> scatter,
                           ArrayRef<Idx> inner, ArrayRef<Value> results) {
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  SmallVector<Idx> place(start), from(updateType.getRank());
  for (auto [dim, idx] : llvm::zip_equal(scatterDims, scatter))
    from[dim] = idx;
  for (auto [number, dim] : llvm::enumerate(windowDims)) {
    place[dim] = e.idxAdd(start[dim], inner[number]);
    from[numbers.getUpdateWindowDims()[number]] = inner[number];
  }
  Idx target = e.linear(e.fromDims(inputType.getShape(), place));
  Index source = e.fromDims(updateType.getShape(), from);
  SmallVector<Value> args;
  for (auto [pointer, input] : llvm::zip_equal(results, op.getInputs()))
    args.push_back(e.splat(e.loadMutable(pointer, typeOf(input).getElementType(), target)));
  for (Value update : op.getUpdates())
    args.push_back(e.splat(e.element(update, source)));
  SmallVector<Value> values = e.body(op.getUpdateComputation(), args);
  for (auto [pointer, input, value] : llvm::zip_equal(results, op.getInputs(), values))
    e.store(pointer, typeOf(input).getElementType(), target, value);
}
