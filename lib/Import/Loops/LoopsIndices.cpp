//===- LoopsIndices.cpp - accesses at known indices -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Unrolled loops read and write stacks of values at numbers. A read of what was
// written before becomes the value itself; a series of writes becomes one
// concatenation; everything else with known indices becomes slices.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Loops.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

/// A box of a value: where it begins and how large it is.
struct Box {
  SmallVector<int64_t, 4> starts, sizes;

  bool isAllOf(ArrayRef<int64_t> shape) const { return ArrayRef<int64_t>(sizes) == shape; }
};

class IndexFolder {
public:
  explicit IndexFolder(func::FuncOp main) : main(main), builder(main.getContext()) {}
  void run();

private:
  Value fold(Operation *op);
  Value foldSlice(stablehlo::SliceOp op);
  Value foldDynamicSlice(stablehlo::DynamicSliceOp op);
  Value foldUpdate(stablehlo::DynamicUpdateSliceOp op);
  Value foldGather(stablehlo::GatherOp op);
  Value foldRange(stablehlo::GatherOp op, const KnownTensor &indices);
  Value foldScatter(stablehlo::ScatterOp op);
  Value foldReshape(stablehlo::ReshapeOp op);
  Value foldConcatenate(stablehlo::ConcatenateOp op);

  std::optional<SmallVector<int64_t, 4>> startsOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes,
                                                  ValueRange starts);
  std::pair<Value, Box> follow(Value value, Box box);
  Value sliceOf(Value value, Box box);
  Value part(Value value, unsigned dim, int64_t begin, int64_t end);
  Value reshaped(Value value, ArrayRef<int64_t> shape);
  Value written(Value value, Value update, ArrayRef<int64_t> starts, unsigned dim = 0);
  Value series(stablehlo::DynamicUpdateSliceOp last, unsigned dim);
  std::optional<unsigned> dimOf(stablehlo::DynamicUpdateSliceOp op) const;
  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->dropAllReferences();
    done.push_back(op);
  }

  func::FuncOp main;
  OpBuilder builder;
  KnownValues known;
  /// Updates at known indices: where each begins.
  llvm::DenseMap<Operation *, SmallVector<int64_t, 4>> updates;
  /// Replaced ops, which go at the end: what is known of values stays true.
  SmallVector<Operation *> done;
};

/// Erases what nothing uses, in loops as well, users before what they use.
void eraseDead(mlir::Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<stablehlo::WhileOp>(op))
      for (Region &region : op.getRegions())
        eraseDead(region.front());
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

} // namespace

/// Start indices as they count: held in range, and 0 where nothing else fits.
std::optional<SmallVector<int64_t, 4>>
IndexFolder::startsOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes, ValueRange starts) {
  SmallVector<int64_t, 4> result;
  for (auto [extent, size, start] : llvm::zip_equal(shape, sizes, starts)) {
    if (size == extent) {
      result.push_back(0);
      continue;
    }
    std::optional<int64_t> number = known.getScalar(start);
    if (!number)
      return std::nullopt;
    result.push_back(std::clamp<int64_t>(*number, 0, extent - size));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// The value that really holds a box of `value`, and the box in it.
std::pair<Value, Box> IndexFolder::follow(Value value, Box box) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto it = updates.find(op); it != updates.end()) {
      ArrayRef<int64_t> sizes = typeOf(op->getOperand(1)).getShape();
      bool isInside = true, isApart = false;
      for (size_t d = 0; d < sizes.size(); ++d) {
        int64_t begin = box.starts[d] - it->second[d], end = begin + box.sizes[d];
        isInside &= begin >= 0 && end <= sizes[d];
        isApart |= end <= 0 || begin >= sizes[d];
      }
      if (isApart) {
        value = op->getOperand(0);
        continue;
      }
      if (!isInside)
        break;
      for (size_t d = 0; d < sizes.size(); ++d)
        box.starts[d] -= it->second[d];
      value = op->getOperand(1);
      continue;
    }
    if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op)) {
      uint64_t dim = concatenate.getDimension();
      int64_t begin = box.starts[dim];
      Value inside;
      for (Value part : concatenate.getInputs()) {
        int64_t extent = typeOf(part).getDimSize(dim);
        if (begin >= 0 && begin + box.sizes[dim] <= extent) {
          inside = part;
          break;
        }
        begin -= extent;
      }
      if (!inside || box.sizes[dim] == 0)
        break;
      box.starts[dim] = begin;
      value = inside;
      continue;
    }
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
      if (llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
        break;
      for (auto [start, offset] : llvm::zip_equal(box.starts, slice.getStartIndices()))
        start += offset;
      value = slice.getOperand();
      continue;
    }
    break;
  }
  return {value, box};
}

Value IndexFolder::sliceOf(Value value, Box box) {
  std::tie(value, box) = follow(value, std::move(box));
  RankedTensorType type = typeOf(value);
  if (box.isAllOf(type.getShape()))
    return value;
  auto result = RankedTensorType::get(box.sizes, type.getElementType());
  Operation *op = value.getDefiningOp();
  // A part of what is the same everywhere is made anew.
  if (auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op);
      broadcast && typeOf(broadcast.getOperand()).getRank() == 0)
    return stablehlo::BroadcastInDimOp::create(builder, value.getLoc(), result,
                                               broadcast.getOperand(), ArrayRef<int64_t>());
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op))
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return stablehlo::ConstantOp::create(
          builder, value.getLoc(),
          DenseElementsAttr::get(result, splat.getSplatValue<Attribute>()));
  SmallVector<int64_t> limits, strides(box.starts.size(), 1);
  for (auto [start, size] : llvm::zip_equal(box.starts, box.sizes))
    limits.push_back(start + size);
  return stablehlo::SliceOp::create(builder, value.getLoc(), result, value, box.starts, limits,
                                    strides);
}

Value IndexFolder::part(Value value, unsigned dim, int64_t begin, int64_t end) {
  Box box;
  box.sizes.assign(typeOf(value).getShape().begin(), typeOf(value).getShape().end());
  box.starts.assign(box.sizes.size(), 0);
  box.starts[dim] = begin;
  box.sizes[dim] = end - begin;
  return sliceOf(value, std::move(box));
}

Value IndexFolder::foldSlice(stablehlo::SliceOp op) {
  if (llvm::any_of(op.getStrides(), [](int64_t stride) { return stride != 1; }))
    return {};
  Box box;
  for (auto [start, limit] : llvm::zip_equal(op.getStartIndices(), op.getLimitIndices())) {
    box.starts.push_back(start);
    box.sizes.push_back(limit - start);
  }
  if (follow(op.getOperand(), box).first == op.getOperand())
    return {};
  return sliceOf(op.getOperand(), std::move(box));
}

Value IndexFolder::foldDynamicSlice(stablehlo::DynamicSliceOp op) {
  auto starts =
      startsOf(typeOf(op.getOperand()).getShape(), op.getSliceSizes(), op.getStartIndices());
  if (!starts)
    return {};
  return sliceOf(op.getOperand(), {*starts, SmallVector<int64_t, 4>(op.getSliceSizes())});
}

Value IndexFolder::reshaped(Value value, ArrayRef<int64_t> shape) {
  if (typeOf(value).getShape() == shape)
    return value;
  return stablehlo::ReshapeOp::create(
      builder, value.getLoc(), RankedTensorType::get(shape, typeOf(value).getElementType()), value);
}

/// A gather of rows at equal distances, positions for instance.
Value IndexFolder::foldRange(stablehlo::GatherOp op, const KnownTensor &indices) {
  auto numbers = op.getDimensionNumbers();
  RankedTensorType type = typeOf(op.getOperand()), result = typeOf(op.getResult());
  int64_t batchRank = result.getRank() - numbers.getOffsetDims().size();
  if (numbers.getStartIndexMap().size() != 1 ||
      numbers.getCollapsedSliceDims() != numbers.getStartIndexMap() || batchRank != 1)
    return {};
  int64_t dim = numbers.getStartIndexMap()[0], count = indices.elements.size();
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != dim && op.getSliceSizes()[d] != type.getDimSize(d))
      return {};
  auto rowAt = [&](int64_t i) {
    return std::clamp<int64_t>(indices.at(i), 0, type.getDimSize(dim) - 1);
  };
  int64_t step = count > 1 ? rowAt(1) - rowAt(0) : 1;
  for (int64_t i = 1; i < count; ++i)
    if (step < 1 || rowAt(i) - rowAt(i - 1) != step)
      return {};
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1), shape(type.getShape());
  starts[dim] = rowAt(0);
  limits[dim] = rowAt(count - 1) + 1;
  strides[dim] = step;
  shape[dim] = count;
  auto sliced = RankedTensorType::get(shape, type.getElementType());
  Value value = op.getOperand();
  if (sliced != type)
    value =
        stablehlo::SliceOp::create(builder, op.getLoc(), sliced, value, starts, limits, strides);
  // The rows go where the result has them.
  SmallVector<int64_t> order;
  for (int64_t d = 0, other = 0; d < result.getRank(); ++d) {
    if (!llvm::is_contained(numbers.getOffsetDims(), d)) {
      order.push_back(dim);
      continue;
    }
    other += other == dim;
    order.push_back(other++);
  }
  if (llvm::is_sorted(order))
    return value;
  return stablehlo::TransposeOp::create(builder, op.getLoc(), result, value, order);
}

/// A gather of one slice, or of rows at equal distances.
Value IndexFolder::foldGather(stablehlo::GatherOp op) {
  auto numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> map = numbers.getStartIndexMap();
  RankedTensorType type = typeOf(op.getOperand());
  if (!numbers.getOperandBatchingDims().empty())
    return {};
  const KnownTensor *indices = known.get(op.getStartIndices());
  if (!indices || indices->elements.empty())
    return {};
  if (indices->elements.size() != map.size())
    return foldRange(op, *indices);
  Box box{SmallVector<int64_t, 4>(type.getRank(), 0), SmallVector<int64_t, 4>(op.getSliceSizes())};
  for (auto [position, dim] : llvm::enumerate(map))
    box.starts[dim] =
        std::clamp<int64_t>(indices->at(position), 0, type.getDimSize(dim) - box.sizes[dim]);
  // Collapsed and batch dimensions have one element each.
  return reshaped(sliceOf(op.getOperand(), std::move(box)), typeOf(op.getResult()).getShape());
}

/// The same elements under their former shape.
Value IndexFolder::foldReshape(stablehlo::ReshapeOp op) {
  Operation *before = op.getOperand().getDefiningOp();
  if (!before || !isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(before))
    return {};
  Value origin = before->getOperand(0);
  if (origin.getType() != op.getType())
    return {};
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(before))
    if (!llvm::is_sorted(broadcast.getBroadcastDimensions()))
      return {};
  return origin;
}

/// Leaves out what has no elements.
Value IndexFolder::foldConcatenate(stablehlo::ConcatenateOp op) {
  SmallVector<Value> parts;
  for (Value part : op.getInputs())
    if (typeOf(part).getDimSize(op.getDimension()) != 0)
      parts.push_back(part);
  if (parts.empty() || parts.size() == op.getInputs().size())
    return {};
  if (parts.size() == 1)
    return parts[0];
  return stablehlo::ConcatenateOp::create(builder, op.getLoc(), op.getType(), parts,
                                          op.getDimension());
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

Value IndexFolder::fold(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::SliceOp op) { return foldSlice(op); })
      .Case([&](stablehlo::ReshapeOp op) { return foldReshape(op); })
      .Case([&](stablehlo::ConcatenateOp op) { return foldConcatenate(op); })
      .Case([&](stablehlo::DynamicSliceOp op) { return foldDynamicSlice(op); })
      .Case([&](stablehlo::DynamicUpdateSliceOp op) { return foldUpdate(op); })
      .Case([&](stablehlo::GatherOp op) { return foldGather(op); })
      .Case([&](stablehlo::ScatterOp op) { return foldScatter(op); })
      .Default([](Operation *) { return Value(); });
}

void IndexFolder::run() {
  SmallVector<Operation *> ops;
  main.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    Operation *before = op->getPrevNode();
    if (Value value = fold(op)) {
      // What stands for it is in the same iteration.
      if (Attribute mark = op->getAttr(iterationName))
        for (Operation *made = op->getPrevNode(); made != before; made = made->getPrevNode())
          made->setAttr(iterationName, mark);
      replace(op, value);
    }
  }
  // Reads are settled. Of a series of writes only the last one is left to others.
  SmallVector<stablehlo::DynamicUpdateSliceOp> last;
  main.walk([&](stablehlo::DynamicUpdateSliceOp op) {
    if (!updates.contains(op))
      return;
    std::optional<unsigned> dim = dimOf(op);
    bool isLast = !dim || !op->hasOneUse();
    if (!isLast) {
      auto user = dyn_cast<stablehlo::DynamicUpdateSliceOp>(*op->user_begin());
      isLast = !user || user.getOperand() != op.getResult() || !updates.contains(user) ||
               dimOf(user) != dim;
    }
    if (isLast && !op->use_empty())
      last.push_back(op);
  });
  for (stablehlo::DynamicUpdateSliceOp op : last) {
    builder.setInsertionPoint(op);
    if (std::optional<unsigned> dim = dimOf(op))
      replace(op, series(op, *dim));
    else
      replace(op, written(op.getOperand(), op.getUpdate(), updates[op]));
  }
  for (Operation *op : llvm::reverse(done))
    op->erase();
  // Writes that others have taken over, and indices.
  eraseDead(main.getBody().front());
}

void foldIndices(func::FuncOp main) { IndexFolder(main).run(); }

} // namespace shardc
