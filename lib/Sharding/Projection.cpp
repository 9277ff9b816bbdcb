//===- Projection.cpp - dimensions to factors and back ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The major factor takes axes while its size divides evenly; an axis that
// divides evenly but exceeds it goes on to the next factor as a sub-axis; an
// uneven axis ends the series: what follows splits the same factor. Where a block is
// all of one factor, the next may be what is split as well: what is known of either
// decides.
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

namespace {

/// One dimension under projection.
class Projection {
public:
  Projection(int64_t extent, const Split &dim, ArrayRef<unsigned> factors, const ShardingRule &rule,
             MutableArrayRef<Split> splits, llvm::function_ref<const Split *(unsigned)> known)
      : dim(dim), factors(factors), rule(rule), splits(splits), known(known),
        left(rule.factors[factors.front()].size), minor(extent / left) {}

  bool run();

private:
  bool takeEven(Axis axis);
  bool takeUneven(size_t first);
  /// Goes on to the next factor when the present one is used up.
  void advance() {
    while (left == 1 && position + 1 < factors.size())
      skip();
  }
  void skip() {
    left = rule.factors[factors[++position]].size;
    minor /= left;
  }
  bool isKnown(unsigned factor, ArrayRef<Axis> axes, int64_t granule) const {
    const Split *split = known ? known(factor) : nullptr;
    if (split)
      return sameBlocks(rule.factors[factor].size, *split, {AxisList(axes), granule});
    // What is known to split a more minor factor does not split this one.
    for (unsigned minorFactor : known ? factors.drop_front(position + 1) : ArrayRef<unsigned>())
      if (const Split *other = known(minorFactor))
        for (const Axis &axis : axes)
          if (overlaps(other->axes, axis))
            return false;
    return true;
  }

  const Split &dim;
  ArrayRef<unsigned> factors;
  const ShardingRule &rule;
  MutableArrayRef<Split> splits;
  llvm::function_ref<const Split *(unsigned)> known;
  size_t position = 0;
  /// What is left of the present factor, and the extent of what is minor to it.
  int64_t left, minor;
};

} // namespace

/// Cuts the axis wherever a factor ends.
bool Projection::takeEven(Axis axis) {
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
  return true;
}

/// Blocks must be whole elements of a factor, the most major one of which they are.
/// All axes from the first uneven one on split it, in one granule; where they cannot,
/// as many as can.
bool Projection::takeUneven(size_t first) {
  ArrayRef<Axis> more = ArrayRef(dim.axes).drop_front(first);
  while (true) {
    unsigned factor = factors[position];
    Split best;
    size_t most = 0;
    // The granule that the dimension is written with, or what it comes to here.
    int64_t block = blockLength(left * minor, dim.granule, more.front().size);
    for (int64_t length : {dim.granule, minor, std::lcm(dim.granule, minor), block}) {
      if (length % minor != 0)
        continue;
      int64_t granule = length / minor, rest = left, whole = left * minor;
      // What has split the factor evenly so far must do so in this granule.
      AxisList axes = splits[factor].axes;
      if (!isEven(rule.factors[factor].size, {axes, granule}))
        continue;
      size_t count = 0;
      for (const Axis &axis : more) {
        rest = blockLength(rest, granule, axis.size);
        whole = blockLength(whole, dim.granule, axis.size);
        if (rest * minor != whole)
          break;
        axes.push_back(axis);
        ++count;
      }
      if (count > most && isKnown(factor, axes, granule)) {
        best = {axes, granule};
        most = count;
      }
    }
    if (most > 0) {
      splits[factor] = std::move(best);
      return most == more.size();
    }
    if (left != 1 || position + 1 == factors.size())
      return false;
    skip();
  }
}

bool Projection::run() {
  for (auto [number, axis] : llvm::enumerate(dim.axes)) {
    int64_t current = left * minor;
    if (blockLength(current, dim.granule, axis.size) * axis.size != current)
      return takeUneven(number);
    if (!takeEven(axis))
      return false;
  }
  return true;
}

bool shardc::projectDim(int64_t extent, const Split &dim, ArrayRef<unsigned> factors,
                        const ShardingRule &rule, MutableArrayRef<Split> splits,
                        llvm::function_ref<const Split *(unsigned)> known) {
  if (dim.axes.empty())
    return true;
  if (factors.empty())
    return false;
  if (factors.size() == 1) {
    splits[factors.front()] = dim;
    return true;
  }
  return Projection(extent, dim, factors, rule, splits, known).run();
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
