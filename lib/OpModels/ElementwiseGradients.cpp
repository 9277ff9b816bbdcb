//===- ElementwiseGradients.cpp - gradients of elementwise ops --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where a derivative has a simple form in the op's result, that form is used:
// the result is alive anyway, and nothing is computed twice.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"
#include "dialects/CHLO/CHLO.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace shardc;
using Direction = stablehlo::ComparisonDirection;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// d(operand) = slope * cotangent for an op of one operand and one result.
template <typename OpTy, Value (*slope)(OpTy, TensorBuilder &)>
static LogicalResult unary(OpTy op, TensorBuilder &b, ValueRange cotangents,
                           GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(), b.mul(cotangents[0], slope(op, b)));
  return success();
}

/// Constant almost everywhere: contributes nothing.
template <typename OpTy>
static LogicalResult zero(OpTy, TensorBuilder &, ValueRange, GradientAccumulator &) {
  return success();
}

static Value slopeOfAbs(stablehlo::AbsOp op, TensorBuilder &b) { return b.sign(op.getOperand()); }
static Value slopeOfExp(stablehlo::ExpOp op, TensorBuilder &) { return op.getResult(); }
static Value slopeOfExpm1(stablehlo::Expm1Op op, TensorBuilder &b) {
  return b.add(op.getResult(), 1.0);
}
static Value slopeOfLog(stablehlo::LogOp op, TensorBuilder &b) {
  return b.div(b.splatLike(op.getOperand(), 1.0), op.getOperand());
}
static Value slopeOfLog1p(stablehlo::Log1pOp op, TensorBuilder &b) {
  return b.div(b.splatLike(op.getOperand(), 1.0), b.add(op.getOperand(), 1.0));
}
static Value slopeOfLogistic(stablehlo::LogisticOp op, TensorBuilder &b) {
  return b.mul(op.getResult(), b.sub(1.0, op.getResult()));
}
static Value slopeOfTanh(stablehlo::TanhOp op, TensorBuilder &b) {
  return b.sub(1.0, b.mul(op.getResult(), op.getResult()));
}
static Value slopeOfSqrt(stablehlo::SqrtOp op, TensorBuilder &b) {
  return b.div(b.splatLike(op.getOperand(), 0.5), op.getResult());
}
static Value slopeOfRsqrt(stablehlo::RsqrtOp op, TensorBuilder &b) {
  return b.mul(b.div(op.getResult(), op.getOperand()), -0.5);
}
static Value slopeOfCbrt(stablehlo::CbrtOp op, TensorBuilder &b) {
  Value square = b.mul(op.getResult(), op.getResult());
  return b.div(b.splatLike(square, 1.0 / 3.0), square);
}
static Value slopeOfSine(stablehlo::SineOp op, TensorBuilder &b) {
  return b.cosine(op.getOperand());
}
static Value slopeOfCosine(stablehlo::CosineOp op, TensorBuilder &b) {
  return b.neg(b.sine(op.getOperand()));
}

/// 2 / sqrt(pi) exp(-x^2).
template <typename OpTy>
static Value slopeOfErf(OpTy op, TensorBuilder &b) {
  Value x = op.getOperand();
  Value slope = b.mul(b.exp(b.neg(b.mul(x, x))), 2.0 * llvm::numbers::inv_sqrtpi);
  return isa<chlo::ErfcOp>(op) ? b.neg(slope) : slope;
}

static LogicalResult negate(stablehlo::NegOp op, TensorBuilder &b, ValueRange cotangents,
                            GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(), b.neg(cotangents[0]));
  return success();
}

static LogicalResult convert(stablehlo::ConvertOp op, TensorBuilder &b, ValueRange cotangents,
                             GradientAccumulator &gradients) {
  // A rounding to integers has a zero derivative; then no cotangent arrives.
  if (gradients.isWanted(op.getOperand()))
    gradients.add(op.getOperand(),
                  b.convert(cotangents[0], typeOf(op.getOperand()).getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

static LogicalResult add(stablehlo::AddOp op, TensorBuilder &, ValueRange cotangents,
                         GradientAccumulator &gradients) {
  for (Value operand : op->getOperands())
    if (gradients.isWanted(operand))
      gradients.add(operand, cotangents[0]);
  return success();
}

static LogicalResult subtract(stablehlo::SubtractOp op, TensorBuilder &b, ValueRange cotangents,
                              GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getLhs()))
    gradients.add(op.getLhs(), cotangents[0]);
  if (gradients.isWanted(op.getRhs()))
    gradients.add(op.getRhs(), b.neg(cotangents[0]));
  return success();
}

static LogicalResult multiply(stablehlo::MulOp op, TensorBuilder &b, ValueRange cotangents,
                              GradientAccumulator &gradients) {
  if (gradients.isWanted(op.getLhs()))
    gradients.add(op.getLhs(), b.mul(cotangents[0], op.getRhs()));
  if (gradients.isWanted(op.getRhs()))
    gradients.add(op.getRhs(), b.mul(cotangents[0], op.getLhs()));
  return success();
}

static LogicalResult divide(stablehlo::DivOp op, TensorBuilder &b, ValueRange cotangents,
                            GradientAccumulator &gradients) {
  bool wantsLhs = gradients.isWanted(op.getLhs());
  bool wantsRhs = gradients.isWanted(op.getRhs());
  if (!wantsLhs && !wantsRhs)
    return success();
  Value share = b.div(cotangents[0], op.getRhs());
  if (wantsLhs)
    gradients.add(op.getLhs(), share);
  if (wantsRhs)
    gradients.add(op.getRhs(), b.neg(b.mul(share, op.getResult())));
  return success();
}

/// maximum and minimum: to the operand that wins, half to each when equal.
template <typename OpTy, Direction wins>
static LogicalResult extremum(OpTy op, TensorBuilder &b, ValueRange cotangents,
                              GradientAccumulator &gradients) {
  Value half;
  for (auto [own, other] :
       {std::pair<Value, Value>{op.getLhs(), op.getRhs()}, {op.getRhs(), op.getLhs()}}) {
    if (!gradients.isWanted(own))
      continue;
    if (!half)
      half = b.mul(cotangents[0], 0.5);
    Value tied =
        b.select(b.compare(Direction::EQ, own, other), half, b.splatLike(cotangents[0], 0.0));
    gradients.add(own, b.select(b.compare(wins, own, other), cotangents[0], tied));
  }
  return success();
}

static LogicalResult power(stablehlo::PowOp op, TensorBuilder &b, ValueRange cotangents,
                           GradientAccumulator &gradients) {
  Value x = op.getLhs(), y = op.getRhs();
  if (gradients.isWanted(x)) {
    // y x^(y-1); x^0 is constant, also at x = 0 where 0 * 0^-1 is not a number.
    Value slope = b.mul(y, b.pow(x, b.add(y, -1.0)));
    Value isConstant = b.compare(Direction::EQ, y, b.splatLike(y, 0.0));
    slope = b.select(isConstant, b.splatLike(slope, 0.0), slope);
    gradients.add(x, b.mul(cotangents[0], slope));
  }
  if (gradients.isWanted(y)) {
    // x^y log x, whose limit at x = 0 is 0.
    Value slope = b.mul(op.getResult(), b.log(x));
    Value isZero = b.compare(Direction::EQ, x, b.splatLike(x, 0.0));
    slope = b.select(isZero, b.splatLike(slope, 0.0), slope);
    gradients.add(y, b.mul(cotangents[0], slope));
  }
  return success();
}

static LogicalResult remainder(stablehlo::RemOp op, TensorBuilder &b, ValueRange cotangents,
                               GradientAccumulator &gradients) {
  // x - y trunc(x/y).
  if (gradients.isWanted(op.getLhs()))
    gradients.add(op.getLhs(), cotangents[0]);
  if (gradients.isWanted(op.getRhs())) {
    Value quotient = b.div(op.getLhs(), op.getRhs());
    Value truncated = b.mul(b.sign(quotient), b.floor(b.abs(quotient)));
    gradients.add(op.getRhs(), b.neg(b.mul(cotangents[0], truncated)));
  }
  return success();
}

static LogicalResult atan2(stablehlo::Atan2Op op, TensorBuilder &b, ValueRange cotangents,
                           GradientAccumulator &gradients) {
  // d atan2(y, x) = (x dy - y dx) / (x^2 + y^2).
  Value y = op.getLhs(), x = op.getRhs();
  Value share = b.div(cotangents[0], b.add(b.mul(x, x), b.mul(y, y)));
  if (gradients.isWanted(y))
    gradients.add(y, b.mul(share, x));
  if (gradients.isWanted(x))
    gradients.add(x, b.neg(b.mul(share, y)));
  return success();
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

static LogicalResult select(stablehlo::SelectOp op, TensorBuilder &b, ValueRange cotangents,
                            GradientAccumulator &gradients) {
  Value none;
  auto getNone = [&] {
    if (!none)
      none = b.splatLike(cotangents[0], 0.0);
    return none;
  };
  if (gradients.isWanted(op.getOnTrue()))
    gradients.add(op.getOnTrue(), b.select(op.getPred(), cotangents[0], getNone()));
  if (gradients.isWanted(op.getOnFalse()))
    gradients.add(op.getOnFalse(), b.select(op.getPred(), getNone(), cotangents[0]));
  return success();
}

static LogicalResult clamp(stablehlo::ClampOp op, TensorBuilder &b, ValueRange cotangents,
                           GradientAccumulator &gradients) {
  ArrayRef<int64_t> shape = typeOf(op.getOperand()).getShape();
  // A bound may be a scalar; its gradient then is a sum.
  auto full = [&](Value bound) {
    return typeOf(bound).getRank() == 0 ? b.broadcastScalar(bound, shape) : bound;
  };
  auto addBound = [&](Value bound, Value cotangent) {
    bool isScalar = typeOf(bound).getRank() == 0;
    gradients.add(bound, isScalar ? b.reduceSumAll(cotangent) : cotangent);
  };
  Value x = op.getOperand(), low = full(op.getMin()), high = full(op.getMax());
  Value none = b.splatLike(cotangents[0], 0.0);
  Value isBelow = b.compare(Direction::LT, x, low);
  // The upper bound has the last word, also where the lower one is above it.
  bool areConstant =
      matchPattern(op.getMin(), m_Constant()) && matchPattern(op.getMax(), m_Constant());
  Value isAbove = b.compare(Direction::GT, areConstant ? x : b.max(x, low), high);
  if (gradients.isWanted(x))
    gradients.add(x, b.select(isBelow, none, b.select(isAbove, none, cotangents[0])));
  if (gradients.isWanted(op.getMin()))
    addBound(op.getMin(), b.select(isAbove, none, b.select(isBelow, cotangents[0], none)));
  if (gradients.isWanted(op.getMax()))
    addBound(op.getMax(), b.select(isAbove, cotangents[0], none));
  return success();
}

//===----------------------------------------------------------------------===//
// Attachment
//===----------------------------------------------------------------------===//

void gradient::attachFunctions(MLIRContext *context) {
  using namespace chlo;
  attach<ErfOp, unary<ErfOp, slopeOfErf<ErfOp>>>(context);
  attach<ErfcOp, unary<ErfcOp, slopeOfErf<ErfcOp>>>(context);
}

void gradient::attachElementwise(MLIRContext *context) {
  using namespace stablehlo;
  attach<AbsOp, unary<AbsOp, slopeOfAbs>>(context);
  attach<ExpOp, unary<ExpOp, slopeOfExp>>(context);
  attach<Expm1Op, unary<Expm1Op, slopeOfExpm1>>(context);
  attach<LogOp, unary<LogOp, slopeOfLog>>(context);
  attach<Log1pOp, unary<Log1pOp, slopeOfLog1p>>(context);
  attach<LogisticOp, unary<LogisticOp, slopeOfLogistic>>(context);
  attach<TanhOp, unary<TanhOp, slopeOfTanh>>(context);
  attach<SqrtOp, unary<SqrtOp, slopeOfSqrt>>(context);
  attach<RsqrtOp, unary<RsqrtOp, slopeOfRsqrt>>(context);
  attach<CbrtOp, unary<CbrtOp, slopeOfCbrt>>(context);
  attach<SineOp, unary<SineOp, slopeOfSine>>(context);
  attach<CosineOp, unary<CosineOp, slopeOfCosine>>(context);
  attach<CeilOp, zero<CeilOp>>(context);
  attach<FloorOp, zero<FloorOp>>(context);
  attach<RoundNearestEvenOp, zero<RoundNearestEvenOp>>(context);
  attach<SignOp, zero<SignOp>>(context);
  attach<NegOp, ::negate>(context);
  attach<ConvertOp, ::convert>(context);
  attach<AddOp, ::add>(context);
  attach<SubtractOp, ::subtract>(context);
  attach<MulOp, ::multiply>(context);
  attach<DivOp, ::divide>(context);
  attach<MaxOp, extremum<MaxOp, Direction::GT>>(context);
  attach<MinOp, extremum<MinOp, Direction::LT>>(context);
  attach<PowOp, ::power>(context);
  attach<RemOp, ::remainder>(context);
  attach<Atan2Op, ::atan2>(context);
  attach<SelectOp, ::select>(context);
  attach<ClampOp, ::clamp>(context);
}
