//===- MoveGathers.cpp - gathers where values are small ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What an op reads is gathered in front of it, though keys and values may have been
// repeated for every query head just before, and a parameter may be converted to a
// narrower type just after. Such ops do the same to a gathered value.
//
//===----------------------------------------------------------------------===//
#include "MoveGathers.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;

namespace shardc {

static int64_t bitsOf(RankedTensorType type) {
  return type.getNumElements() * type.getElementTypeBitWidth();
}

/// The dimension of an op's operand that is dimension `dim` of its result, where the
/// op does the same to each of its indices; -1 when there is none.
static int64_t sourceDim(Operation *op, int64_t dim) {
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](stablehlo::ConvertOp) { return dim; })
      .Case([&](stablehlo::TransposeOp op) { return op.getPermutation()[dim]; })
      .Case([&](stablehlo::BroadcastInDimOp op) -> int64_t {
        ArrayRef<int64_t> dims = op.getBroadcastDimensions();
        auto *found = llvm::find(dims, dim);
        return found == dims.end() ? -1 : found - dims.begin();
      })
      .Case([&](stablehlo::ReshapeOp op) -> int64_t {
        ArrayRef<int64_t> from = op.getOperand().getType().getShape(), to = op.getType().getShape();
        auto product = [](ArrayRef<int64_t> extents) {
          return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                                 std::multiplies<int64_t>());
        };
        int64_t before = product(to.take_front(dim)), place = 1;
        for (auto [index, extent] : llvm::enumerate(from)) {
          if (place == before && extent == to[dim])
            return index;
          place *= extent;
        }
        return -1;
      })
      .Default([](Operation *) { return -1; });
}

namespace {

/// A gather on its way.
class Mover {
public:
  Mover(dist::AllGatherOp gather, const MeshView &mesh)
      : gather(gather), mesh(mesh), builder(gather),
        axes(mesh.fromAttr(llvm::to_vector(gather.getAxes().getAsRange<dist::AxisRefAttr>()))) {}

  dist::AllGatherOp moveUp();
  dist::AllGatherOp moveDown();

private:
  AxisList axesOf(Value value, int64_t dim) const {
    dist::ShardingAttr sharding = getSharding(value);
    return sharding ? mesh.fromAttr(sharding).dims[dim].axes : AxisList();
  }
  /// The sharding of `value` when dimension `dim` is gathered.
  void setGathered(Value to, Value value, int64_t dim) {
    Placement placement = mesh.fromAttr(getSharding(value));
    Split &split = placement.dims[dim];
    split.axes = subtract(split.axes, axes);
    if (split.axes.empty())
      split = Split();
    setSharding(to, mesh.toAttr(placement));
  }
  dist::AllGatherOp create(Value value, int64_t dim) {
    RankedTensorType type = typeOf(value);
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = gather.getType().getDimSize(gather.getDim());
    return dist::AllGatherOp::create(builder, gather.getLoc(), type.clone(shape), value, dim,
                                     gather.getAxes(), gather.getMesh());
  }

  dist::AllGatherOp gather;
  const MeshView &mesh;
  OpBuilder builder;
  AxisList axes;
};

} // namespace

dist::AllGatherOp Mover::moveUp() {
  // From the gather back, and the place from which it is least.
  SmallVector<Operation *> chain;
  SmallVector<int64_t> dims = {static_cast<int64_t>(gather.getDim())};
  Value value = gather.getInput();
  size_t best = 0;
  int64_t least = bitsOf(typeOf(value));
  while (Operation *op = value.getDefiningOp()) {
    int64_t to = dims.back(), dim = value.hasOneUse() ? sourceDim(op, to) : -1;
    if (dim < 0 || op->getBlock() != gather->getBlock())
      break;
    Value operand = op->getOperand(0);
    AxisList split = axesOf(operand, dim);
    // Blocks of one element may be of another dimension.
    if (typeOf(operand).getDimSize(dim) != typeOf(value).getDimSize(to) || split.empty() ||
        split != axesOf(value, to))
      break;
    chain.push_back(op);
    dims.push_back(dim);
    value = operand;
    if (int64_t bits = bitsOf(typeOf(value)); bits < least) {
      least = bits;
      best = chain.size();
    }
  }
  if (best == 0)
    return {};
  chain.resize(best);
  value = chain.back()->getOperand(0);
  dist::AllGatherOp moved = create(value, dims[best]);
  moved->setDiscardableAttrs(gather->getDiscardableAttrDictionary());
  setGathered(moved, value, dims[best]);
  Value result = moved;
  for (size_t index = best; index-- > 0;) {
    Operation *op = chain[index];
    Operation *copy = builder.clone(*op);
    copy->setOperand(0, result);
    result = copy->getResult(0);
    SmallVector<int64_t> shape(typeOf(result).getShape());
    shape[dims[index]] = gather.getType().getDimSize(gather.getDim());
    result.setType(typeOf(result).clone(shape));
    setGathered(result, op->getResult(0), dims[index]);
  }
  gather.getResult().replaceAllUsesWith(result);
  gather.erase();
  for (Operation *op : chain)
    op->erase();
  return moved;
}

dist::AllGatherOp Mover::moveDown() {
  Type narrow;
  for (Operation *user : gather.getResult().getUsers()) {
    auto convert = dyn_cast<stablehlo::ConvertOp>(user);
    if (!convert || convert->getBlock() != gather->getBlock() ||
        (narrow && narrow != convert.getType()))
      return {};
    narrow = convert.getType();
  }
  if (!narrow || !getSharding(gather.getResult()) ||
      bitsOf(cast<RankedTensorType>(narrow)) >= bitsOf(gather.getType()))
    return {};
  Value input = gather.getInput();
  auto convert = stablehlo::ConvertOp::create(
      builder, gather.getLoc(),
      typeOf(input).clone(cast<RankedTensorType>(narrow).getElementType()), input);
  convert->setDiscardableAttrs(gather->getDiscardableAttrDictionary());
  convert->removeAttr("dist.regather");
  Placement placement = mesh.fromAttr(getSharding(gather.getResult()));
  AxisList &split = placement.dims[gather.getDim()].axes;
  llvm::append_range(split, axes);
  dist::ShardingAttr known = getSharding(input);
  setSharding(convert, known ? known : mesh.toAttr(placement));
  dist::AllGatherOp moved = create(convert, gather.getDim());
  moved->setDiscardableAttrs(gather->getDiscardableAttrDictionary());
  for (Operation *user : llvm::make_early_inc_range(gather.getResult().getUsers())) {
    user->getResult(0).replaceAllUsesWith(moved);
    user->erase();
  }
  gather.erase();
  return moved;
}

dist::AllGatherOp moveGather(dist::AllGatherOp gather, const MeshView &mesh) {
  Mover mover(gather, mesh);
  if (dist::AllGatherOp moved = mover.moveUp())
    return moved;
  return mover.moveDown();
}

} // namespace shardc
