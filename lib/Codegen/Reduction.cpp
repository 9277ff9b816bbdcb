//===- Reduction.cpp - combining elements -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The order in which a reduction combines depends on its own shape only: not
// on what is fused into it, and not on the machine.
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

static Type elementOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

TypedAttr codegen::neutralElementOf(Operation *combiner, Type element, Builder &builder) {
  Type type = computeType(element);
  auto integer = [&](const APInt &value) { return builder.getIntegerAttr(type, value); };
  if (auto floatType = dyn_cast<FloatType>(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    if (isa<AddOp>(combiner))
      return builder.getFloatAttr(type, -0.0);
    if (isa<MulOp>(combiner))
      return builder.getFloatAttr(type, 1.0);
    if (isa<MaxOp>(combiner))
      return builder.getFloatAttr(type, -infinity);
    if (isa<MinOp>(combiner))
      return builder.getFloatAttr(type, infinity);
    return {};
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger() || width == 1;
  if (isa<AddOp, OrOp, XorOp>(combiner))
    return integer(APInt::getZero(width));
  if (isa<MulOp>(combiner))
    return integer(APInt(width, 1));
  if (isa<AndOp>(combiner))
    return integer(APInt::getAllOnes(width));
  if (isa<MaxOp>(combiner))
    return integer(isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width));
  if (isa<MinOp>(combiner))
    return integer(isUnsigned ? APInt::getAllOnes(width) : APInt::getSignedMaxValue(width));
  return {};
}

Reduction::Reduction(Emitter &emitter, ReduceOp op) : op(op), e(emitter) {
  if (op.getInputs().size() != 1)
    return;
  if (Operation *combiner = op.getCombiner())
    if (TypedAttr attr = neutralElementOf(combiner, elementOf(op.getInputs()[0]), e.builder))
      neutral = attr;
}

Reduction::Values Reduction::neutrals() {
  return {e.splat(e.make<arith::ConstantOp>(neutral->getType(), *neutral))};
}

Reduction::Values Reduction::initial() {
  Values values;
  for (Value init : op.getInitValues())
    values.push_back(e.splat(e.scalar(init)));
  return values;
}

Reduction::Values Reduction::elements(const Index &index) {
  Values values;
  for (Value input : op.getInputs())
    values.push_back(e.splat(e.element(input, index)));
  return values;
}

Reduction::Values Reduction::combine(ArrayRef<Value> a, ArrayRef<Value> b) {
  Values args(a);
  args.append(b.begin(), b.end());
  // Narrow floats accumulate in f32 and are rounded once, when stored.
  return e.body(op.getBody(), args, /*round=*/!neutral.has_value());
}

Reduction::Values Reduction::combineLanes(Values accumulators) {
  unsigned saved = e.lanes;
  unsigned width = saved;
  e.lanes = 1;
  std::vector<Values> parts;
  for (unsigned lane = 0; lane < width; ++lane) {
    Values scalars;
    for (Value value : accumulators)
      scalars.push_back(e.lane(value, lane));
    parts.push_back(scalars);
  }
  for (width /= 2; width > 0; width /= 2)
    for (unsigned lane = 0; lane < width; ++lane)
      parts[lane] = combine(parts[lane], parts[lane + width]);
  e.lanes = saved;
  return parts[0];
}

Reduction::Values Reduction::foldPlain(Value lower, Value upper, int64_t step, Values accumulators,
                                       int64_t multiple, function_ref<Values(Idx, Values)> body) {
  Value iv = e.beginLoop(lower, upper, e.constantIndex(step), accumulators);
  Values current(e.loopArgs());
  Values next = body(Idx{iv, false, multiple}, current);
  return Values(e.endLoop(next));
}

Reduction::Values Reduction::fold(int64_t lower, int64_t upper, int64_t step, Values accumulators,
                                  function_ref<Values(Idx, Values)> body) {
  constexpr int64_t kBlock = 64;
  int64_t trips = (upper - lower) / step;
  int64_t multiple = lower % step == 0 ? step : 1;
  if (trips == 0)
    return accumulators;
  if (trips == 1)
    return body(Idx{e.constantIndex(lower), false, multiple}, accumulators);
  if (trips < 2 * kBlock || !hasNeutral())
    return foldPlain(e.constantIndex(lower), e.constantIndex(upper), step, accumulators, multiple,
                     body);
  int64_t span = kBlock * step;
  int64_t whole = lower + trips / kBlock * span;
  accumulators = foldPlain(e.constantIndex(lower), e.constantIndex(whole), span, accumulators,
                           multiple, [&](Idx start, Values outer) {
                             Idx end = e.idxAdd(start, span);
                             Values inner = foldPlain(start.value, end.value, step, neutrals(),
                                                      multiple, body);
                             return combine(outer, inner);
                           });
  if (whole < upper) {
    Values rest =
        foldPlain(e.constantIndex(whole), e.constantIndex(upper), step, neutrals(), multiple, body);
    accumulators = combine(accumulators, rest);
  }
  return accumulators;
}
