//===- StableHLOVerify.cpp - constraints of elementwise, shape ---*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// What every op must satisfy, and the constraints of elementwise and
// shape-moving ops. Labels (C1)… are those of the op descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

std::string stablehlo::detail::shapeString(ArrayRef<int64_t> shape) {
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(shape, os);
  os << ']';
  return text;
}

LogicalResult stablehlo::detail::verifyStaticShapes(Operation *op) {
  auto check = [&](Type type, StringRef what, unsigned index) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || (shaped.hasRank() && shaped.hasStaticShape()))
      return success();
    return LogicalResult(op->emitOpError() << what << " #" << index << " has type " << type
                                           << "; dynamic shapes are not supported, export the "
                                              "model with static shapes");
  };
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(check(type, "operand", index)))
      return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(check(type, "result", index)))
      return failure();
  return success();
}

LogicalResult stablehlo::detail::verifyResultTypes(Operation *op) {
  if (op->hasTrait<OpTrait::SameOperandsAndResultType>()) {
    Type result = op->getResult(0).getType();
    for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
      if (type != result)
        return op->emitOpError() << "operand #" << index << " has type " << type
                                 << ", but the result has type " << result;
    return success();
  }
  auto infer = dyn_cast<InferTypeOpInterface>(op);
  if (!infer)
    return success();
  SmallVector<Type> types;
  // The constraints hold, so the inference says why it failed by itself.
  if (failed(infer.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                    op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
                                    op->getRegions(), types)))
    return op->emitOpError() << "has no result type for its operands";
  for (auto [index, type] : llvm::enumerate(types))
    if (op->getResult(index).getType() != type)
      return op->emitOpError() << "result #" << index << " has type "
                               << op->getResult(index).getType() << ", but the operands give "
                               << type;
  return success();
}

LogicalResult stablehlo::detail::verifyDims(Operation *op, StringRef what, ArrayRef<int64_t> dims,
                                            int64_t rank, bool sorted) {
  llvm::SmallBitVector seen(rank);
  int64_t previous = -1;
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "dimension " << dim << " in " << what
                               << " is out of range for rank " << rank;
    if (seen[dim])
      return op->emitOpError() << "dimension " << dim << " appears more than once in " << what;
    if (sorted && dim < previous)
      return op->emitOpError() << "dimension " << dim << " follows " << previous << " in " << what
                               << ", but they must ascend";
    seen.set(dim);
    previous = dim;
  }
  return success();
}

LogicalResult stablehlo::detail::verifyCount(Operation *op, StringRef what, size_t count,
                                             int64_t rank) {
  if (static_cast<int64_t>(count) == rank)
    return success();
  return op->emitOpError() << what << " has " << count << " entries, but the rank is " << rank;
}

LogicalResult stablehlo::detail::verifySteps(Operation *op, StringRef what,
                                             ArrayRef<int64_t> steps) {
  for (auto [index, step] : llvm::enumerate(steps))
    if (step > maxStep || step < -maxStep)
      return op->emitOpError() << what << " has " << step << " at " << index
                               << ", but must be from " << -maxStep << " to " << maxStep;
  return success();
}

LogicalResult stablehlo::detail::verifyResultShape(Operation *op, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getShape() == shape)
    return success();
  return op->emitOpError() << "result has shape " << shapeString(type.getShape())
                           << ", but the operands give " << shapeString(shape);
}

/// Operand and result have one element type.
static LogicalResult verifySameElementType(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  if (from == to)
    return success();
  return op->emitOpError() << "operand has element type " << from << ", but the result has " << to;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

LogicalResult ConvertOp::verifyConstraints() {
  ArrayRef<int64_t> from = getOperand().getType().getShape();
  ArrayRef<int64_t> to = getType().getShape();
  if (from != to) // (C1)
    return emitOpError() << "operand has shape " << shapeString(from) << ", but the result has "
                         << shapeString(to);
  return success();
}

LogicalResult CompareOp::verifyConstraints() {
  if (getLhs().getType() != getRhs().getType()) // (C1)
    return emitOpError() << "lhs has type " << getLhs().getType() << ", but rhs has type "
                         << getRhs().getType();
  if (!getCompareType() || *getCompareType() == ComparisonType::NOTYPE)
    return success();
  Type element = getLhs().getType().getElementType();
  bool fits = false;
  switch (*getCompareType()) {
  case ComparisonType::FLOAT:
  case ComparisonType::TOTALORDER:
    fits = isa<FloatType>(element);
    break;
  case ComparisonType::SIGNED:
    fits = element.isSignlessInteger() && !element.isInteger(1);
    break;
  default:
    fits = element.isUnsignedInteger() || element.isInteger(1);
  }
  if (!fits) // (C2)
    return emitOpError() << "compare type '" << stringifyComparisonType(*getCompareType())
                         << "' does not fit element type " << element;
  return success();
}

LogicalResult ClampOp::verifyConstraints() {
  RankedTensorType type = getOperand().getType();
  auto check = [&](StringRef what, RankedTensorType bound) -> LogicalResult {
    if (bound.getElementType() == type.getElementType() &&
        (bound.getRank() == 0 || bound.getShape() == type.getShape()))
      return success();
    return emitOpError() << what << " has type " << bound
                         << ", but must be a scalar or have the operand's type " << type;
  };
  // (C1), (C2)
  return failure(failed(check("min", getMin().getType())) ||
                 failed(check("max", getMax().getType())));
}

LogicalResult SelectOp::verifyConstraints() {
  RankedTensorType pred = getPred().getType();
  if (getOnTrue().getType() != getOnFalse().getType()) // (C2)
    return emitOpError() << "on_true has type " << getOnTrue().getType()
                         << ", but on_false has type " << getOnFalse().getType();
  ArrayRef<int64_t> shape = getOnTrue().getType().getShape();
  if (pred.getRank() != 0 && pred.getShape() != shape) // (C1)
    return emitOpError() << "pred has shape " << shapeString(pred.getShape())
                         << ", but must be a scalar or have shape " << shapeString(shape);
  return success();
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

LogicalResult IotaOp::verifyConstraints() {
  int64_t dim = getIotaDimension(), rank = getType().getRank();
  if (dim < 0 || dim >= rank) // (C1)
    return emitOpError() << "iota dimension is " << dim << ", but the result has rank " << rank;
  return success();
}

LogicalResult BroadcastInDimOp::verifyConstraints() {
  RankedTensorType from = getOperand().getType(), to = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifySameElementType(*this)) || // (C1)
      failed(verifyCount(*this, "broadcast_dimensions", dims.size(),
                         from.getRank())) || // (C2)
      failed(verifyDims(*this, "broadcast_dimensions", dims, to.getRank())))
    return failure(); // (C3)
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t size = from.getDimSize(i);
    if (size != 1 && size != to.getDimSize(dim)) // (C4)
      return emitOpError() << "operand dimension " << i << " has size " << size
                           << ", but result dimension " << dim << " has size "
                           << to.getDimSize(dim);
  }
  return success();
}

LogicalResult ReshapeOp::verifyConstraints() {
  if (failed(verifySameElementType(*this))) // (C1)
    return failure();
  int64_t from = getOperand().getType().getNumElements();
  int64_t to = getType().getNumElements();
  if (from != to) // (C2)
    return emitOpError() << "operand has " << from << " elements, but the result has " << to;
  return success();
}

LogicalResult BitcastConvertOp::verifyConstraints() {
  RankedTensorType from = getOperand().getType(), to = getType();
  unsigned fromBits = from.getElementTypeBitWidth(), toBits = to.getElementTypeBitWidth();
  if (fromBits == toBits) { // (C1)
    if (from.getShape() == to.getShape())
      return success();
    return emitOpError() << "operand of type " << from << " does not have the shape of " << to;
  }
  // The narrower side has a last dimension more. (C2)
  bool splits = fromBits > toBits;
  ArrayRef<int64_t> wide = splits ? from.getShape() : to.getShape();
  ArrayRef<int64_t> narrow = splits ? to.getShape() : from.getShape();
  unsigned wideBits = std::max(fromBits, toBits), narrowBits = std::min(fromBits, toBits);
  if (narrowBits > 1 && narrow.size() == wide.size() + 1 && narrow.drop_back() == wide &&
      narrow.back() * narrowBits == wideBits)
    return success();
  return emitOpError() << "operand of type " << from << " does not have the bits of " << to
                       << ": of elements of " << narrowBits << " and " << wideBits
                       << " bits, the narrower ones need a last dimension of "
                       << wideBits / narrowBits << " more";
}

LogicalResult TransposeOp::verifyConstraints() {
  int64_t rank = getOperand().getType().getRank();
  // (C1)
  return failure(failed(verifyCount(*this, "permutation", getPermutation().size(), rank)) ||
                 failed(verifyDims(*this, "permutation", getPermutation(), rank)));
}

LogicalResult ReverseOp::verifyConstraints() {
  return verifyDims(*this, "dimensions", getDimensions(),
                    getOperand().getType().getRank()); // (C1)
}

LogicalResult ConcatenateOp::verifyConstraints() {
  if (getInputs().empty()) // (C1)
    return emitOpError() << "has no operands, but needs at least 1";
  RankedTensorType first = tensorType(getInputs().front());
  int64_t axis = getDimension();
  if (axis < 0 || axis >= first.getRank()) // (C2)
    return emitOpError() << "dimension is " << axis << ", but the rank is " << first.getRank();
  for (auto [index, input] : llvm::enumerate(getInputs())) { // (C3)
    RankedTensorType type = tensorType(input);
    bool agrees =
        type.getElementType() == first.getElementType() && type.getRank() == first.getRank();
    for (int64_t dim = 0; agrees && dim < first.getRank(); ++dim)
      agrees = dim == axis || type.getDimSize(dim) == first.getDimSize(dim);
    if (!agrees)
      return emitOpError() << "operand #" << index << " has type " << type
                           << ", but operand #0 has type " << first << "; only dimension " << axis
                           << " may differ";
  }
  return success();
}

LogicalResult PadOp::verifyConstraints() {
  RankedTensorType type = getOperand().getType();
  RankedTensorType value = getPaddingValue().getType();
  if (value.getRank() != 0 || value.getElementType() != type.getElementType())
    return emitOpError() << "padding value has type " << value // (C1)
                         << ", but must be a scalar of " << type.getElementType();
  int64_t rank = type.getRank();
  if (failed(verifyCount(*this, "edge_padding_low", getEdgePaddingLow().size(), rank)) ||
      failed(verifyCount(*this, "edge_padding_high", getEdgePaddingHigh().size(), rank)) ||
      failed(verifyCount(*this, "interior_padding", getInteriorPadding().size(), rank)))
    return failure(); // (C2)
  if (failed(verifySteps(*this, "edge_padding_low", getEdgePaddingLow())) ||
      failed(verifySteps(*this, "edge_padding_high", getEdgePaddingHigh())) ||
      failed(verifySteps(*this, "interior_padding", getInteriorPadding())))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t interior = getInteriorPadding()[dim];
    if (interior < 0) // (C3)
      return emitOpError() << "interior padding of dimension " << dim << " is " << interior
                           << ", but must not be negative";
    int64_t size = type.getDimSize(dim);
    int64_t padded = getEdgePaddingLow()[dim] + size + std::max<int64_t>(size - 1, 0) * interior +
                     getEdgePaddingHigh()[dim];
    if (padded < 0) // (C4)
      return emitOpError() << "padding leaves dimension " << dim << " of size " << size
                           << " with size " << padded;
  }
  return success();
}
