//===- LiftDevices.cpp - the mesh under a per-device program ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The mesh comes from the module, or from the strides of all groups together, as
// that of tiled shardings does. Where a group is a part of a mesh axis the axis is
// cut, and values vary over its parts.
//
//===----------------------------------------------------------------------===//
#include "LiftDevices.h"
#include "../ImportImpl.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

namespace shardc {

/// Far above real programs; tables have an entry a device.
static constexpr int64_t maxDevices = 1 << 20;

bool isDeviceOp(Operation *op) {
  return isa<stablehlo::AllReduceOp, stablehlo::AllGatherOp, stablehlo::ReduceScatterOp,
             stablehlo::AllToAllOp, stablehlo::CollectivePermuteOp,
             stablehlo::CollectiveBroadcastOp, stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(
      op);
}

bool holdsDeviceOp(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isDeviceOp(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

DeviceSpace::Radix DeviceSpace::meshAxis(StringRef name) const {
  if (!mesh)
    return {0, 0};
  int64_t stride = numDevices;
  sdy::MeshAttr attr = sdy::MeshOp(mesh).getMesh();
  auto names = attr.getAxisNames().getAsValueRange<StringAttr>();
  for (auto [axis, size] : llvm::zip(names, attr.getAxisSizes())) {
    stride /= size;
    if (axis == name)
      return {size, stride};
  }
  return {0, 0};
}

/// "x:(1)2" as its name, what is outside of the part, and the part's size; size 0
/// is the whole axis.
static bool splitRef(StringRef text, StringRef &name, int64_t &before, int64_t &size) {
  name = text;
  before = 1;
  size = 0;
  size_t colon = text.rfind(":(");
  if (colon == StringRef::npos)
    return true;
  auto [first, second] = text.drop_front(colon + 2).split(')');
  name = text.take_front(colon);
  return !first.getAsInteger(10, before) && !second.getAsInteger(10, size) && before >= 1 &&
         size >= 1;
}

/// The mesh that a function's shardings are over: the first that one names.
static sdy::MeshOp usedMesh(ModuleOp module, func::FuncOp main) {
  FlatSymbolRefAttr name;
  main.walk([&](sdy::ManualComputationOp manual) {
    for (auto list : {manual.getInShardings(), manual.getOutShardings()})
      for (sdy::TensorShardingAttr sharding : list.getShardings())
        if (!name)
          name = sharding.getMesh();
  });
  for (unsigned i = 0; !name && i < main.getNumArguments(); ++i)
    if (auto sharding = main.getArgAttrOfType<sdy::TensorShardingAttr>(i, "sdy.sharding"))
      name = sharding.getMesh();
  sdy::MeshOp found;
  for (auto op : module.getOps<sdy::MeshOp>())
    if (name ? op.getSymNameAttr() == name.getAttr() : !found && op.getMesh().getAxisSizes().size())
      found = op;
  return found;
}

LogicalResult verifyDeviceCounts(ModuleOp module) {
  int64_t devices = 1;
  for (StringRef name : {"mhlo.num_replicas", "mhlo.num_partitions"}) {
    Attribute attr = module->getAttr(name);
    if (!attr)
      continue;
    auto number = dyn_cast<IntegerAttr>(attr);
    if (!number || !number.getType().isSignlessInteger() || number.getValue().isNegative() ||
        number.getValue().isZero())
      return module.emitError() << "'" << name << "' must be an integer of at least 1, not "
                                << attr;
    int64_t count = number.getValue().getLimitedValue(maxDevices + 1);
    devices = std::min(devices * count, maxDevices + 1);
    if (devices > maxDevices)
      return module.emitError() << "'" << name << "' is " << attr << ", but programs of at most "
                                << maxDevices << " devices are read";
  }
  return success();
}

LogicalResult DeviceSpace::readMesh(ModuleOp module, func::FuncOp main) {
  auto count = [&](StringRef name) {
    auto attr = module->getAttrOfType<IntegerAttr>(name);
    return attr ? attr.getInt() : 1;
  };
  numReplicas = count("mhlo.num_replicas");
  numPartitions = count("mhlo.num_partitions");
  mesh = usedMesh(module, main);
  if (SmallVector<dist::MeshOp> given(module.getOps<dist::MeshOp>()); !mesh && !given.empty()) {
    // Shardings over it are written in Shardy's terms, like those of the others.
    OpBuilder builder(given.front());
    SmallVector<Attribute> names;
    SmallVector<int64_t> sizes;
    int64_t devices = 1;
    for (dist::MeshAxisAttr axis : given.front().getMesh().getAxes()) {
      names.push_back(builder.getStringAttr(axis.getName()));
      sizes.push_back(axis.getSize());
      devices = llvm::SaturatingMultiply<uint64_t>(devices, axis.getSize());
      if (devices > maxDevices || devices < 1)
        return given.front().emitOpError()
               << "has more than " << maxDevices
               << " devices, the most that programs with collectives may have";
    }
    mesh = sdy::MeshOp::create(
        builder, given.front().getLoc(), "devices",
        sdy::MeshAttr::get(module.getContext(), builder.getArrayAttr(names), sizes, {}));
  }
  if (!mesh) {
    // Text without the counts has as many devices as it names.
    numDevices = numReplicas * numPartitions;
    if (numDevices == 1 && !module->hasAttr("mhlo.num_partitions") &&
        !module->hasAttr("mhlo.num_replicas")) {
      int64_t last = 0;
      Operation *naming = nullptr;
      main.walk([&](Operation *op) {
        auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
        if (!groups)
          groups = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
        if (isDeviceOp(op) && groups)
          for (const APInt &id : groups.getValues<APInt>())
            if (id.getSExtValue() > last) {
              last = id.getSExtValue();
              naming = op;
            }
      });
      if (last >= maxDevices)
        return naming->emitOpError() << "names device " << last << ", but programs of at most "
                                     << maxDevices << " devices are read";
      auto channelled = main.walk([&](Operation *op) {
        return isDeviceOp(op) && op->hasAttr("channel_handle") ? WalkResult::interrupt()
                                                               : WalkResult::advance();
      });
      (channelled.wasInterrupted() ? numPartitions : numReplicas) = last + 1;
      numDevices = last + 1;
    }
    cuts.insert(numDevices);
    if (numReplicas > 1)
      cuts.insert(numPartitions);
    return success();
  }
  meshName = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  numDevices = 1;
  for (int64_t size : llvm::reverse(mesh.getMesh().getAxisSizes()))
    cuts.insert(numDevices *= size);
  // A mesh is over partitions, but for programs that have replicas only.
  bool replicas = numReplicas == numDevices && numPartitions == 1;
  if (numReplicas > 1 && !replicas)
    return mesh.emitOpError() << "is over the partitions of the program, but the program has "
                              << numReplicas
                              << " replicas of them as well; give the replicas an "
                                 "axis of the mesh";
  (replicas ? numPartitions : numReplicas) = 1;
  (replicas ? numReplicas : numPartitions) = numDevices;
  ids.assign(mesh.getMesh().getDeviceIds().begin(), mesh.getMesh().getDeviceIds().end());
  if (ids.empty())
    return success();
  places.assign(numDevices, -1);
  for (auto [place, id] : llvm::enumerate(ids))
    places[id] = place;
  return success();
}

LogicalResult DeviceSpace::cutBy(sdy::TensorShardingAttr sharding) {
  for (ArrayAttr dim : sharding.getDimensions().getAsRange<ArrayAttr>())
    for (StringRef ref : dim.getAsValueRange<StringAttr>()) {
      StringRef name;
      int64_t before, size;
      if (!splitRef(ref, name, before, size) || size == 0)
        continue;
      Radix whole = meshAxis(name);
      if (whole.size == 0 || whole.size % (before * size) != 0)
        continue;
      cuts.insert(whole.stride * (whole.size / before));
      cuts.insert(whole.stride * (whole.size / before / size));
    }
  return success();
}

LogicalResult DeviceSpace::cutBy(Operation *collective) {
  std::set<int64_t> joined = cuts;
  auto add = [&](const Radix &radix) {
    joined.insert(radix.stride);
    joined.insert(radix.stride * radix.size);
  };
  if (!isa<stablehlo::CollectivePermuteOp>(collective)) {
    auto radices = readRadices(collective);
    if (failed(radices))
      return failure();
    for (const Radix &radix : *radices)
      add(radix);
  } else if (failed(sources(collective))) {
    return failure();
  }
  int64_t before = 1;
  for (int64_t one : joined) {
    if (one % before != 0) {
      InFlightDiagnostic diag = collective->emitOpError()
                                << "has groups of devices that are no product of mesh axes: " << one
                                << " devices do not divide into rows of " << before;
      if (mesh)
        diag.attachNote(mesh->getLoc()) << "the axes of this mesh, and those of other groups, "
                                           "are cut elsewhere";
      return diag;
    }
    before = one;
  }
  cuts = std::move(joined);
  return success();
}

void DeviceSpace::makeAxes(ModuleOp module) {
  if (!mesh && numDevices > 1) {
    mesh = createCutMesh(module, cuts);
    meshName = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  }
  if (!mesh)
    return;
  int64_t stride = numDevices;
  auto names = mesh.getMesh().getAxisNames().getAsValueRange<StringAttr>();
  for (auto [name, size] : llvm::zip(names, mesh.getMesh().getAxisSizes())) {
    int64_t end = stride;
    stride /= size;
    int64_t outer = end;
    for (int64_t cut : llvm::reverse(cuts)) {
      if (cut >= outer || cut < stride)
        continue;
      std::string ref = name.str();
      if (outer != end || cut != stride)
        ref += ":(" + std::to_string(end / outer) + ")" + std::to_string(outer / cut);
      axes.push_back({ref, name.str(), outer / cut, cut});
      outer = cut;
    }
  }
}

FailureOr<DeviceSpace> DeviceSpace::read(ModuleOp module, func::FuncOp main) {
  DeviceSpace space;
  if (failed(space.readMesh(module, main)))
    return failure();
  WalkResult result = main.walk([&](Operation *op) {
    LogicalResult one = success();
    if (isDeviceOp(op) && !isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op))
      one = space.cutBy(op);
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      for (auto list : {manual.getInShardings(), manual.getOutShardings()})
        for (sdy::TensorShardingAttr sharding : list.getShardings())
          (void)space.cutBy(sharding);
    return failed(one) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  space.makeAxes(module);
  return space;
}

FailureOr<AxisList> DeviceSpace::resolve(StringRef ref) const {
  StringRef name;
  int64_t before, size;
  if (!splitRef(ref, name, before, size))
    return failure();
  Radix whole = meshAxis(name);
  if (whole.size == 0 || (size && whole.size % (before * size) != 0))
    return failure();
  int64_t end = whole.stride * (whole.size / before);
  int64_t stride = size ? end / size : whole.stride;
  AxisList list;
  for (auto [index, axis] : llvm::enumerate(axes))
    if (axis.axis == name && axis.stride >= stride && axis.stride * axis.size <= end)
      list.push_back(index);
  return list;
}

} // namespace shardc
