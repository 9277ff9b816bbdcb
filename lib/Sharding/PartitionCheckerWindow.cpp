//===- PartitionCheckerWindow.cpp - convolution, pooling, sort --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops that slide a window: what the window spans must be whole, the rest passes
// through; a convolution sums over its input features. Sorted rows must be whole.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

LogicalResult Checker::visitConvolution(stablehlo::ConvolutionOp op) {
  auto numbers = op.getDimensionNumbers();
  unsigned inBatch = numbers.getInputBatchDimension(),
           inFeature = numbers.getInputFeatureDimension(),
           kernelIn = numbers.getKernelInputFeatureDimension(),
           kernelOut = numbers.getKernelOutputFeatureDimension();
  unsigned rank = get(op.getLhs()).dims.size();
  for (int64_t dim : numbers.getInputSpatialDimensions())
    if (!get(op.getLhs()).dims[dim].soft &&
        failed(requireWhole(op, op.getLhs(), dim, "slides along")))
      return failure();
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    if (!get(op.getRhs()).dims[dim].soft &&
        failed(requireWhole(op, op.getRhs(), dim, "slides along")))
      return failure();
  // Loops: batch, input features, output features, then the windows' own.
  const Dim batch = get(op.getLhs()).dims[inBatch];
  const Dim features = get(op.getLhs()).dims[inFeature];
  const Dim perGroup = get(op.getRhs()).dims[kernelIn];
  const Dim outputs = get(op.getRhs()).dims[kernelOut];
  bool grouped =
      op.getFeatureGroupCount() != 1 || (!features.soft && !perGroup.soft && perGroup.isWhole() &&
                                         !features.isWhole() && perGroup.local == features.local);
  // The batch is cut like the outputs only where both are cut by groups.
  bool batchGrouped =
      op.getBatchGroupCount() != 1 ||
      (!batch.isWhole() && !outputs.isWhole() && llvm::any_of(batch.steps, [&](const auto &step) {
        return llvm::any_of(outputs.steps,
                            [&](const auto &other) { return step.atom == other.atom; });
      }));
  SmallVector<unsigned> lhsLoops(rank), rhsLoops(rank);
  unsigned next = 4;
  for (unsigned i = 0; i < rank; ++i) {
    lhsLoops[i] = i == inBatch ? 0 : i == inFeature ? 1 : next++;
    rhsLoops[i] = i == kernelIn ? (grouped ? 3 : 1) : i == kernelOut ? 2 : next++;
  }
  Loops loops(*this, op);
  if (failed(loops.bind(0, lhsLoops)) ||
      failed(loops.bind(1, rhsLoops, "contracts over unequal blocks")))
    return failure();
  Placement placement;
  if (failed(loops.multiply({0, 1}, placement)))
    return failure();
  if (grouped) {
    // A rank holds whole groups: as many of the outputs as of the inputs.
    if (failed(requireWhole(op, op.getRhs(), kernelIn, "sums over")))
      return failure();
    int64_t groups = perGroup.global ? features.global / perGroup.global : 0;
    bool fits = groups && outputs.global % groups == 0 &&
                features.local == int64_t(op.getFeatureGroupCount()) * perGroup.global &&
                features.steps.size() == outputs.steps.size();
    int64_t each = fits ? outputs.global / groups : 1;
    for (auto [in, out] : llvm::zip(features.steps, outputs.steps))
      fits &= in.atom == out.atom && in.stride * each == out.stride * perGroup.global;
    if (!fits)
      return fail(op,
                  "takes its groups of features from " + describe(features) + ", but those of " +
                      "the kernel from " + describe(outputs),
                  op.getRhs());
  } else {
    Pad lhs = loops.pad(0, 1), rhs = loops.pad(1, 1);
    bool masked = (lhs.isFill(0) && rhs.isFinite()) || (rhs.isFill(0) && lhs.isFinite());
    if (loops.isUneven(1) && !masked)
      return fail(op,
                  "sums over the padding of " + describe(loops.dim(1)) +
                      " input features; mask both operands with 0 first",
                  op->getOperand(lhs.isFill(0) ? 1 : 0));
    if (failed(loops.reduce(1, ReductionKind::Sum, placement)))
      return failure();
  }
  if (batchGrouped) {
    // A rank holds whole groups: as many of the outputs as of the batch.
    int64_t local = op.getBatchGroupCount();
    int64_t each = local && batch.local % local == 0 ? batch.local / local : 0;
    int64_t groups = each && batch.global % each == 0 ? batch.global / each : 0;
    bool fits = groups && outputs.global % groups == 0 && batch.local == local * each &&
                outputs.local == local * (outputs.global / groups) &&
                batch.steps.size() == outputs.steps.size();
    int64_t perGroupOutputs = fits ? outputs.global / groups : 1;
    for (auto [in, out] : llvm::zip(batch.steps, outputs.steps))
      fits &= in.atom == out.atom && in.stride * perGroupOutputs == out.stride * each;
    if (!fits)
      return fail(op,
                  "takes its groups of the batch from " + describe(batch) + ", but those of " +
                      "the kernel from " + describe(outputs),
                  op.getRhs());
  }
  auto type = cast<RankedTensorType>(op.getResult().getType());
  for (unsigned i = 0; i < rank; ++i) {
    if (i == numbers.getOutputBatchDimension() && !batchGrouped)
      placement.dims.push_back(
          loops.result(0, loops.pad(0, 0).isFinite() ? Pad::defined() : Pad::dirty()));
    else if (i == numbers.getOutputFeatureDimension())
      placement.dims.push_back(
          loops.result(2, loops.pad(1, 2).isFinite() ? Pad::defined() : Pad::dirty()));
    else
      placement.dims.push_back(Dim::whole(type.getDimSize(i)));
  }
  return set(op->getResult(0), std::move(placement));
}

/// Whether the window of `op` is one element along `dim`.
static bool isPoint(ArrayRef<int64_t> list, unsigned dim) { return list.empty() || list[dim] == 1; }

static bool isPadded(DenseIntElementsAttr padding, unsigned dim) {
  if (!padding)
    return false;
  auto amounts = padding.getValues<int64_t>();
  return amounts[2 * dim] != 0 || amounts[2 * dim + 1] != 0;
}

LogicalResult Checker::visitReduceWindow(stablehlo::ReduceWindowOp op) {
  SmallVector<Value> operands(op->getOperands());
  if (failed(requireNoPartial(op, operands)))
    return failure();
  unsigned rank = get(operands[0]).dims.size();
  ArrayRef<int64_t> none;
  Loops loops(*this, op);
  Placement placement;
  if (failed(loops.multiply({}, placement)))
    return failure();
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    if (failed(loops.bind(i, all)))
      return failure();
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool point = isPoint(op.getWindowDimensions(), dim) &&
                 isPoint(op.getWindowStrides().value_or(none), dim) &&
                 isPoint(op.getBaseDilations().value_or(none), dim) &&
                 !isPadded(op.getPaddingAttr(), dim);
    if (point) {
      placement.dims.push_back(loops.result(dim));
      continue;
    }
    if (!loops.dim(dim).soft && failed(loops.requireWhole(dim, "slides along")))
      return failure();
    placement.dims.push_back(
        Dim::whole(cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(dim)));
  }
  for (OpResult result : op->getResults())
    if (Placement copy = placement; failed(set(result, std::move(copy))))
      return failure();
  return success();
}

LogicalResult Checker::visitSelectAndScatter(stablehlo::SelectAndScatterOp op) {
  SmallVector<Value> operands(op->getOperands());
  if (failed(requireNoPartial(op, operands)))
    return failure();
  unsigned rank = get(operands[0]).dims.size();
  ArrayRef<int64_t> none;
  Loops loops(*this, op);
  SmallVector<unsigned> inner, outer;
  Placement placement;
  if (failed(loops.multiply({}, placement)))
    return failure();
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool point = isPoint(op.getWindowDimensions().value_or(none), dim) &&
                 isPoint(op.getWindowStrides().value_or(none), dim) &&
                 !isPadded(op.getPaddingAttr(), dim);
    inner.push_back(point ? dim : rank + dim);
    outer.push_back(dim);
    for (unsigned operand : {0u, 1u})
      if (!point && !get(operands[operand]).dims[dim].soft &&
          failed(requireWhole(op, operands[operand], dim, "slides along")))
        return failure();
  }
  if (failed(loops.bind(0, outer)) || failed(loops.bind(1, inner)))
    return failure();
  for (unsigned dim = 0; dim < rank; ++dim)
    placement.dims.push_back(
        inner[dim] == dim
            ? loops.result(dim)
            : Dim::whole(cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(dim)));
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitSort(stablehlo::SortOp op) {
  SmallVector<Value> operands(op->getOperands());
  if (failed(requireNoPartial(op, operands)))
    return failure();
  unsigned rank = get(operands[0]).dims.size();
  int64_t sorted = op.getDimension();
  if (sorted < 0)
    sorted += rank;
  Loops loops(*this, op);
  Placement placement;
  if (failed(loops.multiply({}, placement)))
    return failure();
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  for (unsigned i = 0; i < operands.size(); ++i)
    if (failed(loops.bind(i, all)))
      return failure();
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (int64_t(dim) == sorted && !loops.dim(dim).soft &&
        failed(loops.requireWhole(dim, "sorts along")))
      return failure();
    placement.dims.push_back(
        int64_t(dim) == sorted
            ? Dim::whole(cast<RankedTensorType>(op->getResult(0).getType()).getDimSize(dim))
            : loops.result(dim));
  }
  for (OpResult result : op->getResults())
    if (Placement copy = placement; failed(set(result, std::move(copy))))
      return failure();
  return success();
}
