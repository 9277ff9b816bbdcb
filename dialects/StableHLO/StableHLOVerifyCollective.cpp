//===- StableHLOVerifyCollective.cpp - constraints of collectives ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Labels (C1)… are those of the op descriptions. How many devices a program has
// is not known to an op: groups are checked against themselves.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

LogicalResult ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                               Attribute mesh, ArrayAttr axes) {
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "mesh is " << mesh << ", but must be a symbol or a '#stablehlo.mesh'";
  for (Attribute axis : axes)
    if (!isa<AxisRefAttr>(axis))
      return emitError() << "axis is " << axis << ", but must be a '#stablehlo.axis_ref'";
  return success();
}

/// Rows of distinct devices. Gives the length of a row, or 0 when it hangs on a
/// mesh that is defined elsewhere.
static FailureOr<int64_t> verifyGroups(Operation *op, Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return isa<ReplicaGroupMeshAxesAttr>(groups)
               ? FailureOr<int64_t>(0)
               : op->emitOpError() << "replica groups are " << groups
                                   << ", but must be rows of device numbers or axes of a mesh";
  auto type = cast<ShapedType>(dense.getType());
  if (type.getRank() != 2)
    return op->emitOpError() << "replica groups have rank " << type.getRank()
                             << ", but must be rows of device numbers";
  llvm::SmallDenseSet<int64_t> seen;
  for (const APInt &value : dense.getValues<APInt>()) {
    int64_t device = value.getSExtValue();
    if (device < -1)
      return op->emitOpError() << "device " << device << " in the replica groups is negative";
    if (device >= 0 && !seen.insert(device).second)
      return op->emitOpError() << "device " << device
                               << " appears more than once in the replica groups";
  }
  return type.getDimSize(1);
}

/// The combining body: two scalars of one type in, one out. A wider type than
/// the operand's is allowed, as accumulation.
static LogicalResult verifyCombiner(Operation *op, Region &body) {
  Block &block = body.front();
  auto end =
      dyn_cast_if_present<ReturnOp>(block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (!end)
    return op->emitOpError() << "body must end in 'stablehlo.return'";
  auto isScalar = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  };
  if (block.getNumArguments() == 2 && end.getNumOperands() == 1 &&
      isScalar(end.getOperand(0).getType()) &&
      llvm::all_equal({end.getOperand(0).getType(), block.getArgument(0).getType(),
                       block.getArgument(1).getType()}))
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "body must take two scalars and return one";
  diag.attachNote(end.getLoc()) << "the body has " << block.getNumArguments()
                                << " arguments and returns " << end.getNumOperands() << " values";
  return diag;
}

/// As many results as operands, and each shaped as `shape` makes its operand.
static LogicalResult
verifyEach(Operation *op,
           function_ref<FailureOr<SmallVector<int64_t>>(RankedTensorType operand)> shape) {
  if (op->getNumOperands() == 0 || op->getNumOperands() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults() << " results, but "
                             << op->getNumOperands() << " operands";
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    RankedTensorType type = tensorType(operand);
    FailureOr<SmallVector<int64_t>> wanted = shape(type);
    if (failed(wanted))
      return failure();
    Type result = op->getResult(index).getType();
    if (result != type.clone(*wanted))
      return op->emitOpError() << "result #" << index << " has type " << result
                               << ", but the operand gives " << type.clone(*wanted);
  }
  return success();
}

static LogicalResult verifyDimension(Operation *op, StringRef what, uint64_t dim, int64_t rank) {
  return verifyDims(op, what, {static_cast<int64_t>(dim)}, rank);
}

LogicalResult AllReduceOp::verifyConstraints() {
  return failure(failed(verifyGroups(*this, getReplicaGroups())) ||   // (C1)
                 failed(verifyEach(*this, [](RankedTensorType type) { // (C3)
                   return FailureOr(llvm::to_vector(type.getShape()));
                 })));
}
LogicalResult AllReduceOp::verifyRegions() {
  return verifyCombiner(*this, getComputation()); // (C2)
}

LogicalResult AllGatherOp::verifyConstraints() {
  FailureOr<int64_t> size = verifyGroups(*this, getReplicaGroups()); // (C1)
  if (failed(size))
    return failure();
  return verifyEach(*this, [&](RankedTensorType type) -> FailureOr<SmallVector<int64_t>> {
    if (failed(verifyDimension(*this, "all_gather_dim", getAllGatherDim(), type.getRank())))
      return failure(); // (C2)
    SmallVector<int64_t> shape(type.getShape());
    int64_t &length = shape[getAllGatherDim()];
    auto result = dyn_cast<RankedTensorType>(getResult(0).getType());
    // The mesh's verifier, not this one, knows its axes: any multiple will do.
    if (*size == 0 && result && result.getRank() == type.getRank() && length > 0 &&
        result.getDimSize(getAllGatherDim()) % length == 0)
      *size = result.getDimSize(getAllGatherDim()) / length;
    length *= *size; // (C3)
    return shape;
  });
}

LogicalResult ReduceScatterOp::verifyConstraints() {
  FailureOr<int64_t> size = verifyGroups(*this, getReplicaGroups()); // (C1)
  RankedTensorType type = getOperand().getType();
  uint64_t dim = getScatterDimension();
  if (failed(size) || failed(verifyDimension(*this, "scatter_dimension", dim, type.getRank())))
    return failure(); // (C3)
  int64_t length = type.getDimSize(dim);
  RankedTensorType result = getType();
  if (*size == 0 && result.getRank() == type.getRank() && result.getDimSize(dim) > 0)
    *size = std::max<int64_t>(length / result.getDimSize(dim), 1);
  if (*size == 0 || length % *size != 0)
    return emitOpError() << "scatter dimension " << dim << " has size " << length << ", which "
                         << *size << " devices of a group do not divide";
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= *size;
  return verifyResultShape(*this, shape); // (C4)
}
LogicalResult ReduceScatterOp::verifyRegions() {
  return verifyCombiner(*this, getComputation()); // (C2)
}

LogicalResult AllToAllOp::verifyConstraints() {
  FailureOr<int64_t> size = verifyGroups(*this, getReplicaGroups()); // (C1)
  if (failed(size))
    return failure();
  int64_t count = getSplitCount();
  if (*size != 0 && *size != count)
    return emitOpError() << "split_count is " << count << ", but a group has " << *size
                         << " devices";
  return verifyEach(*this, [&](RankedTensorType type) -> FailureOr<SmallVector<int64_t>> {
    if (failed(verifyDimension(*this, "split_dimension", getSplitDimension(), type.getRank())) ||
        failed(verifyDimension(*this, "concat_dimension", getConcatDimension(), type.getRank())))
      return failure(); // (C2)
    SmallVector<int64_t> shape(type.getShape());
    if (shape[getSplitDimension()] % count != 0) // (C3)
      return emitOpError() << "split dimension " << getSplitDimension() << " has size "
                           << shape[getSplitDimension()] << ", which split_count " << count
                           << " does not divide";
    shape[getSplitDimension()] /= count;
    shape[getConcatDimension()] *= count; // (C4)
    return shape;
  });
}

LogicalResult CollectivePermuteOp::verifyConstraints() {
  auto type = cast<ShapedType>(getSourceTargetPairs().getType());
  if (type.getRank() != 2 || type.getDimSize(1) != 2) // (C1)
    return emitOpError() << "source_target_pairs has type " << type
                         << ", but must have two columns";
  llvm::SmallDenseSet<int64_t> seen[2];
  for (auto [index, value] : llvm::enumerate(getSourceTargetPairs().getValues<APInt>())) {
    int64_t device = value.getSExtValue();
    if (device < 0)
      return emitOpError() << "device " << device << " in source_target_pairs is negative";
    if (!seen[index % 2].insert(device).second) // (C2)
      return emitOpError() << "device " << device << " is the " << (index % 2 ? "target" : "source")
                           << " of two pairs";
  }
  return success();
}

LogicalResult CollectiveBroadcastOp::verifyConstraints() {
  return verifyGroups(*this, getReplicaGroups()); // (C1)
}
