//===- ManualRegions.cpp - where whole values become blocks -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `sdy.manual_computation`, and the pairs of custom calls that GSPMD has for it. A
// whole value becomes that of all blocks by a reshape and a transpose, of which no
// device has to move anything.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Lift.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {

namespace {

/// Axes of `among` that split each dimension, outer first. One error when a
/// dimension names others in front of them, or does not divide.
FailureOr<SmallVector<AxisList>> readDims(Lifter &lifter, sdy::TensorShardingAttr sharding,
                                          ArrayRef<unsigned> among, RankedTensorType local,
                                          RankedTensorType whole, Location loc, StringRef what) {
  int64_t rank = whole.getRank();
  if (static_cast<int64_t>(sharding.getDimensions().size()) != rank)
    return emitError(loc) << what << " has rank " << rank << ", but its sharding "
                          << sharding.getDimensions().size() << " dimensions";
  SmallVector<AxisList> dims;
  AxisList taken;
  for (auto [dim, refs] : llvm::enumerate(sharding.getDimensions().getAsRange<ArrayAttr>())) {
    AxisList &list = dims.emplace_back();
    bool foreign = false;
    for (StringRef ref : refs.getAsValueRange<StringAttr>()) {
      if (ref == "?")
        continue;
      FailureOr<AxisList> axes = lifter.getDevices().resolve(ref);
      if (failed(axes))
        return emitError(loc) << what << " is split over axis '" << ref
                              << "', which is not one of the mesh";
      for (unsigned axis : *axes) {
        if (!llvm::is_contained(among, axis)) {
          foreign = true;
          continue;
        }
        if (foreign)
          return emitError(loc) << what << " is split in dimension " << dim << " over manual axis "
                                << lifter.names(axis) << " inside of another; manual axes come "
                                << "first";
        if (llvm::is_contained(taken, axis))
          return emitError(loc) << what << " is split over axis " << lifter.names(axis) << " twice";
        taken.push_back(axis);
        list.push_back(axis);
      }
    }
    int64_t blocks = 1;
    for (int64_t size : lifter.sizes(list))
      blocks *= size;
    if (local.getRank() != rank || whole.getDimSize(dim) % blocks != 0 ||
        whole.getDimSize(dim) / blocks != local.getDimSize(dim)) {
      InFlightDiagnostic diag = emitError(loc);
      diag << what << " is " << whole << ", of which " << blocks << " blocks in dimension " << dim
           << " are not " << local << " each";
      return diag;
    }
  }
  return dims;
}

/// The sharding without open dimensions, where the program is one device's over the
/// whole mesh: there is nothing to leave open.
sdy::TensorShardingAttr closed(sdy::TensorShardingAttr sharding) {
  SmallVector<Attribute> dims;
  for (ArrayAttr refs : sharding.getDimensions().getAsRange<ArrayAttr>()) {
    SmallVector<Attribute> kept;
    for (Attribute ref : refs)
      if (cast<StringAttr>(ref).getValue() != "?")
        kept.push_back(ref);
    dims.push_back(ArrayAttr::get(sharding.getContext(), kept));
  }
  return sdy::TensorShardingAttr::get(
      sharding.getContext(), sharding.getMesh(), ArrayAttr::get(sharding.getContext(), dims),
      ArrayAttr::get(sharding.getContext(), {}), ArrayAttr::get(sharding.getContext(), {}), {});
}

/// Asks for a sharding of a border, over all axes it names.
Value constrainBorder(Lifter &lifter, const Lifted &value, sdy::TensorShardingAttr sharding,
                      bool isFull, Location loc) {
  if (lifter.getDevices().getAxes().empty())
    return value.value;
  if (isFull)
    sharding = closed(sharding);
  // An argument is passed in as the region that reads it wants it, unless the program
  // says otherwise: a strategy should not assign it.
  if (auto argument = dyn_cast<BlockArgument>(value.value); argument && value.isUniform())
    if (auto main = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
      if (!main.getArgAttr(argument.getArgNumber(), "sdy.sharding") &&
          !main.getArgAttr(argument.getArgNumber(), "dist.sharding"))
        main.setArgAttr(argument.getArgNumber(), "sdy.sharding", sharding);
  return sdy::ShardingConstraintOp::create(lifter.builder, loc, value.value.getType(), value.value,
                                           lifter.prefixed(sharding, value.axes));
}

} // namespace

FailureOr<Lifted> enterRegion(Lifter &lifter, const Lifted &whole, sdy::TensorShardingAttr sharding,
                              ArrayRef<unsigned> axes, RankedTensorType local, Location loc,
                              StringRef what) {
  auto type = cast<RankedTensorType>(whole.value.getType());
  size_t lead = whole.axes.size();
  auto seen = type.clone(type.getShape().drop_front(lead));
  auto dims = readDims(lifter, sharding, axes, local, seen, loc, what);
  if (failed(dims))
    return failure();
  bool isFull =
      Lifter::unite(axes, lifter.getManual()).size() == lifter.getDevices().getAxes().size();
  Lifted value{constrainBorder(lifter, whole, sharding, isFull, loc), whole.axes};
  // [lead…, blocks, block, …] and then blocks in front.
  SmallVector<int64_t> shape = lifter.sizes(whole.axes), permutation, behind;
  AxisList order(whole.axes);
  for (size_t i = 0; i < lead; ++i)
    permutation.push_back(i);
  for (auto [dim, list] : llvm::enumerate(*dims)) {
    for (unsigned axis : list) {
      order.push_back(axis);
      permutation.push_back(shape.size());
      shape.push_back(lifter.getDevices().getAxes()[axis].size);
    }
    behind.push_back(shape.size());
    shape.push_back(local.getDimSize(dim));
  }
  llvm::append_range(permutation, behind);
  Value blocks = lifter.transpose(lifter.reshape(value.value, shape, loc), permutation, loc);
  return lifter.ordered(blocks, order, loc);
}

FailureOr<Lifted> leaveRegion(Lifter &lifter, const Lifted &blocks,
                              sdy::TensorShardingAttr sharding, ArrayRef<unsigned> axes,
                              RankedTensorType local, RankedTensorType whole, Location loc,
                              StringRef what) {
  auto dims = readDims(lifter, sharding, axes, local, whole, loc, what);
  if (failed(dims))
    return failure();
  AxisList named;
  for (const AxisList &list : *dims)
    llvm::append_range(named, list);
  Lifted value = blocks;
  // One result for all devices, though they may have different values: the first's.
  AxisList lost = Lifter::without(Lifter::common(value.axes, axes), named);
  if (!lost.empty()) {
    emitRemark(loc, RemarkCategory::Import)
        << what << " may differ from device to device over axis " << lifter.names(lost)
        << ", which its sharding does not name; the value of the first device along it is taken";
    auto type = cast<RankedTensorType>(value.value.getType());
    SmallVector<int64_t> limits(type.getShape()), shape;
    for (int64_t place : Lifter::placesOf(lost, value.axes))
      limits[place] = 1;
    Value first = stablehlo::SliceOp::create(lifter.builder, loc, type.clone(limits), value.value,
                                             SmallVector<int64_t>(type.getRank(), 0), limits,
                                             SmallVector<int64_t>(type.getRank(), 1));
    value.axes = Lifter::without(value.axes, lost);
    value.value = lifter.reshape(first, lifter.liftedType(value.axes, local).getShape(), loc);
  }
  value = {lifter.spread(value, Lifter::unite(value.axes, named), loc),
           Lifter::unite(value.axes, named)};
  AxisList outer = Lifter::without(value.axes, named);
  SmallVector<int64_t> permutation = Lifter::placesOf(outer, value.axes);
  SmallVector<int64_t> shape = lifter.sizes(outer);
  for (auto [dim, list] : llvm::enumerate(*dims)) {
    llvm::append_range(permutation, Lifter::placesOf(list, value.axes));
    permutation.push_back(value.axes.size() + dim);
    shape.push_back(whole.getDimSize(dim));
  }
  Value joined = lifter.reshape(lifter.transpose(value.value, permutation, loc), shape, loc);
  bool isFull =
      Lifter::unite(axes, lifter.getManual()).size() == lifter.getDevices().getAxes().size();
  return Lifted{constrainBorder(lifter, {joined, outer}, sharding, isFull, loc), outer};
}

namespace {

//===----------------------------------------------------------------------===//
// Shardy
//===----------------------------------------------------------------------===//

FailureOr<AxisList> readManualAxes(Lifter &lifter, ArrayAttr names, Operation *op) {
  AxisList axes;
  for (StringRef name : names.getAsValueRange<StringAttr>()) {
    FailureOr<AxisList> found = lifter.getDevices().resolve(name);
    if (failed(found))
      return op->emitOpError() << "is manual over axis '" << name
                               << "', which is not one of the mesh";
    axes = Lifter::unite(axes, *found);
  }
  return axes;
}

LogicalResult liftManualComputation(Lifter &lifter, Operation *op) {
  auto manual = cast<sdy::ManualComputationOp>(op);
  FailureOr<AxisList> axes = readManualAxes(lifter, manual.getManualAxes().getAxes(), op);
  if (failed(axes))
    return failure();
  AxisList around(lifter.getManual());
  AxisList again = Lifter::common(*axes, around);
  if (!again.empty())
    return op->emitOpError() << "is manual over axis " << lifter.names(again)
                             << ", over which the code around it already is";
  Block &body = manual.getBody().front();
  for (auto [index, argument] : llvm::enumerate(body.getArguments())) {
    auto block = enterRegion(lifter, lifter.get(op->getOperand(index)),
                             manual.getInShardings().getShardings()[index], *axes,
                             cast<RankedTensorType>(argument.getType()), op->getLoc(),
                             "operand #" + std::to_string(index) + " of the manual computation");
    if (failed(block))
      return failure();
    lifter.set(argument, *block);
  }
  lifter.setManual(Lifter::unite(around, *axes));
  LogicalResult lifted = lifter.liftOps(body);
  lifter.setManual(around);
  if (failed(lifted))
    return failure();
  for (auto [index, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    auto whole =
        leaveRegion(lifter, lifter.get(value), manual.getOutShardings().getShardings()[index],
                    *axes, cast<RankedTensorType>(value.getType()),
                    cast<RankedTensorType>(op->getResult(index).getType()), op->getLoc(),
                    "result #" + std::to_string(index) + " of the manual computation");
    if (failed(whole))
      return failure();
    lifter.set(op->getResult(index), *whole);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// GSPMD
//===----------------------------------------------------------------------===//

sdy::TensorShardingAttr wholeSharding(Lifter &lifter, int64_t rank) {
  Builder builder(lifter.builder.getContext());
  SmallVector<Attribute> dims(rank, builder.getArrayAttr({}));
  FlatSymbolRefAttr mesh = lifter.getDevices().getMeshName();
  if (!mesh)
    mesh = FlatSymbolRefAttr::get(builder.getContext(), "mesh");
  return sdy::TensorShardingAttr::get(builder.getContext(), mesh, builder.getArrayAttr(dims),
                                      builder.getArrayAttr({}), builder.getArrayAttr({}), {});
}

/// Axes that a call makes manual or ends: those that its annotation names, or all.
FailureOr<AxisList> manualAxesOf(Lifter &lifter, Operation *call) {
  if (auto names = call->getAttrOfType<ArrayAttr>(manualAxesAttr))
    return readManualAxes(lifter, names, call);
  AxisList all;
  for (unsigned axis = 0; axis < lifter.getDevices().getAxes().size(); ++axis)
    all.push_back(axis);
  return all;
}

LogicalResult liftCustomCall(Lifter &lifter, Operation *op) {
  auto call = cast<stablehlo::CustomCallOp>(op);
  StringRef target = call.getCallTargetName();
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return op->emitOpError() << "of '@" << target
                             << "' differs from device to device, which is "
                                "not supported for it";
  Value operand = op->getOperand(0), result = op->getResult(0);
  auto from = cast<RankedTensorType>(operand.getType()),
       to = cast<RankedTensorType>(result.getType());
  Lifted lifted = lifter.get(operand);
  if (target == "Sharding") {
    if (sdy::TensorShardingAttr sharding = shardyShardingOf(result))
      lifted.value =
          sdy::ShardingConstraintOp::create(lifter.builder, op->getLoc(), lifted.value.getType(),
                                            lifted.value, lifter.prefixed(sharding, lifted.axes));
    lifter.set(result, lifted);
    return success();
  }
  if (target != "SPMDFullToShardShape" && target != "SPMDShardToFullShape")
    return op->emitOpError() << "of '@" << target << "' differs from device to device over axis "
                             << lifter.names(lifted.axes) << ", which is not supported for it";
  bool enters = target == "SPMDFullToShardShape";
  sdy::TensorShardingAttr sharding = shardyShardingOf(enters ? operand : result);
  if (!sharding && from == to)
    sharding = wholeSharding(lifter, from.getRank());
  if (!sharding) {
    InFlightDiagnostic diag = op->emitOpError()
                              << "of '@" << target << "' makes " << to << " of " << from
                              << ", but no annotation that fits the mesh says how it is split";
    if (enters)
      diag.attachNote(operand.getLoc()) << "annotate this value by '@Sharding'";
    return diag;
  }
  FailureOr<AxisList> axes =
      manualAxesOf(lifter, enters                    ? op
                           : operand.getDefiningOp() ? operand.getDefiningOp()
                                                     : op);
  if (failed(axes))
    return failure();
  // What leaves a region within another one stays in that.
  if (Operation *made = operand.getDefiningOp(); !enters && made && op->hasAttr(manualAxesAttr)) {
    FailureOr<AxisList> kept = manualAxesOf(lifter, op);
    if (failed(kept))
      return failure();
    axes = Lifter::without(*axes, *kept);
  }
  FailureOr<Lifted> moved =
      enters ? enterRegion(lifter, lifted, sharding, *axes, to, op->getLoc(),
                           "the operand of '@" + target.str() + "'")
             : leaveRegion(lifter, lifted, sharding, *axes, from, to, op->getLoc(),
                           "the result of '@" + target.str() + "'");
  if (failed(moved))
    return failure();
  lifter.setManual(enters ? Lifter::unite(lifter.getManual(), *axes)
                          : Lifter::without(lifter.getManual(), *axes));
  lifter.set(result, *moved);
  return success();
}

} // namespace

void addManualLifts(LiftRules &rules) {
  rules["sdy.manual_computation"] = liftManualComputation;
  rules["stablehlo.custom_call"] = liftCustomCall;
}

} // namespace shardc
