//===- RaiseDropout.cpp - dropout -------------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dropout is a product of a value, a mask and a constant above 1, however the three
// are put together: select(mask, x / keep, 0), x * float(mask) * scale, float(mask) /
// keep * x. The mask has to be a draw: bits of a generator, or an input with an
// element for each of the value's; a product with a causal or padding mask stays
// what it is.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc::raising {
namespace {

constexpr unsigned kMostFactors = 6;
constexpr size_t kMostMaskOps = 4096;

/// value = x * numerator / denominator where the mask says so, else 0; without x, that
/// of ones. A rate is 1 - denominator / numerator: exact where one of them is 1.
struct Product {
  Value x, mask;
  bool isInverted = false;
  double numerator = 1.0, denominator = 1.0;
};

class Matcher {
public:
  explicit Matcher(Values &values) : values(values) {}

  Product match(Value value, unsigned depth = 0) {
    Product whole;
    whole.x = value;
    if (std::optional<double> number = values.splatOf(value)) {
      whole.x = {};
      whole.numerator = *number;
      return whole;
    }
    Operation *op = value.getDefiningOp();
    if (!op || depth > kMostFactors)
      return whole;
    if (auto convert = dyn_cast<stablehlo::ConvertOp>(op)) {
      if (!getElementTypeOrSelf(convert.getOperand()).isInteger(1))
        return whole;
      return Product{{}, convert.getOperand()};
    }
    if (auto select = dyn_cast<stablehlo::SelectOp>(op)) {
      if (select.getPred().getType().getShape() != select.getType().getShape())
        return whole;
      bool isInverted = isZero(select.getOnTrue());
      if (!isInverted && !isZero(select.getOnFalse()))
        return whole;
      Value kept = isInverted ? select.getOnFalse() : select.getOnTrue();
      return join(match(kept, depth + 1), Product{{}, select.getPred(), isInverted}, whole);
    }
    if (isa<stablehlo::MulOp>(op))
      return join(match(op->getOperand(0), depth + 1), match(op->getOperand(1), depth + 1), whole);
    if (isa<stablehlo::DivOp>(op)) {
      std::optional<double> divisor = values.splatOf(op->getOperand(1));
      if (!divisor || *divisor == 0.0)
        return whole;
      Product product = match(op->getOperand(0), depth + 1);
      product.denominator *= *divisor;
      return product;
    }
    return whole;
  }

private:
  bool isZero(Value value) { return values.splatOf(value) == 0.0; }

  /// The product of two, or `whole` if that has two values or two masks.
  static Product join(const Product &a, const Product &b, const Product &whole) {
    if ((a.x && b.x) || (a.mask && b.mask))
      return whole;
    const Product &masked = a.mask ? a : b;
    return {a.x ? a.x : b.x, masked.mask, masked.isInverted, a.numerator * b.numerator,
            a.denominator * b.denominator};
  }

  Values &values;
};

/// Whether the elements of a mask are drawn: its value comes of the exclusive ors of a
/// generator, or it is an input of as many elements, compared with a number at most.
/// What depends on the value itself, as in a rectifier, is none.
bool isDraw(Raiser &raiser, const Product &product) {
  llvm::SmallSetVector<Value, 16> found;
  found.insert(product.mask);
  int64_t count = cast<RankedTensorType>(product.mask.getType()).getNumElements();
  bool isDrawn = false;
  for (size_t i = 0; i < found.size() && i < kMostMaskOps; ++i) {
    Value value = found[i];
    if (value == product.x)
      return false;
    Operation *op = value.getDefiningOp();
    if (!op) {
      isDrawn |= cast<RankedTensorType>(value.getType()).getNumElements() == count &&
                 !raiser.isParametric(value);
      continue;
    }
    auto isBits = [](Operation *inner) {
      return isa<stablehlo::XorOp>(inner) &&
             getElementTypeOrSelf(inner->getResult(0)).getIntOrFloatBitWidth() >= 32;
    };
    isDrawn |= op->walk([&](Operation *inner) {
                   return isBits(inner) ? WalkResult::interrupt() : WalkResult::advance();
                 }).wasInterrupted();
    for (Value operand : op->getOperands())
      found.insert(operand);
  }
  return isDrawn;
}

} // namespace

bool raiseDropout(Raiser &raiser, Operation *anchor) {
  Value root = anchor->getResult(0);
  auto type = cast<RankedTensorType>(root.getType());
  if (!isa<FloatType>(type.getElementType()))
    return false;
  Product product = Matcher(raiser.values).match(root);
  double rate = 1.0 - product.denominator / product.numerator;
  // A scale of 1 drops without making up for it.
  if (!product.x || !product.mask || product.x.getType() != type || !(rate > 1e-6 && rate < 1.0))
    return false;
  auto maskType = cast<RankedTensorType>(product.mask.getType());
  if (maskType.getShape() != type.getShape() || !isDraw(raiser, product) ||
      isUsedOutside(raiser.values, anchor, {product.x, product.mask}))
    return false;
  OpBuilder builder = raiser.before(anchor);
  Value mask = product.mask;
  if (product.isInverted)
    mask = stablehlo::NotOp::create(builder, root.getLoc(), mask);
  Value with =
      nn::DropoutOp::create(builder, root.getLoc(), type, product.x, mask,
                            /*key=*/Value(), /*starts=*/ValueRange(), builder.getF64FloatAttr(rate),
                            /*stream=*/IntegerAttr(), /*whole=*/DenseI64ArrayAttr());
  raiser.replace(root, with, RaiseKind::Dropout);
  return true;
}

} // namespace shardc::raising
