//===- Upstream.h - linalg, tensor, arith, math and TOSA --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Programs of MLIR's own dialects become StableHLO at import, op by op and in
// place. A scalar becomes a tensor without dimensions, an index an i64. What has
// no counterpart is one error at the op. Private to the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_UPSTREAM_UPSTREAM_H
#define SHARDC_LIB_IMPORT_UPSTREAM_UPSTREAM_H

#include "../ImportImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace shardc {

using Values = llvm::SmallVector<mlir::Value>;

/// The element type that stands for a type of upstream: i64 for an index, a
/// float or signless integer for itself, null for what StableHLO lacks.
mlir::Type elementTypeFor(mlir::Type type);

/// The tensor type that stands for the type of a value: of rank 0 for a scalar;
/// null for what has none.
mlir::RankedTensorType tensorTypeFor(mlir::Type type);

/// What the values of an upstream program became.
class UpstreamValues {
public:
  explicit UpstreamValues(mlir::OpBuilder &builder) : builder(builder) {}

  /// The tensor that stands for a value; null (and no error) when it has none.
  mlir::Value get(mlir::Value value);
  Values get(mlir::ValueRange values);
  void set(mlir::Value value, mlir::Value tensor) { tensors[value] = tensor; }

private:
  mlir::OpBuilder &builder;
  llvm::DenseMap<mlir::Value, mlir::Value> tensors;
};

/// The error for an op that import does not convert, and why.
mlir::InFlightDiagnostic refuseOp(mlir::Operation *op, const llvm::Twine &why = "");

/// Why amounts of padding are not converted; empty if they are.
llvm::StringRef faultOfPadding(llvm::ArrayRef<int64_t> amounts);

/// The op that does to tensors of one shape what an op of arith or math does to
/// scalars; null for other ops. `operands` have the types that stand for the
/// op's.
mlir::Value convertElementwise(mlir::Operation *op, mlir::ValueRange operands, TensorBuilder &b);

/// A constant of arith; null when its type has no counterpart.
mlir::Value convertConstant(mlir::TypedAttr value, TensorBuilder &b);

/// Ops of one family: what stands for the results, or failure with an error.
mlir::FailureOr<Values> convertTensorOp(mlir::Operation *op, UpstreamValues &values,
                                        TensorBuilder &b);
mlir::FailureOr<Values> convertLinalgOp(mlir::Operation *op, UpstreamValues &values,
                                        TensorBuilder &b);
mlir::FailureOr<Values> convertTosaOp(mlir::Operation *op, UpstreamValues &values,
                                      TensorBuilder &b);

/// What a linalg op on loops computes, when its maps are those of a convolution or
/// of pooling; null when they are not.
mlir::FailureOr<mlir::Value> convertWindows(mlir::linalg::LinalgOp op, UpstreamValues &values,
                                            TensorBuilder &b);

/// How elements are combined by a reduction.
enum class Combiner { Add, Mul, Max, Min, And, Or };

/// The combination of two tensors of one type.
mlir::Value combine(Combiner combiner, mlir::Value a, mlir::Value b, TensorBuilder &builder);

/// A scalar that changes nothing when it is combined.
mlir::Value identityOf(Combiner combiner, mlir::Type elementType, TensorBuilder &b);

/// Reduction over dimensions, which disappear; they may be none.
mlir::Value reduce(Combiner combiner, mlir::Value input, llvm::ArrayRef<int64_t> dims,
                   TensorBuilder &b);

/// Elements of `table` at `indices`, one tensor of indices for each of its
/// dimensions, all of one shape; null where the whole of the dimension is read: it
/// then comes behind the dimensions of the indices.
mlir::Value gatherElements(mlir::Value table, mlir::ValueRange indices, TensorBuilder &b);

/// TOSA's gather: rows [N, W, C] of a table [N, K, C] at indices [N, W]. A table that is
/// flattened for it, and indices that count through all of its dimensions, are read
/// dimension by dimension.
mlir::Value gatherRows(mlir::Value table, mlir::Value indices, TensorBuilder &b);

/// TOSA's scatter: `table` [N, K, C] with rows [N, W, C] in the place of those at the
/// indices [N, W], of which no two are equal.
mlir::Value scatterRows(mlir::Value table, mlir::Value indices, mlir::Value rows, TensorBuilder &b);

/// Position of the largest (smallest) element along a dimension, which disappears, the
/// first of equal ones and of NaNs, beside the element itself.
std::pair<mlir::Value, mlir::Value> argExtremum(mlir::Value input, mlir::Value positions,
                                                int64_t dim, bool isMax, TensorBuilder &b);

/// Convolution over `dims` of spatial extents, given a form by its dimension
/// numbers; and pooling of windows. `low`/`high` pad.
struct WindowShape {
  llvm::SmallVector<int64_t> sizes, strides, dilations, low, high;
};
mlir::Value convolve(mlir::Value input, mlir::Value kernel,
                     mlir::stablehlo::ConvDimensionNumbersAttr numbers, const WindowShape &window,
                     int64_t groups, mlir::RankedTensorType type, TensorBuilder &b);
mlir::Value pool(Combiner combiner, mlir::Value input, const WindowShape &window,
                 mlir::RankedTensorType type, TensorBuilder &b);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_UPSTREAM_UPSTREAM_H
