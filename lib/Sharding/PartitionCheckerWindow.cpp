//===- PartitionCheckerWindow.cpp - convolution, pooling, sort --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Ops that slide a window: what the window spans must be whole, the rest passes
// through; a convolution sums over the input features of a group. Sorted rows must
// be whole.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

static SmallVector<unsigned> atomsOf(const Dim &dim) {
  return llvm::map_to_vector(dim.steps, [](const Step &step) { return step.atom; });
}

/// How many levels from the outside two dimensions have over the same atoms.
static size_t sharedLevels(const Dim &a, const Dim &b) {
  size_t shared = 0;
  while (shared < a.steps.size() && shared < b.steps.size() &&
         a.steps[shared].atom == b.steps[shared].atom)
    ++shared;
  return shared;
}

/// One group of `dim`, of which the outer `levels` split the groups and the others
/// what is in them; a rank has elements of `count` groups. Nothing if such a block
/// is no whole number of groups.
static std::optional<Dim> groupOf(const Dim &dim, size_t levels, int64_t count) {
  int64_t block = levels ? dim.steps[levels - 1].stride : dim.global;
  if (count < 1 || block < 1 || block % count != 0 || dim.local % count != 0)
    return std::nullopt;
  Dim group = dim;
  group.global = block / count;
  group.local = dim.local / count;
  group.steps.erase(group.steps.begin(), group.steps.begin() + levels);
  // Several groups lie behind each other, so that none of them is split.
  if (dim.global % group.global != 0 || (count > 1 && !group.isWhole()))
    return std::nullopt;
  return group;
}

/// Whether the outer `levels` give a rank the same groups of both.
static bool sameGroups(const Dim &a, const Dim &groupOfA, const Dim &b, const Dim &groupOfB,
                       size_t levels) {
  bool same = a.global / groupOfA.global == b.global / groupOfB.global;
  for (size_t i = 0; i < levels; ++i)
    same &= a.steps[i].atom == b.steps[i].atom && a.steps[i].stride % groupOfA.global == 0 &&
            a.steps[i].stride * groupOfB.global == b.steps[i].stride * groupOfA.global;
  return same;
}

size_t Checker::levelsOfGroups(const Dim &grouped, const Dim &outputs, int64_t count,
                               OpResult result, unsigned feature) {
  if (grouped.soft || grouped.isWhole())
    return 0;
  if (!outputs.soft)
    return sharedLevels(grouped, outputs);
  // A kernel of equal numbers does not say which of its outputs a rank holds.
  dist::ShardingAttr declared = declaredOf(result);
  if (declared && declared.getDims().size() > feature)
    if (std::optional<Dim> wanted =
            makeDim(outputs.local, 1, declared.getDims()[feature].getAxes()))
      return sharedLevels(grouped, *wanted);
  hasGuessed = true;
  return count > 1 ? grouped.steps.size() : 0;
}

/// Features of the input are groups, split alike in input and output, and what each
/// group sums over. The batch may be in groups as well, each of which makes outputs
/// of its own.
LogicalResult Checker::visitConvolution(stablehlo::ConvolutionOp op) {
  auto numbers = op.getDimensionNumbers();
  unsigned inBatch = numbers.getInputBatchDimension(),
           inFeature = numbers.getInputFeatureDimension(),
           kernelIn = numbers.getKernelInputFeatureDimension(),
           kernelOut = numbers.getKernelOutputFeatureDimension(),
           outBatch = numbers.getOutputBatchDimension(),
           outFeature = numbers.getOutputFeatureDimension();
  unsigned rank = get(op.getLhs()).dims.size();
  for (int64_t dim : numbers.getInputSpatialDimensions())
    if (!get(op.getLhs()).dims[dim].soft &&
        failed(requireWhole(op, op.getLhs(), dim, "slides along")))
      return failure();
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    if (!get(op.getRhs()).dims[dim].soft &&
        failed(requireWhole(op, op.getRhs(), dim, "slides along")))
      return failure();
  Loops loops(*this, op);
  // Of booleans, one pair that is true is enough; parts of that do not multiply.
  auto type = cast<RankedTensorType>(op.getResult().getType());
  bool isBool = type.getElementType().isInteger(1);
  Placement placement;
  if (failed(isBool ? loops.multiply({}, placement) : loops.multiply({0, 1}, placement)))
    return failure();

  Dim batch = get(op.getLhs()).dims[inBatch], features = get(op.getLhs()).dims[inFeature];
  Dim summed = get(op.getRhs()).dims[kernelIn], outputs = get(op.getRhs()).dims[kernelOut];
  // Groups are compared in the same cuts of an axis.
  if (atoms.hasForks())
    for (auto [dim, other] :
         {std::pair(&outputs, &features), std::pair(&features, &outputs),
          std::pair(&summed, &features), std::pair(&outputs, &batch), std::pair(&batch, &outputs)})
      if (!other->isWhole())
        atoms.rewrite(dim->steps, atomsOf(*other));
  Pad batchPad = padOf(get(op.getLhs()), inBatch), featurePad = padOf(get(op.getLhs()), inFeature),
      summedPad = padOf(get(op.getRhs()), kernelIn), outputPad = padOf(get(op.getRhs()), kernelOut);
  int64_t count = op.getFeatureGroupCount(), batchCount = op.getBatchGroupCount();
  auto refuseGroups = [&](StringRef what, const Dim &dim) {
    return fail(op,
                "takes its groups of " + what + " from " + describe(dim) +
                    ", but those of the kernel from " + describe(outputs),
                op.getRhs());
  };
  Dim out = outputs;
  // The outputs of each group, which outer levels of `grouped` split.
  auto groupOutputs = [&](const Dim &grouped, const Dim &group, size_t levels,
                          int64_t number) -> bool {
    if (!outputs.soft) {
      std::optional<Dim> each = groupOf(outputs, levels, number);
      return each && sameGroups(grouped, group, outputs, *each, levels);
    }
    if (outputs.local % number != 0)
      return false;
    int64_t each = outputs.local / number;
    if (grouped.global == group.global)
      return true;
    out = Dim::whole(grouped.global / group.global * each);
    for (size_t i = 0; i < levels; ++i)
      out.steps.push_back({grouped.steps[i].atom, grouped.steps[i].stride / group.global * each});
    out.local = outputs.local;
    return levels == 0 || out.steps.back().stride == out.local;
  };

  // Where the input does not depend on its feature, it is the same for all groups.
  ConvolutionGroups &groups = convolutionGroups;
  groups = {};
  Dim within = summed;
  if (!features.soft) {
    size_t levels =
        !summed.soft && outputs.soft
            ? features.steps.size() - std::min(features.steps.size(), summed.steps.size())
            : levelsOfGroups(features, outputs, count, op->getOpResult(0), outFeature);
    std::optional<Dim> group = groupOf(features, levels, count);
    if (!group)
      return refuseGroups("features", features);
    if (!summed.soft && !group->sameBlocks(summed))
      return fail(op,
                  "contracts over unequal blocks: operand 0 has " + describe(*group) +
                      " a group in dimension " + Twine(inFeature) + ", but operand 1 has " +
                      describe(summed) + " in dimension " + Twine(kernelIn),
                  op.getRhs());
    if (!groupOutputs(features, *group, levels, count))
      return refuseGroups("features", features);
    within = *group;
    groups.features = features.global / group->global;
    if (groups.features > 1 && !featurePad.isFinite())
      outputPad = Pad::dirty();
  }
  if (!within.soft) {
    bool masked = (featurePad.isFill(0) && summedPad.isFinite()) ||
                  (summedPad.isFill(0) && featurePad.isFinite());
    if (isUneven(within) && !masked)
      return fail(op,
                  "sums over the padding of " + describe(within) +
                      " input features; mask both operands with 0 first",
                  op->getOperand(featurePad.isFill(0) ? 1 : 0));
    for (const Step &step : within.steps) {
      if (placement.isPartialOver(step.atom))
        return fail(op, "would be combined twice over {" + atoms.name(step.atom) + "}",
                    op.getLhs());
      placement.addPartial(step.atom, isBool ? ReductionKind::Or : ReductionKind::Sum);
    }
  } else if (!isBool) {
    adoptDeclaredSums(op->getResult(0), placement);
  }

  Dim images = batch;
  if (batch.soft) {
    images = Dim::softOf(batch.local / std::max<int64_t>(1, batchCount));
  } else {
    size_t levels = levelsOfGroups(batch, outputs, batchCount, op->getOpResult(0), outFeature);
    std::optional<Dim> group = groupOf(batch, levels, batchCount);
    if (!group || (groups.features > 1 && batch.global != group->global) ||
        !groupOutputs(batch, *group, levels, batchCount))
      return refuseGroups("the batch", batch);
    groups.batch = batch.global / group->global;
    if (groups.batch > 1 && !batchPad.isFinite())
      outputPad = Pad::dirty();
    images = *group;
  }
  images.pad = batchPad.isFinite() ? Pad::defined() : Pad::dirty();
  out.pad = outputPad.isFinite() ? Pad::defined() : Pad::dirty();
  groups.summed = within.soft ? 0 : within.global;
  for (unsigned i = 0; i < rank; ++i)
    placement.dims.push_back(i == outBatch     ? images
                             : i == outFeature ? out
                                               : Dim::whole(type.getDimSize(i)));
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
