//===- BatchIndices.cpp - batches of gather and scatter ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// x[arange(B), i] says by an index that row b is read for row b of the result. A
// gather and a scatter can say that without: by a dimension of batches, whose parts
// are independent of each other. Components of index vectors that count a dimension
// of the indices become such; of a gather that has no others a slice is left.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "IndexForms.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace shardc {
namespace {

using raising::IndexForm;
using raising::IndexForms;
using raising::Plane;

/// A component of index vectors that is the index along a dimension of the indices.
struct Batch {
  int64_t component, operandDim, indexDim;
};

/// Batching dimensions and index maps as gather and scatter both have them.
struct Numbers {
  SmallVector<int64_t> single, operandBatching, indexBatching, map;
  int64_t vectorDim;

  /// Makes some components batches.
  void take(ArrayRef<Batch> batches) {
    SmallVector<std::pair<int64_t, int64_t>> pairs;
    for (auto [dim, other] : llvm::zip_equal(operandBatching, indexBatching))
      pairs.push_back({dim, other});
    for (const Batch &batch : batches) {
      pairs.push_back({batch.operandDim, batch.indexDim});
      llvm::erase(single, batch.operandDim);
      llvm::erase(map, batch.operandDim);
    }
    llvm::sort(pairs);
    operandBatching.clear();
    indexBatching.clear();
    for (auto [dim, other] : pairs) {
      operandBatching.push_back(dim);
      indexBatching.push_back(other);
    }
  }
};

/// Components that count a dimension of the indices, each another one, with as many
/// indices as `fits` wants for the operand's dimension.
SmallVector<Batch> findBatches(IndexForms &forms, Value indices, const Numbers &numbers,
                               llvm::function_ref<bool(int64_t, int64_t)> fits) {
  SmallVector<Batch> batches;
  RankedTensorType type = typeOf(indices);
  SmallVector<int64_t> used(numbers.indexBatching);
  for (auto [component, dim] : llvm::enumerate(numbers.map)) {
    // Vectors without a dimension are single numbers.
    Plane plane;
    if (numbers.vectorDim < type.getRank())
      plane = {numbers.vectorDim, static_cast<int64_t>(component)};
    IndexForm form = forms.get(indices, plane);
    if (form.kind != IndexForm::Index || llvm::is_contained(used, form.dim) ||
        !llvm::is_contained(numbers.single, dim) || !fits(dim, type.getDimSize(form.dim)))
      continue;
    used.push_back(form.dim);
    batches.push_back({static_cast<int64_t>(component), dim, form.dim});
  }
  return batches;
}

/// Index vectors without some of their components, of which others remain.
Value withoutComponents(TensorBuilder &b, Value indices, int64_t vectorDim,
                        const llvm::BitVector &dropped) {
  if (dropped.none())
    return indices;
  SmallVector<Value> parts;
  if (auto concat = indices.getDefiningOp<stablehlo::ConcatenateOp>();
      concat && static_cast<int64_t>(concat.getDimension()) == vectorDim) {
    unsigned begin = 0;
    for (Value part : concat.getInputs()) {
      unsigned count = typeOf(part).getDimSize(vectorDim);
      llvm::BitVector own(count);
      for (unsigned i = 0; i < count; ++i)
        own[i] = dropped[begin + i];
      if (!own.all())
        parts.push_back(withoutComponents(b, part, vectorDim, own));
      begin += count;
    }
  } else {
    for (int begin = dropped.find_first_unset(); begin >= 0;) {
      int end = dropped.find_next(begin);
      end = end < 0 ? static_cast<int>(dropped.size()) : end;
      parts.push_back(b.sliceDim(indices, vectorDim, begin, end));
      begin = dropped.find_next_unset(end - 1);
    }
  }
  return parts.size() == 1 ? parts.front() : b.concatenate(parts, vectorDim);
}

Value withoutComponents(TensorBuilder &b, Value indices, int64_t vectorDim,
                        ArrayRef<Batch> batches) {
  llvm::BitVector dropped(typeOf(indices).getDimSize(vectorDim));
  for (const Batch &batch : batches)
    dropped.set(batch.component);
  return withoutComponents(b, indices, vectorDim, dropped);
}

/// What a gather takes when nothing is left to look up: one row for each batch, the
/// front of the other dimensions.
Value takeFronts(TensorBuilder &b, stablehlo::GatherOp op, Value operand, const Numbers &numbers) {
  RankedTensorType from = typeOf(operand), type = op.getType();
  ArrayRef<int64_t> offsets = op.getDimensionNumbers().getOffsetDims();
  // Dimensions of the result that the indices count.
  SmallVector<int64_t> counted;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(offsets, dim))
      counted.push_back(dim);
  SmallVector<int64_t> zeros(from.getRank(), 0), ones(from.getRank(), 1);
  SmallVector<int64_t> limits(from.getShape()), shape, dims;
  for (int64_t dim = 0; dim < from.getRank(); ++dim) {
    auto batch = llvm::find(numbers.operandBatching, dim);
    if (batch != numbers.operandBatching.end()) {
      int64_t other = numbers.indexBatching[batch - numbers.operandBatching.begin()];
      dims.push_back(counted[other - (other > numbers.vectorDim)]);
      shape.push_back(limits[dim]);
      continue;
    }
    limits[dim] = op.getSliceSizes()[dim];
    if (llvm::is_contained(numbers.single, dim))
      continue;
    shape.push_back(limits[dim]);
    dims.push_back(offsets.front());
    offsets = offsets.drop_front();
  }
  Value value = operand;
  if (ArrayRef<int64_t>(limits) != from.getShape())
    value = b.slice(value, zeros, limits, ones);
  if (ArrayRef<int64_t>(shape) != typeOf(value).getShape())
    value = b.reshape(value, shape);
  if (static_cast<int64_t>(dims.size()) < type.getRank())
    return b.broadcast(value, type.getShape(), dims);
  SmallVector<int64_t> order(dims.size());
  for (auto [in, out] : llvm::enumerate(dims))
    order[out] = in;
  return llvm::is_sorted(order) ? value : b.transpose(value, order);
}

void batchGather(IndexForms &forms, stablehlo::GatherOp op) {
  auto from = op.getDimensionNumbers();
  Numbers numbers{SmallVector<int64_t>(from.getCollapsedSliceDims()),
                  SmallVector<int64_t>(from.getOperandBatchingDims()),
                  SmallVector<int64_t>(from.getStartIndicesBatchingDims()),
                  SmallVector<int64_t>(from.getStartIndexMap()), from.getIndexVectorDim()};
  RankedTensorType type = op.getOperand().getType();
  if (type.getNumElements() == 0 || op.getType().getNumElements() == 0)
    return;
  // Indices in range are not moved, and fewer rows than there are are the front ones.
  SmallVector<Batch> batches =
      findBatches(forms, op.getStartIndices(), numbers,
                  [&](int64_t dim, int64_t count) { return count <= type.getDimSize(dim); });
  if (batches.empty())
    return;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  numbers.take(batches);
  Value operand = op.getOperand();
  for (const Batch &batch : batches)
    if (int64_t count = typeOf(op.getStartIndices()).getDimSize(batch.indexDim);
        count < type.getDimSize(batch.operandDim))
      operand = b.sliceDim(operand, batch.operandDim, 0, count);
  if (numbers.map.empty()) {
    Value value = takeFronts(b, op, operand, numbers);
    // What the result is annotated with needs an op.
    if (value == op.getOperand() && !op->getDiscardableAttrs().empty())
      value = b.reshape(value, op.getType().getShape());
    if (value != op.getOperand())
      value.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op.replaceAllUsesWith(value);
    return;
  }
  op.getOperandMutable().assign(operand);
  op.getStartIndicesMutable().assign(
      withoutComponents(b, op.getStartIndices(), numbers.vectorDim, batches));
  op.setDimensionNumbersAttr(stablehlo::GatherDimensionNumbersAttr::get(
      op.getContext(), from.getOffsetDims(), numbers.single, numbers.operandBatching,
      numbers.indexBatching, numbers.map, numbers.vectorDim));
  // The order of vectors with the components that have gone says nothing of the rest.
  op.setIndicesAreSorted(false);
}

void batchScatter(IndexForms &forms, stablehlo::ScatterOp op) {
  auto from = op.getScatterDimensionNumbers();
  Numbers numbers{SmallVector<int64_t>(from.getInsertedWindowDims()),
                  SmallVector<int64_t>(from.getInputBatchingDims()),
                  SmallVector<int64_t>(from.getScatterIndicesBatchingDims()),
                  SmallVector<int64_t>(from.getScatterDimsToOperandDims()),
                  from.getIndexVectorDim()};
  RankedTensorType type = typeOf(op.getInputs().front());
  SmallVector<Batch> batches =
      findBatches(forms, op.getScatterIndices(), numbers,
                  [&](int64_t dim, int64_t count) { return count == type.getDimSize(dim); });
  // Index vectors need a component.
  if (batches.size() == numbers.map.size() && !batches.empty())
    batches.pop_back();
  if (batches.empty())
    return;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  numbers.take(batches);
  op.getScatterIndicesMutable().assign(
      withoutComponents(b, op.getScatterIndices(), numbers.vectorDim, batches));
  op.setScatterDimensionNumbersAttr(stablehlo::ScatterDimensionNumbersAttr::get(
      op.getContext(), from.getUpdateWindowDims(), numbers.single, numbers.operandBatching,
      numbers.indexBatching, numbers.map, numbers.vectorDim));
  op.setIndicesAreSorted(false);
}

} // namespace

void batchIndices(func::FuncOp main) {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) {
    if (isa<stablehlo::GatherOp, stablehlo::ScatterOp>(op))
      ops.push_back(op);
  });
  IndexForms forms;
  for (Operation *op : ops)
    if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
      batchGather(forms, gather);
    else
      batchScatter(forms, cast<stablehlo::ScatterOp>(op));
}

} // namespace shardc
