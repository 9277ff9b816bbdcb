//===- RaiseRanges.cpp - bounds of values -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over what is computed from constants and iotas: indices that
// are never negative, biases that hide nothing.
//
//===----------------------------------------------------------------------===//
#include "RaiseViews.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

using MaybeRange = std::optional<Range>;

/// The range of some numbers; nullopt if one of them is none.
MaybeRange hull(std::initializer_list<double> numbers) {
  if (llvm::any_of(numbers, [](double number) { return std::isnan(number); }))
    return std::nullopt;
  return Range{std::min(numbers), std::max(numbers)};
}

MaybeRange rangeOfConstant(ElementsAttr attr) {
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (!dense || dense.empty())
    return std::nullopt;
  Range range{INFINITY, -INFINITY};
  auto widen = [&](double number) {
    range = {std::min(range.low, number), std::max(range.high, number)};
    return !std::isnan(number);
  };
  if (isa<FloatType>(dense.getElementType())) {
    for (APFloat value : dense.getValues<APFloat>()) {
      bool lossy;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
      if (!widen(value.convertToDouble()))
        return std::nullopt;
    }
    return range;
  }
  auto type = dyn_cast<IntegerType>(dense.getElementType());
  if (!type)
    return std::nullopt;
  for (const APInt &value : dense.getValues<APInt>())
    widen(type.isUnsigned() || type.isInteger(1) ? static_cast<double>(value.getZExtValue())
                                                 : static_cast<double>(value.getSExtValue()));
  return range;
}

/// Whether every number of a range is one of an element type, so that nothing wraps.
bool fits(const Range &range, Type element) {
  auto type = dyn_cast<IntegerType>(element);
  if (!type)
    return true;
  if (type.isInteger(1))
    return range.low >= 0 && range.high <= 1;
  double half = std::ldexp(1.0, static_cast<int>(type.getWidth()) - 1);
  return type.isUnsigned() ? range.low >= 0 && range.high < 2 * half
                           : range.low >= -half && range.high < half;
}

MaybeRange compute(Operation *op, ArrayRef<Range> x) {
  using namespace stablehlo;
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  auto products = [&](double a, double b) {
    return hull({x[0].low * a, x[0].low * b, x[0].high * a, x[0].high * b});
  };
  auto rising = [&](double (*function)(double)) {
    return hull({function(x[0].low), function(x[0].high)});
  };
  return llvm::TypeSwitch<Operation *, MaybeRange>(op)
      .Case<BroadcastInDimOp, ReshapeOp, TransposeOp, SliceOp>(
          [&](Operation *) { return MaybeRange(x[0]); })
      .Case([&](ConvertOp convert) -> MaybeRange {
        if (isFloat)
          return x[0];
        // A number is true if it is not zero.
        if (convert.getType().getElementType().isInteger(1))
          return std::nullopt;
        return hull({std::trunc(x[0].low), std::trunc(x[0].high)});
      })
      .Case([&](ConcatenateOp) {
        Range all = x[0];
        for (const Range &part : x)
          all = {std::min(all.low, part.low), std::max(all.high, part.high)};
        return MaybeRange(all);
      })
      .Case([&](AddOp) { return hull({x[0].low + x[1].low, x[0].high + x[1].high}); })
      .Case([&](SubtractOp) { return hull({x[0].low - x[1].high, x[0].high - x[1].low}); })
      .Case([&](MulOp) { return products(x[1].low, x[1].high); })
      .Case([&](DivOp) {
        bool spansZero = x[1].low <= 0 && x[1].high >= 0;
        return !isFloat || spansZero ? MaybeRange() : products(1 / x[1].low, 1 / x[1].high);
      })
      .Case([&](NegOp) { return hull({-x[0].low, -x[0].high}); })
      .Case([&](AbsOp) {
        bool spansZero = x[0].low <= 0 && x[0].high >= 0;
        double a = std::abs(x[0].low), b = std::abs(x[0].high);
        return hull({spansZero ? 0.0 : std::min(a, b), std::max(a, b)});
      })
      .Case([&](MaxOp) {
        return hull({std::max(x[0].low, x[1].low), std::max(x[0].high, x[1].high)});
      })
      .Case([&](MinOp) {
        return hull({std::min(x[0].low, x[1].low), std::min(x[0].high, x[1].high)});
      })
      .Case([&](ExpOp) { return rising(std::exp); })
      .Case([&](LogOp) { return x[0].low < 0 ? MaybeRange() : rising(std::log); })
      .Case([&](SqrtOp) { return x[0].low < 0 ? MaybeRange() : rising(std::sqrt); })
      .Case([&](PowOp) {
        if (!isFloat || x[0].low <= 0)
          return MaybeRange();
        return hull({std::pow(x[0].low, x[1].low), std::pow(x[0].low, x[1].high),
                     std::pow(x[0].high, x[1].low), std::pow(x[0].high, x[1].high)});
      })
      .Case([&](SelectOp) { return hull({x[1].low, x[1].high, x[2].low, x[2].high}); })
      .Case([&](CompareOp compare) -> MaybeRange {
        const Range &a = x[0], &b = x[1];
        bool always = false, never = false;
        switch (compare.getComparisonDirection()) {
        case ComparisonDirection::LT:
          always = a.high < b.low, never = a.low >= b.high;
          break;
        case ComparisonDirection::LE:
          always = a.high <= b.low, never = a.low > b.high;
          break;
        case ComparisonDirection::GT:
          always = a.low > b.high, never = a.high <= b.low;
          break;
        case ComparisonDirection::GE:
          always = a.low >= b.high, never = a.high < b.low;
          break;
        case ComparisonDirection::EQ:
          never = a.high < b.low || a.low > b.high;
          break;
        case ComparisonDirection::NE:
          always = a.high < b.low || a.low > b.high;
          break;
        }
        return Range{always ? 1.0 : 0.0, never ? 0.0 : 1.0};
      })
      .Default([](Operation *) { return MaybeRange(); });
}

} // namespace

MaybeRange Values::rangeOf(Value value) {
  auto it = ranges.find(value);
  if (it != ranges.end())
    return it->second;
  // Marks the value as unknown meanwhile.
  ranges[value] = std::nullopt;
  Operation *op = value.getDefiningOp();
  MaybeRange result;
  if (auto constant = dyn_cast_if_present<stablehlo::ConstantOp>(op)) {
    result = rangeOfConstant(constant.getValue());
  } else if (auto iota = dyn_cast_if_present<stablehlo::IotaOp>(op)) {
    int64_t extent = cast<RankedTensorType>(iota.getType()).getDimSize(iota.getIotaDimension());
    result = Range{0.0, static_cast<double>(extent - 1)};
  } else if (isa_and_present<stablehlo::SelectOp>(op)) {
    // What is selected by does not bound the result.
    MaybeRange a = rangeOf(op->getOperand(1)), b = rangeOf(op->getOperand(2));
    if (a && b)
      result = compute(op, {Range{0.0, 1.0}, *a, *b});
  } else if (op && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
             op->getNumOperands() != 0 && isa<stablehlo::StableHLODialect>(op->getDialect())) {
    SmallVector<Range> operands;
    for (Value operand : op->getOperands()) {
      MaybeRange range = rangeOf(operand);
      if (!range)
        break;
      operands.push_back(*range);
    }
    if (operands.size() == op->getNumOperands())
      result = compute(op, operands);
  }
  if (result && !fits(*result, getElementTypeOrSelf(value)))
    result = std::nullopt;
  return ranges[value] = result;
}

} // namespace shardc::raising
