//===- LiftNumbers.cpp - the number of a device -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Programs take the number of their device apart by divisions and remainders to
// find their place along one axis, or look it up in a table. Followed for each
// device, such a value shows over which axes it really varies.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace shardc {

/// Arithmetic on one element; nullopt where it has no value or is not followed.
static std::optional<APInt> evaluate(Operation *op, ArrayRef<APInt> in) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType()).getElementType();
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  auto boolean = [](bool value) { return APInt(1, value); };
  if (isa<stablehlo::AddOp>(op))
    return in[0] + in[1];
  if (isa<stablehlo::SubtractOp>(op))
    return in[0] - in[1];
  if (isa<stablehlo::MulOp>(op))
    return in[0] * in[1];
  if (isa<stablehlo::AndOp>(op))
    return in[0] & in[1];
  if (isa<stablehlo::OrOp>(op))
    return in[0] | in[1];
  if (isa<stablehlo::XorOp>(op))
    return in[0] ^ in[1];
  if (isa<stablehlo::NotOp>(op))
    return ~in[0];
  if (isa<stablehlo::DivOp, stablehlo::RemOp>(op)) {
    if (in[1].isZero() || (!isUnsigned && in[1].isAllOnes()))
      return std::nullopt;
    if (isa<stablehlo::DivOp>(op))
      return isUnsigned ? in[0].udiv(in[1]) : in[0].sdiv(in[1]);
    return isUnsigned ? in[0].urem(in[1]) : in[0].srem(in[1]);
  }
  if (isa<stablehlo::MaxOp>(op))
    return (isUnsigned ? in[0].ugt(in[1]) : in[0].sgt(in[1])) ? in[0] : in[1];
  if (isa<stablehlo::MinOp>(op))
    return (isUnsigned ? in[0].ult(in[1]) : in[0].slt(in[1])) ? in[0] : in[1];
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op)) {
    bool less = isUnsigned ? in[0].ult(in[1]) : in[0].slt(in[1]);
    bool equal = in[0] == in[1];
    switch (compare.getComparisonDirection()) {
    case stablehlo::ComparisonDirection::EQ:
      return boolean(equal);
    case stablehlo::ComparisonDirection::NE:
      return boolean(!equal);
    case stablehlo::ComparisonDirection::LT:
      return boolean(less);
    case stablehlo::ComparisonDirection::LE:
      return boolean(less || equal);
    case stablehlo::ComparisonDirection::GT:
      return boolean(!less && !equal);
    case stablehlo::ComparisonDirection::GE:
      return boolean(!less);
    }
    return std::nullopt;
  }
  if (isa<stablehlo::SelectOp>(op))
    return in[0].isZero() ? in[2] : in[1];
  if (auto convert = dyn_cast<stablehlo::ConvertOp>(op)) {
    auto to = dyn_cast<IntegerType>(convert.getType().getElementType());
    if (!to)
      return std::nullopt;
    if (to.getWidth() == 1)
      return boolean(!in[0].isZero());
    return isUnsigned ? in[0].zextOrTrunc(to.getWidth()) : in[0].sextOrTrunc(to.getWidth());
  }
  if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op))
    return in[0];
  return std::nullopt;
}

/// The integers of a constant; null for other values.
static DenseIntElementsAttr constantOf(Value value) {
  DenseIntElementsAttr constant;
  if (auto shardy = value.getDefiningOp<sdy::ConstantOp>())
    return dyn_cast<DenseIntElementsAttr>(shardy.getValue());
  return matchPattern(value, m_Constant(&constant)) ? constant : DenseIntElementsAttr();
}

static bool isOneInteger(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 1 &&
         isa<IntegerType>(tensor.getElementType());
}

bool Lifter::followNumbers(Operation *op) {
  int64_t count = devices.getNumDevices();
  if (op->getNumResults() != 1 || !isOneInteger(op->getResult(0).getType()))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<APInt> found;
  if (isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op)) {
    bool partition = isa<stablehlo::PartitionIdOp>(op);
    int64_t partitions = devices.getNumPartitions();
    for (int64_t place = 0; place < count; ++place) {
      int64_t id = devices.getId(place);
      found.push_back(APInt(32, partition ? id % partitions : id / partitions));
    }
  } else {
    // One operand is known for each device, the others are that or constants.
    bool any = false;
    SmallVector<SmallVector<APInt>> operands;
    DenseIntElementsAttr table;
    for (Value operand : op->getOperands()) {
      auto known = numbers.find(operand);
      DenseIntElementsAttr constant;
      if (known != numbers.end()) {
        any = true;
        operands.push_back(known->second);
      } else if ((constant = constantOf(operand)) && constant.getNumElements() == 1) {
        operands.push_back(SmallVector<APInt>(count, *constant.value_begin<APInt>()));
      } else if (constant && isa<stablehlo::DynamicSliceOp>(op) && operands.empty() && !table) {
        table = constant;
      } else {
        return false;
      }
    }
    if (!any || op->getNumRegions())
      return false;
    for (int64_t place = 0; place < count; ++place) {
      SmallVector<APInt> in;
      for (const auto &operand : operands)
        in.push_back(operand[place]);
      std::optional<APInt> value;
      if (isa<stablehlo::DynamicSliceOp>(op)) {
        if (!table)
          return false;
        int64_t index = 0;
        for (auto [start, size] : llvm::zip(in, cast<ShapedType>(table.getType()).getShape())) {
          int64_t at = start.getBitWidth() < 64 || start.getSExtValue() >= 0
                           ? static_cast<int64_t>(start.getLimitedValue(INT64_MAX))
                           : 0;
          index = index * size + std::clamp<int64_t>(at, 0, size - 1);
        }
        value = *(table.value_begin<APInt>() + index);
      } else {
        value = evaluate(op, in);
      }
      if (!value || value->getBitWidth() != type.getElementTypeBitWidth())
        return false;
      found.push_back(*value);
    }
  }
  set(op->getResult(0), materialize(found, type, op->getLoc()));
  numbers[op->getResult(0)] = std::move(found);
  return true;
}

Lifted Lifter::materialize(ArrayRef<APInt> found, RankedTensorType type, Location loc) {
  AxisList axes;
  for (unsigned axis = 0; axis < devices.getAxes().size(); ++axis)
    for (int64_t place = 0; place < devices.getNumDevices(); ++place)
      if (found[place] != found[devices.moved(place, axis, 0)]) {
        axes.push_back(axis);
        break;
      }
  RankedTensorType full = liftedType(axes, type);
  // Along one axis, steps are equal mostly.
  if (axes.size() == 1 && !type.getElementType().isInteger(1)) {
    auto at = [&](int64_t coordinate) { return found[devices.moved(0, axes[0], coordinate)]; };
    APInt step = at(1) - at(0);
    bool isEven = true;
    for (int64_t i = 1; i < devices.getAxes()[axes[0]].size; ++i)
      isEven &= at(i) - at(i - 1) == step;
    if (isEven) {
      Value value = stablehlo::IotaOp::create(builder, loc, full, 0);
      if (!step.isOne())
        value = stablehlo::MulOp::create(
            builder, loc, value, splat(IntegerAttr::get(type.getElementType(), step), full, loc));
      if (!at(0).isZero())
        value = stablehlo::AddOp::create(
            builder, loc, value, splat(IntegerAttr::get(type.getElementType(), at(0)), full, loc));
      return {constrain(value, AxisList(axes), loc), axes};
    }
  }
  SmallVector<APInt> values;
  for (int64_t place = 0, end = full.getNumElements(); place < end; ++place) {
    int64_t device = 0, rest = place;
    for (unsigned axis : llvm::reverse(axes)) {
      device = devices.moved(device, axis, rest % devices.getAxes()[axis].size);
      rest /= devices.getAxes()[axis].size;
    }
    values.push_back(found[device]);
  }
  Value value = stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(full, values));
  if (axes.empty())
    return {value, axes};
  SmallVector<AxisList> dims;
  for (unsigned axis : axes)
    dims.push_back({axis});
  return {constrain(value, dims, loc), axes};
}

} // namespace shardc
