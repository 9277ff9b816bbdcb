//===- Mesh.cpp - ranks, groups and blocks, once more -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Axes become digits of the rank number, in which groups and blocks are simple.
//
//===----------------------------------------------------------------------===//
#include "Mesh.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

int64_t shardc::reference::rankCount(dist::MeshAttr mesh) {
  int64_t count = 1;
  for (dist::MeshAxisAttr axis : mesh.getAxes())
    count *= axis.getSize();
  return count;
}

FailureOr<SmallVector<Digit>> shardc::reference::digitsOf(dist::MeshAttr mesh,
                                                          ArrayRef<dist::AxisRefAttr> axes) {
  SmallVector<Digit> digits;
  for (dist::AxisRefAttr ref : axes) {
    // Ranks count with the last axis fastest.
    int64_t stride = 1, size = 0;
    for (dist::MeshAxisAttr axis : llvm::reverse(mesh.getAxes())) {
      if (axis.getName() == ref.getName()) {
        size = axis.getSize();
        break;
      }
      stride *= axis.getSize();
    }
    if (size == 0)
      return failure();
    if (ref.getSubSize() == 0) {
      digits.push_back({stride, size});
      continue;
    }
    // What stands to the right of the sub-axis varies faster.
    int64_t whole = ref.getPreSize() * ref.getSubSize();
    if (whole <= 0 || size % whole != 0)
      return failure();
    digits.push_back({stride * (size / whole), ref.getSubSize()});
  }
  return digits;
}

FailureOr<SmallVector<Digit>> shardc::reference::digitsOf(Operation *op, dist::MeshAttr mesh,
                                                          ArrayAttr axes) {
  SmallVector<dist::AxisRefAttr> refs(axes.getAsRange<dist::AxisRefAttr>());
  FailureOr<SmallVector<Digit>> digits = digitsOf(mesh, refs);
  if (failed(digits))
    return op->emitOpError() << "names axes that do not fit the mesh " << mesh;
  return digits;
}

int64_t shardc::reference::positionIn(ArrayRef<Digit> digits, int64_t rank) {
  int64_t position = 0;
  for (const Digit &digit : digits)
    position = position * digit.size + digit.of(rank);
  return position;
}

SmallVector<int64_t> shardc::reference::groupRanks(ArrayRef<Digit> digits, int64_t rank) {
  // The member with all digits zero, then outer digits first.
  int64_t first = rank;
  for (const Digit &digit : digits)
    first -= digit.of(rank) * digit.stride;
  SmallVector<int64_t> ranks = {first};
  for (const Digit &digit : digits) {
    SmallVector<int64_t> next;
    for (int64_t base : ranks)
      for (int64_t c = 0; c < digit.size; ++c)
        next.push_back(base + c * digit.stride);
    ranks = std::move(next);
  }
  return ranks;
}

Piece shardc::reference::pieceOf(int64_t extent, int64_t granule, ArrayRef<Digit> digits,
                                 int64_t rank) {
  Piece piece{0, extent, extent};
  for (const Digit &digit : digits) {
    int64_t granules = (piece.length + granule - 1) / granule;
    int64_t length = granule * ((granules + digit.size - 1) / digit.size);
    int64_t start = digit.of(rank) * length;
    piece.offset += start;
    piece.valid = std::clamp<int64_t>(piece.valid - start, 0, length);
    piece.length = length;
  }
  return piece;
}

FailureOr<dist::MeshAttr> shardc::reference::meshOf(Operation *op, FlatSymbolRefAttr name,
                                                    int64_t numRanks) {
  auto mesh = SymbolTable::lookupNearestSymbolFrom<dist::MeshOp>(op, name);
  if (!mesh)
    return op->emitOpError() << "names the mesh " << name << ", which does not exist";
  int64_t count = rankCount(mesh.getMesh());
  if (count == numRanks)
    return mesh.getMesh();
  InFlightDiagnostic error = op->emitOpError() << "needs the " << count << " ranks of " << name
                                               << ", and " << numRanks << " are simulated";
  error.attachNote(mesh.getLoc()) << "the mesh is here";
  return error;
}
