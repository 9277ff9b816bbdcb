//===- Projection.h - dimensions to factors and back ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A dimension is made of factors, major to minor. A split of the dimension says
// how its factors are split, and the other way round, as far as blocks of the
// one are blocks of the other.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_SHARDING_PROJECTION_H
#define SHARDC_SHARDING_PROJECTION_H

#include "shardc/Sharding/Placement.h"

namespace shardc {

/// One split a factor of a rule.
using FactorSplits = llvm::SmallVector<Split, 4>;

/// Splits that the split of a dimension of `extent` gives its factors, written
/// to `splits` (one entry a factor of the rule). False when some axes say
/// nothing that factors can express; `splits` then has the part that can.
/// Where a block is all of one factor, the next one may be split as well: `known`
/// decides, which gives the split of a factor, null for one of which nothing is
/// known; without it the major factor is split.
bool projectDim(int64_t extent, const Split &dim, llvm::ArrayRef<unsigned> factors,
                const ShardingRule &rule, llvm::MutableArrayRef<Split> splits,
                llvm::function_ref<const Split *(unsigned factor)> known = nullptr);

/// The split of a dimension whose factors are split so; nullopt when no split
/// axis by axis makes those blocks.
std::optional<Split> composeDim(llvm::ArrayRef<unsigned> factors, const ShardingRule &rule,
                                llvm::ArrayRef<Split> splits);

/// Dimensions of a tensor whose factors are split so; nullopt as above, or when
/// an axis comes up twice.
std::optional<Placement> composeTensor(const TensorFactors &factors, const ShardingRule &rule,
                                       llvm::ArrayRef<Split> splits);

/// Extent of a dimension made of `factors`.
int64_t factorExtent(llvm::ArrayRef<unsigned> factors, const ShardingRule &rule);

} // namespace shardc

#endif // SHARDC_SHARDING_PROJECTION_H
