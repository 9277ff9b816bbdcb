//===- SplitReductions.cpp - reductions for many threads --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Norms of whole gradients and gradients of weights reduce many elements to
// few. One thread or block a result would leave a GPU idle, so the reduced
// elements are cut into equal parts that are reduced side by side first.
//
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "Reduction.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/OpModels/TensorBuilder.h"

namespace shardc {
#define GEN_PASS_DEF_SPLITSEGMENTREDUCTIONS
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace mlir::stablehlo;
using namespace shardc;
using namespace shardc::codegen;

/// Reductions of fewer elements a result are left alone.
static constexpr int64_t kLeast = 4096;
/// Results of which a GPU computes enough at once.
static constexpr int64_t kEnough = 1 << 16;

/// Into how many equal parts to cut `count` elements for each of `results`
/// results; 1: not at all.
static int64_t partsOf(int64_t count, int64_t results) {
  if (count < kLeast || results >= kEnough)
    return 1;
  int64_t wanted = std::min<int64_t>({1024, kEnough / results, count / 64});
  for (int64_t parts = wanted; parts > 8; --parts)
    if (count % parts == 0)
      return parts;
  return 1;
}

static void split(ReduceOp op) {
  if (op.getInputs().size() != 1)
    return;
  Operation *combiner = op.getCombiner();
  RankedTensorType type = typeOf(op.getInputs()[0]);
  Type element = type.getElementType();
  OpBuilder builder(op);
  TypedAttr neutral = combiner ? neutralElementOf(combiner, element, builder) : TypedAttr();
  if (!neutral)
    return;
  // The reduced dimensions must come first.
  int64_t count = 1, results = 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool reduced = llvm::is_contained(op.getDimensions(), dim);
    if (reduced != (dim < int64_t(op.getDimensions().size())))
      return;
    (reduced ? count : results) *= type.getDimSize(dim);
  }
  int64_t parts = partsOf(count, results);
  if (parts == 1)
    return;

  TensorBuilder t(builder, op.getLoc());
  Type wide = neutral.getType();
  if (isa<IntegerType>(element))
    wide = element;
  auto scalar = RankedTensorType::get({}, wide);
  Attribute start = neutral;
  if (isa<IntegerType>(wide))
    start = builder.getIntegerAttr(wide, cast<IntegerAttr>(neutral).getValue());
  Value init =
      ConstantOp::create(builder, op.getLoc(), scalar, DenseElementsAttr::get(scalar, start));
  auto reduce = [&](Value input, int64_t dim, Value from) -> Value {
    auto part = ReduceOp::create(builder, op.getLoc(), input, from, dim);
    part.fillBody(combiner->getName());
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (attr.getName() != "dist.shardings")
        part->setDiscardableAttr(attr.getName(), attr.getValue());
    return part.getResult(0);
  };
  Value input = t.convert(op.getInputs()[0], wide);
  // All elements: rows of parts. Leading dimensions: parts of rows.
  Value partial = results == 1 ? reduce(t.reshape(input, {parts, count / parts}), 1, init)
                               : reduce(t.reshape(input, {parts, count / parts, results}), 1, init);
  Value total = reduce(partial, 0, t.convert(op.getInitValues()[0], wide));
  total = t.reshape(t.convert(total, element), typeOf(op.getResult(0)).getShape());
  op.getResult(0).replaceAllUsesWith(total);
  op.erase();
}

namespace {
struct SplitSegmentReductions : shardc::impl::SplitSegmentReductionsBase<SplitSegmentReductions> {
  void runOnOperation() override {
    for (func::FuncOp segment : segmentsOf(getOperation()))
      for (ReduceOp op : llvm::make_early_inc_range(segment.getBody().front().getOps<ReduceOp>()))
        split(op);
  }
};
} // namespace
