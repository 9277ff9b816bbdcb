//===- FoldConstantsElements.cpp - integer arithmetic -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "FoldConstantsElements.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {
namespace {

bool isUnsigned(Type element) {
  return cast<IntegerType>(element).isUnsigned() || element.isInteger(1);
}

using Element = std::optional<APInt>;

/// Shifts by the width or more leave nothing (or the sign).
APInt shifted(const APInt &value, const APInt &amount, Operation *op) {
  unsigned width = value.getBitWidth();
  bool isFar = amount.uge(width);
  if (isa<stablehlo::ShiftLeftOp>(op))
    return isFar ? APInt(width, 0) : value.shl(amount);
  if (isa<stablehlo::ShiftRightLogicalOp>(op))
    return isFar ? APInt(width, 0) : value.lshr(amount);
  return isFar ? value.ashr(width - 1) : value.ashr(amount);
}

/// Quotient and remainder round to zero; neither by zero nor of the least number by
/// -1 is there one to rely on.
Element divided(const APInt &a, const APInt &b, bool isUnsigned, bool wantsRemainder) {
  if (b.isZero() || (!isUnsigned && a.isMinSignedValue() && b.isAllOnes()))
    return std::nullopt;
  if (isUnsigned)
    return wantsRemainder ? a.urem(b) : a.udiv(b);
  return wantsRemainder ? a.srem(b) : a.sdiv(b);
}

Element binary(Operation *op, const APInt &a, const APInt &b, bool isUnsigned, bool isBoolean) {
  return llvm::TypeSwitch<Operation *, Element>(op)
      // Sum and product of booleans are "or" and "and".
      .Case([&](stablehlo::AddOp) { return isBoolean ? a | b : a + b; })
      .Case([&](stablehlo::MulOp) { return isBoolean ? a & b : a * b; })
      .Case([&](stablehlo::SubtractOp) { return a - b; })
      .Case([&](stablehlo::DivOp) { return divided(a, b, isUnsigned, false); })
      .Case([&](stablehlo::RemOp) { return divided(a, b, isUnsigned, true); })
      .Case([&](stablehlo::MaxOp) { return (isUnsigned ? a.uge(b) : a.sge(b)) ? a : b; })
      .Case([&](stablehlo::MinOp) { return (isUnsigned ? a.ule(b) : a.sle(b)) ? a : b; })
      .Case([&](stablehlo::AndOp) { return a & b; })
      .Case([&](stablehlo::OrOp) { return a | b; })
      .Case([&](stablehlo::XorOp) { return a ^ b; })
      .Case<stablehlo::ShiftLeftOp, stablehlo::ShiftRightLogicalOp,
            stablehlo::ShiftRightArithmeticOp>([&](Operation *op) { return shifted(a, b, op); })
      .Default([](Operation *) { return std::nullopt; });
}

Element unary(Operation *op, const APInt &a, bool isUnsigned) {
  return llvm::TypeSwitch<Operation *, Element>(op)
      .Case([&](stablehlo::NegOp) { return -a; })
      .Case([&](stablehlo::NotOp) { return ~a; })
      .Case([&](stablehlo::AbsOp) { return isUnsigned ? a : a.abs(); })
      .Case([&](stablehlo::SignOp) {
        unsigned width = a.getBitWidth();
        if (a.isZero())
          return APInt(width, 0);
        return !isUnsigned && a.isNegative() ? APInt::getAllOnes(width) : APInt(width, 1);
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool compared(stablehlo::ComparisonDirection direction, const APInt &a, const APInt &b,
              bool isUnsigned) {
  using Direction = stablehlo::ComparisonDirection;
  switch (direction) {
  case Direction::EQ:
    return a == b;
  case Direction::NE:
    return a != b;
  case Direction::LT:
    return isUnsigned ? a.ult(b) : a.slt(b);
  case Direction::LE:
    return isUnsigned ? a.ule(b) : a.sle(b);
  case Direction::GT:
    return isUnsigned ? a.ugt(b) : a.sgt(b);
  case Direction::GE:
    return isUnsigned ? a.uge(b) : a.sge(b);
  }
  llvm_unreachable("unknown direction");
}

APInt converted(const APInt &value, Type from, unsigned width) {
  if (width == 1)
    return APInt(1, !value.isZero());
  return isUnsigned(from) ? value.zextOrTrunc(width) : value.sextOrTrunc(width);
}

/// The element of an operand at a position; a scalar serves for all.
const APInt &elementAt(const KnownTensor &tensor, size_t position) {
  return tensor.elements.size() == 1 ? tensor.elements[0] : tensor.elements[position];
}

Element elementOf(Operation *op, RankedTensorType type, ArrayRef<const KnownTensor *> operands,
                  size_t position) {
  Type from = operands[0]->type.getElementType();
  const APInt &a = elementAt(*operands[0], position);
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
    return APInt(1, compared(compare.getComparisonDirection(), a, elementAt(*operands[1], position),
                             isUnsigned(from)));
  if (isa<stablehlo::ConvertOp>(op))
    return converted(a, from, type.getElementTypeBitWidth());
  if (isa<stablehlo::SelectOp>(op))
    return elementAt(*operands[a.isZero() ? 2 : 1], position);
  if (isa<stablehlo::ClampOp>(op)) {
    const APInt &value = elementAt(*operands[1], position);
    const APInt &high = elementAt(*operands[2], position);
    bool isUnsignedType = isUnsigned(from);
    APInt raised = (isUnsignedType ? a.ugt(value) : a.sgt(value)) ? a : value;
    return (isUnsignedType ? raised.ugt(high) : raised.sgt(high)) ? high : raised;
  }
  if (!op->hasTrait<OpTrait::SameOperandsAndResultType>())
    return std::nullopt;
  if (operands.size() == 1)
    return unary(op, a, isUnsigned(from));
  if (operands.size() == 2)
    return binary(op, a, elementAt(*operands[1], position), isUnsigned(from), from.isInteger(1));
  return std::nullopt;
}

} // namespace

std::optional<KnownTensor> evaluateElements(Operation *op, RankedTensorType type,
                                            ArrayRef<const KnownTensor *> operands) {
  if (operands.empty())
    return std::nullopt;
  size_t count = type.getNumElements();
  // Everything here works position by position: shapes agree, or are scalars.
  for (const KnownTensor *operand : operands)
    if (operand->elements.size() != count && operand->elements.size() != 1)
      return std::nullopt;
  KnownTensor result{type, {}};
  for (size_t i = 0; i < count; ++i) {
    Element element = elementOf(op, type, operands, i);
    if (!element || element->getBitWidth() != type.getElementTypeBitWidth())
      return std::nullopt;
    result.elements.push_back(*element);
  }
  return result;
}

} // namespace shardc
