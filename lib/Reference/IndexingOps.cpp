//===- IndexingOps.cpp - dynamic slices, gather, scatter --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops whose addresses are data. Gathers and dynamic slices hold indices in
// range; scatters skip windows that do not fit.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// An index of any integer type as a signed number: beyond the range of int64
/// is beyond any extent.
static int64_t indexOf(const Tensor &tensor, int64_t element) {
  int64_t value = tensor.intAt(element);
  if (value < 0 && IntFormat::of(tensor.getElementType()).isUnsigned)
    return INT64_MAX;
  return value;
}

/// Offset of the block of `sizes` in a tensor of `shape`, starts held in range.
static int64_t clampedOffset(ArrayRef<Tensor> starts, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides = stridesOf(shape);
  int64_t offset = 0;
  for (auto [d, start] : llvm::enumerate(starts)) {
    int64_t index = indexOf(start, 0);
    offset += std::clamp<int64_t>(index, 0, shape[d] - sizes[d]) * strides[d];
  }
  return offset;
}

static LogicalResult evaluateDynamicSlice(DynamicSliceOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  int64_t offset =
      clampedOffset(ArrayRef(e.operands).drop_front(), x.getShape(), op.getSliceSizes());
  return e.give(gatherBlock(resultType(op), x, offset, stridesOf(x.getShape())));
}

static LogicalResult evaluateDynamicUpdateSlice(DynamicUpdateSliceOp op, Evaluation &e) {
  Tensor x = e.take(0), update = e.take(1);
  int64_t offset =
      clampedOffset(ArrayRef(e.operands).drop_front(2), x.getShape(), update.getShape());
  copyBlock(x, offset, stridesOf(x.getShape()), update, 0, stridesOf(update.getShape()),
            update.getShape());
  return e.give(x);
}

//===----------------------------------------------------------------------===//
// Windows of gather and scatter
//===----------------------------------------------------------------------===//

namespace {
/// What gather and scatter share: `indices` holds vectors along `vectorDim`;
/// the other dimensions of it are the loop over windows. Window dimensions of
/// the operand are those neither collapsed nor batching, in order.
struct Windows {
  ArrayRef<int64_t> operandShape, collapsed, operandBatching, indexBatching, indexMap;
  int64_t vectorDim;
  const Tensor &indices;

  SmallVector<int64_t> loopShape() const {
    SmallVector<int64_t> shape;
    for (auto [d, extent] : llvm::enumerate(indices.getShape()))
      if (static_cast<int64_t>(d) != vectorDim)
        shape.push_back(extent);
    return shape;
  }
  SmallVector<int64_t> windowDims() const {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < static_cast<int64_t>(operandShape.size()); ++d)
      if (!llvm::is_contained(collapsed, d) && !llvm::is_contained(operandBatching, d))
        dims.push_back(d);
    return dims;
  }
  /// Start of the window for one index of the loop, as the indices say it.
  SmallVector<int64_t> start(ArrayRef<int64_t> loop) const {
    SmallVector<int64_t> strides = stridesOf(indices.getShape());
    int64_t offset = 0;
    SmallVector<int64_t> position; // in `indices`, the vector's dimension at 0
    for (int64_t d = 0, l = 0; d < indices.getRank(); ++d)
      position.push_back(d == vectorDim ? 0 : loop[l++]);
    for (auto [at, stride] : llvm::zip(position, strides))
      offset += at * stride;
    int64_t step = vectorDim < indices.getRank() ? strides[vectorDim] : 0;
    SmallVector<int64_t> start(operandShape.size(), 0);
    for (auto [component, dim] : llvm::enumerate(indexMap))
      start[dim] = indexOf(indices, offset + static_cast<int64_t>(component) * step);
    for (auto [dim, indexDim] : llvm::zip(operandBatching, indexBatching))
      start[dim] = position[indexDim];
    return start;
  }
};
} // namespace

/// Strides of the dimensions of `strides` that `dims` lists, or does not.
static SmallVector<int64_t> pick(ArrayRef<int64_t> values, ArrayRef<int64_t> dims,
                                 bool listed = true) {
  SmallVector<int64_t> picked;
  for (auto [d, value] : llvm::enumerate(values))
    if (llvm::is_contained(dims, static_cast<int64_t>(d)) == listed)
      picked.push_back(value);
  return picked;
}

static int64_t dot(ArrayRef<int64_t> x, ArrayRef<int64_t> y) {
  int64_t sum = 0;
  for (auto [a, b] : llvm::zip_equal(x, y))
    sum += a * b;
  return sum;
}

static LogicalResult evaluateGather(GatherOp op, Evaluation &e) {
  GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  const Tensor &x = e.operands[0], &indices = e.operands[1];
  Tensor result = Tensor::uninitialized(resultType(op));
  Windows windows{x.getShape(),
                  dims.getCollapsedSliceDims(),
                  dims.getOperandBatchingDims(),
                  dims.getStartIndicesBatchingDims(),
                  dims.getStartIndexMap(),
                  dims.getIndexVectorDim(),
                  indices};
  SmallVector<int64_t> inStrides = stridesOf(x.getShape());
  SmallVector<int64_t> outStrides = stridesOf(result.getShape());
  SmallVector<int64_t> windowDims = windows.windowDims();
  SmallVector<int64_t> windowShape = pick(op.getSliceSizes(), windowDims);
  SmallVector<int64_t> windowIn = pick(inStrides, windowDims);
  SmallVector<int64_t> windowOut = pick(outStrides, dims.getOffsetDims());
  SmallVector<int64_t> loopOut = pick(outStrides, dims.getOffsetDims(), /*listed=*/false);
  for (Odometer loop(windows.loopShape()); !loop.isDone(); loop.next()) {
    SmallVector<int64_t> start = windows.start(loop.get());
    for (auto [d, at] : llvm::enumerate(start))
      at = std::clamp<int64_t>(at, 0, x.getShape()[d] - op.getSliceSizes()[d]);
    copyBlock(result, dot(loop.get(), loopOut), windowOut, x, dot(start, inStrides), windowIn,
              windowShape);
  }
  return e.give(result);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Combines one update element into one element of the results.
static LogicalResult combineElement(Block &body, Operation *combiner,
                                    MutableArrayRef<Tensor> results, int64_t to,
                                    ArrayRef<Tensor> updates, int64_t from,
                                    const Evaluation &outer) {
  if (combiner && combineDirectly(combiner, results[0], to, updates[0], from, 1))
    return success();
  auto element = [](const Tensor &tensor, int64_t index) {
    auto type = RankedTensorType::get({}, tensor.getElementType());
    return tensor.isFloat() ? Tensor::splat(type, tensor.at(index))
                            : Tensor::splatInt(type, tensor.intAt(index));
  };
  SmallVector<Tensor> arguments;
  for (const Tensor &result : results)
    arguments.push_back(element(result, to));
  for (const Tensor &update : updates)
    arguments.push_back(element(update, from));
  FailureOr<SmallVector<Tensor>> values = evaluateLifted(body, arguments, outer);
  if (failed(values))
    return failure();
  for (auto [result, value] : llvm::zip_equal(results, *values)) {
    if (result.isFloat())
      result.getMutable<double>()[to] = value.scalar();
    else
      result.getMutable<int64_t>()[to] = value.intAt(0);
  }
  return success();
}

static LogicalResult evaluateScatter(ScatterOp op, Evaluation &e) {
  ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  size_t count = op.getInputs().size();
  SmallVector<Tensor> results, updates;
  for (size_t i = 0; i < count; ++i)
    results.push_back(e.take(i));
  Tensor indices = e.take(count);
  for (size_t i = 0; i < count; ++i)
    updates.push_back(e.take(count + 1 + i));

  SmallVector<int64_t> shape(results[0].getShape()), updateShape(updates[0].getShape());
  Windows windows{shape,
                  dims.getInsertedWindowDims(),
                  dims.getInputBatchingDims(),
                  dims.getScatterIndicesBatchingDims(),
                  dims.getScatterDimsToOperandDims(),
                  dims.getIndexVectorDim(),
                  indices};
  SmallVector<int64_t> outStrides = stridesOf(shape), inStrides = stridesOf(updateShape);
  SmallVector<int64_t> windowDims = windows.windowDims();
  SmallVector<int64_t> windowShape = pick(updateShape, dims.getUpdateWindowDims());
  SmallVector<int64_t> windowIn = pick(inStrides, dims.getUpdateWindowDims());
  SmallVector<int64_t> windowOut = pick(outStrides, windowDims);
  SmallVector<int64_t> loopIn = pick(inStrides, dims.getUpdateWindowDims(), /*listed=*/false);
  SmallVector<int64_t> extent(shape.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(windowDims, windowShape))
    extent[dim] = size;

  Block &body = op.getUpdateComputation().front();
  Operation *combiner = count == 1 ? singleCombiner(body) : nullptr;
  for (Odometer loop(windows.loopShape()); !loop.isDone(); loop.next()) {
    SmallVector<int64_t> start = windows.start(loop.get());
    bool fits = true;
    for (auto [at, size, limit] : llvm::zip_equal(start, extent, shape))
      fits &= at >= 0 && at <= limit - size;
    if (!fits)
      continue;
    int64_t to = dot(start, outStrides), from = dot(loop.get(), loopIn);
    for (Odometer window(windowShape); !window.isDone(); window.next())
      if (failed(combineElement(body, combiner, results, to + dot(window.get(), windowOut), updates,
                                from + dot(window.get(), windowIn), e)))
        return failure();
  }
  e.results = std::move(results);
  return success();
}

void shardc::reference::addIndexingOps(Registry &registry) {
  registry.add<DynamicSliceOp>(evaluateDynamicSlice);
  registry.add<DynamicUpdateSliceOp>(evaluateDynamicUpdateSlice);
  registry.add<GatherOp>(evaluateGather);
  registry.add<ScatterOp>(evaluateScatter);
}
