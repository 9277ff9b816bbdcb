//===- RaiseAttention.cpp - attention from its parts ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Starts at the product of probabilities with values and walks back over the
// softmax and what is done to the scores to the product of queries and keys.
// Dimensions of the probabilities number the bases of all pieces; the pieces then
// say which dimensions of queries, keys and values are batch, heads and sequence.
//
//===----------------------------------------------------------------------===//
#include "RaiseRoles.h"
#include "RaiseScores.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace shardc::raising {
namespace {

/// Numbers of dimensions that only some of the operands have.
constexpr int64_t kDepthBase = 100, kValueBase = 200;

/// How much deeper keys may be than values, or values than keys: the shallower ones are
/// padded with zeros, which costs less than keeping the probabilities.
constexpr int64_t kMostPadding = 2;

/// Which dimensions of a product's operand are what.
struct OperandDims {
  SmallVector<int64_t> batch, contract, free;
};

OperandDims dimsOf(stablehlo::DotGeneralOp dot, bool lhs) {
  auto numbers = dot.getDotDimensionNumbers();
  OperandDims dims;
  dims.batch = llvm::to_vector(lhs ? numbers.getLhsBatchingDimensions()
                                   : numbers.getRhsBatchingDimensions());
  dims.contract = llvm::to_vector(lhs ? numbers.getLhsContractingDimensions()
                                      : numbers.getRhsContractingDimensions());
  auto type = cast<RankedTensorType>((lhs ? dot.getLhs() : dot.getRhs()).getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(dims.batch, dim) && !llvm::is_contained(dims.contract, dim))
      dims.free.push_back(dim);
  return dims;
}

/// A match of attention, as far as it has come.
struct Match {
  Raiser &raiser;
  Values &values;
  stablehlo::DotGeneralOp outer, inner;
  /// Of the probabilities, of outer's other operand.
  bool probabilityIsLhs = true;
  OperandDims probability, valueDims;
  RankedTensorType probabilityType;
  Axes probabilityAxes;
  View valueView;
  /// Pieces of the sequence of keys.
  Axis keys;
  SmallVector<Step, 4> steps;
  /// Picks zeros for rows without a visible key; null: nothing does.
  View guard;

  Match(Raiser &raiser, stablehlo::DotGeneralOp outer)
      : raiser(raiser), values(raiser.values), outer(outer) {}

  bool dependsOnKeys(const View &view) const {
    Axis all = flattened(view.axes), own = keys;
    if (!refine(all, own))
      return true;
    return llvm::any_of(all, [&](const Piece &piece) { return llvm::is_contained(own, piece); });
  }

  bool run(bool probabilityIsLhs);
  bool matchSoftmax(View view);
  bool matchScores(View view, unsigned depth);
  bool isHiddenRow(const View &predicate, const View &scores);
  bool build(const View &scores);
  bool emit(const ScoreForm &form, const MaskForm &masks, const Roles &roles, const View &query,
            const View &key, const View &value);
};

/// Whether a condition says of a row that all of its scores are negative infinity.
bool Match::isHiddenRow(const View &predicate, const View &scores) {
  View view = values.through(predicate);
  bool isNegated = false;
  while (auto negation = definedBy<stablehlo::NotOp>(view)) {
    view = values.through(negation.getOperand(), view.axes);
    isNegated = !isNegated;
  }
  auto reduce = definedBy<stablehlo::ReduceOp>(view);
  if (!reduce || reduce.getInputs().size() != 1)
    return false;
  // The reducer may say its truth in a roundabout way.
  Value combined = reduce.getBody().front().getTerminator()->getOperand(0);
  if (auto select = combined.getDefiningOp<stablehlo::SelectOp>();
      select && matchPattern(select.getOnTrue(), m_One()) &&
      matchPattern(select.getOnFalse(), m_Zero()))
    combined = select.getPred();
  if (!combined.getDefiningOp())
    return false;
  Operation &body = *combined.getDefiningOp();
  if (isNegated ? !isa<stablehlo::OrOp, stablehlo::MaxOp>(body)
                : !isa<stablehlo::AndOp, stablehlo::MinOp>(body))
    return false;
  Value input = reduce.getInputs().front();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(input.getType()).getShape();
  int64_t firstFresh = values.newBases(shape.size());
  View element = identityView(input, firstFresh);
  size_t kept = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (!llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(dim)))
      element.axes[dim] = view.axes[kept++];
  values.lookThrough(element);
  while (auto negation = definedBy<stablehlo::NotOp>(element)) {
    element = values.through(negation.getOperand(), element.axes);
    isNegated = !isNegated;
  }
  auto compare = definedBy<stablehlo::CompareOp>(element);
  if (!compare || values.splatOf(compare.getRhs()) != -INFINITY)
    return false;
  auto wanted = isNegated ? stablehlo::ComparisonDirection::NE : stablehlo::ComparisonDirection::EQ;
  if (compare.getComparisonDirection() != wanted)
    return false;
  std::optional<Axis> over =
      values.sameButReduced(scores, {compare.getLhs(), element.axes}, firstFresh);
  return over && sameAxis(*over, keys);
}

bool Match::matchSoftmax(View view) {
  values.lookThrough(view);
  if (auto select = definedBy<stablehlo::SelectOp>(view)) {
    if (values.splatOf(select.getOnTrue()) != 0.0 ||
        cast<RankedTensorType>(select.getPred().getType()).getRank() == 0)
      return false;
    guard = {select.getPred(), view.axes};
    view.root = select.getOnFalse();
    values.lookThrough(view);
  }
  Value numerator;
  View sum;
  if (auto div = definedBy<stablehlo::DivOp>(view)) {
    numerator = div.getLhs();
    sum = values.through(div.getRhs(), view.axes);
  } else if (auto mul = definedBy<stablehlo::MulOp>(view)) {
    for (auto [a, b] : {std::pair(mul.getLhs(), mul.getRhs()), {mul.getRhs(), mul.getLhs()}}) {
      View inverse = values.through(b, view.axes);
      auto div = definedBy<stablehlo::DivOp>(inverse);
      if (!div || values.splatOf(div.getLhs()) != 1.0)
        continue;
      numerator = a;
      sum = values.through(div.getRhs(), inverse.axes);
      break;
    }
  }
  if (!numerator)
    return false;
  View power = values.through(numerator, view.axes);
  auto exp = definedBy<stablehlo::ExpOp>(power);
  if (!exp)
    return false;
  std::optional<Reduction> reduction = matchSum(values, sum);
  if (!reduction)
    return false;
  std::optional<Axis> summed =
      values.sameButReduced(power, reduction->operand, reduction->firstFresh);
  if (!summed || !sameAxis(*summed, keys))
    return false;
  View scores = values.through(exp.getOperand(), power.axes);
  // A softmax does not change with what is taken off a whole row.
  while (auto sub = definedBy<stablehlo::SubtractOp>(scores)) {
    if (dependsOnKeys(values.through(sub.getRhs(), scores.axes)))
      break;
    scores = values.through(sub.getLhs(), scores.axes);
  }
  if (guard.root && !isHiddenRow(guard, scores))
    return false;
  return matchScores(scores, 0);
}

bool Match::matchScores(View view, unsigned depth) {
  values.lookThrough(view);
  if (auto dot = definedBy<stablehlo::DotGeneralOp>(view)) {
    inner = dot;
    return build(view);
  }
  if (depth > 8)
    return false;
  Operation *op = view.root.getDefiningOp();
  if (!op)
    return false;
  auto descend = [&](Step step, Value operand) {
    steps.push_back(step);
    if (matchScores({operand, view.axes}, depth + 1))
      return true;
    steps.pop_back();
    return false;
  };
  if (isa<stablehlo::MulOp, stablehlo::DivOp>(op)) {
    bool isMul = isa<stablehlo::MulOp>(op);
    if (std::optional<double> number = values.splatOf(op->getOperand(1)))
      return descend({Step::Scale, isMul ? *number : 1.0 / *number, {}}, op->getOperand(0));
    if (std::optional<double> number = values.splatOf(op->getOperand(0)); isMul && number)
      return descend({Step::Scale, *number, {}}, op->getOperand(1));
    return false;
  }
  if (isa<stablehlo::TanhOp>(op))
    return descend({Step::Tanh, 1.0, {}}, op->getOperand(0));
  if (auto add = dyn_cast<stablehlo::AddOp>(op)) {
    for (unsigned main : {0, 1}) {
      Step step{Step::Mask, 1.0, {}};
      step.mask.isAdded = true;
      step.mask.view = {op->getOperand(1 - main), view.axes};
      if (descend(step, op->getOperand(main)))
        return true;
    }
    return false;
  }
  if (auto sub = dyn_cast<stablehlo::SubtractOp>(op)) {
    Step step{Step::Mask, 1.0, {}};
    step.mask.isAdded = step.mask.isNegated = true;
    step.mask.view = {sub.getRhs(), view.axes};
    return descend(step, sub.getLhs());
  }
  if (auto select = dyn_cast<stablehlo::SelectOp>(op)) {
    if (cast<RankedTensorType>(select.getPred().getType()).getRank() == 0)
      return false;
    Step step{Step::Mask, 1.0, {}};
    step.mask.view = {select.getPred(), view.axes};
    std::optional<double> hidden = values.splatOf(select.getOnFalse());
    Value main = select.getOnTrue();
    if (!hidden) {
      hidden = values.splatOf(select.getOnTrue());
      main = select.getOnFalse();
      step.mask.isNegated = true;
    }
    if (!hidden || std::isnan(*hidden))
      return false;
    step.mask.hidden = *hidden;
    return descend(step, main);
  }
  return false;
}

/// The last of the reshapes and transposes of a value that are its only use, and its
/// axes.
void followLayout(Value &value, Axes &axes) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    std::optional<Axes> next = axesThrough(user, axes);
    if (!next)
      return;
    value = user->getResult(0);
    axes = *next;
  }
}

bool Match::build(const View &scores) {
  std::optional<ScoreForm> form = formOf(steps);
  if (!form)
    return false;

  // Which operand are the keys: the one whose free dimensions are theirs.
  OperandDims lhs = dimsOf(inner, true), rhs = dimsOf(inner, false);
  size_t batch = lhs.batch.size(), lhsFree = lhs.free.size();
  Axes batchAxes(scores.axes.begin(), scores.axes.begin() + batch);
  Axes lhsAxes(scores.axes.begin() + batch, scores.axes.begin() + batch + lhsFree);
  Axes rhsAxes(scores.axes.begin() + batch + lhsFree, scores.axes.end());
  bool keysAreRhs = sameAxis(flattened(rhsAxes), keys);
  if (!keysAreRhs && !sameAxis(flattened(lhsAxes), keys))
    return false;
  auto viewOf = [&](Value operand, const OperandDims &dims, ArrayRef<Axis> free) {
    auto type = cast<RankedTensorType>(operand.getType());
    View view{operand, Axes(type.getRank())};
    for (auto [i, dim] : llvm::enumerate(dims.batch))
      view.axes[dim] = batchAxes[i];
    for (auto [i, dim] : llvm::enumerate(dims.free))
      view.axes[dim] = free[i];
    for (auto [i, dim] : llvm::enumerate(dims.contract))
      if (type.getDimSize(dim) != 1)
        view.axes[dim] = {Piece{kDepthBase + static_cast<int64_t>(i), type.getDimSize(dim), 1}};
    return view;
  };
  View query =
      keysAreRhs ? viewOf(inner.getLhs(), lhs, lhsAxes) : viewOf(inner.getRhs(), rhs, rhsAxes);
  View key =
      keysAreRhs ? viewOf(inner.getRhs(), rhs, rhsAxes) : viewOf(inner.getLhs(), lhs, lhsAxes);
  form->scale *= stripScale(values, query) * stripScale(values, key);
  View value = valueView;
  lookThroughWidening(values, value);
  if (!std::isfinite(form->scale))
    return false;

  // The masks, and the dimensions they tell of.
  SmallVector<ScoreMask, 2> list(form->masks.begin(), form->masks.end());
  std::optional<MaskForm> masks = classifyMasks(raiser, list, keys);
  if (!masks)
    return false;

  // Cut the probabilities' indices as all of the views need them.
  Axis all;
  RankedTensorType type = probabilityType;
  for (auto *dims : {&probability.batch, &probability.free})
    for (int64_t dim : *dims)
      if (type.getDimSize(dim) != 1)
        all.push_back({dim, type.getDimSize(dim), 1});
  Axis cuts[] = {flattened(query.axes),
                 flattened(key.axes),
                 flattened(value.axes),
                 masks->queries,
                 all,
                 masks->isCausal ? masks->rows : masks->queries};
  if (!cutAlike(cuts))
    return false;
  SmallVector<Atom> atoms;
  for (const Piece &piece : cuts[4]) {
    Atom atom{piece};
    auto at = llvm::find(cuts[0], piece);
    if (at == cuts[0].end())
      return false;
    atom.position = at - cuts[0].begin();
    atom.inKeys = llvm::is_contained(cuts[1], piece) || llvm::is_contained(cuts[2], piece);
    atom.inHint = llvm::is_contained(cuts[5], piece);
    atoms.push_back(atom);
  }
  bool hasUnitBatch = query.axes.size() > 3 && query.axes.front().empty();
  Roles roles = assignRoles(atoms, hasUnitBatch);
  for (const Piece &piece : cuts[0])
    if (piece.base >= kDepthBase)
      roles.depth.push_back(piece);
  for (const Piece &piece : cuts[2])
    if (piece.base >= kValueBase)
      roles.valueDepth.push_back(piece);
  // A causal mask compares the whole sequence of queries.
  if (masks->isCausal && sizeOf(roles.queries) != sizeOf(keys))
    return false;
  auto [least, most] = std::minmax(sizeOf(roles.depth), sizeOf(roles.valueDepth));
  if (most > kMostPadding * least)
    return false;
  return emit(*form, *masks, roles, query, key, value);
}

bool Match::emit(const ScoreForm &form, const MaskForm &masks, const Roles &roles,
                 const View &query, const View &key, const View &value) {
  SmallVector<Value> leaves = {query.root, key.root, value.root};
  for (const Condition &term : masks.added)
    leaves.push_back(term.view.root);
  for (const Condition &part : masks.conditions)
    leaves.push_back(part.view.root);
  // Other attentions may have the same mask, whole or in parts.
  for (const ScoreMask &mask : form.masks) {
    leaves.push_back(mask.view.root);
    leaves.push_back(values.through(mask.view).root);
  }
  if (isUsedOutside(values, outer, leaves))
    return false;

  Type element = getElementTypeOrSelf(inner.getLhs());
  for (Value operand : {Value(inner.getRhs()), valueView.root})
    if (Type other = getElementTypeOrSelf(operand);
        other.getIntOrFloatBitWidth() > element.getIntOrFloatBitWidth())
      element = other;
  OpBuilder builder = raiser.before(outer);
  Location loc = outer.getLoc();
  Axis heads = roles.heads();
  Operation *before = outer->getPrevNode();
  auto undo = [&] {
    while (Operation *last = outer->getPrevNode()) {
      if (last == before || !last->use_empty())
        break;
      last->erase();
    }
    return false;
  };
  Value q = materialize(builder, loc, query, {roles.batch, roles.queries, heads, roles.depth});
  Value k = materialize(builder, loc, key, {roles.batch, keys, roles.groups, roles.depth}, true);
  Value v =
      materialize(builder, loc, value, {roles.batch, keys, roles.groups, roles.valueDepth}, true);
  if (!q || !k || !v)
    return undo();
  Value mask;
  if (masks.hasOperand()) {
    mask = buildMask(builder, loc, masks, {roles.batch, heads, roles.queries, keys}, element);
    if (!mask)
      return undo();
  }
  TensorBuilder b(builder, loc);
  int64_t valueDepth = sizeOf(roles.valueDepth);
  int64_t depth = std::max(sizeOf(roles.depth), valueDepth);
  for (Value *operand : {&q, &k, &v}) {
    *operand = convertTo(builder, *operand, element);
    if (int64_t missing = depth - typeOf(*operand).getDimSize(3))
      *operand = b.pad(*operand, {0, 0, 0, 0}, {0, 0, 0, missing}, {0, 0, 0, 0});
  }
  auto type = cast<RankedTensorType>(q.getType());
  auto lse = type.clone({type.getDimSize(0), type.getDimSize(2), type.getDimSize(1)});
  bool hasValue = !masks.conditions.empty() && std::isfinite(masks.hidden);
  auto op = nn::AttentionOp::create(
      builder, loc, type, lse, q, k, v, /*query_offset=*/Value(), mask,
      masks.isCausal ? builder.getUnitAttr() : UnitAttr(), builder.getF64FloatAttr(form.scale),
      form.cap ? builder.getF64FloatAttr(*form.cap) : FloatAttr(),
      hasValue ? builder.getF64FloatAttr(masks.hidden) : FloatAttr(),
      // A row of a causal mask sees a key, so that a guard is idle.
      guard.root && masks.hasOperand() ? builder.getUnitAttr() : UnitAttr());

  // The product's own layout, and what follows of reshapes and transposes.
  bool valuesAreRhs = probabilityIsLhs;
  Axes batch, probabilityFree, valueFree;
  for (int64_t dim : probability.batch)
    batch.push_back(probabilityAxes[dim]);
  for (int64_t dim : probability.free)
    probabilityFree.push_back(probabilityAxes[dim]);
  for (int64_t dim : valueDims.free)
    valueFree.push_back(valueView.axes[dim]);
  Axes result = batch;
  for (const Axes *axes :
       {valuesAreRhs ? &probabilityFree : &valueFree, valuesAreRhs ? &valueFree : &probabilityFree})
    result.append(axes->begin(), axes->end());
  Value attended = valueDepth == depth ? op.getOut() : b.sliceDim(op.getOut(), 3, 0, valueDepth);
  Value target = outer.getResult();
  followLayout(target, result);
  builder.setInsertionPoint(target.getDefiningOp());
  View out{attended, {roles.batch, roles.queries, heads, roles.valueDepth}};
  Value replacement = materialize(builder, target.getLoc(), out, result);
  replacement = convertTo(builder, replacement, getElementTypeOrSelf(target));
  raiser.replace(target, replacement, RaiseKind::Attention);
  return true;
}

bool Match::run(bool isLhs) {
  probabilityIsLhs = isLhs;
  probability = dimsOf(outer, isLhs);
  valueDims = dimsOf(outer, !isLhs);
  Value p = isLhs ? outer.getLhs() : outer.getRhs();
  Value v = isLhs ? outer.getRhs() : outer.getLhs();
  probabilityType = cast<RankedTensorType>(p.getType());
  View view = identityView(p);
  probabilityAxes = view.axes;
  if (probability.contract.size() != 1)
    return false;
  keys = view.axes[probability.contract.front()];
  if (keys.empty())
    return false;
  auto valueType = cast<RankedTensorType>(v.getType());
  valueView = {v, Axes(valueType.getRank())};
  for (auto [mine, other] : llvm::zip(probability.batch, valueDims.batch))
    valueView.axes[other] = view.axes[mine];
  valueView.axes[valueDims.contract.front()] = keys;
  for (auto [index, dim] : llvm::enumerate(valueDims.free))
    if (valueType.getDimSize(dim) != 1)
      valueView.axes[dim] = {
          Piece{kValueBase + static_cast<int64_t>(index), valueType.getDimSize(dim), 1}};
  return matchSoftmax(view);
}

} // namespace

bool raiseAttention(Raiser &raiser, Operation *anchor) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(anchor);
  if (!dot || !isa<FloatType>(dot.getType().getElementType()))
    return false;
  return Match(raiser, dot).run(true) || Match(raiser, dot).run(false);
}

} // namespace shardc::raising
