//===- ShardingRule.h - einsum-like sharding rules --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A sharding rule names the independent loops of an op, its factors, and says
// which of them make up each dimension of each operand and result. Sharding a
// factor shards every dimension it appears in; all that propagation and
// partitioning know of an op follows from its rule.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_SHARDINGRULE_H
#define SHARDC_INTERFACES_SHARDINGRULE_H

#include "dialects/Dist/Dist.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace shardc {

/// What happens when a factor is sharded.
enum class FactorKind {
  /// Blocks are independent; the factor is in every result that depends on it.
  PassThrough,
  /// Results without the factor become partial (Factor::reduction); results
  /// with it pass it through.
  Reduction,
  /// Must not be sharded: the op reads across it.
  NeedReplication,
  /// May be sharded; the op's localize() inserts what communication it needs
  /// and its results are whole (a softmax denominator, say).
  Internal,
};

/// One independent loop of an op.
struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::PassThrough;
  /// How partial results combine (Reduction factors only).
  dist::ReductionKind reduction = dist::ReductionKind::Sum;
};

/// The factors that make up one dimension, major to minor; their sizes
/// multiply to its extent. Empty for a dimension that no loop runs over
/// (extent 1, or broadcast).
using DimFactors = llvm::SmallVector<unsigned, 2>;

/// One entry a dimension.
using TensorFactors = llvm::SmallVector<DimFactors, 4>;

/// The rule of one op. `operands` and `results` have one entry for each; a
/// scalar has an empty entry.
struct ShardingRule {
  llvm::SmallVector<Factor> factors;
  llvm::SmallVector<TensorFactors> operands;
  llvm::SmallVector<TensorFactors> results;

  /// Adds a factor, gives its number.
  unsigned addFactor(int64_t size, FactorKind kind = FactorKind::PassThrough,
                     dist::ReductionKind reduction = dist::ReductionKind::Sum) {
    factors.push_back({size, kind, reduction});
    return factors.size() - 1;
  }
};

} // namespace shardc

#endif // SHARDC_INTERFACES_SHARDINGRULE_H
