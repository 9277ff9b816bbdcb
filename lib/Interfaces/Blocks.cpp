//===- Blocks.cpp - block arithmetic of split dimensions --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Extents, offsets and coordinates of blocks; where a value keeps its sharding.
//
//===----------------------------------------------------------------------===//

#include "shardc/Interfaces/Blocks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

int64_t shardc::blockLength(int64_t extent, int64_t granule, int64_t parts) {
  return granule * llvm::divideCeil(llvm::divideCeil(extent, granule), parts);
}

int64_t shardc::localExtent(int64_t extent, DimShardingAttr dim, MeshAttr mesh) {
  return blockedExtent(extent, dim.getGranule(), dim.getAxes(), mesh);
}

bool shardc::isUneven(int64_t extent, DimShardingAttr dim, MeshAttr mesh) {
  for (AxisRefAttr axis : dim.getAxes()) {
    int64_t parts = axis.getSize(mesh);
    int64_t block = blockLength(extent, dim.getGranule(), parts);
    if (block * parts != extent)
      return true;
    extent = block;
  }
  return false;
}

RankedTensorType shardc::localType(RankedTensorType type, ShardingAttr sharding, MeshAttr mesh) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, dim] : llvm::zip_equal(shape, sharding.getDims()))
    extent = localExtent(extent, dim, mesh);
  return type.clone(shape);
}

shardc::Block shardc::blockOf(int64_t extent, int64_t granule, ArrayRef<AxisRefAttr> axes,
                              MeshAttr mesh, ArrayRef<int64_t> coordinates) {
  // An inner block may run past the end of the outer one it is part of, whose
  // neighbour owns what lies there: so valid elements shrink level by level.
  Block block{0, extent};
  for (AxisRefAttr axis : axes) {
    int64_t parts = axis.getSize(mesh);
    extent = blockLength(extent, granule, parts);
    int64_t position = groupPosition(coordinates, axis, mesh);
    block.offset += position * extent;
    block.valid = std::clamp<int64_t>(block.valid - position * extent, 0, extent);
  }
  return block;
}

shardc::Block shardc::blockOf(int64_t extent, DimShardingAttr dim, MeshAttr mesh,
                              ArrayRef<int64_t> coordinates) {
  return blockOf(extent, dim.getGranule(), dim.getAxes(), mesh, coordinates);
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

SmallVector<int64_t> shardc::coordinatesOf(int64_t rank, MeshAttr mesh) {
  ArrayRef<MeshAxisAttr> axes = mesh.getAxes();
  SmallVector<int64_t> coordinates(axes.size());
  for (size_t index = axes.size(); index-- > 0;) {
    coordinates[index] = rank % axes[index].getSize();
    rank /= axes[index].getSize();
  }
  return coordinates;
}

int64_t shardc::rankOf(ArrayRef<int64_t> coordinates, MeshAttr mesh) {
  int64_t rank = 0;
  for (auto [axis, coordinate] : llvm::zip_equal(mesh.getAxes(), coordinates))
    rank = rank * axis.getSize() + coordinate;
  return rank;
}

int64_t shardc::groupSize(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  int64_t size = 1;
  for (AxisRefAttr axis : axes)
    size *= axis.getSize(mesh);
  return size;
}

int64_t shardc::groupPosition(ArrayRef<int64_t> coordinates, ArrayRef<AxisRefAttr> axes,
                              MeshAttr mesh) {
  int64_t position = 0;
  for (AxisRefAttr axis : axes) {
    int64_t size = axis.getSize(mesh);
    std::optional<unsigned> index = mesh.getAxisIndex(axis.getName());
    int64_t coordinate = index ? coordinates[*index] : 0;
    position = position * size + coordinate / axis.getDivisor(mesh) % size;
  }
  return position;
}

SmallVector<int64_t> shardc::groupOf(int64_t rank, ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  SmallVector<int64_t> coordinates = coordinatesOf(rank, mesh);
  int64_t size = groupSize(axes, mesh);
  SmallVector<int64_t> group(size);
  for (int64_t position = 0; position < size; ++position) {
    SmallVector<int64_t> member = coordinates;
    int64_t rest = position;
    for (AxisRefAttr axis : llvm::reverse(axes)) {
      int64_t parts = axis.getSize(mesh), divisor = axis.getDivisor(mesh);
      std::optional<unsigned> index = mesh.getAxisIndex(axis.getName());
      if (!index)
        continue;
      int64_t &coordinate = member[*index];
      coordinate += (rest % parts - coordinate / divisor % parts) * divisor;
      rest /= parts;
    }
    group[position] = rankOf(member, mesh);
  }
  return group;
}

//===----------------------------------------------------------------------===//
// Meshes and shardings in the IR
//===----------------------------------------------------------------------===//

MeshAttr shardc::lookupMesh(Operation *op, FlatSymbolRefAttr symbol) {
  return lookupMeshAttr(op, symbol);
}

MeshOp shardc::getMesh(ModuleOp module) {
  MeshOp found;
  for (MeshOp mesh : module.getOps<MeshOp>()) {
    if (found)
      return {};
    found = mesh;
  }
  return found;
}

/// Entry `index` of a list of shardings on `op`; null when absent.
static ShardingAttr listedSharding(Operation *op, StringRef name, unsigned index) {
  auto list = op->getAttrOfType<ArrayAttr>(name);
  if (!list || index >= list.size())
    return {};
  return dyn_cast<ShardingAttr>(list[index]);
}

/// Replaces one entry of such a list; the others start replicated, since a list
/// has an entry for every value.
static void setListedSharding(Operation *op, StringRef name, unsigned index, ShardingAttr sharding,
                              TypeRange types) {
  SmallVector<Attribute> entries;
  auto list = op->getAttrOfType<ArrayAttr>(name);
  if (list && list.size() == types.size()) {
    llvm::append_range(entries, list);
  } else {
    for (Type type : types)
      entries.push_back(
          ShardingAttr::getReplicated(sharding.getMesh(), cast<RankedTensorType>(type).getRank()));
  }
  entries[index] = sharding;
  op->setAttr(name, ArrayAttr::get(op->getContext(), entries));
}

ShardingAttr shardc::getSharding(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return listedSharding(result.getOwner(), "dist.shardings", result.getResultNumber());
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto function = dyn_cast_or_null<FunctionOpInterface>(parent))
    return function.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(), "dist.sharding");
  return parent ? listedSharding(parent, "dist.arg_shardings", argument.getArgNumber())
                : ShardingAttr();
}

void shardc::setSharding(Value value, ShardingAttr sharding) {
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    setListedSharding(op, "dist.shardings", result.getResultNumber(), sharding,
                      op->getResultTypes());
    return;
  }
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto function = dyn_cast<FunctionOpInterface>(parent)) {
    function.setArgAttr(argument.getArgNumber(), "dist.sharding", sharding);
    return;
  }
  setListedSharding(parent, "dist.arg_shardings", argument.getArgNumber(), sharding,
                    argument.getOwner()->getArgumentTypes());
}
