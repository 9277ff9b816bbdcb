//===- LiftGroups.cpp - groups of devices as axes ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rows of device numbers, whatever they count (replicas, partitions, or both as
// one number), as places of the mesh; and these as a count along axes.
//
//===----------------------------------------------------------------------===//
#include "LiftDevices.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;

namespace shardc {

namespace {

/// What the numbers in the groups of a collective count.
enum class Numbering {
  /// Replicas; every partition has groups of its own.
  Replicas,
  /// Partitions; every replica has groups of its own.
  Partitions,
  /// Replicas; a group takes in all partitions of them.
  ReplicasOfAllPartitions,
  /// Devices: partitions, counted replica by replica.
  Devices,
};

Numbering numberingOf(Operation *op) {
  auto channel = op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
  bool hasChannel = channel && channel.getHandle() > 0;
  if (op->hasAttr("use_global_device_ids"))
    return Numbering::Devices;
  if (!hasChannel)
    return Numbering::Replicas;
  bool exchanges =
      isa<stablehlo::AllToAllOp, stablehlo::CollectivePermuteOp, stablehlo::CollectiveBroadcastOp>(
          op);
  return exchanges ? Numbering::Partitions : Numbering::ReplicasOfAllPartitions;
}

/// Whether a collective's channel, if it has one, joins devices.
LogicalResult checkChannel(Operation *op) {
  auto channel = op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
  int64_t handle = channel ? channel.getHandle() : 0, type = channel ? channel.getType() : 0;
  if (handle < 0)
    return op->emitOpError() << "has channel " << handle
                             << "; channels count from 1, and 0 stands for none";
  if (type != 0 && type != 1)
    return op->emitOpError() << "has a channel of type " << type
                             << ", but channels between devices are of type 1";
  return success();
}

} // namespace

LogicalResult DeviceSpace::check(Operation *op, const Groups &rows, int64_t limit) const {
  SmallVector<bool> seen(limit, false);
  int64_t covered = 0;
  for (const auto &row : rows) {
    if (row.size() != rows.front().size())
      return op->emitOpError() << "has groups of " << rows.front().size() << " and of "
                               << row.size() << " devices; groups must be equally large";
    for (int64_t id : row) {
      if (id < 0 || id >= limit)
        return op->emitOpError() << "names device " << id << " in its groups, but the program has "
                                 << limit;
      if (seen[id])
        return op->emitOpError() << "names device " << id << " twice in its groups";
      seen[id] = true;
      ++covered;
    }
  }
  if (covered == limit || isa<stablehlo::CollectiveBroadcastOp>(op))
    return success();
  int64_t missing = llvm::find(seen, false) - seen.begin();
  return op->emitOpError() << "has groups of " << covered << " of the " << limit
                           << " devices of the program; device " << missing << " is in none";
}

/// Rows as devices of a mesh that differ in some axes: by `stablehlo.mesh`, or by
/// that of the module.
FailureOr<DeviceSpace::Groups> DeviceSpace::meshRows(Operation *op) const {
  auto attr = op->getAttrOfType<stablehlo::ReplicaGroupMeshAxesAttr>("replica_groups");
  SmallVector<std::pair<std::string, Radix>> known;
  SmallVector<int64_t> numbers;
  int64_t total = 1;
  if (auto own = dyn_cast<stablehlo::MeshAttr>(attr.getMesh())) {
    for (auto axis : own.getAxes().getAsRange<stablehlo::MeshAxisAttr>())
      total *= std::max<int64_t>(axis.getSize(), 1);
    int64_t stride = total;
    for (auto axis : own.getAxes().getAsRange<stablehlo::MeshAxisAttr>()) {
      stride /= std::max<int64_t>(axis.getSize(), 1);
      known.push_back({axis.getName().str(), {axis.getSize(), stride}});
    }
    if (own.getDeviceIds())
      for (const APInt &id : own.getDeviceIds().getValues<APInt>())
        numbers.push_back(id.getSExtValue());
  } else {
    auto symbol = dyn_cast<FlatSymbolRefAttr>(attr.getMesh());
    sdy::MeshOp named = mesh;
    if (symbol && (!named || symbol.getAttr() != named.getSymNameAttr())) {
      named = {};
      for (auto other : op->getParentOfType<ModuleOp>().getOps<sdy::MeshOp>())
        if (other.getSymNameAttr() == symbol.getAttr())
          named = other;
    }
    if (!named)
      return op->emitOpError() << "has groups over mesh " << attr.getMesh()
                               << ", which the module does not declare";
    for (int64_t size : named.getMesh().getAxisSizes())
      total *= size;
    int64_t stride = total;
    auto names = named.getMesh().getAxisNames().getAsValueRange<StringAttr>();
    for (auto [name, size] : llvm::zip(names, named.getMesh().getAxisSizes())) {
      stride /= size;
      known.push_back({name.str(), {size, stride}});
    }
    llvm::append_range(numbers, named.getMesh().getDeviceIds());
  }
  if (total != numDevices || (!numbers.empty() && static_cast<int64_t>(numbers.size()) != total))
    return op->emitOpError() << "has groups over a mesh of " << total
                             << " devices, but the program has " << numDevices;
  SmallVector<Radix> inside;
  for (auto ref : attr.getAxes().getAsRange<stablehlo::AxisRefAttr>()) {
    auto *found =
        llvm::find_if(known, [&](const auto &axis) { return axis.first == ref.getName(); });
    if (found == known.end())
      return op->emitOpError() << "has groups over axis '" << ref.getName().getValue()
                               << "', which its mesh has not";
    Radix radix = found->second;
    if (auto part = ref.getSubAxisInfo()) {
      int64_t product = part.getPreSize() * part.getSize();
      if (part.getPreSize() < 1 || part.getSize() < 1 || radix.size % product != 0)
        return op->emitOpError() << "has groups over part (" << part.getPreSize() << ")"
                                 << part.getSize() << " of axis '" << ref.getName().getValue()
                                 << "', which has size " << radix.size;
      radix = {part.getSize(), radix.stride * (radix.size / product)};
    }
    inside.push_back(radix);
  }
  SmallVector<int64_t> offsets = {0};
  for (const Radix &radix : inside) {
    SmallVector<int64_t> next;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < radix.size; ++i)
        next.push_back(offset + i * radix.stride);
    offsets = std::move(next);
  }
  Groups rows;
  for (int64_t base = 0; base < total; ++base) {
    bool first = llvm::all_of(
        inside, [&](const Radix &radix) { return base / radix.stride % radix.size == 0; });
    if (!first)
      continue;
    auto &row = rows.emplace_back();
    for (int64_t offset : offsets) {
      int64_t place = base + offset;
      if (place >= total)
        return op->emitOpError() << "has groups over one axis twice";
      row.push_back(numbers.empty() ? place : numbers[place]);
    }
  }
  return rows;
}

FailureOr<DeviceSpace::Groups> DeviceSpace::readRows(Operation *op) const {
  Attribute attr = op->getAttr("replica_groups");
  if (isa_and_present<stablehlo::ReplicaGroupMeshAxesAttr>(attr))
    return meshRows(op);
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  auto type = dense ? cast<RankedTensorType>(dense.getType()) : RankedTensorType();
  if (!type || type.getRank() != 2)
    return op->emitOpError() << "needs its groups as rows of device numbers";
  // Rows of different lengths are padded at their ends.
  Groups rows(type.getDimSize(0));
  SmallVector<bool> isPadded(rows.size(), false);
  for (auto [index, number] : llvm::enumerate(dense.getValues<APInt>())) {
    int64_t id = number.getSExtValue(), row = index / type.getDimSize(1);
    if (id != -1 && isPadded[row])
      return op->emitOpError() << "has -1 in front of device " << id
                               << " in a group; -1 stands behind the devices of a group that is "
                                  "shorter than others";
    isPadded[row] = id == -1;
    if (id != -1)
      rows[row].push_back(id);
  }
  for (auto [index, row] : llvm::enumerate(rows))
    if (row.empty())
      return op->emitOpError() << "has no device in its group " << index
                               << "; groups of all devices are written dense<> : tensor<0x0xi64>";
  return rows;
}

FailureOr<DeviceSpace::Groups> DeviceSpace::readGroups(Operation *op) const {
  if (failed(checkChannel(op)))
    return failure();
  auto rows = readRows(op);
  if (failed(rows))
    return failure();
  Numbering numbering = numberingOf(op);
  if (isa<stablehlo::ReplicaGroupMeshAxesAttr>(op->getAttr("replica_groups")))
    numbering = Numbering::Devices;
  int64_t limit = numbering == Numbering::Devices      ? numDevices
                  : numbering == Numbering::Partitions ? numPartitions
                                                       : numReplicas;
  // No group is one of all.
  if (rows->empty()) {
    auto &all = rows->emplace_back();
    for (int64_t id = 0; id < limit; ++id)
      all.push_back(id);
  }
  if (failed(check(op, *rows, limit)))
    return failure();
  Groups groups;
  for (const auto &row : *rows) {
    if (numbering == Numbering::Devices) {
      groups.push_back(row);
    } else if (numbering == Numbering::ReplicasOfAllPartitions) {
      auto &group = groups.emplace_back();
      for (int64_t partition = 0; partition < numPartitions; ++partition)
        for (int64_t replica : row)
          group.push_back(replica * numPartitions + partition);
    } else {
      int64_t copies = numbering == Numbering::Replicas ? numPartitions : numReplicas;
      for (int64_t copy = 0; copy < copies; ++copy) {
        auto &group = groups.emplace_back();
        for (int64_t id : row)
          group.push_back(numbering == Numbering::Replicas ? id * numPartitions + copy
                                                           : copy * numPartitions + id);
      }
    }
  }
  for (auto &group : groups)
    for (int64_t &device : group)
      device = places.empty() ? device : places[device];
  return groups;
}

FailureOr<SmallVector<DeviceSpace::Radix>> DeviceSpace::readRadices(Operation *op) const {
  auto groups = readGroups(op);
  if (failed(groups))
    return failure();
  // A sum does not ask for an order.
  if (isa<stablehlo::AllReduceOp>(op))
    for (auto &group : *groups)
      llvm::sort(group);
  auto refuse = [&]() -> InFlightDiagnostic {
    InFlightDiagnostic diag = op->emitOpError()
                              << "has groups of devices that are no product of mesh axes";
    return diag;
  };
  auto *first = llvm::find_if(*groups, [](const auto &group) { return group.front() == 0; });
  if (first == groups->end())
    return refuse() << ": no group begins with the first device";
  ArrayRef<int64_t> offsets = *first;
  int64_t count = offsets.size();
  SmallVector<Radix> radices;
  for (int64_t inner = 1; inner < count;) {
    int64_t stride = offsets[inner], run = 1;
    while (run * inner < count && offsets[run * inner] == run * stride)
      ++run;
    while (count / inner % run != 0)
      --run;
    if (run < 2 || stride < 1)
      return refuse() << ": the first counts its devices by no fixed strides";
    radices.insert(radices.begin(), {run, stride});
    inner *= run;
  }
  for (int64_t place = 0; place < count; ++place) {
    int64_t rest = place, offset = 0;
    for (const Radix &radix : llvm::reverse(radices)) {
      offset += rest % radix.size * radix.stride;
      rest /= radix.size;
    }
    if (offset != offsets[place])
      return refuse() << ": the first counts its devices by no fixed strides";
  }
  for (const auto &group : *groups)
    for (int64_t place = 0; place < count; ++place)
      if (group[place] - group.front() != offsets[place])
        return refuse() << ": the groups of devices 0 and " << group.front()
                        << " are of different forms";
  return radices;
}

FailureOr<AxisList> DeviceSpace::groupAxes(Operation *op) const {
  auto radices = readRadices(op);
  if (failed(radices))
    return failure();
  AxisList list;
  for (const Radix &radix : *radices)
    for (auto [index, axis] : llvm::enumerate(axes))
      if (axis.stride >= radix.stride && axis.stride * axis.size <= radix.stride * radix.size)
        list.push_back(index);
  return list;
}

FailureOr<SmallVector<int64_t>> DeviceSpace::sources(Operation *op) const {
  if (failed(checkChannel(op)))
    return failure();
  auto pairs = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
  bool replicas = numberingOf(op) == Numbering::Replicas;
  int64_t limit = replicas ? numReplicas : numPartitions;
  SmallVector<int64_t> from(numDevices, -1);
  SmallVector<int64_t> flat;
  for (const APInt &id : pairs.getValues<APInt>()) {
    flat.push_back(id.getSExtValue());
    if (flat.back() < 0 || flat.back() >= limit)
      return op->emitOpError() << "names device " << flat.back()
                               << " in its pairs, but the program has " << limit;
  }
  SmallVector<bool> sends(limit, false);
  for (size_t i = 0; i + 1 < flat.size(); i += 2) {
    int64_t source = flat[i], target = flat[i + 1];
    if (sends[source])
      return op->emitOpError() << "sends from device " << source << " twice";
    sends[source] = true;
    for (int64_t copy = 0, copies = numDevices / limit; copy < copies; ++copy) {
      auto placeOf = [&](int64_t id) {
        int64_t device = replicas ? id * numPartitions + copy : copy * numPartitions + id;
        return places.empty() ? device : places[device];
      };
      if (from[placeOf(target)] >= 0)
        return op->emitOpError() << "sends to device " << target << " twice";
      from[placeOf(target)] = placeOf(source);
    }
  }
  return from;
}

} // namespace shardc
