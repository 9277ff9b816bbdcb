//===- LinalgLift.cpp - values of linalg's bodies ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A value of the body of linalg's loops becomes a tensor over the loops that it
// depends on.
//
//===----------------------------------------------------------------------===//
#include "LinalgLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

/// Repeats and orders a value so that it goes along `loops`, which hold its own.
Value LinalgConverter::align(const LoopTensor &from, ArrayRef<int64_t> loops) {
  SmallVector<int64_t> shape;
  for (int64_t loop : loops)
    shape.push_back(extents[loop]);
  // First the order in which they come there, then what is missing.
  SmallVector<int64_t> permutation, dims;
  for (auto [dim, loop] : llvm::enumerate(loops)) {
    const auto *at = llvm::find(from.loops, loop);
    if (at == from.loops.end())
      continue;
    permutation.push_back(at - from.loops.begin());
    dims.push_back(dim);
  }
  if (from.loops.empty())
    if (auto constant = from.value.getDefiningOp<stablehlo::ConstantOp>())
      if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
        return stablehlo::ConstantOp::create(
            b.getBuilder(), b.getLoc(),
            DenseElementsAttr::get(typeOf(from.value).clone(shape),
                                   splat.getSplatValue<Attribute>()));
  Value ordered = b.transpose(from.value, permutation);
  return dims.size() == loops.size() ? ordered : b.broadcast(ordered, shape, dims);
}

/// What an operand brings to the body.
FailureOr<LoopTensor> LinalgConverter::liftOperand(BlockArgument argument) {
  OpOperand &operand = op->getOpOperand(argument.getArgNumber());
  LoopTensor result;
  result.value = values.get(operand.get());
  if (!result.value)
    return refuse(op, "operand " + Twine(operand.getOperandNumber()) + " has no tensor type");
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (typeOf(result.value).getRank() != static_cast<int64_t>(map.getNumResults()))
    return refuse(op, "the map of operand " + Twine(operand.getOperandNumber()) +
                          " does not fit its shape");
  SmallVector<int64_t> start, limit, kept, shape;
  bool isCut = false;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    int64_t size = typeOf(result.value).getDimSize(dim);
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() < 0 || constant.getValue() >= size)
        return refuse(op, "an index of operand " + Twine(operand.getOperandNumber()) +
                              " is out of its bounds");
      start.push_back(constant.getValue());
      limit.push_back(constant.getValue() + 1);
      isCut |= size != 1;
      continue;
    }
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || llvm::is_contained(result.loops, loop.getPosition()))
      return refuse(op, "operand " + Twine(operand.getOperandNumber()) +
                            " is indexed by more than a loop a dimension");
    int64_t extent = extents[loop.getPosition()];
    if (extent > size)
      return refuse(op, "operand " + Twine(operand.getOperandNumber()) + " has " + Twine(size) +
                            " elements along a loop of " + Twine(extent));
    start.push_back(0);
    limit.push_back(extent);
    isCut |= extent != size;
    shape.push_back(extent);
    result.loops.push_back(loop.getPosition());
  }
  if (isCut)
    result.value = b.slice(result.value, start, limit, SmallVector<int64_t>(start.size(), 1));
  result.value = b.reshape(result.value, shape);
  return result;
}

/// An element read at computed indices; a whole dimension read along a loop is part
/// of the slice.
FailureOr<LoopTensor> LinalgConverter::liftExtract(tensor::ExtractOp extract) {
  Value table = values.get(extract.getTensor());
  if (!table)
    return refuse(extract);
  SmallVector<LoopTensor> indices;
  SmallVector<int64_t> whole(extract.getIndices().size(), -1);
  llvm::SmallSetVector<int64_t, 4> loops;
  SmallVector<int64_t> wholeLoops;
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    auto position = index.getDefiningOp<linalg::IndexOp>();
    if (position && position->getBlock() == op.getBlock()) {
      int64_t loop = position.getDim();
      if (extents[loop] == typeOf(table).getDimSize(dim) && !llvm::is_contained(wholeLoops, loop)) {
        whole[dim] = loop;
        wholeLoops.push_back(loop);
      }
    }
    FailureOr<LoopTensor> one = lift(index);
    if (failed(one))
      return failure();
    indices.push_back(*one);
  }
  for (auto [dim, index] : llvm::enumerate(indices))
    if (whole[dim] < 0)
      loops.insert(index.loops.begin(), index.loops.end());
  // A loop that other indices depend on is not free to be a dimension of slices.
  SmallVector<int64_t> slices;
  for (auto [dim, loop] : llvm::enumerate(whole)) {
    if (loop >= 0 && loops.contains(loop))
      loop = -1;
    if (loop >= 0)
      slices.push_back(loop);
  }
  LoopTensor result;
  if (slices.size() == indices.size()) {
    result.value = table;
    result.loops = slices;
    return result;
  }
  ArrayRef<int64_t> common = loops.getArrayRef();
  Values parts;
  for (auto [dim, index] : llvm::enumerate(indices))
    parts.push_back(whole[dim] >= 0 ? Value() : align(index, common));
  result.value = gatherElements(table, parts, b);
  result.loops.assign(common.begin(), common.end());
  llvm::append_range(result.loops, slices);
  return result;
}

FailureOr<LoopTensor> LinalgConverter::lift(Value value) {
  if (auto it = lifted.find(value); it != lifted.end())
    return it->second;
  auto keep = [&](FailureOr<LoopTensor> result) {
    if (succeeded(result))
      lifted[value] = *result;
    return result;
  };
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == op.getBlock())
    return keep(liftOperand(argument));
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != op.getBlock()) {
    Value outside = values.get(value);
    if (!outside || typeOf(outside).getRank() != 0)
      return refuse(op, "its body uses a value from outside that is no scalar");
    return keep(LoopTensor{outside, {}});
  }
  if (auto index = dyn_cast<linalg::IndexOp>(def)) {
    int64_t loop = index.getDim();
    auto type = RankedTensorType::get({extents[loop]}, b.getBuilder().getI64Type());
    return keep(LoopTensor{b.iota(type, 0), {loop}});
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(def)) {
    Value scalar = convertConstant(constant.getValue(), b);
    return scalar ? keep(LoopTensor{scalar, {}}) : refuse(def);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(def))
    return keep(liftExtract(extract));
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(def->getDialect()))
    return refuse(def);

  SmallVector<LoopTensor> operands;
  llvm::SmallSetVector<int64_t, 6> loops;
  for (Value operand : def->getOperands()) {
    FailureOr<LoopTensor> one = lift(operand);
    if (failed(one))
      return failure();
    operands.push_back(*one);
  }
  // The operand with the most dimensions says in which order they come.
  const LoopTensor *widest = &operands.front();
  for (const LoopTensor &operand : operands)
    if (operand.loops.size() > widest->loops.size())
      widest = &operand;
  loops.insert(widest->loops.begin(), widest->loops.end());
  for (const LoopTensor &operand : operands)
    loops.insert(operand.loops.begin(), operand.loops.end());
  Values aligned;
  for (const LoopTensor &operand : operands)
    aligned.push_back(align(operand, loops.getArrayRef()));
  Value result = convertElementwise(def, aligned, b);
  if (!result)
    return refuse(def);
  return keep(LoopTensor{result, SmallVector<int64_t>(loops.getArrayRef())});
}

} // namespace shardc
