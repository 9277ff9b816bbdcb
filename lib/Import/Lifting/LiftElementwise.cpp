//===- LiftElementwise.cpp - lifting ops on elements ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operands get the leading dimensions of all of them.
//
//===----------------------------------------------------------------------===//
#include "Lift.h"

using namespace mlir;

namespace shardc {
namespace {

LogicalResult liftElementwise(Lifter &lifter, Operation *op) {
  AxisList axes = lifter.unite(op->getOperands());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Lifted lifted = lifter.get(operand);
    auto local = cast<RankedTensorType>(operand.getType());
    // A scalar predicate or bound holds for all elements. One that differs from
    // device to device is no scalar any more.
    bool isScalar = local.getRank() == 0 && result.getRank() > 0;
    if (isScalar && lifted.isUniform()) {
      operands.push_back(lifted.value);
      continue;
    }
    if (isScalar) {
      auto full = lifter.liftedType(axes, local.clone(result.getShape()));
      operands.push_back(stablehlo::BroadcastInDimOp::create(
          lifter.builder, op->getLoc(), full, lifted.value, Lifter::placesOf(lifted.axes, axes)));
      continue;
    }
    operands.push_back(lifter.spread(lifted, axes, op->getLoc()));
  }
  lifter.setResults(op, lifter.clone(op, operands, axes), axes);
  return success();
}

/// Several values that pass each for itself.
LogicalResult liftBarrier(Lifter &lifter, Operation *op) {
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults()))
    lifter.set(result, lifter.get(operand));
  return success();
}

/// The largest of the last dimension, which stays the last.
LogicalResult liftLastDimension(Lifter &lifter, Operation *op) {
  AxisList axes = lifter.unite(op->getOperands());
  Value operand = lifter.get(op->getOperand(0)).value;
  lifter.setResults(op, lifter.clone(op, operand, axes), axes);
  return success();
}

} // namespace

void addElementwiseLifts(LiftRules &rules) {
  for (StringRef name : {"abs",
                         "add",
                         "and",
                         "atan2",
                         "cbrt",
                         "ceil",
                         "clamp",
                         "compare",
                         "convert",
                         "cosine",
                         "divide",
                         "exponential",
                         "floor",
                         "is_finite",
                         "log",
                         "exponential_minus_one",
                         "log_plus_one",
                         "logistic",
                         "maximum",
                         "minimum",
                         "multiply",
                         "negate",
                         "not",
                         "or",
                         "popcnt",
                         "power",
                         "remainder",
                         "round_nearest_afz",
                         "round_nearest_even",
                         "rsqrt",
                         "select",
                         "shift_left",
                         "shift_right_arithmetic",
                         "shift_right_logical",
                         "sign",
                         "sine",
                         "sqrt",
                         "subtract",
                         "tan",
                         "tanh",
                         "xor",
                         "count_leading_zeros",
                         "reduce_precision"})
    rules[("stablehlo." + name).str()] = liftElementwise;
  for (StringRef name :
       {"erf",        "erfc",       "erf_inv",   "square",     "sinh",   "cosh",
        "asin",       "acos",       "atan",      "asinh",      "acosh",  "atanh",
        "lgamma",     "digamma",    "tan",       "bessel_i1e", "is_inf", "is_pos_inf",
        "is_neg_inf", "next_after", "polygamma", "zeta",       "mulhi"})
    rules[("chlo." + name).str()] = liftElementwise;
  rules["stablehlo.optimization_barrier"] = liftBarrier;
  rules["chlo.top_k"] = liftLastDimension;
}

} // namespace shardc
