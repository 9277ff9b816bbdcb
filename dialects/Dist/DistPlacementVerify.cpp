//===- DistPlacementVerify.cpp - verifiers of placement ops -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constraints, reshards and the microbatch region.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistSyntax.h"

using namespace mlir;
using namespace shardc::dist;

template <typename OpTy>
static LogicalResult verifyPlacement(OpTy op) {
  MeshAttr mesh = lookupMeshAttr(op, op.getSharding().getMesh());
  if (!mesh)
    return op.emitOpError() << "names mesh '@" << op.getSharding().getMesh().getValue()
                            << "', which the module does not declare";
  // Integers and floats are not converted into each other and back without loss.
  Type element = cast<RankedTensorType>(op.getType()).getElementType();
  for (PartialAttr partial : op.getSharding().getPartial())
    if (Type wire = partial.getWireType(); wire && isa<FloatType>(wire) != isa<FloatType>(element))
      return op.emitOpError() << "a pending reduction of " << element << " can't travel as "
                              << wire;
  return op.getSharding().verifyAgainst(op.getType(), mesh, [&] { return op.emitOpError(); });
}

LogicalResult ConstraintOp::verify() {
  if (auto priority = static_cast<int64_t>(getPriority()); priority < 0)
    return emitOpError() << "priority is " << priority << ", but must be at least 0";
  return verifyPlacement(*this);
}

LogicalResult ReshardOp::verify() { return verifyPlacement(*this); }

LogicalResult MicrobatchOp::verify() {
  int64_t count = getCount();
  if (count < 1)
    return emitOpError() << "count must be at least 1, not " << count;
  Block &body = getBody().front();
  if (body.getNumArguments() != getSlices().size())
    return emitOpError() << "body has " << body.getNumArguments() << " arguments for "
                         << getSlices().size() << " slices";
  for (auto [index, slice, argument] : llvm::enumerate(getSlices(), body.getArguments())) {
    auto type = cast<RankedTensorType>(slice.getType());
    if (type.getRank() == 0 || type.getDimSize(0) != count)
      return emitOpError() << "slice " << index << " of type " << type
                           << " must have dimension 0 of " << count;
    auto row = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
    if (argument.getType() != row)
      return emitOpError() << "argument " << index << " must be of type " << row << ", not "
                           << argument.getType();
  }
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return emitOpError() << "body must end in dist.yield";
  if (getKinds().size() != getNumResults())
    return emitOpError() << "has " << getKinds().size() << " kinds for " << getNumResults()
                         << " results";
  if (yield.getNumOperands() != getNumResults())
    return emitOpError() << "yields " << yield.getNumOperands() << " values for " << getNumResults()
                         << " results";
  for (auto [index, value, result] : llvm::enumerate(yield.getOperands(), getResults())) {
    auto type = cast<RankedTensorType>(value.getType());
    if (getKind(index) == YieldKind::Stack) {
      SmallVector<int64_t> shape{count};
      llvm::append_range(shape, type.getShape());
      type = RankedTensorType::get(shape, type.getElementType());
    }
    if (result.getType() != type)
      return emitOpError() << "result " << index << " must be of type " << type << ", not "
                           << result.getType();
  }
  return success();
}
