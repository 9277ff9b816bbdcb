//===- MineModels.cpp - how the ops join shardc -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Four interfaces, attached as external models. A decomposition is what an op must
// have: it lets shardc run, check and compile it. With a sharding rule the op stays
// whole while it is split. A gradient of its own is worth having where it is better
// than that of the decomposition, a cost where one operation an element is not the
// truth.
//
//===----------------------------------------------------------------------===//

#include "Mine.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/OpModels/ShardingRules.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;
using namespace shardc;

namespace {

//===----------------------------------------------------------------------===//
// mine.gate
//===----------------------------------------------------------------------===//

struct GateSharding : ShardableOpInterface::ExternalModel<GateSharding, mine::GateOp> {
  /// Any dimension may be split, the same way in operands and result.
  ShardingRule getShardingRule(Operation *op) const { return sharding::elementwiseRule(op); }
  /// A pending sum of values may pass through; one of gates may not.
  SmallVector<SmallVector<unsigned>> getLinearOperandGroups(Operation *, unsigned) const {
    return {{0}};
  }
};

struct GateGradient : DifferentiableOpInterface::ExternalModel<GateGradient, mine::GateOp> {
  LogicalResult buildGradients(Operation *op, OpBuilder &builder, ValueRange cotangents,
                               GradientAccumulator &gradients) const {
    auto gate = cast<mine::GateOp>(op);
    TensorBuilder b(builder, op->getLoc());
    Value s = b.logistic(gate.getGate()), dy = cotangents[0];
    if (gradients.isWanted(gate.getValue()))
      gradients.add(gate.getValue(), b.mul(dy, s));
    if (gradients.isWanted(gate.getGate()))
      gradients.add(gate.getGate(), b.mul(b.mul(dy, gate.getValue()), b.mul(s, b.sub(1.0, s))));
    return success();
  }
};

struct GateCost : CostOpInterface::ExternalModel<GateCost, mine::GateOp> {
  int64_t getFlops(Operation *op) const {
    return 4 * cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
  }
};

struct GateDecomposition : DecomposableOpInterface::ExternalModel<GateDecomposition, mine::GateOp> {
  FailureOr<SmallVector<Value>> decompose(Operation *op, OpBuilder &builder) const {
    auto gate = cast<mine::GateOp>(op);
    TensorBuilder b(builder, op->getLoc());
    return SmallVector<Value>{b.mul(gate.getValue(), b.logistic(gate.getGate()))};
  }
};

//===----------------------------------------------------------------------===//
// mine.row_energy
//===----------------------------------------------------------------------===//

struct RowEnergySharding
    : ShardableOpInterface::ExternalModel<RowEnergySharding, mine::RowEnergyOp> {
  /// Rows are independent; a split of the last dimension leaves sums that are
  /// pending over its ranks.
  ShardingRule getShardingRule(Operation *op) const {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    ShardingRule rule;
    TensorFactors rows = sharding::addFactors(rule, type.getShape().drop_back());
    TensorFactors all = rows;
    all.push_back({rule.addFactor(type.getShape().back(), FactorKind::Reduction)});
    rule.operands.push_back(all);
    rule.results.push_back(rows);
    return rule;
  }
};

struct RowEnergyCost : CostOpInterface::ExternalModel<RowEnergyCost, mine::RowEnergyOp> {
  int64_t getFlops(Operation *op) const {
    return 2 * cast<RankedTensorType>(op->getOperand(0).getType()).getNumElements();
  }
};

/// Its gradient is that of its decomposition.
struct RowEnergyDecomposition
    : DecomposableOpInterface::ExternalModel<RowEnergyDecomposition, mine::RowEnergyOp> {
  FailureOr<SmallVector<Value>> decompose(Operation *op, OpBuilder &builder) const {
    auto energy = cast<mine::RowEnergyOp>(op);
    TensorBuilder b(builder, op->getLoc());
    Value x = energy.getInput();
    int64_t last = cast<RankedTensorType>(x.getType()).getRank() - 1;
    return SmallVector<Value>{b.reduceSum(b.mul(x, x), {last})};
  }
};

} // namespace

void mine::registerModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MineDialect *) {
    // What decompositions are made of.
    context->loadDialect<stablehlo::StablehloDialect>();
    GateOp::attachInterface<GateSharding, GateGradient, GateCost, GateDecomposition>(*context);
    RowEnergyOp::attachInterface<RowEnergySharding, RowEnergyCost, RowEnergyDecomposition>(
        *context);
  });
}
