//===- HostLoops.cpp - loop nests of host kernels ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Elementwise kernels and concatenations: loops over the result, innermost in
// vectors, with what is left over in shorter vectors and at last one by one.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

unsigned HostKernel::laneCount(Type element) const {
  // Fixed, not by the machine: reductions add up in lanes, and what they round
  // to should not depend on the processor that compiles.
  return storageBytes(element) >= 8 ? 8 : 16;
}

void HostKernel::nestFrom(unsigned depth, ArrayRef<int64_t> extents, unsigned lanes,
                          SmallVectorImpl<Idx> &indices, Body body) {
  if (depth == extents.size())
    return body(indices);
  int64_t extent = extents[depth];
  bool innermost = depth + 1 == extents.size();
  int64_t done = 0;
  for (unsigned width = innermost ? lanes : 1;; width = width > 4 ? 4 : 1) {
    int64_t end = done + (extent - done) / width * width;
    if (end > done) {
      e.lanes = width;
      indices.push_back({});
      Idx &idx = indices.back();
      bool single = end - done == width;
      if (single)
        idx = e.idxConstant(done);
      else
        idx = Idx{e.beginLoop(e.constantIndex(done), e.constantIndex(end), e.constantIndex(width)),
                  false, done % width == 0 ? int64_t(width) : 1};
      idx.laned = width > 1;
      nestFrom(depth + 1, extents, lanes, indices, body);
      if (!single)
        e.endLoop();
      indices.pop_back();
      e.lanes = 1;
      done = end;
    }
    if (width == 1)
      return;
  }
}

void HostKernel::nest(ArrayRef<int64_t> extents, unsigned lanes, Body body) {
  SmallVector<Idx> indices;
  nestFrom(0, extents, lanes, indices, body);
}

void HostKernel::nestGroups(ArrayRef<int64_t> shape, ArrayRef<unsigned> groups, unsigned lanes,
                            function_ref<void(const Index &)> body) {
  SmallVector<int64_t> extents;
  SmallVector<int> loopOf;
  unsigned dim = 0;
  for (unsigned dims : groups) {
    int64_t extent = 1;
    for (int64_t part : shape.slice(dim, dims))
      extent *= part;
    dim += dims;
    if (extent == 0)
      return;
    loopOf.push_back(extent == 1 ? -1 : int(extents.size()));
    if (extent != 1)
      extents.push_back(extent);
  }
  nest(extents, lanes, [&](ArrayRef<Idx> loops) {
    Index index;
    index.shape.assign(shape.begin(), shape.end());
    for (auto [dims, loop] : llvm::zip_equal(groups, loopOf))
      index.groups.push_back({dims, loop < 0 ? e.idxConstant(0) : loops[loop]});
    body(index);
  });
}

void HostKernel::fill(Value tensor, Value pointer) {
  RankedTensorType type = typeOf(tensor);
  SmallVector<unsigned> groups = groupDimensions(type.getShape(), tensor);
  nestGroups(type.getShape(), groups, laneCount(type.getElementType()), [&](const Index &index) {
    Value value = e.element(tensor, index);
    e.store(pointer, type.getElementType(), e.linear(index), value);
  });
}

void HostKernel::generateLoop() {
  OperandRange values = kernelResults(kernel);
  ArrayRef<int64_t> shape = typeOf(values[0]).getShape();
  unsigned lanes = 16;
  for (Value value : values)
    lanes = std::min(lanes, laneCount(typeOf(value).getElementType()));
  nestGroups(shape, groupDimensions(shape, values), lanes, [&](const Index &index) {
    // All elements are read before one is written: results may take over
    // operands' buffers.
    SmallVector<Value> elements;
    for (Value value : values)
      elements.push_back(e.element(value, index));
    for (auto [pointer, value, element] : llvm::zip_equal(results, values, elements))
      e.store(pointer, typeOf(value).getElementType(), e.linear(index), element);
  });
}

void HostKernel::generateConcatenate() {
  auto op = kernelResults(kernel)[0].getDefiningOp<ConcatenateOp>();
  RankedTensorType type = typeOf(op.getResult());
  unsigned along = op.getDimension();
  SmallVector<int64_t> start(type.getRank(), 0), strides(type.getRank(), 1);
  for (Value part : op.getInputs()) {
    ArrayRef<int64_t> shape = typeOf(part).getShape();
    SmallVector<unsigned> groups = groupDimensions(shape, part, along);
    nestGroups(shape, groups, laneCount(type.getElementType()), [&](const Index &index) {
      Value value = e.element(part, index);
      Index place = e.slice(index, type.getShape(), start, strides);
      e.store(results[0], type.getElementType(), e.linear(place), value);
    });
    start[along] += shape[along];
  }
}

LogicalResult HostKernel::generate() {
  switch (kindOf(kernel)) {
  case KernelKind::Loop:
    generateLoop();
    break;
  case KernelKind::Reduce:
    generateReduce();
    break;
  case KernelKind::Concatenate:
    generateConcatenate();
    break;
  case KernelKind::Scatter:
    generateScatter();
    break;
  case KernelKind::Dot:
    if (failed(generateDot()))
      return failure();
    break;
  case KernelKind::Convolution:
    generateConvolution();
    break;
  case KernelKind::Sort:
    generateSort();
    break;
  }
  if (e.unsupported)
    return e.unsupported->emitOpError() << "cannot be part of a kernel";
  return success();
}
