//===- RaiseErf.cpp - expanded error functions ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exporters that leave no functions of CHLO spell erf and erfc as polynomials for
// several ranges of the argument, clamped or selected from. All elementwise ops in one
// value are evaluated on a grid of numbers, side by side, and one that agrees with erf
// or erfc of a multiple of the value is replaced by it. Besides being one op, the
// function has a derivative everywhere: those of the branches that are not taken
// overflow, and zero times infinity is no number.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/CHLO/CHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <array>
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

constexpr size_t kGridSize = 75;
using Samples = std::array<double, kGridSize>;

/// Ops in one value, and arguments that are tried with each of them.
constexpr size_t kMostOps = 400, kMostArguments = 6;

/// Dense where erf bends, and some numbers far out on both sides.
const Samples &grid() {
  static const Samples points = [] {
    Samples points;
    size_t next = 0;
    for (int i = -28; i <= 28; ++i)
      points[next++] = 0.2371 * i + 0.0117;
    for (double far : {1e-20, 1e-6, 1e-3, 7.5, 9.0, 13.0, 30.0, 1e3})
      for (double sign : {1.0, -1.0})
        points[next++] = sign * far;
    points[next++] = 0.0;
    points[next] = -0.0;
    return points;
  }();
  return points;
}

/// Elements of a cone depend on the elements of its variable at the same index.
struct Cone {
  SmallVector<Operation *> ops;
  /// Whether some op tells ranges apart, as every expansion does.
  bool hasRanges = false;
};

class ErfFinder {
public:
  ErfFinder(Raiser &raiser, func::FuncOp function)
      : raiser(raiser), values(raiser.values), function(function) {}
  unsigned run();

private:
  Value variableOf(Operation *op);
  unsigned search(Value variable, const Cone &cone);
  bool evaluate(Operation *op, llvm::DenseMap<Value, Samples> &samples, Samples &result);

  Raiser &raiser;
  Values &values;
  func::FuncOp function;
  /// The variable of each value that is computed of one.
  llvm::DenseMap<Value, Value> variables;
};

bool isPart(Operation *op) {
  using namespace stablehlo;
  return isa<AddOp, SubtractOp, MulOp, DivOp, NegOp, AbsOp, SignOp, PowOp, ExpOp, SqrtOp, RsqrtOp,
             MaxOp, MinOp, ClampOp, SelectOp, CompareOp, AndOp, OrOp, NotOp, ConvertOp, chlo::ErfOp,
             chlo::ErfcOp>(op);
}

/// The one value that an op's elements are computed of; null if there are several.
Value ErfFinder::variableOf(Operation *op) {
  if (!isPart(op))
    return {};
  Type element = getElementTypeOrSelf(op->getResult(0));
  if (!isa<FloatType>(element) && !element.isInteger(1))
    return {};
  Value variable;
  for (Value operand : op->getOperands()) {
    if (values.splatOf(operand))
      continue;
    auto it = variables.find(operand);
    Value own = it == variables.end() ? operand : it->second;
    if (!isa<FloatType>(getElementTypeOrSelf(own)) || (variable && variable != own) ||
        cast<ShapedType>(own.getType()).getShape() !=
            cast<ShapedType>(op->getResult(0).getType()).getShape())
      return {};
    variable = own;
  }
  return variable;
}

bool ErfFinder::evaluate(Operation *op, llvm::DenseMap<Value, Samples> &samples, Samples &result) {
  SmallVector<const Samples *, 3> operands;
  SmallVector<double, 3> constants;
  for (Value operand : op->getOperands()) {
    auto it = samples.find(operand);
    operands.push_back(it == samples.end() ? nullptr : &it->second);
    std::optional<double> number = values.splatOf(operand);
    if (!operands.back() && !number)
      return false;
    constants.push_back(number.value_or(0.0));
  }
  for (size_t i = 0; i < kGridSize; ++i) {
    auto x = [&](unsigned operand) {
      return operands[operand] ? (*operands[operand])[i] : constants[operand];
    };
    using namespace stablehlo;
    result[i] = llvm::TypeSwitch<Operation *, double>(op)
                    .Case([&](AddOp) { return x(0) + x(1); })
                    .Case([&](SubtractOp) { return x(0) - x(1); })
                    .Case([&](MulOp) { return x(0) * x(1); })
                    .Case([&](DivOp) { return x(0) / x(1); })
                    .Case([&](NegOp) { return -x(0); })
                    .Case([&](AbsOp) { return std::abs(x(0)); })
                    .Case([&](SignOp) { return x(0) > 0   ? 1.0
                                               : x(0) < 0 ? -1.0
                                                          : x(0); })
                    .Case([&](PowOp) { return std::pow(x(0), x(1)); })
                    .Case([&](ExpOp) { return std::exp(x(0)); })
                    .Case([&](SqrtOp) { return std::sqrt(x(0)); })
                    .Case([&](RsqrtOp) { return 1.0 / std::sqrt(x(0)); })
                    .Case([&](MaxOp) { return std::max(x(0), x(1)); })
                    .Case([&](MinOp) { return std::min(x(0), x(1)); })
                    .Case([&](ClampOp) { return std::min(std::max(x(1), x(0)), x(2)); })
                    .Case([&](SelectOp) { return x(0) != 0 ? x(1) : x(2); })
                    .Case([&](AndOp) { return double(x(0) != 0 && x(1) != 0); })
                    .Case([&](OrOp) { return double(x(0) != 0 || x(1) != 0); })
                    .Case([&](NotOp) { return double(x(0) == 0); })
                    .Case([&](chlo::ErfOp) { return std::erf(x(0)); })
                    .Case([&](chlo::ErfcOp) { return std::erfc(x(0)); })
                    .Case([&](CompareOp compare) {
                      switch (compare.getComparisonDirection()) {
                      case ComparisonDirection::EQ:
                        return double(x(0) == x(1));
                      case ComparisonDirection::NE:
                        return double(x(0) != x(1));
                      case ComparisonDirection::GE:
                        return double(x(0) >= x(1));
                      case ComparisonDirection::GT:
                        return double(x(0) > x(1));
                      case ComparisonDirection::LE:
                        return double(x(0) <= x(1));
                      case ComparisonDirection::LT:
                        return double(x(0) < x(1));
                      }
                      return 0.0;
                    })
                    .Default([&](Operation *) { return x(0); });
  }
  return true;
}

bool agrees(const Samples &found, const Samples &argument, double (*function)(double),
            double tolerance) {
  for (size_t i = 0; i < kGridSize; ++i)
    if (!(std::abs(found[i] - function(argument[i])) <= tolerance))
      return false;
  return true;
}

/// Whether samples are those of a multiple of the variable.
bool isMultiple(const Samples &samples) {
  double factor = samples[0] / grid()[0];
  if (!(std::abs(factor) > 1e-3 && std::abs(factor) < 1e3))
    return false;
  for (size_t i = 0; i < kGridSize; ++i)
    if (!(std::abs(samples[i] - factor * grid()[i]) <= 1e-12 * std::abs(samples[i])))
      return false;
  return true;
}

unsigned ErfFinder::search(Value variable, const Cone &cone) {
  llvm::DenseMap<Value, Samples> samples;
  samples[variable] = grid();
  SmallVector<Value> arguments = {variable};
  SmallVector<std::pair<Value, Value>> found;
  for (Operation *op : cone.ops) {
    Value value = op->getResult(0);
    Samples result;
    if (!evaluate(op, samples, result))
      continue;
    samples[value] = result;
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(value));
    if (!element)
      continue;
    if (isMultiple(result)) {
      if (arguments.size() < kMostArguments)
        arguments.push_back(value);
      continue;
    }
    // What ends an expansion; a sum such as 1 - erf(x) is left as it is.
    if (!isa<stablehlo::SelectOp, stablehlo::MulOp, stablehlo::DivOp>(op))
      continue;
    double tolerance = element.getWidth() < 32 ? 4e-3 : 2e-6;
    for (Value argument : arguments) {
      if (getElementTypeOrSelf(argument) != element)
        continue;
      const Samples &at = samples.find(argument)->second;
      bool isErf = agrees(result, at, [](double x) { return std::erf(x); }, tolerance);
      if (!isErf && !agrees(result, at, [](double x) { return std::erfc(x); }, tolerance))
        continue;
      OpBuilder builder = raiser.before(op);
      Operation *function =
          isErf
              ? chlo::ErfOp::create(builder, op->getLoc(), value.getType(), argument).getOperation()
              : chlo::ErfcOp::create(builder, op->getLoc(), value.getType(), argument)
                    .getOperation();
      found.push_back({value, function->getResult(0)});
      break;
    }
  }
  for (auto [value, function] : found)
    raiser.replace(value, function);
  return found.size();
}

unsigned ErfFinder::run() {
  llvm::MapVector<Value, Cone> cones;
  for (Operation &op : function.getBody().front()) {
    if (op.getNumResults() != 1 || values.splatOf(op.getResult(0)))
      continue;
    Value variable = variableOf(&op);
    if (!variable)
      continue;
    variables[op.getResult(0)] = variable;
    Cone &cone = cones[variable];
    cone.ops.push_back(&op);
    cone.hasRanges |= isa<stablehlo::SelectOp, stablehlo::ClampOp, stablehlo::MinOp>(op);
  }
  unsigned found = 0;
  for (auto &[variable, cone] : cones)
    if (cone.hasRanges && cone.ops.size() >= 8 && cone.ops.size() <= kMostOps)
      found += search(variable, cone);
  return found;
}

} // namespace

void raiseErrorFunctions(Raiser &raiser, func::FuncOp function) {
  unsigned found = ErfFinder(raiser, function).run();
  if (found)
    emitRemark(function.getLoc(), RemarkCategory::Raise)
        << "recognised " << found << (found == 1 ? " expansion" : " expansions")
        << " of erf or erfc";
}

} // namespace shardc::raising
