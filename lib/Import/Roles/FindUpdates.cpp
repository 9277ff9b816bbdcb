//===- FindUpdates.cpp - a step or a forward graph, and its batch *- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds which results are next values of arguments, whether the graph is a training step,
// and the loop over its examples.
//
//===----------------------------------------------------------------------===//
#include "RoleAssigner.h"

using namespace mlir;

namespace shardc {

SmallVector<unsigned> RoleAssigner::freeResults() const {
  SmallVector<unsigned> free;
  for (unsigned i = 0; i < results.size(); ++i)
    if (!matcher.isTaken(i))
      free.push_back(i);
  return free;
}

bool RoleAssigner::hasBatch(Value value) {
  for (auto [dim, extent] : llvm::enumerate(typeOf(value).getShape()))
    if (batchLoop && extent > 1 && flow.loopOf(value, dim) == *batchLoop)
      return true;
  return false;
}

/// Whether what is carried on are parameters and states rather than activations that a
/// forward graph adds to. Sets the batch if so.
bool RoleAssigner::isTrainingStep(ArrayRef<BlockArgument> updated, ArrayRef<BlockArgument> open) {
  if (updated.empty())
    return false;
  batchLoop = findBatchLoop(flow, open, updated);
  bool descends = llvm::any_of(
      updated, [&](BlockArgument one) { return matcher.isDescent(one.getArgNumber()); });
  if (descends)
    return true;
  // A number that depends on what is updated and on what is not: a loss.
  llvm::BitVector ofUpdated(main.getNumArguments()), ofOpen(main.getNumArguments());
  for (BlockArgument one : updated)
    ofUpdated.set(one.getArgNumber());
  for (BlockArgument one : open)
    if (!batchLoop || flow.getLoop(*batchLoop).dimOf(one.getArgNumber()))
      ofOpen.set(one.getArgNumber());
  bool hasLoss = llvm::any_of(freeResults(), [&](unsigned result) {
    const llvm::BitVector &of = reach.of(results[result]);
    return isFloat(results[result]) && typeOf(results[result]).getRank() == 0 &&
           of.anyCommon(ofUpdated) && of.anyCommon(ofOpen);
  });
  if (!batchLoop)
    return hasLoss;
  // Features of hidden layers look like examples where activations look like parameters;
  // but they are not in the same dimension of all arguments, and in fewer products.
  const DimensionLoop &loop = flow.getLoop(*batchLoop);
  bool leads = llvm::all_of(loop.arguments, [&](const DimensionLoop::Place &place) {
    return place.dim == loop.arguments.front().dim;
  });
  bool hasTokens = llvm::any_of(loop.arguments, [&](const DimensionLoop::Place &place) {
    return !isFloat(main.getArgument(place.number));
  });
  if (leads && (hasLoss || hasTokens))
    return true;
  unsigned floats = llvm::count_if(main.getArguments(), [](BlockArgument argument) {
    return isFloat(argument) && typeOf(argument).getRank() > 0;
  });
  return updated.size() > 1 && (leads || 2 * updated.size() > floats);
}

/// Whether the result may be the next value of the argument where both stand beside such a
/// pair: at its end a tree of states meets the examples, and its results the loss.
bool RoleAssigner::mayEndTree(unsigned argument, unsigned result) {
  BlockArgument before = main.getArgument(argument);
  Value after = results[result];
  UpdateMatcher::Carry carry = matcher.carryOf(argument, result);
  SmallVector<unsigned> others = freeResults();
  llvm::erase(others, result);
  if (typeOf(after).getRank() == 0) {
    if (!isFloat(after))
      return carry.steps > 0 || typeOf(after).getElementType().isInteger(1);
    auto isAlike = [&](unsigned neighbour) {
      std::optional<unsigned> next =
          neighbour < main.getNumArguments() ? matcher.resultOf(neighbour) : std::nullopt;
      return next && results[*next].getType() == after.getType() &&
             matcher.carryOf(neighbour, *next).steps == carry.steps;
    };
    // Not the only number left: that is the loss.
    bool leavesLoss = llvm::any_of(
        others, [&](unsigned other) { return results[other].getType() == after.getType(); });
    return carry.steps > 0 && (leavesLoss || isAlike(argument - 1) || isAlike(argument + 1));
  }
  if (hasBatch(after) || hasBatch(before))
    return false;
  // What a loss depends on is no old state that is replaced.
  return carry.steps > 0 || after == before || !isFloat(before) ||
         llvm::none_of(others, [&](unsigned other) {
           return reach.of(results[other]).test(argument) && results[other] != before;
         });
}

void RoleAssigner::findUpdates() {
  matcher.matchCarried();
  SmallVector<BlockArgument> updated, open, params;
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::optional<StringRef> role = givenRole(index);
    if (role && *role == "input" && matcher.resultOf(index))
      matcher.drop(index);
    if (typeOf(argument).getRank() == 0)
      continue;
    if (role && *role != "input")
      params.push_back(argument);
    // What is written into are caches and memories, not parameters.
    std::optional<unsigned> result = matcher.resultOf(index);
    if (result && isFloat(argument) && !matcher.carryOf(index, *result).overwrites)
      updated.push_back(argument);
    else if (!role || *role == "input")
      open.push_back(argument);
  }
  isStep = isTrainingStep(updated, open);
  if (!isStep) {
    // A forward graph: only what it says it updates, and caches that it writes into.
    for (BlockArgument argument : main.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (std::optional<unsigned> result = matcher.resultOf(index))
        if (!matcher.isMarked(index) && !matcher.carryOf(index, *result).overwrites)
          matcher.drop(index);
    }
    open.append(updated.begin(), updated.end());
    llvm::sort(
        open, [](BlockArgument a, BlockArgument b) { return a.getArgNumber() < b.getArgNumber(); });
    batchLoop = findBatchLoop(flow, open, params, /*isForward=*/true);
  }
  if (batchLoop)
    for (const DimensionLoop::Place &place : flow.getLoop(*batchLoop).arguments)
      if (auto dim = flow.getLoop(*batchLoop).dimOf(place.number); dim && !batch)
        batch = typeOf(main.getArgument(place.number)).getDimSize(*dim);
  // One sequence, or what one device has of a program of many.
  auto isUnit = [](Value value) {
    return typeOf(value).getRank() > 1 && typeOf(value).getDimSize(0) == 1;
  };
  if (!batchLoop && llvm::any_of(open, isUnit) && (isStep || llvm::all_of(results, isUnit)))
    batch = 1;
  matcher.matchDonated();

  if (isStep)
    matcher.extend([&](unsigned argument, unsigned result) {
      return givenRole(argument) != StringRef("input") && mayEndTree(argument, result);
    });
  updates.assign(matcher.getUpdates().begin(), matcher.getUpdates().end());
}

} // namespace shardc
