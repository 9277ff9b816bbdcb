//===- PartitionCheckerIndexing.cpp - parts at computed indices -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dynamic slices, gather and scatter: dimensions taken whole pass through,
// indexed ones must be whole on each rank, and a scatter of split updates is a
// partial sum, maximum or minimum.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

LogicalResult Checker::visitDynamicSlice(stablehlo::DynamicSliceOp op) {
  Value operand = op.getOperand();
  Placement placement = get(operand);
  placement.clearTag();
  if (failed(requireNoPartial(op, llvm::to_vector(op.getStartIndices()))))
    return failure();
  for (auto [i, start] : llvm::enumerate(op.getStartIndices())) {
    Dim &dim = placement.dims[i];
    int64_t extent = op.getSliceSizes()[i];
    // A start index is held in range: taken whole, it does not matter.
    if (extent == dim.local)
      continue;
    for (unsigned atom : get(start).varying)
      placement.addVarying(atom);
    if (!dim.soft && failed(requireWhole(op, operand, i, "takes a part of")))
      return failure();
    dim = dim.soft ? Dim::softOf(extent) : Dim::whole(extent);
  }
  return set(op->getResult(0), std::move(placement));
}

LogicalResult Checker::visitDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op) {
  if (failed(requireNoPartial(op, llvm::to_vector(op.getStartIndices()))))
    return failure();
  unsigned rank = typeOf(op.getResult()).getRank();
  Loops loops(*this, op);
  Placement placement;
  SmallVector<unsigned> inner, outer;
  for (unsigned i = 0; i < rank; ++i) {
    bool taken = typeOf(op.getUpdate()).getDimSize(i) != typeOf(op.getOperand()).getDimSize(i);
    outer.push_back(i);
    inner.push_back(taken ? rank + i : i);
    if (!taken)
      continue;
    if ((!get(op.getOperand()).dims[i].soft &&
         failed(requireWhole(op, op.getOperand(), i, "replaces a part of"))) ||
        (!get(op.getUpdate()).dims[i].soft &&
         failed(requireWhole(op, op.getUpdate(), i, "replaces a part by"))))
      return failure();
    for (unsigned atom : get(op.getStartIndices()[i]).varying)
      placement.addVarying(atom);
  }
  if (failed(loops.bind(0, outer)) || failed(loops.bind(1, inner)))
    return failure();
  for (Value value : {op.getOperand(), op.getUpdate()}) {
    for (unsigned atom : get(value).varying)
      placement.addVarying(atom);
    if (get(value).isPartial())
      placement.partial = get(value).partial;
  }
  for (Value value : {op.getOperand(), op.getUpdate()})
    if (get(value).partial != placement.partial &&
        (get(value).isPartial() || get(value).splat != 0.0 ||
         llvm::any_of(placement.partial,
                      [](auto &entry) { return entry.second != ReductionKind::Sum; })))
      return fail(op, "replaces a part by a value with another pending reduction", value);
  for (unsigned i = 0; i < rank; ++i) {
    Dim dim = inner[i] == i ? loops.result(i, join(loops.pad(0, i), loops.pad(1, i)))
                            : Dim::whole(typeOf(op.getResult()).getDimSize(i));
    placement.dims.push_back(dim);
  }
  return set(op->getResult(0), std::move(placement));
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// Numbers the dimensions of an index tensor as loops from `first` on; its
/// vector dimension, if it has one, last.
static SmallVector<unsigned> indexLoops(unsigned rank, unsigned vectorDim, unsigned first) {
  SmallVector<unsigned> loops;
  unsigned next = first;
  for (unsigned i = 0; i < rank; ++i)
    loops.push_back(i == vectorDim ? 0 : next++);
  if (vectorDim < rank)
    loops[vectorDim] = next;
  return loops;
}

LogicalResult Checker::visitGather(stablehlo::GatherOp op) {
  auto numbers = op.getDimensionNumbers();
  Value operand = op.getOperand(), indices = op.getStartIndices();
  if (failed(requireNoPartial(op, indices)))
    return failure();
  unsigned operandRank = typeOf(operand).getRank(), indexRank = typeOf(indices).getRank();
  unsigned resultRank = typeOf(op.getResult()).getRank();

  // Loops: the operand's dimensions, then those of the indices.
  SmallVector<unsigned> operandLoops = llvm::to_vector(llvm::seq<unsigned>(0, operandRank));
  SmallVector<unsigned> loopsOfIndices =
      indexLoops(indexRank, numbers.getIndexVectorDim(), operandRank);
  for (auto [from, at] :
       llvm::zip_equal(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims()))
    operandLoops[from] = loopsOfIndices[at];
  Loops loops(*this, op);
  if (failed(loops.bind(0, operandLoops)) || failed(loops.bind(1, loopsOfIndices)))
    return failure();
  if (numbers.getIndexVectorDim() < indexRank &&
      failed(requireWhole(op, indices, numbers.getIndexVectorDim(), "reads index vectors along")))
    return failure();

  Placement placement;
  if (failed(loops.multiply({0}, placement)))
    return failure();
  SmallVector<Dim> windows;
  for (unsigned i = 0; i < operandRank; ++i) {
    if (llvm::is_contained(numbers.getOperandBatchingDims(), i))
      continue;
    bool collapsed = llvm::is_contained(numbers.getCollapsedSliceDims(), i);
    int64_t size = op.getSliceSizes()[i];
    Dim dim = loops.result(i);
    if (collapsed || size != dim.local) {
      // With indices that count in its block a rank finds what it has, and
      // something else where it has not.
      bool own = collapsed && get(indices).isTagged(Placement::Shifted, dim) &&
                 numbers.getStartIndexMap().size() == 1;
      if (!dim.soft && !own && failed(requireWhole(op, operand, i, "indexes")))
        return failure();
      dim = dim.soft ? Dim::softOf(size) : Dim::whole(size);
    }
    if (!collapsed)
      windows.push_back(dim);
  }
  unsigned nextWindow = 0, nextBatch = 0;
  SmallVector<unsigned> batches;
  for (unsigned i = 0; i < indexRank; ++i)
    if (i != numbers.getIndexVectorDim())
      batches.push_back(loopsOfIndices[i]);
  for (unsigned i = 0; i < resultRank; ++i)
    placement.dims.push_back(llvm::is_contained(numbers.getOffsetDims(), i)
                                 ? windows[nextWindow++]
                                 : loops.result(batches[nextBatch++]));
  return set(op->getResult(0), std::move(placement));
}

/// How the body of a scatter of one value combines it, if ranks may do so apart.
static std::optional<ReductionKind> combinerOf(Block &body) {
  if (std::distance(body.begin(), body.end()) != 2)
    return std::nullopt;
  Operation &op = body.front();
  if (op.getNumOperands() != 2 || !llvm::all_of(op.getOperands(), llvm::IsaPred<BlockArgument>) ||
      op.getOperand(0) == op.getOperand(1) || op.getNumResults() != 1 ||
      body.getTerminator()->getOperand(0) != op.getResult(0) ||
      getElementTypeOrSelf(op.getResult(0)).isInteger(1))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<ReductionKind>>(&op)
      .Case([](stablehlo::AddOp) { return ReductionKind::Sum; })
      .Case([](stablehlo::MaxOp) { return ReductionKind::Max; })
      .Case([](stablehlo::MinOp) { return ReductionKind::Min; })
      .Default([](Operation *) { return std::nullopt; });
}

LogicalResult Checker::visitScatter(stablehlo::ScatterOp op) {
  auto numbers = op.getScatterDimensionNumbers();
  unsigned count = op.getInputs().size();
  Value input = op.getInputs().front(), indices = op.getScatterIndices();
  Value updates = op.getUpdates().front();
  // A body over several values may mix them: none of them may be pending.
  if (failed(count == 1 ? requireNoPartial(op, indices)
                        : requireNoPartial(op, llvm::to_vector(op->getOperands()))))
    return failure();
  std::optional<ReductionKind> kind;
  if (count == 1)
    kind = combinerOf(op.getUpdateComputation().front());

  // Loops: the input's dimensions, then those of the indices.
  unsigned inputRank = typeOf(input).getRank(), indexRank = typeOf(indices).getRank();
  unsigned vectorDim = numbers.getIndexVectorDim();
  SmallVector<unsigned> inputLoops = llvm::to_vector(llvm::seq<unsigned>(0, inputRank));
  SmallVector<unsigned> loopsOfIndices = indexLoops(indexRank, vectorDim, inputRank);
  for (auto [from, at] :
       llvm::zip_equal(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims()))
    inputLoops[from] = loopsOfIndices[at];
  SmallVector<unsigned> windowDims, scatterLoops, updateLoops, takenDims;
  for (unsigned i = 0; i < inputRank; ++i)
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), i) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), i))
      windowDims.push_back(i);
  for (unsigned i = 0; i < indexRank; ++i)
    if (i != vectorDim)
      scatterLoops.push_back(loopsOfIndices[i]);
  unsigned nextWindow = 0, nextScatter = 0, extra = inputRank + indexRank + 1;
  for (unsigned i = 0; i < unsigned(typeOf(updates).getRank()); ++i) {
    if (!llvm::is_contained(numbers.getUpdateWindowDims(), i)) {
      updateLoops.push_back(scatterLoops[nextScatter++]);
      continue;
    }
    unsigned at = windowDims[nextWindow++];
    bool taken = typeOf(updates).getDimSize(i) != typeOf(input).getDimSize(at);
    if (taken && (failed(requireWhole(op, input, at, "indexes")) ||
                  failed(requireWhole(op, updates, i, "places windows of"))))
      return failure();
    updateLoops.push_back(taken ? extra++ : at);
    if (taken)
      takenDims.push_back(at);
  }
  Loops loops(*this, op);
  for (unsigned i = 0; i < count; ++i)
    if (failed(loops.bind(i, inputLoops)) || failed(loops.bind(count + 1 + i, updateLoops)))
      return failure();
  if (failed(loops.bind(count, loopsOfIndices)))
    return failure();
  if (vectorDim < indexRank &&
      failed(requireWhole(op, indices, vectorDim, "reads index vectors along")))
    return failure();

  // Inserted dimensions hold rows at an index. Windows out of range are
  // skipped, so a rank may hold one block of rows if indices count within it.
  const Placement &index = get(indices);
  Placement placement;
  for (int64_t at : numbers.getInsertedWindowDims()) {
    const Dim &dim = loops.dim(at);
    bool fits = index.tag == Placement::Shifted && index.frame->sameBlocks(dim) &&
                numbers.getInsertedWindowDims().size() == 1 && windowDims.size() + 1 == inputRank;
    if (!dim.soft && !fits && failed(requireWhole(op, input, at, "indexes")))
      return failure();
    if (dim.soft && index.tag == Placement::Shifted && index.frame->local == dim.local)
      loops.dim(at) = *index.frame;
  }
  bool placed = index.tag == Placement::Shifted &&
                llvm::any_of(numbers.getInsertedWindowDims(),
                             [&](int64_t at) { return index.frame->sameBlocks(loops.dim(at)); });
  for (Value operand : op->getOperands())
    for (unsigned atom : get(operand).varying)
      if (operand != indices || !placed)
        placement.addVarying(atom);

  // What the ranks add to equal rows is a partial sum; maxima and minima likewise.
  Type element = typeOf(input).getElementType();
  placement.partial = get(updates).partial;
  for (auto &entry : placement.partial)
    if (kind != entry.second)
      return fail(op,
                  "combines partial updates (" + describePartial(placement) +
                      ") by another combination than the pending one; reduce them first",
                  updates);
  for (unsigned loop : scatterLoops) {
    if (llvm::is_contained(inputLoops, loop) || loops.dim(loop).isWhole())
      continue;
    if (!kind)
      return fail(op,
                  "combines updates that ranks hold in parts (" + describe(loops.dim(loop)) +
                      ") by something else than addition, maximum or minimum",
                  updates);
    // What combines is the scatter of one value: operand 1 is the indices, 2 the updates.
    Pad pad = loops.pad(2, loop);
    bool isNeutralPad = pad.kind == Pad::Fill && isNeutral(pad.value, *kind, element);
    if (loops.isUneven(loop) && !isNeutralPad && !loops.pad(1, loop).isBelowZero())
      return fail(op,
                  "combines updates in the padding of " + describe(loops.dim(loop)) +
                      "; mask them with what changes nothing, or the indices with -1, first",
                  updates);
    if (failed(loops.reduce(loop, *kind, placement)))
      return failure();
  }
  // Each rank begins with the input: to take it into a maximum again does no harm.
  const Placement &start = get(input);
  bool isHarmless =
      !start.isPartial() && kind &&
      (*kind != ReductionKind::Sum || (start.splat && isNeutral(*start.splat, *kind, element)));
  if (start.partial != placement.partial && !isHarmless)
    return fail(op,
                "combines partial updates (" + describePartial(placement) +
                    ") with a value that each rank would count",
                input);
  for (unsigned i = 0; i < inputRank; ++i) {
    Dim dim = loops.result(inputLoops[i]);
    if (llvm::is_contained(numbers.getInsertedWindowDims(), i) || llvm::is_contained(takenDims, i))
      dim.soft = false;
    placement.dims.push_back(dim);
  }
  for (OpResult result : op->getResults())
    if (failed(set(result, placement)))
      return failure();
  return success();
}
