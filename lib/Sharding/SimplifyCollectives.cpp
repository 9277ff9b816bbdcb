//===- SimplifyCollectives.cpp - collectives that undo or repeat *- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each reshard is a shortest path for itself; where one follows another, or two
// users need nearly the same, the collectives that meet may be fewer. What is
// looked at is a collective and the one that makes its operand.
//
//===----------------------------------------------------------------------===//

#include "MoveGathers.h"
#include "ReshardGraph.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/Sharding/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace shardc {
#define GEN_PASS_DEF_SIMPLIFYCOLLECTIVESPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

/// Simplifies the collectives of one function.
class Simplifier {
public:
  Simplifier(MLIRContext *context, MeshView mesh) : mesh(mesh), builder(context) {}

  void run(mlir::Block &block);

private:
  bool simplify(Operation *op);
  bool mergeEqual(mlir::Block &block);
  bool sliceOfGather(AllSliceOp slice, AllGatherOp gather);
  bool sliceOfReduce(AllSliceOp slice, AllReduceOp reduce);
  bool sliceOfSlice(AllSliceOp slice, AllSliceOp first);
  bool gatherOfSlice(AllGatherOp gather, AllSliceOp slice);
  bool gatherOfGather(AllGatherOp gather, AllGatherOp first);
  bool reduceOfReduce(AllReduceOp reduce, AllReduceOp first);

  template <typename OpTy>
  AxisList axesOf(OpTy op) const {
    return mesh.fromAttr(llvm::to_vector(op.getAxes().template getAsRange<AxisRefAttr>()));
  }
  ArrayAttr toArray(ArrayRef<Axis> axes) {
    SmallVector<AxisRefAttr> list = mesh.toAttrs(axes);
    return builder.getArrayAttr(SmallVector<Attribute>(list.begin(), list.end()));
  }
  /// Bytes that one rank sends in a collective.
  int64_t bytesOf(Operation *op) const;
  /// Puts `value` in the place of `op`, and erases its operand if nothing else
  /// reads it.
  void replace(Operation *op, Value value);
  /// Gives a new op the attributes of the one that it takes the place of.
  Value inherit(Operation *from, Operation *to) {
    to->setDiscardableAttrs(from->getDiscardableAttrDictionary());
    return to->getResult(0);
  }
  void remark(Operation *op, int64_t saved, const Twine &why) {
    if (saved > 0)
      emitRemark(op->getLoc(), RemarkCategory::Collectives)
          << '\'' << op->getName() << "' op saves " << saved << " bytes a rank: " << why;
  }

  MeshView mesh;
  OpBuilder builder;
};

struct SimplifyCollectivesPass
    : shardc::impl::SimplifyCollectivesPassBase<SimplifyCollectivesPass> {
  using Base::Base;
  void runOnOperation() final {
    MeshOp mesh = shardc::getMesh(getOperation());
    if (!mesh)
      return;
    MeshView view(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        Simplifier(&getContext(), view).run(function.getBody().front());
  }
};

} // namespace

static bool isCollective(Operation *op) {
  return isa<AllReduceOp, AllGatherOp, ReduceScatterOp, AllSliceOp, AllToAllOp, PermuteOp>(op);
}

/// True when two ops are in one place of the step, so that one may do the work of
/// both: gathers that are to be made again, and recomputed ops, keep to their like.
static bool areTogether(Operation *a, Operation *b) {
  if (a->getBlock() != b->getBlock())
    return false;
  for (StringRef name : {"dist.stage", "dist.phase", "dist.regather", "dist.recompute"})
    if (a->getAttr(name) != b->getAttr(name))
      return false;
  return true;
}

int64_t Simplifier::bytesOf(Operation *op) const {
  RankedTensorType in = typeOf(op->getOperand(0)), out = typeOf(op->getResult(0));
  int64_t element = std::max<int64_t>(1, in.getElementTypeBitWidth() / 8);
  auto bytes = [&](ReshardStep::Kind kind, auto collective, unsigned split = 0) {
    return reshard::stepBytes(kind, partsOf(axesOf(collective)), byteSize(in), byteSize(out),
                              reshard::blockBytes(in.getShape(), out.getShape(), split, element));
  };
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](AllReduceOp op) { return bytes(ReshardStep::AllReduce, op); })
      .Case([&](AllGatherOp op) { return bytes(ReshardStep::AllGather, op); })
      .Case([&](ReduceScatterOp op) { return bytes(ReshardStep::ReduceScatter, op); })
      .Case([&](AllToAllOp op) { return bytes(ReshardStep::AllToAll, op, op.getSplitDim()); })
      .Case([&](PermuteOp op) { return bytes(ReshardStep::Permute, op); })
      .Default([](Operation *) { return 0; });
}

void Simplifier::replace(Operation *op, Value value) {
  Operation *operand = op->getOperand(0).getDefiningOp();
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  if (operand && isCollective(operand) && operand->use_empty())
    operand->erase();
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// What was gathered last is kept, or the outer part of it.
bool Simplifier::sliceOfGather(AllSliceOp slice, AllGatherOp gather) {
  AxisList kept = axesOf(slice), joined = axesOf(gather);
  int64_t dim = slice.getDim();
  if (dim != static_cast<int64_t>(gather.getDim()) || kept.size() > joined.size() ||
      !std::equal(kept.begin(), kept.end(), joined.begin()))
    return false;
  RankedTensorType small = typeOf(gather.getInput()), large = typeOf(gather.getResult());
  if (kept.size() == joined.size()) {
    if (small != slice.getType())
      return false;
    if (gather->hasOneUse())
      remark(slice, bytesOf(gather), "it keeps what all_gather joined");
    replace(slice, gather.getInput());
    return true;
  }
  // Whole blocks of the outer axes.
  ArrayRef<Axis> inner = ArrayRef<Axis>(joined).drop_front(kept.size());
  int64_t block = small.getDimSize(dim);
  if (!gather->hasOneUse() || !areTogether(slice, gather) ||
      large.getDimSize(dim) != block * partsOf(joined) ||
      slice.getType().getDimSize(dim) != block * partsOf(inner))
    return false;
  builder.setInsertionPoint(slice);
  auto part = AllGatherOp::create(builder, slice.getLoc(), slice.getType(), gather.getInput(), dim,
                                  toArray(inner), slice.getMesh());
  remark(slice, bytesOf(gather) - bytesOf(part), "only inner blocks are gathered");
  replace(slice, inherit(slice, part));
  return true;
}

bool Simplifier::sliceOfReduce(AllSliceOp slice, AllReduceOp reduce) {
  AxisList kept = axesOf(slice), reduced = axesOf(reduce);
  if (!reduce->hasOneUse() || !areTogether(slice, reduce) ||
      !llvm::all_of(kept, [&](const Axis &axis) { return contains(reduced, axis); }))
    return false;
  AxisList rest = subtract(reduced, kept);
  builder.setInsertionPoint(slice);
  auto scatter = ReduceScatterOp::create(builder, slice.getLoc(), slice.getType(),
                                         reduce.getInput(), reduce.getKindAttr(),
                                         slice.getDimAttr(), slice.getAxes(), slice.getMeshAttr());
  // It stands where the sum was reduced, and is placed as the slice was.
  auto place = [&](Operation *op) {
    Value value = inherit(reduce, op);
    op->removeDiscardableAttr("dist.shardings");
    if (Attribute shardings = slice->getDiscardableAttr("dist.shardings"))
      op->setDiscardableAttr("dist.shardings", shardings);
    return value;
  };
  Value value = place(scatter);
  int64_t bytes = bytesOf(scatter);
  if (!rest.empty()) {
    if (ShardingAttr sharding = getSharding(value)) {
      Placement placement = mesh.fromAttr(sharding);
      placement.addPartial(reduce.getKind(), rest);
      scatter->setAttr("dist.shardings", builder.getArrayAttr(Attribute(mesh.toAttr(placement))));
    }
    auto second = AllReduceOp::create(builder, slice.getLoc(), slice.getType(), value,
                                      reduce.getKindAttr(), toArray(rest), reduce.getMeshAttr());
    value = place(second);
    bytes += bytesOf(second);
  }
  remark(slice, bytesOf(reduce) - bytes, "all_reduce and all_slice are one reduce_scatter");
  replace(slice, value);
  return true;
}

bool Simplifier::sliceOfSlice(AllSliceOp slice, AllSliceOp first) {
  int64_t dim = slice.getDim();
  AxisList inner = axesOf(slice), axes = axesOf(first);
  if (dim != static_cast<int64_t>(first.getDim()) || !first->hasOneUse() ||
      !areTogether(slice, first) ||
      slice.getType().getDimSize(dim) * partsOf(inner) != first.getType().getDimSize(dim))
    return false;
  llvm::append_range(axes, inner);
  builder.setInsertionPoint(slice);
  auto both = AllSliceOp::create(builder, slice.getLoc(), slice.getType(), first.getInput(), dim,
                                 toArray(axes), slice.getMesh());
  replace(slice, inherit(slice, both));
  return true;
}

/// Equal copies, cut and joined again.
bool Simplifier::gatherOfSlice(AllGatherOp gather, AllSliceOp slice) {
  if (gather.getDim() != slice.getDim() || axesOf(gather) != axesOf(slice) ||
      gather.getType() != slice.getInput().getType())
    return false;
  remark(gather, bytesOf(gather), "it joins what all_slice cut");
  replace(gather, slice.getInput());
  return true;
}

bool Simplifier::gatherOfGather(AllGatherOp gather, AllGatherOp first) {
  int64_t dim = gather.getDim();
  AxisList axes = axesOf(gather), inner = axesOf(first);
  int64_t block = typeOf(first.getInput()).getDimSize(dim);
  if (dim != static_cast<int64_t>(first.getDim()) || !first->hasOneUse() ||
      !areTogether(gather, first) || first.getType().getDimSize(dim) != block * partsOf(inner))
    return false;
  llvm::append_range(axes, inner);
  builder.setInsertionPoint(gather);
  auto both = AllGatherOp::create(builder, gather.getLoc(), gather.getType(), first.getInput(), dim,
                                  toArray(axes), gather.getMesh());
  replace(gather, inherit(gather, both));
  return true;
}

bool Simplifier::reduceOfReduce(AllReduceOp reduce, AllReduceOp first) {
  AxisList axes = axesOf(first), more = axesOf(reduce);
  if (reduce.getKind() != first.getKind() || !first->hasOneUse() || !areTogether(reduce, first) ||
      overlaps(axes, more))
    return false;
  int64_t before = bytesOf(reduce) + bytesOf(first);
  llvm::append_range(axes, more);
  builder.setInsertionPoint(reduce);
  auto both =
      AllReduceOp::create(builder, reduce.getLoc(), reduce.getType(), first.getInput(),
                          reduce.getKindAttr(), toArray(normalizeSet(axes)), reduce.getMeshAttr());
  remark(reduce, before - bytesOf(both), "two all_reduces are one");
  replace(reduce, inherit(reduce, both));
  return true;
}

bool Simplifier::simplify(Operation *op) {
  if (!isCollective(op))
    return false;
  Operation *first = op->getOperand(0).getDefiningOp();
  if (auto permute = dyn_cast<PermuteOp>(op);
      permute && permute.getShift() == 0 && permute.getAxes() == permute.getTargets()) {
    replace(op, permute.getInput());
    return true;
  }
  if (!first)
    return false;
  if (auto slice = dyn_cast<AllSliceOp>(op))
    return llvm::TypeSwitch<Operation *, bool>(first)
        .Case([&](AllGatherOp gather) { return sliceOfGather(slice, gather); })
        .Case([&](AllReduceOp reduce) { return sliceOfReduce(slice, reduce); })
        .Case([&](AllSliceOp other) { return sliceOfSlice(slice, other); })
        .Default([](Operation *) { return false; });
  if (auto gather = dyn_cast<AllGatherOp>(op))
    return llvm::TypeSwitch<Operation *, bool>(first)
        .Case([&](AllSliceOp slice) { return gatherOfSlice(gather, slice); })
        .Case([&](AllGatherOp other) { return gatherOfGather(gather, other); })
        .Default([](Operation *) { return false; });
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    if (auto other = dyn_cast<AllReduceOp>(first))
      return reduceOfReduce(reduce, other);
  return false;
}

//===----------------------------------------------------------------------===//
// Repetitions
//===----------------------------------------------------------------------===//

/// True when both do the same to the same value.
static bool areEqual(Operation *a, Operation *b) {
  if (a->getName() != b->getName() || a->getOperand(0) != b->getOperand(0) ||
      a->getResult(0).getType() != b->getResult(0).getType())
    return false;
  auto inherent = [](Operation *op) {
    NamedAttrList list;
    for (NamedAttribute attribute : op->getAttrs())
      if (!op->getDiscardableAttr(attribute.getName()))
        list.append(attribute);
    return list.getDictionary(op->getContext());
  };
  return inherent(a) == inherent(b);
}

bool Simplifier::mergeEqual(mlir::Block &block) {
  bool changed = false;
  llvm::DenseMap<Value, SmallVector<Operation *, 2>> byOperand;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isCollective(&op) || op.hasAttr("dist.regather") || op.hasAttr("dist.recompute"))
      continue;
    SmallVector<Operation *, 2> &known = byOperand[op.getOperand(0)];
    auto *same = llvm::find_if(
        known, [&](Operation *other) { return areTogether(other, &op) && areEqual(other, &op); });
    if (same == known.end()) {
      known.push_back(&op);
      continue;
    }
    remark(&op, bytesOf(&op), "the same collective was done before");
    op.getResult(0).replaceAllUsesWith((*same)->getResult(0));
    op.erase();
    changed = true;
  }
  return changed;
}

void Simplifier::run(mlir::Block &block) {
  for (Operation &op : block)
    if (isa<MicrobatchOp, stablehlo::WhileOp>(op))
      for (Region &region : op.getRegions())
        run(region.front());
  bool changed = true;
  while (changed) {
    changed = mergeEqual(block);
    for (Operation &op : llvm::make_early_inc_range(block))
      changed |= simplify(&op);
  }
  // Where a gather stands is looked at once all of them are known.
  for (AllGatherOp gather : llvm::to_vector(block.getOps<AllGatherOp>())) {
    int64_t before = bytesOf(gather);
    if (AllGatherOp moved = moveGather(gather, mesh))
      remark(moved, before - bytesOf(moved), "the value is smaller here");
  }
}
