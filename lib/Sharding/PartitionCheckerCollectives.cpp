//===- PartitionCheckerCollectives.cpp - what moves between ranks -*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Collectives, masks and offsets: each is right only for one kind of input.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerMeaning.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

static int64_t extentOf(Value value, unsigned dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// What a rank knows of its own block does not survive an exchange.
static void forgetIndex(Placement &placement) {
  if (placement.tag != Placement::Offset && placement.tag != Placement::Shifted)
    placement.clearTag();
}

/// The dimension that `atom` splits, if one does.
static std::optional<unsigned> splitBy(const Placement &placement, unsigned atom) {
  for (auto [index, dim] : llvm::enumerate(placement.dims))
    if (!dim.soft && llvm::any_of(dim.steps, [&](const Step &step) { return step.atom == atom; }))
      return index;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parts of collectives
//===----------------------------------------------------------------------===//

LogicalResult Checker::alignTo(Operation *op, Value input, ArrayRef<unsigned> group,
                               Placement &placement) {
  if (!atoms.hasForks())
    return success();
  for (Dim &dim : placement.dims)
    atoms.rewrite(dim.steps, group);
  atoms.rewrite(placement.partial, group);
  atoms.rewrite(placement.varying, group);
  for (unsigned atom : group) {
    auto cutsThrough = [&](unsigned other) { return other != atom && atoms.overlap(atom, other); };
    bool clear =
        llvm::none_of(placement.varying, cutsThrough) &&
        llvm::none_of(placement.partial, [&](auto &entry) { return cutsThrough(entry.first); }) &&
        llvm::none_of(placement.dims, [&](const Dim &dim) {
          return !dim.soft &&
                 llvm::any_of(dim.steps, [&](const Step &step) { return cutsThrough(step.atom); });
        });
    if (!clear)
      return giveUp(
          op,
          "goes over {" + atoms.name(atom) +
              "}, but the value depends on another cut of that axis: " + describe(placement),
          input);
  }
  return success();
}

/// Takes the pending reductions over `group` off `placement`.
LogicalResult Checker::takeReduced(Operation *op, Value input, ArrayRef<unsigned> group,
                                   ReductionKind kind, Placement &placement) {
  if (failed(alignTo(op, input, group, placement)))
    return failure();
  bool counts = kind == ReductionKind::Sum || kind == ReductionKind::Prod;
  for (unsigned atom : group) {
    std::string axis = "{" + atoms.name(atom) + "}";
    auto at = llvm::find_if(placement.partial, [&](auto &entry) { return entry.first == atom; });
    if (at != placement.partial.end()) {
      // The greatest of some logarithms is a number all ranks may scale by.
      bool isScale = at->second == logSumExp && kind == ReductionKind::Max;
      if (at->second != kind && !isScale)
        return fail(op,
                    "combines by " + kindName(kind) + " over " + axis +
                        ", but the pending reduction is " + kindName(at->second),
                    input);
      placement.partial.erase(at);
      continue;
    }
    if (llvm::is_contained(placement.varying, atom))
      return fail(op, "combines unrelated values along " + axis, input);
    if (std::optional<unsigned> dim = splitBy(placement, atom))
      return fail(op,
                  "combines different blocks: " + axis + " splits dimension " + Twine(*dim) +
                      " of the value",
                  input);
    if (counts && !(kind == ReductionKind::Sum && placement.splat == 0.0))
      return fail(op,
                  "combines over " + axis +
                      " a value that is equal on all its ranks, so it is "
                      "counted " +
                      Twine(atoms.size(atom)) + " times",
                  input);
  }
  if (counts && placement.splat != 0.0)
    placement.splat.reset();
  forgetIndex(placement);
  return success();
}

/// Joins the blocks of `group`, which must be the innermost of the dimension.
LogicalResult Checker::gatherDim(Operation *op, Value input, unsigned index,
                                 ArrayRef<unsigned> group, int64_t extent, Placement &placement) {
  if (failed(alignTo(op, input, group, placement)))
    return failure();
  forgetIndex(placement);
  Dim &dim = placement.dims[index];
  for (unsigned atom : group) {
    std::optional<unsigned> at = splitBy(placement, atom);
    std::string axis = "{" + atoms.name(atom) + "}";
    if (placement.isPartialOver(atom))
      return fail(op, "joins parts of a value that is partial over " + axis, input);
    if (llvm::is_contained(placement.varying, atom))
      return fail(op, "joins unrelated values along " + axis, input);
    // Equal copies of what does not depend on the index are more of the same.
    if (!at && dim.soft)
      continue;
    if (!at)
      return fail(op, "gathers over " + axis + ", which does not split the value", input);
    if (*at != index)
      return fail(op,
                  "gathers dimension " + Twine(index) + " over " + axis +
                      ", which splits dimension " + Twine(*at),
                  input);
  }
  if (dim.soft) {
    dim = Dim::softOf(extent);
    return success();
  }
  size_t numOuter = dim.steps.size() - group.size();
  int64_t parent = numOuter ? dim.steps[numOuter - 1].stride : dim.global;
  int64_t stride = dim.local;
  bool fits = true;
  for (size_t i = group.size(); i-- > 0;) {
    const Step &step = dim.steps[numOuter + i];
    fits &= step.atom == group[i] && step.stride == stride;
    stride *= atoms.size(group[i]);
  }
  if (!fits)
    return fail(op,
                "gathers over {" + atoms.name(group) + "} in one piece, but dimension " +
                    Twine(index) + " is " + describe(dim) +
                    "; gather the innermost axis first, an axis at a time "
                    "where blocks are uneven",
                input);
  bool endsEarlier = dim.elastic && numOuter == 0 && extent <= parent;
  if (parent != extent && !endsEarlier)
    return fail(op,
                "gathers blocks of " + Twine(parent) + " elements into " + Twine(extent) +
                    " in dimension " + Twine(index),
                input);
  dim.steps.truncate(numOuter);
  dim.local = parent;
  // Equal elements that no rank lacks depend on no index.
  if (dim.elastic && numOuter == 0)
    dim = Dim::softOf(extent);
  return success();
}

/// Leaves each rank of `group` a block of `extent` of what it holds.
LogicalResult Checker::sliceDim(Operation *op, Value input, unsigned index,
                                ArrayRef<unsigned> group, int64_t extent, Placement &placement) {
  if (failed(alignTo(op, input, group, placement)))
    return failure();
  forgetIndex(placement);
  for (unsigned atom : group) {
    std::string axis = "{" + atoms.name(atom) + "}";
    if (placement.isPartialOver(atom))
      return fail(op,
                  "keeps blocks of a value that is partial over " + axis + "; reduce_scatter it",
                  input);
    if (llvm::is_contained(placement.varying, atom))
      return fail(op, "keeps blocks of unrelated values along " + axis, input);
    if (std::optional<unsigned> at = splitBy(placement, atom))
      return fail(op,
                  "keeps blocks over " + axis + ", which already splits dimension " + Twine(*at),
                  input);
  }
  Dim &dim = placement.dims[index];
  int64_t stride = extent;
  Steps steps;
  for (unsigned atom : llvm::reverse(group)) {
    steps.insert(steps.begin(), {atom, stride});
    stride *= atoms.size(atom);
  }
  if (stride < dim.local)
    return fail(op,
                "keeps " + Twine(extent) + " elements a rank, " + Twine(stride) + " in all, of " +
                    Twine(dim.local) + " in dimension " + Twine(index),
                input);
  bool overhangs = stride != dim.local;
  if (dim.soft) {
    if (!overhangs) {
      dim = Dim::softOf(extent);
      return success();
    }
    // Equal everywhere, it is split as the hint says as well as not at all.
    bool isFree = llvm::none_of(
        dim.steps, [&](const Step &step) { return llvm::is_contained(group, step.atom); });
    hasGuessed |= !dim.isWhole();
    if (isFree)
      dim.soft = false;
    else
      dim = Dim::whole(dim.local);
    dim.elastic = true;
  }
  bool wasUneven = isUneven(dim);
  dim.steps.append(steps);
  dim.local = extent;
  if (overhangs || !wasUneven)
    dim.pad = Pad::dirty();
  if (overhangs)
    placement.splat.reset();
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitAllReduce(dist::AllReduceOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  if (failed(takeReduced(op, op.getInput(), group, op.getKind(), placement)))
    return failure();
  for (unsigned i = 0; i < placement.dims.size(); ++i)
    if (Pad pad = placement.dims[i].pad; pad.kind == Pad::Fill && pad.value != 0)
      placement.dims[i].pad =
          isNeutral(pad.value, op.getKind(), getElementTypeOrSelf(op.getInput())) ? pad
          : pad.isFinite()                                                        ? Pad::defined()
                                                                                  : Pad::dirty();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitAllGather(dist::AllGatherOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  if (failed(gatherDim(op, op.getInput(), op.getDim(), group, extentOf(op.getResult(), op.getDim()),
                       placement)))
    return failure();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitReduceScatter(dist::ReduceScatterOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  if (failed(takeReduced(op, op.getInput(), group, op.getKind(), placement)) ||
      failed(sliceDim(op, op.getInput(), op.getDim(), group, extentOf(op.getResult(), op.getDim()),
                      placement)))
    return failure();
  for (Dim &dim : placement.dims)
    if (dim.pad.kind == Pad::Fill && dim.pad.value != 0)
      dim.pad = dim.pad.isFinite() ? Pad::defined() : Pad::dirty();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitAllSlice(dist::AllSliceOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  if (failed(sliceDim(op, op.getInput(), op.getDim(), group, extentOf(op.getResult(), op.getDim()),
                      placement)))
    return failure();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitAllToAll(dist::AllToAllOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  if (failed(gatherDim(op, op.getInput(), op.getConcatDim(), group,
                       extentOf(op.getResult(), op.getConcatDim()), placement)) ||
      failed(sliceDim(op, op.getInput(), op.getSplitDim(), group,
                      extentOf(op.getResult(), op.getSplitDim()), placement)))
    return failure();
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitPermute(dist::PermuteOp op) {
  SmallVector<unsigned> group, targets;
  if (!resolve(op.getAxes(), group) || !resolve(op.getTargets(), targets))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  // A rank's own offset is another one's afterwards.
  placement.clearTag();
  if (failed(alignTo(op, op.getInput(), group, placement)))
    return failure();
  for (unsigned atom : group)
    if (placement.isPartialOver(atom))
      return fail(op, "passes on parts of a value that is partial over {" + atoms.name(atom) + "}",
                  op.getInput());
  auto differsOver = [&](unsigned atom) {
    return splitBy(placement, atom) || llvm::is_contained(placement.varying, atom);
  };
  bool sameCuts = group.size() == targets.size();
  for (size_t i = 0; sameCuts && i < group.size(); ++i)
    sameCuts = atoms.size(group[i]) == atoms.size(targets[i]);
  if (op.getShift() != 0 || !sameCuts) {
    // Blocks handed round are no longer where a split could say. Equal copies
    // stay equal, but each rank may get its copy from anywhere in the group.
    bool differ = llvm::any_of(group, differsOver);
    if (differ)
      for (unsigned atom : group)
        placement.addVarying(atom);
    return set(op->getResult(0), std::move(placement));
  }
  // What depended on a coordinate depends on its new place, and on that alone.
  llvm::DenseMap<unsigned, unsigned> moved;
  for (auto [from, to] : llvm::zip_equal(group, targets))
    moved[from] = to;
  auto rename = [&](unsigned atom) {
    auto at = moved.find(atom);
    return at == moved.end() ? atom : at->second;
  };
  for (Dim &dim : placement.dims)
    for (Step &step : dim.steps)
      step.atom = rename(step.atom);
  SmallVector<unsigned, 2> varying = std::move(placement.varying);
  placement.varying.clear();
  for (unsigned atom : varying)
    placement.addVarying(rename(atom));
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitBroadcastCollective(dist::BroadcastOp op) {
  SmallVector<unsigned> group;
  if (!resolve(op.getAxes(), group))
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  placement.clearTag();
  if (failed(alignTo(op, op.getInput(), group, placement)))
    return failure();
  for (unsigned atom : group) {
    std::string axis = "{" + atoms.name(atom) + "}";
    if (placement.isPartialOver(atom))
      return fail(op, "gives all ranks one part of a value that is partial over " + axis,
                  op.getInput());
    if (std::optional<unsigned> dim = splitBy(placement, atom))
      return fail(op,
                  "gives all ranks one block of dimension " + Twine(*dim) + ", which " + axis +
                      " splits",
                  op.getInput());
    llvm::erase(placement.varying, atom);
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitStart(dist::StartOp op) {
  Block &body = op->getRegion(0).front();
  put(body.getArgument(0), get(op.getInput()));
  if (meaning)
    meaning->alias(body.getArgument(0), op.getInput());
  if (failed(visitBlock(body)))
    return failure();
  Placement placement = get(body.getTerminator()->getOperand(0));
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Padding and offsets
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitMask(dist::MaskOp op) {
  unsigned index = op.getDim();
  auto axes = llvm::to_vector(op.getAxes().getAsRange<dist::AxisRefAttr>());
  std::optional<Dim> split = makeDim(op.getGlobal(), op.getGranule(), axes);
  if (!split)
    return fail(op, "names an axis that the mesh lacks");
  Placement placement = get(op.getInput());
  Dim &dim = placement.dims[index];
  if (dim.soft ? dim.local != split->local : !dim.sameBlocks(*split) && !dim.canEndAs(*split))
    return fail(op,
                "masks " + describe(*split) + ", but dimension " + Twine(index) +
                    " of the value is " + describe(dim),
                op.getInput());
  std::optional<double> fill = splatValue(op.getFill());
  Type element = getElementTypeOrSelf(op.getInput());
  for (auto &entry : placement.partial)
    if (!fill || !isNeutral(*fill, entry.second, element))
      return fail(op,
                  "masks a partial value (" + describePartial(placement) +
                      ") with a value that is not neutral in its reduction",
                  op.getInput());
  bool areOnes = placement.splat == 1.0 && fill == 0.0 && placement.dims.size() == 1;
  if (placement.splat != fill)
    placement.splat.reset();
  // A value without padding that is masked keeps its freedom.
  bool even = dim.soft && !isUneven(*split);
  if (!even)
    dim = *split;
  dim.pad = fill ? Pad::fill(*fill) : Pad::defined();
  // Padding of both this and another dimension is now this fill.
  for (Dim &other : placement.dims)
    if (&other != &dim && !other.pad.isDirty())
      other.pad = join(other.pad, dim.pad);
  if (placement.tag != Placement::Shifted && !even)
    placement.clearTag();
  if (areOnes && !even) {
    placement.tag = Placement::Ones;
    placement.frame = std::make_shared<Dim>(std::move(*split));
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitShardOffset(dist::ShardOffsetOp op) {
  auto axes = llvm::to_vector(op.getAxes().getAsRange<dist::AxisRefAttr>());
  std::optional<Dim> split = makeDim(op.getGlobal(), op.getGranule(), axes);
  if (!split)
    return fail(op, "names an axis that the mesh lacks");
  Placement placement;
  if (split->isWhole()) {
    placement.splat = 0;
  } else {
    placement.tag = Placement::Offset;
    for (const Step &step : split->steps)
      placement.addVarying(step.atom);
    placement.frame = std::make_shared<Dim>(std::move(*split));
  }
  return set(op->getResult(0), std::move(placement));
}
