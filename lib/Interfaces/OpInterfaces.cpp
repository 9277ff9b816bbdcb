//===- OpInterfaces.cpp - defaults of the op interfaces ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What an op gets that implements an interface but not one of its methods:
// padding fills from the rule's reduction, per-rank clones, elementwise cost.
//
//===----------------------------------------------------------------------===//

#include "shardc/Interfaces/OpInterfaces.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace shardc;

#include "shardc/Interfaces/OpInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// The value e with combine(x, e) = x for every x of type `type`.
static TypedAttr neutralOf(Type type, dist::ReductionKind kind) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case dist::ReductionKind::Sum:
      return FloatAttr::get(floatType, APFloat::getZero(semantics));
    case dist::ReductionKind::Prod:
      return FloatAttr::get(floatType, APFloat(semantics, 1));
    case dist::ReductionKind::Max:
      return FloatAttr::get(floatType, APFloat::getInf(semantics, /*Negative=*/true));
    case dist::ReductionKind::Min:
      return FloatAttr::get(floatType, APFloat::getInf(semantics));
    case dist::ReductionKind::And:
    case dist::ReductionKind::Or:
      return {};
    }
  }
  auto intType = dyn_cast<IntegerType>(type);
  if (!intType)
    return {};
  unsigned width = intType.getWidth();
  bool isUnsigned = intType.isUnsigned() || width == 1;
  switch (kind) {
  case dist::ReductionKind::Sum:
  case dist::ReductionKind::Or:
    return IntegerAttr::get(intType, APInt::getZero(width));
  case dist::ReductionKind::Prod:
    return IntegerAttr::get(intType, APInt(width, 1));
  case dist::ReductionKind::And:
    return IntegerAttr::get(intType, APInt::getAllOnes(width));
  case dist::ReductionKind::Max:
    return IntegerAttr::get(intType,
                            isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width));
  case dist::ReductionKind::Min:
    return IntegerAttr::get(intType, isUnsigned ? APInt::getAllOnes(width)
                                                : APInt::getSignedMaxValue(width));
  }
  return {};
}

TypedAttr shardc::detail::neutralElement(Operation *op, unsigned operand, unsigned factor) {
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable || operand >= op->getNumOperands())
    return {};
  ShardingRule rule = shardable.getShardingRule();
  if (factor >= rule.factors.size() || rule.factors[factor].kind != FactorKind::Reduction)
    return {};
  auto type = dyn_cast<RankedTensorType>(op->getOperand(operand).getType());
  return type ? neutralOf(type.getElementType(), rule.factors[factor].reduction) : TypedAttr();
}

//===----------------------------------------------------------------------===//
// Per-rank clones
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> shardc::detail::localizeByClone(Operation *op, OpBuilder &builder,
                                                              ValueRange operands,
                                                              const LocalizeContext &context) {
  if (operands.size() != op->getNumOperands() || context.resultTypes.size() != op->getNumResults())
    return op->emitOpError() << "cannot be made local: it has " << op->getNumOperands()
                             << " operands and " << op->getNumResults()
                             << " results, but was given " << operands.size() << " and "
                             << context.resultTypes.size();
  // Operands are set by position: two uses of one global value may have
  // different local forms, which a mapping of values would merge.
  Operation *clone = op->clone();
  clone->setOperands(operands);
  for (auto [result, type] : llvm::zip_equal(clone->getResults(), context.resultTypes))
    result.setType(type);
  SmallVector<Attribute> shardings(context.resultShardings.begin(), context.resultShardings.end());
  if (!shardings.empty())
    clone->setAttr("dist.shardings", builder.getArrayAttr(shardings));
  builder.insert(clone);
  return SmallVector<Value>(clone->getResults());
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

int64_t shardc::detail::elementwiseFlops(Operation *op) {
  int64_t flops = 0;
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.hasStaticShape() && isa<FloatType>(tensor.getElementType()))
        flops += tensor.getNumElements();
  return flops;
}
