//===- RaiseHeads.cpp - attention written head by head ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Some exporters cut queries, keys and values into heads by slices, and put the
// results together by a concatenation or by adding them up in padding. The attentions
// of all heads are one attention, whose heads can be split.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "Raise.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;

namespace shardc::raising {
namespace {

/// Parts that lie one behind the other along a dimension.
struct Parts {
  SmallVector<Value> values;
  int64_t dim = 0;
  /// The whole, and the dimensions of the root that its own are.
  RankedTensorType type;
  Axes axes;
};

/// The only dimension that a pad of zeros pads, and by how much in front.
std::optional<std::pair<int64_t, int64_t>> paddedDim(Values &values, stablehlo::PadOp pad) {
  if (values.splatOf(pad.getPaddingValue()) != 0.0)
    return std::nullopt;
  std::optional<std::pair<int64_t, int64_t>> result;
  for (int64_t dim = 0; dim < pad.getType().getRank(); ++dim) {
    int64_t low = pad.getEdgePaddingLow()[dim], high = pad.getEdgePaddingHigh()[dim];
    if (pad.getInteriorPadding()[dim] != 0 || low < 0 || high < 0)
      return std::nullopt;
    if (low == 0 && high == 0)
      continue;
    if (result)
      return std::nullopt;
    result = {dim, low};
  }
  return result;
}

/// The terms of a sum, looking through layouts; false if they are too many.
bool terms(Values &values, View view, SmallVectorImpl<View> &all) {
  values.lookThrough(view, /*converts=*/false);
  if (auto add = definedBy<stablehlo::AddOp>(view))
    return terms(values, {add.getLhs(), view.axes}, all) &&
           terms(values, {add.getRhs(), view.axes}, all);
  all.push_back(view);
  return all.size() <= 256;
}

std::optional<Parts> matchParts(Values &values, Operation *op) {
  Parts parts;
  if (auto concat = dyn_cast<stablehlo::ConcatenateOp>(op)) {
    parts.values = llvm::to_vector(concat.getInputs());
    parts.dim = concat.getDimension();
    parts.type = cast<RankedTensorType>(concat.getType());
    parts.axes = identityView(concat.getResult()).axes;
    return parts;
  }
  SmallVector<View, 4> all;
  if (!terms(values, identityView(op->getResult(0)), all) || all.size() < 2)
    return std::nullopt;
  SmallVector<std::pair<int64_t, Value>> placed;
  for (const View &view : all) {
    auto pad = definedBy<stablehlo::PadOp>(view);
    if (!pad)
      return std::nullopt;
    auto padded = paddedDim(values, pad);
    bool isFirst = placed.empty();
    if (!padded || (!isFirst && (padded->first != parts.dim || pad.getType() != parts.type ||
                                 !sameAxes(view.axes, parts.axes))))
      return std::nullopt;
    parts.dim = padded->first;
    parts.type = cast<RankedTensorType>(pad.getType());
    parts.axes = view.axes;
    placed.push_back({padded->second, pad.getOperand()});
  }
  llvm::sort(placed, [](auto &a, auto &b) { return a.first < b.first; });
  int64_t end = 0;
  for (auto &[begin, value] : placed) {
    if (begin != end)
      return std::nullopt;
    end += typeOf(value).getDimSize(parts.dim);
    parts.values.push_back(value);
  }
  return end == parts.type.getDimSize(parts.dim) ? std::optional<Parts>(parts) : std::nullopt;
}

/// One operand of all heads: slices, one behind the other, of one value.
std::optional<View> wholeOperand(Values &values, ArrayRef<nn::AttentionOp> heads,
                                 unsigned operand) {
  int64_t count = heads.size();
  std::optional<View> whole;
  int64_t cut = -1;
  for (auto [index, head] : llvm::enumerate(heads)) {
    View view = values.through(identityView(head->getOperand(operand)), /*converts=*/false);
    auto slice = definedBy<stablehlo::SliceOp>(view);
    if (!slice)
      return std::nullopt;
    RankedTensorType from = typeOf(slice.getOperand()), to = typeOf(slice.getResult());
    for (int64_t dim = 0; dim < from.getRank(); ++dim) {
      if (slice.getStrides()[dim] != 1)
        return std::nullopt;
      if (from.getDimSize(dim) == to.getDimSize(dim))
        continue;
      if ((cut >= 0 && cut != dim) || from.getDimSize(dim) != count * to.getDimSize(dim) ||
          slice.getStartIndices()[dim] != static_cast<int64_t>(index) * to.getDimSize(dim))
        return std::nullopt;
      cut = dim;
    }
    if (cut < 0)
      return std::nullopt;
    // The cut dimension is the depth; heads become its major part.
    int64_t depth = to.getDimSize(cut);
    if (!sameAxis(view.axes[cut], {Piece{3, depth, 1}}))
      return std::nullopt;
    View mine{slice.getOperand(), view.axes};
    mine.axes[cut] = {Piece{2, count, 1}, Piece{3, depth, 1}};
    if (!whole)
      whole = mine;
    else if (values.numberOf(whole->root) != values.numberOf(mine.root) ||
             !sameAxes(whole->axes, mine.axes))
      return std::nullopt;
  }
  return whole;
}

} // namespace

bool joinHeads(Raiser &raiser, Operation *anchor) {
  Values &values = raiser.values;
  if (!isa<FloatType>(getElementTypeOrSelf(anchor->getResult(0))))
    return false;
  std::optional<Parts> parts = matchParts(values, anchor);
  if (!parts || parts->values.size() < 2)
    return false;
  SmallVector<nn::AttentionOp> heads;
  std::optional<View> layout;
  for (Value part : parts->values) {
    View view = values.through(identityView(part), /*converts=*/false);
    auto head = definedBy<nn::AttentionOp>(view);
    if (!head || view.root != head.getOut() || !head.getOut().hasOneUse() ||
        !head.getLse().use_empty() || head.getMask() || head.getQueryOffset())
      return false;
    if (!layout)
      layout = view;
    else if (!sameAxes(view.axes, layout->axes) || view.root.getType() != layout->root.getType() ||
             head->getPropertiesAsAttribute() != heads.front()->getPropertiesAsAttribute() ||
             head.getK().getType() != heads.front().getK().getType())
      return false;
    heads.push_back(head);
  }
  RankedTensorType type = typeOf(layout->root);
  int64_t depth = type.getDimSize(3), count = heads.size();
  if (type.getDimSize(2) != 1 || typeOf(heads.front().getK()).getDimSize(2) != 1 ||
      !sameAxis(layout->axes[3], {Piece{parts->dim, depth, 1}}))
    return false;
  std::optional<View> operands[3];
  for (unsigned operand : {0u, 1u, 2u})
    if (!(operands[operand] = wholeOperand(values, heads, operand)))
      return false;

  OpBuilder builder = raiser.before(anchor);
  Location loc = heads.front().getLoc();
  Value made[3];
  for (unsigned operand : {0u, 1u, 2u}) {
    ArrayRef<int64_t> shape = typeOf(heads.front()->getOperand(operand)).getShape();
    Axes wanted;
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      int64_t size = dim == 2 ? count : extent;
      wanted.push_back(size == 1 ? Axis{} : Axis{Piece{static_cast<int64_t>(dim), size, 1}});
    }
    made[operand] = materialize(builder, loc, *operands[operand], wanted);
    if (!made[operand])
      return false;
  }
  auto out = type.clone({type.getDimSize(0), type.getDimSize(1), count, depth});
  auto lse = type.clone({type.getDimSize(0), count, type.getDimSize(1)});
  nn::AttentionOp first = heads.front();
  auto op = nn::AttentionOp::create(builder, loc, out, lse, made[0], made[1], made[2], Value(),
                                    first.getCausalAttr(), first.getScaleAttr());
  if (first.getLogitCapAttr())
    op.setLogitCapAttr(first.getLogitCapAttr());
  // The joined dimension counts heads, then the depth.
  View result{op.getOut(), layout->axes};
  result.axes[2] = {Piece{parts->dim, count, depth}};
  Axes joined;
  for (auto [dim, extent] : llvm::enumerate(parts->type.getShape()))
    joined.push_back(extent == 1 ? Axis{} : Axis{Piece{static_cast<int64_t>(dim), extent, 1}});
  Value whole = materialize(builder, loc, result, joined);
  if (!whole)
    return false;
  Value target = anchor->getResult(0);
  whole = materialize(builder, loc, {whole, parts->axes}, identityView(target).axes);
  if (!whole)
    return false;
  raiser.replace(target, whole);
  raiser.join(RaiseKind::Attention, count);
  return true;
}

//===----------------------------------------------------------------------===//
// Flattened activations
//===----------------------------------------------------------------------===//

/// The type that a reshape to `value` flattens; null if there is none.
static RankedTensorType flattenedType(Value value) {
  auto reshape = value.getDefiningOp<stablehlo::ReshapeOp>();
  if (!reshape || typeOf(reshape.getOperand()).getRank() <= typeOf(value).getRank())
    return {};
  return typeOf(reshape.getOperand());
}

static bool isPointwise(Operation *op) {
  return isElementwise(op) || isa<nn::GeluOp, nn::SiluOp>(op);
}

bool unflatten(Raiser &raiser, Operation *op) {
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    // Two in a row are one, or none.
    auto inner = reshape.getOperand().getDefiningOp<stablehlo::ReshapeOp>();
    if (!inner)
      return false;
    if (inner.getOperand().getType() == reshape.getType()) {
      raiser.replace(reshape.getResult(), inner.getOperand());
      return true;
    }
    reshape.getOperandMutable().assign(inner.getOperand());
    raiser.values.forget(reshape.getResult());
    raiser.values.eraseDead(inner);
    return true;
  }
  if (!isPointwise(op) || op->getNumResults() != 1 || op->getNumRegions() ||
      op->getNumOperands() == 0)
    return false;
  // Every operand flattens a value, or is a number. Parts of a dimension that was
  // flattened can't be split any more.
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Value operand : op->getOperands()) {
    if (operand.getType() != op->getResult(0).getType())
      return false;
    if (raiser.values.splatOf(operand))
      continue;
    RankedTensorType type = flattenedType(operand);
    if (!type)
      return false;
    shapes.push_back(type.getShape());
  }
  // The shape that somebody wants back, or that all have where the next op may.
  ArrayRef<int64_t> shape;
  for (Operation *user : op->getUsers())
    if (isa<stablehlo::ReshapeOp>(user) &&
        llvm::is_contained(shapes, typeOf(user->getResult(0)).getShape()))
      shape = typeOf(user->getResult(0)).getShape();
  if (shape.empty() && !shapes.empty() && llvm::all_equal(shapes) &&
      llvm::any_of(op->getUsers(), isPointwise))
    shape = shapes.front();
  if (shape.empty())
    return false;
  OpBuilder builder = raiser.before(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (flattenedType(operand))
      operand = operand.getDefiningOp()->getOperand(0);
    auto type = typeOf(operand).clone(shape);
    if (operand.getType() != type)
      operand = stablehlo::ReshapeOp::create(builder, op->getLoc(), type, operand);
    operands.push_back(operand);
  }
  RankedTensorType flat = typeOf(op->getResult(0));
  Operation *wide = builder.clone(*op);
  wide->setOperands(operands);
  wide->getResult(0).setType(flat.clone(shape));
  raiser.replace(op->getResult(0),
                 stablehlo::ReshapeOp::create(builder, op->getLoc(), flat, wide->getResult(0)));
  return true;
}

} // namespace shardc::raising
