//===- PartitionCheckerAttention.cpp - attention and rotation ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rotary embedding and attention. Query head h reads key/value head h/(H/G): a
// rank's query heads must read exactly the key/value heads it holds. A causal
// mask needs to know where a rank's queries begin.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

LogicalResult Checker::visitRopeTable(nn::RopeTableOp op) {
  Placement placement;
  for (int64_t extent : cast<RankedTensorType>(op.getCos().getType()).getShape())
    placement.dims.push_back(Dim::whole(extent));
  for (OpResult result : op->getResults())
    if (Placement copy = placement; failed(set(result, std::move(copy))))
      return failure();
  return success();
}

LogicalResult Checker::visitRope(nn::RopeOp op) {
  // Loops: B, S, H, D, half of D.
  Loops loops(*this, op);
  if (failed(loops.bind(0, {0, 1, 2, 3})) || failed(loops.bind(1, {1, 4})) ||
      failed(loops.bind(2, {1, 4})) || failed(loops.requireWhole(3, "rotates pairs of")) ||
      failed(loops.requireWhole(4, "rotates by")))
    return failure();
  loops.harden(3);
  Placement placement;
  if (failed(loops.multiply({0}, placement)))
    return failure();
  for (unsigned loop = 0; loop < 4; ++loop) {
    Pad pad = loops.worstPad(loop);
    if (loops.pad(0, loop).isFill(0) && !pad.isDirty())
      pad = Pad::fill(0);
    placement.dims.push_back(loops.result(loop, pad));
  }
  return set(op->getResult(0), std::move(placement));
}

/// Matches query heads (loop 2) with key/value heads (loop 5). `within` gets
/// the levels that split the queries of one group over ranks.
LogicalResult Checker::matchHeads(Operation *op, Loops &loops, Steps &within) {
  Dim &heads = loops.dim(2), &keyHeads = loops.dim(5);
  auto refuse = [&] {
    return fail(op,
                "reads other key/value heads than a rank holds: query heads are " +
                    describe(heads) + ", key/value heads are " + describe(keyHeads),
                op->getOperand(1));
  };
  if (keyHeads.local == 0 || heads.local % keyHeads.local != 0)
    return refuse();
  // Heads that are all equal are split as those that they meet.
  int64_t ratio = heads.local / keyHeads.local;
  if (heads.soft && !keyHeads.soft) {
    heads = keyHeads;
    heads.global *= ratio;
    heads.local *= ratio;
    for (Step &step : heads.steps)
      step.stride *= ratio;
    return success();
  }
  if (!heads.soft && keyHeads.soft) {
    bool fits = heads.global % ratio == 0;
    for (Step &step : heads.steps)
      fits &= step.stride % ratio == 0;
    if (!fits)
      return refuse();
    keyHeads = heads;
    keyHeads.global /= ratio;
    keyHeads.local /= ratio;
    for (Step &step : keyHeads.steps)
      step.stride /= ratio;
    return success();
  }
  if (heads.soft)
    return success();

  if (keyHeads.global == 0 || heads.global % keyHeads.global != 0)
    return refuse();
  ratio = heads.global / keyHeads.global;
  size_t shared = keyHeads.steps.size();
  if (atoms.hasForks()) {
    SmallVector<unsigned> list;
    for (const Step &step : keyHeads.steps)
      list.push_back(step.atom);
    atoms.rewrite(heads.steps, list);
  }
  if (heads.steps.size() < shared)
    return refuse();
  for (size_t i = 0; i < shared; ++i)
    if (heads.steps[i].atom != keyHeads.steps[i].atom ||
        heads.steps[i].stride != keyHeads.steps[i].stride * ratio)
      return refuse();
  within.assign(heads.steps.begin() + shared, heads.steps.end());
  if (!within.empty() && keyHeads.local != 1)
    return refuse();
  return success();
}

/// Checks the queries (loop 1) against the causal mask and the offset of queries.
LogicalResult Checker::checkQueries(Operation *op, Loops &loops, bool causal, Value offset) {
  if (!causal)
    return success();
  // What a causal mask leaves depends on the position.
  const Placement *begin = offset ? &get(offset) : nullptr;
  if (begin && begin->tag != Placement::Offset && begin->tag != Placement::Plain)
    return fail(op, "takes an index that counts within a rank's block as the offset of queries",
                offset);
  bool framed = begin && begin->tag == Placement::Offset;
  if (loops.dim(1).soft && framed && loops.dim(1).local == begin->frame->local)
    loops.dim(1) = *begin->frame;
  loops.harden(1);
  loops.harden(4);
  const Dim &queries = loops.dim(1);
  if (framed ? begin->frame->sameBlocks(queries) : queries.isWhole())
    return success();
  return fail(op,
              "masks by the positions of queries, of which a rank holds " + describe(queries) +
                  ", with " + (framed ? "the offset of " + describe(*begin->frame) : "no offset"),
              framed ? offset : loops.operandOf(1));
}

/// The offset of a rank's own block differs between ranks, which makes their
/// results parts of one value, not unrelated ones.
void Checker::dropOffset(Value offset, ValueRange operands, Placement &result) const {
  if (!offset || get(offset).tag != Placement::Offset)
    return;
  result.varying.clear();
  for (Value operand : operands)
    for (unsigned atom : get(operand).varying)
      result.addVarying(atom);
}

/// Binds the mask, if any: a dimension of 1 serves every index, so it meets nothing
/// (loops from 6 on).
template <typename OpTy>
static LogicalResult bindMask(Checker &checker, OpTy op, Loops &loops) {
  if (!op.getMask())
    return success();
  unsigned operand = op->getNumOperands() - 1;
  SmallVector<unsigned> loopOf = {0, 2, 1, 4};
  const Placement &mask = checker.get(op.getMask()), &queries = checker.get(op.getQ());
  for (auto [dim, of] : llvm::enumerate(ArrayRef<unsigned>{0, 2, 1})) {
    bool isOne = mask.dims[dim].local == 1 && queries.dims[of].local != 1;
    if (isOne || (mask.dims[dim].global == 1 && !mask.dims[dim].soft))
      loopOf[dim] = 6 + dim;
  }
  return loops.bind(operand, loopOf);
}

LogicalResult Checker::visitAttention(nn::AttentionOp op) {
  // Loops: B, S, H, D, T, G.
  Loops loops(*this, op);
  if (failed(loops.bind(0, {0, 1, 2, 3})) || failed(loops.bind(1, {0, 4, 5, 3})) ||
      failed(loops.bind(2, {0, 4, 5, 3})) || failed(bindMask(*this, op, loops)) ||
      failed(loops.requireWhole(3, "contracts over")) ||
      failed(loops.requireWhole(4, "takes the softmax over")))
    return failure();
  Steps within;
  if (failed(checkQueries(op, loops, op.getCausal(), op.getQueryOffset())) ||
      failed(matchHeads(op, loops, within)))
    return failure();
  Placement placement;
  if (failed(loops.multiply({}, placement)))
    return failure();
  dropOffset(op.getQueryOffset(), op->getOperands().take_front(3), placement);
  Placement lse = placement;
  bool dirtyKeys = loops.worstPad(5).isDirty() && loops.isUneven(5);
  auto result = [&](unsigned loop) {
    Pad pad = loops.worstPad(loop);
    return loops.result(loop, loop == 2 && dirtyKeys ? Pad::dirty() : pad);
  };
  for (unsigned loop : {0, 1, 2, 3})
    placement.dims.push_back(result(loop));
  for (unsigned loop : {0, 2, 1})
    lse.dims.push_back(result(loop));
  if (failed(set(op->getOpResult(0), std::move(placement))))
    return failure();
  return set(op->getOpResult(1), std::move(lse));
}

LogicalResult Checker::visitAttentionGrad(nn::AttentionGradOp op) {
  // Loops: B, S, H, D, T, G; operands q, k, v, out, lse, dout.
  Loops loops(*this, op);
  if (failed(loops.bind(0, {0, 1, 2, 3})) || failed(loops.bind(1, {0, 4, 5, 3})) ||
      failed(loops.bind(2, {0, 4, 5, 3})) || failed(loops.bind(3, {0, 1, 2, 3})) ||
      failed(loops.bind(4, {0, 2, 1})) || failed(loops.bind(5, {0, 1, 2, 3})) ||
      failed(bindMask(*this, op, loops)) || failed(loops.requireWhole(3, "contracts over")) ||
      failed(loops.requireWhole(4, "takes the softmax over")))
    return failure();
  Steps within;
  if (failed(checkQueries(op, loops, op.getCausal(), op.getQueryOffset())) ||
      failed(matchHeads(op, loops, within)))
    return failure();
  Placement dq;
  if (failed(loops.multiply({5}, dq)))
    return failure();
  dropOffset(op.getQueryOffset(), op->getOperands().take_front(6), dq);

  // Gradients of keys and values sum over the queries that read them.
  Placement dk = dq;
  auto sumOver = [&](unsigned loop) -> LogicalResult {
    Pad gradient = loops.pad(5, loop);
    if (loops.isUneven(loop) && (!gradient.isFill(0) || loops.worstPad(loop).isDirty()))
      return fail(op,
                  "adds up the padding of " + describe(loops.dim(loop)) +
                      "; mask all operands with 0 first",
                  op.getDout());
    return success();
  };
  if (!within.empty()) {
    if (failed(sumOver(2)))
      return failure();
    for (const Step &step : within) {
      if (dk.isPartialOver(step.atom))
        return fail(op, "would be combined twice over {" + atoms.name(step.atom) + "}",
                    op.getDout());
      dk.addPartial(step.atom, ReductionKind::Sum);
    }
  }
  if (!loops.dim(1).isWhole() &&
      (failed(sumOver(1)) || failed(loops.reduce(1, ReductionKind::Sum, dk))))
    return failure();

  auto zeroOr = [&](unsigned loop) {
    Pad pad = loops.worstPad(loop);
    return loops.pad(5, loop).isFill(0) && !pad.isDirty() ? Pad::fill(0) : pad;
  };
  Pad heads = join(zeroOr(2), loops.isUneven(5) ? loops.worstPad(5) : Pad::fill(0));
  if (zeroOr(2).isFill(0) && !heads.isDirty())
    heads = Pad::fill(0);
  for (unsigned loop : {0, 1, 2, 3})
    dq.dims.push_back(loops.result(loop, loop == 2 ? heads : zeroOr(loop)));
  for (unsigned loop : {0, 4, 5, 3})
    dk.dims.push_back(loops.result(loop, loop == 5 ? heads : zeroOr(loop)));
  Placement dv = dk;
  if (failed(set(op->getOpResult(0), std::move(dq))) ||
      failed(set(op->getOpResult(1), std::move(dk))))
    return failure();
  return set(op->getOpResult(2), std::move(dv));
}
