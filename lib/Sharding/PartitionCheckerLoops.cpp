//===- PartitionCheckerLoops.cpp - dimensions that run together -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The loops of an op: what its operands' dimensions agree on, and the placement
// of results that follows.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

LogicalResult Loops::bind(unsigned operand, ArrayRef<unsigned> loopOf, StringRef verb) {
  const Placement &placement = checker.get(op->getOperand(operand));
  for (auto [index, number] : llvm::enumerate(loopOf)) {
    if (number >= loops.size())
      loops.resize(number + 1);
    Loop &loop = loops[number];
    const Dim &dim = placement.dims[index];
    loop.pads.push_back({operand, checker.padOf(placement, index)});
    // A value that does not depend on the index takes whatever split it meets.
    bool better = !loop.bound || (loop.dim.soft && !dim.soft) ||
                  (loop.dim.soft && dim.soft && loop.dim.isWhole());
    if (better) {
      loop.bound = true;
      loop.dim = dim;
      loop.operand = operand;
      loop.operandDim = index;
      continue;
    }
    if (dim.soft || loop.dim.soft || dim.sameBlocks(loop.dim)) {
      if (!dim.soft && !loop.dim.soft)
        loop.dim.elastic &= dim.elastic;
      continue;
    }
    // Where one value ends earlier, what the others hold there is padding.
    if (loop.dim.canEndAs(dim)) {
      for (auto &entry : MutableArrayRef(loop.pads).drop_back())
        entry.second = join(entry.second, Pad::number());
      loop.dim = dim;
      loop.operand = operand;
      loop.operandDim = index;
      continue;
    }
    if (dim.canEndAs(loop.dim)) {
      loop.pads.back().second = join(loop.pads.back().second, Pad::number());
      continue;
    }
    return checker.fail(op,
                        verb + ": operand " + Twine(loop.operand) + " has " +
                            checker.describe(loop.dim) + " in dimension " + Twine(loop.operandDim) +
                            ", but operand " + Twine(operand) + " has " + checker.describe(dim) +
                            " in dimension " + Twine(index),
                        op->getOperand(operand));
  }
  return success();
}

Pad Loops::pad(unsigned operand, unsigned loop) const {
  for (auto &entry : loops[loop].pads)
    if (entry.first == operand)
      return entry.second;
  const Placement &placement = checker.get(op->getOperand(operand));
  return placement.splat ? Pad::fill(*placement.splat) : Pad::number();
}

Pad Loops::worstPad(unsigned loop) const {
  for (auto &entry : loops[loop].pads)
    if (!entry.second.isFinite())
      return Pad::dirty();
  return Pad::defined();
}

Dim Loops::result(unsigned loop, Pad pad) const {
  Dim dim = loops[loop].dim;
  dim.pad = pad;
  return dim;
}

Value Loops::operandOf(unsigned loop) const { return op->getOperand(loops[loop].operand); }

LogicalResult Loops::requireWhole(unsigned loop, const Twine &why) const {
  return checker.requireWhole(op, operandOf(loop), loops[loop].operandDim, why);
}

LogicalResult Loops::reduce(unsigned loop, ReductionKind kind, Placement &result) const {
  const Dim &dim = loops[loop].dim;
  for (const Step &step : dim.steps) {
    if (!result.isPartialOver(step.atom)) {
      result.addPartial(step.atom, kind);
      continue;
    }
    // A hint is no fact: the other use stands.
    if (dim.soft)
      continue;
    return checker.fail(op,
                        "would be combined twice over {" + checker.getAtoms().name(step.atom) + "}",
                        operandOf(loop));
  }
  return success();
}

LogicalResult Loops::multiply(ArrayRef<unsigned> linear, Placement &result) const {
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    const Placement &placement = checker.get(operand);
    for (unsigned atom : placement.varying)
      result.addVarying(atom);
    if (!placement.isPartial())
      continue;
    if (!llvm::is_contained(linear, index) || llvm::any_of(placement.partial, [](auto &entry) {
          return entry.second != ReductionKind::Sum;
        }))
      return checker.requireNoPartial(op, operand);
    for (auto &entry : placement.partial) {
      if (result.isPartialOver(entry.first))
        return checker.fail(op,
                            "multiplies two partial values over {" +
                                checker.getAtoms().name(entry.first) +
                                "}; reduce one of them first",
                            operand);
      result.addPartial(entry.first, entry.second);
    }
  }
  return success();
}
