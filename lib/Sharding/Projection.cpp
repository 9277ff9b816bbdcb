//===- Projection.cpp - dimensions to factors and back ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The major factor takes axes while its size divides evenly; an axis that
// divides evenly but exceeds it goes on to the next factor as a sub-axis; an
// uneven axis ends the series.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Projection.h"
#include <numeric>

using namespace mlir;
using namespace shardc;

int64_t shardc::factorExtent(ArrayRef<unsigned> factors, const ShardingRule &rule) {
  int64_t extent = 1;
  for (unsigned factor : factors)
    extent *= rule.factors[factor].size;
  return extent;
}

bool shardc::projectDim(int64_t extent, const Split &dim, ArrayRef<unsigned> factors,
                        const ShardingRule &rule, MutableArrayRef<Split> splits) {
  if (dim.axes.empty())
    return true;
  if (factors.empty())
    return false;
  if (factors.size() == 1) {
    splits[factors.front()] = dim;
    return true;
  }
  size_t position = 0;
  // What is left of the present factor, and the extent of what is minor to it.
  int64_t left = rule.factors[factors.front()].size;
  int64_t minor = extent / left;
  auto advance = [&] {
    while (left == 1 && position + 1 < factors.size()) {
      ++position;
      left = rule.factors[factors[position]].size;
      minor /= left;
    }
  };
  // Behind an uneven axis all others split the same factor.
  bool uneven = false;
  for (const Axis &whole : dim.axes) {
    int64_t current = left * minor;
    int64_t block = blockLength(current, dim.granule, whole.size);
    if (!uneven && block * whole.size == current) {
      // Even: cut the axis wherever a factor ends.
      Axis axis = whole;
      while (axis.size > 1) {
        advance();
        int64_t common = std::gcd(left, axis.size);
        if (common == 1)
          return false;
        splits[factors[position]].axes.push_back({axis.index, axis.pre, common});
        left /= common;
        axis = {axis.index, axis.pre * common, axis.size / common};
        if (left > 1 && axis.size > 1)
          return false;
      }
      continue;
    }
    // Uneven: blocks must be whole elements of a factor, the most major one of
    // which they are.
    while (true) {
      int64_t granule = dim.granule % minor == 0 ? dim.granule / minor : 1;
      if (blockLength(left, granule, whole.size) * minor == block) {
        Split &split = splits[factors[position]];
        split.axes.push_back(whole);
        split.granule = granule;
        left = blockLength(left, granule, whole.size);
        break;
      }
      size_t before = position;
      if (!uneven)
        advance();
      if (position == before)
        return false;
    }
    uneven = true;
  }
  return true;
}

std::optional<Split> shardc::composeDim(ArrayRef<unsigned> factors, const ShardingRule &rule,
                                        ArrayRef<Split> splits) {
  Split result;
  if (factors.empty())
    return result;
  if (factors.size() == 1)
    return splits[factors.front()];
  int64_t minor = factorExtent(factors, rule);
  bool mayFollow = true;
  for (unsigned factor : factors) {
    int64_t size = rule.factors[factor].size;
    minor /= size;
    const Split &split = splits[factor];
    if (size == 1 && split.axes.empty())
      continue;
    if (!split.axes.empty()) {
      if (!mayFollow)
        return std::nullopt;
      llvm::append_range(result.axes, split.axes);
      result.granule = split.granule * minor;
    }
    // A minor factor is blocked inside single elements of this one only.
    mayFollow &= isEven(size, split) && partsOf(split.axes) == size;
  }
  if (result.axes.empty())
    return Split();
  // The one granule of the dimension must leave every block as it is.
  int64_t extent = factorExtent(factors, rule), rest = extent;
  for (unsigned factor : factors) {
    int64_t size = rule.factors[factor].size;
    rest /= size;
    for (const Axis &axis : splits[factor].axes) {
      int64_t want = blockLength(size, splits[factor].granule, axis.size);
      extent = blockLength(extent, result.granule, axis.size);
      if (extent != want * rest)
        return std::nullopt;
      size = want;
    }
    if (splits[factor].axes.empty())
      break;
  }
  return normalize(factorExtent(factors, rule), result);
}

std::optional<Placement> shardc::composeTensor(const TensorFactors &factors,
                                               const ShardingRule &rule, ArrayRef<Split> splits) {
  Placement placement;
  AxisList used;
  for (const DimFactors &dim : factors) {
    std::optional<Split> split = composeDim(dim, rule, splits);
    if (!split)
      return std::nullopt;
    for (const Axis &axis : split->axes) {
      if (overlaps(used, axis))
        return std::nullopt;
      used.push_back(axis);
    }
    placement.dims.push_back(std::move(*split));
  }
  return placement;
}
