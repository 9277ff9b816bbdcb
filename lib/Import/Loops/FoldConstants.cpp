//===- FoldConstants.cpp - integers that are known at import ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Integer arithmetic as StableHLO defines it (it wraps), one element at a time.
// Floats are left alone: folding them would round where the program does not.
//
//===----------------------------------------------------------------------===//
#include "FoldConstants.h"
#include "FoldConstantsElements.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

/// Indices, counters, shapes and positions are smaller; masks and tables are larger.
static constexpr int64_t maxElements = 4096;

//===----------------------------------------------------------------------===//
// KnownTensor
//===----------------------------------------------------------------------===//

int64_t KnownTensor::at(size_t index) const {
  auto element = cast<IntegerType>(type.getElementType());
  const APInt &bits = elements[index];
  bool isUnsigned = element.isUnsigned() || element.getWidth() == 1;
  return isUnsigned ? static_cast<int64_t>(bits.getZExtValue()) : bits.getSExtValue();
}

DenseElementsAttr KnownTensor::toAttr() const { return DenseElementsAttr::get(type, elements); }

static bool isSmallInteger(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() > maxElements)
    return false;
  auto element = dyn_cast<IntegerType>(tensor.getElementType());
  return element && element.getWidth() <= 64;
}

//===----------------------------------------------------------------------===//
// Movement of elements
//===----------------------------------------------------------------------===//

namespace {

/// Row-major indices of a shape, in order.
class Indices {
public:
  explicit Indices(ArrayRef<int64_t> shape) : shape(shape), index(shape.size(), 0) {}
  ArrayRef<int64_t> get() const { return index; }
  void next() {
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        return;
      index[d] = 0;
    }
  }

private:
  ArrayRef<int64_t> shape;
  SmallVector<int64_t, 4> index;
};

} // namespace

static int64_t offsetOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (auto [extent, i] : llvm::zip_equal(shape, index))
    offset = offset * extent + i;
  return offset;
}

/// A tensor of `type` whose element at an index is that of `from` at
/// `source(index)`.
static KnownTensor
moved(RankedTensorType type, const KnownTensor &from,
      llvm::function_ref<void(ArrayRef<int64_t>, MutableArrayRef<int64_t>)> source) {
  KnownTensor result{type, {}};
  SmallVector<int64_t, 4> place(from.type.getRank());
  Indices indices(type.getShape());
  for (int64_t i = 0, end = type.getNumElements(); i < end; ++i, indices.next()) {
    source(indices.get(), place);
    result.elements.push_back(from.elements[offsetOf(from.type.getShape(), place)]);
  }
  return result;
}

static std::optional<KnownTensor> evaluateConstant(stablehlo::ConstantOp op) {
  auto dense = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!dense)
    return std::nullopt;
  KnownTensor result{cast<RankedTensorType>(op.getType()), {}};
  llvm::append_range(result.elements, dense.getValues<APInt>());
  return result;
}

static KnownTensor evaluateIota(stablehlo::IotaOp op, RankedTensorType type) {
  KnownTensor result{type, {}};
  unsigned width = type.getElementTypeBitWidth();
  Indices indices(type.getShape());
  for (int64_t i = 0, end = type.getNumElements(); i < end; ++i, indices.next())
    result.elements.push_back(
        APInt(64, indices.get()[op.getIotaDimension()]).trunc(std::min(width, 64u)));
  return result;
}

static KnownTensor evaluateConcatenate(stablehlo::ConcatenateOp op, RankedTensorType type,
                                       ArrayRef<const KnownTensor *> operands) {
  KnownTensor result{type, {}};
  int64_t dim = op.getDimension();
  Indices indices(type.getShape());
  for (int64_t i = 0, end = type.getNumElements(); i < end; ++i, indices.next()) {
    SmallVector<int64_t, 4> place(indices.get());
    const KnownTensor *const *part = operands.begin();
    while (place[dim] >= (*part)->type.getDimSize(dim))
      place[dim] -= (*part++)->type.getDimSize(dim);
    result.elements.push_back((*part)->elements[offsetOf((*part)->type.getShape(), place)]);
  }
  return result;
}

/// Start indices of a dynamic op, held in range.
static SmallVector<int64_t> startsOf(RankedTensorType operand, ArrayRef<int64_t> sizes,
                                     ArrayRef<const KnownTensor *> starts) {
  SmallVector<int64_t> result;
  for (auto [extent, size, start] : llvm::zip_equal(operand.getShape(), sizes, starts))
    result.push_back(std::clamp<int64_t>(start->at(0), 0, extent - size));
  return result;
}

static std::optional<KnownTensor> evaluateMovement(Operation *op, RankedTensorType type,
                                                   ArrayRef<const KnownTensor *> operands) {
  using Place = MutableArrayRef<int64_t>;
  using Index = ArrayRef<int64_t>;
  return llvm::TypeSwitch<Operation *, std::optional<KnownTensor>>(op)
      .Case([&](stablehlo::ConstantOp op) { return evaluateConstant(op); })
      .Case([&](stablehlo::IotaOp op) { return evaluateIota(op, type); })
      .Case([&](stablehlo::ConcatenateOp op) { return evaluateConcatenate(op, type, operands); })
      .Case([&](stablehlo::ReshapeOp) { return KnownTensor{type, operands[0]->elements}; })
      .Case([&](stablehlo::BroadcastInDimOp op) {
        return moved(type, *operands[0], [&](Index index, Place place) {
          for (auto [d, dim] : llvm::enumerate(op.getBroadcastDimensions()))
            place[d] = operands[0]->type.getDimSize(d) == 1 ? 0 : index[dim];
        });
      })
      .Case([&](stablehlo::TransposeOp op) {
        return moved(type, *operands[0], [&](Index index, Place place) {
          for (auto [d, dim] : llvm::enumerate(op.getPermutation()))
            place[dim] = index[d];
        });
      })
      .Case([&](stablehlo::ReverseOp op) {
        return moved(type, *operands[0], [&](Index index, Place place) {
          llvm::copy(index, place.begin());
          for (int64_t dim : op.getDimensions())
            place[dim] = type.getDimSize(dim) - 1 - place[dim];
        });
      })
      .Case([&](stablehlo::SliceOp op) {
        return moved(type, *operands[0], [&](Index index, Place place) {
          for (size_t d = 0; d < place.size(); ++d)
            place[d] = op.getStartIndices()[d] + index[d] * op.getStrides()[d];
        });
      })
      .Case([&](stablehlo::DynamicSliceOp op) {
        SmallVector<int64_t> starts =
            startsOf(operands[0]->type, op.getSliceSizes(), operands.drop_front());
        return moved(type, *operands[0], [&](Index index, Place place) {
          for (size_t d = 0; d < place.size(); ++d)
            place[d] = starts[d] + index[d];
        });
      })
      .Case([&](stablehlo::DynamicUpdateSliceOp) {
        ArrayRef<int64_t> sizes = operands[1]->type.getShape();
        SmallVector<int64_t> starts = startsOf(type, sizes, operands.drop_front(2));
        KnownTensor result = *operands[0];
        Indices indices(sizes);
        for (const APInt &element : operands[1]->elements) {
          SmallVector<int64_t, 4> place;
          for (auto [start, i] : llvm::zip_equal(starts, indices.get()))
            place.push_back(start + i);
          result.elements[offsetOf(type.getShape(), place)] = element;
          indices.next();
        }
        return result;
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<KnownTensor> evaluateInteger(Operation *op, ArrayRef<const KnownTensor *> operands) {
  if (op->getNumResults() != 1 || !isSmallInteger(op->getResult(0).getType()))
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  // A choice that is known needs only one of its values.
  if (auto select = dyn_cast<stablehlo::SelectOp>(op))
    if (operands[0] && operands[0]->elements.size() == 1) {
      const KnownTensor *chosen = operands[operands[0]->elements[0].isZero() ? 2 : 1];
      return chosen ? std::optional(*chosen) : std::nullopt;
    }
  if (llvm::is_contained(operands, nullptr))
    return std::nullopt;
  if (std::optional<KnownTensor> result = evaluateMovement(op, type, operands))
    return result;
  return evaluateElements(op, type, operands);
}

//===----------------------------------------------------------------------===//
// KnownValues
//===----------------------------------------------------------------------===//

bool KnownValues::isOutside(Value value) const {
  return outer && !loop->isAncestor(value.getParentRegion()->getParentOp());
}

void KnownValues::bind(Value value, const KnownTensor *tensor) {
  known[value] = tensor ? std::make_unique<KnownTensor>(*tensor) : nullptr;
}

const KnownTensor *KnownValues::get(Value value) {
  // An explicit stack: chains of thousands of ops are common.
  SmallVector<Value> pending = {value};
  while (!pending.empty()) {
    Value next = pending.back();
    if (known.contains(next)) {
      pending.pop_back();
      continue;
    }
    if (isOutside(next)) {
      bind(next, outer->get(next));
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() || !isSmallInteger(next.getType())) {
      known[next] = nullptr;
      continue;
    }
    if (auto barrier = dyn_cast<stablehlo::OptimizationBarrierOp>(op)) {
      Value behind = barrier->getOperand(cast<OpResult>(next).getResultNumber());
      if (auto it = known.find(behind); it != known.end())
        bind(next, it->second.get());
      else
        pending.push_back(behind);
      continue;
    }
    size_t before = pending.size();
    for (Value operand : op->getOperands())
      if (!known.contains(operand))
        pending.push_back(operand);
    if (pending.size() > before)
      continue;
    SmallVector<const KnownTensor *> operands;
    for (Value operand : op->getOperands())
      operands.push_back(known.find(operand)->second.get());
    std::optional<KnownTensor> result = evaluateInteger(op, operands);
    bind(next, result ? &*result : nullptr);
  }
  return known.find(value)->second.get();
}

std::optional<int64_t> KnownValues::getScalar(Value value) {
  const KnownTensor *tensor = get(value);
  if (!tensor || tensor->elements.size() != 1)
    return std::nullopt;
  return tensor->at(0);
}

} // namespace shardc
