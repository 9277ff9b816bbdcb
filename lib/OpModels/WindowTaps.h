//===- WindowTaps.h - windows taken apart into slices -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What lies under one place of all windows at once is a padded, strided slice.
// Gradients that depend on which element of a window was taken are written so:
// ordinary tensor code, which shards like any other.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_OPMODELS_WINDOWTAPS_H
#define SHARDC_LIB_OPMODELS_WINDOWTAPS_H

#include "shardc/OpModels/TensorBuilder.h"

namespace shardc::gradient {

/// A window over all dimensions of a tensor.
class WindowTaps {
public:
  using Value = mlir::Value;
  using Dims = llvm::ArrayRef<int64_t>;

  /// `shape`: of what the window slides over; `places`: of the results. Lists
  /// that are not given mean 1, padding 0.
  WindowTaps(TensorBuilder &builder, Dims shape, Dims places, Dims size,
             std::optional<Dims> strides, std::optional<Dims> baseDilations,
             std::optional<Dims> windowDilations, mlir::DenseIntElementsAttr padding);

  /// How many elements a window has.
  int64_t count() const;
  /// The elements of `value` under tap `number` (row-major) of each window;
  /// `filler`, a scalar, for padding and holes.
  Value under(Value value, int64_t number, Value filler);
  /// True (i1) where tap `number` is over an element.
  Value inside(int64_t number);
  /// The transpose of `under`: each place of `value` added at the element under
  /// tap `number`, zero elsewhere.
  Value spread(Value value, int64_t number);

  /// Padding of a window sum of cotangents, base dilated by the strides, that is
  /// the transpose of this window's sum: 2 numbers a dimension.
  mlir::DenseIntElementsAttr transposedPadding();

  llvm::SmallVector<int64_t> shape, places, size, strides, baseDilations, windowDilations, low;

private:
  llvm::SmallVector<int64_t> tap(int64_t number) const;
  /// Where the tap's first place lies in the dilated base, and the base's end.
  int64_t begin(size_t dim, Dims tap) const { return tap[dim] * windowDilations[dim] - low[dim]; }
  int64_t span(size_t dim) const {
    return shape[dim] == 0 ? 0 : (shape[dim] - 1) * baseDilations[dim] + 1;
  }

  TensorBuilder &b;
};

/// The ops of `body` on tensors of one shape in place of scalars: the values it
/// returns for `arguments`, or instead `only`, a value of the body. Nothing, and a
/// reason in `error`, when the body holds an op that is not elementwise.
llvm::SmallVector<mlir::Value> liftBody(TensorBuilder &builder, mlir::Region &body,
                                        mlir::ValueRange arguments, std::string &error,
                                        mlir::Value only = {});

} // namespace shardc::gradient

#endif // SHARDC_LIB_OPMODELS_WINDOWTAPS_H
