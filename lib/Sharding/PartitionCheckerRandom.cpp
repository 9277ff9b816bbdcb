//===- PartitionCheckerRandom.cpp - dropout ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A mask goes with the elements. The draws of a key are a function of the global
// index: a rank must know where its block begins, and how long the whole is.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

LogicalResult Checker::visitDropout(nn::DropoutOp op) {
  // Loops: the dimensions of x, the two words of a key.
  unsigned rank = get(op.getX()).dims.size();
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  Loops loops(*this, op);
  if (failed(loops.bind(0, all)))
    return failure();
  if (op.getMask() ? failed(loops.bind(1, all))
                   : failed(loops.bind(1, {rank})) ||
                         failed(loops.requireWhole(rank, "draws from the words of")))
    return failure();
  Placement placement;
  if (failed(loops.multiply({0}, placement)))
    return failure();

  for (unsigned dim = 0; op.getKey() && dim < rank; ++dim) {
    Value own;
    for (size_t i = dim; i < op.getStarts().size(); i += rank) {
      Value start = op.getStarts()[i];
      const Placement &begin = get(start);
      bool isOffset = begin.tag == Placement::Offset;
      if ((begin.tag != Placement::Plain && !isOffset) || (isOffset && own))
        return fail(op,
                    isOffset ? "adds up two offsets of one dimension"
                             : "takes an index that counts within a rank's block as the start "
                               "of its block",
                    start);
      if (isOffset)
        own = start;
    }
    std::shared_ptr<const Dim> frame = own ? get(own).frame : nullptr;
    if (frame && loops.dim(dim).soft && loops.dim(dim).local == frame->local)
      loops.dim(dim) = *frame;
    loops.harden(dim);
    const Dim &along = loops.dim(dim);
    if (frame ? !frame->sameBlocks(along) : !along.isWhole())
      return fail(op,
                  "draws for the elements of " + describe(along) + " in dimension " + Twine(dim) +
                      ", with " + (frame ? "the offset of " + describe(*frame) : "no offset"),
                  own ? own : Value(op.getX()));
  }
  // The offset of a rank's own block makes its draws a part of one value.
  placement.varying.clear();
  for (Value operand : op->getOperands()) {
    if (get(operand).tag != Placement::Offset)
      for (unsigned atom : get(operand).varying)
        placement.addVarying(atom);
  }
  for (unsigned dim = 0; dim < rank; ++dim) {
    Pad pad = loops.worstPad(dim);
    if (loops.pad(0, dim).isFill(0) && !pad.isDirty())
      pad = Pad::fill(0);
    placement.dims.push_back(loops.result(dim, pad));
  }
  return set(op->getResult(0), std::move(placement));
}
