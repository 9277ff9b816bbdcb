//===- RaiseLoss.cpp - cross entropy from its parts -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A loss picks from each row of log-probabilities, or of logits to subtract from
// the logarithm of the sum of exponentials, the element that a label names: by a
// gather, or by a sum over a comparison of labels with an iota.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// An element of each row of `rows`, at the index that `labels` says; the pieces
/// `columns` number the index.
struct Pick {
  View rows, labels;
  Axis columns;
  /// A gather, which holds labels in range; else an index out of range picks 0.
  bool isGather = false;
  /// Where this is false `otherwise` stands for the element.
  std::optional<View> isValid;
  double otherwise = 0.0;
};

/// Looks through conversions of integers too.
View throughIntegers(Values &values, View view) {
  while (true) {
    values.lookThrough(view);
    auto convert = definedBy<stablehlo::ConvertOp>(view);
    if (!convert || !isa<IntegerType>(getElementTypeOrSelf(convert.getOperand())) ||
        getElementTypeOrSelf(convert.getOperand()).isInteger(1))
      return view;
    view.root = convert.getOperand();
  }
}

std::optional<Pick> matchGather(Values &values, const View &view) {
  auto gather = definedBy<stablehlo::GatherOp>(view);
  auto numbers = gather.getDimensionNumbers();
  RankedTensorType operand = typeOf(gather.getOperand()),
                   indices = typeOf(gather.getStartIndices());
  if (!numbers.getOffsetDims().empty() ||
      llvm::any_of(gather.getSliceSizes(), [](int64_t size) { return size != 1; }))
    return std::nullopt;
  int64_t vectorDim = numbers.getIndexVectorDim();
  // The result runs over the dimensions of the indices but for that of index vectors.
  Axes indexAxes;
  for (int64_t dim = 0, next = 0; dim < indices.getRank(); ++dim)
    indexAxes.push_back(dim == vectorDim ? Axis() : view.axes[next++]);
  Pick pick;
  pick.isGather = true;
  pick.rows = {gather.getOperand(), Axes(operand.getRank())};
  for (auto [mine, other] :
       llvm::zip(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims()))
    pick.rows.axes[mine] = indexAxes[other];
  int64_t fresh = values.newBases(1);
  auto pickFrom = [&](int64_t dim, Value labels, ArrayRef<Axis> axes) {
    pick.columns = {Piece{fresh, operand.getDimSize(dim), 1}};
    pick.rows.axes[dim] = pick.columns;
    pick.labels = {labels, Axes(axes)};
  };
  ArrayRef<int64_t> map = numbers.getStartIndexMap();
  if (map.size() == 1) {
    pickFrom(map.front(), gather.getStartIndices(), indexAxes);
    return pick;
  }
  // Index vectors put together of iotas and the labels.
  View vectors = throughIntegers(values, {gather.getStartIndices(), indexAxes});
  auto concat = definedBy<stablehlo::ConcatenateOp>(vectors);
  if (!concat || concat.getInputs().size() != map.size() ||
      static_cast<int64_t>(concat.getDimension()) >= static_cast<int64_t>(vectors.axes.size()))
    return std::nullopt;
  for (auto [dim, part] : llvm::zip(map, concat.getInputs())) {
    View component = throughIntegers(values, {part, vectors.axes});
    if (auto iota = definedBy<stablehlo::IotaOp>(component)) {
      pick.rows.axes[dim] = component.axes[iota.getIotaDimension()];
      if (typeOf(iota).getDimSize(iota.getIotaDimension()) != operand.getDimSize(dim))
        return std::nullopt;
      continue;
    }
    if (!pick.columns.empty())
      return std::nullopt;
    pickFrom(dim, part, vectors.axes);
  }
  return pick.columns.empty() ? std::nullopt : std::optional<Pick>(pick);
}

/// Matches labels == iota over `columns`; gives the labels.
std::optional<View> matchOneHot(Values &values, View view, const Axis &columns) {
  values.lookThrough(view);
  if (auto convert = definedBy<stablehlo::ConvertOp>(view))
    view = values.through(convert.getOperand(), view.axes);
  auto compare = definedBy<stablehlo::CompareOp>(view);
  if (!compare || compare.getComparisonDirection() != stablehlo::ComparisonDirection::EQ ||
      !isa<IntegerType>(getElementTypeOrSelf(compare.getLhs())))
    return std::nullopt;
  for (auto [labels, index] :
       {std::pair(compare.getLhs(), compare.getRhs()), {compare.getRhs(), compare.getLhs()}}) {
    View count = throughIntegers(values, {index, view.axes});
    auto iota = definedBy<stablehlo::IotaOp>(count);
    if (!iota || !sameAxis(count.axes[iota.getIotaDimension()], columns))
      continue;
    View result = values.through(labels, view.axes);
    Axis all = flattened(result.axes), own = columns;
    if (refine(all, own) &&
        llvm::none_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); }))
      return result;
  }
  return std::nullopt;
}

std::optional<Pick> matchPick(Values &values, View view, bool allowGuard) {
  values.lookThrough(view);
  if (auto select = definedBy<stablehlo::SelectOp>(view); select && allowGuard) {
    std::optional<double> otherwise = values.splatOf(select.getOnFalse());
    if (!otherwise || typeOf(select.getPred()).getRank() == 0)
      return std::nullopt;
    std::optional<Pick> pick = matchPick(values, {select.getOnTrue(), view.axes}, false);
    if (pick) {
      pick->isValid = View{select.getPred(), view.axes};
      pick->otherwise = *otherwise;
    }
    return pick;
  }
  if (definedBy<stablehlo::GatherOp>(view))
    return matchGather(values, view);
  std::optional<Reduction> sum = matchSum(values, view);
  if (!sum)
    return std::nullopt;
  Axis columns;
  for (const Piece &piece : flattened(sum->operand.axes))
    if (piece.base >= sum->firstFresh)
      columns.push_back(piece);
  columns = normalized(columns);
  View term = values.through(sum->operand);
  Pick pick;
  pick.columns = columns;
  auto take = [&](Value hot, Value rows) {
    std::optional<View> labels = matchOneHot(values, {hot, term.axes}, columns);
    if (!labels)
      return false;
    pick.labels = *labels;
    pick.rows = {rows, term.axes};
    return true;
  };
  if (auto mul = definedBy<stablehlo::MulOp>(term))
    if (take(mul.getLhs(), mul.getRhs()) || take(mul.getRhs(), mul.getLhs()))
      return pick;
  if (auto select = definedBy<stablehlo::SelectOp>(term))
    if (values.splatOf(select.getOnFalse()) == 0.0 && take(select.getPred(), select.getOnTrue()))
      return pick;
  return std::nullopt;
}

/// log(sum(exp(z))), with the dimensions of z that are summed from `firstFresh` on.
struct LogSum {
  View z;
  int64_t firstFresh;
};

std::optional<LogSum> matchLogSum(Values &values, View view) {
  values.lookThrough(view);
  auto log = definedBy<stablehlo::LogOp>(view);
  if (!log)
    return std::nullopt;
  View sum = values.through(log.getOperand(), view.axes);
  // A sum of exponentials is its own magnitude.
  if (auto abs = definedBy<stablehlo::AbsOp>(sum))
    sum = values.through(abs.getOperand(), sum.axes);
  std::optional<Reduction> reduction = matchSum(values, sum);
  if (!reduction)
    return std::nullopt;
  View power = values.through(reduction->operand);
  auto exp = definedBy<stablehlo::ExpOp>(power);
  if (!exp)
    return std::nullopt;
  return LogSum{values.through(exp.getOperand(), power.axes), reduction->firstFresh};
}

/// log(sum(exp(x - m))) + m, or without m: gives x.
std::optional<LogSum> matchLogSumExp(Values &values, View view) {
  values.lookThrough(view);
  if (std::optional<LogSum> plain = matchLogSum(values, view))
    return plain;
  auto add = definedBy<stablehlo::AddOp>(view);
  if (!add)
    return std::nullopt;
  for (auto [log, shift] : {std::pair(add.getLhs(), add.getRhs()), {add.getRhs(), add.getLhs()}}) {
    std::optional<LogSum> sum = matchLogSum(values, {log, view.axes});
    if (!sum)
      continue;
    auto sub = definedBy<stablehlo::SubtractOp>(sum->z);
    if (sub && values.same({sub.getRhs(), sum->z.axes}, {shift, view.axes}))
      return LogSum{values.through(sub.getLhs(), sum->z.axes), sum->firstFresh};
  }
  return std::nullopt;
}

/// Whether summing `sum` over its fresh dimensions is summing `rows` over `columns`.
bool sumsColumns(Values &values, const View &rows, const LogSum &sum, const Axis &columns) {
  std::optional<Axis> pieces = values.sameButReduced(rows, sum.z, sum.firstFresh);
  return pieces && sameAxis(*pieces, columns);
}

/// The logits without what is the same for a whole row.
View withoutShift(Values &values, View view, const Axis &columns) {
  values.lookThrough(view);
  while (auto sub = definedBy<stablehlo::SubtractOp>(view)) {
    Axis all = flattened(values.through(sub.getRhs(), view.axes).axes), own = columns;
    if (!refine(all, own) ||
        llvm::any_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); }))
      break;
    view = values.through(sub.getLhs(), view.axes);
  }
  return view;
}

/// A loss at `root`, negated if `isNegated`.
struct Loss {
  Pick pick;
  View logits;
  bool isNegated = false;
};

std::optional<Loss> matchLoss(Values &values, Value root) {
  View whole = identityView(root);
  Loss loss;
  if (auto sub = root.getDefiningOp<stablehlo::SubtractOp>()) {
    std::optional<Pick> pick = matchPick(values, {sub.getRhs(), whole.axes}, true);
    // A sum over a comparison gives 0 for a label out of range, where the op gives
    // a loss of 0.
    if (!pick || !pick->isGather)
      return std::nullopt;
    std::optional<LogSum> sum = matchLogSumExp(values, {sub.getLhs(), whole.axes});
    if (!sum || !sumsColumns(values, pick->rows, *sum, pick->columns))
      return std::nullopt;
    loss.pick = *pick;
    // log(sum(exp(z))) - z[label] does not change with what is taken off a row.
    loss.logits = withoutShift(values, pick->rows, pick->columns);
    return loss;
  }
  std::optional<Pick> pick = matchPick(values, whole, false);
  if (!pick)
    return std::nullopt;
  View rows = values.through(pick->rows);
  auto sub = definedBy<stablehlo::SubtractOp>(rows);
  if (!sub)
    return std::nullopt;
  std::optional<LogSum> sum = matchLogSumExp(values, {sub.getRhs(), rows.axes});
  View minuend = values.through(sub.getLhs(), rows.axes);
  if (!sum || !sumsColumns(values, minuend, *sum, pick->columns))
    return std::nullopt;
  loss.pick = *pick;
  loss.logits = withoutShift(values, minuend, pick->columns);
  loss.isNegated = true;
  return loss;
}

bool raiseAt(Raiser &raiser, Value root) {
  Values &values = raiser.values;
  std::optional<Loss> loss = matchLoss(values, root);
  if (!loss)
    return false;
  Pick &pick = loss->pick;
  pick.labels = values.through(pick.labels);
  if (pick.isValid) {
    // The loss with what stands for the element must be a number that no loss is.
    if (std::isfinite(pick.otherwise))
      return false;
    pick.isValid = values.through(*pick.isValid);
  }
  SmallVector<Value> leaves = {loss->logits.root, pick.labels.root};
  if (pick.isValid)
    leaves.push_back(pick.isValid->root);
  Operation *anchor = root.getDefiningOp();
  if (isUsedOutside(anchor, leaves))
    return false;

  View whole = identityView(root);
  OpBuilder builder = raiser.before(anchor);
  Location loc = root.getLoc();
  TensorBuilder b(builder, loc);
  Axes wanted = whole.axes;
  wanted.push_back(pick.columns);
  Value logits = materialize(builder, loc, loss->logits, wanted, /*repeat=*/true);
  Value labels = materialize(builder, loc, pick.labels, whole.axes, /*repeat=*/true);
  Value valid;
  if (pick.isValid)
    valid = materialize(builder, loc, *pick.isValid, whole.axes, /*repeat=*/true);
  if (!logits || !labels || (pick.isValid && !valid))
    return false;
  if (pick.isGather) {
    Value low = b.splatLike(labels, 0);
    Value high = b.splatLike(labels, tensorTypeOf(logits).getShape().back() - 1);
    labels = stablehlo::ClampOp::create(builder, loc, labels.getType(), low, labels, high);
  }
  Type element = getElementTypeOrSelf(root);
  auto type = cast<RankedTensorType>(root.getType());
  auto op = nn::CrossEntropyOp::create(builder, loc, type, type, logits, labels);
  Value result = b.convert(op.getLoss(), element);
  if (loss->isNegated)
    result = b.neg(result);
  if (pick.isValid)
    // What the other element would have made of the loss: it is not finite.
    result = b.select(valid, result, b.splatLike(result, -pick.otherwise));
  raiser.replace(root, result, RaiseKind::CrossEntropy);
  return true;
}

} // namespace

bool raiseCrossEntropy(Raiser &raiser, Operation *anchor) {
  if (!isa<FloatType>(getElementTypeOrSelf(anchor->getResult(0))))
    return false;
  llvm::SetVector<Value> found;
  found.insert(anchor->getResult(0));
  for (size_t i = 0; i < found.size() && found.size() < 20; ++i)
    for (Operation *user : found[i].getUsers())
      if (isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::NegOp, stablehlo::MulOp,
              stablehlo::SelectOp, stablehlo::ConvertOp, stablehlo::ReshapeOp,
              stablehlo::TransposeOp, stablehlo::BroadcastInDimOp, stablehlo::GatherOp,
              stablehlo::ReduceOp>(user))
        found.insert(user->getResult(0));
  for (Value root : found)
    if (isa<stablehlo::SubtractOp, stablehlo::GatherOp, stablehlo::ReduceOp>(root.getDefiningOp()))
      if (raiseAt(raiser, root))
        return true;
  return false;
}

} // namespace shardc::raising
