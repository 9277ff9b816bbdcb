//===- ShapeOps.cpp - ops that make and move elements -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants, broadcasts, transpositions and the like: copies with strides.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

static LogicalResult evaluateConstant(ConstantOp op, Evaluation &e) {
  FailureOr<Tensor> value = Tensor::fromAttribute(op.getValue());
  if (failed(value))
    return op.emitOpError() << "cannot be interpreted: its value is not held as dense elements";
  return e.give(*value);
}

static LogicalResult evaluateIota(IotaOp op, Evaluation &e) {
  RankedTensorType type = resultType(op);
  int64_t dim = op.getIotaDimension(), extent = type.getDimSize(dim);
  Tensor line = Tensor::uninitialized(RankedTensorType::get({extent}, type.getElementType()));
  withKind(line, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    T *out = line.getMutable<T>().data();
    for (int64_t i = 0; i < extent; ++i) {
      if constexpr (std::is_same_v<T, double>)
        out[i] = static_cast<double>(i);
      else
        out[i] = IntFormat::of(type.getElementType()).wrap(i);
    }
  });
  SmallVector<int64_t> strides(type.getRank(), 0);
  strides[dim] = 1;
  return e.give(gatherBlock(type, line, 0, strides));
}

static LogicalResult evaluateBroadcast(BroadcastInDimOp op, Evaluation &e) {
  RankedTensorType type = resultType(op);
  const Tensor &x = e.operands[0];
  SmallVector<int64_t> inStrides = stridesOf(x.getShape());
  SmallVector<int64_t> strides(type.getRank(), 0);
  for (auto [i, dim] : llvm::enumerate(op.getBroadcastDimensions()))
    strides[dim] = x.getShape()[i] == 1 ? 0 : inStrides[i];
  return e.give(gatherBlock(type, x, 0, strides));
}

static LogicalResult evaluateTranspose(TransposeOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  SmallVector<int64_t> inStrides = stridesOf(x.getShape()), strides;
  for (int64_t dim : op.getPermutation())
    strides.push_back(inStrides[dim]);
  return e.give(gatherBlock(resultType(op), x, 0, strides));
}

static LogicalResult evaluateReverse(ReverseOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  SmallVector<int64_t> strides = stridesOf(x.getShape());
  int64_t offset = 0;
  if (x.getNumElements() == 0)
    return e.give(x);
  for (int64_t dim : op.getDimensions()) {
    offset += (x.getShape()[dim] - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  return e.give(gatherBlock(resultType(op), x, offset, strides));
}

static LogicalResult evaluateConcatenate(ConcatenateOp op, Evaluation &e) {
  Tensor result = Tensor::uninitialized(resultType(op));
  SmallVector<int64_t> outStrides = stridesOf(result.getShape());
  int64_t offset = 0, dim = op.getDimension();
  for (const Tensor &x : e.operands) {
    copyBlock(result, offset, outStrides, x, 0, stridesOf(x.getShape()), x.getShape());
    offset += x.getShape()[dim] * outStrides[dim];
  }
  return e.give(result);
}

static LogicalResult evaluatePad(PadOp op, Evaluation &e) {
  const Tensor &x = e.operands[0], &fill = e.operands[1];
  RankedTensorType type = resultType(op);
  Tensor result =
      fill.isFloat() ? Tensor::splat(type, fill.scalar()) : Tensor::splatInt(type, fill.intAt(0));
  SmallVector<int64_t> inStrides = stridesOf(x.getShape());
  SmallVector<int64_t> outStrides = stridesOf(result.getShape());
  SmallVector<int64_t> shape, strides;
  int64_t inOffset = 0, outOffset = 0;
  for (int64_t d = 0; d < x.getRank(); ++d) {
    int64_t low = op.getEdgePaddingLow()[d], step = op.getInteriorPadding()[d] + 1;
    // Element i lands at low + i*step; negative padding drops some at the ends.
    int64_t first = 0, last = x.getShape()[d] - 1;
    while (first <= last && low + first * step < 0)
      ++first;
    while (last >= first && low + last * step >= type.getDimSize(d))
      --last;
    shape.push_back(last - first + 1);
    inOffset += first * inStrides[d];
    outOffset += (low + first * step) * outStrides[d];
    strides.push_back(step * outStrides[d]);
  }
  if (!llvm::is_contained(shape, 0))
    copyBlock(result, outOffset, strides, x, inOffset, inStrides, shape);
  return e.give(result);
}

static LogicalResult evaluateSlice(SliceOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  SmallVector<int64_t> strides = stridesOf(x.getShape());
  int64_t offset = 0;
  for (auto [d, start] : llvm::enumerate(op.getStartIndices())) {
    offset += start * strides[d];
    strides[d] *= op.getStrides()[d];
  }
  return e.give(gatherBlock(resultType(op), x, offset, strides));
}

void shardc::reference::addShapeOps(Registry &registry) {
  registry.add<ConstantOp>(evaluateConstant);
  registry.add<IotaOp>(evaluateIota);
  registry.add<BroadcastInDimOp>(evaluateBroadcast);
  registry.add<TransposeOp>(evaluateTranspose);
  registry.add<ReverseOp>(evaluateReverse);
  registry.add<ConcatenateOp>(evaluateConcatenate);
  registry.add<PadOp>(evaluatePad);
  registry.add<SliceOp>(evaluateSlice);
  registry.add<ReshapeOp>([](ReshapeOp op, Evaluation &e) {
    return e.give(e.operands[0].reshaped(resultType(op).getShape()));
  });
  registry.add<OptimizationBarrierOp>([](OptimizationBarrierOp op, Evaluation &e) {
    e.results = std::move(e.operands);
    return success();
  });
}
