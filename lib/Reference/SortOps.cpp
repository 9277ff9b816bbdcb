//===- SortOps.cpp - sorting, batch normalization ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A stable merge sort whose merges all go on in step, so that a comparator is
// run on many pairs at once. Batch normalization as it is defined, feature by
// feature: what decompositions are compared with.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"
#include "Loops.h"
#include "dialects/StableHLO/StableHLO.h"
#include <cmath>

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc::reference;

//===----------------------------------------------------------------------===//
// sort
//===----------------------------------------------------------------------===//

/// Elements `places` of a tensor, as a vector.
static Tensor pickElements(const Tensor &from, ArrayRef<int64_t> places) {
  int64_t count = places.size();
  Tensor result = Tensor::uninitialized(RankedTensorType::get({count}, from.getElementType()));
  withKind(from, [&](auto *kind) {
    using T = std::remove_pointer_t<decltype(kind)>;
    const T *in = from.get<T>().data();
    T *out = result.getMutable<T>().data();
    for (auto [i, place] : llvm::enumerate(places))
      out[i] = in[place];
  });
  return result;
}

namespace {
/// Sorts the rows of tensors along one dimension.
class Sorter {
public:
  Sorter(SortOp op, Evaluation &e) : op(op), e(e) {
    ArrayRef<int64_t> shape = e.operands[0].getShape();
    int64_t dim = op.getDimension();
    if (dim < 0)
      dim += shape.size();
    length = shape.empty() ? 1 : shape[dim];
    step = 1;
    for (int64_t extent : shape.drop_front(shape.empty() ? 0 : dim + 1))
      step *= extent;
    int64_t elements = e.operands[0].getNumElements();
    rows = elements == 0 ? 0 : elements / length;
  }

  LogicalResult run() {
    std::vector<int64_t> order(rows * length);
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t i = 0; i < length; ++i)
        order[row * length + i] = i;
    std::vector<int64_t> next(order.size());
    for (int64_t width = 1; width < length; width *= 2) {
      if (failed(mergeAll(width, order, next)))
        return failure();
      std::swap(order, next);
    }
    SmallVector<int64_t> places(order.size());
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t i = 0; i < length; ++i)
        places[place(row, i)] = place(row, order[row * length + i]);
    for (unsigned i = 0; i < e.operands.size(); ++i)
      e.results.push_back(pickElements(e.operands[i], places)
                              .reshaped(e.operands[i].getShape())
                              .withType(resultType(op, i)));
    return success();
  }

private:
  SortOp op;
  Evaluation &e;
  int64_t length, step, rows;

  /// Where element `i` of a row lies.
  int64_t place(int64_t row, int64_t i) const {
    return row / step * (step * length) + i * step + row % step;
  }

  struct Merge {
    int64_t row, left, middle, right, end, out;
  };

  LogicalResult mergeAll(int64_t width, const std::vector<int64_t> &from,
                         std::vector<int64_t> &to) {
    std::vector<Merge> merges;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t begin = 0; begin < length; begin += 2 * width) {
        int64_t middle = std::min(begin + width, length);
        merges.push_back({row, begin, middle, middle, std::min(begin + 2 * width, length), begin});
      }
    while (!merges.empty()) {
      // Merges with one side used up copy the other.
      llvm::erase_if(merges, [&](Merge &merge) {
        if (merge.left < merge.middle && merge.right < merge.end)
          return false;
        int64_t base = merge.row * length;
        while (merge.left < merge.middle)
          to[base + merge.out++] = from[base + merge.left++];
        while (merge.right < merge.end)
          to[base + merge.out++] = from[base + merge.right++];
        return true;
      });
      if (merges.empty())
        break;
      SmallVector<int64_t> left, right;
      for (const Merge &merge : merges) {
        left.push_back(place(merge.row, from[merge.row * length + merge.left]));
        right.push_back(place(merge.row, from[merge.row * length + merge.right]));
      }
      // The right one goes first only when it has to.
      SmallVector<Tensor> arguments;
      for (const Tensor &operand : e.operands) {
        arguments.push_back(pickElements(operand, right));
        arguments.push_back(pickElements(operand, left));
      }
      FailureOr<SmallVector<Tensor>> precedes =
          evaluateLifted(op.getComparator().front(), arguments, e);
      if (failed(precedes))
        return failure();
      for (auto [number, merge] : llvm::enumerate(merges)) {
        int64_t base = merge.row * length;
        int64_t &taken = precedes->front().intAt(number) ? merge.right : merge.left;
        to[base + merge.out++] = from[base + taken++];
      }
    }
    return success();
  }
};
} // namespace

static LogicalResult evaluateSort(SortOp op, Evaluation &e) { return Sorter(op, e).run(); }

//===----------------------------------------------------------------------===//
// Batch normalization
//===----------------------------------------------------------------------===//

namespace {
/// Which feature each element of a tensor belongs to.
struct Features {
  int64_t count, inner, each;

  Features(RankedTensorType type, int64_t dim) : count(type.getDimSize(dim)), inner(1) {
    for (int64_t extent : type.getShape().drop_front(dim + 1))
      inner *= extent;
    each = count == 0 ? 0 : type.getNumElements() / count;
  }
  int64_t of(int64_t element) const { return element / inner % count; }
};
} // namespace

/// Sums of `f` of each element over the elements of each feature.
template <typename F>
static SmallVector<double> sums(const Features &features, int64_t elements, F f) {
  SmallVector<double> result(features.count, 0.0);
  for (int64_t i = 0; i < elements; ++i)
    result[features.of(i)] += f(i);
  return result;
}

static Tensor normalized(const Tensor &x, const Features &features, ArrayRef<double> scale,
                         ArrayRef<double> offset, ArrayRef<double> mean, ArrayRef<double> variance,
                         double epsilon) {
  SmallVector<double> values;
  for (auto [i, value] : llvm::enumerate(x.get<double>())) {
    int64_t f = features.of(i);
    values.push_back((value - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] + offset[f]);
  }
  return Tensor::fromFloats(x.getType(), values);
}

static LogicalResult evaluateBatchNormTraining(BatchNormTrainingOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  ArrayRef<double> values = x.get<double>();
  Features features(x.getType(), op.getFeatureIndex());
  SmallVector<double> mean = sums(features, values.size(), [&](int64_t i) { return values[i]; });
  for (double &sum : mean)
    sum /= features.each;
  SmallVector<double> variance = sums(features, values.size(), [&](int64_t i) {
    double centered = values[i] - mean[features.of(i)];
    return centered * centered;
  });
  for (double &sum : variance)
    sum /= features.each;
  e.results.push_back(normalized(x, features, e.operands[1].get<double>(),
                                 e.operands[2].get<double>(), mean, variance,
                                 op.getEpsilon().convertToDouble()));
  e.results.push_back(Tensor::fromFloats(resultType(op, 1), mean));
  e.results.push_back(Tensor::fromFloats(resultType(op, 2), variance));
  return success();
}

static LogicalResult evaluateBatchNormInference(BatchNormInferenceOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  Features features(x.getType(), op.getFeatureIndex());
  return e.give(normalized(x, features, e.operands[1].get<double>(), e.operands[2].get<double>(),
                           e.operands[3].get<double>(), e.operands[4].get<double>(),
                           op.getEpsilon().convertToDouble()));
}

static LogicalResult evaluateBatchNormGrad(BatchNormGradOp op, Evaluation &e) {
  const Tensor &x = e.operands[0];
  ArrayRef<double> values = x.get<double>(), scale = e.operands[1].get<double>(),
                   mean = e.operands[2].get<double>(), variance = e.operands[3].get<double>(),
                   gradient = e.operands[4].get<double>();
  double epsilon = op.getEpsilon().convertToDouble();
  Features features(x.getType(), op.getFeatureIndex());
  int64_t elements = values.size();
  auto deviation = [&](int64_t f) { return std::sqrt(variance[f] + epsilon); };
  auto unit = [&](int64_t i) {
    int64_t f = features.of(i);
    return (values[i] - mean[f]) / deviation(f);
  };
  SmallVector<double> offsets = sums(features, elements, [&](int64_t i) { return gradient[i]; });
  SmallVector<double> scales =
      sums(features, elements, [&](int64_t i) { return gradient[i] * unit(i); });
  SmallVector<double> result;
  for (int64_t i = 0; i < elements; ++i) {
    int64_t f = features.of(i);
    double rest = gradient[i] - offsets[f] / features.each - unit(i) * scales[f] / features.each;
    result.push_back(scale[f] / deviation(f) * rest);
  }
  e.results.push_back(Tensor::fromFloats(x.getType(), result));
  e.results.push_back(Tensor::fromFloats(resultType(op, 1), scales));
  e.results.push_back(Tensor::fromFloats(resultType(op, 2), offsets));
  return success();
}

void shardc::reference::addSortOps(Registry &registry) {
  registry.add<SortOp>(evaluateSort);
  registry.add<BatchNormTrainingOp>(evaluateBatchNormTraining);
  registry.add<BatchNormInferenceOp>(evaluateBatchNormInference);
  registry.add<BatchNormGradOp>(evaluateBatchNormGrad);
}
