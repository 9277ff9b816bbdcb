//===- RaiseNorms.cpp - layer norm and rms norm -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A norm is a product, in any order, of a value (less its mean), the inverse root
// of the mean of its squares, and a weight along the normalised dimensions; and a
// bias.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc::raising {
namespace {

/// A product taken apart.
struct Product {
  SmallVector<View, 4> factors;
  double constant = 1.0;
  /// The argument of the inverse root, and the op that takes the root.
  std::optional<View> radicand;
  Operation *inverseRoot = nullptr;
  /// The number of a value that stays whole, though it is a product; 0: none.
  unsigned whole = 0;
};

/// A root, and what is below it.
struct Root {
  Operation *op;
  View radicand;
};

/// The root of an inverse square root, or of a square root where `isInverted`.
std::optional<Root> rootOf(Values &values, View view, bool isInverted) {
  values.lookThrough(view);
  Operation *op = view.root.getDefiningOp();
  auto below = [&] { return Root{op, {op->getOperand(0), view.axes}}; };
  auto pow = dyn_cast_if_present<stablehlo::PowOp>(op);
  if (pow && values.splatOf(pow.getRhs()) == (isInverted ? 0.5 : -0.5))
    return below();
  if (isInverted)
    return isa_and_present<stablehlo::SqrtOp>(op) ? std::optional(below()) : std::nullopt;
  if (isa_and_present<stablehlo::RsqrtOp>(op))
    return below();
  if (auto div = dyn_cast_if_present<stablehlo::DivOp>(op);
      div && values.splatOf(div.getLhs()) == 1.0)
    return rootOf(values, {div.getRhs(), view.axes}, true);
  return std::nullopt;
}

/// Collects the factors of a product; false if it has none of the form of a norm.
bool factorize(Values &values, View view, Product &product) {
  values.lookThrough(view);
  if (product.factors.size() > 12)
    return false;
  if (product.whole && values.numberOf(view.root) == product.whole) {
    product.factors.push_back(view);
    return true;
  }
  if (std::optional<double> number = values.splatOf(view.root)) {
    product.constant *= *number;
    return true;
  }
  auto takeRoot = [&](const Root &root) {
    if (product.radicand)
      return false;
    product.radicand = root.radicand;
    product.inverseRoot = root.op;
    return true;
  };
  if (std::optional<Root> root = rootOf(values, view, false))
    return takeRoot(*root);
  if (auto mul = definedBy<stablehlo::MulOp>(view))
    return factorize(values, {mul.getLhs(), view.axes}, product) &&
           factorize(values, {mul.getRhs(), view.axes}, product);
  if (auto div = definedBy<stablehlo::DivOp>(view)) {
    if (std::optional<double> number = values.splatOf(div.getRhs())) {
      product.constant /= *number;
      return factorize(values, {div.getLhs(), view.axes}, product);
    }
    if (std::optional<Root> root = rootOf(values, {div.getRhs(), view.axes}, true))
      return takeRoot(*root) && factorize(values, {div.getLhs(), view.axes}, product);
  }
  product.factors.push_back(view);
  return true;
}

/// The number of the value whose mean of squares is below the root; 0 if there is none.
unsigned numberOfSquared(Values &values, View view) {
  for (unsigned i = 0; i < 4; ++i) {
    values.lookThrough(view);
    if (std::optional<Reduction> squares = matchMean(values, view)) {
      std::optional<View> base = matchSquare(values, squares->operand);
      return base ? values.numberOf(values.through(*base).root) : 0;
    }
    // Plus eps, less the square of a mean, at least 0.
    if (auto sub = definedBy<stablehlo::SubtractOp>(view)) {
      view.root = sub.getLhs();
      continue;
    }
    if (!definedBy<stablehlo::AddOp>(view) && !definedBy<stablehlo::MaxOp>(view))
      return 0;
    Operation *op = view.root.getDefiningOp();
    view.root = op->getOperand(values.splatOf(op->getOperand(0)) ? 1 : 0);
  }
  return 0;
}

/// A norm, as far as it is matched.
struct Norm {
  Values &values;
  View x;
  Axis dims;
  double eps = 0.0;
  bool isCentred = false;

  /// Matches variance + eps.
  bool matchRadicand(View view, const View &body);
  /// Matches a mean of squares, or the difference of one and a squared mean.
  bool matchVariance(View view, const View &body);
};

/// Whether `mean` is the mean of `x` over the dimensions `dims` (any, if empty, which
/// are then given).
bool isMeanOf(Values &values, const View &mean, const View &x, Axis &dims) {
  std::optional<Reduction> reduction = matchMean(values, mean);
  if (!reduction)
    return false;
  std::optional<Axis> reduced = values.sameButReduced(x, reduction->operand, reduction->firstFresh);
  if (!reduced || reduced->empty() || (!dims.empty() && !sameAxis(*reduced, dims)))
    return false;
  dims = *reduced;
  return true;
}

bool Norm::matchRadicand(View view, const View &body) {
  values.lookThrough(view);
  auto add = definedBy<stablehlo::AddOp>(view);
  if (!add)
    return false;
  std::optional<double> number = values.splatOf(add.getRhs());
  Value variance = add.getLhs();
  if (!number) {
    number = values.splatOf(add.getLhs());
    variance = add.getRhs();
  }
  if (!number || !(*number > 0))
    return false;
  eps = *number;
  return matchVariance({variance, view.axes}, body);
}

bool Norm::matchVariance(View view, const View &body) {
  values.lookThrough(view);
  // What rounding takes below zero is cut off.
  if (auto max = definedBy<stablehlo::MaxOp>(view)) {
    if (values.splatOf(max.getLhs()) == 0.0)
      view.root = max.getRhs();
    else if (values.splatOf(max.getRhs()) == 0.0)
      view.root = max.getLhs();
    else
      return false;
    values.lookThrough(view);
  }
  View inner = body;
  Axis of;
  isCentred = false;
  if (auto sub = definedBy<stablehlo::SubtractOp>(body)) {
    View whole = values.through(sub.getLhs(), body.axes);
    if (isMeanOf(values, {sub.getRhs(), body.axes}, whole, of)) {
      isCentred = true;
      inner = whole;
    }
  }
  x = inner;
  // mean(x^2) - mean(x)^2.
  if (auto sub = definedBy<stablehlo::SubtractOp>(view); sub && isCentred) {
    std::optional<View> mean = matchSquare(values, {sub.getRhs(), view.axes});
    if (!mean || !isMeanOf(values, *mean, x, of))
      return false;
    std::optional<Reduction> squares = matchMean(values, {sub.getLhs(), view.axes});
    if (!squares)
      return false;
    std::optional<View> base = matchSquare(values, squares->operand);
    if (!base)
      return false;
    std::optional<Axis> reduced = values.sameButReduced(x, *base, squares->firstFresh);
    if (!reduced || !sameAxis(*reduced, of))
      return false;
    dims = of;
    return true;
  }
  // mean(body^2).
  std::optional<Reduction> squares = matchMean(values, view);
  if (!squares)
    return false;
  std::optional<View> base = matchSquare(values, squares->operand);
  if (!base)
    return false;
  std::optional<Axis> reduced;
  if (isCentred) {
    // The difference may have been computed a second time.
    View again = values.through(*base);
    auto sub = definedBy<stablehlo::SubtractOp>(again);
    if (!sub)
      return false;
    reduced = values.sameButReduced(x, {sub.getLhs(), again.axes}, squares->firstFresh);
    if (!reduced || !sameAxis(*reduced, of))
      return false;
    std::optional<Reduction> mean = matchMean(values, {sub.getRhs(), again.axes});
    if (!mean)
      return false;
    Axis other;
    std::optional<Axis> over =
        values.sameButReduced({sub.getLhs(), again.axes}, mean->operand, mean->firstFresh);
    if (!over)
      return false;
    // The mean is over the dimensions that the squares are summed over.
    for (const Piece &piece : *over)
      if (piece.base < squares->firstFresh)
        return false;
    int64_t count = 1;
    for (const Piece &piece : *over)
      count *= piece.size;
    if (count != squares->count)
      return false;
  } else {
    reduced = values.sameButReduced(x, *base, squares->firstFresh);
  }
  if (!reduced || reduced->empty())
    return false;
  dims = *reduced;
  return true;
}

/// Whether a view depends on nothing but `dims`.
bool isAlong(const View &view, const Axis &dims) {
  Axis all = flattened(view.axes), own = dims;
  if (all.empty() || !refine(all, own))
    return false;
  return llvm::all_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); });
}

/// Raises what `root` computes, by way of the root that `anchor` takes.
bool raiseAt(Raiser &raiser, Value root, Operation *anchor, ArrayRef<RaiseKind> kinds) {
  Values &values = raiser.values;
  View whole = identityView(root);
  auto tryProduct = [&](Value product, std::optional<View> bias) {
    Product parts;
    if (!factorize(values, {product, whole.axes}, parts) || parts.inverseRoot != anchor)
      return false;
    // What is normalised may be a product itself.
    if (unsigned squared = numberOfSquared(values, *parts.radicand)) {
      Product again;
      again.whole = squared;
      if (!factorize(values, {product, whole.axes}, again) || again.inverseRoot != anchor)
        return false;
      parts = std::move(again);
    }
    if (parts.factors.empty() || parts.factors.size() > 2)
      return false;
    for (unsigned which = 0; which < parts.factors.size(); ++which) {
      Norm norm{values};
      if (!norm.matchRadicand(*parts.radicand, parts.factors[which]))
        continue;
      RaiseKind kind = norm.isCentred ? RaiseKind::LayerNorm : RaiseKind::RmsNorm;
      if (!llvm::is_contained(kinds, kind) || (bias && !norm.isCentred))
        continue;
      std::optional<View> weight;
      if (parts.factors.size() == 2)
        weight = parts.factors[1 - which];
      if ((weight && !isAlong(*weight, norm.dims)) || (bias && !isAlong(*bias, norm.dims)))
        continue;
      // The normalised dimensions must be the last ones, in order.
      Axes rows(whole.axes), wanted;
      Axis last;
      while (!rows.empty() && !sameAxis(last, norm.dims)) {
        Axis joined = rows.pop_back_val();
        joined.append(last.begin(), last.end());
        last = joined;
      }
      if (!sameAxis(last, norm.dims))
        continue;
      wanted = rows;
      wanted.push_back(norm.dims);

      SmallVector<Value> leaves = {norm.x.root};
      for (const std::optional<View> &view : {weight, bias})
        if (view)
          leaves.push_back(view->root);
      if (isUsedOutside(values, root.getDefiningOp(), leaves))
        continue;

      // The type: the result's where the value has it too, else the value's.
      Value target = root;
      Type element = getElementTypeOrSelf(norm.x.root);
      if (Type outer = onlyConvertedTo(root);
          outer && outer == element && root.use_empty() == false)
        target = mergeConversions(raiser, root);
      else if (getElementTypeOrSelf(root).getIntOrFloatBitWidth() > element.getIntOrFloatBitWidth())
        element = getElementTypeOrSelf(root);
      OpBuilder builder = raiser.before(target.getDefiningOp());
      Location loc = target.getLoc();
      TensorBuilder b(builder, loc);
      Value x = materialize(builder, loc, norm.x, wanted, /*repeat=*/true);
      if (!x)
        return false;
      x = b.convert(x, element);
      int64_t extent = typeOf(x).getShape().back();
      Type weightElement = weight ? getElementTypeOrSelf(weight->root) : element;
      auto vector = RankedTensorType::get({extent}, weightElement);
      auto along = [&](const std::optional<View> &view, double otherwise) -> Value {
        if (!view)
          return b.splat(vector, otherwise);
        Value value = materialize(builder, loc, *view, {norm.dims}, /*repeat=*/true);
        return value ? b.convert(value, weightElement) : Value();
      };
      Value w = along(weight, 1.0);
      if (w && parts.constant != 1.0)
        w = b.mul(w, parts.constant);
      Value result;
      if (norm.isCentred) {
        Value shift = along(bias, 0.0);
        if (!w || !shift)
          return false;
        result = nn::LayerNormOp::create(builder, loc, x.getType(), x, w, shift,
                                         builder.getF64FloatAttr(norm.eps));
      } else {
        if (!w)
          return false;
        result = nn::RmsNormOp::create(builder, loc, x.getType(), x, w,
                                       builder.getF64FloatAttr(norm.eps));
      }
      result = b.reshape(result, typeOf(target).getShape());
      result = b.convert(result, getElementTypeOrSelf(target));
      raiser.replace(target, result, kind);
      return true;
    }
    return false;
  };
  if (auto add = root.getDefiningOp<stablehlo::AddOp>()) {
    for (auto [product, bias] :
         {std::pair(add.getLhs(), add.getRhs()), {add.getRhs(), add.getLhs()}})
      if (tryProduct(product, values.through(bias, whole.axes)))
        return true;
    return false;
  }
  return tryProduct(root, std::nullopt);
}

} // namespace

bool raiseNorm(Raiser &raiser, Operation *anchor, ArrayRef<RaiseKind> kinds) {
  if (!isa<FloatType>(getElementTypeOrSelf(anchor->getResult(0))))
    return false;
  // The results that may be the norm: what is made of the root by products, sums,
  // and changes of layout. The last is the largest.
  llvm::SetVector<Value> found;
  found.insert(anchor->getResult(0));
  for (size_t i = 0; i < found.size() && found.size() < 20; ++i)
    for (Operation *user : found[i].getUsers())
      if (isa<stablehlo::MulOp, stablehlo::DivOp, stablehlo::AddOp, stablehlo::ConvertOp,
              stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::BroadcastInDimOp>(user))
        found.insert(user->getResult(0));
  for (Value root : llvm::reverse(found))
    if (root.getDefiningOp<stablehlo::MulOp>() || root.getDefiningOp<stablehlo::DivOp>() ||
        root.getDefiningOp<stablehlo::AddOp>())
      if (raiseAt(raiser, root, anchor, kinds))
        return true;
  return false;
}

} // namespace shardc::raising
