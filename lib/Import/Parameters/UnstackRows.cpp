//===- UnstackRows.cpp - stacked values row by row --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which ops treat the rows of a stacked value alike and apart, and how what they
// compute is computed of one row.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Unstack.h"
#include "dialects/Dist/Dist.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

int64_t rowsOf(Value value) {
  RankedTensorType type = typeOf(value);
  return type.getRank() ? type.getDimSize(0) : 0;
}

RankedTensorType rowType(Value value) {
  RankedTensorType type = typeOf(value);
  return RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// A sum by `add` from zero.
static bool isPlainSum(stablehlo::ReduceOp op) {
  if (op.getInputs().size() != 1)
    return false;
  mlir::Block &body = op.getBody().front();
  SplatElementsAttr init;
  if (!isa<stablehlo::AddOp>(body.front()) ||
      body.getTerminator()->getOperand(0) != body.front().getResult(0) ||
      !matchPattern(op.getInitValues()[0], m_Constant(&init)))
    return false;
  auto value = dyn_cast<FloatAttr>(init.getSplatValue<Attribute>());
  return value && value.getValue().isZero();
}

static bool isWholeInRows(dist::ShardingAttr sharding) {
  return sharding.getDims().front().getAxes().empty();
}

bool isRowWise(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  int64_t rows = rowsOf(op->getResult(0));
  if (rows < 2)
    return false;
  auto keeps = [&](unsigned operand) { return rowsOf(op->getOperand(operand)) == rows; };
  if (isElementwise(op))
    return true;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](stablehlo::TransposeOp op) { return op.getPermutation()[0] == 0; })
      .Case([&](stablehlo::ReshapeOp) { return keeps(0); })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        ArrayRef<int64_t> dims = op.getBroadcastDimensions();
        return !dims.empty() && dims[0] == 0 && keeps(0);
      })
      .Case([&](stablehlo::ReduceOp op) {
        return op.getInputs().size() == 1 && !llvm::is_contained(op.getDimensions(), 0);
      })
      .Case([&](stablehlo::SliceOp op) { return keeps(0) && op.getStrides()[0] == 1; })
      .Case([&](stablehlo::ConcatenateOp op) { return op.getDimension() != 0; })
      .Case([&](dist::ConstraintOp op) { return isWholeInRows(op.getSharding()); })
      .Default([](Operation *) { return false; });
}

bool isRowOperand(Operation *op, unsigned operand) {
  if (isa<stablehlo::ReduceOp>(op))
    return operand == 0;
  // The scalars of a selection or of bounds serve for all rows.
  return typeOf(op->getOperand(operand)).getRank() != 0;
}

bool isRowRead(Operation *op) {
  auto slice = dyn_cast<stablehlo::SliceOp>(op);
  return slice && slice.getLimitIndices()[0] == slice.getStartIndices()[0] + 1 &&
         rowsOf(slice.getOperand()) > 1;
}

bool isRowSum(Operation *op) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  return reduce && llvm::is_contained(reduce.getDimensions(), 0) && isPlainSum(reduce);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Attributes of one row's op: what names dimensions counts from the second one.
static void adjust(Operation *op) {
  auto lowered = [](ArrayRef<int64_t> dims) {
    return llvm::map_to_vector(dims, [](int64_t dim) { return dim - 1; });
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](stablehlo::TransposeOp op) {
        op.setPermutation(lowered(op.getPermutation().drop_front()));
      })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        op.setBroadcastDimensions(lowered(op.getBroadcastDimensions().drop_front()));
      })
      .Case([&](stablehlo::ReduceOp op) { op.setDimensions(lowered(op.getDimensions())); })
      .Case([&](stablehlo::SliceOp op) {
        op.setStartIndices(SmallVector<int64_t>(op.getStartIndices().drop_front()));
        op.setLimitIndices(SmallVector<int64_t>(op.getLimitIndices().drop_front()));
        op.setStrides(SmallVector<int64_t>(op.getStrides().drop_front()));
      })
      .Case([&](stablehlo::ConcatenateOp op) { op.setDimension(op.getDimension() - 1); })
      .Case([&](dist::ConstraintOp op) {
        dist::ShardingAttr whole = op.getSharding();
        op.setShardingAttr(dist::ShardingAttr::get(
            op.getContext(), whole.getMesh(), whole.getDims().drop_front(), whole.getPartial()));
        if (auto priorities = op->getAttrOfType<DenseI64ArrayAttr>("dist.priorities"))
          op->setAttr(
              "dist.priorities",
              DenseI64ArrayAttr::get(op.getContext(), priorities.asArrayRef().drop_front()));
      });
}

Value RowBuilder::reshaped(Value value, RankedTensorType type) {
  // Back to what a row was made of.
  while (value.getType() != type) {
    Operation *op = value.getDefiningOp();
    if (!op || !isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op) ||
        op->getOperand(0).getType() != type)
      break;
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
      if (!llvm::is_sorted(broadcast.getBroadcastDimensions()))
        break;
    value = op->getOperand(0);
  }
  if (value.getType() == type)
    return value;
  return stablehlo::ReshapeOp::create(builder, value.getLoc(), type, value);
}

Value RowBuilder::makeRow(Operation *op, int64_t row) {
  IRMapping mapping;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    if (isRowOperand(op, operand))
      mapping.map(op->getOperand(operand), known.find(op->getOperand(operand))->second[row]);
  builder.setInsertionPoint(op);
  Operation *clone = builder.clone(*op, mapping);
  clone->getResult(0).setType(rowType(op->getResult(0)));
  adjust(clone);
  return clone->getResult(0);
}

SmallVector<Value> RowBuilder::make(Value value) {
  SmallVector<Value> rows;
  int64_t count = rowsOf(value);
  RankedTensorType type = rowType(value);
  Operation *op = value.getDefiningOp();
  builder.setInsertionPointAfterValue(value);
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op))
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue())) {
      Value row = stablehlo::ConstantOp::create(
          builder, value.getLoc(), DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
      return SmallVector<Value>(count, row);
    }
  if (auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op))
    if (!llvm::is_contained(broadcast.getBroadcastDimensions(), 0)) {
      // Every row is the same.
      SmallVector<int64_t> dims;
      for (int64_t dim : broadcast.getBroadcastDimensions())
        dims.push_back(dim - 1);
      Value row = stablehlo::BroadcastInDimOp::create(builder, value.getLoc(), type,
                                                      broadcast.getOperand(), dims);
      return SmallVector<Value>(count, row);
    }
  auto concatenate = dyn_cast_or_null<stablehlo::ConcatenateOp>(op);
  if (concatenate && concatenate.getDimension() == 0 &&
      static_cast<int64_t>(concatenate.getInputs().size()) == count) {
    for (Value part : concatenate.getInputs()) {
      builder.setInsertionPointAfterValue(part);
      rows.push_back(reshaped(part, type));
    }
    return rows;
  }
  if (op && isRowWise(op)) {
    for (int64_t row = 0; row < count; ++row)
      rows.push_back(makeRow(op, row));
    return rows;
  }
  SmallVector<int64_t> starts(type.getRank() + 1, 0), limits(typeOf(value).getShape()),
      strides(type.getRank() + 1, 1);
  for (int64_t row = 0; row < count; ++row) {
    starts[0] = row;
    limits[0] = row + 1;
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape[0] = 1;
    Value slice = stablehlo::SliceOp::create(builder, value.getLoc(),
                                             RankedTensorType::get(shape, type.getElementType()),
                                             value, starts, limits, strides);
    rows.push_back(stablehlo::ReshapeOp::create(builder, value.getLoc(), type, slice));
  }
  return rows;
}

ArrayRef<Value> RowBuilder::get(Value value) {
  // Operands first, without recursion: chains may be long.
  SmallVector<Value> pending = {value};
  while (!pending.empty()) {
    Value next = pending.back();
    if (known.contains(next)) {
      pending.pop_back();
      continue;
    }
    Operation *op = next.getDefiningOp();
    size_t before = pending.size();
    if (op && isRowWise(op))
      for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
        if (isRowOperand(op, operand) && !known.contains(op->getOperand(operand)))
          pending.push_back(op->getOperand(operand));
    if (pending.size() > before)
      continue;
    SmallVector<Value> rows = make(next);
    known[next] = std::move(rows);
  }
  return known.find(value)->second;
}

void RowBuilder::replaceReader(Operation *op) {
  RankedTensorType type = typeOf(op->getResult(0));
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
    int64_t number = slice.getStartIndices()[0];
    Value row = get(slice.getOperand())[number];
    builder.setInsertionPoint(op);
    ArrayRef<int64_t> starts = slice.getStartIndices().drop_front();
    ArrayRef<int64_t> limits = slice.getLimitIndices().drop_front();
    auto part = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
    if (part != row.getType())
      row = stablehlo::SliceOp::create(builder, op->getLoc(), part, row, starts, limits,
                                       slice.getStrides().drop_front());
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<stablehlo::ReshapeOp>(user) && user->getResult(0).getType() == part) {
        user->getResult(0).replaceAllUsesWith(row);
        user->erase();
      }
    if (!op->use_empty())
      op->getResult(0).replaceAllUsesWith(
          stablehlo::ReshapeOp::create(builder, op->getLoc(), type, row));
    op->erase();
    return;
  }
  auto reduce = cast<stablehlo::ReduceOp>(op);
  Value sum;
  for (Value row : SmallVector<Value>(get(reduce.getInputs()[0]))) {
    builder.setInsertionPoint(op);
    Value part = row;
    if (reduce.getDimensions().size() > 1) {
      IRMapping mapping;
      mapping.map(reduce.getInputs()[0], row);
      auto clone = cast<stablehlo::ReduceOp>(builder.clone(*op, mapping));
      SmallVector<int64_t> dims;
      for (int64_t dim : reduce.getDimensions())
        if (dim != 0)
          dims.push_back(dim - 1);
      clone.setDimensions(dims);
      part = clone.getResult(0);
    }
    sum = sum ? stablehlo::AddOp::create(builder, op->getLoc(), sum, part).getResult() : part;
  }
  op->getResult(0).replaceAllUsesWith(sum);
  op->erase();
}

} // namespace shardc
