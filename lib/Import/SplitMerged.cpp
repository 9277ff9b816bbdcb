//===- SplitMerged.cpp - dimensions that needn't be merged ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Frameworks merge dimensions to have matrices (sequence and batch of a linear
// layer, batch and heads of attention), compute on them, and split them again. Of a
// merged dimension only the outer part can be split over ranks. So where a reshape
// splits a dimension that reshapes further up have merged, what stands between is
// computed on the parts.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/IRMapping.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"
#include <map>
#include <numeric>

using namespace mlir;

namespace shardc {
namespace {

using Dims = SmallVector<int64_t>;

int64_t productOf(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<int64_t>());
}

/// A dimension of a value, seen as `outer` times something.
struct Split {
  Value value;
  int64_t dim, outer;
  int64_t inner() const { return shapeOf(value)[dim] / outer; }
  Dims shape() const {
    Dims parts(shapeOf(value));
    parts[dim] = outer;
    parts.insert(parts.begin() + dim + 1, inner());
    return parts;
  }
  bool operator<(const Split &other) const {
    return std::make_tuple(value.getAsOpaquePointer(), dim, outer) <
           std::make_tuple(other.value.getAsOpaquePointer(), other.dim, other.outer);
  }
};

/// Dimensions of a value whose dimension `split` became two.
Dims shifted(ArrayRef<int64_t> dims, int64_t split) {
  Dims result;
  for (int64_t dim : dims) {
    result.push_back(dim + (dim > split));
    if (dim == split)
      result.push_back(dim + 1);
  }
  return result;
}

/// The dimension of `shape` inside which `product` leading elements end, and its outer
/// part; nothing where they end between dimensions.
std::optional<std::pair<int64_t, int64_t>> insideOf(ArrayRef<int64_t> shape, int64_t product) {
  int64_t before = 1;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (before == product)
      return std::nullopt;
    int64_t after = before * extent;
    if (after > product) {
      if (product % before || extent % (product / before))
        return std::pair<int64_t, int64_t>(dim, 0);
      return std::pair<int64_t, int64_t>(dim, product / before);
    }
    before = after;
  }
  return std::nullopt;
}

/// Whether the layout of a value is somebody's choice that stays: a parameter's.
bool isParameter(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp>(def))
      return false;
    value = def->getOperand(0);
  }
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

bool isPointwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumOperands() > 0 && op->getNumRegions() == 0 &&
         isElementwise(op);
}

/// Values between reshapes: far more than a framework's layer has, and so few that
/// looking for them costs little.
constexpr size_t maxValues = 300;

class Splitter {
public:
  /// What it takes to have a value in parts: nothing where it can't be had, whether a
  /// reshape that merges disappears otherwise.
  std::optional<bool> check(const Split &split);
  Value build(const Split &split);
  /// Who still needs the values that are computed in parts now gets them of those.
  void replaceMerged();
  /// Reshapes that were made, which may split dimensions in turn.
  ArrayRef<stablehlo::ReshapeOp> getReshapes() const { return reshapes; }

private:
  std::optional<bool> checkAll(ArrayRef<Split> splits);
  std::optional<SmallVector<Split>> operandsOf(const Split &split);
  Value rebuild(const Split &split, ArrayRef<Split> operands, OpBuilder &builder);

  std::map<Split, std::optional<bool>> checked;
  std::map<Split, Value> built;
  SmallVector<std::pair<Value, Value>> replaced;
  SmallVector<stablehlo::ReshapeOp> reshapes;
};

/// Splits of operands that give the split of a result. None of them where the op needs
/// no operand in parts; nothing at all where it can't be computed in parts.
std::optional<SmallVector<Split>> Splitter::operandsOf(const Split &split) {
  Operation *op = split.value.getDefiningOp();
  SmallVector<Split> operands;
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return operands;
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op)) {
    if (static_cast<int64_t>(iota.getIotaDimension()) == split.dim)
      return std::nullopt;
    return operands;
  }
  if (isPointwise(op)) {
    for (Value operand : op->getOperands())
      if (shapeOf(operand) == shapeOf(split.value))
        operands.push_back({operand, split.dim, split.outer});
    return operands;
  }
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    operands.push_back(
        {transpose.getOperand(), transpose.getPermutation()[split.dim], split.outer});
    return operands;
  }
  if (auto wide = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    for (auto [from, to] : llvm::enumerate(wide.getBroadcastDimensions()))
      if (to == split.dim && shapeOf(wide.getOperand())[from] != 1)
        operands.push_back({wide.getOperand(), static_cast<int64_t>(from), split.outer});
    return operands;
  }
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op)) {
    if (reduce.getInputs().size() != 1)
      return std::nullopt;
    int64_t dim = split.dim;
    Dims reduced(reduce.getDimensions());
    llvm::sort(reduced);
    for (int64_t gone : reduced)
      dim += gone <= dim;
    operands.push_back({reduce.getInputs()[0], dim, split.outer});
    return operands;
  }
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    auto numbers = dot.getDotDimensionNumbers();
    ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
    ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
    int64_t at = split.dim, batches = lhsBatch.size();
    if (at < batches) {
      operands.push_back({dot.getLhs(), lhsBatch[at], split.outer});
      operands.push_back({dot.getRhs(), rhsBatch[at], split.outer});
      return operands;
    }
    at -= batches;
    auto findFree = [&](Value operand, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
      for (int64_t dim = 0, rank = shapeOf(operand).size(); dim < rank; ++dim)
        if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim) && at-- == 0)
          operands.push_back({operand, dim, split.outer});
    };
    findFree(dot.getLhs(), lhsBatch, numbers.getLhsContractingDimensions());
    findFree(dot.getRhs(), rhsBatch, numbers.getRhsContractingDimensions());
    return operands;
  }
  return std::nullopt;
}

std::optional<bool> Splitter::checkAll(ArrayRef<Split> splits) {
  bool isWorthwhile = false;
  for (const Split &split : splits) {
    std::optional<bool> one = check(split);
    if (!one)
      return std::nullopt;
    isWorthwhile |= *one;
  }
  return isWorthwhile;
}

std::optional<bool> Splitter::check(const Split &split) {
  auto [it, isNew] = checked.try_emplace(split, std::nullopt);
  if (!isNew || checked.size() > maxValues)
    return it->second;
  Operation *op = split.value.getDefiningOp();
  std::optional<bool> result;
  if (!op)
    return result;
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    Value from = reshape.getOperand();
    int64_t elements = productOf(shapeOf(split.value).take_front(split.dim)) * split.outer;
    auto inside = insideOf(shapeOf(from), elements);
    if (!inside)
      result = isParameter(from) ? std::optional<bool>() : true;
    else if (inside->second)
      result = check({from, inside->first, inside->second});
  } else if (auto operands = operandsOf(split)) {
    result = checkAll(*operands);
  }
  return checked[split] = result;
}

/// The op on operands in parts. Those that `operands` doesn't name stay as they are.
Value Splitter::rebuild(const Split &split, ArrayRef<Split> operands, OpBuilder &builder) {
  Operation *op = split.value.getDefiningOp();
  TensorBuilder b(builder, op->getLoc());
  Dims shape = split.shape();
  auto type = cast<RankedTensorType>(split.value.getType()).clone(shape);
  auto inParts = [&](Value operand) {
    for (const Split &one : operands)
      if (one.value == operand)
        return build(one);
    return operand;
  };
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    return stablehlo::ConstantOp::create(builder, op->getLoc(), elements.reshape(type));
  }
  if (auto wide = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    Value from = inParts(wide.getOperand());
    Dims dims;
    for (int64_t dim : wide.getBroadcastDimensions()) {
      dims.push_back(dim + (dim > split.dim));
      if (dim == split.dim && from != wide.getOperand())
        dims.push_back(dim + 1);
    }
    return b.broadcast(from, shape, dims);
  }
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op))
    return b.transpose(inParts(transpose.getOperand()),
                       shifted(transpose.getPermutation(), operands[0].dim));
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    auto numbers = dot.getDotDimensionNumbers();
    Value sides[] = {dot.getLhs(), dot.getRhs()};
    Dims lists[] = {
        Dims(numbers.getLhsBatchingDimensions()), Dims(numbers.getLhsContractingDimensions()),
        Dims(numbers.getRhsBatchingDimensions()), Dims(numbers.getRhsContractingDimensions())};
    // Batches come first; other dimensions are those of the side that is split.
    bool isBatch = operands.size() == 2;
    size_t firstOfRhs = shapeOf(sides[0]).size() - lists[1].size();
    for (int side = 0; side < 2; ++side) {
      if (!isBatch && side != (static_cast<size_t>(split.dim) >= firstOfRhs))
        continue;
      const Split &one = operands[isBatch ? side : 0];
      sides[side] = build(one);
      for (int list = 0; list < 2; ++list)
        lists[2 * side + list] = shifted(lists[2 * side + list], one.dim);
    }
    return b.dot(sides[0], sides[1], lists[0], lists[2], lists[1], lists[3], type.getElementType(),
                 dot.getPrecisionConfigAttr(), dot.getAlgorithmAttr());
  }
  IRMapping map;
  for (Value operand : op->getOperands())
    map.map(operand, inParts(operand));
  Operation *clone = builder.clone(*op, map);
  clone->getResult(0).setType(type);
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(clone))
    reduce.setDimensions(shifted(reduce.getDimensions(), operands[0].dim));
  if (auto iota = dyn_cast<stablehlo::IotaOp>(clone))
    iota.setIotaDimension(iota.getIotaDimension() +
                          (static_cast<int64_t>(iota.getIotaDimension()) > split.dim));
  return clone->getResult(0);
}

Value Splitter::build(const Split &split) {
  if (Value known = built[split])
    return known;
  Operation *op = split.value.getDefiningOp();
  OpBuilder builder(op->getContext());
  Value result;
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    Value from = reshape.getOperand();
    int64_t elements = productOf(shapeOf(split.value).take_front(split.dim)) * split.outer;
    if (auto inside = insideOf(shapeOf(from), elements))
      from = build({from, inside->first, inside->second});
    builder.setInsertionPointAfter(op);
    result = TensorBuilder(builder, op->getLoc()).reshape(from, split.shape());
    if (auto made = result.getDefiningOp<stablehlo::ReshapeOp>(); made && result != from)
      reshapes.push_back(made);
  } else {
    SmallVector<Split> operands = *operandsOf(split);
    for (const Split &one : operands)
      build(one);
    builder.setInsertionPointAfter(op);
    result = rebuild(split, operands, builder);
    if (!isa<stablehlo::ConstantOp>(op))
      replaced.push_back({split.value, result});
  }
  if (Attribute layer = op->getDiscardableAttr("dist.layer"))
    if (Operation *made = result.getDefiningOp())
      made->setDiscardableAttr("dist.layer", layer);
  return built[split] = result;
}

void Splitter::replaceMerged() {
  for (auto [merged, parts] : replaced) {
    OpBuilder builder(merged.getContext());
    builder.setInsertionPointAfterValue(parts);
    Value again = TensorBuilder(builder, merged.getLoc()).reshape(parts, shapeOf(merged));
    merged.replaceAllUsesWith(again);
  }
}

/// Splits a dimension of what a reshape reads, which the reshape splits. Adds reshapes
/// that were made to `made`.
bool splitOperand(stablehlo::ReshapeOp reshape, SmallVectorImpl<stablehlo::ReshapeOp> &made) {
  Value from = reshape.getOperand();
  int64_t elements = 1;
  for (int64_t extent : reshape.getType().getShape()) {
    elements *= extent;
    auto inside = insideOf(shapeOf(from), elements);
    if (!inside || !inside->second)
      continue;
    Splitter splitter;
    Split split = {from, inside->first, inside->second};
    if (splitter.check(split) != std::optional<bool>(true))
      continue;
    reshape.getOperandMutable().assign(splitter.build(split));
    splitter.replaceMerged();
    llvm::append_range(made, splitter.getReshapes());
    return true;
  }
  return false;
}

/// Outer parts that a dimension of a value has been merged of, as far as that is near.
Dims outerParts(Value value, int64_t dim, unsigned depth = 0) {
  Operation *def = value.getDefiningOp();
  if (auto reshape = dyn_cast_or_null<stablehlo::ReshapeOp>(def)) {
    Dims parts;
    int64_t extent = shapeOf(value)[dim], before = productOf(shapeOf(value).take_front(dim));
    int64_t product = 1;
    for (int64_t from : shapeOf(reshape.getOperand())) {
      product *= from;
      if (product > before && product < before * extent && product % before == 0 &&
          extent % (product / before) == 0)
        parts.push_back(product / before);
    }
    return parts;
  }
  if (auto transpose = dyn_cast_or_null<stablehlo::TransposeOp>(def))
    return outerParts(transpose.getOperand(), transpose.getPermutation()[dim], depth);
  if (def && isPointwise(def) && depth < 4)
    for (Value operand : def->getOperands())
      if (shapeOf(operand) == shapeOf(value))
        if (Dims parts = outerParts(operand, dim, depth + 1); !parts.empty())
          return parts;
  return {};
}

/// Replaces an op by one on parts that `rebuild` makes once all of `splits` can be had.
bool replaceOnParts(Operation *op, ArrayRef<Split> splits,
                    SmallVectorImpl<stablehlo::ReshapeOp> &made,
                    llvm::function_ref<Value(ArrayRef<Value>, OpBuilder &)> rebuild) {
  Splitter splitter;
  for (const Split &split : splits)
    if (splitter.check(split) != std::optional<bool>(true))
      return false;
  SmallVector<Value> parts;
  for (const Split &split : splits)
    parts.push_back(splitter.build(split));
  OpBuilder builder(op);
  Value result = rebuild(parts, builder);
  for (NamedAttribute attr : op->getDiscardableAttrs())
    result.getDefiningOp()->setDiscardableAttr(attr.getName(), attr.getValue());
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  splitter.replaceMerged();
  llvm::append_range(made, splitter.getReshapes());
  return true;
}

/// Sums over the parts of a dimension that both operands have merged: the gradient of a
/// weight, which is a sum over sequence and batch.
bool splitContraction(stablehlo::DotGeneralOp dot, SmallVectorImpl<stablehlo::ReshapeOp> &made) {
  auto numbers = dot.getDotDimensionNumbers();
  Value sides[] = {dot.getLhs(), dot.getRhs()};
  ArrayRef<int64_t> contract[] = {numbers.getLhsContractingDimensions(),
                                  numbers.getRhsContractingDimensions()};
  for (auto [left, right] : llvm::zip(contract[0], contract[1])) {
    Dims outers = outerParts(sides[0], left);
    llvm::append_range(outers, outerParts(sides[1], right));
    for (int64_t outer : outers)
      if (replaceOnParts(
              dot, {{sides[0], left, outer}, {sides[1], right, outer}}, made,
              [&, left = left, right = right](ArrayRef<Value> parts, OpBuilder &builder) {
                return TensorBuilder(builder, dot.getLoc())
                    .dot(parts[0], parts[1], shifted(numbers.getLhsBatchingDimensions(), left),
                         shifted(numbers.getRhsBatchingDimensions(), right),
                         shifted(contract[0], left), shifted(contract[1], right),
                         dot.getType().getElementType(), dot.getPrecisionConfigAttr(),
                         dot.getAlgorithmAttr());
              }))
        return true;
  }
  return false;
}

/// The same of other sums: the gradient of a bias.
bool splitReduction(stablehlo::ReduceOp reduce, SmallVectorImpl<stablehlo::ReshapeOp> &made) {
  if (reduce.getInputs().size() != 1)
    return false;
  Value input = reduce.getInputs()[0];
  for (int64_t dim : reduce.getDimensions())
    for (int64_t outer : outerParts(input, dim))
      if (replaceOnParts(reduce, {{input, dim, outer}}, made,
                         [&](ArrayRef<Value> parts, OpBuilder &builder) {
                           IRMapping map;
                           map.map(input, parts[0]);
                           auto whole = cast<stablehlo::ReduceOp>(builder.clone(*reduce, map));
                           whole.setDimensions(shifted(reduce.getDimensions(), dim));
                           return whole.getResult(0);
                         }))
        return true;
  return false;
}

/// Makes a transposition that moves dimensions of one element only a reshape.
void foldUnitMove(stablehlo::TransposeOp transpose) {
  Dims moved;
  for (int64_t dim : transpose.getPermutation())
    if (shapeOf(transpose.getOperand())[dim] != 1)
      moved.push_back(dim);
  if (!llvm::is_sorted(moved))
    return;
  Value from = transpose.getOperand();
  while (Operation *def = from.getDefiningOp()) {
    auto wide = dyn_cast<stablehlo::BroadcastInDimOp>(def);
    bool addsUnits = wide && llvm::is_sorted(wide.getBroadcastDimensions()) &&
                     productOf(shapeOf(wide)) == productOf(shapeOf(wide.getOperand()));
    if (!addsUnits && !isa<stablehlo::ReshapeOp>(def))
      break;
    from = def->getOperand(0);
  }
  OpBuilder builder(transpose);
  transpose.replaceAllUsesWith(
      TensorBuilder(builder, transpose.getLoc()).reshape(from, shapeOf(transpose)));
  transpose.erase();
}

} // namespace

void splitMerged(func::FuncOp main) {
  for (auto transpose :
       llvm::make_early_inc_range(main.getBody().front().getOps<stablehlo::TransposeOp>()))
    foldUnitMove(transpose);
  SmallVector<stablehlo::ReshapeOp> pending;
  for (auto reshape : main.getBody().front().getOps<stablehlo::ReshapeOp>())
    pending.push_back(reshape);
  // Each split leaves a dimension fewer that is merged.
  auto splitAll = [&] {
    while (!pending.empty()) {
      stablehlo::ReshapeOp reshape = pending.pop_back_val();
      while (splitOperand(reshape, pending))
        ;
    }
  };
  splitAll();
  for (Operation &op : llvm::make_early_inc_range(main.getBody().front())) {
    if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op))
      splitContraction(dot, pending);
    else if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op))
      splitReduction(reduce, pending);
  }
  splitAll();
}

} // namespace shardc
