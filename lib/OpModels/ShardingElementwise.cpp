//===- ShardingElementwise.cpp - rules of elementwise ops -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every dimension passes through. What differs from op to op is in which
// operands the result is linear.
//
//===----------------------------------------------------------------------===//

#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

namespace {

/// Operands in which an elementwise op is linear.
enum class Linear {
  None,
  /// In the first operand, the others whole: negate, divide.
  First,
  /// In the second operand, the others whole: gradients of activations.
  Second,
  /// In all operands together: add.
  All,
  /// In either of two, the other whole: multiply.
  Each,
  /// In the second and third together: select.
  Branches,
};

template <typename OpTy, Linear kind>
struct ElementwiseRule : ShardableOpInterface::ExternalModel<ElementwiseRule<OpTy, kind>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const { return elementwiseRule(op); }

  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    // Division of integers rounds each part; booleans have no sums.
    Type element = getElementTypeOrSelf(op->getResult(0));
    if (element.isInteger(1) || (isa<stablehlo::DivOp>(op) && !isa<FloatType>(element)))
      return {};
    switch (kind) {
    case Linear::None:
      return {};
    case Linear::First:
      return {{0}};
    case Linear::Second:
      return {{1}};
    case Linear::All:
      return {{0, 1}};
    case Linear::Each:
      return {{0}, {1}};
    case Linear::Branches:
      return {{1, 2}};
    }
    return {};
  }
};

/// Linear where sums of converted parts are converted sums: from float to a
/// float that is at least as wide. A narrower type would round each part.
struct ConvertRule : ShardableOpInterface::ExternalModel<ConvertRule, stablehlo::ConvertOp> {
  ShardingRule getShardingRule(Operation *op) const { return elementwiseRule(op); }

  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    auto from = dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
    auto to = dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
    if (!from || !to || to.getFPMantissaWidth() < from.getFPMantissaWidth())
      return {};
    return {{0}};
  }
};

/// Passes each operand on by itself.
struct BarrierRule
    : ShardableOpInterface::ExternalModel<BarrierRule, stablehlo::OptimizationBarrierOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    for (Type type : op->getOperandTypes()) {
      TensorFactors factors = addFactors(rule, cast<RankedTensorType>(type).getShape());
      rule.operands.push_back(factors);
      rule.results.push_back(factors);
    }
    return rule;
  }
  LinearGroups getLinearOperandGroups(Operation *, unsigned result) const { return {{result}}; }
};

/// Nothing is known of it: whole operands, whole results.
struct OpaqueRule : ShardableOpInterface::ExternalModel<OpaqueRule, stablehlo::CustomCallOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    for (Type type : op->getOperandTypes())
      rule.operands.push_back(
          addFactors(rule, cast<RankedTensorType>(type).getShape(), FactorKind::NeedReplication));
    for (Type type : op->getResultTypes())
      rule.results.push_back(
          addFactors(rule, cast<RankedTensorType>(type).getShape(), FactorKind::NeedReplication));
    return rule;
  }
};

template <Linear kind, typename... Ops>
void attach(MLIRContext *context) {
  (Ops::template attachInterface<ElementwiseRule<Ops, kind>>(*context), ...);
}

} // namespace

void sharding::attachElementwiseRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, stablehlo::StableHLODialect *) {
    using namespace stablehlo;
    attach<Linear::All, AddOp, SubtractOp>(context);
    attach<Linear::First, NegOp, DivOp>(context);
    attach<Linear::Each, MulOp>(context);
    attach<Linear::Branches, SelectOp>(context);
    attach<Linear::None, AbsOp, CeilOp, FloorOp, NotOp, RoundNearestEvenOp, SignOp, CbrtOp,
           CosineOp, ExpOp, Expm1Op, LogOp, Log1pOp, LogisticOp, RsqrtOp, SineOp, SqrtOp, TanhOp,
           IsFiniteOp, BitcastConvertOp, ClzOp, PopulationCountOp>(context);
    attach<Linear::None, AndOp, Atan2Op, MaxOp, MinOp, OrOp, PowOp, RemOp, ShiftLeftOp,
           ShiftRightArithmeticOp, ShiftRightLogicalOp, XorOp, CompareOp, ClampOp>(context);
    ConvertOp::attachInterface<ConvertRule>(*context);
    OptimizationBarrierOp::attachInterface<BarrierRule>(*context);
    CustomCallOp::attachInterface<OpaqueRule>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, chlo::CHLODialect *) {
    attach<Linear::None, chlo::ErfOp, chlo::ErfcOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    attach<Linear::None, nn::GeluOp, nn::SiluOp>(context);
    attach<Linear::Second, nn::GeluGradOp, nn::SiluGradOp>(context);
  });
}
