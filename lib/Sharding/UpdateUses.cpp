//===- UpdateUses.cpp - which ops of a training step are its update -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An update maps shards to shards: elementwise ops, and norms whose sums over
// shards are numbers. What a product reads, or what meets activations, is the
// model's.
//
//===----------------------------------------------------------------------===//

#include "UpdateUses.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace shardc;

/// Every result has the loops of `operand`, dimension by dimension, and no others.
static bool isElementwise(OpOperand &operand) {
  auto op = dyn_cast<ShardableOpInterface>(operand.getOwner());
  if (!op || op->getNumRegions() != 0 || op->getNumResults() == 0)
    return false;
  ShardingRule rule = op.getShardingRule();
  const TensorFactors &own = rule.operands[operand.getOperandNumber()];
  for (const DimFactors &dim : own)
    for (unsigned factor : dim)
      if (rule.factors[factor].kind == FactorKind::NeedReplication)
        return false;
  return llvm::all_of(rule.results, [&](const TensorFactors &result) { return result == own; });
}

UpdateUses::UpdateUses(func::FuncOp function) : function(function) {
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    auto next = function.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (next && next.getInt() >= 0 &&
        next.getInt() < static_cast<int64_t>(function.getNumResults()))
      updatedBy[next.getInt()] = number;
  }
}

bool UpdateUses::staysElementwise(Value value, int64_t elements) {
  if (typeOf(value).getNumElements() > elements)
    return false;
  if (typeOf(value).getNumElements() == 1)
    return true;
  // Values are looked at once: no op reads its own result.
  SmallVector<Value> worklist = {value};
  llvm::SmallSetVector<Value, 16> seen;
  seen.insert(value);
  bool stays = true;
  while (stays && !worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (auto known = elementwise.find({next, elements}); known != elementwise.end()) {
      stays = known->second;
      continue;
    }
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (isa<func::ReturnOp>(user))
        continue;
      bool moves = isa<stablehlo::ReduceOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
                       stablehlo::TransposeOp>(user);
      if (!moves && !isElementwise(use)) {
        stays = false;
        break;
      }
      for (Value result : user->getResults()) {
        int64_t count = typeOf(result).getNumElements();
        stays &= count <= elements;
        if (count > 1 && seen.insert(result))
          worklist.push_back(result);
      }
    }
  }
  // Each of them is as good as all that it leads to.
  if (stays)
    for (Value one : seen)
      elementwise[{one, elements}] = true;
  else
    elementwise[{value, elements}] = false;
  return stays;
}

bool UpdateUses::reachesOutput(Value value) {
  if (!observed) {
    observed.emplace();
    SmallVector<Value> worklist;
    auto add = [&](Value one) {
      if (observed->insert(one).second)
        worklist.push_back(one);
    };
    for (auto [number, result] :
         llvm::enumerate(function.getBody().front().getTerminator()->getOperands()))
      if (!updatedBy.contains(number))
        add(result);
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val().getDefiningOp();
      if (!op)
        continue;
      // What a region reads from outside counts.
      op->walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), add); });
    }
    // A step that shows nothing but new values, or a learning rate, tells no parameter by
    // what it bears on.
    if (llvm::none_of(updatedBy, [&](auto update) {
          BlockArgument argument = function.getArgument(update.second);
          return typeOf(argument).getRank() > 0 && observed->contains(argument);
        }))
      observed->clear();
  }
  return observed->empty() || observed->contains(value);
}

bool UpdateUses::isState(BlockArgument argument) { return isStep() && !reachesOutput(argument); }

bool UpdateUses::isUpdate(OpOperand &use) {
  if (!isStep())
    return false;
  int64_t elements = typeOf(use.get()).getNumElements();
  Operation *user = use.getOwner();
  bool moves = isa<stablehlo::ReduceOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
                   stablehlo::TransposeOp>(user);
  if (!moves && !isElementwise(use))
    return false;
  return llvm::all_of(user->getResults(),
                      [&](Value result) { return staysElementwise(result, elements); });
}

/// Arguments that `value` is computed from element by element.
static SmallVector<BlockArgument> argumentsBehind(Value value) {
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  SmallVector<BlockArgument> found;
  SmallVector<Value> worklist = {value};
  llvm::SmallDenseSet<Value> seen = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      found.push_back(argument);
      continue;
    }
    for (OpOperand &operand : next.getDefiningOp()->getOpOperands())
      if (typeOf(operand.get()).getShape() == shape && isElementwise(operand) &&
          seen.insert(operand.get()).second)
        worklist.push_back(operand.get());
  }
  return found;
}

void UpdateUses::matchStates() {
  Operation *end = function.getBody().front().getTerminator();
  for (unsigned result = 0; result < function.getNumResults(); ++result) {
    auto update = updatedBy.find(result);
    if (update == updatedBy.end())
      continue;
    BlockArgument argument = function.getArgument(update->second);
    for (BlockArgument other : argumentsBehind(end->getOperand(result))) {
      // A parameter's next value is made of its states; a state's of its parameter
      // where it is a mean of that.
      if (isState(argument) == isState(other))
        continue;
      BlockArgument state = isState(argument) ? argument : other;
      BlockArgument parameter = isState(argument) ? other : argument;
      auto role = function.getArgAttrOfType<StringAttr>(parameter.getArgNumber(), "dist.role");
      if (role && role.getValue() == "param")
        parameters->try_emplace(state, parameter);
    }
  }
}

BlockArgument UpdateUses::parameterOf(BlockArgument state) {
  if (!parameters) {
    parameters.emplace();
    matchStates();
  }
  return parameters->lookup(state);
}
