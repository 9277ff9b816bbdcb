//===- RandomMistakesLocal.cpp - wrong local ops and claims -----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Mistakes in what a rank computes alone, in masks and offsets, and in what is
// declared of arguments and results.
//
//===----------------------------------------------------------------------===//

#include "RandomMistakes.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/OpModels/TensorBuilder.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

//===----------------------------------------------------------------------===//
// Masks and offsets
//===----------------------------------------------------------------------===//

static bool dropMask(Planting &at) {
  auto op = at.any<MaskOp>();
  if (!op)
    return false;
  op.getResult().replaceAllUsesWith(op.getInput());
  op->erase();
  return true;
}

template <typename OpTy>
static bool changeExtent(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op)
    return false;
  int64_t extent = op.getGlobal() + (at.random.chance(50) ? 1 : -1);
  op->setAttr("global", Builder(op.getContext()).getI64IntegerAttr(std::max<int64_t>(1, extent)));
  return true;
}

template <typename OpTy>
static bool changeGranule(Planting &at) {
  OpTy op = at.any<OpTy>();
  if (!op)
    return false;
  int64_t granule = op.getGranule() == 1 ? 2 : 1;
  op->setAttr("granule", Builder(op.getContext()).getI64IntegerAttr(granule));
  return true;
}

static bool changeFill(Planting &at) {
  auto op = at.any<MaskOp>();
  if (!op)
    return false;
  Builder b(op.getContext());
  Type type = op.getFill().getType();
  TypedAttr fill;
  if (auto number = dyn_cast<FloatAttr>(op.getFill()))
    fill = b.getFloatAttr(type, number.getValueAsDouble() == 0 ? 1.0 : 0.0);
  else
    fill = b.getIntegerAttr(type, cast<IntegerAttr>(op.getFill()).getInt() == 0 ? 1 : 0);
  op->setAttr("fill", fill);
  return true;
}

static bool dropOffset(Planting &at) {
  auto op = at.any<ShardOffsetOp>();
  if (!op)
    return false;
  OpBuilder builder(op);
  TensorBuilder b(builder, op.getLoc());
  op.getResult().replaceAllUsesWith(b.splat(typeOf(op.getResult()), 0));
  op->erase();
  return true;
}

static bool offsetByOne(Planting &at) {
  auto op = at.any<ShardOffsetOp>();
  if (!op)
    return false;
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  TensorBuilder b(builder, op.getLoc());
  Value more = b.add(op.getResult(), b.splat(typeOf(op.getResult()), 1));
  op.getResult().replaceAllUsesExcept(more, more.getDefiningOp());
  return true;
}

//===----------------------------------------------------------------------===//
// Local ops
//===----------------------------------------------------------------------===//

/// Some float value with uses, made by an op of one result.
static Value anyFloat(Planting &at) {
  std::vector<Value> values;
  at.function.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (!result.use_empty() && isa<FloatType>(getElementTypeOrSelf(result)))
        values.push_back(result);
  });
  return values.empty() ? Value() : at.random.of(values);
}

static bool scale(Planting &at, double factor) {
  Value value = anyFloat(at);
  if (!value)
    return false;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  TensorBuilder b(builder, value.getLoc());
  Value scaled = b.mul(value, b.splat(typeOf(value), factor));
  value.replaceAllUsesExcept(scaled, scaled.getDefiningOp());
  return true;
}
static bool scaleTwice(Planting &at) { return scale(at, 2); }
static bool average(Planting &at) {
  auto op = at.any<AllReduceOp>();
  if (!op || !isa<FloatType>(getElementTypeOrSelf(op.getType())))
    return false;
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  TensorBuilder b(builder, op.getLoc());
  Value mean = b.mul(op.getResult(), b.splat(typeOf(op.getResult()), 0.5));
  op.getResult().replaceAllUsesExcept(mean, mean.getDefiningOp());
  return true;
}

static bool dropAddend(Planting &at) {
  auto op = at.any<stablehlo::AddOp>();
  if (!op || op->getBlock()->getParentOp()->getName().getDialectNamespace() == "stablehlo")
    return false;
  op.getResult().replaceAllUsesWith(op->getOperand(at.random.below(2)));
  op->erase();
  return true;
}

static bool swapOperands(Planting &at) {
  std::vector<Operation *> ops;
  at.function.walk([&](Operation *op) {
    if (op->getNumOperands() >= 2 && op->getOperand(0).getType() == op->getOperand(1).getType() &&
        op->getOperand(0) != op->getOperand(1) && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  if (ops.empty())
    return false;
  Operation *op = at.random.of(ops);
  Value first = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, first);
  return true;
}

/// An operand becomes another value of its type that is there.
static bool wrongOperand(Planting &at) {
  std::vector<OpOperand *> uses;
  at.function.walk([&](Operation *op) {
    if (op->getBlock() == &at.function.getBody().front())
      for (OpOperand &use : op->getOpOperands())
        uses.push_back(&use);
  });
  if (uses.empty())
    return false;
  OpOperand *use = at.random.of(uses);
  std::vector<Value> others;
  auto consider = [&](Value value) {
    if (value.getType() == use->get().getType() && value != use->get())
      others.push_back(value);
  };
  for (Value argument : at.function.getArguments())
    consider(argument);
  for (Operation &op : at.function.getBody().front()) {
    if (&op == use->getOwner())
      break;
    for (Value result : op.getResults())
      consider(result);
  }
  if (others.empty())
    return false;
  use->set(at.random.of(others));
  return true;
}

static bool swapResults(Planting &at) {
  Operation *end = at.function.getBody().front().getTerminator();
  for (unsigned i = 0; i < end->getNumOperands(); ++i)
    for (unsigned j = i + 1; j < end->getNumOperands(); ++j) {
      Value a = end->getOperand(i), b = end->getOperand(j);
      if (a == b || a.getType() != b.getType())
        continue;
      end->setOperand(i, b);
      end->setOperand(j, a);
      return true;
    }
  return false;
}

/// A sum becomes a maximum, or the other way round.
static bool changeReduction(Planting &at) {
  auto op = at.any<stablehlo::ReduceOp>();
  if (!op)
    return false;
  mlir::Block &body = op->getRegion(0).front();
  Operation *combiner = &body.front();
  OpBuilder b(combiner);
  Operation *other = isa<stablehlo::AddOp>(combiner)
                         ? stablehlo::MaxOp::create(b, op.getLoc(), combiner->getOperand(0),
                                                    combiner->getOperand(1))
                               .getOperation()
                         : stablehlo::AddOp::create(b, op.getLoc(), combiner->getOperand(0),
                                                    combiner->getOperand(1))
                               .getOperation();
  combiner->replaceAllUsesWith(other);
  combiner->erase();
  return true;
}

static bool changeConstant(Planting &at) {
  auto op = at.any<stablehlo::ConstantOp>();
  auto dense = op ? dyn_cast<DenseElementsAttr>(op.getValue()) : DenseElementsAttr();
  if (!dense || !isa<FloatType>(dense.getElementType()) || dense.getNumElements() == 0)
    return false;
  SmallVector<APFloat> numbers(dense.getValues<APFloat>());
  if (dense.isSplat() || numbers.size() == 1)
    for (APFloat &number : numbers)
      number = number + APFloat(1.0);
  else
    std::rotate(numbers.begin(), numbers.begin() + 1, numbers.end());
  op->setAttr("value", DenseElementsAttr::get(dense.getType(), numbers));
  return true;
}

/// An attribute of a layer that is not the original's.
static bool changeLayer(Planting &at) {
  std::vector<Operation *> ops;
  at.function.walk([&](Operation *op) {
    if (isa<nn::AttentionOp, nn::AttentionGradOp, nn::RmsNormOp, nn::LayerNormOp, nn::RmsNormGradOp,
            nn::LayerNormGradOp, nn::RopeOp, nn::AdamWOp>(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return false;
  Operation *op = at.random.of(ops);
  Builder b(op->getContext());
  for (StringRef name : {"scale", "eps", "lr"})
    if (auto number = op->getAttrOfType<FloatAttr>(name)) {
      op->setAttr(name, b.getF64FloatAttr(number.getValueAsDouble() * 1.5));
      return true;
    }
  if (op->hasAttr("inverse"))
    op->removeAttr("inverse");
  else
    op->setAttr("inverse", b.getUnitAttr());
  return true;
}

static bool transposeWrong(Planting &at) {
  Value value = anyFloat(at);
  if (!value)
    return false;
  int64_t rank = typeOf(value).getRank();
  for (int64_t i = 0; i < rank; ++i)
    for (int64_t j = i + 1; j < rank; ++j) {
      if (typeOf(value).getDimSize(i) != typeOf(value).getDimSize(j) ||
          typeOf(value).getDimSize(i) < 2)
        continue;
      SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
      std::swap(permutation[i], permutation[j]);
      OpBuilder builder(value.getContext());
      builder.setInsertionPointAfterValue(value);
      TensorBuilder b(builder, value.getLoc());
      Value turned = b.transpose(value, permutation);
      value.replaceAllUsesExcept(turned, turned.getDefiningOp());
      return true;
    }
  return false;
}

/// Adds a value to itself: what is partial is counted twice.
static bool addTwice(Planting &at) {
  auto op = at.any<stablehlo::AddOp>();
  if (!op || op->getBlock()->getParentOp()->getName().getDialectNamespace() == "stablehlo")
    return false;
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  TensorBuilder b(builder, op.getLoc());
  Value more = b.add(op.getResult(), op->getOperand(1));
  op.getResult().replaceAllUsesExcept(more, more.getDefiningOp());
  return true;
}

/// A window one element off.
static bool shiftSlice(Planting &at) {
  auto op = at.any<stablehlo::SliceOp>();
  if (!op)
    return false;
  SmallVector<int64_t> starts(op.getStartIndices()), limits(op.getLimitIndices());
  for (auto [dim, extent] : llvm::enumerate(typeOf(op.getOperand()).getShape())) {
    if (limits[dim] - starts[dim] == extent)
      continue;
    int64_t by = limits[dim] < extent ? 1 : -1;
    starts[dim] += by;
    limits[dim] += by;
    op.setStartIndices(starts);
    op.setLimitIndices(limits);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

/// Another sharding that gives the same local type.
static ShardingAttr lie(Planting &at, ShardingAttr sharding, RankedTensorType global, Type local) {
  for (int tries = 0; tries < 40 && sharding; ++tries) {
    ShardingAttr other =
        randomSharding(at.random, global.getShape(), sharding.getMesh(), at.mesh, false);
    if (other.getDims() != sharding.getDims() && localType(global, other, at.mesh) == local)
      return other;
  }
  return {};
}

static bool lieOfArgument(Planting &at) {
  if (!at.function.getNumArguments())
    return false;
  unsigned i = at.random.below(at.function.getNumArguments());
  auto type = at.function.getArgAttrOfType<TypeAttr>(i, "dist.global_type");
  ShardingAttr other =
      lie(at, at.function.getArgAttrOfType<ShardingAttr>(i, "dist.sharding"),
          cast<RankedTensorType>(type.getValue()), at.function.getArgumentTypes()[i]);
  if (other)
    at.function.setArgAttr(i, "dist.sharding", other);
  return bool(other);
}

static bool lieOfResult(Planting &at) {
  unsigned i = at.random.below(at.function.getNumResults());
  auto type = at.function.getResultAttrOfType<TypeAttr>(i, "dist.global_type");
  ShardingAttr other =
      lie(at, at.function.getResultAttrOfType<ShardingAttr>(i, "dist.sharding"),
          cast<RankedTensorType>(type.getValue()), at.function.getResultTypes()[i]);
  if (other)
    at.function.setResultAttr(i, "dist.sharding", other);
  return bool(other);
}

static bool partialResult(Planting &at, bool skipReduction) {
  Operation *end = at.function.getBody().front().getTerminator();
  unsigned i = at.random.below(end->getNumOperands());
  auto sharding = at.function.getResultAttrOfType<ShardingAttr>(i, "dist.sharding");
  if (!sharding || !sharding.getPartial().empty() ||
      !isa<FloatType>(getElementTypeOrSelf(end->getOperand(i))))
    return false;
  auto reduce = end->getOperand(i).getDefiningOp<AllReduceOp>();
  if (skipReduction) {
    if (!reduce)
      return false;
    end->setOperand(i, reduce.getInput());
    return true;
  }
  // The axes that nothing uses.
  for (MeshAxisAttr axis : at.mesh.getAxes()) {
    bool used = llvm::any_of(sharding.getDims(), [&](DimShardingAttr dim) {
      return llvm::any_of(dim.getAxes(),
                          [&](AxisRefAttr ref) { return ref.getName() == axis.getName(); });
    });
    if (used)
      continue;
    MLIRContext *context = at.function.getContext();
    auto partial =
        PartialAttr::get(context, ReductionKind::Sum, {AxisRefAttr::get(context, axis.getName())});
    at.function.setResultAttr(
        i, "dist.sharding",
        ShardingAttr::get(context, sharding.getMesh(), sharding.getDims(), {partial}));
    return true;
  }
  return false;
}
static bool wholeDeclaredPartial(Planting &at) { return partialResult(at, false); }
static bool partialReturned(Planting &at) { return partialResult(at, true); }

ArrayRef<Mistake> test::localMistakes() {
  static const Mistake mistakes[] = {
      {"mask missing", dropMask},
      {"mask of another axis", changeAxes<MaskOp>},
      {"mask of another extent", changeExtent<MaskOp>},
      {"mask of another granule", changeGranule<MaskOp>},
      {"mask with another fill", changeFill},
      {"offset of another axis", changeAxes<ShardOffsetOp>},
      {"offset of another extent", changeExtent<ShardOffsetOp>},
      {"offset of another granule", changeGranule<ShardOffsetOp>},
      {"offset missing", dropOffset},
      {"offset off by one", offsetByOne},
      {"scaled", scaleTwice},
      {"average instead of sum", average},
      {"addend dropped", dropAddend},
      {"addend twice", addTwice},
      {"operands swapped", swapOperands},
      {"another operand", wrongOperand},
      {"results swapped", swapResults},
      {"local reduction by another combination", changeReduction},
      {"another constant", changeConstant},
      {"another attribute", changeLayer},
      {"transposed", transposeWrong},
      {"window off by one", shiftSlice},
      {"argument declared otherwise", lieOfArgument},
      {"result declared otherwise", lieOfResult},
      {"whole declared partial", wholeDeclaredPartial},
      {"partial declared whole", partialReturned},
  };
  return mistakes;
}

ArrayRef<Mistake> test::allMistakes() {
  static const std::vector<Mistake> all = [] {
    std::vector<Mistake> list(collectiveMistakes().begin(), collectiveMistakes().end());
    llvm::append_range(list, localMistakes());
    llvm::append_range(list, opMistakes());
    return list;
  }();
  return all;
}
