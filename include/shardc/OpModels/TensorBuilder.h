//===- TensorBuilder.h - short names for building tensor code ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Decompositions, gradients and optimizer updates are formulas over tensors.
// TensorBuilder lets them be written as formulas: each call makes one StableHLO
// op (or none where the op would change nothing) at one location.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_TENSORBUILDER_H
#define SHARDC_OPMODELS_TENSORBUILDER_H

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "shardc/Interfaces/Types.h"

namespace shardc {

/// The type in which sums and elementary functions of elements of type `type`
/// are computed: f64 for f64, f32 for narrower floats, `type` itself otherwise.
mlir::Type computeTypeOf(mlir::Type type);

class TensorBuilder {
public:
  using Value = mlir::Value;
  using Dims = llvm::ArrayRef<int64_t>;

  TensorBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }

  // Elementwise. Operands have one type, which is the result's.
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value max(Value a, Value b);
  Value min(Value a, Value b);
  Value pow(Value a, Value b);
  Value neg(Value a);
  Value abs(Value a);
  Value exp(Value a);
  Value log(Value a);
  Value tanh(Value a);
  Value sqrt(Value a);
  Value rsqrt(Value a);
  Value sine(Value a);
  Value cosine(Value a);
  Value logistic(Value a);
  Value floor(Value a);
  Value sign(Value a);
  /// Elementwise with a constant of `a`'s type.
  Value add(Value a, double constant);
  Value sub(double constant, Value a);
  Value mul(Value a, double constant);

  /// An i1 tensor; `a` and `b` have one type.
  Value compare(mlir::stablehlo::ComparisonDirection direction, Value a, Value b);
  Value logicalAnd(Value a, Value b);
  Value select(Value predicate, Value onTrue, Value onFalse);
  /// `a` with elements of type `elementType`; `a` itself when it has it
  /// already.
  Value convert(Value a, mlir::Type elementType);
  /// `a` in computeTypeOf its element type.
  Value widen(Value a);

  /// A splat of `value` in `type`'s element type (float, integer or i1).
  Value splat(mlir::RankedTensorType type, double value);
  /// A splat of the type of `like`.
  Value splatLike(Value like, double value);
  /// A one-dimensional constant of integers of type `elementType`.
  Value vector(Dims values, mlir::Type elementType);
  /// Negative infinity everywhere.
  Value negativeInfinity(mlir::RankedTensorType type);
  Value iota(mlir::RankedTensorType type, int64_t dim);

  /// Operand dimension i becomes dimension dims[i] of `shape`.
  Value broadcast(Value a, Dims shape, Dims dims);
  /// A scalar repeated over `shape`.
  Value broadcastScalar(Value a, Dims shape);
  /// `a`, of rank r, repeated along the trailing dimensions of `shape`, whose
  /// first r extents are `a`'s.
  Value broadcastLeading(Value a, Dims shape);
  /// `a`, of rank r, repeated along the leading dimensions of `shape`, whose
  /// last r extents are `a`'s.
  Value broadcastTrailing(Value a, Dims shape);

  Value reshape(Value a, Dims shape);
  Value transpose(Value a, Dims permutation);
  Value slice(Value a, Dims start, Dims limit, Dims strides);
  /// Elements [start, limit) of one dimension.
  Value sliceDim(Value a, int64_t dim, int64_t start, int64_t limit);
  Value concatenate(mlir::ValueRange parts, int64_t dim);
  /// Zero padding; negative amounts cut.
  Value pad(Value a, Dims low, Dims high, Dims interior);

  /// Sums, maxima, conjunctions over dimensions, which disappear.
  Value reduceSum(Value a, Dims dims);
  Value reduceMax(Value a, Dims dims);
  Value reduceAnd(Value a, Dims dims);
  /// Sum over all dimensions: a scalar.
  Value reduceSumAll(Value a);
  /// Sum over all dimensions but the last.
  Value reduceSumRows(Value a);

  /// Contraction with batching dimensions; the sums are of type `elementType`.
  Value dot(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract, Dims rhsContract,
            mlir::Type elementType, mlir::ArrayAttr precision = {},
            mlir::stablehlo::DotAlgorithmAttr algorithm = {});

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace shardc

#endif // SHARDC_OPMODELS_TENSORBUILDER_H
