//===- RaiseTriangles.cpp - queries that are not before keys ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A condition is causal if it says, of a pair of indices of equal extent, that the
// query is not before the key: by a comparison of indices, whatever stands on which
// side, or by a constant that holds the triangle.
//
//===----------------------------------------------------------------------===//
#include "RaiseTriangles.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using Direction = stablehlo::ComparisonDirection;

namespace shardc::raising {
namespace {

//===----------------------------------------------------------------------===//
// Comparisons of indices
//===----------------------------------------------------------------------===//

/// A sum of multiples of indices, and a constant.
struct Linear {
  struct Term {
    Axis axis;
    double factor;
  };
  SmallVector<Term> terms;
  double constant = 0.0;

  void add(const Linear &other, double factor) {
    constant += factor * other.constant;
    for (const Term &term : other.terms) {
      auto it = llvm::find_if(terms, [&](Term &own) { return sameAxis(own.axis, term.axis); });
      if (it == terms.end())
        terms.push_back({term.axis, factor * term.factor});
      else
        it->factor += factor * term.factor;
    }
  }
};

/// A constant that counts along one dimension, in even steps.
std::optional<Linear> linearOfConstant(const View &view) {
  auto dense =
      dyn_cast<DenseIntElementsAttr>(view.root.getDefiningOp<stablehlo::ConstantOp>().getValue());
  auto type = cast<RankedTensorType>(view.root.getType());
  int64_t extent = type.getNumElements();
  auto dim = llvm::find(type.getShape(), extent);
  if (!dense || dense.isSplat() || dim == type.getShape().end())
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const APInt &value : dense.getValues<APInt>())
    numbers.push_back(value.getSExtValue());
  for (int64_t i = 2; i < extent; ++i)
    if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0])
      return std::nullopt;
  Linear result;
  result.constant = static_cast<double>(numbers[0]);
  result.terms.push_back(
      {view.axes[dim - type.getShape().begin()], static_cast<double>(numbers[1] - numbers[0])});
  return result;
}

std::optional<Linear> linearOf(Values &values, View view, unsigned depth = 0) {
  values.lookThrough(view);
  Linear result;
  if (std::optional<double> number = values.splatOf(view.root)) {
    result.constant = *number;
    return result;
  }
  Operation *op = view.root.getDefiningOp();
  if (!op || depth > 12)
    return std::nullopt;
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op)) {
    result.terms.push_back({view.axes[iota.getIotaDimension()], 1.0});
    return result;
  }
  if (isa<stablehlo::ConstantOp>(op))
    return linearOfConstant(view);
  auto of = [&](Value operand) { return linearOf(values, {operand, view.axes}, depth + 1); };
  if (auto convert = dyn_cast<stablehlo::ConvertOp>(op)) {
    if (getElementTypeOrSelf(convert.getOperand()).isInteger(1))
      return std::nullopt;
    return of(convert.getOperand());
  }
  if (isa<stablehlo::AddOp, stablehlo::SubtractOp>(op)) {
    std::optional<Linear> a = of(op->getOperand(0)), b = of(op->getOperand(1));
    if (!a || !b)
      return std::nullopt;
    a->add(*b, isa<stablehlo::AddOp>(op) ? 1.0 : -1.0);
    return a;
  }
  if (isa<stablehlo::NegOp>(op)) {
    std::optional<Linear> a = of(op->getOperand(0));
    if (a)
      result.add(*a, -1.0);
    return a ? std::optional<Linear>(result) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<Axis> causalComparison(Values &values, stablehlo::CompareOp compare, const View &view,
                                     bool isNegated, const Axis &keys) {
  std::optional<Linear> a = linearOf(values, {compare.getLhs(), view.axes});
  std::optional<Linear> b = linearOf(values, {compare.getRhs(), view.axes});
  if (!a || !b)
    return std::nullopt;
  // As difference >= 0; indices are whole numbers.
  Linear difference;
  Direction direction = compare.getComparisonDirection();
  bool isLess = direction == Direction::LE || direction == Direction::LT;
  if (direction == Direction::EQ || direction == Direction::NE)
    return std::nullopt;
  difference.add(*a, isLess ? -1.0 : 1.0);
  difference.add(*b, isLess ? 1.0 : -1.0);
  if (direction == Direction::LT || direction == Direction::GT)
    difference.constant -= 1.0;
  if (isNegated) {
    Linear other;
    other.add(difference, -1.0);
    other.constant -= 1.0;
    difference = other;
  }
  if (difference.constant != 0.0)
    return std::nullopt;
  std::optional<Axis> queries;
  bool hasKeys = false;
  for (const Linear::Term &term : difference.terms) {
    if (term.factor == 0.0)
      continue;
    if (term.factor == -1.0 && !hasKeys && sameAxis(term.axis, keys))
      hasKeys = true;
    else if (term.factor == 1.0 && !queries)
      queries = normalized(term.axis);
    else
      return std::nullopt;
  }
  bool isWhole = hasKeys && queries && sizeOf(*queries) == sizeOf(keys);
  return isWhole ? queries : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::optional<Axis> causalConstant(const View &view, const Axis &keys,
                                   llvm::function_ref<bool(double)> isVisible) {
  auto constant = view.root.getDefiningOp<stablehlo::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  if (!dense || dense.isSplat())
    return std::nullopt;
  std::optional<unsigned> query, key;
  for (auto [dim, axis] : llvm::enumerate(view.axes)) {
    if (axis.empty())
      continue;
    bool isKey = sameAxis(axis, keys);
    std::optional<unsigned> &which = isKey ? key : query;
    if (which)
      return std::nullopt;
    which = dim;
  }
  auto type = cast<RankedTensorType>(view.root.getType());
  if (!query || !key || type.getDimSize(*query) != type.getDimSize(*key))
    return std::nullopt;
  int64_t extent = type.getDimSize(*query), index = 0;
  bool queryIsOuter = *query < *key;
  auto check = [&](double value) {
    int64_t outer = index / extent, inner = index % extent;
    ++index;
    return isVisible(value) == (queryIsOuter ? outer >= inner : inner >= outer);
  };
  if (type.getElementType().isInteger(1)) {
    for (bool value : dense.getValues<bool>())
      if (!check(value))
        return std::nullopt;
  } else if (isa<FloatType>(type.getElementType())) {
    for (APFloat value : dense.getValues<APFloat>()) {
      bool lossy;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
      if (!check(value.convertToDouble()))
        return std::nullopt;
    }
  } else if (isa<IntegerType>(type.getElementType())) {
    for (APInt value : dense.getValues<APInt>())
      if (!check(static_cast<double>(value.getSExtValue())))
        return std::nullopt;
  } else {
    return std::nullopt;
  }
  return normalized(view.axes[*query]);
}

} // namespace shardc::raising
