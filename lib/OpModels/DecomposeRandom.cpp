//===- DecomposeRandom.cpp - dropout as StableHLO ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include "shardc/OpModels/RandomWords.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::decomposition;

/// What a key keeps; null where it keeps all.
static Value drawMask(nn::DropoutOp op, TensorBuilder &b, double rate) {
  uint64_t limit = keptBelow(rate);
  if (limit >> 32)
    return {};
  ArrayRef<int64_t> shape = typeOf(op.getX()).getShape();
  WordBuilder w(b.getBuilder(), b.getLoc(), shape);
  Value index =
      op.getWhole() ? w.indexWithin(*op.getWhole(), op.getStarts()) : w.indexWithin(shape, {});
  auto keyWord = [&](int64_t i) {
    return w.spread(b.reshape(b.sliceDim(op.getKey(), 0, i, i + 1), {}));
  };
  uint64_t stream = *op.getStream();
  Words4 counter = {w.low(index), w.high(index), w.constant(static_cast<uint32_t>(stream)),
                    w.constant(static_cast<uint32_t>(stream >> 32))};
  Value word = w.philox(counter, {keyWord(0), keyWord(1)})[0];
  return b.compare(stablehlo::ComparisonDirection::LT, word,
                   w.constant(static_cast<uint32_t>(limit)));
}

Values decomposition::build(nn::DropoutOp op, TensorBuilder &b) {
  double rate = op.getRate().convertToDouble();
  Operation *before = op->getPrevNode();
  Value mask = op.getMask() ? Value(op.getMask()) : drawMask(op, b, rate);
  Operation *made = before ? before->getNextNode() : &op->getBlock()->front();
  for (; made != op; made = made->getNextNode())
    made->setAttr(drawAttrName, b.getBuilder().getUnitAttr());
  Value x = b.widen(op.getX());
  Value scaled = narrow(b, b.div(x, b.splatLike(x, 1.0 - rate)), op.getX());
  return {mask ? b.select(mask, scaled, b.splatLike(scaled, 0.0)) : scaled};
}
