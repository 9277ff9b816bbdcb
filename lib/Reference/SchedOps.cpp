//===- SchedOps.cpp - ops of compiled segments ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Matrix products and copies. Streams and events order work in time, which one
// rank running its ops in order has no need of. Launches are calls: the machine
// runs them.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/Sched/Sched.h"
#include <cstring>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

static LogicalResult evaluateGemm(sched::GemmOp op, Evaluation &e) {
  const Tensor &a = e.operands[0], &b = e.operands[1];
  if (!a.isFloat() || !b.isFloat())
    return op.emitOpError() << "cannot be interpreted: its operands are not floats";
  int64_t m = op.getM(), n = op.getN(), k = op.getK();
  Tensor result = op.getAccumulator() ? e.take(2) : Tensor(resultType(op));
  const double *aData = a.get<double>().data(), *bData = b.get<double>().data();
  double *c = result.getMutable<double>().data();
  std::vector<double> left(m * k), right(k * n), product(m * n);
  for (Odometer batch(op.getBatch()); !batch.isDone(); batch.next()) {
    int64_t aOffset = 0, bOffset = 0, cOffset = 0;
    for (auto [i, aStep, bStep, cStep] :
         llvm::zip_equal(batch.get(), op.getABatch(), op.getBBatch(), op.getCBatch())) {
      aOffset += i * aStep;
      bOffset += i * bStep;
      cOffset += i * cStep;
    }
    copyStrided<double>(left.data(), {k, 1}, aData + aOffset,
                        {static_cast<int64_t>(op.getAM()), static_cast<int64_t>(op.getAK())},
                        {m, k});
    copyStrided<double>(right.data(), {n, 1}, bData + bOffset,
                        {static_cast<int64_t>(op.getBK()), static_cast<int64_t>(op.getBN())},
                        {k, n});
    std::fill(product.begin(), product.end(), 0.0);
    multiplyAdd(m, n, k, left.data(), right.data(), product.data());
    int64_t cM = op.getCM(), cN = op.getCN();
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        c[cOffset + i * cM + j * cN] += product[i * n + j];
  }
  return e.give(result);
}

static LogicalResult evaluateFill(sched::FillOp op, Evaluation &e) {
  RankedTensorType type = resultType(op);
  int64_t byte = op.getValue();
  // A byte repeated is the same number in every element of one width.
  int64_t word = static_cast<int64_t>(static_cast<uint64_t>(byte) * 0x0101010101010101ull);
  if (byte == 0)
    return e.give(Tensor(type));
  if (auto floatType = dyn_cast<FloatType>(type.getElementType())) {
    APInt bits(floatType.getWidth(), static_cast<uint64_t>(word), false, true);
    return e.give(
        Tensor::splat(type, FloatAttr::get(floatType, APFloat(floatType.getFloatSemantics(), bits))
                                .getValueAsDouble()));
  }
  return e.give(Tensor::splatInt(type, word));
}

void shardc::reference::addSchedOps(Registry &registry) {
  registry.add<sched::GemmOp>(evaluateGemm);
  registry.add<sched::FillOp>(evaluateFill);
  registry.add<sched::CopyOp>([](sched::CopyOp op, Evaluation &e) { return e.give(e.take(0)); });
  registry.add<sched::RecordOp>([](sched::RecordOp, Evaluation &) { return success(); });
  registry.add<sched::WaitOp>([](sched::WaitOp, Evaluation &) { return success(); });
}
