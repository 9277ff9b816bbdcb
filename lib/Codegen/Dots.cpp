//===- Dots.cpp - an element of a dot product -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dot products of types that no matrix library takes: one loop nest over the
// contracted dimensions for each result element, or vector of them.
//
//===----------------------------------------------------------------------===//
#include "DotAnalysis.h"
#include "Emitter.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

Value Emitter::elementOfDot(DotGeneralOp op, const Index &index) {
  DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  RankedTensorType lhs = typeOf(op.getLhs()), rhs = typeOf(op.getRhs());
  Type element = typeOf(op.getResult()).getElementType();
  SmallVector<Idx> left(lhs.getRank()), right(rhs.getRank());
  unsigned out = 0;
  for (auto [a, b] :
       llvm::zip_equal(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions()))
    left[a] = right[b] = dimIndex(index, out++);
  for (int64_t dim : freeDims(lhs.getRank(), numbers.getLhsBatchingDimensions(),
                              numbers.getLhsContractingDimensions()))
    left[dim] = dimIndex(index, out++);
  for (int64_t dim : freeDims(rhs.getRank(), numbers.getRhsBatchingDimensions(),
                              numbers.getRhsContractingDimensions()))
    right[dim] = dimIndex(index, out++);

  bool isVector =
      llvm::any_of(index.groups, [](const Index::Group &group) { return !group.idx.isUniform(); });
  auto shaped = [&](Value value) { return isVector ? splat(value) : value; };
  Type computed = computeType(element);
  bool isFloat = isa<FloatType>(computed);
  Value sum = shaped(isFloat ? constant(computed, 0) : constantInt(computed, 0));

  // Loops over the contracted dimensions, each carrying the sum.
  ArrayRef<int64_t> leftDims = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rightDims = numbers.getRhsContractingDimensions();
  for (auto [a, b] : llvm::zip_equal(leftDims, rightDims)) {
    Value iv = beginLoop(constantIndex(0), constantIndex(lhs.getDimSize(a)), constantIndex(1), sum);
    left[a] = right[b] = Idx{iv};
    sum = loopArgs()[0];
  }
  Type wide = isFloat ? computed : element;
  SmallVector<Value> factors{convert(this->element(op.getLhs(), fromDims(lhs.getShape(), left)),
                                     lhs.getElementType(), wide),
                             convert(this->element(op.getRhs(), fromDims(rhs.getShape(), right)),
                                     rhs.getElementType(), wide)};
  for (Value &factor : factors)
    factor = shaped(factor);
  if (isFloat)
    sum = make<arith::AddFOp>(sum, Value(make<arith::MulFOp>(factors[0], factors[1])));
  else if (element.isInteger(1))
    // One pair that is true is enough.
    sum = make<arith::OrIOp>(sum, Value(make<arith::AndIOp>(factors[0], factors[1])));
  else
    sum = make<arith::AddIOp>(sum, Value(make<arith::MulIOp>(factors[0], factors[1])));
  for (size_t depth = leftDims.size(); depth-- > 0;)
    sum = endLoop(sum)[0];
  return roundTo(sum, element);
}
