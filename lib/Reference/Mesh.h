//===- Mesh.h - ranks, groups and blocks, once more -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The interpreter's own arithmetic of meshes, written from the definitions in
// DistAttrs.td and not shared with the compiler (shardc/Interfaces/Blocks.h),
// so that an error there shows here.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_REFERENCE_MESH_H
#define SHARDC_LIB_REFERENCE_MESH_H

#include "dialects/Dist/Dist.h"

namespace shardc::reference {

/// A (sub-)axis as digits of a rank: with `stride` ranks from one coordinate of
/// the sub-axis to the next, the coordinate of a rank is (rank / stride) %
/// size.
struct Digit {
  int64_t stride = 1;
  int64_t size = 1;
  int64_t of(int64_t rank) const { return rank / stride % size; }
};

/// The digits that axes stand for; failure when the mesh has no such axis or a
/// sub-axis does not divide it.
llvm::FailureOr<llvm::SmallVector<Digit>> digitsOf(dist::MeshAttr mesh,
                                                   llvm::ArrayRef<dist::AxisRefAttr> axes);

/// The same for the `axes` attribute of a collective; reports failures at op.
llvm::FailureOr<llvm::SmallVector<Digit>> digitsOf(mlir::Operation *op, dist::MeshAttr mesh,
                                                   mlir::ArrayAttr axes);

/// Number of ranks of a mesh.
int64_t rankCount(dist::MeshAttr mesh);

/// Position of `rank` in its group along `digits`, outer first.
int64_t positionIn(llvm::ArrayRef<Digit> digits, int64_t rank);
/// Ranks of the group of `rank`, in position order.
llvm::SmallVector<int64_t> groupRanks(llvm::ArrayRef<Digit> digits, int64_t rank);

/// What a rank holds of one dimension: [offset, offset + valid) of the whole,
/// in a block of `length`.
struct Piece {
  int64_t offset = 0;
  int64_t valid = 0;
  int64_t length = 0;
};
/// Blocks `extent` by `granule` over `digits`, one after the other.
Piece pieceOf(int64_t extent, int64_t granule, llvm::ArrayRef<Digit> digits, int64_t rank);

/// The mesh that an op names; checks that it has `numRanks` ranks. Reports.
llvm::FailureOr<dist::MeshAttr> meshOf(mlir::Operation *op, mlir::FlatSymbolRefAttr name,
                                       int64_t numRanks);

} // namespace shardc::reference

#endif // SHARDC_LIB_REFERENCE_MESH_H
