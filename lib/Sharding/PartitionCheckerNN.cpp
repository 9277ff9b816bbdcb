//===- PartitionCheckerNN.cpp - composites of neural networks ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Embedding, norms, losses and the optimizer, from their definitions. Attention
// has a file of its own.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

static SmallVector<unsigned> upTo(unsigned count) {
  return llvm::to_vector(llvm::seq<unsigned>(0, count));
}

//===----------------------------------------------------------------------===//
// Embedding
//===----------------------------------------------------------------------===//

/// Fails unless indices count within the blocks that `rows` (a table's rows) is
/// split into.
static LogicalResult matchRows(Checker &checker, Operation *op, Value indices, const Dim &rows) {
  const Placement &index = checker.get(indices);
  bool shifted = index.tag == Placement::Shifted;
  if (!shifted && (rows.isWhole() || rows.soft))
    return success();
  if (!shifted)
    return checker.fail(op,
                        "looks up global indices in " + checker.describe(rows) +
                            " rows; subtract the dist.shard_offset of these blocks",
                        indices);
  if (index.frame->sameBlocks(rows) || (rows.soft && index.frame->local == rows.local))
    return success();
  return checker.fail(op,
                      "looks up indices that count within " + checker.describe(*index.frame) +
                          ", but a rank holds " + checker.describe(rows) + " rows",
                      indices);
}

LogicalResult Checker::visitEmbedding(nn::EmbeddingOp op) {
  unsigned idRank = get(op.getIds()).dims.size();
  // Loops: index dimensions, then rows and columns of the table.
  SmallVector<unsigned> ids = upTo(idRank);
  unsigned rows = idRank, columns = idRank + 1;
  Loops loops(*this, op);
  if (failed(loops.bind(0, {rows, columns})) || failed(loops.bind(1, ids)) ||
      failed(matchRows(*this, op, op.getIds(), loops.dim(rows))))
    return failure();
  const Placement &index = get(op.getIds());
  Placement placement;
  if (failed(loops.multiply({0}, placement)))
    return failure();
  if (loops.isUneven(rows) && !loops.pad(0, rows).isFill(0))
    return fail(op,
                "may look up the padding of " + describe(loops.dim(rows)) +
                    " rows; mask the table with 0 first",
                op.getTable());
  // An index that is in no block of the rank gives zeros: a sum over the ranks
  // has one term.
  if (index.tag == Placement::Shifted) {
    placement.varying = get(op.getTable()).varying;
    for (const Step &step : index.frame->steps)
      if (!placement.isPartialOver(step.atom))
        placement.addPartial(step.atom, ReductionKind::Sum);
  }
  for (unsigned loop : ids) {
    Pad pad = loops.pad(1, loop);
    placement.dims.push_back(loops.result(loop, pad.isBelowZero() ? Pad::fill(0)
                                                : pad.isDirty()   ? pad
                                                                  : Pad::defined()));
  }
  Pad pad = loops.pad(0, columns);
  placement.dims.push_back(loops.result(columns, pad));
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitEmbeddingGrad(nn::EmbeddingGradOp op) {
  unsigned idRank = get(op.getIds()).dims.size();
  SmallVector<unsigned> ids = upTo(idRank), all = upTo(idRank + 1);
  unsigned columns = idRank;
  Loops loops(*this, op);
  if (failed(loops.bind(0, ids)) || failed(loops.bind(1, all)))
    return failure();
  const Placement &index = get(op.getIds());
  Placement placement;
  if (failed(loops.multiply({1}, placement)))
    return failure();
  bool anySoft = false;
  for (unsigned loop : ids) {
    if (loops.isUneven(loop) && !loops.pad(0, loop).isBelowZero() && !loops.pad(1, loop).isFill(0))
      return fail(op,
                  "adds up rows in the padding of " + describe(loops.dim(loop)) +
                      "; mask them with 0, or the indices with -1, first",
                  op.getDout());
    if (failed(loops.reduce(loop, ReductionKind::Sum, placement)))
      return failure();
    anySoft |= loops.dim(loop).soft;
  }
  int64_t extent = cast<RankedTensorType>(op.getDtable().getType()).getDimSize(0);
  Dim rows = Dim::whole(extent);
  if (index.tag == Placement::Shifted) {
    placement.varying = get(op.getDout()).varying;
    rows = *index.frame;
    rows.pad = Pad::defined();
    if (rows.local != extent)
      return fail(
          op, "adds to " + Twine(extent) + " rows at indices that count within " + describe(rows),
          op.getIds());
  }
  placement.dims = {rows, loops.result(columns, loops.pad(1, columns))};
  if (anySoft)
    adoptDeclaredSums(op->getResult(0), placement);
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// x, then parameters over its last dimension.
LogicalResult Checker::visitNorm(Operation *op, unsigned numParams) {
  unsigned rank = get(op->getOperand(0)).dims.size(), last = rank - 1;
  Loops loops(*this, op);
  if (failed(loops.bind(0, upTo(rank))))
    return failure();
  for (unsigned i = 1; i <= numParams; ++i)
    if (failed(loops.bind(i, {last})))
      return failure();
  Placement placement;
  if (failed(loops.requireWhole(last, "normalizes over")) || failed(loops.multiply({}, placement)))
    return failure();
  for (unsigned loop = 0; loop < rank; ++loop)
    placement.dims.push_back(loops.result(loop));
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitSoftmax(Operation *op) {
  unsigned rank = get(op->getOperand(0)).dims.size();
  unsigned dimension = op->getAttrOfType<IntegerAttr>("dimension").getInt();
  bool isGrad = isa<nn::SoftmaxGradOp>(op);
  Loops loops(*this, op);
  for (unsigned operand = 0, count = op->getNumOperands(); operand < count; ++operand)
    if (failed(loops.bind(operand, upTo(rank))))
      return failure();
  Placement placement;
  if (failed(loops.requireWhole(dimension, "takes the softmax over")) ||
      failed(loops.multiply(isGrad ? ArrayRef<unsigned>{1} : ArrayRef<unsigned>{}, placement)))
    return failure();
  for (unsigned loop = 0; loop < rank; ++loop)
    placement.dims.push_back(loops.result(loop, loops.worstPad(loop)));
  return set(op->getResult(0), std::move(placement));
}

/// x, weight, dy to dx, then gradients of the parameters: sums over the rows.
LogicalResult Checker::visitNormGrad(Operation *op) {
  unsigned rank = get(op->getOperand(0)).dims.size(), last = rank - 1;
  Loops loops(*this, op);
  if (failed(loops.bind(0, upTo(rank))) || failed(loops.bind(1, {last})) ||
      failed(loops.bind(2, upTo(rank))) || failed(loops.requireWhole(last, "normalizes over")))
    return failure();
  Placement dx;
  if (failed(loops.multiply({2}, dx)))
    return failure();
  Placement sums = dx;
  bool anySoft = false;
  for (unsigned loop = 0; loop < last; ++loop) {
    if (loops.isUneven(loop) && (!loops.pad(2, loop).isFill(0) || !loops.pad(0, loop).isFinite()))
      return fail(op,
                  "adds up rows in the padding of " + describe(loops.dim(loop)) +
                      "; mask all operands with 0 first",
                  !loops.pad(0, loop).isFinite() ? op->getOperand(0) : op->getOperand(2));
    if (failed(loops.reduce(loop, ReductionKind::Sum, sums)))
      return failure();
    anySoft |= loops.dim(loop).soft;
    Pad pad = loops.pad(2, loop).isFill(0) && loops.pad(0, loop).isFinite() ? Pad::fill(0)
                                                                            : loops.worstPad(loop);
    dx.dims.push_back(loops.result(loop, pad));
  }
  dx.dims.push_back(loops.result(last));
  sums.dims = {loops.result(last)};
  if (failed(set(op->getOpResult(0), std::move(dx))))
    return failure();
  for (OpResult result : op->getResults().drop_front()) {
    Placement copy = sums;
    if (anySoft)
      adoptDeclaredSums(result, copy);
    if (failed(set(result, std::move(copy))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Cross entropy
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitCrossEntropy(nn::CrossEntropyOp op) {
  unsigned rows = get(op.getLabels()).dims.size();
  Loops loops(*this, op);
  if (failed(loops.bind(0, upTo(rows + 1))) || failed(loops.bind(1, upTo(rows))))
    return failure();
  // Over its own columns and with labels that count in them, a rank gets its
  // part of the softmax; its loss means nothing to other ranks.
  const Dim &columns = loops.dim(rows);
  bool own = get(op.getLabels()).isTagged(Placement::Shifted, columns);
  if (!own && failed(loops.requireWhole(rows, "takes the softmax over")))
    return failure();
  if (get(op.getLabels()).tag == Placement::Shifted && !own)
    return fail(op, "takes global labels, but these count within a rank's columns", op.getLabels());
  Pad beyond = loops.pad(0, rows);
  if (loops.isUneven(rows) &&
      (beyond.kind != Pad::Fill || !isFarBelow(beyond.value, getElementTypeOrSelf(op.getLogits()))))
    return fail(op,
                "takes the softmax over the padding of " + describe(columns) +
                    "; mask it with a number far below any logit first",
                op.getLogits());
  Placement lse;
  if (failed(loops.multiply({}, lse)))
    return failure();
  Placement loss = lse;
  if (own) {
    lse.varying = get(op.getLogits()).varying;
    for (const Step &step : columns.steps)
      lse.addPartial(step.atom, logSumExp);
  }
  for (unsigned loop = 0; loop < rows; ++loop) {
    lse.dims.push_back(loops.result(loop));
    // A label outside the vocabulary is an ignored token.
    loss.dims.push_back(
        loops.result(loop, loops.pad(1, loop).isBelowZero() ? Pad::fill(0) : loops.worstPad(loop)));
  }
  if (failed(set(op->getOpResult(0), std::move(loss))))
    return failure();
  return set(op->getOpResult(1), std::move(lse));
}

LogicalResult Checker::visitCrossEntropyGrad(nn::CrossEntropyGradOp op) {
  unsigned rows = get(op.getLabels()).dims.size();
  Loops loops(*this, op);
  // Operands: logits, labels, lse, dloss, offset.
  if (failed(loops.bind(0, upTo(rows + 1))) || failed(loops.bind(1, upTo(rows))) ||
      failed(loops.bind(2, upTo(rows))) || failed(loops.bind(3, upTo(rows))))
    return failure();
  Dim columns = loops.dim(rows);
  const Placement *offset = op.getOffset() ? &get(op.getOffset()) : nullptr;
  bool framed = offset && offset->tag == Placement::Offset;
  if (columns.soft && framed)
    columns = *offset->frame;
  if (columns.global != op.getVocab())
    return fail(op,
                "has a vocabulary of " + Twine(op.getVocab()) + ", but a rank holds " +
                    describe(columns) + " columns",
                op.getLogits());
  if (!columns.isWhole() && !columns.soft && (!framed || !offset->frame->sameBlocks(columns)))
    return fail(op,
                "has " + Twine(offset ? "another offset than that" : "no offset") + " of " +
                    describe(columns) + " columns",
                op.getLogits());
  if (columns.isWhole() && (framed || (offset && offset->splat != 0.0)))
    return fail(op, "has an offset, but a rank holds " + describe(columns) + " columns",
                op.getOffset());
  if (get(op.getLabels()).tag == Placement::Shifted)
    return fail(op, "takes global labels, but these count within a rank's columns", op.getLabels());

  Placement placement;
  if (failed(loops.multiply({3}, placement)))
    return failure();
  if (framed)
    placement.varying = get(op.getLogits()).varying;
  for (unsigned loop = 0; loop < rows; ++loop) {
    bool zero = loops.pad(1, loop).isBelowZero() ||
                (loops.pad(3, loop).isFill(0) && !loops.worstPad(loop).isDirty());
    placement.dims.push_back(loops.result(loop, zero ? Pad::fill(0) : loops.worstPad(loop)));
  }
  // exp(-inf - lse) is zero, and no label points into padding.
  Pad pad = loops.pad(0, rows);
  Type element = getElementTypeOrSelf(op.getLogits());
  if (pad.kind == Pad::Fill)
    pad = isFarBelow(pad.value, element) ? Pad::fill(0) : Pad::defined();
  // The label makes one column differ, even of equal ones.
  columns.soft = false;
  columns.pad = pad;
  placement.dims.push_back(columns);
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Optimizer
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitSquareSum(nn::SquareSumOp op) {
  SmallVector<Value> operands = llvm::to_vector(op.getValues());
  if (failed(requireNoPartial(op, operands)))
    return failure();
  Placement placement;
  bool first = true;
  for (Value operand : operands) {
    Placement own;
    for (unsigned i = 0; i < get(operand).dims.size(); ++i) {
      const Dim &dim = get(operand).dims[i];
      if (isUneven(dim) && !dim.pad.isFill(0))
        return fail(op,
                    "adds up the padding of " + describe(dim) + " in dimension " + Twine(i) +
                        "; mask it with 0 first",
                    operand);
      for (const Step &step : dim.steps)
        if (!own.isPartialOver(step.atom))
          own.addPartial(step.atom, ReductionKind::Sum);
    }
    for (unsigned atom : get(operand).varying)
      placement.addVarying(atom);
    if (!first && own.partial != placement.partial)
      return fail(op,
                  "adds squares of values that are split over different axes: " +
                      describe(get(operands.front())) + " and " + describe(get(operand)) +
                      "; what is whole over an axis would be counted once a rank",
                  operand);
    placement.partial = own.partial;
    first = false;
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitAdamW(nn::AdamWOp op) {
  unsigned rank = get(op.getParam()).dims.size();
  Loops loops(*this, op);
  for (unsigned i = 0; i < 4; ++i)
    if (failed(loops.bind(i, upTo(rank))))
      return failure();
  Placement placement;
  if (failed(loops.multiply({}, placement)))
    return failure();
  for (unsigned loop = 0; loop < rank; ++loop) {
    bool zero = true;
    for (unsigned i = 0; i < 4; ++i)
      zero &= loops.pad(i, loop).isFill(0);
    placement.dims.push_back(loops.result(loop, zero ? Pad::fill(0) : loops.worstPad(loop)));
  }
  for (OpResult result : op->getResults())
    if (Placement copy = placement; failed(set(result, std::move(copy))))
      return failure();
  return success();
}
