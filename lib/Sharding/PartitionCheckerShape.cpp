//===- PartitionCheckerShape.cpp - ops that move elements -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants, broadcasts, transposes, slices and joins: which part of the global
// value the moved elements are.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitConstant(stablehlo::ConstantOp op) {
  Placement placement;
  placement.splat = splatValue(op.getValue());
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  bool isSplat = dense && (dense.isSplat() || dense.getNumElements() == 1);
  for (int64_t extent : typeOf(op.getOutput()).getShape())
    placement.dims.push_back(isSplat ? Dim::softOf(extent) : Dim::whole(extent));
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitIota(stablehlo::IotaOp op) {
  Placement placement;
  for (int64_t extent : typeOf(op.getOutput()).getShape())
    placement.dims.push_back(Dim::softOf(extent));
  unsigned dim = op.getIotaDimension();
  placement.dims[dim].soft = false;
  placement.tag = Placement::LocalIndex;
  placement.indexDim = dim;
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Whole dimensions moved
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitBroadcast(stablehlo::BroadcastInDimOp op) {
  Value operand = op.getOperand();
  const Placement &source = get(operand);
  Placement placement = source;
  placement.dims.clear();
  for (int64_t extent : typeOf(op.getResult()).getShape())
    placement.dims.push_back(Dim::softOf(extent));
  for (auto [index, to] : llvm::enumerate(op.getBroadcastDimensions())) {
    const Dim &dim = source.dims[index];
    bool repeats = dim.local == 1 && placement.dims[to].local != 1;
    if (repeats && !dim.isWhole() && !dim.soft)
      return fail(op,
                  "repeats dimension " + Twine(index) + ", of which a rank holds " + describe(dim) +
                      "; gather it first",
                  operand);
    // One element for all is no matter of splits.
    if (repeats || (dim.isWhole() && dim.global == 1))
      continue;
    placement.dims[to] = dim;
  }
  if (source.tag == Placement::LocalIndex)
    placement.indexDim = op.getBroadcastDimensions()[source.indexDim];
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitTranspose(stablehlo::TransposeOp op) {
  const Placement &source = get(op.getOperand());
  Placement placement = source;
  for (auto [to, from] : llvm::enumerate(op.getPermutation())) {
    placement.dims[to] = source.dims[from];
    if (source.tag == Placement::LocalIndex && from == source.indexDim)
      placement.indexDim = to;
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitReverse(stablehlo::ReverseOp op) {
  for (int64_t dim : op.getDimensions())
    if (!get(op.getOperand()).dims[dim].soft &&
        failed(requireWhole(op, op.getOperand(), dim, "reverses")))
      return failure();
  Placement placement = get(op.getOperand());
  if (placement.tag == Placement::LocalIndex)
    placement.clearTag();
  return set(op->getResult(0), std::move(placement));
}

/// Identity of each operand.
LogicalResult Checker::visitPassThrough(Operation *op) {
  for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    Placement placement = get(operand);
    if (failed(set(cast<OpResult>(result), std::move(placement))))
      return failure();
  }
  return success();
}

LogicalResult Checker::visitCustomCall(Operation *op) {
  SmallVector<Value> operands = llvm::to_vector(op->getOperands());
  if (failed(requireNoPartial(op, operands)))
    return failure();
  for (Value operand : operands) {
    for (unsigned dim = 0; dim < get(operand).dims.size(); ++dim)
      if (failed(requireWhole(op, operand, dim, "calls a function that reads")))
        return failure();
    if (!get(operand).varying.empty())
      return fail(op, "calls a function on values that differ from rank to rank", operand);
  }
  for (OpResult result : op->getResults()) {
    Placement placement;
    for (int64_t extent : typeOf(result).getShape())
      placement.dims.push_back(Dim::whole(extent));
    if (failed(set(result, std::move(placement))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Parts and joins
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitSlice(stablehlo::SliceOp op) {
  Value operand = op.getOperand();
  Placement placement = get(operand);
  for (unsigned i = 0; i < placement.dims.size(); ++i) {
    Dim &dim = placement.dims[i];
    int64_t extent = typeOf(op.getResult()).getDimSize(i);
    if (extent == dim.local)
      continue;
    if (dim.soft) {
      dim = Dim::softOf(extent);
      continue;
    }
    if (failed(requireWhole(op, operand, i, "takes a part of")))
      return failure();
    dim = Dim::whole(extent);
    if (placement.tag == Placement::LocalIndex && placement.indexDim == i &&
        (op.getStartIndices()[i] != 0 || op.getStrides()[i] != 1))
      placement.clearTag();
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitPad(stablehlo::PadOp op) {
  Value operand = op.getOperand();
  Placement placement = get(operand);
  const Placement &value = get(op.getPaddingValue());
  if (failed(requireNoPartial(op, op.getPaddingValue())))
    return failure();
  for (auto &entry : placement.partial)
    if (!value.splat || !isNeutral(*value.splat, entry.second, typeOf(operand).getElementType()))
      return fail(op,
                  "pads a partial value (" + describePartial(placement) +
                      ") with a value that is not neutral in its reduction",
                  operand);
  for (unsigned atom : value.varying)
    placement.addVarying(atom);
  for (unsigned i = 0; i < placement.dims.size(); ++i) {
    Dim &dim = placement.dims[i];
    if (op.getEdgePaddingLow()[i] == 0 && op.getEdgePaddingHigh()[i] == 0 &&
        op.getInteriorPadding()[i] == 0)
      continue;
    if (!dim.soft && failed(requireWhole(op, operand, i, "pads")))
      return failure();
    dim = Dim::whole(typeOf(op.getResult()).getDimSize(i));
  }
  // What is put around lies in the padding of other dimensions as well.
  Pad around = value.splat ? Pad::fill(*value.splat) : Pad::defined();
  for (Dim &dim : placement.dims)
    dim.pad = join(dim.pad, around);
  placement.clearTag();
  if (placement.splat != value.splat)
    placement.splat.reset();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitConcatenate(stablehlo::ConcatenateOp op) {
  unsigned along = op.getDimension();
  unsigned rank = typeOf(op.getResult()).getRank();
  Loops loops(*this, op);
  Placement placement;
  for (OpOperand &operand : op->getOpOperands()) {
    const Placement &source = get(operand.get());
    if (!source.dims[along].soft &&
        failed(requireWhole(op, operand.get(), along, "joins values along")))
      return failure();
    SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
    // A loop of its own for the joined dimension of each operand.
    all[along] = rank + operand.getOperandNumber();
    if (failed(loops.bind(operand.getOperandNumber(), all)))
      return failure();
    for (unsigned atom : source.varying)
      placement.addVarying(atom);
    if (source.isPartial())
      placement.partial = source.partial;
  }
  for (Value operand : op.getInputs())
    if (get(operand).partial != placement.partial) {
      std::optional<double> number = get(operand).splat;
      Type element = typeOf(operand).getElementType();
      if (get(operand).isPartial() || !number || !llvm::all_of(placement.partial, [&](auto &entry) {
            return isNeutral(*number, entry.second, element);
          }))
        return fail(op, "joins values with different pending reductions", operand);
    }
  for (unsigned i = 0; i < rank; ++i) {
    if (i == along) {
      placement.dims.push_back(Dim::whole(typeOf(op.getResult()).getDimSize(i)));
      continue;
    }
    Pad pad = loops.pad(0, i);
    for (unsigned operand = 1; operand < op->getNumOperands(); ++operand)
      pad = join(pad, loops.pad(operand, i));
    placement.dims.push_back(loops.result(i, pad));
  }
  return set(op->getResult(0), std::move(placement));
}
