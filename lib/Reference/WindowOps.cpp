//===- WindowOps.cpp - convolution and pooling ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Windows that slide over dimensions. Bodies are run on one place of the window
// for all results at once.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

namespace {

/// How a window slides, for each of its dimensions.
struct Window {
  SmallVector<int64_t> size, strides, baseDilations, windowDilations, low;

  Window(ArrayRef<int64_t> size, std::optional<ArrayRef<int64_t>> strides,
         std::optional<ArrayRef<int64_t>> baseDilations,
         std::optional<ArrayRef<int64_t>> windowDilations, DenseIntElementsAttr padding)
      : size(size) {
    auto orOnes = [&](std::optional<ArrayRef<int64_t>> given) {
      return given && !given->empty() ? SmallVector<int64_t>(*given)
                                      : SmallVector<int64_t>(size.size(), 1);
    };
    this->strides = orOnes(strides);
    this->baseDilations = orOnes(baseDilations);
    this->windowDilations = orOnes(windowDilations);
    low.assign(size.size(), 0);
    if (padding)
      for (size_t dim = 0; dim < size.size(); ++dim)
        low[dim] = padding.getValues<int64_t>()[2 * dim];
  }

  /// The element of `extent` under place `tap` of the window at `place`, or -1 for
  /// padding and the holes of a dilated base.
  int64_t element(size_t dim, int64_t place, int64_t tap, int64_t extent) const {
    int64_t position = place * strides[dim] + tap * windowDilations[dim] - low[dim];
    if (position < 0 || position % baseDilations[dim] != 0)
      return -1;
    position /= baseDilations[dim];
    return position < extent ? position : -1;
  }

  /// For each window of `places`, row-major, the element of a tensor of `shape`
  /// under `tap`, or -1.
  SmallVector<int64_t> elements(ArrayRef<int64_t> shape, ArrayRef<int64_t> places,
                                ArrayRef<int64_t> tap) const {
    SmallVector<int64_t> steps = stridesOf(shape), result;
    for (Odometer place(places); !place.isDone(); place.next()) {
      int64_t offset = 0;
      for (size_t dim = 0; dim < shape.size() && offset >= 0; ++dim) {
        int64_t index = element(dim, place.get()[dim], tap[dim], shape[dim]);
        offset = index < 0 ? -1 : offset + index * steps[dim];
      }
      result.push_back(offset);
    }
    return result;
  }
};

} // namespace

/// `from[elements[i]]`, or `filler` where that is -1.
static Tensor pick(const Tensor &from, ArrayRef<int64_t> elements, const Tensor &filler) {
  int64_t count = elements.size();
  Tensor result = Tensor::uninitialized(RankedTensorType::get({count}, from.getElementType()));
  withKind(from, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    T *out = result.getMutable<T>().data();
    for (auto [i, element] : llvm::enumerate(elements))
      out[i] = element < 0 ? filler.get<T>()[0] : from.get<T>()[element];
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

static LogicalResult evaluateConvolution(ConvolutionOp op, Evaluation &e) {
  const Tensor &lhs = e.operands[0], &rhs = e.operands[1];
  RankedTensorType type = resultType(op);
  if (lhs.isFloat() != isa<FloatType>(type.getElementType()))
    return op->emitOpError() << "cannot be interpreted: the sums of " << lhs.getElementType()
                             << " products are to be " << type.getElementType();
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  SmallVector<int64_t> taps;
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    taps.push_back(rhs.getShape()[dim]);
  Window window(taps, op.getWindowStrides(), op.getLhsDilation(), op.getRhsDilation(),
                op.getPaddingAttr());
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  SmallVector<int64_t> left = stridesOf(lhs.getShape()), right = stridesOf(rhs.getShape());
  int64_t inputs = rhs.getShape()[numbers.getKernelInputFeatureDimension()];
  int64_t outputs = rhs.getShape()[numbers.getKernelOutputFeatureDimension()];
  int64_t batch = type.getDimSize(numbers.getOutputBatchDimension());
  int64_t perFeatureGroup = outputs / static_cast<int64_t>(op.getFeatureGroupCount());
  int64_t perBatchGroup = outputs / static_cast<int64_t>(op.getBatchGroupCount());
  Tensor result(type);
  withKind(result, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    T *out = result.getMutable<T>().data();
    for (Odometer place(type.getShape()); !place.isDone(); place.next(), ++out) {
      int64_t output = place.get()[numbers.getOutputFeatureDimension()];
      int64_t row = place.get()[numbers.getOutputBatchDimension()] + output / perBatchGroup * batch;
      int64_t feature = output / perFeatureGroup * inputs;
      for (Odometer tap(taps); !tap.isDone(); tap.next()) {
        int64_t from = row * left[numbers.getInputBatchDimension()] +
                       feature * left[numbers.getInputFeatureDimension()];
        int64_t with = output * right[numbers.getKernelOutputFeatureDimension()];
        bool isThere = true;
        for (size_t dim = 0; dim < taps.size(); ++dim) {
          int64_t input = numbers.getInputSpatialDimensions()[dim];
          int64_t index =
              window.element(dim, place.get()[numbers.getOutputSpatialDimensions()[dim]],
                             tap.get()[dim], lhs.getShape()[input]);
          isThere &= index >= 0;
          from += index * left[input];
          bool reversed = reversal && !reversal->empty() && (*reversal)[dim];
          with += (reversed ? taps[dim] - 1 - tap.get()[dim] : tap.get()[dim]) *
                  right[numbers.getKernelSpatialDimensions()[dim]];
        }
        for (int64_t input = 0; isThere && input < inputs; ++input)
          *out += lhs.get<T>()[from + input * left[numbers.getInputFeatureDimension()]] *
                  rhs.get<T>()[with + input * right[numbers.getKernelInputFeatureDimension()]];
      }
      if constexpr (std::is_same_v<T, int64_t>) {
        IntFormat format = IntFormat::of(type.getElementType());
        *out = format.width == 1 ? T(*out != 0) : format.wrap(*out);
      }
    }
  });
  return e.give(result);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

static LogicalResult evaluateReduceWindow(ReduceWindowOp op, Evaluation &e) {
  size_t count = op.getInputs().size();
  Window window(op.getWindowDimensions(), op.getWindowStrides(), op.getBaseDilations(),
                op.getWindowDilations(), op.getPaddingAttr());
  ArrayRef<int64_t> places = resultType(op).getShape(), shape = e.operands[0].getShape();
  SmallVector<int64_t> none(resultType(op).getNumElements(), -1);
  SmallVector<Tensor> sums;
  for (size_t i = 0; i < count; ++i)
    sums.push_back(pick(e.operands[i], none, e.operands[count + i]));
  for (Odometer tap(window.size); !tap.isDone(); tap.next()) {
    SmallVector<int64_t> elements = window.elements(shape, places, tap.get());
    SmallVector<Tensor> arguments(sums);
    for (size_t i = 0; i < count; ++i)
      arguments.push_back(pick(e.operands[i], elements, e.operands[count + i]));
    FailureOr<SmallVector<Tensor>> next = evaluateLifted(op.getBody().front(), arguments, e);
    if (failed(next))
      return failure();
    sums = *next;
  }
  for (auto [i, sum] : llvm::enumerate(sums))
    e.results.push_back(sum.reshaped(places).withType(resultType(op, i)));
  return success();
}

static LogicalResult evaluateSelectAndScatter(SelectAndScatterOp op, Evaluation &e) {
  const Tensor &operand = e.operands[0], &source = e.operands[1], &init = e.operands[2];
  SmallVector<int64_t> ones(operand.getRank(), 1);
  Window window(op.getWindowDimensions().value_or(ArrayRef<int64_t>(ones)), op.getWindowStrides(),
                std::nullopt, std::nullopt, op.getPaddingAttr());
  // The element that each window selects; padding never is.
  SmallVector<int64_t> selected(source.getNumElements(), -1);
  for (Odometer tap(window.size); !tap.isDone(); tap.next()) {
    SmallVector<int64_t> elements =
        window.elements(operand.getShape(), source.getShape(), tap.get());
    FailureOr<SmallVector<Tensor>> keeps = evaluateLifted(
        op.getSelect().front(), {pick(operand, selected, init), pick(operand, elements, init)}, e);
    if (failed(keeps))
      return failure();
    for (size_t i = 0; i < selected.size(); ++i)
      if (elements[i] >= 0 && (selected[i] < 0 || keeps->front().intAt(i) == 0))
        selected[i] = elements[i];
  }
  SmallVector<int64_t> none(operand.getNumElements(), -1);
  Tensor result = pick(operand, none, init);
  for (auto [i, place] : llvm::enumerate(selected)) {
    if (place < 0)
      continue;
    FailureOr<SmallVector<Tensor>> next =
        evaluateLifted(op.getScatter().front(),
                       {pick(result, {place}, init), pick(source, {int64_t(i)}, init)}, e);
    if (failed(next))
      return failure();
    withKind(result, [&, place = place](auto *kind) {
      using T = std::remove_pointer_t<decltype(kind)>;
      result.getMutable<T>()[place] = next->front().get<T>()[0];
    });
  }
  return e.give(result.reshaped(operand.getShape()).withType(resultType(op)));
}

void shardc::reference::addWindowOps(Registry &registry) {
  registry.add<ConvolutionOp>(evaluateConvolution);
  registry.add<ReduceWindowOp>(evaluateReduceWindow);
  registry.add<SelectAndScatterOp>(evaluateSelectAndScatter);
}
