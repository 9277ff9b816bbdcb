//===- ReduceNest.cpp - loops over reduced dimensions -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A reduction whose innermost dimension disappears adds up in vector lanes that
// are combined at the end; others go through the reduced dimensions in order.
//
//===----------------------------------------------------------------------===//
#include "ReduceNest.h"
#include "KernelAnalysis.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

ReduceShape::ReduceShape(ReduceOp op) {
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.getDimSize(dim) == 1)
      continue;
    bool isReduced = llvm::is_contained(op.getDimensions(), dim);
    (isReduced ? reduced : kept).push_back(dim);
    (isReduced ? reducedExtents : keptExtents).push_back(type.getDimSize(dim));
    innermostReduced = isReduced;
  }
}

SmallVector<ReduceOp> codegen::reductionsOf(func::FuncOp kernel) {
  SmallVector<ReduceOp> ops;
  for (Value value : kernelResults(kernel)) {
    auto op = value.getDefiningOp<ReduceOp>();
    if (!llvm::is_contained(ops, op))
      ops.push_back(op);
  }
  return ops;
}

ReduceNest::ReduceNest(Emitter &emitter, Reduction &reduction, const ReduceShape &shape,
                       unsigned vectorLanes)
    : e(emitter), reduction(reduction), shape(shape), vectorLanes(vectorLanes),
      type(cast<RankedTensorType>(reduction.op.getInputs()[0].getType())) {}

void ReduceNest::begin(ArrayRef<Idx> kept) {
  indices.assign(type.getRank(), e.idxConstant(0));
  for (auto [dim, idx] : llvm::zip_equal(shape.kept, kept))
    indices[dim] = idx;
}

ReduceNest::Values ReduceNest::run(ArrayRef<Idx> kept) {
  if (!shape.innermostReduced || !reduction.hasNeutral())
    return runSerial(kept);
  begin(kept);
  return inLanes();
}

ReduceNest::Values ReduceNest::runSerial(ArrayRef<Idx> kept) {
  begin(kept);
  if (!reduction.hasNeutral())
    return serialFrom(0, reduction.initial());
  return reduction.combine(reduction.initial(), serialFrom(0, reduction.neutrals()));
}

ReduceNest::Values ReduceNest::serialFrom(unsigned depth, Values accumulators) {
  if (depth == shape.reduced.size())
    return reduction.combine(accumulators, reduction.elements(at()));
  int64_t dim = shape.reduced[depth];
  return reduction.fold(0, type.getDimSize(dim), 1, accumulators, [&](Idx idx, Values current) {
    indices[dim] = idx;
    return serialFrom(depth + 1, current);
  });
}

/// Lane accumulators for whole vectors and a scalar one for the rest of each
/// row; combined only at the very end.
ReduceNest::Values ReduceNest::inLanes() {
  int64_t row = shape.reduced.back();
  int64_t extent = type.getDimSize(row);
  unsigned width = vectorLanes;
  while (width > 1 && width > extent)
    width /= 2;
  int64_t whole = extent / width * width;

  e.lanes = width;
  Values lanes = lanesFrom(0, reduction.neutrals(), row, 0, whole, width);
  Values total = width > 1 ? reduction.combineLanes(lanes) : lanes;
  e.lanes = 1;
  if (whole < extent)
    total = reduction.combine(total, lanesFrom(0, reduction.neutrals(), row, whole, extent, 1));
  return reduction.combine(reduction.initial(), total);
}

ReduceNest::Values ReduceNest::lanesFrom(unsigned depth, Values accumulators, int64_t row,
                                         int64_t lower, int64_t upper, unsigned width) {
  int64_t dim = shape.reduced[depth];
  bool innermost = dim == row;
  return reduction.fold(innermost ? lower : 0, innermost ? upper : type.getDimSize(dim),
                        innermost ? width : 1, accumulators, [&](Idx idx, Values current) {
                          idx.laned = innermost && width > 1;
                          indices[dim] = idx;
                          if (!innermost)
                            return lanesFrom(depth + 1, current, row, lower, upper, width);
                          return reduction.combine(current, reduction.elements(at()));
                        });
}
