//===- SdyShardings.cpp - shardings in Shardy's words ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Shardy blocks a dimension by ceil(extent / parts); granules have no word there.
//
//===----------------------------------------------------------------------===//
#include "SdyShardings.h"
#include "shardc/Interfaces/Blocks.h"

using namespace mlir;

namespace shardc::interop {

SmallVector<Attribute> axisNames(dist::MeshAttr mesh) {
  return llvm::map_to_vector(mesh.getAxes(), [&](dist::MeshAxisAttr axis) {
    return Attribute(StringAttr::get(mesh.getContext(), axis.getName()));
  });
}

sdy::MeshAttr toSdy(dist::MeshAttr mesh) {
  auto sizes = llvm::map_to_vector(mesh.getAxes(), [](auto axis) { return axis.getSize(); });
  return sdy::MeshAttr::get(mesh.getContext(), ArrayAttr::get(mesh.getContext(), axisNames(mesh)),
                            sizes, {});
}

/// `tp`, or `tp:(2)4`, as the dialect keeps it.
static Attribute axisText(dist::AxisRefAttr axis) {
  std::string text = axis.getName().str();
  if (!axis.isFullAxis())
    text += ":(" + std::to_string(axis.getPreSize()) + ")" + std::to_string(axis.getSubSize());
  return StringAttr::get(axis.getContext(), text);
}

FailureOr<sdy::TensorShardingAttr> toSdy(dist::ShardingAttr sharding, RankedTensorType type,
                                         dist::MeshAttr mesh,
                                         function_ref<InFlightDiagnostic()> emitError) {
  MLIRContext *context = sharding.getContext();
  SmallVector<Attribute> dims;
  for (auto [dim, given] : llvm::enumerate(sharding.getDims())) {
    int64_t extent = type.getDimSize(dim), parts = groupSize(given.getAxes(), mesh);
    int64_t block = localExtent(extent, given, mesh);
    if (block != static_cast<int64_t>(llvm::divideCeil(extent, parts))) {
      emitError() << "dimension " << dim << " of size " << extent << " is split into " << parts
                  << " blocks of " << block << ", which Shardy cannot say";
      return failure();
    }
    dims.push_back(ArrayAttr::get(context, llvm::map_to_vector(given.getAxes(), axisText)));
  }
  auto none = ArrayAttr::get(context, {});
  return sdy::TensorShardingAttr::get(context, sharding.getMesh(), ArrayAttr::get(context, dims),
                                      none, none, {});
}

} // namespace shardc::interop
