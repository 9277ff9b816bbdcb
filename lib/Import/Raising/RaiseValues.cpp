//===- RaiseValues.cpp - what raising knows of values -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Constants, equal values, and the parts that several patterns are made of.
//
//===----------------------------------------------------------------------===//
#include "RaiseViews.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace shardc::raising {

Values::Values(Block &block) {
  // In program order nothing below has to look further than one op.
  for (Operation &op : block)
    for (Value result : op.getResults()) {
      splatOf(result);
      numberOf(result);
    }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static std::optional<double> splatOfAttr(ElementsAttr attr) {
  auto splat = dyn_cast<SplatElementsAttr>(attr);
  if (!splat)
    return std::nullopt;
  if (auto number = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>()))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(splat.getSplatValue<Attribute>())) {
    if (number.getType().isInteger(1))
      return number.getValue().isZero() ? 0.0 : 1.0;
    return static_cast<double>(number.getValue().getSExtValue());
  }
  return std::nullopt;
}

static std::optional<double> compute(Operation *op, ArrayRef<double> x) {
  using namespace stablehlo;
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  auto number = [](double value) { return std::optional<double>(value); };
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case<BroadcastInDimOp, ReshapeOp, TransposeOp>([&](Operation *) { return number(x[0]); })
      .Case([&](ConvertOp convert) {
        bool toBool = convert.getType().getElementType().isInteger(1);
        return number(toBool ? double(x[0] != 0) : isFloat ? x[0] : std::trunc(x[0]));
      })
      .Case([&](AddOp) { return number(x[0] + x[1]); })
      .Case([&](SubtractOp) { return number(x[0] - x[1]); })
      .Case([&](MulOp) { return number(x[0] * x[1]); })
      .Case([&](DivOp) { return isFloat ? number(x[0] / x[1]) : std::optional<double>(); })
      .Case([&](NegOp) { return number(-x[0]); })
      .Case([&](MaxOp) { return number(std::fmax(x[0], x[1])); })
      .Case([&](MinOp) { return number(std::fmin(x[0], x[1])); })
      .Case([&](SqrtOp) { return number(std::sqrt(x[0])); })
      .Case([&](RsqrtOp) { return number(1 / std::sqrt(x[0])); })
      .Case([&](ExpOp) { return number(std::exp(x[0])); })
      .Case([&](LogOp) { return number(std::log(x[0])); })
      .Case([&](PowOp) { return isFloat ? number(std::pow(x[0], x[1])) : std::optional<double>(); })
      .Case([&](SelectOp) { return number(x[0] != 0 ? x[1] : x[2]); })
      .Case([&](CompareOp compare) {
        switch (compare.getComparisonDirection()) {
        case ComparisonDirection::EQ:
          return number(x[0] == x[1]);
        case ComparisonDirection::NE:
          return number(x[0] != x[1]);
        case ComparisonDirection::GE:
          return number(x[0] >= x[1]);
        case ComparisonDirection::GT:
          return number(x[0] > x[1]);
        case ComparisonDirection::LE:
          return number(x[0] <= x[1]);
        case ComparisonDirection::LT:
          return number(x[0] < x[1]);
        }
        return std::optional<double>();
      })
      .Case<AndOp, OrOp, NotOp>([&](Operation *op) {
        if (!getElementTypeOrSelf(op->getResult(0)).isInteger(1))
          return std::optional<double>();
        if (isa<NotOp>(op))
          return number(x[0] == 0);
        return number(isa<AndOp>(op) ? x[0] != 0 && x[1] != 0 : x[0] != 0 || x[1] != 0);
      })
      .Default([](Operation *) { return std::optional<double>(); });
}

std::optional<double> Values::splatOf(Value value) {
  auto it = splats.find(value);
  if (it != splats.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  std::optional<double> result;
  if (auto constant = dyn_cast_if_present<stablehlo::ConstantOp>(op)) {
    result = splatOfAttr(constant.getValue());
  } else if (op && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
             op->getNumOperands() != 0 && isa<stablehlo::StableHLODialect>(op->getDialect())) {
    // Marks the value as unknown meanwhile, which also bounds repeated visits.
    splats[value] = std::nullopt;
    SmallVector<double> operands;
    for (Value operand : op->getOperands()) {
      std::optional<double> number = splatOf(operand);
      if (!number)
        break;
      operands.push_back(*number);
    }
    if (operands.size() == op->getNumOperands())
      result = compute(op, operands);
  } else if (auto reduce = dyn_cast_if_present<stablehlo::ReduceOp>(op)) {
    // A conjunction of one truth.
    if (reduce.getInputs().size() == 1)
      if (auto number = splatOf(reduce.getInputs().front());
          number && splatOf(reduce.getInitValues().front()) == number)
        if (Block &body = reduce.getBody().front();
            isa<stablehlo::AndOp, stablehlo::OrOp, stablehlo::MaxOp, stablehlo::MinOp>(
                body.front()))
          result = number;
  }
  splats[value] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Equal values
//===----------------------------------------------------------------------===//

unsigned Values::numberOf(Value value) {
  auto it = numbers.find(value);
  if (it != numbers.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op || !isMemoryEffectFree(op) || op->getNumRegions() > 1)
    return numbers[value] = nextNumber++;
  std::vector<uint64_t> key = {
      reinterpret_cast<uint64_t>(op->getName().getAsOpaquePointer()),
      reinterpret_cast<uint64_t>(op->getPropertiesAsAttribute().getAsOpaquePointer()),
      reinterpret_cast<uint64_t>(value.getType().getAsOpaquePointer()),
      cast<OpResult>(value).getResultNumber()};
  if (op->getNumRegions()) {
    // Reducers of one op are equal if that op is.
    auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
    if (!reduce ||
        std::distance(reduce.getBody().front().begin(), reduce.getBody().front().end()) != 2)
      return numbers[value] = nextNumber++;
    Operation &body = reduce.getBody().front().front();
    key.push_back(reinterpret_cast<uint64_t>(body.getName().getAsOpaquePointer()));
    for (Value operand : body.getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand))
        key.push_back(argument.getArgNumber());
      else
        return numbers[value] = nextNumber++;
  }
  for (Value operand : op->getOperands())
    key.push_back(numberOf(operand));
  auto [known, isNew] = this->known.try_emplace(key, nextNumber);
  if (isNew)
    ++nextNumber;
  return numbers[value] = known->second;
}

void Values::forget(Value value) {
  splats.erase(value);
  ranges.erase(value);
  numbers.erase(value);
}

void Values::eraseDead(Operation *op) {
  SmallVector<Operation *> work = {op};
  while (!work.empty()) {
    Operation *next = work.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    SmallVector<Value> operands(next->getOperands());
    for (Value result : next->getResults())
      forget(result);
    erased.insert(next);
    next->erase();
    llvm::DenseSet<Operation *> seen;
    for (Value operand : operands)
      if (Operation *source = operand.getDefiningOp();
          source && source->use_empty() && seen.insert(source).second)
        work.push_back(source);
  }
}

//===----------------------------------------------------------------------===//
// Looking through
//===----------------------------------------------------------------------===//

/// The operand that an op passes on unchanged; null if it is not such an op.
static Value unchangedOperand(Values &values, Operation *op) {
  auto is = [&](Value value, double number) { return values.splatOf(value) == number; };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::AddOp op) {
        return is(op.getRhs(), 0) ? op.getLhs() : is(op.getLhs(), 0) ? op.getRhs() : Value();
      })
      .Case([&](stablehlo::SubtractOp op) { return is(op.getRhs(), 0) ? op.getLhs() : Value(); })
      .Case([&](stablehlo::MulOp op) {
        return is(op.getRhs(), 1) ? op.getLhs() : is(op.getLhs(), 1) ? op.getRhs() : Value();
      })
      .Case([&](stablehlo::DivOp op) { return is(op.getRhs(), 1) ? op.getLhs() : Value(); })
      .Case([&](stablehlo::PowOp op) { return is(op.getRhs(), 1) ? op.getLhs() : Value(); })
      .Case([&](stablehlo::SelectOp op) -> Value {
        if (std::optional<double> predicate = values.splatOf(op.getPred()))
          return *predicate ? op.getOnTrue() : op.getOnFalse();
        // An index that is never negative needs no extent added.
        if (std::optional<Range> range = values.rangeOf(op.getPred()))
          return range->low > 0 ? op.getOnTrue() : range->high <= 0 ? op.getOnFalse() : Value();
        return {};
      })
      .Default([](Operation *) { return Value(); });
}

/// The axes of the operand of a gather that takes index 0 of dimensions of extent 1
/// and all of the others: a reshape in disguise.
static std::optional<Axes> axesOfTrivialGather(Values &values, stablehlo::GatherOp gather,
                                               ArrayRef<Axis> axes) {
  if (values.splatOf(gather.getStartIndices()) != 0.0)
    return std::nullopt;
  auto numbers = gather.getDimensionNumbers();
  ArrayRef<int64_t> shape = typeOf(gather.getOperand()).getShape();
  if (gather.getSliceSizes() != shape || !numbers.getOperandBatchingDims().empty())
    return std::nullopt;
  if (typeOf(gather.getStartIndices()).getNumElements() !=
      static_cast<int64_t>(numbers.getStartIndexMap().size()))
    return std::nullopt;
  return regroup(axes, shape);
}

void Values::lookThrough(View &view, bool converts) {
  while (Operation *op = view.root.getDefiningOp()) {
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
      Axes axes(view.axes.size());
      for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
        axes[from] = view.axes[to];
      view = {transpose.getOperand(), axes};
      continue;
    }
    if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
      std::optional<Axes> axes = regroup(view.axes, typeOf(reshape.getOperand()).getShape());
      if (!axes)
        return;
      view = {reshape.getOperand(), *axes};
      continue;
    }
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      RankedTensorType type = typeOf(broadcast.getOperand());
      Axes axes;
      for (auto [from, to] : llvm::enumerate(broadcast.getBroadcastDimensions()))
        axes.push_back(type.getDimSize(from) == 1 ? Axis() : view.axes[to]);
      view = {broadcast.getOperand(), axes};
      continue;
    }
    if (auto convert = dyn_cast<stablehlo::ConvertOp>(op)) {
      bool isSame = convert.getOperand().getType() == convert.getType();
      bool isFloat = isa<FloatType>(typeOf(convert.getOperand()).getElementType()) &&
                     isa<FloatType>(convert.getType().getElementType());
      if (!isSame && !(converts && isFloat))
        return;
      view.root = convert.getOperand();
      continue;
    }
    if (auto gather = dyn_cast<stablehlo::GatherOp>(op)) {
      std::optional<Axes> axes = axesOfTrivialGather(*this, gather, view.axes);
      if (!axes)
        return;
      view = {gather.getOperand(), *axes};
      continue;
    }
    Value operand = unchangedOperand(*this, op);
    if (!operand || operand.getType() != view.root.getType())
      return;
    view.root = operand;
  }
}

bool Values::same(const View &a, const View &b) {
  View x = through(a), y = through(b);
  return numberOf(x.root) == numberOf(y.root) && sameAxes(x.axes, y.axes);
}

std::optional<Axis> Values::sameButReduced(const View &full, const View &reduced,
                                           int64_t firstFresh) {
  View x = through(full), y = through(reduced);
  Axis pieces;
  if (numberOf(x.root) != numberOf(y.root)) {
    // Differences of equal parts, where one part has been broadcast.
    auto sub = definedBy<stablehlo::SubtractOp>(x), other = definedBy<stablehlo::SubtractOp>(y);
    if (!sub || !other)
      return std::nullopt;
    return sameButReduced({sub.getLhs(), x.axes}, {other.getLhs(), y.axes}, firstFresh);
  }
  for (auto [a, b] : llvm::zip(x.axes, y.axes)) {
    Axis f = normalized(a), r = normalized(b);
    std::reverse(f.begin(), f.end());
    std::reverse(r.begin(), r.end());
    while (!f.empty() && !r.empty()) {
      Piece p = f.pop_back_val(), q = r.pop_back_val();
      // Cut the longer one behind the length of the shorter one.
      auto cut = [](Piece &piece, int64_t size, Axis &rest) {
        if (piece.size % size != 0)
          return false;
        int64_t minor = piece.size / size;
        rest.push_back({piece.base, minor, piece.stride});
        piece = {piece.base, size, piece.stride * minor};
        return true;
      };
      if (p.size > q.size && !cut(p, q.size, f))
        return std::nullopt;
      if (q.size > p.size && !cut(q, p.size, r))
        return std::nullopt;
      if (q.base >= firstFresh)
        pieces.push_back(p);
      else if (!(p == q))
        return std::nullopt;
    }
    if (!f.empty() || !r.empty())
      return std::nullopt;
  }
  return normalized(pieces);
}

//===----------------------------------------------------------------------===//
// Parts of patterns
//===----------------------------------------------------------------------===//

std::optional<Reduction> matchSum(Values &values, View view) {
  values.lookThrough(view);
  auto reduce = view.root.getDefiningOp<stablehlo::ReduceOp>();
  if (!reduce || reduce.getInputs().size() != 1 ||
      values.splatOf(reduce.getInitValues().front()) != 0.0)
    return std::nullopt;
  Block &body = reduce.getBody().front();
  if (std::distance(body.begin(), body.end()) != 2 || !isa<stablehlo::AddOp>(body.front()) ||
      body.front().getOperand(0) == body.front().getOperand(1))
    return std::nullopt;
  Value input = reduce.getInputs().front();
  ArrayRef<int64_t> shape = typeOf(input).getShape();
  Reduction result;
  result.firstFresh = values.newBases(shape.size());
  result.operand.root = input;
  size_t kept = 0;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(dim))) {
      result.operand.axes.push_back(view.axes[kept++]);
      continue;
    }
    result.count *= extent;
    result.operand.axes.push_back(
        extent == 1 ? Axis{}
                    : Axis{Piece{result.firstFresh + static_cast<int64_t>(dim), extent, 1}});
  }
  return result;
}

std::optional<Reduction> matchMean(Values &values, View view) {
  values.lookThrough(view);
  auto fits = [&](std::optional<Reduction> sum, double divisor) {
    // The divisor may have been rounded to the type of the sum.
    unsigned width = typeOf(view.root).getElementTypeBitWidth();
    double tolerance = width < 32 ? 4e-3 : 1e-6;
    return sum && std::abs(divisor / static_cast<double>(sum->count) - 1.0) < tolerance
               ? sum
               : std::optional<Reduction>();
  };
  if (auto div = definedBy<stablehlo::DivOp>(view))
    if (std::optional<double> number = values.splatOf(div.getRhs()))
      return fits(matchSum(values, {div.getLhs(), view.axes}), *number);
  if (auto mul = definedBy<stablehlo::MulOp>(view))
    for (auto [a, b] : {std::pair(mul.getLhs(), mul.getRhs()), {mul.getRhs(), mul.getLhs()}})
      if (std::optional<double> number = values.splatOf(b))
        return fits(matchSum(values, {a, view.axes}), 1.0 / *number);
  return std::nullopt;
}

std::optional<View> matchSquare(Values &values, View view) {
  values.lookThrough(view);
  if (auto mul = definedBy<stablehlo::MulOp>(view)) {
    View a{mul.getLhs(), view.axes}, b{mul.getRhs(), view.axes};
    if (values.same(a, b))
      return a;
  }
  if (auto pow = definedBy<stablehlo::PowOp>(view))
    if (values.splatOf(pow.getRhs()) == 2.0)
      return View{pow.getLhs(), view.axes};
  return std::nullopt;
}

bool isUsedOutside(Values &values, Operation *root, ArrayRef<Value> leaves) {
  llvm::DenseSet<unsigned> numbers;
  for (Value leaf : leaves)
    numbers.insert(values.numberOf(leaf));
  auto isLeaf = [&](Value value) { return numbers.contains(values.numberOf(value)); };
  // Ops on the way, users before what they use.
  constexpr size_t most = 1000;
  llvm::DenseSet<Operation *> region = {root};
  SmallVector<Operation *> work = {root}, order;
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    order.push_back(op);
    if (order.size() > most)
      return true;
    for (Value operand : op->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (source && !isLeaf(operand) && region.insert(source).second)
        work.push_back(source);
    }
  }
  llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  // What is no more than a leaf in another layout, or made of constants alone.
  llvm::DenseSet<Operation *> cheap;
  for (Operation *op : order) {
    bool isView = isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::BroadcastInDimOp,
                      stablehlo::ConvertOp>(op);
    bool fromCheap = llvm::all_of(op->getOperands(), [&](Value operand) {
      Operation *source = operand.getDefiningOp();
      return (isView && isLeaf(operand)) || (source && cheap.contains(source));
    });
    bool dependsOnLeaf =
        llvm::any_of(op->getOperands(), [&](Value operand) { return isLeaf(operand); });
    if (op != root && fromCheap && (isView || !dependsOnLeaf)) {
      cheap.insert(op);
      continue;
    }
    if (op == root)
      continue;
    for (Operation *user : op->getUsers()) {
      while (user && user->getBlock() != root->getBlock())
        user = user->getParentOp();
      if (!user || !region.contains(user))
        return true;
    }
  }
  return false;
}

} // namespace shardc::raising
