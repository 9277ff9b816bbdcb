//===- PlacementOps.cpp - dist ops that one rank can run --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Placement ops are identities on one device; mask, shard_offset and all_slice
// need only the coordinates of the rank.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "Mesh.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

/// Declares an op that speaks of whole values: an identity on one device, and
/// without meaning in a local program.
template <typename OpTy>
static void addGlobalIdentity(Registry &registry) {
  registry.add<OpTy>([](OpTy op, Evaluation &e) -> LogicalResult {
    if (e.numRanks != 1)
      return op.emitOpError() << "speaks of a whole value, but this program is run by "
                              << e.numRanks << " ranks; partition it first";
    return e.give(e.take(0));
  });
}

static LogicalResult evaluateMask(dist::MaskOp op, Evaluation &e) {
  FailureOr<dist::MeshAttr> mesh = meshOf(op, op.getMeshAttr(), e.numRanks);
  if (failed(mesh))
    return failure();
  FailureOr<SmallVector<Digit>> digits = digitsOf(op, *mesh, op.getAxes());
  if (failed(digits))
    return failure();
  Tensor x = e.take(0);
  int64_t dim = op.getDim();
  Piece piece = pieceOf(op.getGlobal(), op.getGranule(), *digits, e.rank);
  if (piece.length != x.getShape()[dim])
    return op.emitOpError() << "masks a block of " << x.getShape()[dim]
                            << " elements where the blocks are " << piece.length << " long";
  if (piece.valid == piece.length)
    return e.give(x);

  Attribute fill = op.getFill();
  Tensor filler;
  auto type = RankedTensorType::get({}, x.getElementType());
  if (auto attr = dyn_cast<FloatAttr>(fill))
    filler = Tensor::splat(type, attr.getValueAsDouble());
  else if (auto attr = dyn_cast<IntegerAttr>(fill))
    filler = Tensor::splatInt(type, attr.getType().isUnsignedInteger()
                                        ? static_cast<int64_t>(attr.getValue().getZExtValue())
                                        : attr.getValue().getSExtValue());
  else
    return op.emitOpError() << "cannot be interpreted: its fill is neither float nor integer";
  if (filler.isFloat() != x.isFloat())
    return op.emitOpError() << "fills " << x.getElementType() << " elements by " << fill;
  SmallVector<int64_t> shape(x.getShape()), strides = stridesOf(shape);
  shape[dim] = piece.length - piece.valid;
  SmallVector<int64_t> none(shape.size(), 0);
  copyBlock(x, piece.valid * strides[dim], strides, filler, 0, none, shape);
  return e.give(x);
}

static LogicalResult evaluateShardOffset(dist::ShardOffsetOp op, Evaluation &e) {
  FailureOr<dist::MeshAttr> mesh = meshOf(op, op.getMeshAttr(), e.numRanks);
  if (failed(mesh))
    return failure();
  FailureOr<SmallVector<Digit>> digits = digitsOf(op, *mesh, op.getAxes());
  if (failed(digits))
    return failure();
  Piece piece = pieceOf(op.getGlobal(), op.getGranule(), *digits, e.rank);
  return e.give(Tensor::splatInt(resultType(op), piece.offset));
}

static LogicalResult evaluateAllSlice(dist::AllSliceOp op, Evaluation &e) {
  FailureOr<dist::MeshAttr> mesh = meshOf(op, op.getMeshAttr(), e.numRanks);
  if (failed(mesh))
    return failure();
  FailureOr<SmallVector<Digit>> digits = digitsOf(op, *mesh, op.getAxes());
  if (failed(digits))
    return failure();
  const Tensor &x = e.operands[0];
  int64_t dim = op.getDim();
  Tensor result = Tensor::poison(resultType(op));
  SmallVector<int64_t> shape(result.getShape()), inStrides = stridesOf(x.getShape());
  int64_t start = positionIn(*digits, e.rank) * shape[dim];
  shape[dim] = std::clamp<int64_t>(x.getShape()[dim] - start, 0, shape[dim]);
  if (shape[dim] > 0)
    copyBlock(result, 0, stridesOf(result.getShape()), x, start * inStrides[dim], inStrides, shape);
  return e.give(result);
}

void shardc::reference::addPlacementOps(Registry &registry) {
  addGlobalIdentity<dist::ConstraintOp>(registry);
  addGlobalIdentity<dist::ReshardOp>(registry);
  registry.add<dist::CheckpointOp>(
      [](dist::CheckpointOp op, Evaluation &e) { return e.give(e.take(0)); });
  registry.add<dist::WaitOp>([](dist::WaitOp op, Evaluation &e) { return e.give(e.take(0)); });
  registry.add<dist::MaskOp>(evaluateMask);
  registry.add<dist::ShardOffsetOp>(evaluateShardOffset);
  registry.add<dist::AllSliceOp>(evaluateAllSlice);
}
