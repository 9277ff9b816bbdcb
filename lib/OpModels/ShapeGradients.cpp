//===- ShapeGradients.cpp - gradients of ops that move elements -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each of these ops is linear; its gradient moves the elements back.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace shardc;

static LogicalResult broadcastInDim(stablehlo::BroadcastInDimOp op, TensorBuilder &b,
                                    ValueRange cotangents, GradientAccumulator &gradients) {
  if (!gradients.isWanted(op.getOperand()))
    return success();
  RankedTensorType type = typeOf(op.getOperand());
  RankedTensorType resultType = typeOf(op.getResult());
  ArrayRef<int64_t> dims = op.getBroadcastDimensions();
  // Repeated dimensions are summed away; what is left is in result order.
  SmallVector<int64_t> summed, kept;
  for (int64_t dim = 0; dim < resultType.getRank(); ++dim) {
    const auto *position = llvm::find(dims, dim);
    if (position == dims.end() ||
        type.getDimSize(position - dims.begin()) != resultType.getDimSize(dim))
      summed.push_back(dim);
    else
      kept.push_back(position - dims.begin());
  }
  Value sum = b.reduceSum(cotangents[0], summed);
  // `kept` lists operand dimensions in result order; bring them to operand
  // order.
  SmallVector<int64_t> permutation(kept.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  llvm::sort(permutation, [&](int64_t a, int64_t c) { return kept[a] < kept[c]; });
  sum = b.transpose(sum, permutation);
  gradients.add(op.getOperand(), b.reshape(sum, type.getShape()));
  return success();
}

static LogicalResult reshape(stablehlo::ReshapeOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(), b.reshape(cotangents[0], typeOf(op.getOperand()).getShape()));
  return success();
}

static LogicalResult transpose(stablehlo::TransposeOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  if (!gradients.isWanted(op.getOperand()))
    return success();
  SmallVector<int64_t> inverse(op.getPermutation().size());
  for (auto [index, dim] : llvm::enumerate(op.getPermutation()))
    inverse[dim] = index;
  gradients.add(op.getOperand(), b.transpose(cotangents[0], inverse));
  return success();
}

static LogicalResult reverse(stablehlo::ReverseOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(), stablehlo::ReverseOp::create(b.getBuilder(), b.getLoc(),
                                                                cotangents[0], op.getDimensions()));
  return success();
}

static LogicalResult slice(stablehlo::SliceOp op, TensorBuilder &b, ValueRange cotangents,
                           GradientAccumulator &gradients) {
  RankedTensorType type = typeOf(op.getOperand());
  RankedTensorType resultType = typeOf(op.getResult());
  if (!gradients.isWanted(op.getOperand()) || resultType.getNumElements() == 0)
    return success();
  SmallVector<int64_t> high, interior;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t stride = op.getStrides()[dim], start = op.getStartIndices()[dim];
    int64_t covered = (resultType.getDimSize(dim) - 1) * stride + 1;
    high.push_back(type.getDimSize(dim) - start - covered);
    interior.push_back(stride - 1);
  }
  gradients.add(op.getOperand(), b.pad(cotangents[0], op.getStartIndices(), high, interior));
  return success();
}

static LogicalResult concatenate(stablehlo::ConcatenateOp op, TensorBuilder &b,
                                 ValueRange cotangents, GradientAccumulator &gradients) {
  int64_t dim = op.getDimension(), start = 0;
  for (Value input : op.getInputs()) {
    int64_t limit = start + typeOf(input).getDimSize(dim);
    if (gradients.isWanted(input))
      gradients.add(input, b.sliceDim(cotangents[0], dim, start, limit));
    start = limit;
  }
  return success();
}

static LogicalResult pad(stablehlo::PadOp op, TensorBuilder &b, ValueRange cotangents,
                         GradientAccumulator &gradients) {
  bool wantsOperand = gradients.isWanted(op.getOperand());
  bool wantsValue = gradients.isWanted(op.getPaddingValue());
  if (!wantsOperand && !wantsValue)
    return success();
  RankedTensorType type = typeOf(op.getOperand());
  // Cut the edges off (or give back, as zeros, what negative padding removed),
  // then take every (interior + 1)-th element.
  SmallVector<int64_t> low, high, none, limit, strides;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    low.push_back(-op.getEdgePaddingLow()[dim]);
    high.push_back(-op.getEdgePaddingHigh()[dim]);
    none.push_back(0);
    int64_t extent = type.getDimSize(dim), step = op.getInteriorPadding()[dim] + 1;
    limit.push_back(extent == 0 ? 0 : (extent - 1) * step + 1);
    strides.push_back(step);
  }
  Value own = b.slice(b.pad(cotangents[0], low, high, none), none, limit, strides);
  if (wantsOperand)
    gradients.add(op.getOperand(), own);
  if (wantsValue)
    gradients.add(op.getPaddingValue(), b.sub(b.reduceSumAll(cotangents[0]), b.reduceSumAll(own)));
  return success();
}

static LogicalResult barrier(stablehlo::OptimizationBarrierOp op, TensorBuilder &,
                             ValueRange cotangents, GradientAccumulator &gradients) {
  for (auto [operand, cotangent] : llvm::zip_equal(op->getOperands(), cotangents))
    if (cotangent && gradients.isWanted(operand))
      gradients.add(operand, cotangent);
  return success();
}

void gradient::attachShape(MLIRContext *context) {
  using namespace stablehlo;
  attach<BroadcastInDimOp, ::broadcastInDim>(context);
  attach<ReshapeOp, ::reshape>(context);
  attach<TransposeOp, ::transpose>(context);
  attach<ReverseOp, ::reverse>(context);
  attach<SliceOp, ::slice>(context);
  attach<ConcatenateOp, ::concatenate>(context);
  attach<PadOp, ::pad>(context);
  attach<OptimizationBarrierOp, ::barrier>(context);
}
