//===- RaiseMasks.cpp - masks of attention ----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Masks are conjunctions of conditions and sums of terms. What of them is causal becomes
// an attribute, the rest one operand.
//
//===----------------------------------------------------------------------===//
#include "RaiseMasks.h"
#include "RaiseTriangles.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using Direction = stablehlo::ComparisonDirection;

namespace shardc::raising {
namespace {

/// Nothing is left of a score that is this low beside one that is not.
constexpr double kHiding = -1e4;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// What of a condition's value is a truth in numbers: convert of i1, or the same
/// compared with a number.
bool conditionOfNumber(Values &values, View &view) {
  values.lookThrough(view);
  auto convert = definedBy<stablehlo::ConvertOp>(view);
  if (!convert || !getElementTypeOrSelf(convert.getOperand()).isInteger(1))
    return false;
  view.root = convert.getOperand();
  return true;
}

/// Splits a condition into parts that must all hold. False if it never holds.
bool flatten(Values &values, View view, bool isNegated, SmallVectorImpl<Condition> &parts,
             unsigned depth = 0) {
  values.lookThrough(view);
  auto recurse = [&](Value operand, bool negated) {
    return flatten(values, {operand, view.axes}, negated, parts, depth + 1);
  };
  if (std::optional<double> number = values.splatOf(view.root))
    return (*number != 0) != isNegated;
  Operation *op = view.root.getDefiningOp();
  if (op && depth < 16) {
    if (isNegated ? isa<stablehlo::OrOp>(op) : isa<stablehlo::AndOp, stablehlo::MulOp>(op))
      return recurse(op->getOperand(0), isNegated) && recurse(op->getOperand(1), isNegated);
    if (isa<stablehlo::NotOp>(op))
      return recurse(op->getOperand(0), !isNegated);
    if (auto select = dyn_cast<stablehlo::SelectOp>(op);
        select && select.getPred().getType() == select.getType()) {
      // One branch is what makes the conjunction false.
      double never = isNegated ? 1.0 : 0.0;
      if (values.splatOf(select.getOnFalse()) == never)
        return recurse(select.getPred(), false) && recurse(select.getOnTrue(), isNegated);
      if (values.splatOf(select.getOnTrue()) == never)
        return recurse(select.getPred(), true) && recurse(select.getOnFalse(), isNegated);
    }
    if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
      if (std::optional<double> number = values.splatOf(compare.getRhs())) {
        View truth{compare.getLhs(), view.axes};
        Direction direction = compare.getComparisonDirection();
        if (conditionOfNumber(values, truth)) {
          bool one = (*number == 0 && (direction == Direction::NE || direction == Direction::GT)) ||
                     (*number == 1 && (direction == Direction::EQ || direction == Direction::GE)) ||
                     (*number > 0 && *number < 1 &&
                      (direction == Direction::GT || direction == Direction::GE));
          bool zero =
              (*number == 0 && (direction == Direction::EQ || direction == Direction::LE)) ||
              (*number == 1 && (direction == Direction::NE || direction == Direction::LT)) ||
              (*number > 0 && *number < 1 &&
               (direction == Direction::LT || direction == Direction::LE));
          if (one || zero)
            return flatten(values, truth, isNegated != zero, parts, depth + 1);
        }
      }
  }
  parts.push_back({view, isNegated});
  return true;
}

std::optional<Axis> causalQueries(Values &values, const Condition &part, const Axis &keys) {
  if (auto compare = definedBy<stablehlo::CompareOp>(part.view)) {
    if (std::optional<Axis> queries =
            causalComparison(values, compare, part.view, part.isNegated, keys))
      return queries;
    // A constant of numbers compared with a number.
    std::optional<double> number = values.splatOf(compare.getRhs());
    View view = values.through(compare.getLhs(), part.view.axes);
    if (!number || !view.root.getDefiningOp<stablehlo::ConstantOp>())
      return std::nullopt;
    return causalConstant(view, keys, [&](double value) {
      bool holds = false;
      switch (compare.getComparisonDirection()) {
      case Direction::EQ:
        holds = value == *number;
        break;
      case Direction::NE:
        holds = value != *number;
        break;
      case Direction::GE:
        holds = value >= *number;
        break;
      case Direction::GT:
        holds = value > *number;
        break;
      case Direction::LE:
        holds = value <= *number;
        break;
      case Direction::LT:
        holds = value < *number;
        break;
      }
      return holds != part.isNegated;
    });
  }
  return causalConstant(part.view, keys,
                        [&](double value) { return (value != 0) != part.isNegated; });
}

/// A sum with a mask as a condition, where it adds nothing or hides.
std::optional<ScoreMask> asCondition(Values &values, const ScoreMask &mask) {
  View view = values.through(mask.view);
  double sign = mask.isNegated ? -1.0 : 1.0;
  auto hides = [&](std::optional<double> number) { return number && sign * *number <= kHiding; };
  if (auto select = definedBy<stablehlo::SelectOp>(view)) {
    std::optional<double> a = values.splatOf(select.getOnTrue());
    std::optional<double> b = values.splatOf(select.getOnFalse());
    if (a == 0.0 && hides(b))
      return ScoreMask{{select.getPred(), view.axes}, false, false, sign * *b};
    if (b == 0.0 && hides(a))
      return ScoreMask{{select.getPred(), view.axes}, false, true, sign * *a};
    return std::nullopt;
  }
  auto mul = definedBy<stablehlo::MulOp>(view);
  if (!mul)
    return std::nullopt;
  for (auto [x, y] : {std::pair(mul.getLhs(), mul.getRhs()), {mul.getRhs(), mul.getLhs()}}) {
    std::optional<double> number = values.splatOf(y);
    if (!number || !hides(number) || std::isinf(*number))
      continue;
    View truth{x, view.axes};
    bool isNegated = true;
    values.lookThrough(truth);
    if (auto sub = definedBy<stablehlo::SubtractOp>(truth);
        sub && values.splatOf(sub.getLhs()) == 1.0) {
      isNegated = false;
      truth.root = sub.getRhs();
    }
    if (conditionOfNumber(values, truth))
      return ScoreMask{truth, false, isNegated, sign * *number};
  }
  return std::nullopt;
}

/// The pieces of a view that are not of the keys.
void addQueries(const View &view, const Axis &keys, Axis &queries) {
  Axis all = flattened(view.axes), own = keys;
  if (!refine(all, own))
    return;
  for (const Piece &piece : all)
    if (!llvm::is_contained(own, piece) && !llvm::is_contained(queries, piece))
      queries.push_back(piece);
}

} // namespace

/// The same for one choice of whether triangles become the attribute.
static std::optional<MaskForm> classify(Raiser &raiser, ArrayRef<ScoreMask> masks, const Axis &keys,
                                        bool allowCausal) {
  Values &values = raiser.values;
  MaskForm form;
  // The least that triangles hide by.
  double hiding = -INFINITY;
  for (const ScoreMask &given : masks) {
    ScoreMask mask = given;
    if (mask.isAdded) {
      // A triangle of numbers that hide.
      View view = values.through(mask.view);
      double lowest = 0.0, highest = -INFINITY;
      bool isExact = true;
      double sign = mask.isNegated ? -1.0 : 1.0;
      std::optional<Axis> queries;
      if (allowCausal)
        queries = causalConstant(view, keys, [&](double value) {
          value *= sign;
          if (value != 0.0) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
          }
          isExact &= value == 0.0 || value <= kHiding;
          return value == 0.0;
        });
      if (queries && isExact) {
        form.isCausal = true;
        hiding = std::max(hiding, highest);
        form.rows = *queries;
        continue;
      }
      std::optional<ScoreMask> condition = asCondition(values, mask);
      if (condition)
        mask = *condition;
    }
    SmallVector<Condition> parts;
    if (!mask.isAdded && !flatten(values, mask.view, mask.isNegated, parts))
      return std::nullopt;
    if (!mask.isAdded && parts.empty())
      continue;
    bool hides = mask.hidden <= kHiding && allowCausal;
    SmallVector<Condition> rest;
    std::optional<Axis> causal;
    for (const Condition &part : parts) {
      std::optional<Axis> queries =
          hides ? causalQueries(values, part, keys) : std::optional<Axis>();
      if (queries)
        causal = queries;
      else
        rest.push_back(part);
    }
    // Both together hide the same only if nothing is left of what is hidden.
    if (causal && (rest.empty() || std::isinf(mask.hidden))) {
      form.isCausal = true;
      hiding = std::max(hiding, mask.hidden);
      form.rows = *causal;
      if (rest.empty())
        continue;
      parts = rest;
    }
    if (given.isAdded) {
      if (raiser.isParametric(given.view.root))
        return std::nullopt;
      form.added.push_back({values.through(given.view), given.isNegated});
      addQueries(form.added.back().view, keys, form.queries);
      continue;
    }
    if (!form.conditions.empty() && form.hidden != mask.hidden)
      return std::nullopt;
    form.hidden = mask.hidden;
    for (const Condition &part : parts) {
      form.conditions.push_back(part);
      addQueries(part.view, keys, form.queries);
    }
  }
  // One operand only; and with it, what a triangle hides must be hidden for good:
  // by all there is, or by far more than the operand adds.
  if (!form.added.empty() && !form.conditions.empty())
    return std::nullopt;
  if (!form.isCausal || !form.hasOperand() || std::isinf(hiding))
    return form;
  if (!form.conditions.empty())
    return std::nullopt;
  double spread = 0.0;
  for (const Condition &term : form.added) {
    std::optional<Range> range = values.rangeOf(term.view.root);
    if (!range)
      return std::nullopt;
    spread += std::max(range->high, 0.0) - std::min(range->low, 0.0);
  }
  if (!(hiding + spread <= kHiding / 2))
    return std::nullopt;
  return form;
}

std::optional<MaskForm> classifyMasks(Raiser &raiser, ArrayRef<ScoreMask> masks, const Axis &keys) {
  if (std::optional<MaskForm> form = classify(raiser, masks, keys, /*allowCausal=*/true))
    return form;
  // A triangle can be part of the operand too.
  return classify(raiser, masks, keys, /*allowCausal=*/false);
}

Value buildMask(OpBuilder &builder, Location loc, const MaskForm &form, ArrayRef<Axis> axes,
                Type element) {
  TensorBuilder b(builder, loc);
  auto layOut = [&](const View &view) -> Value {
    Axes wanted(axes);
    for (auto [index, axis] : llvm::enumerate(wanted)) {
      Axis all = flattened(view.axes), own = axis;
      if (!refine(all, own))
        return {};
      bool isThere =
          llvm::any_of(own, [&](const Piece &piece) { return llvm::is_contained(all, piece); });
      if (index < 3 && !isThere)
        axis.clear();
    }
    return materialize(builder, loc, view, wanted, /*repeat=*/true);
  };
  Value result;
  auto join = [&](Value value, bool isAdded) {
    if (!result) {
      result = value;
      return;
    }
    SmallVector<int64_t> shape;
    for (auto [x, y] : llvm::zip(typeOf(result).getShape(), typeOf(value).getShape()))
      shape.push_back(std::max(x, y));
    auto spread = [&](Value part) {
      return typeOf(part).getShape() == ArrayRef(shape) ? part
                                                        : b.broadcast(part, shape, {0, 1, 2, 3});
    };
    result = isAdded ? b.add(spread(result), spread(value))
                     : b.logicalAnd(spread(result), spread(value));
  };
  for (const Condition &term : form.added) {
    Value value = layOut(term.view);
    if (!value)
      return {};
    value = b.convert(value, element);
    join(term.isNegated ? b.neg(value) : value, true);
  }
  for (const Condition &part : form.conditions) {
    Value value = layOut(part.view);
    if (!value)
      return {};
    if (part.isNegated)
      value = stablehlo::NotOp::create(builder, loc, value);
    join(value, false);
  }
  return result;
}

} // namespace shardc::raising
