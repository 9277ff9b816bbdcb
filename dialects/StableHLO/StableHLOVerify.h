//===- StableHLOVerify.h - checks shared by verifiers ------------*- C++
//-*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Helpers of the verifiers. Private to the dialect. Each emits one error.
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_STABLEHLO_STABLEHLOVERIFY_H
#define SHARDC_DIALECTS_STABLEHLO_STABLEHLOVERIFY_H

#include "dialects/StableHLO/StableHLO.h"

namespace mlir {
namespace stablehlo {
inline namespace shardc_v1 {
namespace detail {

inline RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// `dims` are distinct dimensions of a value of rank `rank`, called `what` in
/// the message; ascending when `sorted`.
LogicalResult verifyDims(Operation *op, StringRef what, ArrayRef<int64_t> dims, int64_t rank,
                         bool sorted = false);

/// An attribute called `what` has one entry for each of `rank` dimensions.
LogicalResult verifyCount(Operation *op, StringRef what, size_t count, int64_t rank);

/// Bound of paddings, dilations, strides and windows in either direction: what they make
/// of a dimension can be computed without overflow.
inline constexpr int64_t maxStep = 2147483647;

/// All numbers of a list are within the bound.
LogicalResult verifySteps(Operation *op, StringRef what, ArrayRef<int64_t> steps);

/// Result 0 has exactly this shape.
LogicalResult verifyResultShape(Operation *op, ArrayRef<int64_t> shape);

/// The body of a reduction over `inputs`: two scalars in, one out, for each.
LogicalResult verifyReducer(Operation *op, Region &body, ValueRange inputs);

/// `[2, 3]` in messages.
std::string shapeString(ArrayRef<int64_t> shape);

} // namespace detail
} // namespace shardc_v1
} // namespace stablehlo
} // namespace mlir

#endif // SHARDC_DIALECTS_STABLEHLO_STABLEHLOVERIFY_H
