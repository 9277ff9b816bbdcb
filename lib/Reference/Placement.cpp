//===- Placement.cpp - global values and their parts ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Both directions walk the boxes of real elements that ranks hold.
//
//===----------------------------------------------------------------------===//
#include "shardc/Reference/Placement.h"

#include "Collectives.h"
#include "Loops.h"
#include "Mesh.h"
#include <map>
#include <vector>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

namespace {
/// A sharding on a mesh, as digits.
struct Blocking {
  struct Dim {
    int64_t extent, granule;
    SmallVector<Digit> digits;
  };
  SmallVector<Dim> dims;
  struct Pending {
    dist::ReductionKind kind;
    SmallVector<Digit> digits;
  };
  SmallVector<Pending> partial;

  SmallVector<Piece> piecesOf(int64_t rank) const {
    SmallVector<Piece> pieces;
    for (const Dim &dim : dims)
      pieces.push_back(pieceOf(dim.extent, dim.granule, dim.digits, rank));
    return pieces;
  }
  /// Position of a rank among the parts of a partial value.
  int64_t partOf(int64_t rank) const {
    int64_t part = 0;
    for (const Pending &pending : partial) {
      int64_t size = 1;
      for (const Digit &digit : pending.digits)
        size *= digit.size;
      part = part * size + positionIn(pending.digits, rank);
    }
    return part;
  }
};
} // namespace

static FailureOr<Blocking> blockingOf(dist::ShardingAttr sharding, dist::MeshAttr mesh,
                                      ArrayRef<int64_t> shape, EmitError emitError) {
  if (sharding.getDims().size() != shape.size()) {
    emitError() << "the sharding " << sharding << " has " << sharding.getDims().size()
                << " dimensions, and the tensor has " << shape.size();
    return failure();
  }
  Blocking blocking;
  auto digits = [&](ArrayRef<dist::AxisRefAttr> axes) -> FailureOr<SmallVector<Digit>> {
    FailureOr<SmallVector<Digit>> result = digitsOf(mesh, axes);
    if (failed(result)) {
      emitError() << "the sharding " << sharding << " does not fit the mesh " << mesh;
      return failure();
    }
    return result;
  };
  for (auto [dim, extent] : llvm::zip_equal(sharding.getDims(), shape)) {
    FailureOr<SmallVector<Digit>> found = digits(dim.getAxes());
    if (failed(found))
      return failure();
    blocking.dims.push_back({extent, dim.getGranule(), *found});
  }
  for (dist::PartialAttr partial : sharding.getPartial()) {
    FailureOr<SmallVector<Digit>> found = digits(partial.getAxes());
    if (failed(found))
      return failure();
    blocking.partial.push_back({partial.getKind(), *found});
  }
  return blocking;
}

FailureOr<SmallVector<Tensor>> shardc::reference::splitTensor(const Tensor &global,
                                                              dist::ShardingAttr sharding,
                                                              dist::MeshAttr mesh,
                                                              EmitError emitError) {
  FailureOr<Blocking> blocking = blockingOf(sharding, mesh, global.getShape(), emitError);
  if (failed(blocking))
    return failure();
  SmallVector<int64_t> inStrides = stridesOf(global.getShape());
  SmallVector<Tensor> locals;
  for (int64_t rank = 0, ranks = rankCount(mesh); rank < ranks; ++rank) {
    SmallVector<int64_t> shape, valid;
    int64_t offset = 0;
    for (auto [piece, stride] : llvm::zip_equal(blocking->piecesOf(rank), inStrides)) {
      shape.push_back(piece.length);
      valid.push_back(piece.valid);
      offset += piece.offset * stride;
    }
    auto type = RankedTensorType::get(shape, global.getElementType());
    Tensor local = Tensor::poison(type);
    if (!llvm::is_contained(valid, 0)) {
      const Tensor *source = &global;
      Tensor neutral;
      if (blocking->partOf(rank) != 0) {
        // With several kinds a part is neutral for the one whose turn it is
        // not.
        for (const Blocking::Pending &pending : blocking->partial)
          if (positionIn(pending.digits, rank) != 0) {
            neutral = neutralOf(pending.kind, global.getType());
            break;
          }
        source = &neutral;
      }
      copyBlock(local, 0, stridesOf(shape), *source, offset, inStrides, valid);
    }
    locals.push_back(std::move(local));
  }
  return locals;
}

/// Copies the real elements of `local` into `whole`; `holder` says which rank
/// gave each element so far (-1: none). Gives the rank that disagrees, or -1.
template <typename T>
static int64_t place(Tensor &whole, MutableArrayRef<int64_t> holder, const Tensor &local,
                     ArrayRef<Piece> pieces, int64_t rank, int64_t &at) {
  SmallVector<int64_t> strides = stridesOf(whole.getShape());
  SmallVector<int64_t> localStrides = stridesOf(local.getShape()), valid;
  int64_t base = 0;
  for (auto [piece, stride] : llvm::zip_equal(pieces, strides)) {
    valid.push_back(piece.valid);
    base += piece.offset * stride;
  }
  T *out = whole.getMutable<T>().data();
  const T *in = local.get<T>().data();
  for (Odometer odometer(valid); !odometer.isDone(); odometer.next()) {
    int64_t to = base, from = 0;
    for (auto [i, stride, localStride] : llvm::zip(odometer.get(), strides, localStrides)) {
      to += i * stride;
      from += i * localStride;
    }
    if (holder[to] < 0) {
      holder[to] = rank;
      out[to] = in[from];
    } else if (std::memcmp(&out[to], &in[from], sizeof(T)) != 0) {
      at = to;
      return holder[to];
    }
  }
  return -1;
}

FailureOr<Tensor> shardc::reference::assembleTensor(ArrayRef<Tensor> locals,
                                                    ArrayRef<int64_t> ranks,
                                                    dist::ShardingAttr sharding,
                                                    dist::MeshAttr mesh, RankedTensorType type,
                                                    EmitError emitError) {
  FailureOr<Blocking> blocking = blockingOf(sharding, mesh, type.getShape(), emitError);
  if (failed(blocking))
    return failure();
  // One whole tensor for each part of a partial value.
  struct Whole {
    Tensor value;
    std::vector<int64_t> holder;
  };
  std::map<int64_t, Whole> wholes;
  for (size_t i = 0; i < locals.size(); ++i) {
    const Tensor &local = locals[i];
    int64_t rank = ranks[i];
    SmallVector<Piece> pieces = blocking->piecesOf(rank);
    for (auto [d, piece] : llvm::enumerate(pieces))
      if (local.getRank() != type.getRank() || local.getShape()[d] != piece.length) {
        emitError() << "rank " << rank << " holds " << local.getType() << ", and " << sharding
                    << " gives blocks of " << piece.length << " in dimension " << d << " of "
                    << type;
        return failure();
      }
    Whole &whole = wholes[blocking->partOf(rank)];
    if (!whole.value) {
      whole.value = Tensor(RankedTensorType::get(type.getShape(), local.getElementType()));
      whole.holder.assign(type.getNumElements(), -1);
    }
    int64_t other = -1, at = 0;
    withKind(local, [&](auto *kind) {
      other = place<std::remove_pointer_t<decltype(kind)>>(whole.value, whole.holder, local, pieces,
                                                           rank, at);
    });
    if (other >= 0) {
      emitError() << "ranks " << other << " and " << rank << " hold different values of element "
                  << at << " of " << type << ", which " << sharding << " makes copies";
      return failure();
    }
  }
  int64_t parts = 1;
  for (const Blocking::Pending &pending : blocking->partial)
    for (const Digit &digit : pending.digits)
      parts *= digit.size;
  if (static_cast<int64_t>(wholes.size()) != parts) {
    emitError() << "the ranks hold " << wholes.size() << " parts of a value that " << sharding
                << " makes of " << parts;
    return failure();
  }
  for (auto &[part, whole] : wholes)
    for (auto [at, holder] : llvm::enumerate(whole.holder))
      if (holder < 0) {
        emitError() << "no rank holds element " << at << " of " << type << " under " << sharding;
        return failure();
      }
  // Innermost reductions first, each in rank order.
  SmallVector<Tensor> values;
  for (auto &[part, whole] : wholes)
    values.push_back(std::move(whole.value));
  for (const Blocking::Pending &pending : llvm::reverse(blocking->partial)) {
    int64_t size = 1;
    for (const Digit &digit : pending.digits)
      size *= digit.size;
    SmallVector<Tensor> reduced;
    for (size_t i = 0; i < values.size(); i += size) {
      Tensor sum = values[i];
      for (int64_t j = 1; j < size; ++j)
        combine(pending.kind, sum, values[i + j]);
      reduced.push_back(std::move(sum));
    }
    values = std::move(reduced);
  }
  return values[0];
}

FailureOr<Tensor> shardc::reference::assembleTensor(ArrayRef<Tensor> locals,
                                                    dist::ShardingAttr sharding,
                                                    dist::MeshAttr mesh, RankedTensorType type,
                                                    EmitError emitError) {
  SmallVector<int64_t> ranks = llvm::to_vector(llvm::seq<int64_t>(0, locals.size()));
  return assembleTensor(locals, ranks, sharding, mesh, type, emitError);
}
