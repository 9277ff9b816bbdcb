//===- DistShardings.cpp - what meshes and shardings mean -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sizes, sub-axes, the length of blocks, and the checks of a sharding against
// its mesh and the type of its value.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistSyntax.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

LogicalResult MeshAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes) {
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes) {
    if (axis.getName().empty())
      return emitError() << "a mesh axis needs a name";
    if (!names.insert(axis.getName()).second)
      return emitError() << "mesh axis '" << axis.getName() << "' appears twice";
    if (axis.getSize() < 1)
      return emitError() << "mesh axis '" << axis.getName()
                         << "' must have a size of at least 1, not " << axis.getSize();
  }
  return success();
}

int64_t MeshAttr::getNumRanks() const {
  int64_t ranks = 1;
  for (MeshAxisAttr axis : getAxes())
    ranks *= axis.getSize();
  return ranks;
}

std::optional<unsigned> MeshAttr::getAxisIndex(StringRef name) const {
  for (auto [index, axis] : llvm::enumerate(getAxes()))
    if (axis.getName() == name)
      return index;
  return std::nullopt;
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  if (std::optional<unsigned> index = getAxisIndex(name))
    return getAxes()[*index].getSize();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Axis references
//===----------------------------------------------------------------------===//

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return isFullAxis() ? mesh.getAxisSize(getName()).value_or(1) : getSubSize();
}

int64_t AxisRefAttr::getDivisor(MeshAttr mesh) const {
  if (isFullAxis())
    return 1;
  int64_t size = mesh.getAxisSize(getName()).value_or(1);
  return std::max<int64_t>(1, size / (getPreSize() * getSubSize()));
}

bool AxisRefAttr::overlaps(AxisRefAttr other, MeshAttr mesh) const {
  if (getName() != other.getName())
    return false;
  // Independent coordinates only where one part ends before the other begins, at
  // a cut that both decompositions of the axis have.
  int64_t size = getSize(mesh), otherSize = other.getSize(mesh);
  if (size == 1 || otherSize == 1)
    return false;
  auto before = [](int64_t end, int64_t begin) { return end <= begin && begin % end == 0; };
  return !before(getPreSize() * size, other.getPreSize()) &&
         !before(other.getPreSize() * otherSize, getPreSize());
}

int64_t shardc::dist::blockedExtent(int64_t extent, int64_t granule, ArrayRef<AxisRefAttr> axes,
                                    MeshAttr mesh) {
  for (AxisRefAttr axis : axes)
    extent = granule * llvm::divideCeil(llvm::divideCeil(extent, granule), axis.getSize(mesh));
  return extent;
}

SmallVector<AxisRefAttr> shardc::dist::toAxes(ArrayAttr axes) {
  return llvm::map_to_vector(axes, [](Attribute axis) { return cast<AxisRefAttr>(axis); });
}

LogicalResult shardc::dist::verifyAxes(ArrayRef<AxisRefAttr> axes, MeshAttr mesh,
                                       llvm::function_ref<InFlightDiagnostic()> emitError) {
  for (auto [index, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> size = mesh.getAxisSize(axis.getName());
    if (!size)
      return emitError() << "axis '" << axis.getName() << "' is not one of the mesh " << mesh;
    int64_t covered = axis.getPreSize() * axis.getSubSize();
    if (!axis.isFullAxis() && (covered == 0 || *size % covered != 0))
      return emitError() << "sub-axis (" << axis.getPreSize() << ")" << axis.getSubSize()
                         << " does not divide axis '" << axis.getName() << "' of size " << *size;
    for (AxisRefAttr earlier : axes.take_front(index))
      if (axis == earlier || axis.overlaps(earlier, mesh))
        return emitError() << "axis '" << axis.getName() << "' is used twice";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

bool ShardingAttr::isFullyReplicated() const {
  return getPartial().empty() &&
         llvm::all_of(getDims(), [](DimShardingAttr dim) { return dim.getAxes().empty(); });
}

ShardingAttr ShardingAttr::getReplicated(FlatSymbolRefAttr mesh, int64_t rank) {
  MLIRContext *context = mesh.getContext();
  auto whole = DimShardingAttr::get(context, ArrayRef<AxisRefAttr>());
  return get(context, mesh, SmallVector<DimShardingAttr>(rank, whole));
}

LogicalResult
ShardingAttr::verifyAgainst(Type type, MeshAttr mesh,
                            llvm::function_ref<InFlightDiagnostic()> emitError) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return emitError() << "a sharding needs a ranked tensor, not " << type;
  if (tensor.getRank() != getRank())
    return emitError() << "sharding has " << getRank() << " dimensions, but the value has "
                       << tensor.getRank();
  SmallVector<AxisRefAttr> used;
  for (DimShardingAttr dim : getDims()) {
    if (dim.getGranule() < 1)
      return emitError() << "granule must be at least 1, not " << dim.getGranule();
    llvm::append_range(used, dim.getAxes());
  }
  for (PartialAttr partial : getPartial()) {
    if (partial.getAxes().empty())
      return emitError() << "a partial entry needs at least one axis";
    llvm::append_range(used, partial.getAxes());
  }
  return verifyAxes(used, mesh, emitError);
}
