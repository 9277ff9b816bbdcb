//===- ContractionGradients.cpp - gradients of dot and reduce ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The gradients of a dot product for its two operands are two dot products of
// their own, so that either can be scheduled without the other.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"

using namespace mlir;
using namespace shardc;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

namespace {
/// One operand of a contraction: its dimensions by what happens to them.
struct Side {
  Value value;
  ArrayRef<int64_t> batch, contract;
  SmallVector<int64_t> free;

  Side(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract)
      : value(value), batch(batch), contract(contract) {
    for (int64_t dim = 0; dim < typeOf(value).getRank(); ++dim)
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        free.push_back(dim);
  }
};
} // namespace

/// The permutation that brings a product to the layout of an operand, given the
/// dimension of the operand that each of the product's is.
static SmallVector<int64_t> orderOf(ArrayRef<int64_t> dims) {
  SmallVector<int64_t> order(dims.size());
  for (auto [position, dim] : llvm::enumerate(dims))
    order[dim] = position;
  return order;
}

static LogicalResult dotGeneral(stablehlo::DotGeneralOp op, TensorBuilder &b, ValueRange cotangents,
                                GradientAccumulator &gradients) {
  stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  Side lhs(op.getLhs(), numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions());
  Side rhs(op.getRhs(), numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions());
  int64_t numBatch = lhs.batch.size();
  // The cotangent's dimensions: batch, lhs.free, rhs.free.
  auto range = [](int64_t start, int64_t count) {
    return llvm::to_vector(llvm::seq<int64_t>(start, start + count));
  };
  SmallVector<int64_t> batch = range(0, numBatch);
  SmallVector<int64_t> lhsFree = range(numBatch, lhs.free.size());
  SmallVector<int64_t> rhsFree = range(numBatch + lhs.free.size(), rhs.free.size());
  ArrayAttr precision = op.getPrecisionConfigAttr();

  // What is left of `other` after contracting its free dimensions are its
  // contracting ones, ascending; each is paired with one of `own`.
  auto contractedDims = [](const Side &own, const Side &other) {
    SmallVector<int64_t> ascending(other.contract), paired;
    llvm::sort(ascending);
    for (int64_t dim : ascending)
      paired.push_back(own.contract[llvm::find(other.contract, dim) - other.contract.begin()]);
    return paired;
  };
  auto operandOf = [&](Value cotangent, Value like) {
    return b.convert(cotangent, typeOf(like).getElementType());
  };

  // The gradient of `own` is the product of the cotangent and `other` over the
  // free dimensions of `other`. The order of the two factors is chosen so that
  // the result needs no transpose, where one of the orders has that.
  auto addGradient = [&](const Side &own, const Side &other, ArrayRef<int64_t> otherFree,
                         bool cotangentFirst) {
    Value cotangent = operandOf(cotangents[0], other.value);
    SmallVector<int64_t> contracted = contractedDims(own, other);
    auto dimsOf = [&](bool freeFirst) {
      SmallVector<int64_t> dims(own.batch);
      dims.append(freeFirst ? own.free : contracted);
      dims.append(freeFirst ? contracted : own.free);
      return dims;
    };
    if (!llvm::is_sorted(dimsOf(cotangentFirst)) && llvm::is_sorted(dimsOf(!cotangentFirst)))
      cotangentFirst = !cotangentFirst;
    Type element = typeOf(own.value).getElementType();
    Value product = cotangentFirst ? b.dot(cotangent, other.value, batch, other.batch, otherFree,
                                           other.free, element, precision, op.getAlgorithmAttr())
                                   : b.dot(other.value, cotangent, other.batch, batch, other.free,
                                           otherFree, element, precision, op.getAlgorithmAttr());
    gradients.add(own.value, b.transpose(product, orderOf(dimsOf(cotangentFirst))));
  };
  if (gradients.isWanted(lhs.value))
    addGradient(lhs, rhs, rhsFree, /*cotangentFirst=*/true);
  if (gradients.isWanted(rhs.value))
    addGradient(rhs, lhs, lhsFree, /*cotangentFirst=*/false);
  return success();
}

static LogicalResult dot(stablehlo::DotOp op, TensorBuilder &b, ValueRange cotangents,
                         GradientAccumulator &gradients) {
  // Import turns dot into dot_general; this serves graphs that skip it.
  Value lhs = op.getLhs(), rhs = op.getRhs(), cotangent = cotangents[0];
  int64_t lhsRank = typeOf(lhs).getRank(), rhsRank = typeOf(rhs).getRank();
  if (gradients.isWanted(lhs)) {
    SmallVector<int64_t> free, resultFree;
    if (rhsRank == 2) {
      free.push_back(1);
      resultFree.push_back(lhsRank - 1);
    }
    gradients.add(lhs, b.dot(cotangent, rhs, {}, {}, resultFree, free, typeOf(lhs).getElementType(),
                             op.getPrecisionConfigAttr()));
  }
  if (gradients.isWanted(rhs)) {
    SmallVector<int64_t> free;
    if (lhsRank == 2)
      free.push_back(0);
    gradients.add(rhs, b.dot(lhs, cotangent, {}, {}, free, free, typeOf(rhs).getElementType(),
                             op.getPrecisionConfigAttr()));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

static LogicalResult reduce(stablehlo::ReduceOp op, TensorBuilder &b, ValueRange cotangents,
                            GradientAccumulator &gradients) {
  bool wantsAny =
      llvm::any_of(op->getOperands(), [&](Value value) { return gradients.isWanted(value); });
  if (!wantsAny)
    return success();
  Operation *combiner = op.getInputs().size() == 1 ? op.getCombiner() : nullptr;
  if (!isa_and_nonnull<stablehlo::AddOp, stablehlo::MaxOp, stablehlo::MinOp>(combiner)) {
    InFlightDiagnostic diag = op.emitOpError() << "has no gradient: ";
    if (op.getInputs().size() != 1)
      diag << "it reduces " << op.getInputs().size() << " inputs at once";
    else if (combiner)
      diag << "its body is '" << combiner->getName() << "'";
    else
      diag << "its body is not a single commutative op";
    diag << "; only sums, maxima and minima of one input are differentiated";
    return diag;
  }

  Value input = op.getInputs()[0], init = op.getInitValues()[0];
  ArrayRef<int64_t> shape = typeOf(input).getShape();
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(op.getDimensions(), dim))
      kept.push_back(dim);
  auto spread = [&](Value value) { return b.broadcast(value, shape, kept); };

  if (isa<stablehlo::AddOp>(combiner)) {
    if (gradients.isWanted(input))
      gradients.add(input, spread(cotangents[0]));
    if (gradients.isWanted(init))
      gradients.add(init, b.reduceSumAll(cotangents[0]));
    return success();
  }

  if (gradients.isWanted(init))
    return op.emitOpError() << "has no gradient for its initial value; only that of a sum is "
                               "differentiated";
  // Equal shares to all elements that reach the extremum; none where the
  // initial value beats them all.
  Value result = op->getResult(0);
  Value hit = b.compare(Direction::EQ, input, spread(result));
  Value ones = b.convert(hit, typeOf(input).getElementType());
  Value count = b.max(b.reduceSum(ones, op.getDimensions()), b.splatLike(result, 1.0));
  gradients.add(input, b.select(hit, spread(b.div(cotangents[0], count)), b.splatLike(input, 0.0)));
  return success();
}

void gradient::attachContraction(MLIRContext *context) {
  attach<stablehlo::DotGeneralOp, ::dotGeneral>(context);
  attach<stablehlo::DotOp, ::dot>(context);
  attach<stablehlo::ReduceOp, ::reduce>(context);
}
