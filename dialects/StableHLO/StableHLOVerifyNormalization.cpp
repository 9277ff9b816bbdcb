//===- StableHLOVerifyNormalization.cpp - batch norm, sort, random ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Labels (C1)… are those of the op descriptions.
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLOVerify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace mlir::stablehlo::detail;

//===----------------------------------------------------------------------===//
// Batch normalization
//===----------------------------------------------------------------------===//

/// The constraints that the three ops share: vectors have an element for each
/// feature and all element types are one.
static LogicalResult verifyFeatures(Operation *op, int64_t feature,
                                    ArrayRef<std::pair<StringRef, Value>> vectors) {
  RankedTensorType operand = tensorType(op->getOperand(0));
  if (failed(verifyDims(op, "feature_index", feature, operand.getRank()))) // (C1)
    return failure();
  RankedTensorType wanted = operand.clone({operand.getDimSize(feature)});
  for (auto [name, vector] : vectors) // (C2, C3)
    if (vector.getType() != wanted)
      return op->emitOpError() << name << " has type " << vector.getType()
                               << ", but the features of the operand need " << wanted;
  return success();
}

static LogicalResult verifySameType(Operation *op, StringRef what, Value value, Type wanted) {
  if (value.getType() == wanted)
    return success();
  return op->emitOpError() << what << " has type " << value.getType() << ", but the operand has "
                           << wanted;
}

LogicalResult BatchNormTrainingOp::verifyConstraints() {
  return failure(
      failed(verifyFeatures(*this, getFeatureIndex(),
                            {{"scale", getScale()},
                             {"offset", getOffset()},
                             {"batch mean", getBatchMean()},
                             {"batch variance", getBatchVar()}})) ||
      failed(verifySameType(*this, "output", getOutput(), getOperand().getType()))); // (C4)
}

LogicalResult BatchNormInferenceOp::verifyConstraints() {
  return failure(
      failed(verifyFeatures(*this, getFeatureIndex(),
                            {{"scale", getScale()},
                             {"offset", getOffset()},
                             {"mean", getMean()},
                             {"variance", getVariance()}})) ||
      failed(verifySameType(*this, "result", getResult(), getOperand().getType()))); // (C4)
}

LogicalResult BatchNormGradOp::verifyConstraints() {
  Type type = getOperand().getType();
  return failure(failed(verifyFeatures(*this, getFeatureIndex(),
                                       {{"scale", getScale()},
                                        {"mean", getMean()},
                                        {"variance", getVariance()},
                                        {"gradient of scale", getGradScale()},
                                        {"gradient of offset", getGradOffset()}})) ||
                 failed(verifySameType(*this, "grad_output", getGradOutput(), type)) || // (C4)
                 failed(verifySameType(*this, "gradient of the operand", getGradOperand(), type)));
}

//===----------------------------------------------------------------------===//
// SortOp
//===----------------------------------------------------------------------===//

LogicalResult SortOp::verifyConstraints() {
  if (getInputs().empty() || getNumResults() != getInputs().size()) // (C1)
    return emitOpError() << "has " << getNumResults() << " results, but " << getInputs().size()
                         << " inputs, and needs at least one";
  RankedTensorType first = tensorType(getInputs().front());
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    if (tensorType(input).getShape() != first.getShape())
      return emitOpError() << "input #" << index << " has shape "
                           << shapeString(tensorType(input).getShape()) << ", but input #0 has "
                           << shapeString(first.getShape());
    if (getResult(index).getType() != input.getType()) // (C3)
      return emitOpError() << "result #" << index << " has type " << getResult(index).getType()
                           << ", but its input has type " << input.getType();
  }
  int64_t dim = getDimension(), rank = first.getRank();
  if (dim < -rank || dim >= rank) // (C2)
    return emitOpError() << "dimension " << dim << " is out of range for rank " << rank;
  return success();
}

LogicalResult SortOp::verifyRegions() {
  Block &block = getComparator().front(); // (C4)
  auto end =
      dyn_cast_if_present<ReturnOp>(block.mightHaveTerminator() ? block.getTerminator() : nullptr);
  SmallVector<Type> wanted;
  for (Value input : getInputs())
    wanted.append(2, tensorType(input).clone(ArrayRef<int64_t>()));
  Type predicate = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (!end || end->getOperandTypes() != TypeRange(predicate))
    return emitOpError() << "comparator must return one " << predicate;
  if (block.getArgumentTypes() == TypeRange(wanted))
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "comparator must take two scalars for each input, in pairs";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(block.getArguments(), wanted)))
    if (std::get<0>(pair).getType() != std::get<1>(pair)) {
      diag.attachNote(std::get<0>(pair).getLoc())
          << "argument #" << index << " has type " << std::get<0>(pair).getType()
          << ", but must have " << std::get<1>(pair);
      return diag;
    }
  diag.attachNote() << "it takes " << block.getNumArguments() << " values, but must take "
                    << wanted.size();
  return diag;
}

//===----------------------------------------------------------------------===//
// Random numbers, precision
//===----------------------------------------------------------------------===//

void RngOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  // Two draws differ: neither may stand for the other.
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult RngOp::verifyConstraints() {
  RankedTensorType result = getType();
  RankedTensorType scalar = result.clone(ArrayRef<int64_t>());
  for (auto [name, value] : {std::pair<StringRef, Value>("a", getA()), {"b", getB()}}) // (C1)
    if (value.getType() != scalar)
      return emitOpError() << "'" << name << "' has type " << value.getType()
                           << ", but the result needs " << scalar;
  if (getRngDistribution() == RngDistribution::NORMAL && !isa<FloatType>(result.getElementType()))
    return emitOpError() << "draws normal numbers of type " << result.getElementType()
                         << ", but they must be floats";
  RankedTensorType shape = getShape().getType();
  if (shape.getRank() != 1 || shape.getDimSize(0) != result.getRank()) // (C2)
    return emitOpError() << "shape has type " << shape << ", but the result has rank "
                         << result.getRank();
  return success();
}

LogicalResult RngBitGeneratorOp::verifyConstraints() {
  RankedTensorType state = getInitialState().getType();
  RngAlgorithm algorithm = getRngAlgorithm();
  int64_t words = state.getRank() == 1 ? state.getDimSize(0) : 0;
  bool known = algorithm == RngAlgorithm::DEFAULT || // (C1)
               (state.getElementType().isInteger(64) &&
                (words == 2 || (words == 3 && algorithm == RngAlgorithm::PHILOX)));
  if (!known)
    return emitOpError() << "state has type " << state << ", but "
                         << stringifyRngAlgorithm(algorithm) << " needs "
                         << (algorithm == RngAlgorithm::PHILOX ? "two or three" : "two")
                         << " elements of 64 bits";
  if (getOutputState().getType() != state) // (C2)
    return emitOpError() << "new state has type " << getOutputState().getType()
                         << ", but the state has type " << state;
  return success();
}

LogicalResult ReducePrecisionOp::verifyConstraints() {
  int32_t exponent = getExponentBits(), mantissa = getMantissaBits();
  if (exponent < 1 || mantissa < 0) // (C1)
    return emitOpError() << "has a format of " << exponent << " exponent and " << mantissa
                         << " mantissa bits, but needs at least 1 and 0";
  return success();
}
