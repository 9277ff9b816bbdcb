//===- BatchStates.cpp - how values follow the batch ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rules of ops tell rows; groups of linear operands tell sums.
//
//===----------------------------------------------------------------------===//
#include "BatchStates.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/OpModels/ShardingRules.h"

using namespace mlir;
using namespace shardc;

/// A batch of one row is a dimension of one element, which no factor of a reshape's rule
/// stands for; in front of all others it stays where it is.
static bool keepsUnitBatch(stablehlo::ReshapeOp reshape, BatchState state) {
  auto from = cast<RankedTensorType>(reshape.getOperand().getType());
  auto to = cast<RankedTensorType>(reshape.getResult().getType());
  return state.kind == BatchState::Split && state.dim == 0 && from.getDimSize(0) == 1 &&
         to.getRank() > 0 && to.getDimSize(0) == 1;
}

/// Whether result `index` is linear in the sums `partial` among the operands.
static bool isLinear(ShardableOpInterface op, unsigned index, ArrayRef<unsigned> partial) {
  return llvm::any_of(op.getLinearOperandGroups(index), [&](ArrayRef<unsigned> group) {
    return llvm::all_of(partial, [&](unsigned one) { return llvm::is_contained(group, one); }) &&
           llvm::all_of(group, [&](unsigned one) {
             return llvm::is_contained(partial, one) || isZeroConstant(op->getOperand(one));
           });
  });
}

BatchStep shardc::followBatch(Operation *op, llvm::function_ref<BatchState(OpOperand &)> stateOf,
                              int64_t count) {
  BatchStep step;
  step.results.resize(op->getNumResults());
  SmallVector<BatchState> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(stateOf(operand));
  // Tags, constraints, reshards and barriers leave values as they are.
  if (isa<dist::CheckpointOp, dist::ConstraintOp, dist::ReshardOp,
          stablehlo::OptimizationBarrierOp>(op)) {
    llvm::copy(operands, step.results.begin());
    return step;
  }
  // A parameter that a barrier hands on beside rows is what it was.
  if (llvm::all_of(operands, [](BatchState state) { return state.kind == BatchState::Whole; }))
    return step;
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op);
      reshape && keepsUnitBatch(reshape, operands[0])) {
    step.results[0] = operands[0];
    return step;
  }
  auto all = [&](BatchState::Kind kind) {
    for (BatchState &result : step.results)
      result = {kind, 0};
  };
  auto fail = [&](const Twine &error) {
    if (step.error.empty())
      step.error = error.str();
  };
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable) {
    all(BatchState::Mixed);
    fail("has no sharding rule and can't run in microbatches");
    return step;
  }
  ShardingRule rule = shardable.getShardingRule();
  SmallVector<unsigned> partial;
  bool isAfter = false;
  for (auto [index, state] : llvm::enumerate(operands)) {
    isAfter |= state.kind == BatchState::After;
    if (state.kind == BatchState::Partial)
      partial.push_back(index);
    if (state.kind != BatchState::Split && state.kind != BatchState::Mixed)
      continue;
    const DimFactors *factors =
        state.kind == BatchState::Split ? &rule.operands[index][state.dim] : nullptr;
    if (!factors || factors->empty() || (step.factor && *step.factor != factors->front())) {
      step.factor = std::nullopt;
      all(BatchState::Mixed);
      fail("mixes rows of the batch and can't run in microbatches");
      return step;
    }
    step.factor = factors->front();
  }
  if (!step.factor) {
    for (auto [index, result] : llvm::enumerate(step.results))
      result = {!isAfter && isLinear(shardable, index, partial) ? BatchState::Partial
                                                                : BatchState::After,
                0};
    return step;
  }
  const Factor &batch = rule.factors[*step.factor];
  if (batch.size % count != 0)
    fail("splits the batch in parts of " + Twine(batch.size) + ", which " + Twine(count) +
         " microbatches do not divide");
  bool readsAcross =
      batch.kind == FactorKind::NeedReplication || batch.kind == FactorKind::Internal ||
      (batch.kind == FactorKind::Reduction && batch.reduction != dist::ReductionKind::Sum);
  if (readsAcross)
    fail("reads across the batch and can't run in microbatches");
  if (isAfter || !partial.empty())
    fail("combines rows of the batch with a sum over it and can't run in microbatches");
  for (auto [index, dims] : llvm::enumerate(rule.results)) {
    step.results[index] = {BatchState::Partial, 0};
    for (auto [dim, list] : llvm::enumerate(dims)) {
      if (!llvm::is_contained(list, *step.factor))
        continue;
      if (list.front() != *step.factor) {
        fail("puts the batch inside another dimension and can't run in microbatches");
        step.results[index] = {BatchState::Mixed, 0};
        break;
      }
      step.results[index] = {BatchState::Split, int64_t(dim)};
    }
  }
  return step;
}
