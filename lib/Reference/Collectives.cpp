//===- Collectives.cpp - what collectives compute ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Straight from DistCollectiveOps.td. Reductions go in rank order. What is past
// the end of a block is poisoned, so that a missing mask shows in the results.
//
//===----------------------------------------------------------------------===//
#include "Collectives.h"

#include "Loops.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace shardc;
using namespace shardc::reference;

bool shardc::reference::isGroupCollective(Operation *op) {
  return isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
             dist::PermuteOp, dist::BroadcastOp>(op);
}

std::pair<FlatSymbolRefAttr, ArrayAttr> shardc::reference::placeOf(Operation *collective) {
  return llvm::TypeSwitch<Operation *, std::pair<FlatSymbolRefAttr, ArrayAttr>>(collective)
      .Case<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
            dist::PermuteOp, dist::BroadcastOp>(
          [](auto op) { return std::make_pair(op.getMeshAttr(), op.getAxes()); });
}

bool shardc::reference::isSameCollective(Operation *a, Operation *b) {
  if (a == b)
    return true;
  if (a->getName() != b->getName() || a->getOperand(0).getType() != b->getOperand(0).getType() ||
      a->getResult(0).getType() != b->getResult(0).getType())
    return false;
  // Own attributes only: others, such as stages and shardings, may differ.
  return a->getPropertiesAsAttribute() == b->getPropertiesAsAttribute();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

void shardc::reference::combine(dist::ReductionKind kind, Tensor &into, const Tensor &from) {
  RankedTensorType type = into.getType();
  if (!into.isFloat()) {
    IntFormat format = IntFormat::of(type.getElementType());
    auto key = [&](int64_t x) { return format.isUnsigned ? x ^ INT64_MIN : x; };
    auto run = [&](auto f) {
      into = map<int64_t, int64_t>(std::move(into), from, type,
                                   [&](int64_t a, int64_t b) { return format.wrap(f(a, b)); });
    };
    bool isBool = format.width == 1;
    switch (kind) {
    case dist::ReductionKind::Sum:
      return run([=](int64_t a, int64_t b) {
        return isBool ? a | b : static_cast<int64_t>(uint64_t(a) + uint64_t(b));
      });
    case dist::ReductionKind::Prod:
      return run(
          [](int64_t a, int64_t b) { return static_cast<int64_t>(uint64_t(a) * uint64_t(b)); });
    case dist::ReductionKind::Max:
      return run([=](int64_t a, int64_t b) { return key(a) > key(b) ? a : b; });
    case dist::ReductionKind::Min:
      return run([=](int64_t a, int64_t b) { return key(a) < key(b) ? a : b; });
    case dist::ReductionKind::And:
      return run([](int64_t a, int64_t b) { return a & b; });
    case dist::ReductionKind::Or:
      return run([](int64_t a, int64_t b) { return a | b; });
    }
  }
  auto with = [&](auto f) { into = map<double, double>(std::move(into), from, type, f); };
  switch (kind) {
  case dist::ReductionKind::Sum:
    return with([](double a, double b) { return a + b; });
  case dist::ReductionKind::Prod:
    return with([](double a, double b) { return a * b; });
  case dist::ReductionKind::Max:
    return with([](double a, double b) { return a > b || std::isnan(a) ? a : b; });
  case dist::ReductionKind::Min:
    return with([](double a, double b) { return a < b || std::isnan(a) ? a : b; });
  case dist::ReductionKind::And:
    return with([](double a, double b) { return double(a != 0.0 && b != 0.0); });
  case dist::ReductionKind::Or:
    return with([](double a, double b) { return double(a != 0.0 || b != 0.0); });
  }
}

Tensor shardc::reference::neutralOf(dist::ReductionKind kind, RankedTensorType type) {
  bool isFloat = isa<FloatType>(type.getElementType());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (isFloat) {
    switch (kind) {
    case dist::ReductionKind::Sum:
    case dist::ReductionKind::Or:
      return Tensor(type);
    case dist::ReductionKind::Prod:
    case dist::ReductionKind::And:
      return Tensor::splat(type, 1.0);
    case dist::ReductionKind::Max:
      return Tensor::splat(type, -infinity);
    case dist::ReductionKind::Min:
      return Tensor::splat(type, infinity);
    }
  }
  IntFormat format = IntFormat::of(type.getElementType());
  int64_t top = format.isUnsigned ? format.wrap(-1) : INT64_MAX >> (64 - format.width);
  switch (kind) {
  case dist::ReductionKind::Sum:
  case dist::ReductionKind::Or:
    return Tensor(type);
  case dist::ReductionKind::Prod:
    return Tensor::splatInt(type, 1);
  case dist::ReductionKind::And:
    return Tensor::splatInt(type, -1);
  case dist::ReductionKind::Max:
    return Tensor::splatInt(type, format.isUnsigned ? 0 : -top - 1);
  case dist::ReductionKind::Min:
    return Tensor::splatInt(type, top);
  }
  llvm_unreachable("all kinds are handled");
}

static Tensor reduceAll(dist::ReductionKind kind, ArrayRef<Tensor> values) {
  Tensor sum = values[0];
  for (const Tensor &value : values.drop_front())
    combine(kind, sum, value);
  return sum;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Elements [start, start + length) of `x` along `dim`, poisoned past its end.
static Tensor cut(const Tensor &x, int64_t dim, int64_t start, int64_t length) {
  SmallVector<int64_t> shape(x.getShape()), inStrides = stridesOf(x.getShape());
  shape[dim] = length;
  Tensor result = Tensor::poison(RankedTensorType::get(shape, x.getElementType()));
  SmallVector<int64_t> outStrides = stridesOf(shape);
  shape[dim] = std::clamp<int64_t>(x.getShape()[dim] - start, 0, length);
  if (shape[dim] > 0)
    copyBlock(result, 0, outStrides, x, start * inStrides[dim], inStrides, shape);
  return result;
}

/// The blocks one after the other along `dim`, as a tensor of `type`: what is
/// past its extent is dropped, what is missing is poison.
static Tensor join(ArrayRef<Tensor> blocks, int64_t dim, RankedTensorType type) {
  Tensor result = Tensor::poison(type);
  SmallVector<int64_t> outStrides = stridesOf(type.getShape());
  int64_t start = 0;
  for (const Tensor &block : blocks) {
    SmallVector<int64_t> shape(block.getShape());
    int64_t length = shape[dim];
    shape[dim] = std::clamp<int64_t>(type.getDimSize(dim) - start, 0, length);
    if (shape[dim] > 0)
      copyBlock(result, start * outStrides[dim], outStrides, block, 0, stridesOf(block.getShape()),
                shape);
    start += length;
  }
  return result;
}

/// Where the value of position `from` of a group of `count` goes.
static int64_t targetOf(dist::PermuteOp op, int64_t from, int64_t count) {
  dist::MeshAttr mesh =
      SymbolTable::lookupNearestSymbolFrom<dist::MeshOp>(op, op.getMeshAttr()).getMesh();
  SmallVector<dist::AxisRefAttr> axes(op.getAxes().getAsRange<dist::AxisRefAttr>());
  // Coordinates of the sender, last axis fastest.
  int64_t position = (from + static_cast<int64_t>(op.getShift())) % count;
  SmallVector<int64_t> coordinates(axes.size());
  for (size_t i = axes.size(); i-- > 0; position /= axes[i].getSize(mesh))
    coordinates[i] = position % axes[i].getSize(mesh);
  // Those of the receiver, in the same order of axes.
  SmallVector<int64_t> received(axes.size());
  for (auto [i, target] : llvm::enumerate(op.getTargets().getAsRange<dist::AxisRefAttr>()))
    received[llvm::find(axes, target) - axes.begin()] = coordinates[i];
  int64_t to = 0;
  for (auto [axis, coordinate] : llvm::zip_equal(axes, received))
    to = to * axis.getSize(mesh) + coordinate;
  return to;
}

SmallVector<Tensor> shardc::reference::runCollective(Operation *op, ArrayRef<Tensor> values) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t count = values.size();
  return llvm::TypeSwitch<Operation *, SmallVector<Tensor>>(op)
      .Case([&](dist::AllReduceOp reduce) {
        return SmallVector<Tensor>(count, reduceAll(reduce.getKind(), values));
      })
      .Case([&](dist::AllGatherOp gather) {
        return SmallVector<Tensor>(count, join(values, gather.getDim(), type));
      })
      .Case([&](dist::ReduceScatterOp scatter) {
        Tensor sum = reduceAll(scatter.getKind(), values);
        int64_t dim = scatter.getDim(), length = type.getDimSize(dim);
        SmallVector<Tensor> results;
        for (int64_t i = 0; i < count; ++i)
          results.push_back(cut(sum, dim, i * length, length));
        return results;
      })
      .Case([&](dist::AllToAllOp exchange) {
        int64_t split = exchange.getSplitDim(), concat = exchange.getConcatDim();
        int64_t length = type.getDimSize(split);
        SmallVector<Tensor> results;
        for (int64_t to = 0; to < count; ++to) {
          SmallVector<Tensor> blocks;
          for (const Tensor &value : values)
            blocks.push_back(cut(value, split, to * length, length));
          results.push_back(join(blocks, concat, type));
        }
        return results;
      })
      .Case([&](dist::PermuteOp permute) {
        SmallVector<Tensor> results(count, Tensor(type));
        for (int64_t from = 0; from < count; ++from)
          results[targetOf(permute, from, count)] = values[from];
        return results;
      })
      .Case([&](dist::BroadcastOp broadcast) {
        return SmallVector<Tensor>(count, values[broadcast.getRoot()]);
      });
}
