//===- Indices.cpp - arithmetic on element indices --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Indices stay "a base and consecutive lanes" as long as possible, because
// that is what becomes one vector load, and dimensions stay merged as long as
// possible, because splitting them takes divisions.
//
//===----------------------------------------------------------------------===//
#include "Emitter.h"
#include <numeric>

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

static std::optional<int64_t> staticValue(Idx idx) {
  if (idx.laned || idx.isVector())
    return std::nullopt;
  if (auto op = idx.value.getDefiningOp<arith::ConstantOp>())
    return cast<IntegerAttr>(op.getValue()).getInt();
  return std::nullopt;
}

Idx Emitter::idxConstant(int64_t value) {
  // Zero is a multiple of everything.
  return Idx{constantIndex(value), false, value == 0 ? int64_t(1) << 40 : std::abs(value)};
}

Idx Emitter::idxVector(Idx a) {
  if (a.isVector() || lanes == 1)
    return Idx{a.value};
  Value base = splat(a.value);
  if (!a.laned)
    return Idx{base};
  SmallVector<APInt> steps;
  for (unsigned index = 0; index < lanes; ++index)
    steps.push_back(APInt(target.indexBits, index));
  auto type = cast<VectorType>(base.getType());
  Value offsets =
      make<arith::ConstantOp>(type, cast<TypedAttr>(DenseElementsAttr::get(type, steps)));
  return Idx{make<arith::AddIOp>(base, offsets)};
}

Idx Emitter::idxAdd(Idx a, Idx b) {
  if (staticValue(a) == 0)
    return b;
  if (staticValue(b) == 0)
    return a;
  if ((a.laned && b.laned) || a.isVector() || b.isVector())
    return Idx{make<arith::AddIOp>(idxVector(a).value, idxVector(b).value)};
  auto flags = arith::IntegerOverflowFlags::nsw;
  return Idx{make<arith::AddIOp>(a.value, b.value, flags), a.laned || b.laned,
             std::gcd(a.multiple, b.multiple)};
}
Idx Emitter::idxAdd(Idx a, int64_t b) { return b == 0 ? a : idxAdd(a, idxConstant(b)); }

Idx Emitter::idxSub(Idx a, Idx b) {
  if (b.isUniform() && !a.isVector())
    return Idx{make<arith::SubIOp>(a.value, b.value), a.laned, std::gcd(a.multiple, b.multiple)};
  return Idx{make<arith::SubIOp>(idxVector(a).value, idxVector(b).value)};
}

Idx Emitter::idxMul(Idx a, int64_t b) {
  if (b == 1)
    return a;
  if (a.laned)
    a = idxVector(a);
  Value factor = constantInt(a.value.getType(), b);
  Value product = make<arith::MulIOp>(a.value, factor, arith::IntegerOverflowFlags::nsw);
  int64_t multiple = a.multiple >= (int64_t(1) << 40) ? a.multiple : a.multiple * b;
  return Idx{product, false, a.isVector() ? 1 : std::abs(multiple)};
}

Idx Emitter::idxDiv(Idx a, int64_t b) {
  if (b == 1)
    return a;
  // Lanes that never cross a multiple of b share the quotient.
  bool together = a.laned && b % lanes == 0 && a.multiple % lanes == 0;
  if (a.laned && !together)
    a = idxVector(a);
  int64_t multiple = a.multiple % b == 0 ? a.multiple / b : 1;
  return Idx{make<arith::DivUIOp>(a.value, constantInt(a.value.getType(), b)), false,
             std::max<int64_t>(multiple, 1)};
}

Idx Emitter::idxRem(Idx a, int64_t b) {
  bool together = a.laned && b % lanes == 0 && a.multiple % lanes == 0;
  if (a.laned && !together)
    a = idxVector(a);
  return Idx{make<arith::RemUIOp>(a.value, constantInt(a.value.getType(), b)), together,
             std::gcd(a.multiple, b)};
}

Idx Emitter::idxClamp(Idx a, int64_t low, int64_t high) {
  if (a.laned)
    a = idxVector(a);
  Type type = a.value.getType();
  Value atLeast = make<arith::MaxSIOp>(a.value, constantInt(type, low));
  return Idx{make<arith::MinSIOp>(atLeast, constantInt(type, high))};
}

Value Emitter::idxLess(Idx a, int64_t b) {
  a = idxVector(a);
  return make<arith::CmpIOp>(arith::CmpIPredicate::slt, a.value, constantInt(a.value.getType(), b));
}
Value Emitter::idxAtLeast(Idx a, int64_t b) {
  a = idxVector(a);
  return make<arith::CmpIOp>(arith::CmpIPredicate::sge, a.value, constantInt(a.value.getType(), b));
}

Value Emitter::idxValue(Idx a, Type type) {
  Value value = a.laned ? idxVector(a).value : a.value;
  unsigned from = target.indexBits, to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  Type result = like(type, value);
  if (from > to)
    return make<arith::TruncIOp>(result, value);
  return make<arith::ExtUIOp>(result, value);
}

Idx Emitter::idxFrom(Value integer, bool isUnsigned) {
  unsigned from = getElementTypeOrSelf(integer.getType()).getIntOrFloatBitWidth();
  unsigned to = target.indexBits;
  Type result = like(indexType(), integer);
  if (from > to) {
    // An index that does not fit is out of range and must stay so.
    Type wide = integer.getType();
    Value high = constantInt(wide, (int64_t(1) << (to - 1)) - 1);
    Value held =
        isUnsigned ? make<arith::MinUIOp>(integer, high) : make<arith::MinSIOp>(integer, high);
    if (!isUnsigned)
      held = make<arith::MaxSIOp>(held, constantInt(wide, -(int64_t(1) << (to - 1))));
    return Idx{make<arith::TruncIOp>(result, held)};
  }
  if (from == to)
    return Idx{isUnsigned
                   ? make<arith::MinUIOp>(
                         integer, constantInt(integer.getType(),
                                              std::numeric_limits<int64_t>::max() >> (64 - from)))
                   : integer};
  if (isUnsigned)
    return Idx{make<arith::ExtUIOp>(result, integer)};
  return Idx{make<arith::ExtSIOp>(result, integer)};
}

//===----------------------------------------------------------------------===//
// Indices of tensors
//===----------------------------------------------------------------------===//

static int64_t product(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<int64_t>());
}

Idx Emitter::dimIndex(const Index &index, unsigned dim) {
  if (index.shape[dim] == 1)
    return idxConstant(0);
  unsigned first = 0;
  for (const Index::Group &group : index.groups) {
    if (dim >= first + group.dims) {
      first += group.dims;
      continue;
    }
    ArrayRef<int64_t> shape(index.shape);
    int64_t inner = product(shape.slice(dim + 1, first + group.dims - dim - 1));
    int64_t outer = product(shape.slice(first, dim - first));
    Idx idx = idxDiv(group.idx, inner);
    return outer == 1 ? idx : idxRem(idx, shape[dim]);
  }
  llvm_unreachable("groups cover all dimensions");
}

Idx Emitter::linear(const Index &index) {
  Idx sum = idxConstant(0);
  int64_t stride = 1;
  unsigned end = index.shape.size();
  for (const Index::Group &group : llvm::reverse(index.groups)) {
    sum = idxAdd(idxMul(group.idx, stride), sum);
    stride *= product(ArrayRef(index.shape).slice(end - group.dims, group.dims));
    end -= group.dims;
  }
  return sum;
}

Index Emitter::fromDims(ArrayRef<int64_t> shape, ArrayRef<Idx> dims) {
  Index index;
  index.shape.assign(shape.begin(), shape.end());
  for (Idx dim : dims)
    index.groups.push_back({1, dim});
  return index;
}

Index Emitter::select(const Index &index, ArrayRef<int64_t> shape, ArrayRef<int64_t> map) {
  Index result;
  result.shape.assign(shape.begin(), shape.end());
  for (unsigned dim = 0; dim < shape.size();) {
    int64_t from = map[dim];
    if (from < 0 || shape[dim] == 1) {
      result.groups.push_back({1, idxConstant(0)});
      ++dim;
      continue;
    }
    // Keep a group whole when all of its dimensions are asked for in order.
    unsigned first = 0;
    const Index::Group *group = index.groups.begin();
    while (first + group->dims <= from)
      first += group++->dims;
    bool whole = first == from && dim + group->dims <= shape.size();
    for (unsigned next = 0; whole && next < group->dims; ++next)
      whole = map[dim + next] == from + next && shape[dim + next] == index.shape[from + next];
    if (whole) {
      result.groups.push_back(*group);
      dim += group->dims;
      continue;
    }
    result.groups.push_back({1, dimIndex(index, from)});
    ++dim;
  }
  return result;
}

Index Emitter::slice(const Index &index, ArrayRef<int64_t> shape, ArrayRef<int64_t> start,
                     ArrayRef<int64_t> strides) {
  Index result;
  result.shape.assign(shape.begin(), shape.end());
  unsigned dim = 0;
  for (const Index::Group &group : index.groups) {
    // A group stays whole when only its outermost dimension is cut.
    bool whole = strides[dim] == 1;
    int64_t inner = 1;
    for (unsigned next = dim + 1; next < dim + group.dims; ++next) {
      whole &= shape[next] == index.shape[next];
      inner *= shape[next];
    }
    if (whole) {
      result.groups.push_back({group.dims, idxAdd(group.idx, start[dim] * inner)});
      dim += group.dims;
      continue;
    }
    for (unsigned next = 0; next < group.dims; ++next, ++dim)
      result.groups.push_back({1, idxAdd(idxMul(dimIndex(index, dim), strides[dim]), start[dim])});
  }
  return result;
}

Index Emitter::reshape(const Index &index, ArrayRef<int64_t> shape) {
  Index result;
  result.shape.assign(shape.begin(), shape.end());
  // Walk both shapes and close a group whenever the products meet at a border
  // of groups of the index.
  unsigned to = 0;
  int64_t fromProduct = 1, toProduct = 1;
  unsigned fromDim = 0;
  unsigned pendingTo = 0;
  SmallVector<std::pair<int64_t, Idx>> pending;
  for (const Index::Group &group : index.groups) {
    int64_t extent = product(ArrayRef(index.shape).slice(fromDim, group.dims));
    fromDim += group.dims;
    fromProduct *= extent;
    pending.push_back({extent, group.idx});
    while (toProduct < fromProduct && to < shape.size())
      toProduct *= shape[to++], ++pendingTo;
    if (toProduct != fromProduct || pendingTo == 0)
      continue;
    Idx sum = idxConstant(0);
    int64_t stride = 1;
    for (auto [pendingExtent, idx] : llvm::reverse(pending)) {
      sum = idxAdd(idxMul(idx, stride), sum);
      stride *= pendingExtent;
    }
    result.groups.push_back({pendingTo, sum});
    pending.clear();
    pendingTo = 0;
  }
  // What is left on either side has extent 1.
  for (; to < shape.size(); ++to)
    ++pendingTo;
  for (unsigned rest = 0; rest < pendingTo; ++rest)
    result.groups.push_back({1, idxConstant(0)});
  return result;
}
