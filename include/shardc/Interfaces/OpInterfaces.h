//===- OpInterfaces.h - how ops join the compiler ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The three interfaces of an op (see OpInterfaces.td) and what they are given.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_OPINTERFACES_H
#define SHARDC_INTERFACES_OPINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/ShardingRule.h"

namespace shardc {

/// How one factor of an op is split.
struct FactorSharding {
  llvm::SmallVector<dist::AxisRefAttr> axes;
  /// Elements of the factor that stay together.
  int64_t granule = 1;
};

/// What localize() needs to know: the global op's rule, the axes of each
/// factor, and the types and shardings that follow for its results.
struct LocalizeContext {
  mlir::FlatSymbolRefAttr meshName;
  dist::MeshAttr mesh;
  const ShardingRule *rule = nullptr;
  llvm::SmallVector<FactorSharding> factors;
  llvm::SmallVector<dist::ShardingAttr> operandShardings;
  llvm::SmallVector<dist::ShardingAttr> resultShardings;
  llvm::SmallVector<mlir::RankedTensorType> resultTypes;
};

/// Collects cotangents during differentiation.
class GradientAccumulator {
public:
  virtual ~GradientAccumulator() = default;
  /// True when the loss's gradient for `value` is wanted (it depends on a
  /// parameter); work for other operands may be skipped.
  virtual bool isWanted(mlir::Value value) = 0;
  /// Adds a contribution to the cotangent of `value` (same type).
  virtual void add(mlir::Value value, mlir::Value cotangent) = 0;
};

namespace detail {
/// Neutral element of the reduction of `factor` for operand `operand`.
mlir::TypedAttr neutralElement(mlir::Operation *op, unsigned operand, unsigned factor);
/// Clone with local operands and the result types of `context`.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> localizeByClone(mlir::Operation *op,
                                                                mlir::OpBuilder &builder,
                                                                mlir::ValueRange operands,
                                                                const LocalizeContext &context);
/// One operation for each element of each result.
int64_t elementwiseFlops(mlir::Operation *op);
} // namespace detail

} // namespace shardc

#include "shardc/Interfaces/OpInterfaces.h.inc"

#endif // SHARDC_INTERFACES_OPINTERFACES_H
