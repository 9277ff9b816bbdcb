//===- DotAnalysis.cpp - dot products as strided products -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A dot_general becomes C[b,m,n] = sum A[b,m,k] B[b,k,n] without moving data
// wherever strides can express it: dimensions merge where every operand walks
// them at one stride, and the free ones that do not merge become batches.
//
//===----------------------------------------------------------------------===//
#include "DotAnalysis.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

SmallVector<int64_t> codegen::rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides;
}

std::optional<SmallVector<int64_t>> codegen::reshapeStrides(ArrayRef<int64_t> shape,
                                                            ArrayRef<int64_t> strides,
                                                            ArrayRef<int64_t> newShape) {
  SmallVector<std::pair<int64_t, int64_t>> old;
  for (auto [extent, stride] : llvm::zip_equal(shape, strides))
    if (extent != 1)
      old.push_back({extent, stride});
  SmallVector<int64_t> result(newShape.size(), 0);
  size_t from = 0, to = 0;
  while (from < old.size()) {
    // The least run of dimensions on both sides with equal products.
    size_t fromEnd = from + 1, toEnd = to;
    int64_t fromProduct = old[from].first, toProduct = 1;
    while (fromProduct != toProduct) {
      if (toProduct < fromProduct) {
        if (toEnd == newShape.size())
          return std::nullopt;
        toProduct *= newShape[toEnd++];
      } else {
        if (fromEnd == old.size())
          return std::nullopt;
        fromProduct *= old[fromEnd++].first;
      }
    }
    for (size_t dim = from; dim + 1 < fromEnd; ++dim)
      if (old[dim].second != old[dim + 1].second * old[dim + 1].first)
        return std::nullopt;
    int64_t stride = old[fromEnd - 1].second;
    for (size_t dim = toEnd; dim-- > to;) {
      result[dim] = stride;
      stride *= newShape[dim];
    }
    from = fromEnd;
    to = toEnd;
  }
  return result;
}

StridedView codegen::viewOf(Value value) {
  SmallVector<Operation *> chain;
  Value base = value;
  while (Operation *op = base.getDefiningOp()) {
    if (!isa<TransposeOp, ReshapeOp, BroadcastInDimOp>(op))
      break;
    chain.push_back(op);
    base = op->getOperand(0);
  }
  StridedView view;
  auto restart = [&](Value at) {
    view.base = at;
    view.shape.assign(shapeOf(at).begin(), shapeOf(at).end());
    view.strides = rowMajorStrides(view.shape);
    view.ops.clear();
  };
  restart(base);
  for (Operation *op : llvm::reverse(chain)) {
    Value result = op->getResult(0);
    SmallVector<int64_t> strides(shapeOf(result).size(), 0);
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
        strides[dim] = view.strides[from];
    } else if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
      for (auto [from, dim] : llvm::enumerate(broadcast.getBroadcastDimensions()))
        if (view.shape[from] == shapeOf(result)[dim])
          strides[dim] = view.strides[from];
    } else if (auto reshaped = reshapeStrides(view.shape, view.strides, shapeOf(result))) {
      strides = *reshaped;
    } else {
      restart(result);
      continue;
    }
    view.shape.assign(shapeOf(result).begin(), shapeOf(result).end());
    view.strides = strides;
    view.ops.push_back(op);
  }
  return view;
}

OutputView codegen::outputOf(DotGeneralOp dot) {
  // Candidates: the chain of single uses behind the dot, up to each transpose.
  SmallVector<Operation *> chain;
  size_t useful = 0;
  Value value = dot.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (!isa<TransposeOp, ReshapeOp>(user))
      break;
    chain.push_back(user);
    if (isa<TransposeOp>(user))
      useful = chain.size();
    value = user->getResult(0);
  }
  for (; useful > 0; --useful) {
    if (!isa<TransposeOp>(chain[useful - 1]))
      continue;
    Value last = chain[useful - 1]->getResult(0);
    SmallVector<int64_t> shape(shapeOf(last));
    std::optional<SmallVector<int64_t>> strides = rowMajorStrides(shape);
    for (size_t index = useful; strides && index-- > 0;) {
      ArrayRef<int64_t> before = shapeOf(chain[index]->getOperand(0));
      if (auto transpose = dyn_cast<TransposeOp>(chain[index])) {
        SmallVector<int64_t> turned(before.size());
        for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
          turned[from] = (*strides)[dim];
        strides = turned;
      } else {
        strides = reshapeStrides(shape, *strides, before);
      }
      shape.assign(before.begin(), before.end());
    }
    if (strides)
      return {last, *strides, SmallVector<Operation *>(ArrayRef(chain).take_front(useful))};
  }
  return {dot.getResult(), rowMajorStrides(shapeOf(dot.getResult())), {}};
}

SmallVector<int64_t> codegen::freeDims(int64_t rank, ArrayRef<int64_t> batching,
                                       ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batching, dim) && !llvm::is_contained(contracting, dim))
      dims.push_back(dim);
  return dims;
}

int64_t codegen::dotFlops(DotGeneralOp dot) {
  int64_t flops = 2 * cast<RankedTensorType>(dot.getType()).getNumElements();
  for (int64_t dim : dot.getDotDimensionNumbers().getLhsContractingDimensions())
    flops *= shapeOf(dot.getLhs())[dim];
  return flops;
}

namespace {
/// One loop of the product and the strides at which the operands walk it.
struct Walk {
  int64_t extent, a, b, c;
};
} // namespace

/// Drops loops of one turn and merges neighbours that walk as one.
static SmallVector<Walk> merged(ArrayRef<Walk> walks) {
  SmallVector<Walk> result;
  for (const Walk &walk : walks) {
    if (walk.extent == 1)
      continue;
    if (!result.empty()) {
      Walk &outer = result.back();
      if (outer.a == walk.a * walk.extent && outer.b == walk.b * walk.extent &&
          outer.c == walk.c * walk.extent) {
        outer = {outer.extent * walk.extent, walk.a, walk.b, walk.c};
        continue;
      }
    }
    result.push_back(walk);
  }
  return result;
}

GemmDims GemmDims::transposed() const {
  GemmDims result = *this;
  std::swap(result.aBatch, result.bBatch);
  result.m = n, result.n = m;
  result.aM = bN, result.aK = bK;
  result.bK = aK, result.bN = aM;
  result.cM = cN, result.cN = cM;
  return result;
}

std::optional<GemmDims> codegen::gemmDims(DotGeneralOp dot, const StridedView &lhs,
                                          const StridedView &rhs, ArrayRef<int64_t> outStrides) {
  DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  SmallVector<Walk> batch, rows, columns, inner;
  unsigned out = 0;
  for (auto [a, b] :
       llvm::zip_equal(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions()))
    batch.push_back({lhs.shape[a], lhs.strides[a], rhs.strides[b], outStrides[out++]});
  for (int64_t dim : freeDims(lhs.shape.size(), numbers.getLhsBatchingDimensions(),
                              numbers.getLhsContractingDimensions()))
    rows.push_back({lhs.shape[dim], lhs.strides[dim], 0, outStrides[out++]});
  for (int64_t dim : freeDims(rhs.shape.size(), numbers.getRhsBatchingDimensions(),
                              numbers.getRhsContractingDimensions()))
    columns.push_back({rhs.shape[dim], 0, rhs.strides[dim], outStrides[out++]});
  for (auto [a, b] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                     numbers.getRhsContractingDimensions()))
    inner.push_back({lhs.shape[a], lhs.strides[a], rhs.strides[b], 0});

  batch = merged(batch);
  rows = merged(rows);
  columns = merged(columns);
  inner = merged(inner);
  if (inner.size() > 1)
    return std::nullopt;

  GemmDims dims;
  if (!inner.empty()) {
    dims.k = inner[0].extent;
    dims.aK = inner[0].a;
    dims.bK = inner[0].b;
  }
  // The largest free loop becomes m and n; the others are batches in which the
  // other operand stands still.
  auto choose = [&](ArrayRef<Walk> walks) -> std::optional<Walk> {
    std::optional<Walk> best;
    for (const Walk &walk : walks)
      if (!best || walk.extent > best->extent)
        best = walk;
    bool found = false;
    for (const Walk &walk : walks) {
      bool isBest = !found && best && walk.extent == best->extent && walk.a == best->a &&
                    walk.b == best->b && walk.c == best->c;
      if (isBest)
        found = true;
      else
        batch.push_back(walk);
    }
    return best;
  };
  if (std::optional<Walk> walk = choose(rows)) {
    dims.m = walk->extent;
    dims.aM = walk->a;
    dims.cM = walk->c;
  } else {
    dims.aM = dims.k;
    dims.cM = 1;
  }
  if (std::optional<Walk> walk = choose(columns)) {
    dims.n = walk->extent;
    dims.bN = walk->b;
    dims.cN = walk->c;
  } else {
    dims.bN = 1;
    dims.cN = 1;
  }
  for (const Walk &walk : batch) {
    dims.batch.push_back(walk.extent);
    dims.aBatch.push_back(walk.a);
    dims.bBatch.push_back(walk.b);
    dims.cBatch.push_back(walk.c);
  }
  return dims;
}
