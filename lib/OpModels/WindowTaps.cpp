//===- WindowTaps.cpp - windows taken apart into slices ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "WindowTaps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::gradient;

WindowTaps::WindowTaps(TensorBuilder &builder, Dims shape, Dims places, Dims size,
                       std::optional<Dims> strides, std::optional<Dims> baseDilations,
                       std::optional<Dims> windowDilations, DenseIntElementsAttr padding)
    : shape(shape), places(places), size(size), b(builder) {
  auto orOnes = [&](std::optional<Dims> given) {
    return given && !given->empty() ? SmallVector<int64_t>(*given)
                                    : SmallVector<int64_t>(size.size(), 1);
  };
  this->strides = orOnes(strides);
  this->baseDilations = orOnes(baseDilations);
  this->windowDilations = orOnes(windowDilations);
  low.assign(size.size(), 0);
  if (padding)
    for (size_t dim = 0; dim < size.size(); ++dim)
      low[dim] = padding.getValues<int64_t>()[2 * dim];
}

int64_t WindowTaps::count() const {
  int64_t total = 1;
  for (int64_t extent : size)
    total *= extent;
  return total;
}

SmallVector<int64_t> WindowTaps::tap(int64_t number) const {
  SmallVector<int64_t> indices(size.size());
  for (size_t dim = size.size(); dim-- > 0;) {
    indices[dim] = number % size[dim];
    number /= size[dim];
  }
  return indices;
}

Value WindowTaps::under(Value value, int64_t number, Value filler) {
  SmallVector<int64_t> at = tap(number), before, after, interior, zeros(size.size(), 0), limit;
  for (size_t dim = 0; dim < size.size(); ++dim) {
    int64_t extent = (places[dim] - 1) * strides[dim] + 1;
    before.push_back(-begin(dim, at));
    after.push_back(begin(dim, at) + extent - span(dim));
    interior.push_back(baseDilations[dim] - 1);
    limit.push_back(extent);
  }
  OpBuilder &builder = b.getBuilder();
  Value padded = value;
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (!llvm::all_of(before, isZero) || !llvm::all_of(after, isZero) ||
      !llvm::all_of(interior, isZero))
    padded = stablehlo::PadOp::create(builder, b.getLoc(), typeOf(value).clone(limit), value,
                                      filler, builder.getDenseI64ArrayAttr(before),
                                      builder.getDenseI64ArrayAttr(after),
                                      builder.getDenseI64ArrayAttr(interior));
  return b.slice(padded, zeros, limit, strides);
}

Value WindowTaps::inside(int64_t number) {
  auto type = RankedTensorType::get(shape, b.getBuilder().getI1Type());
  return under(b.splat(type, 1), number,
               b.splat(RankedTensorType::get({}, type.getElementType()), 0));
}

Value WindowTaps::spread(Value value, int64_t number) {
  SmallVector<int64_t> at = tap(number), before, after, interior, zeros(size.size(), 0), limit;
  for (size_t dim = 0; dim < size.size(); ++dim) {
    int64_t extent = (places[dim] - 1) * strides[dim] + 1;
    before.push_back(begin(dim, at));
    after.push_back(span(dim) - begin(dim, at) - extent);
    interior.push_back(strides[dim] - 1);
    limit.push_back(span(dim));
  }
  return b.slice(b.pad(value, before, after, interior), zeros, limit, baseDilations);
}

DenseIntElementsAttr WindowTaps::transposedPadding() {
  SmallVector<int64_t> amounts;
  for (size_t dim = 0; dim < size.size(); ++dim) {
    int64_t window = (size[dim] - 1) * windowDilations[dim] + 1;
    int64_t cotangents = (places[dim] - 1) * strides[dim] + 1;
    int64_t before = window - low[dim] - 1;
    amounts.append({before, span(dim) + window - 1 - cotangents - before});
  }
  auto type = RankedTensorType::get({int64_t(size.size()), 2}, b.getBuilder().getI64Type());
  return DenseIntElementsAttr::get(type, amounts);
}

SmallVector<Value> gradient::liftBody(TensorBuilder &b, Region &body, ValueRange arguments,
                                      std::string &error, Value only) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  ArrayRef<int64_t> shape = typeOf(arguments.front()).getShape();
  auto lifted = [&](Value value) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Value spread = b.broadcastScalar(value, shape);
    mapping.map(value, spread);
    return spread;
  };
  OpBuilder &builder = b.getBuilder();
  for (Operation &op : body.front().without_terminator()) {
    if (isa<stablehlo::ConstantOp>(op)) {
      // Stays a scalar, repeated where it is used.
      mapping.map(op.getResult(0), b.broadcastScalar(builder.clone(op)->getResult(0), shape));
      continue;
    }
    auto isScalar = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() == 0;
    };
    bool isElementwise = isa<stablehlo::StableHLODialect>(op.getDialect()) &&
                         op.getNumRegions() == 0 && op.getNumResults() == 1 &&
                         op.getNumOperands() != 0 && llvm::all_of(op.getOperandTypes(), isScalar) &&
                         llvm::all_of(op.getResultTypes(), isScalar);
    if (!isElementwise) {
      error = ("'" + op.getName().getStringRef() + "' in its body is not elementwise").str();
      return {};
    }
    if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp, stablehlo::TransposeOp>(op)) {
      mapping.map(op.getResult(0), lifted(op.getOperand(0)));
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(lifted(operand));
    OperationState state(b.getLoc(), op.getName(), operands, typeOf(op.getResult(0)).clone(shape),
                         op.getAttrs());
    mapping.map(op.getResult(0), builder.create(state)->getResult(0));
  }
  if (only)
    return {lifted(only)};
  SmallVector<Value> results;
  for (Value value : body.front().getTerminator()->getOperands())
    results.push_back(lifted(value));
  return results;
}
