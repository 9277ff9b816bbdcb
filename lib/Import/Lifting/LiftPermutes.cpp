//===- LiftPermutes.cpp - lifting exchanges of whole blocks -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each device gets the value of another one: rows of the leading dimension in another
// order. Where they go round a ring they are written as a turn, which later becomes
// a permute.
//
//===----------------------------------------------------------------------===//
#include "LiftGrouped.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Interfaces/Types.h"
#include <algorithm>

using namespace mlir;

namespace shardc {
namespace {

/// Rows of dimension `dim` chosen by index; zeros for -1.
Value chooseRows(Lifter &lifter, Value value, int64_t dim, ArrayRef<int64_t> rows, Location loc) {
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1);
  SmallVector<Value> parts;
  for (size_t first = 0, end; first < rows.size(); first = end) {
    end = first + 1;
    bool isZero = rows[first] < 0;
    while (end < rows.size() &&
           (isZero ? rows[end] < 0 : rows[end] == rows[first] + int64_t(end - first)))
      ++end;
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = end - first;
    if (isZero) {
      parts.push_back(
          lifter.splat(lifter.builder.getZeroAttr(type.getElementType()), type.clone(shape), loc));
      continue;
    }
    starts[dim] = rows[first];
    limits[dim] = rows[first] + shape[dim];
    parts.push_back(stablehlo::SliceOp::create(lifter.builder, loc, type.clone(shape), value,
                                               starts, limits, strides));
  }
  if (parts.size() == 1)
    return parts.front();
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = rows.size();
  return stablehlo::ConcatenateOp::create(lifter.builder, loc, type.clone(shape), parts, dim);
}

/// The axes along which blocks move: an axis takes no part when moving the receiver
/// along it moves the sender alike.
AxisList movingAxes(const DeviceSpace &devices, ArrayRef<int64_t> sources) {
  AxisList group;
  for (unsigned axis = 0; axis < devices.getAxes().size(); ++axis) {
    bool isInvariant = true;
    for (int64_t target = 0; target < devices.getNumDevices() && isInvariant; ++target) {
      int64_t source = sources[target];
      int64_t other = sources[devices.moved(target, axis, 0)];
      isInvariant =
          source < 0 ? other < 0
                     : devices.getCoordinate(source, axis) == devices.getCoordinate(target, axis) &&
                           other == devices.moved(source, axis, 0);
    }
    if (!isInvariant)
      group.push_back(axis);
  }
  return group;
}

/// Sender of each receiver, both counted along the group; -1 for none.
SmallVector<int64_t> senders(const DeviceSpace &devices, ArrayRef<int64_t> sources,
                             ArrayRef<unsigned> group) {
  int64_t count = 1;
  for (unsigned axis : group)
    count *= devices.getAxes()[axis].size;
  SmallVector<int64_t> rows;
  for (int64_t place = 0; place < count; ++place) {
    int64_t device = 0, rest = place, from = 0;
    for (unsigned axis : llvm::reverse(group)) {
      device = devices.moved(device, axis, rest % devices.getAxes()[axis].size);
      rest /= devices.getAxes()[axis].size;
    }
    int64_t source = sources[device];
    for (unsigned axis : group)
      if (source >= 0)
        from = from * devices.getAxes()[axis].size + devices.getCoordinate(source, axis);
    rows.push_back(source < 0 ? -1 : from);
  }
  return rows;
}

/// By how many places rows are turned, but for those without a sender; nullopt when
/// they are no ring.
std::optional<int64_t> turnOf(ArrayRef<int64_t> rows) {
  int64_t count = rows.size();
  std::optional<int64_t> turn;
  for (auto [place, row] : llvm::enumerate(rows)) {
    if (row < 0)
      continue;
    int64_t one = (row - static_cast<int64_t>(place) + count) % count;
    if (turn && *turn != one)
      return std::nullopt;
    turn = one;
  }
  return turn;
}

/// Zeros in the rows without a sender.
Value withoutSenders(Lifter &lifter, const Grouped &form, Value value, ArrayRef<int64_t> rows,
                     Location loc) {
  OpBuilder &builder = lifter.builder;
  RankedTensorType type = typeOf(value);
  SmallVector<bool> has;
  for (int64_t row : rows)
    has.push_back(row >= 0);
  auto flags = RankedTensorType::get({form.size}, builder.getI1Type());
  Value list = stablehlo::ConstantOp::create(builder, loc,
                                             DenseElementsAttr::get(flags, ArrayRef<bool>(has)));
  list = lifter.constrain(list, form.group, loc);
  Value mask = stablehlo::BroadcastInDimOp::create(builder, loc, type.clone(builder.getI1Type()),
                                                   list, form.dim());
  Value zero = lifter.splat(builder.getZeroAttr(type.getElementType()), type, loc);
  return stablehlo::SelectOp::create(builder, loc, type, mask, value, zero);
}

LogicalResult liftCollectivePermute(Lifter &lifter, Operation *op) {
  Location loc = op->getLoc();
  const DeviceSpace &devices = lifter.getDevices();
  FailureOr<SmallVector<int64_t>> sources = devices.sources(op);
  if (failed(sources))
    return failure();
  AxisList group = movingAxes(devices, *sources);
  AxisList beyond = Lifter::without(group, lifter.getManual());
  if (!beyond.empty())
    return op->emitOpError() << "sends along axis " << lifter.names(beyond)
                             << ", over which the values are whole here; name it among the manual "
                                "axes of the region";
  Lifted operand = lifter.get(op->getOperand(0));
  bool varies = !Lifter::common(operand.axes, group).empty();
  bool isFull = llvm::all_of(*sources, [](int64_t source) { return source >= 0; });
  if (!varies && isFull) {
    lifter.set(op->getResult(0), operand);
    return success();
  }
  // Counted along the axes in some order, blocks mostly go round a ring.
  AxisList order = group;
  SmallVector<int64_t> rows;
  std::optional<int64_t> turn;
  do {
    rows = senders(devices, *sources, order);
    turn = turnOf(rows);
  } while (!turn && std::next_permutation(order.begin(), order.end()));
  if (!turn) {
    order = group;
    rows = senders(devices, *sources, order);
  }
  Grouped form = gatheredForm(lifter, operand, order, loc);
  SmallVector<int64_t> turned(rows);
  if (turn)
    for (auto [place, row] : llvm::enumerate(turned))
      row = (place + *turn) % rows.size();
  Value value = chooseRows(lifter, form.value, form.dim(), turned, loc);
  value = pinGrouped(lifter, form, value, /*isSplit=*/true, loc);
  if (turned != rows && turn)
    value = withoutSenders(lifter, form, value, rows, loc);
  lifter.set(op->getResult(0), ungrouped(lifter, form, value, loc));
  if (varies && !turn)
    emitRemark(loc, RemarkCategory::Import)
        << "'" << op->getName() << "' over axis " << lifter.names(group)
        << " becomes an all_gather, of which each device keeps one block: its blocks go round no "
           "ring";
  return success();
}

LogicalResult liftCollectiveBroadcast(Lifter &lifter, Operation *op) {
  Location loc = op->getLoc();
  FailureOr<AxisList> group = groupAxes(lifter, op);
  if (failed(group))
    return failure();
  Lifted operand = lifter.get(op->getOperand(0));
  if (Lifter::common(operand.axes, *group).empty()) {
    lifter.set(op->getResult(0), operand);
    return success();
  }
  Grouped form = gatheredForm(lifter, operand, *group, loc);
  Value first = chooseRows(lifter, form.value, form.dim(), {0}, loc);
  SmallVector<int64_t> shape = lifter.sizes(form.rest);
  llvm::append_range(shape, typeOf(first).getShape().drop_front(form.dim() + 1));
  lifter.set(op->getResult(0), {lifter.reshape(first, shape, loc), form.rest});
  return success();
}

} // namespace

void addPermuteLifts(LiftRules &rules) {
  rules["stablehlo.collective_permute"] = liftCollectivePermute;
  rules["stablehlo.collective_broadcast"] = liftCollectiveBroadcast;
}

} // namespace shardc
