//===- RandomOps.cpp - dropout ----------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "dialects/NN/NN.h"
#include "shardc/OpModels/RandomWords.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

static LogicalResult evaluateDropout(nn::DropoutOp op, Evaluation &e) {
  const Tensor &x = e.operands[0], &choice = e.operands[1];
  Tensor result = Tensor::uninitialized(resultType(op));
  ArrayRef<int64_t> shape = x.getShape();
  int64_t rank = shape.size(), count = x.getNumElements();
  double rate = op.getRate().convertToDouble();
  const double *in = x.get<double>().data();
  double *out = result.getMutable<double>().data();
  auto give = [&](int64_t i, bool isKept) { out[i] = isKept ? in[i] / (1.0 - rate) : 0.0; };
  if (op.getMask()) {
    for (int64_t i = 0; i < count; ++i)
      give(i, choice.intAt(i) != 0);
    return e.give(result);
  }

  // Strides of the whole tensor, and the index of this block's first element in it.
  SmallVector<uint64_t> strides(rank);
  uint64_t stride = 1, first = 0;
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= op.getWhole() ? (*op.getWhole())[dim] : shape[dim];
  }
  for (size_t i = 2; i < e.operands.size(); ++i)
    first += static_cast<uint64_t>(e.operands[i].intAt(0)) * strides[(i - 2) % rank];
  std::array<uint32_t, 2> key = {static_cast<uint32_t>(choice.intAt(0)),
                                 static_cast<uint32_t>(choice.intAt(1))};
  uint64_t stream = *op.getStream(), limit = keptBelow(rate);
  SmallVector<int64_t> place(rank);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t index = first;
    for (int64_t dim = 0; dim < rank; ++dim)
      index += place[dim] * strides[dim];
    give(i, philoxBlock({static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32),
                         static_cast<uint32_t>(stream), static_cast<uint32_t>(stream >> 32)},
                        key)[0] < limit);
    for (int64_t dim = rank - 1; dim >= 0 && ++place[dim] == shape[dim]; --dim)
      place[dim] = 0;
  }
  return e.give(result);
}

void shardc::reference::addRandomOps(Registry &registry) {
  registry.add<nn::DropoutOp>(evaluateDropout);
}
