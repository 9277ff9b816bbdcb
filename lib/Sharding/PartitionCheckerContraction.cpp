//===- PartitionCheckerContraction.cpp - sums over dimensions ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dot products and reductions: a split loop that no result runs over leaves a
// partial value, and its padding must be neutral.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

void Checker::adoptDeclaredSums(OpResult result, Placement &placement) const {
  dist::ShardingAttr declared = declaredOf(result);
  if (!declared)
    return;
  for (dist::PartialAttr partial : declared.getPartial()) {
    if (partial.getKind() != ReductionKind::Sum)
      continue;
    SmallVector<unsigned> list;
    for (dist::AxisRefAttr ref : partial.getAxes())
      if (!atoms.resolve(ref, list))
        return;
    for (unsigned atom : list) {
      bool used = placement.isPartialOver(atom) || llvm::any_of(placement.dims, [&](Dim &dim) {
                    return !dim.soft &&
                           llvm::any_of(dim.steps, [&](Step &step) { return step.atom == atom; });
                  });
      if (!used)
        placement.addPartial(atom, ReductionKind::Sum);
    }
  }
}

LogicalResult Checker::visitDot(Operation *op, ArrayRef<int64_t> lhsBatch,
                                ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
                                ArrayRef<int64_t> rhsContract) {
  // Loops: batch, contracted, then what is free in lhs, then in rhs.
  unsigned numBatch = lhsBatch.size(), numContract = lhsContract.size();
  unsigned next = numBatch + numContract;
  SmallVector<unsigned> free;
  auto number = [&](Value operand, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    SmallVector<unsigned> loops(get(operand).dims.size());
    for (unsigned i = 0; i < loops.size(); ++i) {
      if (auto at = llvm::find(batch, i); at != batch.end())
        loops[i] = at - batch.begin();
      else if (auto at = llvm::find(contract, i); at != contract.end())
        loops[i] = numBatch + (at - contract.begin());
      else
        free.push_back(loops[i] = next++);
    }
    return loops;
  };
  StringRef verb = "contracts or batches over unequal blocks";
  SmallVector<unsigned> lhsLoops = number(op->getOperand(0), lhsBatch, lhsContract);
  unsigned numLhsFree = free.size();
  SmallVector<unsigned> rhsLoops = number(op->getOperand(1), rhsBatch, rhsContract);
  Loops loops(*this, op);
  if (failed(loops.bind(0, lhsLoops, verb)) || failed(loops.bind(1, rhsLoops, verb)))
    return failure();

  Placement placement;
  if (failed(loops.multiply({0, 1}, placement)))
    return failure();
  bool anySoft = false;
  for (unsigned loop = numBatch; loop < numBatch + numContract; ++loop) {
    Pad lhs = loops.pad(0, loop), rhs = loops.pad(1, loop);
    bool masked = (lhs.isFill(0) && rhs.isFinite()) || (rhs.isFill(0) && lhs.isFinite());
    if (loops.isUneven(loop) && !masked)
      return fail(op,
                  "contracts over the padding of " + describe(loops.dim(loop)) +
                      "; mask both operands with 0 first",
                  op->getOperand(lhs.isFill(0) ? 1 : 0));
    // Of booleans, one pair that is true is enough.
    bool isBool = getElementTypeOrSelf(op->getResult(0)).isInteger(1);
    if (failed(loops.reduce(loop, isBool ? ReductionKind::Or : ReductionKind::Sum, placement)))
      return failure();
    anySoft |= loops.dim(loop).soft;
  }
  for (unsigned loop = 0; loop < numBatch; ++loop) {
    Pad lhs = loops.pad(0, loop), rhs = loops.pad(1, loop);
    bool zero = (lhs.isFill(0) && rhs.isFinite()) || (rhs.isFill(0) && lhs.isFinite());
    placement.dims.push_back(loops.result(loop, zero ? Pad::fill(0) : loops.worstPad(loop)));
  }
  for (auto [index, loop] : llvm::enumerate(free)) {
    Pad pad = loops.pad(index < numLhsFree ? 0 : 1, loop);
    placement.dims.push_back(loops.result(loop, pad.isFill(0)    ? pad
                                                : pad.isFinite() ? Pad::defined()
                                                                 : Pad::dirty()));
  }
  if (anySoft)
    adoptDeclaredSums(op->getResult(0), placement);
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

static std::optional<ReductionKind> kindOf(Operation *combiner) {
  if (!combiner)
    return std::nullopt;
  // Numbers of one bit: sum and greatest are true where any is, product and least
  // where all are.
  if (getElementTypeOrSelf(combiner->getResult(0)).isInteger(1)) {
    if (isa<stablehlo::AddOp, stablehlo::MaxOp, stablehlo::OrOp>(combiner))
      return ReductionKind::Or;
    if (isa<stablehlo::MulOp, stablehlo::MinOp, stablehlo::AndOp>(combiner))
      return ReductionKind::And;
    return std::nullopt;
  }
  if (isa<stablehlo::AddOp>(combiner))
    return ReductionKind::Sum;
  if (isa<stablehlo::MulOp>(combiner))
    return ReductionKind::Prod;
  if (isa<stablehlo::MaxOp>(combiner))
    return ReductionKind::Max;
  if (isa<stablehlo::MinOp>(combiner))
    return ReductionKind::Min;
  if (isa<stablehlo::AndOp>(combiner))
    return ReductionKind::And;
  if (isa<stablehlo::OrOp>(combiner))
    return ReductionKind::Or;
  return std::nullopt;
}

LogicalResult Checker::visitReduce(stablehlo::ReduceOp op) {
  unsigned numInputs = op.getInputs().size();
  std::optional<ReductionKind> kind = kindOf(op.getCombiner());
  SmallVector<Value> inits = llvm::to_vector(op.getInitValues());
  if (failed(requireNoPartial(op, inits)))
    return failure();
  unsigned rank = get(op.getInputs().front()).dims.size();
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  Loops loops(*this, op);
  for (unsigned i = 0; i < numInputs; ++i)
    if (failed(loops.bind(i, all)))
      return failure();

  Value input = op.getInputs().front();
  Type element = cast<RankedTensorType>(input.getType()).getElementType();
  Placement placement;
  for (Value operand : op->getOperands()) {
    const Placement &source = get(operand);
    for (unsigned atom : source.varying)
      placement.addVarying(atom);
    for (auto &entry : source.partial)
      if (!kind || entry.second != *kind)
        return fail(op,
                    "reduces a partial value (" + describePartial(source) +
                        ") by another combination than the pending one; reduce "
                        "it first",
                    operand);
  }
  placement.partial = get(input).partial;
  bool anySoft = false;
  for (int64_t loop : op.getDimensions()) {
    if (!kind) {
      if (!loops.dim(loop).soft && failed(loops.requireWhole(loop, "combines along")))
        return failure();
      continue;
    }
    Pad pad = loops.pad(0, loop);
    if (loops.isUneven(loop) && (pad.kind != Pad::Fill || !isNeutral(pad.value, *kind, element)))
      return fail(op,
                  "reads across the padding of " + describe(loops.dim(loop)) + " in dimension " +
                      Twine(loop) + "; mask it with the neutral element first",
                  input);
    if (failed(loops.reduce(loop, *kind, placement)))
      return failure();
    anySoft |= loops.dim(loop).soft;
  }
  if (anySoft && kind == ReductionKind::Sum)
    adoptDeclaredSums(op->getResult(0), placement);

  // Each rank begins with the initial value.
  std::optional<double> init = get(inits.front()).splat;
  bool idempotent = kind && *kind != ReductionKind::Sum && *kind != ReductionKind::Prod;
  if (placement.isPartial() && !idempotent && (!init || !isNeutral(*init, *kind, element)))
    return fail(op,
                "begins a partial reduction with an initial value that each rank of {" +
                    describePartial(placement) + "} would count",
                inits.front());
  for (unsigned loop = 0; loop < rank; ++loop) {
    if (llvm::is_contained(op.getDimensions(), int64_t(loop)))
      continue;
    Pad pad = loops.worstPad(loop);
    if (kind && init && loops.pad(0, loop).kind == Pad::Fill &&
        isNeutral(loops.pad(0, loop).value, *kind, element) && isNeutral(*init, *kind, element))
      pad = loops.pad(0, loop);
    placement.dims.push_back(loops.result(loop, pad));
  }
  if (numInputs == 1 && kind == ReductionKind::Sum && get(input).splat == 0.0 && init == 0.0)
    placement.splat = 0;
  if (get(input).tag == Placement::Ones && kind == ReductionKind::Sum &&
      op.getDimensions().size() == 1) {
    placement.tag = Placement::BlockCount;
    placement.frame = get(input).frame;
  }
  for (OpResult result : op->getResults())
    if (Placement copy = placement; failed(set(result, std::move(copy))))
      return failure();
  return success();
}
