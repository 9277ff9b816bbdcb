//===- RotateBlocks.cpp - blocks handed round a ring ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A value that is gathered, turned by whole blocks, and cut again, has sent
// (n - 1) blocks for each one that a rank keeps. One permute sends that one. It is
// no change of placement, so partitioning does not make it: the global value is
// another one, and the checker compares global values. Hence this comes after it.
//
//===----------------------------------------------------------------------===//
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_ROTATEBLOCKSPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {

/// `[from, to)` of dimension `dim`, and the other dimensions whole; false for a slice
/// of another form.
bool isPartOf(stablehlo::SliceOp slice, int64_t dim, int64_t &from, int64_t &to) {
  ArrayRef<int64_t> shape = slice.getOperand().getType().getShape();
  for (int64_t i = 0, rank = shape.size(); i < rank; ++i) {
    if (slice.getStrides()[i] != 1)
      return false;
    bool whole = slice.getStartIndices()[i] == 0 && slice.getLimitIndices()[i] == shape[i];
    if (i != dim && !whole)
      return false;
  }
  from = slice.getStartIndices()[dim];
  to = slice.getLimitIndices()[dim];
  return true;
}

/// Replaces what `cut` ends by a permute, if it turns a gathered value.
void rotate(dist::AllSliceOp cut) {
  int64_t dim = cut.getDim();
  auto joined = cut.getInput().getDefiningOp<stablehlo::ConcatenateOp>();
  if (!joined || joined.getInputs().size() != 2 ||
      static_cast<int64_t>(joined.getDimension()) != dim || !joined->hasOneUse())
    return;
  auto tail = joined.getInputs()[0].getDefiningOp<stablehlo::SliceOp>(),
       head = joined.getInputs()[1].getDefiningOp<stablehlo::SliceOp>();
  if (!tail || !head || tail == head || !tail->hasOneUse() || !head->hasOneUse() ||
      tail.getOperand() != head.getOperand())
    return;
  auto gather = tail.getOperand().getDefiningOp<dist::AllGatherOp>();
  // A gather that something else reads as well has been paid for.
  if (!gather || static_cast<int64_t>(gather.getDim()) != dim ||
      gather.getAxes() != cut.getAxes() || !gather.getResult().hasNUses(2) ||
      gather.getInput().getType() != cut.getResult().getType() ||
      gather->getBlock() != cut->getBlock())
    return;
  auto type = cast<RankedTensorType>(gather.getInput().getType());
  int64_t block = type.getDimSize(dim),
          whole = cast<RankedTensorType>(gather.getResult().getType()).getDimSize(dim);
  int64_t from, to, start, turn;
  if (!isPartOf(tail, dim, from, to) || !isPartOf(head, dim, start, turn) || to != whole ||
      start != 0 || from != turn || block == 0 || whole % block != 0 || turn % block != 0)
    return;
  // Uneven blocks end in padding: the last one must be full.
  dist::MeshOp mesh = shardc::getMesh(cut->getParentOfType<ModuleOp>());
  if (!mesh)
    return;
  int64_t ranks = 1;
  for (auto axis : cut.getAxes().getAsRange<dist::AxisRefAttr>())
    ranks *= axis.getSize(mesh.getMesh());
  if (ranks * block != whole)
    return;
  OpBuilder builder(cut);
  auto permute = dist::PermuteOp::create(
      builder, cut.getLoc(), cut.getResult().getType(), gather.getInput(), cut.getAxes(),
      cut.getAxes(), builder.getI64IntegerAttr((whole - turn) / block), cut.getMeshAttr());
  permute->setDiscardableAttrs(cut->getDiscardableAttrDictionary());
  emitRemark(cut.getLoc(), RemarkCategory::Collectives)
      << "an all_gather of " << ranks << " blocks, of which each rank keeps one, is a permute";
  cut.getResult().replaceAllUsesWith(permute.getResult());
  for (Operation *op : {cut.getOperation(), joined.getOperation(), tail.getOperation(),
                        head.getOperation(), gather.getOperation()})
    op->erase();
}

struct RotateBlocksPass : shardc::impl::RotateBlocksPassBase<RotateBlocksPass> {
  using Base::Base;
  void runOnOperation() final {
    SmallVector<dist::AllSliceOp> cuts;
    getOperation().walk([&](dist::AllSliceOp cut) { cuts.push_back(cut); });
    for (dist::AllSliceOp cut : cuts)
      rotate(cut);
  }
};

} // namespace
