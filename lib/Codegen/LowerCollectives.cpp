//===- LowerCollectives.cpp - contiguous collectives ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Communication libraries move contiguous blocks. Collectives along other
// dimensions, or cut to uneven extents, become packing, a contiguous
// collective, and unpacking; the packing is tensor code like any other.
//
//===----------------------------------------------------------------------===//
#include "KernelTable.h"
#include "dialects/Dist/Dist.h"
#include "shardc/Codegen/Passes.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

namespace shardc {
#define GEN_PASS_DEF_LOWERSEGMENTCOLLECTIVES
#include "shardc/Codegen/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::codegen;

using Dims = SmallVector<int64_t>;

static int64_t product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  for (int64_t extent : extents)
    result *= extent;
  return result;
}

namespace {
/// Rewrites the collectives of one block.
class CollectiveLowering {
public:
  explicit CollectiveLowering(OpBuilder &builder) : builder(builder) {}

  void lower(Operation *op) {
    builder.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case<dist::AllReduceOp, dist::BroadcastOp>([&](auto op) {
          if (groupOf(op) == 1)
            replace(op, op.getInput());
        })
        .Case<dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp>(
            [&](auto op) { lower(op); });
  }

private:
  OpBuilder &builder;

  template <typename OpTy>
  int64_t groupOf(OpTy op) {
    SmallVector<dist::AxisRefAttr> axes(op.getAxes().template getAsRange<dist::AxisRefAttr>());
    return groupSize(axes, lookupMesh(op, op.getMeshAttr()));
  }

  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  /// Gives a new collective the attributes that say where the old one belongs.
  Value inherit(Operation *from, Operation *to) {
    for (NamedAttribute attr : from->getDiscardableAttrs())
      if (attr.getName() != "dist.shardings")
        to->setDiscardableAttr(attr.getName(), attr.getValue());
    return to->getResult(0);
  }

  void lower(dist::AllGatherOp op) {
    TensorBuilder t(builder, op.getLoc());
    ArrayRef<int64_t> in = typeOf(op.getInput()).getShape();
    ArrayRef<int64_t> out = typeOf(op.getResult()).getShape();
    int64_t dim = op.getDim(), ranks = groupOf(op);
    int64_t outer = product(in.take_front(dim)), extent = in[dim];
    int64_t inner = product(in.drop_front(dim + 1));
    if (dim == 0 && out[0] == ranks * extent && ranks > 1)
      return;
    Value whole;
    if (ranks == 1) {
      whole = t.reshape(op.getInput(), {outer, extent, inner});
    } else if (outer == 1) {
      Value rows = t.reshape(op.getInput(), {extent, inner});
      whole = t.reshape(gather(op, rows, ranks), {1, ranks * extent, inner});
    } else {
      Value row = t.reshape(op.getInput(), {1, outer * extent * inner});
      Value blocks = t.reshape(gather(op, row, ranks), {ranks, outer, extent, inner});
      whole = t.reshape(t.transpose(blocks, {1, 0, 2, 3}), {outer, ranks * extent, inner});
    }
    if (out[dim] != ranks * extent)
      whole = t.sliceDim(whole, 1, 0, out[dim]);
    replace(op, t.reshape(whole, out));
  }

  Value gather(dist::AllGatherOp op, Value input, int64_t ranks) {
    RankedTensorType type = typeOf(input);
    Dims shape(type.getShape());
    shape[0] *= ranks;
    return inherit(op, dist::AllGatherOp::create(builder, op.getLoc(), type.clone(shape), input, 0,
                                                 op.getAxes(), op.getMesh()));
  }

  /// [outer, n, inner], padded along dimension 1 up to `extent`.
  Value padded(TensorBuilder &t, Value value, int64_t extent) {
    int64_t missing = extent - typeOf(value).getDimSize(1);
    return missing == 0 ? value : t.pad(value, {0, 0, 0}, {0, missing, 0}, {0, 0, 0});
  }

  void lower(dist::ReduceScatterOp op) {
    TensorBuilder t(builder, op.getLoc());
    ArrayRef<int64_t> in = typeOf(op.getInput()).getShape();
    ArrayRef<int64_t> out = typeOf(op.getResult()).getShape();
    int64_t dim = op.getDim(), ranks = groupOf(op);
    int64_t outer = product(in.take_front(dim)), extent = out[dim];
    int64_t inner = product(in.drop_front(dim + 1));
    if (dim == 0 && in[0] == ranks * extent && ranks > 1)
      return;
    Value whole = padded(t, t.reshape(op.getInput(), {outer, in[dim], inner}), ranks * extent);
    if (ranks == 1)
      return replace(op, t.reshape(whole, out));
    if (outer != 1)
      whole = t.transpose(t.reshape(whole, {outer, ranks, extent, inner}), {1, 0, 2, 3});
    whole = t.reshape(whole, {ranks * outer * extent, inner});
    RankedTensorType type = typeOf(whole).clone({outer * extent, inner});
    Value block =
        inherit(op, dist::ReduceScatterOp::create(builder, op.getLoc(), type, whole, op.getKind(),
                                                  0, op.getAxes(), op.getMesh()));
    replace(op, t.reshape(block, out));
  }

  void lower(dist::AllToAllOp op) {
    TensorBuilder t(builder, op.getLoc());
    ArrayRef<int64_t> in = typeOf(op.getInput()).getShape();
    ArrayRef<int64_t> out = typeOf(op.getResult()).getShape();
    int64_t split = op.getSplitDim(), concat = op.getConcatDim(), ranks = groupOf(op);
    int64_t extent = out[split], rank = in.size();
    // Already an exchange of the blocks of dimension 0: 1 row of them remains.
    if (ranks > 1 && split == 0 && concat == 1 && extent == 1 && in[1] == 1 && in[0] == ranks &&
        out[1] == ranks)
      return;

    // Blocks for the others, outermost.
    Value value = op.getInput();
    if (in[split] != ranks * extent) {
      Dims low(rank, 0), high(rank, 0);
      high[split] = ranks * extent - in[split];
      value = t.pad(value, low, high, low);
    }
    Dims block(in), blocks, permutation{split};
    block[split] = extent;
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (dim == split)
        blocks.push_back(ranks);
      blocks.push_back(block[dim]);
    }
    for (int64_t dim = 0; dim <= rank; ++dim)
      if (dim != split)
        permutation.push_back(dim);
    value = t.transpose(t.reshape(value, blocks), permutation);

    if (ranks > 1) {
      int64_t elements = product(block);
      value = t.reshape(value, {ranks, 1, elements});
      RankedTensorType type = typeOf(value).clone({1, ranks, elements});
      value = inherit(op, dist::AllToAllOp::create(builder, op.getLoc(), type, value, 0, 1,
                                                   op.getAxes(), op.getMesh()));
    }

    // What came from the others, in order along the other dimension.
    Dims received{ranks}, places, merged(block);
    received.append(block.begin(), block.end());
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (dim == concat)
        places.push_back(0);
      places.push_back(dim + 1);
    }
    merged[concat] *= ranks;
    value = t.reshape(t.transpose(t.reshape(value, received), places), merged);
    if (merged[concat] != out[concat])
      value = t.sliceDim(value, concat, 0, out[concat]);
    replace(op, value);
  }
};

struct LowerSegmentCollectives
    : shardc::impl::LowerSegmentCollectivesBase<LowerSegmentCollectives> {
  void runOnOperation() override {
    for (func::FuncOp segment : segmentsOf(getOperation())) {
      OpBuilder builder(segment.getContext());
      CollectiveLowering lowering(builder);
      for (Operation &op : llvm::make_early_inc_range(segment.getBody().front()))
        lowering.lower(&op);
    }
  }
};
} // namespace
