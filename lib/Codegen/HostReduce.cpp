//===- HostReduce.cpp - reductions and scatters on the host -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A reduction whose innermost dimension disappears adds up in vector lanes that
// are combined at the end; one whose innermost dimension stays computes a
// vector of results at a time. Scatters go through their updates in order.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"
#include "Reduction.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {
/// The dimensions of a reduction's input, those of extent 1 left out.
struct ReduceShape {
  SmallVector<int64_t> kept, reduced, keptExtents;
  bool innermostReduced = false;

  explicit ReduceShape(ReduceOp op) {
    RankedTensorType type = typeOf(op.getInputs()[0]);
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (type.getDimSize(dim) == 1)
        continue;
      bool isReduced = llvm::is_contained(op.getDimensions(), dim);
      (isReduced ? reduced : kept).push_back(dim);
      if (!isReduced)
        keptExtents.push_back(type.getDimSize(dim));
      innermostReduced = isReduced;
    }
  }
};

/// Folds the reduced dimensions of one result element, or of a vector of them.
class ReduceNest {
public:
  using Values = Reduction::Values;

  ReduceNest(Emitter &emitter, Reduction &reduction, const ReduceShape &shape,
             unsigned vectorLanes)
      : e(emitter), reduction(reduction), shape(shape), vectorLanes(vectorLanes),
        type(typeOf(reduction.op.getInputs()[0])) {}

  Values run(ArrayRef<Idx> kept) {
    indices.assign(type.getRank(), e.idxConstant(0));
    for (auto [dim, idx] : llvm::zip_equal(shape.kept, kept))
      indices[dim] = idx;
    if (!shape.innermostReduced || !reduction.hasNeutral())
      return serial();
    return inLanes();
  }

private:
  Emitter &e;
  Reduction &reduction;
  const ReduceShape &shape;
  unsigned vectorLanes;
  RankedTensorType type;
  SmallVector<Idx> indices;

  Values serial() {
    if (!reduction.hasNeutral())
      return serialFrom(0, reduction.initial());
    return reduction.combine(reduction.initial(), serialFrom(0, reduction.neutrals()));
  }

  Values serialFrom(unsigned depth, Values accumulators) {
    if (depth == shape.reduced.size())
      return reduction.combine(accumulators, reduction.elements(at()));
    int64_t dim = shape.reduced[depth];
    return reduction.fold(0, type.getDimSize(dim), 1, accumulators,
                          [&](Idx idx, Values current) {
                            indices[dim] = idx;
                            return serialFrom(depth + 1, current);
                          });
  }

  /// Lane accumulators for whole vectors and a scalar one for the rest of each
  /// row; combined only at the very end.
  Values inLanes() {
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
      total = reduction.combine(
          total, lanesFrom(0, reduction.neutrals(), row, whole, extent, 1));
    return reduction.combine(reduction.initial(), total);
  }

  Values lanesFrom(unsigned depth, Values accumulators, int64_t row, int64_t lower,
                   int64_t upper, unsigned width) {
    int64_t dim = shape.reduced[depth];
    bool innermost = dim == row;
    return reduction.fold(
        innermost ? lower : 0, innermost ? upper : type.getDimSize(dim),
        innermost ? width : 1, accumulators, [&](Idx idx, Values current) {
          idx.laned = innermost && width > 1;
          indices[dim] = idx;
          if (!innermost)
            return lanesFrom(depth + 1, current, row, lower, upper, width);
          return reduction.combine(current, reduction.elements(at()));
        });
  }

  Index at() { return e.fromDims(type.getShape(), indices); }
};
} // namespace

void HostKernel::generateReduce() {
  // All results are reductions of one shape over the same dimensions.
  SmallVector<ReduceOp> ops;
  for (Value value : kernelResults(kernel)) {
    auto op = value.getDefiningOp<ReduceOp>();
    if (!llvm::is_contained(ops, op))
      ops.push_back(op);
  }
  ReduceShape shape(ops.front());
  unsigned lanes = 16;
  for (ReduceOp op : ops)
    for (Value input : op.getInputs())
      lanes = std::min(lanes, laneCount(typeOf(input).getElementType()));
  nest(shape.keptExtents, shape.innermostReduced ? 1 : lanes, [&](ArrayRef<Idx> kept) {
    for (ReduceOp op : ops) {
      Reduction reduction(e, op);
      ReduceNest nest(e, reduction, shape, lanes);
      Reduction::Values values = nest.run(kept);
      Idx place = e.idxConstant(0);
      for (auto [idx, extent] : llvm::zip_equal(kept, shape.keptExtents))
        place = e.idxAdd(e.idxMul(place, extent), idx);
      for (auto [value, result] : llvm::zip_equal(values, op.getResults()))
        for (auto [pointer, returned] : llvm::zip_equal(results, kernelResults(kernel)))
          if (returned == result)
            e.store(pointer, typeOf(result).getElementType(), place, value);
    }
  });
}

void HostKernel::generateScatter() {
  auto op = kernelResults(kernel)[0].getDefiningOp<ScatterOp>();
  ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  for (auto [input, pointer] : llvm::zip_equal(op.getInputs(), results))
    fill(input, pointer);

  RankedTensorType inputType = typeOf(op.getInputs()[0]);
  RankedTensorType updateType = typeOf(op.getUpdates()[0]);
  RankedTensorType indexType = typeOf(op.getScatterIndices());
  int64_t vectorDim = numbers.getIndexVectorDim();
  bool isUnsigned = indexType.getElementType().isUnsignedInteger();

  // Window extents of each input dimension.
  SmallVector<int64_t> window(inputType.getRank(), 1), windowDims;
  SmallVector<int64_t> scatterDims, scatterExtents;
  for (int64_t dim = 0; dim < updateType.getRank(); ++dim)
    if (!llvm::is_contained(numbers.getUpdateWindowDims(), dim)) {
      scatterDims.push_back(dim);
      scatterExtents.push_back(updateType.getDimSize(dim));
    }
  unsigned next = 0;
  for (int64_t dim = 0; dim < inputType.getRank(); ++dim) {
    if (llvm::is_contained(numbers.getInsertedWindowDims(), dim) ||
        llvm::is_contained(numbers.getInputBatchingDims(), dim))
      continue;
    windowDims.push_back(dim);
    window[dim] = updateType.getDimSize(numbers.getUpdateWindowDims()[next++]);
  }

  nest(scatterExtents, 1, [&](ArrayRef<Idx> scatter) {
    // Where the window starts, and whether it fits.
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
    for (auto [dim, indexDim] : llvm::zip_equal(numbers.getInputBatchingDims(),
                                                numbers.getScatterIndicesBatchingDims()))
      start[dim] = scatter[indexDim < vectorDim ? indexDim : indexDim - 1];

    auto condition = scf::IfOp::create(e.builder, e.loc, fits, /*withElseRegion=*/false);
    e.beginRegion(condition, condition.thenBlock());
    SmallVector<int64_t> extents;
    for (int64_t dim : windowDims)
      extents.push_back(window[dim]);
    unsigned lanes = laneCount(inputType.getElementType());
    nest(extents, lanes, [&](ArrayRef<Idx> inner) {
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
      for (auto [pointer, input, value] :
           llvm::zip_equal(results, op.getInputs(), values))
        e.store(pointer, typeOf(input).getElementType(), target, value);
    });
    e.endRegion();
  });
}
