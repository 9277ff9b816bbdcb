//===- ShardingRules.h - how ops run in parts -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_OPMODELS_SHARDINGRULES_H
#define SHARDC_OPMODELS_SHARDINGRULES_H

#include "mlir/IR/DialectRegistry.h"
#include "shardc/Interfaces/OpInterfaces.h"

namespace shardc {

/// Attaches ShardableOpInterface to the ops of stablehlo, nn and dist.
void registerShardingModels(mlir::DialectRegistry &registry);

/// True for a constant whose every element is zero (also a broadcast of one):
/// such a value may stand among partial sums, since any sum of it is itself.
bool isZeroConstant(mlir::Value value);

/// The neutral element test behind `isZeroConstant`, for other reductions: true
/// when `value` is a splat constant that combines with any x to x.
bool isNeutralConstant(mlir::Value value, dist::ReductionKind kind);

/// True when collectives combine elements of this type; they don't those of 16-bit integers,
/// which they only move.
bool canCombineAcross(mlir::Type element);

/// Factors that make one shape out of another of as many elements, row by row.
ShardingRule getReshapeRule(llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> result);

namespace sharding {

using LinearGroups = llvm::SmallVector<llvm::SmallVector<unsigned>>;

/// One factor a dimension of `shape`, in a tensor's form.
TensorFactors addFactors(ShardingRule &rule, llvm::ArrayRef<int64_t> shape,
                         FactorKind kind = FactorKind::PassThrough);

/// Element `i` of every operand and result belongs together; scalars aside.
ShardingRule elementwiseRule(mlir::Operation *op);

/// Cuts this rank's block out of a value that all ranks hold.
mlir::Value sliceWhole(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value whole,
                       dist::ShardingAttr sharding, const LocalizeContext &context);

/// Scalar of type `type` that holds the global index of the first element of
/// this rank's block of a dimension made of `factor` alone.
mlir::Value offsetOf(mlir::OpBuilder &builder, mlir::Location loc, unsigned factor, mlir::Type type,
                     const LocalizeContext &context);

/// The result types of `context` as an op builder wants them.
llvm::SmallVector<mlir::Type> resultTypes(const LocalizeContext &context);

void attachElementwiseRules(mlir::DialectRegistry &registry);
void attachShapeRules(mlir::DialectRegistry &registry);
void attachIndexingRules(mlir::DialectRegistry &registry);
void attachContractionRules(mlir::DialectRegistry &registry);
void attachWindowRules(mlir::DialectRegistry &registry);
void attachSortRules(mlir::DialectRegistry &registry);
void attachLayerRules(mlir::DialectRegistry &registry);
void attachAttentionRules(mlir::DialectRegistry &registry);
void attachRandomRules(mlir::DialectRegistry &registry);
void attachTrainingRules(mlir::DialectRegistry &registry);
void attachPlacementRules(mlir::DialectRegistry &registry);

} // namespace sharding
} // namespace shardc

#endif // SHARDC_OPMODELS_SHARDINGRULES_H
