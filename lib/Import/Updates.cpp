//===- Updates.cpp - which argument a result updates ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A training step returns new parameters and optimizer states. Donation marks
// say which argument a result replaces; without them, a result replaces an
// argument when it has its type, is computed from it element by element
// (p - lr * g), and all such pairs are in one order.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace shardc {

bool isElementwise(Operation *op) {
  if (!isa_and_present<stablehlo::StableHLODialect>(op->getDialect()) ||
      isa<stablehlo::ReverseOp>(op))
    return false;
  return op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         isa<stablehlo::ConvertOp, stablehlo::SelectOp, stablehlo::ClampOp, stablehlo::CompareOp,
             stablehlo::IsFiniteOp>(op);
}

namespace {

using Updates = SmallVector<std::optional<unsigned>>;

/// A pair that could belong together.
struct Candidate {
  unsigned result, argument;
};

class UpdateMatcher {
public:
  explicit UpdateMatcher(func::FuncOp main)
      : main(main), results(main.getBody().front().getTerminator()->getOperands()),
        updates(main.getNumArguments()), taken(results.size()) {}

  Updates match();

private:
  void matchMarked();
  void matchByOrder();
  SmallVector<unsigned> argumentsBehind(Value result) const;
  std::optional<unsigned> counterBehind(Value result) const;
  bool isDescent(const Candidate &pair);
  void record(unsigned argument, unsigned result) {
    updates[argument] = result;
    taken[result] = true;
  }

  func::FuncOp main;
  OperandRange results;
  Updates updates;
  SmallVector<bool> taken;
};

/// Donation marks: the result where they name it, else the first one of the
/// type that is free.
void UpdateMatcher::matchMarked() {
  for (unsigned i = 0; i < updates.size(); ++i)
    if (auto result = main.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
      if (!taken[result.getInt()])
        record(i, result.getInt());
  for (unsigned i = 0; i < updates.size(); ++i) {
    if (updates[i] || !main.getArgAttr(i, "dist.donated"))
      continue;
    for (unsigned result = 0; result < results.size(); ++result)
      if (!taken[result] && results[result].getType() == main.getArgument(i).getType()) {
        record(i, result);
        break;
      }
  }
}

/// Arguments of the result's type that it is computed from element by element,
/// ascending.
SmallVector<unsigned> UpdateMatcher::argumentsBehind(Value result) const {
  SmallVector<unsigned> found;
  SmallVector<Value> pending = {result};
  llvm::SmallDenseSet<Value> seen = {result};
  auto shape = cast<RankedTensorType>(result.getType()).getShape();
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      // A result that is the argument itself is passed through, not updated.
      if (argument.getType() == result.getType() && value != result)
        found.push_back(argument.getArgNumber());
      continue;
    }
    if (!isElementwise(value.getDefiningOp()))
      continue;
    for (Value operand : value.getDefiningOp()->getOperands())
      if (cast<RankedTensorType>(operand.getType()).getShape() == shape &&
          seen.insert(operand).second)
        pending.push_back(operand);
  }
  llvm::sort(found);
  return found;
}

/// The one argument that a scalar is computed from, with constants: a count of steps, a
/// rate that decays.
std::optional<unsigned> UpdateMatcher::counterBehind(Value result) const {
  std::optional<unsigned> found;
  SmallVector<Value> pending = {result};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    auto type = cast<RankedTensorType>(value.getType());
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (value == result || type != result.getType() ||
          (found && *found != argument.getArgNumber()))
        return std::nullopt;
      found = argument.getArgNumber();
      continue;
    }
    Operation *def = value.getDefiningOp();
    if (isa<stablehlo::ConstantOp>(def))
      continue;
    if (type.getRank() != 0 || !isElementwise(def))
      return std::nullopt;
    llvm::append_range(pending, def->getOperands());
  }
  return found;
}

/// Whether the result is the argument less something: p - lr * g. A sum alone
/// may as well be a residual connection of a forward graph.
bool UpdateMatcher::isDescent(const Candidate &pair) {
  auto subtract = results[pair.result].getDefiningOp<stablehlo::SubtractOp>();
  return subtract && subtract.getLhs() == main.getArgument(pair.argument);
}

void UpdateMatcher::matchByOrder() {
  // Of float scalars only counters: a loss has the type of a learning rate.
  SmallVector<Candidate> candidates;
  for (auto [index, result] : llvm::enumerate(results)) {
    auto type = cast<RankedTensorType>(result.getType());
    // One value is not the next one of two arguments.
    if (llvm::is_contained(results.take_front(index), result))
      continue;
    if (type.getRank() == 0 && isa<FloatType>(type.getElementType())) {
      if (std::optional<unsigned> counter = counterBehind(result))
        candidates.push_back({static_cast<unsigned>(index), *counter});
      continue;
    }
    // Descending, so that an increasing chain takes one argument a result.
    auto arguments = argumentsBehind(result);
    for (unsigned argument : llvm::reverse(arguments))
      candidates.push_back({static_cast<unsigned>(index), argument});
  }

  // The longest chain of candidates that increases in both: patience sorting.
  SmallVector<int> tails, previous(candidates.size(), -1);
  for (auto [index, candidate] : llvm::enumerate(candidates)) {
    auto *place = llvm::lower_bound(tails, candidate.argument, [&](int tail, unsigned argument) {
      return candidates[tail].argument < argument;
    });
    if (place != tails.begin())
      previous[index] = *std::prev(place);
    if (place == tails.end())
      tails.push_back(index);
    else
      *place = index;
  }
  if (tails.empty() || (tails.size() == 1 && !isDescent(candidates[tails[0]])))
    return;
  for (int index = tails.back(); index >= 0; index = previous[index])
    record(candidates[index].argument, candidates[index].result);
}

Updates UpdateMatcher::match() {
  matchMarked();
  if (llvm::none_of(taken, [](bool isTaken) { return isTaken; }))
    matchByOrder();
  return updates;
}

} // namespace

Updates matchUpdates(func::FuncOp main) { return UpdateMatcher(main).match(); }

} // namespace shardc
