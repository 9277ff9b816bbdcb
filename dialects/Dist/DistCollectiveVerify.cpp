//===- DistCollectiveVerify.cpp - verifiers of collectives ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Axes, groups and extents of the ops of the local program. What their values
// mean is checked by the checker of the partition stage.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistSyntax.h"

using namespace mlir;
using namespace shardc::dist;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// The mesh of a collective after its axes were checked; null after an error.
template <typename OpTy>
static MeshAttr verifyGroup(OpTy op, bool mayBeEmpty = false) {
  MeshAttr mesh = lookupMeshAttr(op, op.getMeshAttr());
  if (!mesh) {
    op.emitOpError() << "names mesh '@" << op.getMesh() << "', which the module does not declare";
    return {};
  }
  SmallVector<AxisRefAttr> axes = toAxes(op.getAxes());
  if (axes.empty() && !mayBeEmpty) {
    op.emitOpError() << "needs at least one axis";
    return {};
  }
  if (failed(verifyAxes(axes, mesh, [&] { return op.emitOpError(); })))
    return {};
  return mesh;
}

static int64_t groupSize(ArrayAttr axes, MeshAttr mesh) {
  int64_t size = 1;
  for (AxisRefAttr axis : toAxes(axes))
    size *= axis.getSize(mesh);
  return size;
}

static LogicalResult verifyDim(Operation *op, StringRef name, int64_t dim, RankedTensorType type) {
  if (dim >= 0 && dim < type.getRank())
    return success();
  return op->emitOpError() << name << " " << dim << " is not a dimension of " << type;
}

/// Checks that the types agree in element type, rank and all extents but those
/// of `dims`.
static LogicalResult verifyOtherExtents(Operation *op, RankedTensorType input,
                                        RankedTensorType result, ArrayRef<int64_t> dims) {
  if (input.getElementType() != result.getElementType())
    return op->emitOpError() << "element type of the result is " << result.getElementType()
                             << ", of the operand " << input.getElementType();
  if (input.getRank() != result.getRank())
    return op->emitOpError() << "result has rank " << result.getRank() << ", the operand "
                             << input.getRank();
  for (int64_t dim = 0; dim < input.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim) && input.getDimSize(dim) != result.getDimSize(dim))
      return op->emitOpError() << "dimension " << dim << " of the result is "
                               << result.getDimSize(dim) << ", of the operand "
                               << input.getDimSize(dim);
  return success();
}

static LogicalResult verifyCovers(Operation *op, int64_t group, int64_t block, int64_t whole,
                                  int64_t dim) {
  if (group * block >= whole)
    return success();
  return op->emitOpError() << group << " blocks of " << block << " do not cover dimension " << dim
                           << " of " << whole;
}

//===----------------------------------------------------------------------===//
// Reducing and gathering
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() { return success(verifyGroup(*this) != nullptr); }

LogicalResult AllGatherOp::verify() {
  MeshAttr mesh = verifyGroup(*this);
  if (!mesh)
    return failure();
  RankedTensorType input = getInput().getType(), result = getType();
  int64_t dim = getDim();
  if (failed(verifyDim(*this, "dim", dim, input)) ||
      failed(verifyOtherExtents(*this, input, result, dim)))
    return failure();
  int64_t group = groupSize(getAxes(), mesh), block = input.getDimSize(dim);
  if (result.getDimSize(dim) > group * block)
    return emitOpError() << "dimension " << dim << " of the result is " << result.getDimSize(dim)
                         << ", but " << group << " blocks of " << block << " hold "
                         << group * block;
  return success();
}

/// Ops that leave each rank one block.
template <typename OpTy>
static LogicalResult verifyScatter(OpTy op) {
  MeshAttr mesh = verifyGroup(op);
  if (!mesh)
    return failure();
  RankedTensorType input = op.getInput().getType(), result = op.getType();
  int64_t dim = op.getDim();
  if (failed(verifyDim(op, "dim", dim, input)) ||
      failed(verifyOtherExtents(op, input, result, dim)))
    return failure();
  return verifyCovers(op, groupSize(op.getAxes(), mesh), result.getDimSize(dim),
                      input.getDimSize(dim), dim);
}

LogicalResult ReduceScatterOp::verify() { return verifyScatter(*this); }

LogicalResult AllSliceOp::verify() { return verifyScatter(*this); }

LogicalResult AllToAllOp::verify() {
  MeshAttr mesh = verifyGroup(*this);
  if (!mesh)
    return failure();
  RankedTensorType input = getInput().getType(), result = getType();
  int64_t split = getSplitDim(), concat = getConcatDim();
  if (failed(verifyDim(*this, "split", split, input)) ||
      failed(verifyDim(*this, "concat", concat, input)))
    return failure();
  if (split == concat)
    return emitOpError() << "splits and concatenates the same dimension " << split;
  if (failed(verifyOtherExtents(*this, input, result, {split, concat})))
    return failure();
  int64_t group = groupSize(getAxes(), mesh);
  if (failed(verifyCovers(*this, group, result.getDimSize(split), input.getDimSize(split), split)))
    return failure();
  return verifyCovers(*this, group, input.getDimSize(concat), result.getDimSize(concat), concat);
}

//===----------------------------------------------------------------------===//
// Point to point
//===----------------------------------------------------------------------===//

static std::string quoted(AxisRefAttr axis) {
  std::string text = ("'" + axis.getName() + "'").str();
  if (!axis.isFullAxis())
    text += ":(" + std::to_string(axis.getPreSize()) + ")" + std::to_string(axis.getSubSize());
  return text;
}

LogicalResult PermuteOp::verify() {
  MeshAttr mesh = verifyGroup(*this);
  if (!mesh)
    return failure();
  SmallVector<AxisRefAttr> axes = toAxes(getAxes()), targets = toAxes(getTargets());
  if (targets.size() != axes.size())
    return emitOpError() << "has " << axes.size() << " axes and " << targets.size() << " targets";
  SmallVector<AxisRefAttr> left = axes;
  for (auto [axis, target] : llvm::zip_equal(axes, targets)) {
    auto *at = llvm::find(left, target);
    if (at == left.end())
      return emitOpError() << "sends to axis " << quoted(target)
                           << ", which is not one of its axes, or twice; name the same axes, cut "
                              "alike, on both sides";
    left.erase(at);
    if (axis.getSize(mesh) != target.getSize(mesh))
      return emitOpError() << "moves the coordinate on axis " << quoted(axis) << " of size "
                           << axis.getSize(mesh) << " to axis " << quoted(target) << " of size "
                           << target.getSize(mesh) << "; cut them into sub-axes of equal sizes";
  }
  int64_t group = groupSize(getAxes(), mesh), shift = getShift();
  if (shift < 0 || shift >= group)
    return emitOpError() << "shift " << shift << " is not a position of a group of " << group;
  return success();
}

LogicalResult BroadcastOp::verify() {
  MeshAttr mesh = verifyGroup(*this);
  if (!mesh)
    return failure();
  int64_t group = groupSize(getAxes(), mesh);
  if (static_cast<int64_t>(getRoot()) < 0 || static_cast<int64_t>(getRoot()) >= group)
    return emitOpError() << "root " << getRoot() << " is not a position of a group of " << group;
  return success();
}

template <typename OpTy>
static LogicalResult verifyPeer(OpTy op) {
  MeshAttr mesh = lookupMeshAttr(op, op.getMeshAttr());
  if (!mesh)
    return op.emitOpError() << "names mesh '@" << op.getMesh()
                            << "', which the module does not declare";
  std::optional<int64_t> size = mesh.getAxisSize(op.getAxis());
  if (!size)
    return op.emitOpError() << "axis '" << op.getAxis() << "' is not one of the mesh " << mesh;
  int64_t peer = op.getPeer(), channel = op.getChannel();
  if (peer < 0 || peer >= *size)
    return op.emitOpError() << "peer " << peer << " is not a coordinate of axis '" << op.getAxis()
                            << "' of size " << *size;
  if (channel < 0)
    return op.emitOpError() << "channel must not be negative, but is " << channel;
  return success();
}

LogicalResult SendOp::verify() { return verifyPeer(*this); }

LogicalResult RecvOp::verify() { return verifyPeer(*this); }

//===----------------------------------------------------------------------===//
// Asynchronous pairs
//===----------------------------------------------------------------------===//

LogicalResult StartOp::verify() {
  Block &body = getBody().front();
  if (body.getNumArguments() != 1 || body.getArgument(0).getType() != getInput().getType())
    return emitOpError() << "body must have one argument of type " << getInput().getType();
  auto started = dyn_cast<StartedOp>(body.getTerminator());
  bool isCollective =
      started && llvm::hasNItems(body, 2) &&
      isa<AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp, PermuteOp, BroadcastOp>(
          body.front()) &&
      started.getValue().getDefiningOp() == &body.front();
  if (!isCollective)
    return emitOpError() << "body must be one collective and dist.started of its result";
  if (started.getValue().getType() != getType())
    return emitOpError() << "result must be of type " << started.getValue().getType() << ", not "
                         << getType();
  return success();
}

LogicalResult WaitOp::verify() {
  if (!getInput().getDefiningOp<StartOp>())
    return emitOpError() << "waits for a value that no dist.start gives";
  return success();
}

//===----------------------------------------------------------------------===//
// Padding and offsets
//===----------------------------------------------------------------------===//

LogicalResult MaskOp::verify() {
  MeshAttr mesh = verifyGroup(*this);
  if (!mesh)
    return failure();
  RankedTensorType type = getType();
  int64_t dim = getDim(), global = getGlobal(), granule = getGranule();
  if (failed(verifyDim(*this, "dim", dim, type)))
    return failure();
  if (granule < 1)
    return emitOpError() << "granule must be at least 1, not " << granule;
  int64_t extent = blockedExtent(global, granule, toAxes(getAxes()), mesh);
  if (type.getDimSize(dim) != extent)
    return emitOpError() << "dimension " << dim << " is " << type.getDimSize(dim)
                         << ", but blocks of " << global << " are of " << extent;
  if (getFill().getType() != type.getElementType())
    return emitOpError() << "fill is of type " << getFill().getType() << ", the elements of type "
                         << type.getElementType();
  return success();
}

LogicalResult ShardOffsetOp::verify() {
  if (!verifyGroup(*this, /*mayBeEmpty=*/true))
    return failure();
  if (static_cast<int64_t>(getGranule()) < 1)
    return emitOpError() << "granule must be at least 1, not " << getGranule();
  if (cast<RankedTensorType>(getType()).getRank() != 0)
    return emitOpError() << "gives a scalar, not " << getType();
  return success();
}
