//===- PartitionCheckerGroups.cpp - dimensions split and merged -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A reshape is taken apart into the least groups of dimensions that hold equally
// many local elements. Where blocks of one element fit in several of them, the groups
// are chosen so that the declared axes fit.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerImpl.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;

/// Merges dimensions, major to minor. A block of the result is contiguous only
/// if what is split is outermost, or everything outside it is one index a rank.
std::optional<Dim> Checker::mergeDims(ArrayRef<Dim> dims) const {
  Dim merged = dims.front();
  bool uneven = isUneven(merged);
  // One index of a whole dimension is nothing to depend on.
  bool isSoft = llvm::any_of(dims, [](const Dim &dim) { return dim.soft; }) &&
                llvm::all_of(dims, [](const Dim &dim) {
                  return dim.soft || (dim.isWhole() && dim.global == 1);
                });
  for (const Dim &dim : dims.drop_front()) {
    if (!dim.isWhole() && merged.local != 1)
      return std::nullopt;
    if (isUneven(dim)) {
      merged.pad = uneven ? join(merged.pad, dim.pad) : dim.pad;
      uneven = true;
    }
    merged.granule = dim.isWhole() ? merged.granule * dim.global : dim.granule;
    for (Step &step : merged.steps)
      step.stride *= dim.global;
    merged.steps.append(dim.steps.begin(), dim.steps.end());
    merged.global *= dim.global;
    merged.local *= dim.local;
  }
  merged.soft = isSoft;
  merged.elastic = false;
  return merged;
}

/// Gives dimension j of `extents` (local, major to minor) the next counts[j]
/// steps of `dim`; false when no global shape is split so.
bool Checker::assignSteps(const Dim &dim, ArrayRef<int64_t> extents, ArrayRef<unsigned> counts,
                          SmallVectorImpl<Dim> &out) const {
  out.assign(extents.size(), Dim());
  unsigned end = dim.steps.size();
  int64_t inner = 1;
  for (size_t j = extents.size(); j-- > 0;) {
    Dim &part = out[j];
    part = Dim::whole(extents[j]);
    part.soft = dim.soft;
    part.pad = dim.pad;
    unsigned begin = end - counts[j];
    if (begin != end) {
      int64_t parent = begin == 0 ? dim.global : dim.steps[begin - 1].stride;
      if (inner == 0 || parent % inner != 0)
        return false;
      part.global = parent / inner;
      for (unsigned i = begin; i < end; ++i) {
        if (dim.steps[i].stride % inner != 0)
          return false;
        part.steps.push_back({dim.steps[i].atom, dim.steps[i].stride / inner});
      }
      if (part.steps.back().stride != part.local)
        return false;
      part.granule = std::max<int64_t>(1, dim.granule / inner);
    }
    inner *= part.global;
    end = begin;
  }
  return inner == dim.global;
}

/// Splits a dimension into `extents` (local, major to minor). Where several
/// global shapes are possible the declared sharding chooses; else granules stay
/// together, new unit dimensions whole, and outer dimensions take what they
/// can.
bool Checker::splitDim(const Dim &dim, ArrayRef<int64_t> extents,
                       ArrayRef<dist::DimShardingAttr> declared, SmallVectorImpl<Dim> &out) const {
  SmallVector<unsigned> counts(extents.size(), 0);
  if (dim.isWhole())
    return assignSteps(dim, extents, counts, out);
  if (!declared.empty()) {
    unsigned total = 0;
    bool known = true;
    for (auto [count, sharding] : llvm::zip_equal(counts, declared)) {
      SmallVector<unsigned, 2> list;
      for (dist::AxisRefAttr ref : sharding.getAxes())
        known &= atoms.resolve(ref, list);
      total += count = list.size();
    }
    if (known && total == dim.steps.size() && assignSteps(dim, extents, counts, out))
      return true;
  }
  // A granule of several elements is the whole of an inner dimension.
  int64_t inner = 1;
  bool keepsGranule = false;
  for (int64_t extent : llvm::reverse(extents.drop_front()))
    keepsGranule |= (inner *= extent) == dim.granule && inner > 1;
  auto only = llvm::find(extents, dim.local);
  if (only != extents.end() && dim.local != 1 && !keepsGranule) {
    counts.assign(extents.size(), 0);
    counts[only - extents.begin()] = dim.steps.size();
    if (assignSteps(dim, extents, counts, out))
      return true;
  }
  // Outer first: the first j takes as many as it can.
  std::function<bool(size_t, unsigned)> search = [&](size_t j, unsigned left) {
    if (j + 1 == extents.size()) {
      counts[j] = left;
      return assignSteps(dim, extents, counts, out);
    }
    for (unsigned take = left + 1; take-- > 0;) {
      counts[j] = take;
      if (search(j + 1, left - take))
        return true;
    }
    return false;
  };
  counts.assign(extents.size(), 0);
  return search(0, dim.steps.size());
}

/// Whether the dimensions of one local element that begin at `in` and `out` are
/// a group of their own: several places could hold the split, and the declared
/// sharding puts as many axes there as the operand has. Moves `in` and `out` past
/// them.
bool Checker::unitRuns(const Placement &source, ArrayRef<int64_t> shape,
                       dist::ShardingAttr declared, size_t &in, size_t &out) const {
  size_t have = 0, want = 0;
  while (in < source.dims.size() && source.dims[in].local == 1)
    have += source.dims[in++].steps.size();
  while (out < shape.size() && shape[out] == 1) {
    SmallVector<unsigned, 2> list;
    for (dist::AxisRefAttr ref : declared.getDims()[out].getAxes())
      if (!atoms.resolve(ref, list))
        return false;
    want += list.size();
    ++out;
  }
  return have != 0 && have == want;
}

/// A group of single local elements on both sides may be no group of its own: where
/// the declared sharding puts other axes there than the operand has, the split comes
/// from, or goes to, dimensions further in. Moves `in` and `out` to the least group in
/// which as many axes are declared as there are; false, and nothing, if there is none.
bool Checker::widenUnitGroup(const Placement &source, ArrayRef<int64_t> shape,
                             dist::ShardingAttr declared, size_t inBegin, size_t outBegin,
                             size_t &in, size_t &out) const {
  size_t have = 0, want = 0, nextIn = inBegin, nextOut = outBegin;
  int64_t inCount = 1, outCount = 1;
  auto takeIn = [&] {
    const Dim &dim = source.dims[nextIn++];
    have += dim.steps.size();
    inCount *= dim.local;
  };
  auto takeOut = [&] {
    SmallVector<unsigned, 2> list;
    bool isKnown = true;
    for (dist::AxisRefAttr ref : declared.getDims()[nextOut].getAxes())
      isKnown &= atoms.resolve(ref, list);
    want += list.size();
    outCount *= shape[nextOut++];
    return isKnown;
  };
  while (nextIn < in)
    takeIn();
  while (nextOut < out)
    if (!takeOut())
      return false;
  if (have == want)
    return false;
  while (inCount != outCount || have != want) {
    if (inCount <= outCount && nextIn < source.dims.size()) {
      bool isLevel = inCount == outCount;
      takeIn();
      if (!isLevel || nextOut == shape.size())
        continue;
    } else if (nextOut == shape.size()) {
      return false;
    }
    if (!takeOut())
      return false;
  }
  // A wider group must be one of its own.
  std::optional<Dim> merged = mergeDims(ArrayRef(source.dims).slice(inBegin, nextIn - inBegin));
  SmallVector<Dim> parts;
  if (!merged || merged->soft ||
      !splitDim(*merged, shape.slice(outBegin, nextOut - outBegin),
                declared.getDims().slice(outBegin, nextOut - outBegin), parts))
    return false;
  in = nextIn;
  out = nextOut;
  return true;
}

LogicalResult Checker::visitReshape(stablehlo::ReshapeOp op) {
  Value operand = op.getOperand();
  const Placement &source = get(operand);
  ArrayRef<int64_t> shape = typeOf(op.getResult()).getShape();
  dist::ShardingAttr declared = declaredOf(op->getOpResult(0));
  if (declared && declared.getDims().size() != shape.size())
    declared = {};

  Placement placement = source;
  placement.dims.clear();
  // Blocks of one element fit in several places; where it is cheap, look.
  auto isSplitUnit = [&](const Dim &dim) {
    return !dim.soft && !dim.isWhole() && isAmbiguous(dim);
  };
  SmallVector<Dim> looked;
  if (declared && source.tag == Placement::Plain && llvm::any_of(source.dims, isSplitUnit) &&
      reshapeAsDeclared(source, shape, declared, looked)) {
    placement.dims.assign(looked.begin(), looked.end());
    // Other global extents may fit as well.
    hasGuessed = true;
    return set(op->getResult(0), std::move(placement));
  }
  bool keepsIndex = false;
  size_t numIn = source.dims.size(), numOut = shape.size(), in = 0, out = 0;
  while (in < numIn || out < numOut) {
    // The least groups of dimensions that hold equally many elements.
    size_t inBegin = in, outBegin = out;
    size_t unitsIn = in, unitsOut = out;
    bool units = declared && unitRuns(source, shape, declared, unitsIn, unitsOut);
    int64_t inCount = units ? 1 : in < numIn ? source.dims[in++].local : 1;
    int64_t outCount = units ? 1 : out < numOut ? shape[out++] : 1;
    if (units) {
      in = unitsIn;
      out = unitsOut;
    }
    while (inCount != outCount) {
      if ((inCount < outCount || out == numOut) && in < numIn)
        inCount *= source.dims[in++].local;
      else if (out < numOut)
        outCount *= shape[out++];
      else
        break;
    }
    if (declared && !units && inCount == 1 && outCount == 1)
      hasGuessed |= widenUnitGroup(source, shape, declared, inBegin, outBegin, in, out);
    // Unit dimensions at the end belong to the last group.
    if (out == numOut)
      in = numIn;
    if (in == numIn)
      out = numOut;
    ArrayRef<Dim> group = ArrayRef(source.dims).slice(inBegin, in - inBegin);
    ArrayRef<int64_t> extents = shape.slice(outBegin, out - outBegin);
    if (source.tag == Placement::LocalIndex && source.indexDim >= inBegin && source.indexDim < in) {
      int64_t along = source.dims[source.indexDim].local;
      auto unit = [](int64_t extent) { return extent == 1; };
      auto at = llvm::find(extents, along);
      if (at != extents.end() && llvm::count_if(extents, unit) + 1 == int64_t(extents.size()) &&
          inCount == along) {
        keepsIndex = true;
        placement.indexDim = outBegin + (at - extents.begin());
      }
    }
    if (group.empty()) {
      for (int64_t extent : extents)
        placement.dims.push_back(Dim::softOf(extent));
      continue;
    }
    std::optional<Dim> merged = mergeDims(group);
    if (!merged) {
      // Without the hints, which are no facts.
      SmallVector<Dim> facts(group);
      for (Dim &dim : facts)
        if (dim.soft)
          dim = Dim::softOf(dim.local);
      merged = mergeDims(facts);
    }
    if (!merged)
      return giveUp(op,
                    "merges a split dimension of dimensions " + Twine(inBegin) + " to " +
                        Twine(in - 1) +
                        " under one of which a rank holds several indices; "
                        "its elements would not be a block",
                    operand);
    if (extents.empty()) {
      if (!merged->isWhole() && !merged->soft)
        return giveUp(op, "drops a dimension of which a rank holds " + describe(*merged), operand);
      continue;
    }
    SmallVector<dist::DimShardingAttr> wanted;
    if (declared)
      wanted.assign(declared.getDims().begin() + outBegin, declared.getDims().begin() + out);
    SmallVector<Dim> parts;
    // How far equal elements go is a hint; blocks of one fit in several places.
    hasGuessed |=
        !merged->soft && !merged->isWhole() &&
        (isAmbiguous(*merged) || llvm::any_of(group, [](const Dim &dim) { return dim.soft; }));
    if (!splitDim(*merged, extents, wanted, parts)) {
      if (!merged->soft)
        return giveUp(op,
                      "splits a dimension of which a rank holds " + describe(*merged) +
                          " across its blocks",
                      operand);
      parts.clear();
      for (int64_t extent : extents)
        parts.push_back(Dim::softOf(extent));
    }
    placement.dims.append(parts.begin(), parts.end());
  }
  if (source.tag == Placement::LocalIndex && !keepsIndex)
    placement.clearTag();
  return set(op->getResult(0), std::move(placement));
}
