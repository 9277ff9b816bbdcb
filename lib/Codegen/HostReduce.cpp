//===- HostReduce.cpp - reductions and scatters on the host -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One result at a time where rows disappear, a vector of them where they stay.
// Scatters go through their updates in order.
//
//===----------------------------------------------------------------------===//
#include "HostKernels.h"
#include "ReduceNest.h"
#include "ScatterShape.h"
#include "shardc/Interfaces/Types.h"

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

void HostKernel::generateReduce() {
  // All results are reductions of one shape over the same dimensions.
  SmallVector<ReduceOp> ops = reductionsOf(kernel);
  ReduceShape shape(ops.front());
  unsigned lanes = 16;
  for (ReduceOp op : ops)
    for (Value input : op.getInputs())
      lanes = std::min(lanes, laneCount(typeOf(input).getElementType()));
  nest(shape.keptExtents, shape.innermostReduced ? 1 : lanes, [&](ArrayRef<Idx> kept) {
    for (ReduceOp op : ops) {
      Reduction reduction(e, op);
      ReduceNest nest(e, reduction, shape, lanes);
      Reduction::Values values = nest.run(kept);
      Idx place = e.idxConstant(0);
      for (auto [idx, extent] : llvm::zip_equal(kept, shape.keptExtents))
        place = e.idxAdd(e.idxMul(place, extent), idx);
      for (auto [value, result] : llvm::zip_equal(values, op.getResults()))
        for (auto [pointer, returned] : llvm::zip_equal(results, kernelResults(kernel)))
          if (returned == result)
            e.store(pointer, typeOf(result).getElementType(), place, value);
    }
  });
}

void HostKernel::generateScatter() {
  auto op = kernelResults(kernel)[0].getDefiningOp<ScatterOp>();
  for (auto [input, pointer] : llvm::zip_equal(op.getInputs(), results))
    fill(input, pointer);
  ScatterShape shape(op);
  unsigned lanes = laneCount(shape.inputType.getElementType());
  nest(shape.scatterExtents, 1, [&](ArrayRef<Idx> scatter) {
    auto [start, fits] = shape.start(e, scatter);
    auto condition = scf::IfOp::create(e.builder, e.loc, fits, /*withElseRegion=*/false);
    e.beginRegion(condition, condition.thenBlock());
    nest(shape.windowExtents, lanes, [&, at = ArrayRef<Idx>(start)](ArrayRef<Idx> inner) {
      shape.combine(e, at, scatter, inner, results);
    });
    e.endRegion();
  });
}
