//===- RaiseLoss.cpp - cross entropy from its parts -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A loss picks from each row of log-probabilities, or of logits to subtract from
// the logarithm of the sum of exponentials, the element that a label names. The
// logarithm of a softmax, before or after the choice, is log-probabilities too.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "RaisePicks.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

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

/// The logits of a softmax over `columns`.
std::optional<View> logitsOfSoftmax(Values &values, View view, const Axis &columns) {
  values.lookThrough(view);
  auto div = definedBy<stablehlo::DivOp>(view);
  if (!div)
    return std::nullopt;
  View power = values.through(div.getLhs(), view.axes);
  auto exp = definedBy<stablehlo::ExpOp>(power);
  std::optional<Reduction> sum = matchSum(values, {div.getRhs(), view.axes});
  if (!exp || !sum)
    return std::nullopt;
  std::optional<Axis> pieces = values.sameButReduced(power, sum->operand, sum->firstFresh);
  if (!pieces || !sameAxis(*pieces, columns))
    return std::nullopt;
  return withoutShift(values, {exp.getOperand(), power.axes}, columns);
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
  // The logarithm of a probability that was picked; a label out of range has none.
  if (auto log = root.getDefiningOp<stablehlo::LogOp>()) {
    std::optional<Pick> pick = matchPick(values, {log.getOperand(), whole.axes}, true);
    if (!pick || !pick->isGather || (pick->isValid && !std::isnan(pick->otherwise)))
      return std::nullopt;
    std::optional<View> logits = logitsOfSoftmax(values, pick->rows, pick->columns);
    if (!logits)
      return std::nullopt;
    return Loss{*pick, *logits, true};
  }
  std::optional<Pick> pick = matchPick(values, whole, false);
  if (!pick)
    return std::nullopt;
  View rows = values.through(pick->rows);
  if (auto log = definedBy<stablehlo::LogOp>(rows)) {
    std::optional<View> logits =
        logitsOfSoftmax(values, {log.getOperand(), rows.axes}, pick->columns);
    if (!logits)
      return std::nullopt;
    return Loss{*pick, *logits, true};
  }
  auto sub = definedBy<stablehlo::SubtractOp>(rows);
  if (!sub)
    return std::nullopt;
  std::optional<LogSum> sum = matchLogSumExp(values, {sub.getRhs(), rows.axes});
  View minuend = values.through(sub.getLhs(), rows.axes);
  if (!sum || !sumsColumns(values, minuend, *sum, pick->columns))
    return std::nullopt;
  return Loss{*pick, withoutShift(values, minuend, pick->columns), true};
}

/// Labels as a gather of one of `extent` columns reads them.
Value clampedIndex(TensorBuilder &b, Value labels, int64_t extent) {
  Value low = b.splatLike(labels, 0), high = b.splatLike(labels, extent - 1);
  return stablehlo::ClampOp::create(b.getBuilder(), b.getLoc(), labels.getType(), low, labels,
                                    high);
}

/// Makes the choice of a loss that stays in its parts a sum over selected columns:
/// ranks that hold some of the columns each then add up one number a row, where a
/// gather or a product of all dimensions would need the rows whole.
bool spreadPick(Raiser &raiser, Value root) {
  Values &values = raiser.values;
  Value picked = values.through(identityView(root)).root;
  if (auto log = picked.getDefiningOp<stablehlo::LogOp>())
    picked = values.through(identityView(log.getOperand())).root;
  if (auto sub = picked.getDefiningOp<stablehlo::SubtractOp>())
    picked = values.through(identityView(sub.getRhs())).root;
  if (auto select = picked.getDefiningOp<stablehlo::SelectOp>())
    picked = values.through(identityView(select.getOnTrue())).root;
  Operation *op = picked.getDefiningOp();
  if (!isa_and_present<stablehlo::GatherOp, stablehlo::DotGeneralOp>(op))
    return false;
  View whole = identityView(picked);
  std::optional<Pick> pick = matchPick(values, whole, false);
  if (!pick)
    return false;
  OpBuilder builder = raiser.before(op);
  Location loc = op->getLoc();
  TensorBuilder b(builder, loc);
  Axes rows = whole.axes, wanted;
  for (const Piece &piece : pick->summed)
    rows.push_back({piece});
  wanted = rows;
  wanted.push_back(pick->columns);
  View from = values.through(pick->rows, /*converts=*/false);
  Value all = materialize(builder, loc, from, wanted, /*repeat=*/true);
  Value labels = materialize(builder, loc, pick->labels, rows, /*repeat=*/true);
  if (!all || !labels)
    return false;
  ArrayRef<int64_t> shape = typeOf(all).getShape();
  if (pick->isGather)
    labels = clampedIndex(b, labels, shape.back());
  Value column = b.iota(typeOf(labels).clone(shape), shape.size() - 1);
  Value isOwn =
      b.compare(stablehlo::ComparisonDirection::EQ, column, b.broadcastLeading(labels, shape));
  SmallVector<int64_t> summed;
  for (size_t dim = whole.axes.size(); dim < shape.size(); ++dim)
    summed.push_back(dim);
  Value result = b.reduceSum(b.select(isOwn, all, b.splatLike(all, 0.0)), summed);
  raiser.replace(picked, b.convert(result, getElementTypeOrSelf(picked)));
  return true;
}

/// Whether the graph has changed.
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
  if (isUsedOutside(values, anchor, leaves))
    return countsColumns(raiser, loss->logits, pick.columns) && spreadPick(raiser, root);

  View whole = identityView(root);
  OpBuilder builder = raiser.before(anchor);
  Location loc = root.getLoc();
  TensorBuilder b(builder, loc);
  // One loss for each element of the root, and for each row that it sums up.
  Axes rows = whole.axes, wanted;
  for (const Piece &piece : pick.summed)
    rows.push_back({piece});
  wanted = rows;
  wanted.push_back(pick.columns);
  Value logits = materialize(builder, loc, loss->logits, wanted, /*repeat=*/true);
  Value labels = materialize(builder, loc, pick.labels, rows, /*repeat=*/true);
  Value valid;
  if (pick.isValid)
    valid = materialize(builder, loc, *pick.isValid, whole.axes, /*repeat=*/true);
  if (!logits || !labels || (pick.isValid && !valid))
    return false;
  if (pick.isGather)
    labels = clampedIndex(b, labels, typeOf(logits).getShape().back());
  Type element = getElementTypeOrSelf(root);
  auto type = typeOf(labels).clone(element);
  auto op = nn::CrossEntropyOp::create(builder, loc, type, type, logits, labels);
  Value result = b.convert(op.getLoss(), element);
  SmallVector<int64_t> summed;
  for (size_t dim = whole.axes.size(); dim < rows.size(); ++dim)
    summed.push_back(dim);
  if (!summed.empty())
    result = b.reduceSum(result, summed);
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
              stablehlo::ReduceOp, stablehlo::DotGeneralOp>(user))
        found.insert(user->getResult(0));
  for (Value root : found)
    if (isa<stablehlo::SubtractOp, stablehlo::GatherOp, stablehlo::ReduceOp, stablehlo::LogOp,
            stablehlo::DotGeneralOp>(root.getDefiningOp()))
      if (raiseAt(raiser, root))
        return true;
  return false;
}

} // namespace shardc::raising
