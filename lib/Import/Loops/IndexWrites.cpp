//===- IndexWrites.cpp - writes at known indices -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A series of writes along one dimension becomes one concatenation of what is left of
// each; a single one is put between the parts around it.
//
//===----------------------------------------------------------------------===//
#include "IndexFolder.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;

namespace shardc {

Value IndexFolder::foldUpdate(stablehlo::DynamicUpdateSliceOp op) {
  RankedTensorType type = op.getType();
  ArrayRef<int64_t> sizes = typeOf(op.getUpdate()).getShape();
  auto starts = startsOf(type.getShape(), sizes, op.getStartIndices());
  if (!starts)
    return {};
  if (sizes == type.getShape())
    return op.getUpdate();
  if (llvm::is_contained(sizes, 0))
    return op.getOperand();
  // What it becomes depends on who uses it: see run().
  updates[op] = std::move(*starts);
  return {};
}

/// A scatter of one window that fits, and that replaces what was there or is
/// combined with it by one op.
Value IndexFolder::foldScatter(stablehlo::ScatterOp op) {
  auto numbers = op.getScatterDimensionNumbers();
  ArrayRef<int64_t> map = numbers.getScatterDimsToOperandDims();
  if (op.getInputs().size() != 1 || !numbers.getInputBatchingDims().empty() ||
      typeOf(op.getScatterIndices()).getNumElements() != static_cast<int64_t>(map.size()))
    return {};
  const KnownTensor *indices = known.get(op.getScatterIndices());
  if (!indices)
    return {};
  Value input = op.getInputs()[0], update = op.getUpdates()[0];
  RankedTensorType type = typeOf(input);
  Box box{SmallVector<int64_t, 4>(type.getRank(), 0), SmallVector<int64_t, 4>(type.getRank(), 1)};
  auto window = numbers.getUpdateWindowDims().begin();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), dim))
      box.sizes[dim] = typeOf(update).getDimSize(*window++);
  for (auto [position, dim] : llvm::enumerate(map)) {
    box.starts[dim] = indices->at(position);
    if (box.starts[dim] < 0 || box.starts[dim] + box.sizes[dim] > type.getDimSize(dim))
      return {};
  }
  mlir::Block &body = op.getUpdateComputation().front();
  Value yielded = body.getTerminator()->getOperand(0);
  update = reshaped(update, box.sizes);
  if (yielded != body.getArgument(1)) {
    Operation *combiner = yielded.getDefiningOp();
    if (!combiner || combiner != &body.front() || combiner->getNumOperands() != 2 ||
        !combiner->hasTrait<OpTrait::SameOperandsAndResultType>() ||
        combiner->getOperand(0) != body.getArgument(0) ||
        combiner->getOperand(1) != body.getArgument(1))
      return {};
    OperationState state(op.getLoc(), combiner->getName(), {sliceOf(input, box), update},
                         {update.getType()}, combiner->getAttrs());
    update = builder.create(state)->getResult(0);
  }
  if (box.isAllOf(type.getShape()))
    return update;
  SmallVector<Value> starts;
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  for (int64_t start : box.starts)
    starts.push_back(stablehlo::ConstantOp::create(
        builder, op.getLoc(), DenseElementsAttr::get(scalar, builder.getI32IntegerAttr(start))));
  auto write =
      stablehlo::DynamicUpdateSliceOp::create(builder, op.getLoc(), type, input, update, starts);
  updates[write] = box.starts;
  return write;
}

/// The only dimension that an update does not cover; nullopt when there are more.
std::optional<unsigned> IndexFolder::dimOf(stablehlo::DynamicUpdateSliceOp op) const {
  std::optional<unsigned> result;
  ArrayRef<int64_t> sizes = typeOf(op.getUpdate()).getShape();
  for (auto [d, size, extent] : llvm::enumerate(sizes, op.getType().getShape())) {
    if (size == extent)
      continue;
    if (result)
      return std::nullopt;
    result = d;
  }
  return result;
}

/// A value with a box replaced, dimension by dimension from `dim` on.
Value IndexFolder::written(Value value, Value update, ArrayRef<int64_t> starts, unsigned dim) {
  RankedTensorType type = typeOf(value), box = typeOf(update);
  while (dim < starts.size() && box.getDimSize(dim) == type.getDimSize(dim))
    ++dim;
  if (dim == starts.size())
    return update;
  int64_t begin = starts[dim], end = begin + box.getDimSize(dim);
  SmallVector<Value> pieces;
  if (begin > 0)
    pieces.push_back(part(value, dim, 0, begin));
  pieces.push_back(written(part(value, dim, begin, end), update, starts, dim + 1));
  if (end < type.getDimSize(dim))
    pieces.push_back(part(value, dim, end, type.getDimSize(dim)));
  return stablehlo::ConcatenateOp::create(builder, value.getLoc(), type, pieces, dim);
}

/// A series of updates along one dimension, as one concatenation of what is left of
/// each.
Value IndexFolder::series(stablehlo::DynamicUpdateSliceOp last, unsigned dim) {
  int64_t extent = last.getType().getDimSize(dim);
  // Which write each row is from; later writes come first.
  struct Piece {
    Value value;
    int64_t offset;
  };
  std::vector<Piece> rows(extent);
  int64_t open = extent;
  Value base = last;
  while (open > 0) {
    auto update = base.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (!update || !updates.contains(update) || dimOf(update) != dim)
      break;
    int64_t start = updates[update][dim];
    for (int64_t i = 0, end = typeOf(update.getUpdate()).getDimSize(dim); i < end; ++i)
      if (!rows[start + i].value) {
        rows[start + i] = {update.getUpdate(), i};
        --open;
      }
    base = update.getOperand();
  }
  SmallVector<Value> pieces;
  for (int64_t row = 0; row < extent;) {
    Piece first = rows[row].value ? rows[row] : Piece{base, row};
    int64_t end = row + 1;
    while (end < extent) {
      Piece next = rows[end].value ? rows[end] : Piece{base, end};
      if (next.value != first.value || next.offset != first.offset + (end - row))
        break;
      ++end;
    }
    pieces.push_back(part(first.value, dim, first.offset, first.offset + (end - row)));
    row = end;
  }
  if (pieces.size() == 1)
    return pieces[0];
  return stablehlo::ConcatenateOp::create(builder, last.getLoc(), last.getType(), pieces, dim);
}

} // namespace shardc
