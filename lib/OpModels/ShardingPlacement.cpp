//===- ShardingPlacement.cpp - rules of placement ops -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Checkpoints pass everything through. Constraints and reshards do, too; what
// they ask for is read from their attributes by propagation.
//
//===----------------------------------------------------------------------===//

#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::sharding;

namespace {

template <typename OpTy>
struct IdentityRule : ShardableOpInterface::ExternalModel<IdentityRule<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const { return elementwiseRule(op); }
  LinearGroups getLinearOperandGroups(Operation *, unsigned) const { return {{0}}; }
};

} // namespace

void sharding::attachPlacementRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, dist::DistDialect *) {
    dist::CheckpointOp::attachInterface<IdentityRule<dist::CheckpointOp>>(*context);
    dist::ConstraintOp::attachInterface<IdentityRule<dist::ConstraintOp>>(*context);
    dist::ReshardOp::attachInterface<IdentityRule<dist::ReshardOp>>(*context);
  });
}
