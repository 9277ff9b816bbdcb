//===- FindParameters.cpp - parameters among what is updated ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Of what a training step updates, parameters are what the loss depends on; without a loss,
// what the updates of everything depend on.
//
//===----------------------------------------------------------------------===//
#include "RoleAssigner.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace shardc {

namespace {

/// Whether the argument only meets elementwise and shape-moving ops on its way:
/// the moments of most optimizers do, parameters are multiplied and summed.
bool isOptimizerState(BlockArgument argument) {
  SmallVector<Value> pending = {argument};
  llvm::SmallDenseSet<Value> seen = {argument};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isa<func::ReturnOp>(user))
        continue;
      bool moves =
          isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp>(user);
      if (!moves && !isElementwise(user))
        return false;
      for (Value result : user->getResults())
        if (seen.insert(result).second)
          pending.push_back(result);
    }
  }
  return true;
}

} // namespace

/// The first number among results that is called a loss; else, where it need not be
/// named, the first number.
std::optional<unsigned> RoleAssigner::findNumber(ArrayRef<unsigned> among, bool isNamed) {
  std::optional<unsigned> first;
  for (unsigned result : among) {
    if (!isFloat(results[result]) || typeOf(results[result]).getRank() != 0)
      continue;
    auto name = main.getResultAttrOfType<StringAttr>(result, "dist.name");
    if (name && name.getValue().contains_insensitive("loss"))
      return result;
    if (!first && !isNamed)
      first = result;
  }
  return first;
}

/// The loss depends on parameters, and not on states. So do other results, but some show
/// what the optimizer does: those depend on states as well.
void RoleAssigner::findByLoss(ArrayRef<unsigned> outputs) {
  llvm::BitVector floats(main.getNumArguments()), counters(main.getNumArguments());
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (updates[index])
      (isFloat(argument) && !matcher.isCounter(index) ? floats : counters).set(index);
  }
  // What is called a loss, then what depends on least.
  std::optional<unsigned> loss = findNumber(outputs, /*isNamed=*/true);
  SmallVector<unsigned> order(outputs);
  auto rankOf = [&](unsigned result) {
    llvm::BitVector of = reach.of(results[result]);
    of &= floats;
    return std::tuple(result != loss, of.count(), result);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return rankOf(a) < rankOf(b); });
  llvm::BitVector counted(main.getNumArguments());
  for (unsigned result : order) {
    llvm::BitVector more = reach.of(results[result]), counts = more;
    more &= floats;
    more.reset(parameters);
    counts &= counters;
    llvm::BitVector newCounts = counts;
    newCounts.reset(counted);
    bool showsStates = newCounts.any() || llvm::any_of(more.set_bits(), [&](unsigned argument) {
                         return isOptimizerState(main.getArgument(argument)) || servesOne(argument);
                       });
    if (parameters.any() && showsStates)
      continue;
    parameters |= more;
    counted |= counts;
  }
}

/// Whether parameters found so far learn by the argument, and others do not.
bool RoleAssigner::servesOne(unsigned argument) {
  bool serves = false, isSeparate = false;
  for (unsigned parameter : parameters.set_bits())
    (reach.of(results[*updates[parameter]]).test(argument) ? serves : isSeparate) = true;
  for (auto [other, result] : llvm::enumerate(updates))
    isSeparate |= result && other != argument && isFloat(main.getArgument(other)) &&
                  !reach.of(results[*result]).test(argument);
  return serves && isSeparate;
}

/// Without a loss: what examples bear on depends on all parameters, but the next moment
/// of one parameter does not depend on the moments of others.
void RoleAssigner::findByUpdates() {
  SmallVector<std::pair<unsigned, const llvm::BitVector *>> learned;
  for (auto [argument, result] : llvm::enumerate(updates)) {
    if (!result || !isFloat(main.getArgument(argument)))
      continue;
    const llvm::BitVector &of = reach.of(results[*result]);
    if (llvm::any_of(of.set_bits(), [&](unsigned other) {
          return !updates[other] && typeOf(main.getArgument(other)).getRank() > 0;
        }))
      learned.push_back({argument, &of});
  }
  for (auto [argument, result] : llvm::enumerate(updates)) {
    if (!result || !isFloat(main.getArgument(argument)))
      continue;
    bool isSeparate = llvm::any_of(learned, [&, argument = argument](auto &other) {
      return other.first != argument && !other.second->test(argument);
    });
    bool isNumber = typeOf(main.getArgument(argument)).getRank() == 0;
    if (!isSeparate && !isNumber &&
        (learned.size() > 1 || !isOptimizerState(main.getArgument(argument))))
      parameters.set(argument);
  }
  if (parameters.any())
    return;
  for (auto [argument, result] : llvm::enumerate(updates))
    if (result && isFloat(main.getArgument(argument)) &&
        !isOptimizerState(main.getArgument(argument)))
      parameters.set(argument);
}

void RoleAssigner::findParameters() {
  parameters.resize(main.getNumArguments());
  if (!isStep)
    return;
  SmallVector<unsigned> outputs;
  for (unsigned result = 0; result < results.size(); ++result) {
    if (llvm::is_contained(updates, std::optional<unsigned>(result)))
      continue;
    bool isOfExamples = false, isOfUpdated = false;
    for (unsigned argument : reach.of(results[result]).set_bits()) {
      isOfExamples |= !updates[argument] && typeOf(main.getArgument(argument)).getRank() > 0;
      isOfUpdated |= updates[argument] && isFloat(main.getArgument(argument));
    }
    if (isOfExamples && isOfUpdated)
      outputs.push_back(result);
  }
  if (outputs.empty())
    findByUpdates();
  else
    findByLoss(outputs);
}

} // namespace shardc
