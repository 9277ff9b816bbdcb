//===- Windows.cpp - elements of convolutions and pooling -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One element of a result goes through its window in loops. Pooling that
// scatters is turned around: each element looks for the windows that select it,
// so that nothing is written twice and every target computes it alike.
//
//===----------------------------------------------------------------------===//
#include "Windows.h"
#include "Emitter.h"
#include "Reduction.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/Bodies.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

SmallVector<WindowDim> codegen::windowDims(ArrayRef<int64_t> size,
                                           std::optional<ArrayRef<int64_t>> strides,
                                           std::optional<ArrayRef<int64_t>> baseDilations,
                                           std::optional<ArrayRef<int64_t>> windowDilations,
                                           DenseIntElementsAttr padding, ArrayRef<int64_t> extents,
                                           ArrayRef<int64_t> places) {
  auto at = [](std::optional<ArrayRef<int64_t>> list, size_t dim) {
    return list && !list->empty() ? (*list)[dim] : 1;
  };
  SmallVector<WindowDim> dims;
  for (size_t dim = 0; dim < size.size(); ++dim)
    dims.push_back({size[dim], at(strides, dim), at(baseDilations, dim), at(windowDilations, dim),
                    padding ? padding.getValues<int64_t>()[2 * dim] : 0, extents[dim],
                    places[dim]});
  return dims;
}

SmallVector<WindowDim> codegen::windowDims(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  SmallVector<int64_t> taps, extents, places;
  for (auto [kernel, input, output] :
       llvm::zip_equal(numbers.getKernelSpatialDimensions(), numbers.getInputSpatialDimensions(),
                       numbers.getOutputSpatialDimensions())) {
    taps.push_back(typeOf(op.getRhs()).getDimSize(kernel));
    extents.push_back(typeOf(op.getLhs()).getDimSize(input));
    places.push_back(typeOf(op.getResult()).getDimSize(output));
  }
  return windowDims(taps, op.getWindowStrides(), op.getLhsDilation(), op.getRhsDilation(),
                    op.getPaddingAttr(), extents, places);
}

//===----------------------------------------------------------------------===//
// Places in windows
//===----------------------------------------------------------------------===//

namespace {
/// Elements under one place of a window: indices held inside of the operand, and
/// whether they were inside (null: always).
class Tap {
public:
  explicit Tap(Emitter &emitter) : e(emitter) {}

  SmallVector<Idx> indices;
  Value valid;

  void require(Value condition) {
    if (!valid) {
      valid = condition;
      return;
    }
    SmallVector<Value> both{valid, condition};
    e.unify(both);
    valid = e.make<arith::AndIOp>(both[0], both[1]);
  }

  /// The element of one dimension under `tap` of the window at `place`.
  void add(const WindowDim &dim, Idx place, Idx tap) {
    Idx idx = e.idxAdd(e.idxAdd(e.idxMul(place, dim.stride), e.idxMul(tap, dim.windowDilation)),
                       -dim.low);
    int64_t span = dim.extent == 0 ? 0 : (dim.extent - 1) * dim.baseDilation + 1;
    int64_t last = (dim.places - 1) * dim.stride + (dim.size - 1) * dim.windowDilation - dim.low;
    bool before = dim.low > 0, behind = last >= span;
    if (before)
      require(e.idxAtLeast(idx, 0));
    if (behind)
      require(e.idxLess(idx, span));
    if (before || behind)
      idx = e.idxClamp(idx, 0, std::max<int64_t>(span - 1, 0));
    if (dim.baseDilation > 1) {
      Idx rest = e.idxVector(e.idxRem(idx, dim.baseDilation));
      require(e.make<arith::CmpIOp>(arith::CmpIPredicate::eq, rest.value,
                                    e.constantInt(rest.value.getType(), 0)));
      idx = e.idxDiv(idx, dim.baseDilation);
    }
    indices.push_back(idx);
  }

  /// `value` where the tap is inside, else `filler`.
  Value orFiller(Value value, Value filler) {
    if (!valid)
      return value;
    SmallVector<Value> parts{valid, value, filler};
    e.unify(parts);
    return e.make<arith::SelectOp>(parts[0], parts[1], parts[2]);
  }

private:
  Emitter &e;
};
} // namespace

static bool isEmpty(ArrayRef<WindowDim> dims) {
  return llvm::any_of(dims, [](const WindowDim &dim) { return dim.extent == 0; });
}

static bool hasLanes(const Index &index) {
  return llvm::any_of(index.groups,
                      [](const Index::Group &group) { return !group.idx.isUniform(); });
}

SmallVector<Value>
Emitter::foldIndices(ArrayRef<int64_t> extents, ArrayRef<Value> initial,
                     function_ref<SmallVector<Value>(ArrayRef<Idx>, ArrayRef<Value>)> step) {
  SmallVector<Value> values(initial);
  if (llvm::is_contained(extents, 0))
    return values;
  SmallVector<Idx> indices;
  unsigned opened = 0;
  for (int64_t extent : extents) {
    if (extent == 1) {
      indices.push_back(idxConstant(0));
      continue;
    }
    indices.push_back(
        Idx{beginLoop(constantIndex(0), constantIndex(extent), constantIndex(1), values)});
    auto args = loopArgs();
    values.assign(args.begin(), args.end());
    ++opened;
  }
  values = step(indices, values);
  for (; opened > 0; --opened) {
    ResultRange results = endLoop(values);
    values.assign(results.begin(), results.end());
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

Value Emitter::elementOfConvolution(ConvolutionOp op, const Index &index) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  RankedTensorType lhs = typeOf(op.getLhs()), rhs = typeOf(op.getRhs());
  RankedTensorType type = typeOf(op.getResult());
  SmallVector<WindowDim> dims = windowDims(op);
  int64_t outputs = rhs.getDimSize(numbers.getKernelOutputFeatureDimension());
  int64_t inputs = rhs.getDimSize(numbers.getKernelInputFeatureDimension());
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  Idx output = dimIndex(index, numbers.getOutputFeatureDimension());
  Idx batch = dimIndex(index, numbers.getOutputBatchDimension());
  if (batchGroups > 1)
    batch = idxAdd(batch, idxMul(idxDiv(output, outputs / batchGroups),
                                 type.getDimSize(numbers.getOutputBatchDimension())));
  Idx firstInput = idxConstant(0);
  if (featureGroups > 1)
    firstInput = idxMul(idxDiv(output, outputs / featureGroups), inputs);

  Type element = type.getElementType(), computed = computeType(element);
  bool isFloat = isa<FloatType>(computed), isVector = hasLanes(index);
  auto shaped = [&](Value value) { return isVector ? splat(value) : value; };
  Value zero = shaped(isFloat ? constant(computed, 0) : constantInt(computed, 0));
  if (isEmpty(dims))
    return zero;
  SmallVector<int64_t> extents;
  for (const WindowDim &dim : dims)
    extents.push_back(dim.size);
  extents.push_back(inputs);
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  Type wide = isFloat ? computed : element;
  Value sum =
      foldIndices(extents, zero, [&](ArrayRef<Idx> at, ArrayRef<Value> sums) -> SmallVector<Value> {
        Tap tap(*this);
        SmallVector<Idx> left(lhs.getRank()), right(rhs.getRank());
        left[numbers.getInputBatchDimension()] = batch;
        left[numbers.getInputFeatureDimension()] = idxAdd(firstInput, at.back());
        right[numbers.getKernelInputFeatureDimension()] = at.back();
        right[numbers.getKernelOutputFeatureDimension()] = output;
        for (auto [number, dim] : llvm::enumerate(dims)) {
          tap.add(dim, dimIndex(index, numbers.getOutputSpatialDimensions()[number]), at[number]);
          left[numbers.getInputSpatialDimensions()[number]] = tap.indices.back();
          bool reversed = reversal && !reversal->empty() && (*reversal)[number];
          right[numbers.getKernelSpatialDimensions()[number]] =
              reversed ? idxSub(idxConstant(dim.size - 1), at[number]) : at[number];
        }
        Value a = convert(this->element(op.getLhs(), fromDims(lhs.getShape(), left)),
                          lhs.getElementType(), wide);
        Value b = convert(this->element(op.getRhs(), fromDims(rhs.getShape(), right)),
                          rhs.getElementType(), wide);
        a = shaped(tap.orFiller(shaped(a), zero));
        b = shaped(b);
        if (isFloat)
          return {make<arith::AddFOp>(sums[0], Value(make<arith::MulFOp>(a, b)))};
        // One pair that is true is enough.
        if (element.isInteger(1))
          return {make<arith::OrIOp>(sums[0], Value(make<arith::AndIOp>(a, b)))};
        return {make<arith::AddIOp>(sums[0], Value(make<arith::MulIOp>(a, b)))};
      })[0];
  return roundTo(sum, element);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

SmallVector<Value> Emitter::elementsOfReduceWindow(ReduceWindowOp op, const Index &index) {
  ArrayRef<int64_t> shape = typeOf(op.getInputs()[0]).getShape();
  SmallVector<WindowDim> dims = windowDims(
      op.getWindowDimensions(), op.getWindowStrides(), op.getBaseDilations(),
      op.getWindowDilations(), op.getPaddingAttr(), shape, typeOf(op.getResult(0)).getShape());
  bool isVector = hasLanes(index);
  auto shaped = [&](Value value) { return isVector ? splat(value) : value; };
  SmallVector<Value> initial;
  for (Value init : op.getInitValues())
    initial.push_back(shaped(scalar(init)));
  // One op that has a neutral element adds up in f32 and is rounded at the end.
  Operation *combiner = combinerOf(op.getBody());
  bool wide = op.getInputs().size() == 1 && combiner &&
              neutralElementOf(combiner, typeOf(op.getInputs()[0]).getElementType(), builder);
  bool empty = isEmpty(dims);
  SmallVector<Value> values =
      foldIndices(op.getWindowDimensions(), initial,
                  [&](ArrayRef<Idx> at, ArrayRef<Value> sums) -> SmallVector<Value> {
                    Tap tap(*this);
                    for (auto [number, dim] : llvm::enumerate(dims))
                      tap.add(dim, dimIndex(index, number), at[number]);
                    SmallVector<Value> args(sums);
                    for (auto [input, init] : llvm::zip_equal(op.getInputs(), initial)) {
                      Value value =
                          empty ? init : this->element(input, fromDims(shape, tap.indices));
                      args.push_back(shaped(tap.orFiller(shaped(value), init)));
                    }
                    SmallVector<Value> next = body(op.getBody(), args, /*round=*/!wide);
                    for (Value &value : next)
                      value = shaped(value);
                    return next;
                  });
  for (auto [value, result] : llvm::zip_equal(values, op.getResults()))
    value = roundTo(value, typeOf(result).getElementType());
  return values;
}

Value Emitter::elementOfSelectAndScatter(SelectAndScatterOp op, const Index &index) {
  RankedTensorType type = typeOf(op.getOperand()), sourceType = typeOf(op.getSource());
  SmallVector<int64_t> ones(type.getRank(), 1);
  SmallVector<WindowDim> dims = windowDims(
      op.getWindowDimensions().value_or(ArrayRef<int64_t>(ones)), op.getWindowStrides(),
      std::nullopt, std::nullopt, op.getPaddingAttr(), type.getShape(), sourceType.getShape());
  bool isVector = hasLanes(index);
  auto shaped = [&](Value value) { return isVector ? splat(value) : value; };
  Value initial = shaped(scalar(op.getInitValue()));
  if (sourceType.getNumElements() == 0)
    return initial;

  // The windows that the element may be part of, counted from the last.
  SmallVector<int64_t> candidates, taps;
  for (const WindowDim &dim : dims) {
    candidates.push_back((dim.size + dim.stride - 1) / dim.stride);
    taps.push_back(dim.size);
  }
  Value self = shaped(idxVector(linear(index)).value);
  return foldIndices(
      candidates, initial, [&](ArrayRef<Idx> which, ArrayRef<Value> sums) -> SmallVector<Value> {
        // The window: inside of the source, and over this element.
        Tap window(*this);
        for (auto [number, dim] : llvm::enumerate(dims)) {
          if (dim.size == 1 && dim.stride == 1 && dim.low == 0 && dim.places == dim.extent) {
            window.indices.push_back(dimIndex(index, number));
            continue;
          }
          Idx position = idxAdd(dimIndex(index, number), dim.low);
          // Elements cut off by negative padding lie before every window.
          if (dim.low < 0) {
            window.require(idxAtLeast(position, 0));
            position = idxClamp(position, 0, dim.extent + dim.low);
          }
          Idx place =
              idxAdd(idxAdd(idxDiv(position, dim.stride), 1 - candidates[number]), which[number]);
          window.require(idxAtLeast(place, 0));
          window.require(idxLess(place, dim.places));
          window.require(idxLess(idxSub(position, idxMul(place, dim.stride)), dim.size));
          window.indices.push_back(idxClamp(place, 0, dim.places - 1));
        }
        // The element that it selects.
        Type position = self.getType();
        SmallVector<Value> start{initial, shaped(constantInt(getElementTypeOrSelf(position), -1))};
        Value none = start[1];
        SmallVector<Value> selected = foldIndices(
            taps, start, [&](ArrayRef<Idx> at, ArrayRef<Value> best) -> SmallVector<Value> {
              Tap tap(*this);
              for (auto [number, dim] : llvm::enumerate(dims))
                tap.add(dim, window.indices[number], at[number]);
              Index from = fromDims(type.getShape(), tap.indices);
              Value value = shaped(this->element(op.getOperand(), from));
              Value here = shaped(idxVector(linear(from)).value);
              Value keeps = shaped(body(op.getSelect(), {best[0], value})[0]);
              Value isFirst = make<arith::CmpIOp>(arith::CmpIPredicate::eq, best[1], none);
              Value takes = make<arith::OrIOp>(
                  isFirst, Value(make<arith::XOrIOp>(keeps, constantInt(keeps.getType(), 1))));
              if (tap.valid)
                takes = make<arith::AndIOp>(takes, shaped(tap.valid));
              return {make<arith::SelectOp>(takes, value, best[0]),
                      make<arith::SelectOp>(takes, here, best[1])};
            });
        Value isMine = make<arith::CmpIOp>(arith::CmpIPredicate::eq, selected[1], self);
        if (window.valid)
          isMine = make<arith::AndIOp>(isMine, shaped(window.valid));
        Value given =
            shaped(this->element(op.getSource(), fromDims(sourceType.getShape(), window.indices)));
        Value sum = shaped(body(op.getScatter(), {sums[0], given})[0]);
        return {make<arith::SelectOp>(isMine, sum, sums[0])};
      })[0];
}
