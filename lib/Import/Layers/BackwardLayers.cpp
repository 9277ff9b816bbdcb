//===- BackwardLayers.cpp - layers of backward passes -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// In a graph that differentiates itself an op of the backward pass is in the layer whose
// inner values or parameters it reads, or whose parameter its result is the gradient of.
// The others lie between: cotangents flow from the last layer to the first, so an op is
// in no later layer than what it reads, and in no earlier one than what reads it. Where
// this leaves two, the cotangent of the value between them is the first through which
// everything flows.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Layers.h"
#include "dialects/StableHLO/StableHLO.h"
#include <algorithm>
#include <limits>

using namespace mlir;

namespace shardc {
namespace {

constexpr int64_t none = std::numeric_limits<int64_t>::min();

class BackwardNumbers {
public:
  BackwardNumbers(func::FuncOp main, const ActivationLine &line,
                  llvm::DenseMap<Operation *, int64_t> &numbers, int64_t count)
      : main(main), line(line), numbers(numbers), count(count) {}
  void run();

private:
  /// What is known of an op of the backward pass.
  struct Late {
    Operation *op;
    /// The layer that what it reads or makes tells, or `none`.
    int64_t exact = none;
    /// Readers tell that it is in no earlier layer; `none`: nobody tells.
    int64_t low = none;
    /// The earliest layer that what it computes reaches.
    int64_t reached = std::numeric_limits<int64_t>::max();
    /// It reads no value of an earlier layer.
    int64_t high;
    bool makesGradient = false, isBehindGradient = false;
    /// It is computed from values of the forward pass alone.
    bool isResidual = false;
  };

  void numberResiduals();
  void readForward();
  void collect();
  void findGradients();
  void lookBack();
  void resolve();
  Late *lateOf(Operation *op) {
    auto it = positions.find(op);
    return it == positions.end() ? nullptr : &late[it->second];
  }

  func::FuncOp main;
  const ActivationLine &line;
  llvm::DenseMap<Operation *, int64_t> &numbers;
  int64_t count;
  /// The last op of the forward pass.
  Operation *end = nullptr;
  /// The first and the last layer that read what a forward op computes.
  llvm::DenseMap<Operation *, int64_t> firstReader, lastReader;
  /// Layers of parameters; `none` for those of several.
  llvm::DenseMap<uint64_t, int64_t> ofParameter;
  std::vector<Late> late;
  llvm::DenseMap<Operation *, unsigned> positions;
};

} // namespace

/// What the forward pass computes for the backward pass alone stands beside the op that
/// it belongs to.
void BackwardNumbers::numberResiduals() {
  end = line.getOps().back();
  int64_t current = -1;
  for (Operation &op : main.getBody().front()) {
    if (auto it = numbers.find(&op); it != numbers.end())
      current = it->second;
    else if (llvm::any_of(op.getResults(), [&](Value v) { return line.isActivation(v); }))
      numbers[&op] = current;
    if (&op == end)
      return;
  }
}

void BackwardNumbers::readForward() {
  // What the last layer computes is read behind it, by a loss if by no product.
  for (Operation *op : llvm::reverse(line.getOps()))
    if (numbers.lookup(op) == count - 1) {
      lastReader[op] = count;
      break;
    }
  for (Operation *op : line.getOps()) {
    int64_t number = numbers.lookup(op);
    forEachOperand(op, [&](Value operand) {
      if (std::optional<uint64_t> parameter = line.getParameter(operand)) {
        auto [it, isNew] = ofParameter.try_emplace(*parameter, number);
        if (!isNew && it->second != number)
          it->second = none;
      } else if (Operation *definition = operand.getDefiningOp()) {
        auto [it, isNew] = lastReader.try_emplace(definition, number);
        it->second = std::max(it->second, number);
        auto [first, isFirst] = firstReader.try_emplace(definition, number);
        first->second = std::min(first->second, number);
      }
    });
  }
}

static bool isProduct(Operation *op) {
  return isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op);
}

/// Whether a value is an argument, seen in another way. What else depends on parameters
/// alone, behind the forward pass, is a cotangent that no activation has met yet.
static bool isView(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() != 1)
      return false;
    value = op->getOperand(0);
  }
  return true;
}

/// Whether derivatives of an op are computed from its result.
static bool isKeptByItself(Operation *op) {
  using namespace stablehlo;
  return !isa<AddOp, SubtractOp, NegOp, MulOp, DotGeneralOp, ConvolutionOp, TransposeOp, ReshapeOp,
              BroadcastInDimOp, ConvertOp, SliceOp, ConcatenateOp, PadOp, CosineOp, SineOp, LogOp>(
      op);
}

void BackwardNumbers::collect() {
  // A cotangent may be constant before it meets a parameter, and depend on parameters
  // alone before it meets an activation.
  auto isLate = [&](Operation *op) {
    return llvm::any_of(op->getResults(), [&](Value v) {
      return line.isActivation(v) || (line.getParameter(v) && !isView(v));
    });
  };
  for (Operation *op = end->getNextNode(); op && !op->hasTrait<OpTrait::IsTerminator>();
       op = op->getNextNode())
    if (isLate(op)) {
      positions[op] = late.size();
      late.push_back({op});
      late.back().high = count;
    }
}

/// Follows the next value of each parameter back, element by element, to where its
/// gradient comes from.
void BackwardNumbers::findGradients() {
  Operation *results = main.getBody().front().getTerminator();
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto update = main.getArgAttrOfType<IntegerAttr>(index, "dist.updated_by");
    std::optional<uint64_t> parameter = line.getParameter(main.getArgument(index));
    if (!update || !parameter)
      continue;
    auto layer = ofParameter.find(*parameter);
    Type type = main.getArgument(index).getType();
    SmallVector<Value> pending = {results->getOperand(update.getInt())};
    llvm::DenseSet<Value> seen;
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      Operation *op = value.getDefiningOp();
      Late *info = op ? lateOf(op) : nullptr;
      if (!info || value.getType() != type || !seen.insert(value).second)
        continue;
      // What reads the parameter itself is its optimizer.
      if (isElementwise(op) || llvm::is_contained(op->getOperands(), main.getArgument(index))) {
        llvm::append_range(pending, op->getOperands());
      } else if (!isa<stablehlo::BroadcastInDimOp>(op)) {
        info->makesGradient = true;
        if (layer != ofParameter.end() && layer->second != none)
          info->exact = layer->second;
      }
    }
  }
  for (Late &info : late)
    forEachOperand(info.op, [&](Value operand) {
      if (Late *before = lateOf(operand.getDefiningOp()))
        info.isBehindGradient |= before->makesGradient || before->isBehindGradient;
    });
}

/// What readers, and values of the forward pass, tell.
void BackwardNumbers::lookBack() {
  for (Late &info : llvm::reverse(late)) {
    if (info.isBehindGradient)
      continue;
    for (Operation *user : info.op->getUsers())
      if (Late *reader = lateOf(main.getBody().findAncestorOpInRegion(*user));
          reader && !reader->isBehindGradient) {
        info.low = std::max(info.low, reader->low);
        info.reached = std::min(info.reached, reader->reached);
      }
    int64_t exact = none;
    forEachOperand(info.op, [&](Value operand) {
      if (lateOf(operand.getDefiningOp()))
        return;
      if (std::optional<uint64_t> parameter = line.getParameter(operand)) {
        if (!isView(operand))
          return;
        // An optimizer reads parameters as well.
        auto layer = ofParameter.find(*parameter);
        if (layer != ofParameter.end() && (isProduct(info.op) || info.low != none))
          exact = std::max(exact, layer->second);
        return;
      }
      auto number = numbers.find(operand.getDefiningOp());
      if (number == numbers.end())
        return;
      auto reader = lastReader.find(operand.getDefiningOp());
      if (reader == lastReader.end() || reader->second <= number->second) {
        exact = std::max(exact, number->second);
      } else {
        // Where its own derivative does not need it, that of a reader does.
        auto first = firstReader.find(operand.getDefiningOp());
        bool isOfReader = first != firstReader.end() && first->second > number->second &&
                          !isKeptByItself(operand.getDefiningOp());
        if (isOfReader && first->second == reader->second)
          exact = std::max(exact, reader->second);
        info.low = std::max(info.low, isOfReader ? first->second : number->second);
        info.high = std::min(info.high, reader->second);
      }
    });
    if (info.exact == none)
      info.exact = exact;
    if (info.exact != none) {
      info.low = info.exact;
      info.reached = std::min(info.reached, info.exact);
    }
  }
}

void BackwardNumbers::resolve() {
  // Cotangents that are read later by what reaches earlier layers, by the op that reads
  // them last.
  std::vector<unsigned> ends(late.size(), 0);
  llvm::DenseMap<Operation *, unsigned> endOf;
  unsigned alive = 0;
  for (auto [position, info] : llvm::enumerate(late)) {
    alive -= ends[position];
    if (info.isBehindGradient)
      continue;
    bool readsLate = false, isResidual = info.exact == none;
    llvm::SmallDenseSet<Value> cotangents;
    int64_t high = count;
    forEachOperand(info.op, [&](Value operand) {
      Late *before = lateOf(operand.getDefiningOp());
      if (!before)
        return;
      readsLate = true;
      if (before->isResidual)
        return;
      isResidual = false;
      cotangents.insert(operand);
      high = std::min(high, before->high);
    });
    info.high = std::min(info.high, high);
    info.isResidual = isResidual;
    int64_t number = none;
    if (info.exact != none) {
      number = info.exact;
    } else if (info.low == none) {
      // It makes a gradient that nobody uses here.
      if (readsLate && !isElementwise(info.op))
        number = info.high;
    } else if (isResidual) {
      // What its readers are in decides.
      continue;
    } else if (info.low >= info.high) {
      number = info.high;
    } else {
      // What it reads itself may be all that flows on.
      unsigned own = llvm::count_if(cotangents, [&](Value cotangent) {
        return endOf.lookup(cotangent.getDefiningOp()) > position;
      });
      number = alive > own || cotangents.size() > 1 ? info.high : info.low;
    }
    if (number == none)
      continue;
    info.high = number;
    numbers[info.op] = number;
    std::optional<unsigned> last;
    for (Operation *user : info.op->getUsers())
      if (Late *reader = lateOf(main.getBody().findAncestorOpInRegion(*user));
          reader && !reader->isBehindGradient && reader->reached < number) {
        unsigned place = reader - late.data();
        last = std::max(last.value_or(0), place);
      }
    if (last) {
      ++alive;
      ++ends[*last];
      endOf[info.op] = *last;
    }
  }
}

void BackwardNumbers::run() {
  numberResiduals();
  readForward();
  collect();
  findGradients();
  lookBack();
  resolve();
}

void numberBackward(func::FuncOp main, const ActivationLine &line,
                    llvm::DenseMap<Operation *, int64_t> &numbers, int64_t count) {
  BackwardNumbers(main, line, numbers, count).run();
}

} // namespace shardc
