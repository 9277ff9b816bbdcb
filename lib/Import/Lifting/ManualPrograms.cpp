//===- ManualPrograms.cpp - modules with collectives ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Decides what of a module is the program of one device: regions, what lies
// between pairs of calls, or the whole of it, whose arguments then differ from
// device to device.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Lift.h"
#include "shardc/Interfaces/Remarks.h"

using namespace mlir;

namespace shardc {
namespace {

/// What a function holds of per-device code.
struct Contents {
  bool regions = false;
  bool calls = false;
  /// The first op outside of any region that depends on the device.
  Operation *device = nullptr;
  bool any() const { return regions || calls || device; }
};

Contents survey(func::FuncOp main) {
  Contents contents;
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<sdy::ManualComputationOp>(op)) {
      contents.regions = true;
      return WalkResult::skip();
    }
    if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
      contents.calls |= call.getCallTargetName() == "SPMDFullToShardShape" ||
                        call.getCallTargetName() == "SPMDShardToFullShape";
    if (isDeviceOp(op) && !contents.device)
      contents.device = op;
    return WalkResult::advance();
  });
  return contents;
}

class ProgramLifter {
public:
  ProgramLifter(func::FuncOp main, const DeviceSpace &devices, const Contents &contents)
      : main(main), devices(devices), contents(contents), lifter(devices, main.getContext()) {}

  LogicalResult run();

private:
  AxisList argumentAxes(BlockArgument argument);
  sdy::TensorShardingAttr leading(ArrayRef<unsigned> axes, int64_t rank);

  func::FuncOp main;
  const DeviceSpace &devices;
  const Contents &contents;
  Lifter lifter;
};

/// Axes over which an argument of a per-device program varies: those that its
/// annotation says split it, or all.
AxisList ProgramLifter::argumentAxes(BlockArgument argument) {
  AxisList axes;
  auto sharding =
      main.getArgAttrOfType<sdy::TensorShardingAttr>(argument.getArgNumber(), "sdy.sharding");
  // Without a mesh of other annotations, this one is not read as a sharding.
  auto text = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "mhlo.sharding");
  if (!sharding && text && text.getValue().trim() == "{replicated}")
    return axes;
  if (!sharding) {
    for (unsigned axis = 0; axis < devices.getAxes().size(); ++axis)
      axes.push_back(axis);
    return axes;
  }
  for (ArrayAttr refs : sharding.getDimensions().getAsRange<ArrayAttr>())
    for (StringRef ref : refs.getAsValueRange<StringAttr>())
      if (FailureOr<AxisList> found = devices.resolve(ref); succeeded(found))
        axes = Lifter::unite(axes, *found);
  return axes;
}

sdy::TensorShardingAttr ProgramLifter::leading(ArrayRef<unsigned> axes, int64_t rank) {
  Builder builder(main.getContext());
  SmallVector<Attribute> dims;
  for (unsigned axis : axes)
    dims.push_back(builder.getArrayAttr(builder.getStringAttr(devices.getAxes()[axis].ref)));
  dims.resize(rank, builder.getArrayAttr({}));
  return sdy::TensorShardingAttr::get(main.getContext(), devices.getMeshName(),
                                      builder.getArrayAttr(dims), builder.getArrayAttr({}),
                                      builder.getArrayAttr({}), {});
}

LogicalResult ProgramLifter::run() {
  bool isWhole = !contents.regions && !contents.calls;
  Block &source = main.getBody().front();
  Block *target = new Block;
  main.getBody().push_back(target);
  lifter.builder.setInsertionPointToStart(target);
  AxisList all;
  for (unsigned axis = 0; axis < devices.getAxes().size(); ++axis)
    all.push_back(axis);
  if (isWhole)
    lifter.setManual(all);
  for (BlockArgument argument : source.getArguments()) {
    AxisList axes = isWhole ? argumentAxes(argument) : AxisList();
    Type type = lifter.liftedType(axes, argument.getType());
    Value copy = target->addArgument(type, argument.getLoc());
    lifter.set(argument, {copy, axes});
    if (isWhole && !all.empty())
      main.setArgAttr(argument.getArgNumber(), "sdy.sharding",
                      leading(axes, cast<RankedTensorType>(type).getRank()));
  }
  auto fail = [&] {
    target->dropAllReferences();
    target->dropAllDefinedValueUses();
    target->erase();
    return failure();
  };
  if (failed(lifter.liftOps(source)))
    return fail();
  SmallVector<Value> results;
  Operation *end = source.getTerminator();
  for (auto [index, value] : llvm::enumerate(end->getOperands())) {
    Lifted lifted = lifter.get(value);
    if (!isWhole && !lifted.isUniform()) {
      main.emitError() << "result #" << index << " is the block of one device over axis "
                       << lifter.names(lifted.axes) << "; make it whole by '@SPMDShardToFullShape'";
      return fail();
    }
    results.push_back(lifted.value);
    if (isWhole && !all.empty())
      main.setResultAttr(
          index, "sdy.sharding",
          leading(lifted.axes, cast<RankedTensorType>(lifted.value.getType()).getRank()));
  }
  func::ReturnOp::create(lifter.builder, end->getLoc(), results);
  source.dropAllReferences();
  source.dropAllDefinedValueUses();
  source.erase();
  main.setFunctionType(FunctionType::get(main.getContext(), target->getArgumentTypes(),
                                         ValueRange(results).getTypes()));
  if (isWhole && !all.empty())
    emitRemark(main.getLoc(), RemarkCategory::Import)
        << "the module is the program of one of " << devices.getNumDevices()
        << " devices; what differs from device to device has a leading dimension for each of "
           "the axes "
        << lifter.names(all);
  return success();
}

} // namespace

LogicalResult liftCollectives(ModuleOp module, func::FuncOp main) {
  if (failed(verifyDeviceCounts(module)))
    return failure();
  Contents contents = survey(main);
  if (!contents.any())
    return success();
  if (contents.device && contents.regions && !contents.calls) {
    InFlightDiagnostic diag = contents.device->emitOpError()
                              << "stands outside of the manual computations of the module, where "
                                 "values are whole; put it into one";
    main.walk([&](sdy::ManualComputationOp manual) {
      diag.attachNote(manual.getLoc()) << "a manual computation";
      return WalkResult::interrupt();
    });
    return diag;
  }
  FailureOr<DeviceSpace> devices = DeviceSpace::read(module, main);
  if (failed(devices))
    return failure();
  return ProgramLifter(main, *devices, contents).run();
}

} // namespace shardc
