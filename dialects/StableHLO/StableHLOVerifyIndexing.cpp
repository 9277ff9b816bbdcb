//===- StableHLOVerifyIndexing.cpp - slices, gather, scatter -----*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Constraints of the ops that read or write by index. Labels (C1)… are those
// of the op descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

LogicalResult SliceOp::verifyConstraints() {
  RankedTensorType type = getOperand().getType();
  int64_t rank = type.getRank();
  if (failed(verifyCount(*this, "start_indices", getStartIndices().size(), rank)) ||
      failed(verifyCount(*this, "limit_indices", getLimitIndices().size(), rank)) ||
      failed(verifyCount(*this, "strides", getStrides().size(), rank)))
    return failure(); // (C1)
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t start = getStartIndices()[dim], limit = getLimitIndices()[dim];
    int64_t size = type.getDimSize(dim);
    if (start < 0 || start > limit || limit > size) // (C2)
      return emitOpError() << "range " << start << ':' << limit << " of dimension " << dim
                           << " is not within its size " << size;
    if (getStrides()[dim] <= 0) // (C3)
      return emitOpError() << "stride of dimension " << dim << " is " << getStrides()[dim]
                           << ", but must be positive";
  }
  return success();
}

/// Start indices of a dynamic slice: one for each dimension, of one type.
static LogicalResult verifyStarts(Operation *op, OperandRange starts, int64_t rank) {
  if (failed(verifyCount(op, "start_indices", starts.size(), rank)))
    return failure();
  for (auto [index, start] : llvm::enumerate(starts))
    if (start.getType() != starts.front().getType())
      return op->emitOpError() << "start index #" << index << " has type " << start.getType()
                               << ", but start index #0 has type " << starts.front().getType();
  return success();
}

LogicalResult DynamicSliceOp::verifyConstraints() {
  RankedTensorType type = getOperand().getType();
  if (failed(verifyStarts(*this, getStartIndices(), type.getRank())) ||
      failed(verifyCount(*this, "slice_sizes", getSliceSizes().size(), type.getRank())))
    return failure(); // (C1), (C2)
  for (auto [dim, size] : llvm::enumerate(getSliceSizes()))
    if (size < 0 || size > type.getDimSize(dim)) // (C3)
      return emitOpError() << "slice size " << size << " of dimension " << dim
                           << " is not within its size " << type.getDimSize(dim);
  return success();
}

LogicalResult DynamicUpdateSliceOp::verifyConstraints() {
  RankedTensorType type = getOperand().getType();
  RankedTensorType update = getUpdate().getType();
  if (failed(verifyStarts(*this, getStartIndices(), type.getRank())))
    return failure(); // (C1), (C2)
  bool fits =
      update.getRank() == type.getRank() && update.getElementType() == type.getElementType();
  for (int64_t dim = 0; fits && dim < type.getRank(); ++dim)
    fits = update.getDimSize(dim) <= type.getDimSize(dim);
  if (!fits) // (C3)
    return emitOpError() << "update of type " << update << " does not fit in operand of type "
                         << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// The index vectors: along a dimension of the indices, or scalars when it is
/// their rank; one component for each entry of `map`.
static LogicalResult verifyIndexVectors(Operation *op, RankedTensorType indices, int64_t vectorDim,
                                        StringRef mapName, ArrayRef<int64_t> map) {
  if (vectorDim < 0 || vectorDim > indices.getRank())
    return op->emitOpError() << "index_vector_dim is " << vectorDim
                             << ", but the indices have rank " << indices.getRank();
  int64_t components = vectorDim == indices.getRank() ? 1 : indices.getDimSize(vectorDim);
  if (components != static_cast<int64_t>(map.size()))
    return op->emitOpError() << "index vectors have " << components << " components, but "
                             << mapName << " has " << map.size() << " entries";
  return success();
}

/// Batching dimensions pair up and agree in size.
static LogicalResult verifyBatching(Operation *op, RankedTensorType operand,
                                    ArrayRef<int64_t> operandDims, RankedTensorType indices,
                                    StringRef indicesName, ArrayRef<int64_t> indicesDims,
                                    int64_t vectorDim) {
  if (failed(verifyDims(op, indicesName, indicesDims, indices.getRank())))
    return failure();
  if (operandDims.size() != indicesDims.size())
    return op->emitOpError() << indicesName << " has " << indicesDims.size()
                             << " entries, but the operand has " << operandDims.size()
                             << " batching dimensions";
  for (auto [dim, other] : llvm::zip(operandDims, indicesDims)) {
    if (other == vectorDim)
      return op->emitOpError() << indicesName << " has dimension " << other
                               << ", which is index_vector_dim";
    if (operand.getDimSize(dim) != indices.getDimSize(other))
      return op->emitOpError() << "batching dimension " << dim << " of the operand has size "
                               << operand.getDimSize(dim) << ", but dimension " << other
                               << " of the indices has size " << indices.getDimSize(other);
  }
  return success();
}

LogicalResult GatherOp::verifyConstraints() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType indices = getStartIndices().getType();
  GatherDimensionNumbersAttr numbers = getDimensionNumbers();
  int64_t rank = operand.getRank();
  ArrayRef<int64_t> collapsed = numbers.getCollapsedSliceDims();
  ArrayRef<int64_t> batching = numbers.getOperandBatchingDims();
  ArrayRef<int64_t> offset = numbers.getOffsetDims();

  int64_t named = offset.size() + collapsed.size() + batching.size();
  if (named != rank) // (C1)
    return emitOpError() << "offset, collapsed and batching dimensions are " << named
                         << ", but the operand has rank " << rank;
  if (failed(verifyIndexVectors(*this, indices, numbers.getIndexVectorDim(), "start_index_map",
                                numbers.getStartIndexMap())))
    return failure(); // (C2)
  int64_t resultRank =
      indices.getRank() - (numbers.getIndexVectorDim() < indices.getRank() ? 1 : 0) + offset.size();
  if (failed(verifyDims(*this, "offset_dims", offset, resultRank,
                        /*sorted=*/true)) || // (C3)
      failed(verifyDims(*this, "collapsed_slice_dims", collapsed, rank,
                        /*sorted=*/true)) || // (C4)
      failed(verifyDims(*this, "operand_batching_dims", batching, rank,
                        /*sorted=*/true)))
    return failure();
  SmallVector<int64_t> both(collapsed), mapped(numbers.getStartIndexMap());
  both.append(batching.begin(), batching.end());
  mapped.append(batching.begin(), batching.end());
  if (failed(verifyDims(*this,
                        "collapsed_slice_dims with "
                        "operand_batching_dims",
                        both, rank)) ||
      failed(
          verifyDims(*this, "start_index_map with operand_batching_dims", mapped, rank)) || // (C5)
      failed(verifyBatching(*this, operand, batching, indices, "start_indices_batching_dims",
                            numbers.getStartIndicesBatchingDims(),
                            numbers.getIndexVectorDim())) || // (C6)
      failed(verifyCount(*this, "slice_sizes", getSliceSizes().size(), rank)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(getSliceSizes())) {
    if (size < 0 || size > operand.getDimSize(dim)) // (C7)
      return emitOpError() << "slice size " << size << " of dimension " << dim
                           << " is not within its size " << operand.getDimSize(dim);
    if (llvm::is_contained(both, dim) && size > 1) // (C4)
      return emitOpError() << "slice size of dimension " << dim << " is " << size
                           << ", but it is collapsed or batched and "
                           << "must be at most 1";
  }
  return success();
}

LogicalResult ScatterOp::verifyConstraints() {
  if (getNumOperands() < 3 || getNumOperands() % 2 == 0) // (C1)
    return emitOpError() << "has " << getNumOperands()
                         << " operands, but needs as many inputs as updates, "
                            "and indices";
  RankedTensorType input = tensorType(getInputs().front());
  RankedTensorType update = tensorType(getUpdates().front());
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getInputs(), getUpdates()))) { // (C2)
    RankedTensorType in = tensorType(std::get<0>(pair));
    RankedTensorType up = tensorType(std::get<1>(pair));
    if (in.getShape() != input.getShape() || up.getShape() != update.getShape())
      return emitOpError() << "input and update #" << index << " have types " << in << " and " << up
                           << ", but #0 have shapes " << shapeString(input.getShape()) << " and "
                           << shapeString(update.getShape());
    if (in.getElementType() != up.getElementType())
      return emitOpError() << "input #" << index << " has element type " << in.getElementType()
                           << ", but its update has " << up.getElementType();
  }

  RankedTensorType indices = getScatterIndices().getType();
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  int64_t rank = input.getRank(), vectorDim = numbers.getIndexVectorDim();
  ArrayRef<int64_t> window = numbers.getUpdateWindowDims();
  ArrayRef<int64_t> inserted = numbers.getInsertedWindowDims();
  ArrayRef<int64_t> batching = numbers.getInputBatchingDims();
  ArrayRef<int64_t> mapped = numbers.getScatterDimsToOperandDims();
  int64_t named = window.size() + inserted.size() + batching.size();
  if (named != rank) // (C3)
    return emitOpError() << "window, inserted and batching dimensions are " << named
                         << ", but the inputs have rank " << rank;
  SmallVector<int64_t> hidden(inserted);
  hidden.append(batching.begin(), batching.end());
  if (failed(
          verifyIndexVectors(*this, indices, vectorDim, "scatter_dims_to_operand_dims", mapped)) ||
      failed(verifyDims(*this, "update_window_dims", window, update.getRank(),
                        /*sorted=*/true)) || // (C5)
      failed(verifyDims(*this, "inserted_window_dims", inserted, rank,
                        /*sorted=*/true)) || // (C6)
      failed(verifyDims(*this, "input_batching_dims", batching, rank,
                        /*sorted=*/true)) ||
      failed(verifyDims(*this, "inserted_window_dims with input_batching_dims", hidden, rank)) ||
      failed(verifyDims(*this, "scatter_dims_to_operand_dims", mapped,
                        rank)) || // (C7)
      failed(verifyBatching(*this, input, batching, indices, "scatter_indices_batching_dims",
                            numbers.getScatterIndicesBatchingDims(),
                            vectorDim))) // (C8)
    return failure();

  // (C9): walk the updates' dimensions beside those they come from.
  SmallVector<int64_t> windowOf, scatterOf;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(hidden, dim))
      windowOf.push_back(input.getDimSize(dim));
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != vectorDim)
      scatterOf.push_back(indices.getDimSize(dim));
  int64_t expected = windowOf.size() + scatterOf.size();
  if (update.getRank() != expected)
    return emitOpError() << "updates have rank " << update.getRank()
                         << ", but windows and indices give " << expected;
  size_t nextWindow = 0, nextScatter = 0;
  for (int64_t dim = 0; dim < update.getRank(); ++dim) {
    int64_t size = update.getDimSize(dim);
    if (llvm::is_contained(window, dim)) {
      int64_t bound = windowOf[nextWindow++];
      if (size > bound)
        return emitOpError() << "dimension " << dim << " of the updates has "
                             << "size " << size << ", but the inputs hold " << bound;
      continue;
    }
    int64_t bound = scatterOf[nextScatter++];
    if (size != bound)
      return emitOpError() << "dimension " << dim << " of the updates has size " << size
                           << ", but the indices have " << bound;
  }
  for (auto [index, in] : llvm::enumerate(getInputs())) // (C11)
    if (index >= getNumResults() || getResult(index).getType() != in.getType())
      return emitOpError() << "result types differ from input types at #" << index;
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  return verifyReducer(*this, getUpdateComputation(), getInputs()); // (C10)
}
