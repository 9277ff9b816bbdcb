//===- CudaSort.cpp - sorting on CUDA devices -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A thread an element counts which elements of its row go before it: that is
// its place. No memory is shared and no order has to be kept, for work that
// grows with the square of a row.
//
//===----------------------------------------------------------------------===//
#include "CudaKernels.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

LaunchShape CudaKernel::generateSort() {
  auto op = cast<SortOp>(rootOf(kernel));
  RankedTensorType type = typeOf(op.getInputs()[0]);
  ArrayRef<int64_t> shape = type.getShape();
  int64_t dim = sortedDimension(op);
  int64_t length = shape.empty() ? 1 : shape[dim];
  SmallVector<unsigned> groups(shape.size(), 1);
  spread(shape, groups, 1, [&](const Index &index) {
    SmallVector<Idx> dims;
    for (unsigned number = 0; number < shape.size(); ++number)
      dims.push_back(e.dimIndex(index, number));
    SmallVector<Value> mine;
    for (Value input : op.getInputs())
      mine.push_back(e.element(input, index));
    Value place = e.constantIndex(0);
    if (length > 1) {
      Value self = dims[dim].value;
      Value other = e.beginLoop(e.constantIndex(0), e.constantIndex(length), e.constantIndex(1),
                                ValueRange{place});
      SmallVector<Idx> there(dims);
      there[dim] = Idx{other};
      // Of equal elements the one with the lower index goes first: the earlier of
      // the two comes first unless the comparator puts the later one before it.
      Value isEarlier = e.make<arith::CmpIOp>(arith::CmpIPredicate::slt, other, self);
      SmallVector<Value> args;
      for (auto [input, value] : llvm::zip_equal(op.getInputs(), mine)) {
        Value its = e.element(input, e.fromDims(shape, there));
        args.push_back(e.make<arith::SelectOp>(isEarlier, value, its));
        args.push_back(e.make<arith::SelectOp>(isEarlier, its, value));
      }
      Value laterFirst = e.body(op.getComparator(), args)[0];
      Value goesBefore = e.make<arith::XOrIOp>(laterFirst, isEarlier);
      Value isOther = e.make<arith::CmpIOp>(arith::CmpIPredicate::ne, other, self);
      Value counts = e.make<arith::AndIOp>(goesBefore, isOther);
      Value next = e.make<arith::AddIOp>(e.loopArgs()[0],
                                         Value(e.make<arith::ExtUIOp>(e.indexType(), counts)));
      place = e.endLoop(ValueRange{next})[0];
      dims[dim] = Idx{place};
    }
    Idx to = e.linear(e.fromDims(shape, dims));
    for (auto [value, result] : llvm::zip_equal(mine, op.getResults()))
      for (auto [pointer, returned] : llvm::zip_equal(results, kernelResults(kernel)))
        if (returned == result)
          e.store(pointer, typeOf(result).getElementType(), to, value);
  });
  return shapeFor(type.getNumElements(), 1);
}
