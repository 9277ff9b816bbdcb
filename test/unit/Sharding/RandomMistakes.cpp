//===- RandomMistakes.cpp - wrong collectives -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mistakes in what ranks exchange: collectives left out, done twice, over other
// axes, by another combination, in another order.
//
//===----------------------------------------------------------------------===//

#include "RandomMistakes.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

Value Planting::anyValue() {
  std::vector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isa<RankedTensorType>(op->getResult(0).getType()))
      ops.push_back(op);
  });
  return ops.empty() ? Value() : random.of(ops)->getResult(0);
}

ArrayAttr Planting::otherAxes(ArrayAttr axes) {
  MLIRContext *context = mesh.getContext();
  SmallVector<Attribute> choices;
  for (MeshAxisAttr axis : mesh.getAxes()) {
    choices.push_back(AxisRefAttr::get(context, axis.getName()));
    for (int64_t major = 2; major < axis.getSize(); ++major)
      if (axis.getSize() % major == 0) {
        choices.push_back(AxisRefAttr::get(context, axis.getName(), 1, major));
        choices.push_back(AxisRefAttr::get(context, axis.getName(), major, axis.getSize() / major));
      }
  }
  SmallVector<Attribute> list;
  for (int tries = 0; tries < 10; ++tries) {
    ArrayAttr other = ArrayAttr::get(context, {random.of(choices)});
    if (other != axes)
      return other;
  }
  return {};
}

template <typename OpTy>
static bool dropAxis(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op || op.getAxes().size() < 2)
    return false;
  SmallVector<Attribute> axes(op.getAxes().begin(), op.getAxes().end());
  axes.erase(axes.begin() + at.random.below(axes.size()));
  op->setAttr("axes", ArrayAttr::get(op.getContext(), axes));
  return true;
}

template <typename OpTy>
static bool addAxis(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op)
    return false;
  SmallVector<Attribute> axes(op.getAxes().begin(), op.getAxes().end());
  ArrayAttr other = at.otherAxes(op.getAxes());
  if (!other || llvm::is_contained(axes, other[0]))
    return false;
  axes.push_back(other[0]);
  op->setAttr("axes", ArrayAttr::get(op.getContext(), axes));
  return true;
}

template <typename OpTy>
static bool changeKind(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op)
    return false;
  bool isSum = op.getKind() == ReductionKind::Sum;
  op->setAttr("kind", ReductionKindAttr::get(op.getContext(),
                                             isSum ? ReductionKind::Max : ReductionKind::Sum));
  return true;
}

/// The op's only result becomes its input, of the same type.
template <typename OpTy>
static bool drop(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op || op.getInput().getType() != op.getType())
    return false;
  op.getResult().replaceAllUsesWith(op.getInput());
  op->erase();
  return true;
}

/// Does the op once more.
static bool repeatReduction(Planting &at) {
  auto op = at.any<AllReduceOp>();
  if (!op)
    return false;
  OpBuilder b(op);
  b.setInsertionPointAfter(op);
  auto again = cast<AllReduceOp>(b.clone(*op));
  again->removeAttr("dist.shardings");
  op.getResult().replaceAllUsesExcept(again.getResult(), again);
  again.getInputMutable().assign(op.getResult());
  return true;
}

/// Reduces a value that nobody asked to.
static bool reduceAnything(Planting &at) {
  std::vector<Operation *> ops;
  at.function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isa<RankedTensorType>(op->getResult(0).getType()) &&
        isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
      ops.push_back(op);
  });
  ArrayAttr axes = at.otherAxes({});
  if (ops.empty() || !axes)
    return false;
  Value value = at.random.of(ops)->getResult(0);
  OpBuilder b(value.getContext());
  b.setInsertionPointAfterValue(value);
  auto sum = AllReduceOp::create(b, value.getLoc(), value.getType(), value,
                                 ReductionKindAttr::get(value.getContext(), ReductionKind::Sum),
                                 axes, FlatSymbolRefAttr::get(value.getContext(), "mesh"));
  value.replaceAllUsesExcept(sum, sum);
  return true;
}

/// Copies of the rank's own block instead of those of others.
static bool copyInsteadOfGather(Planting &at) {
  auto op = at.any<AllGatherOp>();
  if (!op)
    return false;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  int64_t dim = op.getDim(), own = typeOf(op.getInput()).getDimSize(dim);
  int64_t whole = typeOf(op.getResult()).getDimSize(dim);
  if (own == 0)
    return false;
  SmallVector<Value> copies((whole + own - 1) / own, op.getInput());
  Value joined = copies.size() == 1 ? copies[0] : b.concatenate(copies, dim);
  if (typeOf(joined).getDimSize(dim) != whole)
    joined = b.sliceDim(joined, dim, 0, whole);
  op.getResult().replaceAllUsesWith(joined);
  op->erase();
  return true;
}

/// The gathered blocks in another order.
static bool rotateGathered(Planting &at) {
  auto op = at.any<AllGatherOp>();
  if (!op)
    return false;
  int64_t dim = op.getDim(), own = typeOf(op.getInput()).getDimSize(dim);
  int64_t whole = typeOf(op.getResult()).getDimSize(dim);
  if (own == 0 || own >= whole)
    return false;
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  TensorBuilder b(builder, op.getLoc());
  Value tail = b.sliceDim(op.getResult(), dim, own, whole),
        head = b.sliceDim(op.getResult(), dim, 0, own);
  Value rotated = b.concatenate({tail, head}, dim);
  op.getResult().replaceUsesWithIf(rotated, [&](OpOperand &use) {
    return use.getOwner() != tail.getDefiningOp() && use.getOwner() != head.getDefiningOp();
  });
  return true;
}

template <typename OpTy>
static bool reverseAxes(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op || op.getAxes().size() < 2)
    return false;
  SmallVector<Attribute> axes(llvm::reverse(op.getAxes()));
  op->setAttr("axes", ArrayAttr::get(op.getContext(), axes));
  return true;
}

/// Gathers of the two axes of a dimension in the wrong order.
static bool swapGathers(Planting &at) {
  for (auto outer : at.all<AllGatherOp>()) {
    auto inner = outer.getInput().getDefiningOp<AllGatherOp>();
    if (!inner || inner.getDim() != outer.getDim())
      continue;
    ArrayAttr axes = inner.getAxes();
    inner->setAttr("axes", outer.getAxes());
    outer->setAttr("axes", axes);
    return true;
  }
  return false;
}

/// Moves the dimension of a collective, where types allow it.
template <typename OpTy>
static bool changeDim(Planting &at) {
  OpTy op = at.any<OpTy>();
  int64_t rank = op ? typeOf(op.getInput()).getRank() : 0;
  if (rank < 2)
    return false;
  int64_t dim = at.random.below(rank), was = op.getDim();
  ArrayRef<int64_t> in = typeOf(op.getInput()).getShape(), out = typeOf(op.getResult()).getShape();
  if (dim == was || in[dim] != in[was] || out[dim] != in[dim])
    return false;
  // What the consumers see is turned back to the shape they expect.
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  SmallVector<int64_t> shape(out), permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(shape[dim], shape[was]);
  std::swap(permutation[dim], permutation[was]);
  op->setAttr("dim", builder.getI64IntegerAttr(dim));
  op->removeAttr("dist.shardings");
  op.getResult().setType(typeOf(op.getResult()).clone(shape));
  TensorBuilder b(builder, op.getLoc());
  Value turned = b.transpose(op.getResult(), permutation);
  op.getResult().replaceAllUsesExcept(turned, turned.getDefiningOp());
  return true;
}

/// The same block on all ranks.
template <typename OpTy>
static bool firstBlockForAll(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op)
    return false;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  int64_t extent = typeOf(op.getResult()).getDimSize(op.getDim());
  if (extent >= typeOf(op.getInput()).getDimSize(op.getDim()))
    return false;
  op.getResult().replaceAllUsesWith(b.sliceDim(op.getInput(), op.getDim(), 0, extent));
  op->erase();
  return true;
}

/// Keeps the blocks and forgets to add them up.
static bool sliceInsteadOfReduceScatter(Planting &at) {
  auto op = at.any<ReduceScatterOp>();
  if (!op)
    return false;
  OpBuilder b(op);
  Value slice = AllSliceOp::create(b, op.getLoc(), op.getType(), op.getInput(), op.getDim(),
                                   op.getAxes(), op.getMesh());
  op.getResult().replaceAllUsesWith(slice);
  op->erase();
  return true;
}

static bool swapExchange(Planting &at) {
  auto op = at.any<AllToAllOp>();
  if (!op)
    return false;
  int64_t split = op.getSplitDim(), concat = op.getConcatDim();
  int64_t rank = typeOf(op.getInput()).getRank();
  // The other way round on the transposed value, and back.
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[split], permutation[concat]);
  if (typeOf(op.getInput()).getDimSize(split) != typeOf(op.getInput()).getDimSize(concat))
    return false;
  op->setAttr("split_dim", builder.getI64IntegerAttr(concat));
  op->setAttr("concat_dim", builder.getI64IntegerAttr(split));
  op->removeAttr("dist.shardings");
  SmallVector<int64_t> shape(typeOf(op.getResult()).getShape());
  std::swap(shape[split], shape[concat]);
  op.getResult().setType(typeOf(op.getResult()).clone(shape));
  builder.setInsertionPointAfter(op);
  Value turned = b.transpose(op.getResult(), permutation);
  op.getResult().replaceAllUsesExcept(turned, turned.getDefiningOp());
  return true;
}

/// Exchanges values with the wrong neighbour.
static bool insertPermute(Planting &at) {
  ArrayAttr axes = at.otherAxes({});
  Value value = axes ? at.anyValue() : Value();
  if (!value)
    return false;
  OpBuilder b(value.getContext());
  b.setInsertionPointAfterValue(value);
  auto moved =
      PermuteOp::create(b, value.getLoc(), value.getType(), value, axes, axes,
                        b.getI64IntegerAttr(1), FlatSymbolRefAttr::get(value.getContext(), "mesh"));
  value.replaceAllUsesExcept(moved, moved);
  return true;
}

/// Passes values on in the other direction.
static bool reversePermute(Planting &at) {
  auto op = at.any<PermuteOp>();
  if (!op)
    return false;
  ArrayAttr axes = op.getAxes();
  op->setAttr("axes", op.getTargets());
  op->setAttr("targets", axes);
  return axes != op.getAxes();
}

static bool insertBroadcast(Planting &at) {
  ArrayAttr axes = at.otherAxes({});
  Value value = axes ? at.anyValue() : Value();
  if (!value)
    return false;
  OpBuilder b(value.getContext());
  b.setInsertionPointAfterValue(value);
  auto sent = BroadcastOp::create(b, value.getLoc(), value.getType(), value, b.getI64IntegerAttr(0),
                                  axes, FlatSymbolRefAttr::get(value.getContext(), "mesh"));
  value.replaceAllUsesExcept(sent, sent);
  return true;
}

ArrayRef<Mistake> test::collectiveMistakes() {
  static const Mistake mistakes[] = {
      {"all_reduce dropped", drop<AllReduceOp>},
      {"all_reduce twice", repeatReduction},
      {"all_reduce by another combination", changeKind<AllReduceOp>},
      {"all_reduce over another axis", changeAxes<AllReduceOp>},
      {"all_reduce over too few axes", dropAxis<AllReduceOp>},
      {"all_reduce over too many axes", addAxis<AllReduceOp>},
      {"all_reduce of a value that is not partial", reduceAnything},
      {"all_gather replaced by copies", copyInsteadOfGather},
      {"all_gather dropped", drop<AllGatherOp>},
      {"all_gather over another axis", changeAxes<AllGatherOp>},
      {"all_gather along another dimension", changeDim<AllGatherOp>},
      {"gathered blocks rotated", rotateGathered},
      {"all_gather with axes reversed", reverseAxes<AllGatherOp>},
      {"gathers in the wrong order", swapGathers},
      {"all_slice over another axis", changeAxes<AllSliceOp>},
      {"all_slice along another dimension", changeDim<AllSliceOp>},
      {"first block on all ranks", firstBlockForAll<AllSliceOp>},
      {"all_slice dropped", drop<AllSliceOp>},
      {"reduce_scatter by another combination", changeKind<ReduceScatterOp>},
      {"reduce_scatter over another axis", changeAxes<ReduceScatterOp>},
      {"reduce_scatter along another dimension", changeDim<ReduceScatterOp>},
      {"reduce_scatter without reduction", sliceInsteadOfReduceScatter},
      {"all_to_all swapped", swapExchange},
      {"all_to_all over another axis", changeAxes<AllToAllOp>},
      {"permute inserted", insertPermute},
      {"permute in the other direction", reversePermute},
      {"broadcast inserted", insertBroadcast},
  };
  return mistakes;
}
