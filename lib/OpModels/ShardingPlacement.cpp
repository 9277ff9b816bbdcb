//===- ShardingPlacement.cpp - rules of placement ops -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Everything passes through. What constraints and reshards ask for is read from
// their attributes by propagation.
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
  // A constraint names all that may be pending, and what is kept for later is kept
  // reduced: what is computed again from it would otherwise reduce it again.
  LinearGroups getLinearOperandGroups(Operation *op, unsigned) const {
    if (isa<dist::ReshardOp>(op))
      return {{0}};
    return {};
  }
};

} // namespace

void sharding::attachPlacementRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, dist::DistDialect *) {
    dist::CheckpointOp::attachInterface<IdentityRule<dist::CheckpointOp>>(*context);
    dist::ConstraintOp::attachInterface<IdentityRule<dist::ConstraintOp>>(*context);
    dist::ReshardOp::attachInterface<IdentityRule<dist::ReshardOp>>(*context);
  });
}
