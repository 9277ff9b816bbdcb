//===- Updates.cpp - which argument a result updates ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A training step returns new parameters and optimizer states, each of them computed
// element by element from the old one: p + u, b * m + (1 - b) * g. The new parameter is
// computed so from the moments as well, but on a longer way. What is left stands where
// its neighbours in the same tree say.
//
//===----------------------------------------------------------------------===//
#include "Updates.h"
#include "../ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

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

static bool isFloatScalar(Value value) {
  return typeOf(value).getRank() == 0 && isa<FloatType>(typeOf(value).getElementType());
}

//===----------------------------------------------------------------------===//
// Dependence
//===----------------------------------------------------------------------===//

ArgumentReach::ArgumentReach(func::FuncOp function) : none(function.getNumArguments()) {
  for (BlockArgument argument : function.getArguments()) {
    llvm::BitVector self = none;
    self.set(argument.getArgNumber());
    reached[argument] = std::move(self);
  }
  for (Operation &op : function.getBody().front().without_terminator()) {
    llvm::BitVector all = none;
    // Regions read values of the function as well.
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto found = reached.find(operand); found != reached.end())
          all |= found->second;
    });
    for (Value result : op.getResults())
      reached[result] = all;
  }
}

const llvm::BitVector &ArgumentReach::of(Value value) const {
  auto found = reached.find(value);
  return found == reached.end() ? none : found->second;
}

//===----------------------------------------------------------------------===//
// Ways from an argument to its next value
//===----------------------------------------------------------------------===//

namespace {

/// An op through which elements are carried on: the operand, and what it costs.
struct Step {
  Value operand;
  int64_t cost = 1;
  bool overwrites = false;
};

} // namespace

/// Whether a scatter puts its updates in place of what was there.
static bool isReplacing(stablehlo::ScatterOp scatter) {
  Operation *end = scatter.getUpdateComputation().front().getTerminator();
  auto value = dyn_cast<BlockArgument>(end->getOperand(0));
  return value && value.getArgNumber() != 0;
}

/// Operands whose elements an op carries on to those of its result.
static SmallVector<Step, 3> stepsBehind(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (isa<stablehlo::OptimizationBarrierOp>(op))
    return {{op->getOperand(number), 0}};
  // A broadcast to more elements is left out by their number.
  if (isa<stablehlo::ReshapeOp, stablehlo::ConvertOp, stablehlo::BroadcastInDimOp>(op))
    return {{op->getOperand(0), 0}};
  if (auto select = dyn_cast<stablehlo::SelectOp>(op))
    return {{select.getOnTrue()}, {select.getOnFalse()}};
  if (isa<stablehlo::DynamicUpdateSliceOp>(op))
    return {{op->getOperand(0), 1, true}};
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op))
    return {{scatter->getOperand(number), 1, isReplacing(scatter)}};
  // The body may as well put something else in its place.
  if (isa<stablehlo::WhileOp>(op))
    return {{op->getOperand(number), UpdateMatcher::Carry::loopSteps}};
  if (isa<stablehlo::CompareOp, stablehlo::IsFiniteOp>(op))
    return {};
  SmallVector<Step, 3> steps;
  // Annotations hand on what they get.
  bool handsOn = op->getNumOperands() == 1 && op->getNumResults() == 1 &&
                 op->getOperand(0).getType() == result.getType() &&
                 !isa_and_present<stablehlo::StableHLODialect>(op->getDialect());
  if (handsOn)
    steps.push_back({op->getOperand(0), 0});
  if (isElementwise(op))
    for (Value operand : op->getOperands())
      steps.push_back({operand});
  return steps;
}

UpdateMatcher::UpdateMatcher(func::FuncOp main)
    : main(main), results(main.getBody().front().getTerminator()->getOperands()),
      updates(main.getNumArguments()), taken(results.size()) {
  for (unsigned index = 0; index < results.size(); ++index)
    findCandidates(index);
}

void UpdateMatcher::findCandidates(unsigned index) {
  Value result = results[index];
  struct Reached {
    Value value;
    Carry carry;
  };
  std::deque<Reached> pending = {{result, {}}};
  llvm::DenseSet<Value> seen;
  int64_t elements = typeOf(result).getNumElements();
  while (!pending.empty()) {
    Reached next = pending.front();
    pending.pop_front();
    if (!seen.insert(next.value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next.value)) {
      // A result that is the argument itself is passed through, not updated. A loss has
      // the type of a learning rate: of numbers, only what counts is sure.
      next.carry.isUnsure = isFloatScalar(result) && !isCounted(result, argument);
      if (argument.getType() == result.getType() && next.value != result)
        candidates.push_back({index, argument.getArgNumber(), next.carry});
      continue;
    }
    for (Step step : stepsBehind(cast<OpResult>(next.value))) {
      if (typeOf(step.operand).getNumElements() != elements)
        continue;
      Carry carry{next.carry.steps + step.cost, next.carry.overwrites || step.overwrites};
      if (step.cost)
        pending.push_back({step.operand, carry});
      else
        pending.push_front({step.operand, carry});
    }
  }
}

bool UpdateMatcher::isCounted(Value result, BlockArgument argument) const {
  bool found = false;
  SmallVector<Value> pending = {result};
  llvm::SmallDenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (isa<BlockArgument>(value)) {
      if (value == result || value != argument)
        return false;
      found = true;
      continue;
    }
    Operation *def = value.getDefiningOp();
    if (isa<stablehlo::ConstantOp>(def))
      continue;
    if (typeOf(value).getRank() != 0 || !isElementwise(def))
      return false;
    // What chooses may come from elsewhere: a loss that has become infinite.
    bool chooses = isa<stablehlo::SelectOp>(def);
    llvm::append_range(pending, def->getOperands().drop_front(chooses ? 1 : 0));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

UpdateMatcher::Carry UpdateMatcher::carryOf(unsigned argument, unsigned result) const {
  for (const Candidate &candidate : candidates)
    if (candidate.argument == argument && candidate.result == result)
      return candidate.carry;
  return {};
}

bool UpdateMatcher::isMarked(unsigned argument) {
  return main.getArgAttr(argument, "dist.updated_by") || main.getArgAttr(argument, "dist.donated");
}

bool UpdateMatcher::isDescent(unsigned argument) {
  if (!updates[argument])
    return false;
  auto subtract = results[*updates[argument]].getDefiningOp<stablehlo::SubtractOp>();
  return subtract && subtract.getLhs() == main.getArgument(argument);
}

bool UpdateMatcher::isCounter(unsigned argument) {
  return updates[argument] && typeOf(main.getArgument(argument)).getRank() == 0 &&
         isCounted(results[*updates[argument]], main.getArgument(argument));
}

void UpdateMatcher::drop(unsigned argument) {
  taken[*updates[argument]] = false;
  updates[argument].reset();
}

void UpdateMatcher::matchCarried() {
  auto namedBy = [&](unsigned argument) -> std::optional<unsigned> {
    auto result = main.getArgAttrOfType<IntegerAttr>(argument, "dist.updated_by");
    return result ? std::optional<unsigned>(result.getInt()) : std::nullopt;
  };
  // What is not there for the sake of memory alone.
  for (unsigned i = 0; i < updates.size(); ++i)
    if (namedBy(i) && !main.getArgAttr(i, "dist.donated") && !taken[*namedBy(i)])
      record(i, *namedBy(i));
  SmallVector<const Candidate *> order;
  for (const Candidate &candidate : candidates)
    if (!candidate.carry.isUnsure)
      order.push_back(&candidate);
  llvm::stable_sort(order, [&](const Candidate *a, const Candidate *b) {
    auto rank = [&](const Candidate *one) {
      return std::tuple(one->carry.steps, namedBy(one->argument) != one->result, one->result,
                        one->argument);
    };
    return rank(a) < rank(b);
  });
  // Neighbours know better than a loop.
  auto loops = llvm::find_if(order, [](const Candidate *one) { return one->carry.isLoop(); });
  auto pair = [&](llvm::ArrayRef<const Candidate *> ways) {
    for (const Candidate *way : ways)
      if (!updates[way->argument] && !taken[way->result] && !isTwice(way->result))
        record(way->argument, way->result);
    fillBetween();
  };
  pair(ArrayRef(order.begin(), loops));
  pair(ArrayRef(loops, order.end()));
}

/// One value is not the next one of two arguments, unless their neighbours say so.
bool UpdateMatcher::isTwice(unsigned result) const {
  for (unsigned other = 0; other < results.size(); ++other)
    if (other != result && taken[other] && results[other] == results[result])
      return true;
  return false;
}

bool UpdateMatcher::mayFollow(unsigned argument, unsigned result) {
  return !updates[argument] && !taken[result] &&
         main.getArgument(argument).getType() == results[result].getType();
}

void UpdateMatcher::fillBetween() {
  std::optional<unsigned> last;
  for (unsigned argument = 0; argument < updates.size(); ++argument) {
    if (!updates[argument])
      continue;
    if (last && *updates[argument] > *updates[*last] &&
        *updates[argument] - *updates[*last] == argument - *last) {
      auto between = llvm::seq(*last + 1, argument);
      unsigned first = *updates[*last] - *last;
      if (llvm::all_of(between, [&](unsigned one) { return mayFollow(one, one + first); }))
        for (unsigned one : between)
          record(one, one + first);
    }
    last = argument;
  }
}

void UpdateMatcher::matchDonated() {
  for (unsigned i = 0; i < updates.size(); ++i)
    if (auto result = main.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
      if (!updates[i] && !taken[result.getInt()])
        record(i, result.getInt());
  for (unsigned i = 0; i < updates.size(); ++i) {
    if (updates[i] || !main.getArgAttr(i, "dist.donated"))
      continue;
    for (unsigned result = 0; result < results.size(); ++result)
      if (mayFollow(i, result)) {
        record(i, result);
        break;
      }
  }
}

void UpdateMatcher::extend(llvm::function_ref<bool(unsigned, unsigned)> mayPair) {
  bool isChanged = true;
  auto tryPair = [&](unsigned argument, unsigned result) {
    if (argument >= updates.size() || result >= results.size() || !mayFollow(argument, result) ||
        !mayPair(argument, result))
      return;
    record(argument, result);
    isChanged = true;
  };
  // One pair may be the neighbour that the next one needs.
  while (isChanged) {
    isChanged = false;
    for (unsigned i = updates.size(); i-- > 1;)
      if (updates[i] && *updates[i] > 0)
        tryPair(i - 1, *updates[i] - 1);
    for (unsigned i = 0; i + 1 < updates.size(); ++i)
      if (updates[i])
        tryPair(i + 1, *updates[i] + 1);
  }
}

} // namespace shardc
