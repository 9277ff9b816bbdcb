//===- SimplifyProducts.cpp - products without detours ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where a framework has only products of matrices, exporters repeat weights along
// the batch, merge batches and heads into one dimension, and add dimensions of
// size 1. A merged dimension can no longer be split by heads, so dot_general says
// it directly: batching dimensions of its own, and weights without batch.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;

namespace shardc {
namespace {

using Dims = SmallVector<int64_t>;

/// For each dimension of the merged shape, how many dimensions of `from` it is made
/// of; nothing where the shapes are related otherwise, or nothing is merged.
std::optional<Dims> mergedGroups(ArrayRef<int64_t> from, ArrayRef<int64_t> merged) {
  Dims groups;
  size_t next = 0;
  bool merges = false;
  for (int64_t size : merged) {
    int64_t product = 1, count = 0;
    while (next < from.size() && (count == 0 || product < size)) {
      product *= from[next++];
      ++count;
    }
    if (product != size)
      return std::nullopt;
    groups.push_back(count);
    merges |= count > 1;
  }
  // Ones at the end belong to the dimension before them.
  for (; next < from.size() && from[next] == 1 && !groups.empty(); ++next) {
    ++groups.back();
    merges = true;
  }
  if (next != from.size() || !merges)
    return std::nullopt;
  return groups;
}

/// A product whose dimension numbers are being changed.
class Product {
public:
  explicit Product(stablehlo::DotGeneralOp op)
      : op(op), numbers(op.getDotDimensionNumbers()), lhs(op.getLhs()), rhs(op.getRhs()),
        lhsBatch(numbers.getLhsBatchingDimensions()), rhsBatch(numbers.getRhsBatchingDimensions()),
        lhsContract(numbers.getLhsContractingDimensions()),
        rhsContract(numbers.getRhsContractingDimensions()) {}

  /// Each changes the product, and says whether it did.
  bool dropRepeatedBatch();
  bool dropUnitBatch();
  bool splitMerged();

private:
  Value build(TensorBuilder &b) {
    return b.dot(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract,
                 op.getType().getElementType(), op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
  }
  void replace(Value value) {
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }
  bool dropRepeated(bool isRhs);
  bool areUsersReshapes() {
    return !op.getResult().use_empty() && llvm::all_of(op->getUsers(), [](Operation *user) {
      return isa<stablehlo::ReshapeOp>(user);
    });
  }

  stablehlo::DotGeneralOp op;
  stablehlo::DotDimensionNumbersAttr numbers;
  Value lhs, rhs;
  Dims lhsBatch, rhsBatch, lhsContract, rhsContract;
};

/// Takes dimension `gone` out of a list of dimensions.
void removeDim(Dims &dims, int64_t gone) {
  llvm::erase(dims, gone);
  for (int64_t &dim : dims)
    dim -= dim > gone;
}

/// An operand that is the same for the whole batch needs no batch.
bool Product::dropRepeated(bool isRhs) {
  Value &repeated = isRhs ? rhs : lhs;
  auto wide = repeated.getDefiningOp<stablehlo::BroadcastInDimOp>();
  Dims &batch = isRhs ? rhsBatch : lhsBatch, &otherBatch = isRhs ? lhsBatch : rhsBatch;
  // The batch becomes the other's own dimension, which must come first for the
  // result to keep its shape.
  if (!wide || batch.size() != 1)
    return false;
  int64_t dim = batch[0];
  ArrayRef<int64_t> from = wide.getBroadcastDimensions();
  auto source = cast<RankedTensorType>(wide.getOperand().getType());
  const auto *at = llvm::find(from, dim);
  bool isRepeated = at == from.end() ||
                    (source.getDimSize(at - from.begin()) == 1 && op.getType().getDimSize(0) != 1);
  if (!isRepeated)
    return false;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  auto type = cast<RankedTensorType>(wide.getType());
  Dims shape, dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dim)
      shape.push_back(type.getDimSize(i));
  Value value = wide.getOperand();
  if (at != from.end()) {
    Dims squeezed(source.getShape());
    squeezed.erase(squeezed.begin() + (at - from.begin()));
    value = b.reshape(value, squeezed);
  }
  for (int64_t to : from)
    if (to != dim)
      dims.push_back(to - (to > dim));
  Dims identity(shape.size());
  std::iota(identity.begin(), identity.end(), 0);
  if (Dims(typeOf(value).getShape()) != shape || dims != identity)
    value = b.broadcast(value, shape, dims);
  repeated = value;
  batch.clear();
  removeDim(isRhs ? rhsContract : lhsContract, dim);
  int64_t freed = otherBatch[0];
  otherBatch.clear();

  // Result: the left operand's own dimensions, then the right one's; before, the
  // batch came first.
  Value product = build(b);
  ArrayRef<int64_t> contract = isRhs ? lhsContract : rhsContract;
  int64_t position = 0;
  for (int64_t i = 0; i < freed; ++i)
    position += !llvm::is_contained(contract, i);
  if (!isRhs)
    position += typeOf(lhs).getRank() - static_cast<int64_t>(lhsContract.size());
  Dims order = {position};
  for (int64_t i = 0; i < typeOf(product).getRank(); ++i)
    if (i != position)
      order.push_back(i);
  replace(b.transpose(product, order));
  return true;
}

bool Product::dropRepeatedBatch() { return dropRepeated(true) || dropRepeated(false); }

/// A batch of 1 that reshapes add and take away again.
bool Product::dropUnitBatch() {
  auto type = op.getType();
  if (!areUsersReshapes() || !lhs.getDefiningOp<stablehlo::ReshapeOp>() ||
      !rhs.getDefiningOp<stablehlo::ReshapeOp>())
    return false;
  for (size_t i = 0; i < lhsBatch.size(); ++i) {
    if (type.getDimSize(i) != 1)
      continue;
    OpBuilder builder(op);
    TensorBuilder b(builder, op.getLoc());
    auto squeeze = [&](Value value, int64_t dim) {
      Dims shape(typeOf(value).getShape());
      shape.erase(shape.begin() + dim);
      return b.reshape(value, shape);
    };
    int64_t lhsDim = lhsBatch[i], rhsDim = rhsBatch[i];
    lhs = squeeze(lhs, lhsDim);
    rhs = squeeze(rhs, rhsDim);
    removeDim(lhsBatch, lhsDim);
    removeDim(rhsBatch, rhsDim);
    removeDim(lhsContract, lhsDim);
    removeDim(rhsContract, rhsDim);
    replace(b.reshape(build(b), type.getShape()));
    return true;
  }
  return false;
}

/// Operands that were reshaped only to have fewer dimensions, of a product that is
/// reshaped only to have them back.
bool Product::splitMerged() {
  if (!areUsersReshapes())
    return false;
  auto groupsOf = [](Value value) -> std::optional<Dims> {
    auto reshape = value.getDefiningOp<stablehlo::ReshapeOp>();
    if (!reshape)
      return std::nullopt;
    return mergedGroups(cast<RankedTensorType>(reshape.getOperand().getType()).getShape(),
                        reshape.getType().getShape());
  };
  std::optional<Dims> lhsGroups = groupsOf(lhs), rhsGroups = groupsOf(rhs);
  if (!lhsGroups && !rhsGroups)
    return false;
  auto shapeBehind = [](Value value, bool isSplit) {
    Value from = isSplit ? value.getDefiningOp<stablehlo::ReshapeOp>().getOperand() : value;
    return cast<RankedTensorType>(from.getType()).getShape();
  };
  ArrayRef<int64_t> lhsShape = shapeBehind(lhs, lhsGroups.has_value());
  ArrayRef<int64_t> rhsShape = shapeBehind(rhs, rhsGroups.has_value());
  if (!lhsGroups)
    lhsGroups = Dims(lhsShape.size(), 1);
  if (!rhsGroups)
    rhsGroups = Dims(rhsShape.size(), 1);
  auto firstOf = [](const Dims &groups, int64_t dim) {
    int64_t first = 0;
    for (int64_t i = 0; i < dim; ++i)
      first += groups[i];
    return first;
  };
  // Dimensions that pair up must be made of the same ones.
  auto expandPairs = [&](Dims &left, Dims &right) {
    Dims newLeft, newRight;
    for (auto [l, r] : llvm::zip(left, right)) {
      int64_t l0 = firstOf(*lhsGroups, l), r0 = firstOf(*rhsGroups, r);
      if ((*lhsGroups)[l] != (*rhsGroups)[r] ||
          lhsShape.slice(l0, (*lhsGroups)[l]) != rhsShape.slice(r0, (*rhsGroups)[r]))
        return false;
      for (int64_t i = 0; i < (*lhsGroups)[l]; ++i) {
        newLeft.push_back(l0 + i);
        newRight.push_back(r0 + i);
      }
    }
    left = newLeft;
    right = newRight;
    return true;
  };
  if (!expandPairs(lhsBatch, rhsBatch) || !expandPairs(lhsContract, rhsContract))
    return false;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  lhs = b.reshape(lhs, lhsShape);
  rhs = b.reshape(rhs, rhsShape);
  auto behind = [](Value value) -> Value {
    if (auto reshape = value.getDefiningOp<stablehlo::ReshapeOp>())
      if (auto inner = reshape.getOperand().getDefiningOp<stablehlo::ReshapeOp>();
          inner && inner.getOperand().getType() == value.getType())
        return inner.getOperand();
    return value;
  };
  lhs = behind(lhs);
  rhs = behind(rhs);
  replace(b.reshape(build(b), op.getType().getShape()));
  return true;
}

/// reshape(reshape(x)) is one reshape, or x.
bool foldReshape(stablehlo::ReshapeOp reshape) {
  Value from = reshape.getOperand();
  if (auto inner = from.getDefiningOp<stablehlo::ReshapeOp>())
    from = inner.getOperand();
  if (from.getType() == reshape.getType()) {
    reshape.replaceAllUsesWith(from);
    reshape.erase();
    return true;
  }
  if (from == reshape.getOperand())
    return false;
  reshape.getOperandMutable().assign(from);
  return true;
}

/// A product that sums nothing up, of an operand with batching dimensions alone: its
/// numbers times the other operand's elements. Gradients of row by row products are such.
bool multiplyRows(stablehlo::DotGeneralOp dot) {
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions(),
                    rhsBatch = numbers.getRhsBatchingDimensions();
  RankedTensorType result = dot.getType();
  RankedTensorType lhs = typeOf(dot.getLhs()), rhs = typeOf(dot.getRhs());
  bool isLhs = lhs.getRank() == static_cast<int64_t>(lhsBatch.size());
  bool isRhs = rhs.getRank() == static_cast<int64_t>(rhsBatch.size());
  if (!numbers.getLhsContractingDimensions().empty() || (!isLhs && !isRhs) ||
      lhs.getElementType() != result.getElementType() ||
      rhs.getElementType() != result.getElementType())
    return false;
  OpBuilder builder(dot);
  TensorBuilder b(builder, dot.getLoc());
  // Batching dimensions come first in the result.
  auto inOrder = [&](Value operand, ArrayRef<int64_t> batch) {
    Dims order(batch);
    for (int64_t dim = 0; dim < typeOf(operand).getRank(); ++dim)
      if (!llvm::is_contained(batch, dim))
        order.push_back(dim);
    return b.broadcastLeading(b.transpose(operand, order), result.getShape());
  };
  Value left = inOrder(dot.getLhs(), lhsBatch), right = inOrder(dot.getRhs(), rhsBatch);
  Value scaled = b.mul(left, right);
  scaled.getDefiningOp()->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  dot.replaceAllUsesWith(scaled);
  dot.erase();
  return true;
}

} // namespace

void simplifyProducts(func::FuncOp main) {
  // Each change removes a dimension or an op, so this ends.
  bool changed = true;
  while (changed) {
    changed = false;
    for (Operation &op : llvm::make_early_inc_range(main.getBody().front())) {
      if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
        if (multiplyRows(dot)) {
          changed = true;
          continue;
        }
        Product product(dot);
        changed |= product.dropRepeatedBatch() || product.dropUnitBatch() || product.splitMerged();
      } else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
        if (op.use_empty())
          op.erase();
        else
          changed |= foldReshape(reshape);
      }
    }
  }
}

} // namespace shardc
