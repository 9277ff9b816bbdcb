//===- RaisePicks.cpp - elements picked by labels ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Gathers, whose other indices are iotas or batching dimensions, and products with a
// one-hot form of the labels that are summed up: over the columns alone, or over rows
// as well.
//
//===----------------------------------------------------------------------===//
#include "RaisePicks.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::raising {
namespace {

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
  ArrayRef<int64_t> map = numbers.getStartIndexMap(), batching = numbers.getOperandBatchingDims();
  if (llvm::any_of(gather.getSliceSizes(), [](int64_t size) { return size != 1; }))
    return std::nullopt;
  for (int64_t dim = 0; dim < operand.getRank(); ++dim)
    if (operand.getDimSize(dim) != 1 && !llvm::is_contained(map, dim) &&
        !llvm::is_contained(batching, dim))
      return std::nullopt;
  int64_t vectorDim = numbers.getIndexVectorDim();
  // The result runs over the dimensions of the indices but for that of index vectors,
  // and has dimensions of extent 1 for those of a window.
  SmallVector<Axis> outer;
  for (auto [dim, axis] : llvm::enumerate(view.axes))
    if (!llvm::is_contained(numbers.getOffsetDims(), static_cast<int64_t>(dim)))
      outer.push_back(axis);
  Axes indexAxes;
  for (int64_t dim = 0, next = 0; dim < indices.getRank(); ++dim)
    indexAxes.push_back(dim == vectorDim ? Axis() : outer[next++]);
  Pick pick;
  pick.isGather = true;
  pick.rows = {gather.getOperand(), Axes(operand.getRank())};
  for (auto [mine, other] : llvm::zip(batching, numbers.getStartIndicesBatchingDims()))
    pick.rows.axes[mine] = indexAxes[other];
  int64_t fresh = values.newBases(1);
  auto pickFrom = [&](int64_t dim, Value labels, ArrayRef<Axis> axes) {
    pick.columns = {Piece{fresh, operand.getDimSize(dim), 1}};
    pick.rows.axes[dim] = pick.columns;
    pick.labels = {labels, Axes(axes)};
  };
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

/// Labels in the form of ones among zeros.
struct OneHot {
  View labels;
  /// The index that is compared with the labels.
  Axis columns;
};

/// Matches labels == iota, for an iota that runs over some of `summed` alone.
std::optional<OneHot> matchOneHot(Values &values, View view, const Axis &summed) {
  values.lookThrough(view);
  if (auto convert = definedBy<stablehlo::ConvertOp>(view))
    view = values.through(convert.getOperand(), view.axes);
  auto compare = definedBy<stablehlo::CompareOp>(view);
  if (!compare || compare.getComparisonDirection() != stablehlo::ComparisonDirection::EQ ||
      !isa<IntegerType>(getElementTypeOrSelf(compare.getLhs())))
    return std::nullopt;
  auto shares = [](Axis all, Axis some, bool wanted) {
    return refine(all, some) && llvm::all_of(some, [&](const Piece &piece) {
             return llvm::is_contained(all, piece) == wanted;
           });
  };
  for (auto [labels, index] :
       {std::pair(compare.getLhs(), compare.getRhs()), {compare.getRhs(), compare.getLhs()}}) {
    View count = throughIntegers(values, {index, view.axes});
    auto iota = definedBy<stablehlo::IotaOp>(count);
    if (!iota)
      continue;
    Axis columns = normalized(count.axes[iota.getIotaDimension()]);
    if (columns.empty() || sizeOf(columns) != typeOf(iota).getDimSize(iota.getIotaDimension()) ||
        !shares(summed, columns, true))
      continue;
    View result = values.through(labels, view.axes);
    if (shares(flattened(result.axes), columns, false))
      return OneHot{result, columns};
  }
  return std::nullopt;
}

/// The element that a product with ones among zeros picks, summed over `summed`.
std::optional<Pick> pickOf(Values &values, const View &hot, const View &rows, Axis summed) {
  std::optional<OneHot> match = matchOneHot(values, hot, summed);
  if (!match)
    return std::nullopt;
  Pick pick;
  pick.rows = rows;
  pick.labels = match->labels;
  pick.columns = match->columns;
  Axis columns = match->columns;
  if (!refine(summed, columns))
    return std::nullopt;
  for (const Piece &piece : summed)
    if (!llvm::is_contained(columns, piece))
      pick.summed.push_back(piece);
  pick.summed = normalized(pick.summed);
  return pick;
}

/// A dot_general of operands of the same dimensions, each batching or contracting.
std::optional<Pick> matchDot(Values &values, const View &view) {
  auto dot = definedBy<stablehlo::DotGeneralOp>(view);
  auto numbers = dot.getDotDimensionNumbers();
  View sides[2] = {{dot.getLhs(), {}}, {dot.getRhs(), {}}};
  ArrayRef<int64_t> batch[2] = {numbers.getLhsBatchingDimensions(),
                                numbers.getRhsBatchingDimensions()};
  ArrayRef<int64_t> contract[2] = {numbers.getLhsContractingDimensions(),
                                   numbers.getRhsContractingDimensions()};
  int64_t fresh = values.newBases(contract[0].size());
  Axis summed;
  for (auto [index, dim] : llvm::enumerate(contract[0]))
    if (int64_t extent = typeOf(dot.getLhs()).getDimSize(dim); extent != 1)
      summed.push_back({fresh + static_cast<int64_t>(index), extent, 1});
  for (unsigned side : {0u, 1u}) {
    RankedTensorType type = typeOf(sides[side].root);
    if (static_cast<int64_t>(batch[side].size() + contract[side].size()) != type.getRank())
      return std::nullopt;
    sides[side].axes.resize(type.getRank());
    for (auto [index, dim] : llvm::enumerate(batch[side]))
      sides[side].axes[dim] = view.axes[index];
    for (auto [index, dim] : llvm::enumerate(contract[side]))
      if (int64_t extent = type.getDimSize(dim); extent != 1)
        sides[side].axes[dim] = {Piece{fresh + static_cast<int64_t>(index), extent, 1}};
  }
  if (std::optional<Pick> pick = pickOf(values, sides[0], sides[1], summed))
    return pick;
  return pickOf(values, sides[1], sides[0], summed);
}

/// A sum of products, or of elements that are selected.
std::optional<Pick> matchSumOfProducts(Values &values, const View &view) {
  std::optional<Reduction> sum = matchSum(values, view);
  if (!sum)
    return std::nullopt;
  Axis summed;
  for (const Piece &piece : flattened(sum->operand.axes))
    if (piece.base >= sum->firstFresh)
      summed.push_back(piece);
  View term = values.through(sum->operand);
  auto take = [&](Value hot, Value rows) {
    return pickOf(values, {hot, term.axes}, {rows, term.axes}, summed);
  };
  if (auto mul = definedBy<stablehlo::MulOp>(term)) {
    if (std::optional<Pick> pick = take(mul.getLhs(), mul.getRhs()))
      return pick;
    return take(mul.getRhs(), mul.getLhs());
  }
  if (auto select = definedBy<stablehlo::SelectOp>(term))
    if (values.splatOf(select.getOnFalse()) == 0.0)
      return take(select.getPred(), select.getOnTrue());
  return std::nullopt;
}

} // namespace

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
  if (definedBy<stablehlo::DotGeneralOp>(view))
    return matchDot(values, view);
  return matchSumOfProducts(values, view);
}

} // namespace shardc::raising
