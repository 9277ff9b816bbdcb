//===- RotateBlocks.cpp - blocks handed round a ring ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A value that is gathered, turned by whole blocks, and cut again, has sent
// (n - 1) blocks for each one that a rank keeps. One permute sends that one. Where a
// ring goes on, the next turn is one of the turned value. It is no change of placement, so
// partitioning does not make it: the global value is another one, and the checker compares global
// values. Hence this comes after it.
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

/// A gathered value turned by some elements along its gathered dimension.
struct Turned {
  Value value;
  int64_t by;
  /// The turned value that this one was made of; -1 for the gathered one.
  int64_t source;
};

/// All values that are turns of a gathered one, and what keeps a block of each.
class Ring {
public:
  explicit Ring(dist::AllGatherOp gather) : gather(gather), dim(gather.getDim()) {
    auto block = cast<RankedTensorType>(gather.getInput().getType());
    length = block.getDimSize(dim);
    whole = cast<RankedTensorType>(gather.getResult().getType()).getDimSize(dim);
  }

  /// Whether nothing reads the gathered value but turns of it by whole blocks, nor
  /// those but turns and cuts.
  bool find();
  /// Writes permutes for the cuts, and erases the rest.
  void replace(int64_t ranks);

private:
  bool follow(int64_t index);

  dist::AllGatherOp gather;
  int64_t dim, length, whole;
  SmallVector<Turned> turns;
  SmallVector<SmallVector<dist::AllSliceOp>> cuts;
  SmallVector<Operation *> dead;
};

/// Takes in what reads a turned value; false when something needs it whole.
bool Ring::follow(int64_t index) {
  Turned turned = turns[index];
  SmallVector<stablehlo::SliceOp> parts;
  for (Operation *user : turned.value.getUsers()) {
    if (user->getBlock() != gather->getBlock())
      return false;
    if (auto cut = dyn_cast<dist::AllSliceOp>(user)) {
      if (static_cast<int64_t>(cut.getDim()) != dim || cut.getAxes() != gather.getAxes() ||
          cut.getResult().getType() != gather.getInput().getType())
        return false;
      cuts[index].push_back(cut);
      continue;
    }
    auto slice = dyn_cast<stablehlo::SliceOp>(user);
    if (!slice || !slice->hasOneUse())
      return false;
    parts.push_back(slice);
  }
  for (stablehlo::SliceOp tail : parts) {
    auto joined = dyn_cast<stablehlo::ConcatenateOp>(*tail->getUsers().begin());
    if (!joined || joined.getInputs().size() != 2 ||
        static_cast<int64_t>(joined.getDimension()) != dim)
      return false;
    if (joined.getInputs()[0] != tail.getResult())
      continue;
    auto head = joined.getInputs()[1].getDefiningOp<stablehlo::SliceOp>();
    int64_t from, to, start, turn;
    if (!head || head == tail || head.getOperand() != tail.getOperand() ||
        !isPartOf(tail, dim, from, to) || !isPartOf(head, dim, start, turn) || to != whole ||
        start != 0 || from != turn || turn % length != 0)
      return false;
    turns.push_back({joined.getResult(), (turned.by + turn) % whole, index});
    cuts.emplace_back();
    dead.append({tail, head, joined});
  }
  // A head whose tail is another value's turns nothing.
  return llvm::all_of(parts,
                      [&](stablehlo::SliceOp part) { return llvm::is_contained(dead, part); });
}

bool Ring::find() {
  if (length == 0 || whole % length != 0)
    return false;
  turns.push_back({gather.getResult(), 0, -1});
  cuts.emplace_back();
  for (size_t index = 0; index < turns.size(); ++index)
    if (!follow(index))
      return false;
  return turns.size() > 1;
}

void Ring::replace(int64_t ranks) {
  // The rank's block of each turn, where something keeps it. As many permutes as
  // blocks that the gather sends, at most.
  DenseMap<int64_t, Value> blockOf = {{0, gather.getInput()}};
  SmallVector<Value> kept(turns.size());
  kept[0] = gather.getInput();
  int64_t count = 0;
  for (auto [index, turned] : llvm::enumerate(turns)) {
    Value &block = kept[index];
    if (auto known = blockOf.find(turned.by); known != blockOf.end())
      block = known->second;
    if (cuts[index].empty())
      continue;
    dist::AllSliceOp first = cuts[index].front();
    for (dist::AllSliceOp cut : cuts[index])
      if (cut->isBeforeInBlock(first))
        first = cut;
    if (block && block != gather.getInput() && !block.getDefiningOp()->isBeforeInBlock(first))
      block.getDefiningOp()->moveBefore(first);
    if (!block) {
      // From the last block on the way that is there, as a ring hands it on.
      int64_t from = turned.source;
      while (!kept[from])
        from = turns[from].source;
      OpBuilder builder(first);
      int64_t by = (turned.by - turns[from].by + whole) % whole;
      auto permute = dist::PermuteOp::create(
          builder, first.getLoc(), first.getResult().getType(), kept[from], first.getAxes(),
          first.getAxes(), builder.getI64IntegerAttr((whole - by) / length), first.getMeshAttr());
      permute->setDiscardableAttrs(first->getDiscardableAttrDictionary());
      block = blockOf[turned.by] = permute.getResult();
      ++count;
    }
    for (dist::AllSliceOp cut : cuts[index]) {
      cut.getResult().replaceAllUsesWith(block);
      cut.erase();
    }
  }
  emitRemark(gather.getLoc(), RemarkCategory::Collectives)
      << "an all_gather of " << ranks << " blocks, of which each rank keeps one at a time, is "
      << count << (count == 1 ? " permute" : " permutes");
  for (Operation *op : llvm::reverse(dead))
    op->dropAllUses();
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  gather.erase();
}

/// Replaces a gather by permutes, if only turns of what it makes are kept.
void rotate(dist::AllGatherOp gather) {
  dist::MeshOp mesh = shardc::getMesh(gather->getParentOfType<ModuleOp>());
  if (!mesh)
    return;
  int64_t ranks = 1;
  for (auto axis : gather.getAxes().getAsRange<dist::AxisRefAttr>())
    ranks *= axis.getSize(mesh.getMesh());
  // Uneven blocks end in padding: the last one must be full.
  int64_t dim = gather.getDim();
  if (cast<RankedTensorType>(gather.getInput().getType()).getDimSize(dim) * ranks !=
      cast<RankedTensorType>(gather.getResult().getType()).getDimSize(dim))
    return;
  Ring ring(gather);
  if (ring.find())
    ring.replace(ranks);
}

struct RotateBlocksPass : shardc::impl::RotateBlocksPassBase<RotateBlocksPass> {
  using Base::Base;
  void runOnOperation() final {
    SmallVector<dist::AllGatherOp> gathers;
    getOperation().walk([&](dist::AllGatherOp gather) { gathers.push_back(gather); });
    for (dist::AllGatherOp gather : gathers)
      rotate(gather);
  }
};

} // namespace
