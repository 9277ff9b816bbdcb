//===- LiftDevices.h - the devices of a per-device program ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A program of one device knows the others by number. This file knows how the
// numbers lie on the axes of a mesh. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LIFTING_LIFTDEVICES_H
#define SHARDC_LIB_IMPORT_LIFTING_LIFTDEVICES_H

#include "dialects/Sdy/Sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <set>

namespace shardc {

/// Positions in DeviceSpace::getAxes.
using AxisList = llvm::SmallVector<unsigned, 4>;

/// A mesh axis, or a part of one, along which no group of devices is cut.
struct DeviceAxis {
  /// How shardings name it: "x", or "x:(1)2".
  std::string ref;
  /// The mesh axis that it is (a part of).
  std::string axis;
  /// Devices along it, at least 2.
  int64_t size;
  /// Distance of neighbours along it, in devices.
  int64_t stride;
};

/// Checks how many replicas and partitions a module says that it has. One located error.
llvm::LogicalResult verifyDeviceCounts(mlir::ModuleOp module);

/// Whether an op's result depends on which device executes it.
bool isDeviceOp(mlir::Operation *op);

/// Whether an op or one inside of it is a device op.
bool holdsDeviceOp(mlir::Operation *op);

/// The devices of a module, in the order of its mesh.
class DeviceSpace {
public:
  /// Reads the mesh of a module, and cuts its axes where groups of devices and
  /// shardings of `main` are cut; a module without a mesh gets one whose axes are
  /// cut from its groups. One located error for groups that are none, or that no
  /// axes express.
  static llvm::FailureOr<DeviceSpace> read(mlir::ModuleOp module, mlir::func::FuncOp main);

  /// Axes, outer first.
  llvm::ArrayRef<DeviceAxis> getAxes() const { return axes; }
  int64_t getNumDevices() const { return numDevices; }
  int64_t getNumPartitions() const { return numPartitions; }
  /// The symbol that shardings name.
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }

  /// Place of a device along an axis.
  int64_t getCoordinate(int64_t device, unsigned axis) const {
    return device / axes[axis].stride % axes[axis].size;
  }
  /// The device elsewhere along one axis.
  int64_t moved(int64_t device, unsigned axis, int64_t coordinate) const {
    return device + (coordinate - getCoordinate(device, axis)) * axes[axis].stride;
  }
  /// The number by which the program knows the device at a place of the mesh.
  int64_t getId(int64_t device) const { return ids.empty() ? device : ids[device]; }

  /// The axes that a name of a sharding stands for: "x", "x:(1)2"; none for an
  /// axis of size 1. Fails silently for what is not of the mesh.
  llvm::FailureOr<AxisList> resolve(llvm::StringRef ref) const;

  /// The axes along which the devices of the groups of a collective count, outer
  /// first. Emits an error when they are no groups.
  llvm::FailureOr<AxisList> groupAxes(mlir::Operation *collective) const;

  /// The device from which each device receives, -1 for none.
  llvm::FailureOr<llvm::SmallVector<int64_t>> sources(mlir::Operation *permute) const;

private:
  using Groups = llvm::SmallVector<llvm::SmallVector<int64_t>>;
  struct Radix {
    int64_t size, stride;
  };

  mlir::LogicalResult readMesh(mlir::ModuleOp module, mlir::func::FuncOp main);
  mlir::LogicalResult cutBy(mlir::Operation *collective);
  mlir::LogicalResult cutBy(mlir::sdy::TensorShardingAttr sharding);
  void makeAxes(mlir::ModuleOp module);
  llvm::FailureOr<Groups> readGroups(mlir::Operation *collective) const;
  llvm::FailureOr<Groups> readRows(mlir::Operation *collective) const;
  llvm::FailureOr<Groups> meshRows(mlir::Operation *collective) const;
  mlir::LogicalResult check(mlir::Operation *collective, const Groups &rows, int64_t limit) const;
  llvm::FailureOr<llvm::SmallVector<Radix>> readRadices(mlir::Operation *collective) const;
  /// Size and stride of a mesh axis; 0 when there is none of the name.
  Radix meshAxis(llvm::StringRef name) const;

  mlir::FlatSymbolRefAttr meshName;
  mlir::sdy::MeshOp mesh;
  int64_t numReplicas = 1, numPartitions = 1, numDevices = 1;
  /// By place of the mesh; empty: they are the same.
  llvm::SmallVector<int64_t> ids, places;
  std::set<int64_t> cuts = {1};
  llvm::SmallVector<DeviceAxis> axes;
};

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LIFTING_LIFTDEVICES_H
