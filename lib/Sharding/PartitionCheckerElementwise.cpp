//===- PartitionCheckerElementwise.cpp - element by element -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elementwise ops: operands must hold the same block; partial values pass only
// where the op is linear in them; padding is computed along, so that a mask of
// minus infinity is still a mask of zeros after an exponential.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

namespace {
/// What the checker knows of elementwise ops.
enum class Fn {
  Unknown,
  Add,
  Subtract,
  Multiply,
  Divide,
  Maximum,
  Minimum,
  And,
  Or,
  Negate,
  Convert,
  Select,
  Exp,
  Log,
  Abs,
  Sqrt,
  Rsqrt,
  Tanh,
  Logistic,
  Compare,
  Not,
  Gelu,
  GeluGrad,
  Silu,
  SiluGrad,
  Other
};
} // namespace

static Fn functionOf(Operation *op) {
  return llvm::StringSwitch<Fn>(op->getName().getStringRef())
      .Case("stablehlo.add", Fn::Add)
      .Case("stablehlo.subtract", Fn::Subtract)
      .Case("stablehlo.multiply", Fn::Multiply)
      .Case("stablehlo.divide", Fn::Divide)
      .Case("stablehlo.maximum", Fn::Maximum)
      .Case("stablehlo.minimum", Fn::Minimum)
      .Case("stablehlo.and", Fn::And)
      .Case("stablehlo.or", Fn::Or)
      .Case("stablehlo.negate", Fn::Negate)
      .Case("stablehlo.convert", Fn::Convert)
      .Case("stablehlo.select", Fn::Select)
      .Case("stablehlo.exponential", Fn::Exp)
      .Case("stablehlo.log", Fn::Log)
      .Case("stablehlo.abs", Fn::Abs)
      .Case("stablehlo.sqrt", Fn::Sqrt)
      .Case("stablehlo.rsqrt", Fn::Rsqrt)
      .Case("stablehlo.tanh", Fn::Tanh)
      .Case("stablehlo.logistic", Fn::Logistic)
      .Case("stablehlo.compare", Fn::Compare)
      .Case("stablehlo.not", Fn::Not)
      .Case("nn.gelu", Fn::Gelu)
      .Case("nn.gelu_grad", Fn::GeluGrad)
      .Case("nn.silu", Fn::Silu)
      .Case("nn.silu_grad", Fn::SiluGrad)
      .Cases({"stablehlo.xor", "stablehlo.atan2", "stablehlo.power", "stablehlo.remainder",
              "stablehlo.shift_left", "stablehlo.shift_right_arithmetic",
              "stablehlo.shift_right_logical", "stablehlo.clamp", "stablehlo.ceil",
              "stablehlo.floor"},
             Fn::Other)
      .Cases({"stablehlo.round_nearest_even", "stablehlo.sign", "stablehlo.cbrt",
              "stablehlo.cosine", "stablehlo.sine", "stablehlo.exponential_minus_one",
              "stablehlo.log_plus_one", "stablehlo.is_finite", "stablehlo.bitcast_convert"},
             Fn::Other)
      .Cases({"stablehlo.popcnt", "stablehlo.count_leading_zeros", "chlo.erf", "chlo.erfc"},
             Fn::Other)
      .Default(Fn::Unknown);
}

bool Checker::isElementwise(Operation *op) const { return functionOf(op) != Fn::Unknown; }

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// The function of known numbers, where it is worth knowing.
static std::optional<double> evaluate(Fn fn, Operation *op, ArrayRef<Pad> pads) {
  double a = pads[0].value, b = pads.size() > 1 ? pads[1].value : 0;
  switch (fn) {
  case Fn::Add:
    return a + b;
  case Fn::Subtract:
    return a - b;
  case Fn::Multiply:
    return a * b;
  case Fn::Divide:
    if (getElementTypeOrSelf(op->getResult(0)).isInteger())
      return std::nullopt;
    return a / b;
  case Fn::Maximum:
    return std::max(a, b);
  case Fn::Minimum:
    return std::min(a, b);
  case Fn::And:
    return a == 0 || b == 0 ? std::optional<double>(0) : a == b ? a : std::optional<double>();
  case Fn::Or:
    return a == 0 ? b : b == 0 || a == b ? a : std::optional<double>();
  case Fn::Negate:
    return -a;
  case Fn::Convert: {
    Type from = getElementTypeOrSelf(op->getOperand(0));
    Type to = getElementTypeOrSelf(op->getResult(0));
    if (to.isInteger(1))
      return a != 0;
    // Only what no rounding or wrapping can change.
    bool exact = std::abs(a) <= 128 && a == std::trunc(a) && (a >= 0 || !to.isUnsignedInteger());
    return exact || (isa<FloatType>(from) && isa<FloatType>(to) && std::isinf(a))
               ? std::optional<double>(a)
               : std::nullopt;
  }
  case Fn::Exp:
    return std::exp(a);
  case Fn::Log:
    return std::log(a);
  case Fn::Abs:
    return std::abs(a);
  case Fn::Sqrt:
    return std::sqrt(a);
  case Fn::Rsqrt:
    return 1 / std::sqrt(a);
  case Fn::Tanh:
    return std::tanh(a);
  case Fn::Logistic:
    return 1 / (1 + std::exp(-a));
  case Fn::Compare:
    switch (cast<stablehlo::CompareOp>(op).getComparisonDirection()) {
    case stablehlo::ComparisonDirection::EQ:
      return a == b;
    case stablehlo::ComparisonDirection::NE:
      return a != b;
    case stablehlo::ComparisonDirection::GE:
      return a >= b;
    case stablehlo::ComparisonDirection::GT:
      return a > b;
    case stablehlo::ComparisonDirection::LE:
      return a <= b;
    case stablehlo::ComparisonDirection::LT:
      return a < b;
    }
    return std::nullopt;
  case Fn::Not:
    if (getElementTypeOrSelf(op->getResult(0)).isInteger(1))
      return a == 0;
    return std::nullopt;
  case Fn::Gelu:
  case Fn::Silu:
    return a == 0 ? std::optional<double>(0) : std::nullopt;
  case Fn::GeluGrad:
  case Fn::SiluGrad:
    return b == 0 ? std::optional<double>(0) : std::nullopt;
  default:
    return std::nullopt;
  }
}

static Pad combine(Fn fn, Operation *op, ArrayRef<Pad> pads) {
  bool isInt = getElementTypeOrSelf(op->getResult(0)).isInteger();
  auto anyDirty = [&] { return llvm::any_of(pads, [](Pad pad) { return pad.isDirty(); }); };
  auto anyFill = [&](double value) {
    return llvm::any_of(pads, [&](Pad pad) { return pad.isFill(value); });
  };
  if (fn == Fn::Select) {
    if (pads[0].kind == Pad::Fill)
      return pads[pads[0].value != 0 ? 1 : 2];
    return pads[1] == pads[2] ? pads[1] : join(pads[1], pads[2]);
  }
  if (llvm::all_of(pads, [](Pad pad) { return pad.kind == Pad::Fill; }))
    if (std::optional<double> value = evaluate(fn, op, pads))
      return std::isnan(*value) ? Pad::dirty() : Pad::fill(*value);
  // Integers are never poison: zero times anything is zero.
  auto anyInfinite = [&] {
    return llvm::any_of(pads, [](Pad pad) { return std::isinf(pad.value); });
  };
  if ((fn == Fn::Multiply || fn == Fn::And) && anyFill(0) &&
      (isInt || (!anyDirty() && !anyInfinite())))
    return Pad::fill(0);
  if (fn == Fn::Or && getElementTypeOrSelf(op->getResult(0)).isInteger(1) && anyFill(1))
    return Pad::fill(1);
  if (anyDirty())
    return Pad::dirty();
  if ((fn == Fn::GeluGrad || fn == Fn::SiluGrad) && pads[1].isFill(0))
    return Pad::fill(0);
  if (fn == Fn::Divide && pads[0].isFill(0) && pads[1].kind == Pad::Value)
    return Pad::fill(0);
  // What is no number for some operands may be none here.
  bool isTotal = fn != Fn::Log && fn != Fn::Sqrt && fn != Fn::Rsqrt && fn != Fn::Divide &&
                 fn != Fn::Exp && fn != Fn::Other;
  auto isKnown = [](Pad pad) { return pad.kind == Pad::Value; };
  if (!isInt && !isTotal && !llvm::all_of(pads, isKnown))
    return Pad::dirty();
  if ((fn == Fn::Add || fn == Fn::Subtract) && !isInt) {
    if (std::isinf(pads[0].value) && pads[0].kind == Pad::Fill)
      return pads[0];
    if (std::isinf(pads[1].value) && pads[1].kind == Pad::Fill)
      return Pad::fill(fn == Fn::Add ? pads[1].value : -pads[1].value);
  }
  if (fn == Fn::Convert && pads[0].isBelowZero())
    return Pad::negative();
  return !isInt && anyInfinite() ? Pad::dirty() : Pad::defined();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Gives `result` the pending reductions of the operands where the op lets them
/// pass.
LogicalResult Checker::combinePartials(Operation *op, Placement &result) {
  OperandRange operands = op->getOperands();
  if (llvm::none_of(operands, [&](Value operand) { return get(operand).isPartial(); }))
    return success();
  Fn fn = functionOf(op);
  auto isSum = [&](const Placement &placement) {
    return llvm::all_of(placement.partial,
                        [](auto &entry) { return entry.second == ReductionKind::Sum; });
  };
  auto refuse = [&] { return requireNoPartial(op, llvm::to_vector(operands)); };

  // Next to unrelated values, parts are one more of those.
  auto partialOf = [&](Value operand) {
    auto partial = get(operand).partial;
    llvm::erase_if(partial,
                   [&](auto &entry) { return llvm::is_contained(result.varying, entry.first); });
    return partial;
  };
  if (llvm::all_of(operands, [&](Value operand) { return partialOf(operand).empty(); }))
    return success();
  auto isLogSum = [&](const Placement &placement) {
    return llvm::all_of(placement.partial, [](auto &entry) { return entry.second == logSumExp; });
  };

  switch (fn) {
  case Fn::Exp:
    if (!isLogSum(get(operands[0])))
      return refuse();
    for (auto &entry : get(operands[0]).partial)
      result.addPartial(entry.first, ReductionKind::Sum);
    return success();
  case Fn::Negate:
    if (!isSum(get(operands[0])))
      return refuse();
    result.partial = get(operands[0]).partial;
    return success();
  case Fn::Convert: {
    Type from = getElementTypeOrSelf(operands[0]), to = getElementTypeOrSelf(op->getResult(0));
    if (isa<FloatType>(from) && !isa<FloatType>(to))
      return refuse();
    result.partial = get(operands[0]).partial;
    return success();
  }
  case Fn::Multiply:
  case Fn::Divide: {
    Loops loops(*this, op);
    SmallVector<unsigned> linear = {0};
    if (fn == Fn::Multiply)
      linear.push_back(1);
    return loops.multiply(linear, result);
  }
  case Fn::Maximum:
  case Fn::Minimum:
  case Fn::And:
  case Fn::Or: {
    // Combining a whole value into every part changes nothing: these are
    // idempotent.
    ReductionKind kind = fn == Fn::Maximum   ? ReductionKind::Max
                         : fn == Fn::Minimum ? ReductionKind::Min
                         : fn == Fn::And     ? ReductionKind::And
                                             : ReductionKind::Or;
    for (Value operand : operands)
      for (auto &entry : get(operand).partial) {
        if (entry.second != kind)
          return refuse();
        if (!result.isPartialOver(entry.first))
          result.addPartial(entry.first, kind);
      }
    return success();
  }
  case Fn::Select:
    if (get(operands[0]).isPartial())
      return refuse();
    operands = operands.drop_front();
    [[fallthrough]];
  case Fn::Add:
  case Fn::Subtract: {
    // A whole value scales all parts of a sum of exponentials.
    if (fn != Fn::Select)
      for (unsigned i : {0, 1})
        if (get(operands[i]).isPartial() && isLogSum(get(operands[i])) &&
            !get(operands[1 - i]).isPartial() && (i == 0 || fn == Fn::Add)) {
          result.partial = get(operands[i]).partial;
          return success();
        }
    Value first;
    for (Value operand : operands) {
      const Placement &placement = get(operand);
      if (placement.isPartial()) {
        if (fn != Fn::Select && !isSum(placement))
          return refuse();
        if (first && get(first).partial != placement.partial)
          return fail(op,
                      "combines values partial over different axes: " +
                          describePartial(get(first)) + " and " + describePartial(placement),
                      operand);
        first = operand;
      }
    }
    result.partial = get(first).partial;
    for (Value operand : operands) {
      const Placement &placement = get(operand);
      if (placement.isPartial() || (isSum(get(first)) && placement.splat == 0.0))
        continue;
      return fail(op,
                  "combines a partial value (" + describePartial(get(first)) +
                      ") with a whole one, which each rank would count; reduce "
                      "it first",
                  operand);
    }
    return success();
  }
  case Fn::GeluGrad:
  case Fn::SiluGrad: {
    Loops loops(*this, op);
    return loops.multiply({1}, result);
  }
  default:
    return refuse();
  }
}

LogicalResult Checker::visitElementwise(Operation *op) {
  LogicalResult done = success();
  if (visitIndexArithmetic(op, done))
    return done;

  Fn fn = functionOf(op);
  unsigned rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  Loops loops(*this, op);
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  Placement result;
  for (OpOperand &operand : op->getOpOperands()) {
    const Placement &placement = get(operand.get());
    for (unsigned atom : placement.varying)
      result.addVarying(atom);
    // A scalar condition or bound goes with every element.
    if (placement.dims.size() != rank)
      continue;
    if (failed(loops.bind(operand.getOperandNumber(), all)))
      return failure();
  }
  // Each index is in the block of one rank or of none, so what that rank picks
  // is the one term of a sum over the ranks.
  bool picks = fn == Fn::Select && get(op->getOperand(0)).tag == Placement::InBlock &&
               get(op->getOperand(0)).bounds == (Placement::Lower | Placement::Upper) &&
               get(op->getOperand(2)).splat == 0.0;
  if (picks) {
    const Placement &picked = get(op->getOperand(1));
    result.varying = picked.varying;
    if (atoms.hasForks()) {
      SmallVector<unsigned> list;
      for (const Step &step : get(op->getOperand(0)).frame->steps)
        list.push_back(step.atom);
      atoms.rewrite(result.varying, list);
    }
    for (const Step &step : get(op->getOperand(0)).frame->steps) {
      llvm::erase(result.varying, step.atom);
      result.addPartial(step.atom, ReductionKind::Sum);
    }
    for (auto &entry : picked.partial) {
      if (result.isPartialOver(entry.first))
        continue;
      if (entry.second != ReductionKind::Sum)
        return requireNoPartial(op, op->getOperand(1));
      result.addPartial(entry.first, entry.second);
    }
  } else if (failed(combinePartials(op, result))) {
    return failure();
  }

  bool isIndex = llvm::any_of(
      op->getOperands(), [&](Value operand) { return get(operand).tag == Placement::LocalIndex; });
  // One operand may settle what the dirty padding of another would do, but
  // where that happens in two dimensions their common padding is settled by
  // none.
  bool settled = false;
  for (unsigned loop = 0; loop < rank; ++loop) {
    SmallVector<Pad, 3> pads;
    for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
      pads.push_back(loops.pad(operand, loop));
    Pad pad = combine(fn, op, pads);
    bool settles = !pad.isDirty() && llvm::any_of(pads, [](Pad p) { return p.isDirty(); });
    result.dims.push_back(loops.result(loop, settles && settled ? Pad::dirty() : pad));
    settled |= settles;
  }
  SmallVector<Pad, 3> numbers;
  for (Value operand : op->getOperands())
    if (std::optional<double> number = get(operand).splat)
      numbers.push_back(Pad::fill(*number));
  if (!isIndex && numbers.size() == op->getNumOperands()) {
    Pad pad = combine(fn, op, numbers);
    if (pad.kind == Pad::Fill)
      result.splat = pad.value;
  }
  tagResult(op, result);
  return set(op->getResult(0), std::move(result));
}
