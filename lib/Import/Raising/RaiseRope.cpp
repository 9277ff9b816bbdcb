//===- RaiseRope.cpp - rotary embedding from its parts ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two spellings: halves rotated and put together, and x * cos + rotated(x) * sin
// with tables whose halves are equal.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;

namespace shardc::raising {
namespace {

/// A value without conversions of floats.
Value plain(Value value) {
  while (unconverted(value) != value)
    value = unconverted(value);
  return value;
}

/// The value that `part` is half `half` of along the last dimension.
Value halfOf(Value part, unsigned half) {
  auto slice = plain(part).getDefiningOp<stablehlo::SliceOp>();
  if (!slice)
    return {};
  RankedTensorType from = typeOf(slice.getOperand());
  int64_t last = from.getRank() - 1, middle = from.getDimSize(last) / 2;
  for (int64_t dim = 0; dim <= last; ++dim) {
    int64_t start = dim == last && half ? middle : 0;
    int64_t limit = dim == last && !half ? middle : from.getDimSize(dim);
    if (slice.getStartIndices()[dim] != start || slice.getLimitIndices()[dim] != limit ||
        slice.getStrides()[dim] != 1)
      return {};
  }
  return from.getDimSize(last) % 2 ? Value() : plain(slice.getOperand());
}

/// Whether a table of angles has equal halves along the pieces `depth`.
bool hasEqualHalves(Values &values, View view, const Axis &depth, unsigned times = 0) {
  values.lookThrough(view);
  Operation *op = view.root.getDefiningOp();
  if (!op || times > 8)
    return false;
  if (auto concat = dyn_cast<stablehlo::ConcatenateOp>(op))
    return sameAxis(view.axes[concat.getDimension()], depth) && concat.getInputs().size() == 2 &&
           values.numberOf(concat.getInputs()[0]) == values.numberOf(concat.getInputs()[1]);
  auto of = [&](Value operand) {
    return hasEqualHalves(values, {operand, view.axes}, depth, times + 1);
  };
  if (isa<stablehlo::CosineOp, stablehlo::SineOp, stablehlo::NegOp>(op))
    return of(op->getOperand(0));
  if (isa<stablehlo::MulOp, stablehlo::DivOp, stablehlo::AddOp>(op))
    for (unsigned side : {0, 1}) {
      View other = values.through(op->getOperand(1 - side), view.axes);
      Axis all = flattened(other.axes), own = depth;
      if (refine(all, own) &&
          llvm::none_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); }) &&
          of(op->getOperand(side)))
        return true;
    }
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    RankedTensorType type = typeOf(constant.getResult());
    if (!dense || dense.isSplat() || !isa<FloatType>(type.getElementType()) || view.axes.empty() ||
        !sameAxis(view.axes.back(), depth))
      return false;
    SmallVector<APFloat> all(dense.getValues<APFloat>());
    int64_t width = type.getShape().back();
    for (int64_t row = 0, rows = type.getNumElements() / width; row < rows; ++row)
      for (int64_t i = 0; i < width / 2; ++i)
        if (!all[row * width + i].bitwiseIsEqual(all[row * width + width / 2 + i]))
          return false;
    return true;
  }
  return false;
}

struct Rotation {
  /// Of the root's shape.
  Value x;
  /// Views of the tables over the root's dimensions, and whether their last dimension
  /// is the whole depth or half of it.
  View cos, sin;
  bool isWhole = false;
};

/// Which factor of a product is `x`; the other is given.
Value otherFactor(Values &values, Value product, unsigned number) {
  auto mul = plain(product).getDefiningOp<stablehlo::MulOp>();
  if (!mul)
    return {};
  if (values.numberOf(plain(mul.getLhs())) == number)
    return mul.getRhs();
  if (values.numberOf(plain(mul.getRhs())) == number)
    return mul.getLhs();
  return {};
}

/// x * cos + concatenate(-x2, x1) * sin.
std::optional<Rotation> matchRotatedHalf(Values &values, Operation *root) {
  View whole = identityView(root->getResult(0));
  int64_t last = whole.axes.size() - 1;
  for (unsigned side : {0u, 1u}) {
    auto turned = plain(root->getOperand(side)).getDefiningOp<stablehlo::MulOp>();
    if (!turned)
      continue;
    for (auto [factor, sin] :
         {std::pair(turned.getLhs(), turned.getRhs()), {turned.getRhs(), turned.getLhs()}}) {
      auto concat = plain(factor).getDefiningOp<stablehlo::ConcatenateOp>();
      if (!concat || static_cast<int64_t>(concat.getDimension()) != last ||
          concat.getInputs().size() != 2)
        continue;
      auto negated = plain(concat.getInputs()[0]).getDefiningOp<stablehlo::NegOp>();
      Value x = negated ? halfOf(negated.getOperand(), 1) : Value();
      if (!x || halfOf(concat.getInputs()[1], 0) != x)
        continue;
      Value cos = otherFactor(values, root->getOperand(1 - side), values.numberOf(x));
      if (!cos)
        continue;
      Rotation result{x, values.through(cos, whole.axes), values.through(sin, whole.axes), true};
      if (hasEqualHalves(values, result.cos, whole.axes[last]) &&
          hasEqualHalves(values, result.sin, whole.axes[last]))
        return result;
    }
  }
  return std::nullopt;
}

/// concatenate(x1 * cos - x2 * sin, x2 * cos + x1 * sin).
std::optional<Rotation> matchHalves(Values &values, stablehlo::ConcatenateOp root) {
  int64_t last = typeOf(root.getResult()).getRank() - 1;
  if (static_cast<int64_t>(root.getDimension()) != last || root.getInputs().size() != 2)
    return std::nullopt;
  auto first = plain(root.getInputs()[0]).getDefiningOp<stablehlo::SubtractOp>();
  auto second = plain(root.getInputs()[1]).getDefiningOp<stablehlo::AddOp>();
  if (!first || !second)
    return std::nullopt;
  auto left = plain(first.getLhs()).getDefiningOp<stablehlo::MulOp>();
  auto right = plain(first.getRhs()).getDefiningOp<stablehlo::MulOp>();
  if (!left || !right)
    return std::nullopt;
  for (auto [x1, cos] : {std::pair(left.getLhs(), left.getRhs()), {left.getRhs(), left.getLhs()}})
    for (auto [x2, sin] :
         {std::pair(right.getLhs(), right.getRhs()), {right.getRhs(), right.getLhs()}}) {
      Value x = halfOf(x1, 0);
      if (!x || halfOf(x2, 1) != x)
        continue;
      View half = identityView(root.getInputs()[0]);
      for (unsigned side : {0u, 1u}) {
        Value c = otherFactor(values, second->getOperand(side), values.numberOf(plain(x2)));
        Value s = otherFactor(values, second->getOperand(1 - side), values.numberOf(plain(x1)));
        if (c && s && values.same({c, half.axes}, {cos, half.axes}) &&
            values.same({s, half.axes}, {sin, half.axes}))
          return Rotation{x, values.through(cos, half.axes), values.through(sin, half.axes), false};
      }
    }
  return std::nullopt;
}

/// The only dimension but the last that a table depends on.
std::optional<int64_t> sequenceOf(const View &table, ArrayRef<Axis> whole) {
  std::optional<int64_t> sequence;
  int64_t last = whole.size() - 1;
  for (const Piece &piece : flattened(table.axes)) {
    if (piece.base == last)
      continue;
    if (sequence && *sequence != piece.base)
      return std::nullopt;
    sequence = piece.base;
  }
  return sequence;
}

} // namespace

bool raiseRope(Raiser &raiser, Operation *anchor) {
  Values &values = raiser.values;
  Value root = anchor->getResult(0);
  RankedTensorType type = typeOf(root);
  if (!isa<FloatType>(type.getElementType()) || type.getRank() < 3 ||
      type.getShape().back() % 2 != 0)
    return false;
  auto concat = dyn_cast<stablehlo::ConcatenateOp>(anchor);
  std::optional<Rotation> rotation =
      concat ? matchHalves(values, concat) : matchRotatedHalf(values, anchor);
  if (!rotation || typeOf(rotation->x).getShape() != type.getShape())
    return false;
  View whole = identityView(root);
  int64_t last = type.getRank() - 1, depth = type.getShape().back();
  std::optional<int64_t> sequence = sequenceOf(rotation->cos, whole.axes);
  if (!sequence || sequenceOf(rotation->sin, whole.axes) != sequence ||
      raiser.isParametric(rotation->cos.root) || raiser.isParametric(rotation->sin.root) ||
      isUsedOutside(values, anchor, {rotation->x, rotation->cos.root, rotation->sin.root}))
    return false;
  // Heads: the last of the other dimensions.
  Axis batch, heads;
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim < last; ++dim)
    if (dim != *sequence)
      others.push_back(dim);
  heads = whole.axes[others.pop_back_val()];
  for (int64_t dim : others)
    batch.append(whole.axes[dim].begin(), whole.axes[dim].end());
  Axes wanted = {batch, whole.axes[*sequence], heads, whole.axes[last]};

  Type element = type.getElementType();
  OpBuilder builder = raiser.before(anchor);
  Location loc = anchor->getLoc();
  TensorBuilder b(builder, loc);
  View of = values.through(rotation->x, whole.axes, /*converts=*/false);
  Value x = materialize(builder, loc, of, wanted, /*repeat=*/true);
  auto table = [&](const View &view) -> Value {
    Axis columns = {Piece{last, rotation->isWhole ? depth : depth / 2, 1}};
    Value value = materialize(builder, loc, view, {whole.axes[*sequence], columns}, true);
    return value ? b.convert(b.sliceDim(value, 1, 0, depth / 2), element) : Value();
  };
  Value cos = table(rotation->cos), sin = table(rotation->sin);
  if (!x || !cos || !sin)
    return false;
  x = b.convert(x, element);
  auto op = nn::RopeOp::create(builder, loc, x.getType(), x, cos, sin, UnitAttr());
  Value result = materialize(builder, loc, {op.getResult(), wanted}, whole.axes);
  raiser.replace(root, result, RaiseKind::Rope);
  return true;
}

} // namespace shardc::raising
