//===- RaiseActivations.cpp - gelu and silu ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Activations are functions of one number, so they are known by what they compute:
// a formula of sums, products, powers and one of tanh, erf, exp and logistic in one
// value is an analytic function, and equals gelu or silu if it does so at enough
// points. That covers every order of factors and every spelling of a cube.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

constexpr size_t kMostOps = 24;

/// Whether an op may be part of a formula.
bool isPart(Operation *op) {
  return isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MulOp, stablehlo::DivOp,
             stablehlo::NegOp, stablehlo::PowOp, stablehlo::TanhOp, stablehlo::ExpOp,
             stablehlo::LogisticOp, stablehlo::ConvertOp, chlo::ErfOp, chlo::ErfcOp>(op) &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0))) &&
         isa<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
}

/// A formula in one value, in the order of evaluation.
struct Formula {
  struct Node {
    Operation *op = nullptr;
    double constant = 0.0;
    SmallVector<unsigned, 2> operands;
  };
  SmallVector<Node, 32> nodes;

  double evaluate(double x) const {
    SmallVector<double, 32> values;
    for (const Node &node : nodes) {
      if (!node.op) {
        values.push_back(node.operands.empty() ? node.constant : x);
        continue;
      }
      double a = values[node.operands[0]];
      double b = node.operands.size() > 1 ? values[node.operands[1]] : 0.0;
      values.push_back(llvm::TypeSwitch<Operation *, double>(node.op)
                           .Case([&](stablehlo::AddOp) { return a + b; })
                           .Case([&](stablehlo::SubtractOp) { return a - b; })
                           .Case([&](stablehlo::MulOp) { return a * b; })
                           .Case([&](stablehlo::DivOp) { return a / b; })
                           .Case([&](stablehlo::NegOp) { return -a; })
                           .Case([&](stablehlo::PowOp) { return std::pow(a, b); })
                           .Case([&](stablehlo::TanhOp) { return std::tanh(a); })
                           .Case([&](stablehlo::ExpOp) { return std::exp(a); })
                           .Case([&](stablehlo::LogisticOp) { return 1.0 / (1.0 + std::exp(-a)); })
                           .Case([&](chlo::ErfOp) { return std::erf(a); })
                           .Case([&](chlo::ErfcOp) { return std::erfc(a); })
                           .Default([&](Operation *) { return a; }));
    }
    return values.back();
  }
};

/// The formula of `root` in `x`; nullopt if it has other variables or parts.
std::optional<Formula> formulaOf(Values &values, Value root, Value x) {
  Formula formula;
  llvm::DenseMap<Value, unsigned> index;
  std::function<bool(Value)> visit = [&](Value value) {
    if (index.count(value))
      return true;
    if (formula.nodes.size() > kMostOps)
      return false;
    Formula::Node node;
    if (value == x) {
      node.operands.push_back(0);
    } else if (std::optional<double> number = values.splatOf(value)) {
      node.constant = *number;
    } else {
      node.op = value.getDefiningOp();
      if (!node.op || !isPart(node.op))
        return false;
      for (Value operand : node.op->getOperands()) {
        if (!visit(operand))
          return false;
        node.operands.push_back(index[operand]);
      }
    }
    index[value] = formula.nodes.size();
    formula.nodes.push_back(node);
    return true;
  };
  if (root == x || !visit(root))
    return std::nullopt;
  return formula;
}

double geluErf(double x) { return 0.5 * x * (1.0 + std::erf(x / llvm::numbers::sqrt2)); }
double geluTanh(double x) {
  return 0.5 * x *
         (1.0 + std::tanh(std::sqrt(2.0 * llvm::numbers::inv_pi) * (x + 0.044715 * x * x * x)));
}
double silu(double x) { return x / (1.0 + std::exp(-x)); }

bool equals(const Formula &formula, double (*wanted)(double), double tolerance) {
  // Points that no factor of a formula is likely to vanish at.
  for (int i = -24; i <= 24; ++i) {
    double x = 0.2713 * i + 0.0131, y = formula.evaluate(x);
    if (!(std::abs(y - wanted(x)) <= tolerance * std::max(1.0, std::abs(x))))
      return false;
  }
  return true;
}

/// Ops within reach of `from`, nearest first, found by `next`.
template <typename Next>
SmallVector<Value> nearby(Value from, size_t most, Next next) {
  llvm::SetVector<Value> found;
  found.insert(from);
  for (size_t i = 0; i < found.size() && found.size() < most; ++i)
    next(found[i], found);
  return found.takeVector();
}

} // namespace

bool raiseActivation(Raiser &raiser, Operation *anchor, ArrayRef<RaiseKind> kinds) {
  Values &values = raiser.values;
  if (!isPart(anchor))
    return false;
  using Set = llvm::SetVector<Value>;
  SmallVector<Value> variables = nearby(anchor->getOperand(0), 12, [&](Value value, Set &found) {
    Operation *op = value.getDefiningOp();
    if (!op || !isPart(op))
      return;
    for (Value operand : op->getOperands())
      if (!values.splatOf(operand))
        found.insert(operand);
  });
  SmallVector<Value> roots = nearby(anchor->getResult(0), 10, [&](Value value, Set &found) {
    for (Operation *user : value.getUsers())
      if (isPart(user))
        found.insert(user->getResult(0));
  });
  for (Value root : roots) {
    if (!root.getDefiningOp<stablehlo::MulOp>() && !root.getDefiningOp<stablehlo::DivOp>())
      continue;
    for (Value x : variables) {
      std::optional<Formula> formula = formulaOf(values, root, x);
      if (!formula)
        continue;
      bool isNarrow = getElementTypeOrSelf(root).getIntOrFloatBitWidth() < 32;
      auto is = [&](RaiseKind kind, double (*function)(double), double narrow) {
        return llvm::is_contained(kinds, kind) &&
               equals(*formula, function, isNarrow ? narrow : 1e-6);
      };
      std::optional<nn::GeluKind> gelu;
      bool isSilu = false;
      // Constants of formulas in narrow types are rounded; the function that is
      // called tells the two gelus apart then.
      if (isa<stablehlo::TanhOp>(anchor) && is(RaiseKind::Gelu, geluTanh, 3e-3))
        gelu = nn::GeluKind::Tanh;
      else if (isa<chlo::ErfOp, chlo::ErfcOp>(anchor) && is(RaiseKind::Gelu, geluErf, 3e-3))
        gelu = nn::GeluKind::Erf;
      else if (isa<stablehlo::LogisticOp, stablehlo::ExpOp, stablehlo::TanhOp>(anchor) &&
               is(RaiseKind::Silu, silu, 1e-6))
        isSilu = true;
      if ((!gelu && !isSilu) || isUsedOutside(values, root.getDefiningOp(), {x}))
        continue;
      // In the type around the conversions, which is what inner ones are for.
      Value target = root;
      if (unconverted(x) != x)
        if (Type outer = onlyConvertedTo(root);
            outer && outer == getElementTypeOrSelf(unconverted(x))) {
          x = unconverted(x);
          target = mergeConversions(raiser, root);
        }
      OpBuilder builder = raiser.before(target.getDefiningOp());
      Value input = convertTo(builder, x, getElementTypeOrSelf(target));
      Operation *op;
      if (gelu)
        op = nn::GeluOp::create(builder, target.getLoc(), target.getType(), input, *gelu);
      else
        op = nn::SiluOp::create(builder, target.getLoc(), target.getType(), input);
      raiser.replace(target, op->getResult(0), gelu ? RaiseKind::Gelu : RaiseKind::Silu);
      return true;
    }
  }
  return false;
}

} // namespace shardc::raising
