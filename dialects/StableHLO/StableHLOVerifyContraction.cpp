//===- StableHLOVerifyContraction.cpp - dot, reduce, barriers ----*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Constraints of dot products, of reductions and their bodies, and of
// optimization barriers. Labels (C1)… are those of the op descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

LogicalResult DotOp::verifyConstraints() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  auto check = [&](StringRef what, int64_t rank) -> LogicalResult { // (C1)
    if (rank == 1 || rank == 2)
      return success();
    return emitOpError() << what << " has rank " << rank
                         << ", but must have rank 1 or 2; use dot_general";
  };
  if (failed(check("lhs", lhs.getRank())) || failed(check("rhs", rhs.getRank())))
    return failure();
  int64_t last = lhs.getRank() - 1;
  if (lhs.getDimSize(last) != rhs.getDimSize(0)) // (C2)
    return emitOpError() << "contracting dimension " << last << " of lhs has size "
                         << lhs.getDimSize(last) << ", but dimension 0 of rhs has size "
                         << rhs.getDimSize(0);
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  return verifyResultShape(*this, shape); // (C3)
}

LogicalResult DotGeneralOp::verifyConstraints() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = numbers.getRhsContractingDimensions();

  auto verifyPairs = [&](StringRef what, ArrayRef<int64_t> left,
                         ArrayRef<int64_t> right) -> LogicalResult {
    for (auto [l, r] : llvm::zip(left, right))
      if (lhs.getDimSize(l) != rhs.getDimSize(r))
        return emitOpError() << what << " dimension " << l << " of lhs has size "
                             << lhs.getDimSize(l) << ", but dimension " << r << " of rhs has size "
                             << rhs.getDimSize(r);
    return success();
  };
  if (lhsBatch.size() != rhsBatch.size()) // (C1)
    return emitOpError() << "lhs has " << lhsBatch.size() << " batching dimensions, but rhs has "
                         << rhsBatch.size();
  if (lhsContract.size() != rhsContract.size())
    return emitOpError() << "lhs has " << lhsContract.size()
                         << " contracting dimensions, but rhs has " << rhsContract.size();
  SmallVector<int64_t> lhsNamed(lhsBatch), rhsNamed(rhsBatch);
  llvm::append_range(lhsNamed, lhsContract);
  llvm::append_range(rhsNamed, rhsContract);
  if (failed(verifyDims(*this, "lhs batching and contracting dimensions", lhsNamed,
                        lhs.getRank())) || // (C2)
      failed(
          verifyDims(*this, "rhs batching and contracting dimensions", rhsNamed, rhs.getRank())) ||
      failed(verifyPairs("batching", lhsBatch, rhsBatch)) ||        // (C3)
      failed(verifyPairs("contracting", lhsContract, rhsContract))) // (C4)
    return failure();
  if (ArrayAttr config = getPrecisionConfigAttr())
    if (!config.empty() && config.size() != 2) // (C5)
      return emitOpError() << "precision_config has " << config.size()
                           << " entries, but there are 2 operands";

  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim)
    if (!llvm::is_contained(lhsNamed, dim))
      shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < rhs.getRank(); ++dim)
    if (!llvm::is_contained(rhsNamed, dim))
      shape.push_back(rhs.getDimSize(dim));
  return verifyResultShape(*this, shape); // (C6)
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::verifyConstraints() {
  if (getNumOperands() < 2 || getNumOperands() % 2 != 0) // (C1)
    return emitOpError() << "has " << getNumOperands()
                         << " operands, but needs as many inputs as initial "
                            "values, and at least one";
  RankedTensorType first = tensorType(getInputs().front());
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getInputs(), getInitValues()))) { // (C2)
    RankedTensorType input = tensorType(std::get<0>(pair));
    RankedTensorType init = tensorType(std::get<1>(pair));
    if (input.getShape() != first.getShape())
      return emitOpError() << "input #" << index << " has shape " << shapeString(input.getShape())
                           << ", but input #0 has " << shapeString(first.getShape());
    if (init.getRank() != 0 || init.getElementType() != input.getElementType())
      return emitOpError() << "initial value #" << index << " has type " << init
                           << ", but must be a scalar of " << input.getElementType();
  }
  if (failed(verifyDims(*this, "dimensions", getDimensions(),
                        first.getRank()))) // (C3)
    return failure();
  if (getNumResults() != getInputs().size()) // (C5)
    return emitOpError() << "has " << getNumResults() << " results, but " << getInputs().size()
                         << " inputs";
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < first.getRank(); ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      shape.push_back(first.getDimSize(dim));
  for (auto [index, result] : llvm::enumerate(getResults())) {
    RankedTensorType type = tensorType(result);
    if (type.getShape() != ArrayRef<int64_t>(shape))
      return emitOpError() << "result #" << index << " has shape " << shapeString(type.getShape())
                           << ", but the operands give " << shapeString(shape);
  }
  return success();
}

LogicalResult stablehlo::detail::verifyReducer(Operation *op, Region &body, ValueRange inputs) {
  Block &block = body.front();
  auto end =
      dyn_cast_if_present<ReturnOp>(block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  if (!end)
    return op->emitOpError() << "body must end in 'stablehlo.return'";
  size_t count = inputs.size();
  if (block.getNumArguments() != 2 * count)
    return op->emitOpError() << "body has " << block.getNumArguments() << " arguments, but "
                             << count << " inputs need " << 2 * count;
  if (end.getResults().size() != count)
    return op->emitOpError() << "body returns " << end.getResults().size()
                             << " values, but there are " << count << " inputs";
  for (size_t i = 0; i < count; ++i) {
    Type result = end.getResults()[i].getType();
    auto scalar = cast<RankedTensorType>(result);
    Type wanted = getElementTypeOrSelf(op->getResult(i).getType());
    if (scalar.getRank() != 0 || scalar.getElementType() != wanted) {
      InFlightDiagnostic diag = op->emitOpError() << "body returns " << result << " at #" << i
                                                  << ", but the result has element type " << wanted;
      diag.attachNote(end.getLoc()) << "returned here";
      return diag;
    }
    for (size_t argument : {i, i + count})
      if (block.getArgument(argument).getType() != result)
        return op->emitOpError() << "body argument #" << argument << " has type "
                                 << block.getArgument(argument).getType()
                                 << ", but the body returns " << result << " at #" << i;
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyReducer(*this, getBody(), getInputs()); // (C4)
}

//===----------------------------------------------------------------------===//
// OptimizationBarrierOp
//===----------------------------------------------------------------------===//

LogicalResult OptimizationBarrierOp::verifyConstraints() {
  if (getOperand().size() != getResult().size()) // (C1)
    return emitOpError() << "has " << getOperand().size() << " operands, but " << getResult().size()
                         << " results";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getOperandTypes(), getResultTypes())))
    if (std::get<0>(pair) != std::get<1>(pair))
      return emitOpError() << "operand #" << index << " has type " << std::get<0>(pair)
                           << ", but its result has type " << std::get<1>(pair);
  return success();
}
