//===- Blocks.h - block arithmetic of split dimensions ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The one place that knows how long a block is: an axis of size k over extent
// n with granule g makes blocks of g*ceil(ceil(n/g)/k); several axes block a
// dimension axis by axis, outer first.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_BLOCKS_H
#define SHARDC_INTERFACES_BLOCKS_H

#include "dialects/Dist/Dist.h"
#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Length of the blocks that `parts` ranks make of `extent` elements.
int64_t blockLength(int64_t extent, int64_t granule, int64_t parts);

/// Extent of one rank's block of a dimension of `extent` under `dim`.
int64_t localExtent(int64_t extent, dist::DimShardingAttr dim, dist::MeshAttr mesh);

/// True when some rank's block of it holds padding.
bool isUneven(int64_t extent, dist::DimShardingAttr dim, dist::MeshAttr mesh);

/// Per-rank type of a value of global type `type` under `sharding`.
mlir::RankedTensorType localType(mlir::RankedTensorType type, dist::ShardingAttr sharding,
                                 dist::MeshAttr mesh);

/// Start (may be past the end) and number of real elements of the block of the
/// rank with the given coordinates (one a mesh axis, in mesh order).
struct Block {
  int64_t offset;
  int64_t valid;
};
Block blockOf(int64_t extent, dist::DimShardingAttr dim, dist::MeshAttr mesh,
              llvm::ArrayRef<int64_t> coordinates);
/// The same for a list of axes and a granule.
Block blockOf(int64_t extent, int64_t granule, llvm::ArrayRef<dist::AxisRefAttr> axes,
              dist::MeshAttr mesh, llvm::ArrayRef<int64_t> coordinates);

/// Coordinates (one a mesh axis) of a rank; ranks count with the last axis fastest.
llvm::SmallVector<int64_t> coordinatesOf(int64_t rank, dist::MeshAttr mesh);
/// The other way.
int64_t rankOf(llvm::ArrayRef<int64_t> coordinates, dist::MeshAttr mesh);

/// Position of a rank in its group along `axes` (outer first), and the ranks of
/// that group in position order.
int64_t groupPosition(llvm::ArrayRef<int64_t> coordinates, llvm::ArrayRef<dist::AxisRefAttr> axes,
                      dist::MeshAttr mesh);
llvm::SmallVector<int64_t> groupOf(int64_t rank, llvm::ArrayRef<dist::AxisRefAttr> axes,
                                   dist::MeshAttr mesh);
/// Number of ranks in a group.
int64_t groupSize(llvm::ArrayRef<dist::AxisRefAttr> axes, dist::MeshAttr mesh);

/// The mesh that `symbol` names from `op`; null when there is none.
dist::MeshAttr lookupMesh(mlir::Operation *op, mlir::FlatSymbolRefAttr symbol);
/// The only mesh of a module, or null.
dist::MeshOp getMesh(mlir::ModuleOp module);

/// Reads and writes `dist.shardings` of an op and `dist.sharding` of a block
/// argument of a function or of a microbatch region (kept on the region's op,
/// attribute `dist.arg_shardings`). Null when absent.
dist::ShardingAttr getSharding(mlir::Value value);
void setSharding(mlir::Value value, dist::ShardingAttr sharding);

} // namespace shardc

#endif // SHARDC_INTERFACES_BLOCKS_H
