//===- PartitionCheckerTrial.cpp - random local programs --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Grows a local program op by op; what the checker refuses is taken back.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerTrial.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using namespace shardc::test;
using reference::Tensor;

/// Arguments in all sorts of blocks of small extents.
static const char *const header = R"mlir(
dist.mesh @mesh <"a"=4, "b"=3>
func.func @main(
    %0: tensor<6x4xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.global_type = tensor<6x4xf64>},
    %1: tensor<2x4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>, dist.global_type = tensor<6x4xf64>},
    %2: tensor<6x1xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>, dist.global_type = tensor<6x4xf64>},
    %3: tensor<2x4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>, dist.global_type = tensor<5x4xf64>},
    %4: tensor<2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>, dist.global_type = tensor<7x4xf64>},
    %5: tensor<2x6xf64> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)2}, {}]>, dist.global_type = tensor<4x6xf64>},
    %6: tensor<4x2xf64> {dist.sharding = #dist.sharding<@mesh, [{"a":(2)2}, {"b", "a":(1)2}]>, dist.global_type = tensor<8x9xf64>},
    %7: tensor<4xf64> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf64>},
    %8: tensor<2xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>, dist.global_type = tensor<6xf64>},
    %9: tensor<4xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}:4]>, dist.global_type = tensor<12xf64>},
    %10: tensor<2x3x2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"a"}, {}]>, dist.global_type = tensor<2x3x8x2xf64>},
    %11: tensor<2x3x1x2xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"a":(1)2}, {}]>, dist.global_type = tensor<2x3x2x2xf64>},
    %12: tensor<2x3x2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}, {}, {}]>, dist.global_type = tensor<6x3x2x2xf64>},
    %13: tensor<2x3x2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"b"}, {}]>, dist.global_type = tensor<2x3x6x2xf64>},
    %14: tensor<2x3x1x2xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"b"}, {}]>, dist.global_type = tensor<2x3x2x2xf64>},
    %15: tensor<2x3x2x2xf64> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {"b"}:2, {}]>, dist.global_type = tensor<2x3x4x2xf64>}) {
  return
})mlir";

ArrayAttr Trial::pickAxes() {
  auto axis = [&](StringRef name, int64_t pre, int64_t size) -> Attribute {
    return dist::AxisRefAttr::get(&context, name, pre, size);
  };
  SmallVector<Attribute> list;
  switch (pick(7)) {
  case 0:
  case 1:
    list = {axis("b", 1, 0)};
    break;
  case 2:
    list = {axis("a", 1, 0)};
    break;
  case 3:
    list = {axis("a", 1, 2)};
    break;
  case 4:
    list = {axis("a", 2, 2)};
    break;
  case 5:
    list = {axis("b", 1, 0), axis("a", 1, 2)};
    break;
  default:
    list = {axis("a", 1, 0), axis("b", 1, 0)};
    break;
  }
  return builder->getArrayAttr(list);
}

Operation *Trial::propose() {
  ImplicitLocOpBuilder &b = *builder;
  Value x = pickValue(), y = pickValue();
  ArrayRef<int64_t> shape = shapeOf(x);
  int64_t rank = shape.size();
  ArrayAttr axes = pickAxes();
  int64_t parts = 1;
  for (auto ref : axes.getAsRange<dist::AxisRefAttr>())
    parts *= ref.getSize(mesh);
  auto kind = dist::ReductionKindAttr::get(&context, chance(0.8) ? dist::ReductionKind::Sum
                                                                 : dist::ReductionKind::Max);
  auto name = FlatSymbolRefAttr::get(&context, "mesh");
  auto number = [&](int64_t value) { return b.getI64IntegerAttr(value); };
  auto scalar = [&](double value) {
    return DenseElementsAttr::get(cast<ShapedType>(typeOf({})), value);
  };
  int64_t dim = rank ? pick(rank) : 0;
  SmallVector<int64_t> other(shape);
  // Half of the time look for a partner of the same type.
  for (int i = 0; i < 6 && y.getType() != x.getType(); ++i)
    y = pickValue();

  if (chance(0.25))
    return proposeLayer();
  switch (pick(26)) {
  case 0:
    return stablehlo::NegOp::create(b, x);
  case 1:
    return stablehlo::TanhOp::create(b, x);
  case 2:
  case 3:
    return x.getType() == y.getType() ? stablehlo::AddOp::create(b, x, y).getOperation() : nullptr;
  case 4:
    return x.getType() == y.getType() ? stablehlo::MulOp::create(b, x, y).getOperation() : nullptr;
  case 5:
    return x.getType() == y.getType() ? stablehlo::MaxOp::create(b, x, y).getOperation() : nullptr;
  case 6:
  case 7: {
    y = pickValue();
    ArrayRef<int64_t> right = shapeOf(y);
    if (rank == 0 || right.empty())
      return nullptr;
    int64_t at = pick(right.size());
    if (right[at] != shape[dim])
      return nullptr;
    SmallVector<int64_t> result;
    for (int64_t i = 0; i < rank; ++i)
      if (i != dim)
        result.push_back(shape[i]);
    for (int64_t i = 0; i < int64_t(right.size()); ++i)
      if (i != at)
        result.push_back(right[i]);
    if (result.size() > 3)
      return nullptr;
    auto numbers = stablehlo::DotDimensionNumbersAttr::get(&context, {}, {}, {dim}, {at});
    return stablehlo::DotGeneralOp::create(b, b.getLoc(), typeOf(result), x, y, numbers);
  }
  case 8:
  case 9: {
    if (!rank)
      return nullptr;
    bool isSum = chance(0.6);
    Value init = stablehlo::ConstantOp::create(b, scalar(isSum ? 0.0 : -INFINITY));
    return isSum ? stablehlo::ReduceOp::of<stablehlo::AddOp>(b, b.getLoc(), x, init, {dim})
                 : stablehlo::ReduceOp::of<stablehlo::MaxOp>(b, b.getLoc(), x, init, {dim});
  }
  case 10: {
    if (rank != 2)
      return nullptr;
    return stablehlo::TransposeOp::create(b, x, b.getDenseI64ArrayAttr({1, 0}));
  }
  case 11: {
    if (rank > 2)
      return nullptr;
    other.insert(other.begin() + (rank ? pick(rank + 1) : 0), 1 + pick(4));
    SmallVector<int64_t> dims;
    for (int64_t i = 0, j = 0; i < int64_t(other.size()); ++i)
      if (j < rank && other[i] == shape[j] && int64_t(dims.size()) < rank)
        dims.push_back(i), ++j;
    if (int64_t(dims.size()) != rank)
      return nullptr;
    return stablehlo::BroadcastInDimOp::create(b, typeOf(other), x, b.getDenseI64ArrayAttr(dims));
  }
  case 12: {
    // Merge two neighbours, split one, or add a unit.
    if (rank >= 2 && chance(0.5)) {
      int64_t at = pick(rank - 1);
      other[at] *= other[at + 1];
      other.erase(other.begin() + at + 1);
    } else if (rank && shape[dim] % 2 == 0 && chance(0.7)) {
      other[dim] = 2;
      other.insert(other.begin() + dim + pick(2), shape[dim] / 2);
    } else {
      other.insert(other.begin() + pick(rank + 1), 1);
    }
    if (other.size() > 3)
      return nullptr;
    return stablehlo::ReshapeOp::create(b, typeOf(other), x);
  }
  case 13: {
    if (!rank || shape[dim] < 2)
      return nullptr;
    SmallVector<int64_t> starts(rank, 0), strides(rank, 1);
    other[dim] = 1 + pick(shape[dim]);
    SmallVector<int64_t> limits(other);
    return stablehlo::SliceOp::create(b, typeOf(other), x, b.getDenseI64ArrayAttr(starts),
                                      b.getDenseI64ArrayAttr(limits),
                                      b.getDenseI64ArrayAttr(strides));
  }
  case 14: {
    if (!rank || x.getType() != y.getType())
      return nullptr;
    other[dim] *= 2;
    return stablehlo::ConcatenateOp::create(b, typeOf(other), ValueRange{x, y}, number(dim));
  }
  case 15:
  case 16:
    return dist::AllReduceOp::create(b, x.getType(), x, kind, axes, name);
  case 17:
  case 18:
    if (!rank)
      return nullptr;
    other[dim] *= parts;
    // Cut as the placement wants it, or not at all.
    if (const Placement &placement = placements[x]; chance(0.7)) {
      const Dim &split = placement.dims[dim];
      size_t count = axes.size();
      other[dim] = split.steps.size() > count ? split.steps[split.steps.size() - count - 1].stride
                                              : split.global;
    }
    return dist::AllGatherOp::create(b, typeOf(other), x, number(dim), axes, name);
  case 19:
    if (!rank)
      return nullptr;
    other[dim] = (other[dim] + parts - 1) / parts;
    return dist::AllSliceOp::create(b, typeOf(other), x, number(dim), axes, name);
  case 20:
    if (!rank)
      return nullptr;
    other[dim] = (other[dim] + parts - 1) / parts;
    return dist::ReduceScatterOp::create(b, typeOf(other), x, kind, number(dim), axes, name);
  case 21: {
    if (rank < 2)
      return nullptr;
    int64_t concat = (dim + 1) % rank;
    const Dim &split = placements[x].dims[concat];
    other[dim] = (other[dim] + parts - 1) / parts;
    other[concat] =
        split.steps.size() > 1 ? split.steps[split.steps.size() - 2].stride : split.global;
    return dist::AllToAllOp::create(b, typeOf(other), x, number(dim), number(concat), axes, name);
  }
  case 22:
  case 23: {
    if (!rank)
      return nullptr;
    // The blocks of the value as attributes: each atom an axis of its own is
    // the same as the merged axis where blocks are even.
    const Dim &split = placements[x].dims[dim];
    int64_t global = chance(0.9) ? split.global : split.global + 1;
    ArrayAttr over = chance(0.5) ? axes : builder->getArrayAttr([&] {
      SmallVector<Attribute> list;
      for (const Step &step : split.steps)
        list.push_back(step.atom == 2   ? dist::AxisRefAttr::get(&context, "b", 1, 0)
                       : step.atom == 0 ? dist::AxisRefAttr::get(&context, "a", 1, 2)
                                        : dist::AxisRefAttr::get(&context, "a", 2, 2));
      return list;
    }());
    if (over.empty())
      return nullptr;
    double fill = chance(0.7) ? 0.0 : chance(0.5) ? -INFINITY : 1.0;
    return dist::MaskOp::create(b, x.getType(), x, number(dim), number(global),
                                number(chance(0.8) ? 1 : 4), over, name,
                                cast<TypedAttr>(Attribute(b.getF64FloatAttr(fill))));
  }
  case 24: {
    double values[] = {0.0, 1.0, -2.0, 0.5};
    auto type = cast<ShapedType>(x.getType());
    return stablehlo::ConstantOp::create(b, DenseElementsAttr::get(type, values[pick(4)]));
  }
  default: {
    if (!rank)
      return nullptr;
    auto weight = RankedTensorType::get({shape.back()}, b.getF64Type());
    Value scale = stablehlo::ConstantOp::create(b, DenseElementsAttr::get(weight, 2.0));
    if (x.getType() == y.getType() && chance(0.5))
      return nn::RmsNormGradOp::create(b, TypeRange{x.getType(), weight}, x, scale, y,
                                       b.getF64FloatAttr(0.1));
    return nn::RmsNormOp::create(b, x.getType(), x, scale, b.getF64FloatAttr(0.1));
  }
  }
}

/// Attention, rotation, losses, selection and padding.
Operation *Trial::proposeLayer() {
  ImplicitLocOpBuilder &b = *builder;
  auto ofRank = [&](int64_t rank) {
    Value value = pickValue();
    for (int i = 0; i < 8 && int64_t(shapeOf(value).size()) != rank; ++i)
      value = pickValue();
    return value;
  };
  auto like = [&](Type type) {
    Value value = pickValue();
    for (int i = 0; i < 8 && value.getType() != type; ++i)
      value = pickValue();
    return value;
  };
  bool causal = chance(0.5);
  auto flag = causal ? b.getUnitAttr() : UnitAttr();
  switch (pick(7)) {
  case 0:
  case 1: {
    Value q = ofRank(4), k = ofRank(4), v = like(k.getType());
    if (shapeOf(q).size() != 4)
      return nullptr;
    ArrayRef<int64_t> shape = shapeOf(q);
    return nn::AttentionOp::create(b, q.getType(), typeOf({shape[0], shape[2], shape[1]}), q, k, v,
                                   Value(), flag, b.getF64FloatAttr(0.5));
  }
  case 2: {
    SmallVector<nn::AttentionOp> all(main.getOps<nn::AttentionOp>());
    if (all.empty())
      return nullptr;
    nn::AttentionOp op = all[pick(all.size())];
    return nn::AttentionGradOp::create(
        b, TypeRange{op.getQ().getType(), op.getK().getType(), op.getV().getType()}, op.getQ(),
        op.getK(), op.getV(), op.getOut(), op.getLse(), like(op.getOut().getType()),
        op.getQueryOffset(), op.getCausalAttr(), op.getScaleAttr());
  }
  case 3: {
    Value x = ofRank(4);
    if (shapeOf(x).size() != 4 || shapeOf(x)[3] % 2)
      return nullptr;
    Type type = typeOf({shapeOf(x)[1], shapeOf(x)[3] / 2});
    auto table = nn::RopeTableOp::create(b, type, type, b.getF64FloatAttr(100.0));
    return nn::RopeOp::create(b, x.getType(), x, table.getCos(), table.getSin(), flag);
  }
  case 4: {
    Value x = pickValue(), y = like(x.getType());
    if (x.getType() != y.getType())
      return nullptr;
    Value less = stablehlo::CompareOp::create(
        b, RankedTensorType::get(shapeOf(x), b.getI1Type()), x, y,
        stablehlo::ComparisonDirectionAttr::get(&context, stablehlo::ComparisonDirection::LT),
        stablehlo::ComparisonTypeAttr());
    Value other = chance(0.3) ? stablehlo::ConstantOp::create(
                                    b, DenseElementsAttr::get(cast<ShapedType>(x.getType()), 0.0))
                                    .getResult()
                              : like(x.getType());
    if (other.getType() != x.getType())
      return nullptr;
    return stablehlo::SelectOp::create(b, x.getType(), less, y, other);
  }
  case 5: {
    Value x = pickValue();
    int64_t rank = shapeOf(x).size();
    if (!rank)
      return nullptr;
    SmallVector<int64_t> low(rank, 0), high(rank, 0), interior(rank, 0), shape(shapeOf(x));
    int64_t at = pick(rank);
    low[at] = pick(2);
    high[at] = 1;
    shape[at] += low[at] + 1;
    Value value = stablehlo::ConstantOp::create(
        b, DenseElementsAttr::get(cast<ShapedType>(typeOf({})), chance(0.7) ? 0.0 : 1.0));
    return stablehlo::PadOp::create(b, typeOf(shape), x, value, b.getDenseI64ArrayAttr(low),
                                    b.getDenseI64ArrayAttr(high), b.getDenseI64ArrayAttr(interior));
  }
  default: {
    Value logits = pickValue();
    if (shapeOf(logits).empty())
      return nullptr;
    ArrayRef<int64_t> rows = shapeOf(logits).drop_back();
    auto labelType = RankedTensorType::get(rows, b.getI32Type());
    Value labels = stablehlo::ConstantOp::create(
        b, DenseElementsAttr::get(cast<ShapedType>(labelType), int32_t(pick(5)) - 1));
    auto loss = nn::CrossEntropyOp::create(b, typeOf(rows), typeOf(rows), logits, labels);
    if (chance(0.4))
      return loss;
    return nn::CrossEntropyGradOp::create(
        b, logits.getType(), logits, labels, loss.getLse(), like(typeOf(rows)), Value(),
        b.getI64IntegerAttr(placements[logits].dims.back().global));
  }
  }
}

/// Runs the checker over the program so far; its placements go to `placements`.
bool Trial::derive() {
  llvm::DenseMap<Value, Placement> fresh;
  Checker checker(main, {});
  checker.observer = [&](Value value, const Placement &placement) { fresh[value] = placement; };
  if (failed(checker.run()))
    return false;
  placements = std::move(fresh);
  return true;
}

void Trial::append() {
  Operation *last = &*std::prev(Block::iterator(main.getBody().front().getTerminator()));
  bool wasEmpty = main.getBody().front().getOperations().size() == 1;
  Operation *op = propose();
  if (op && succeeded(verify(op)) && product(shapeOf(op->getResult(0))) <= 256 && derive()) {
    ++kept;
    kinds.insert(op->getName().getStringRef().str());
    for (Value result : op->getResults())
      pool.push_back(result);
    return;
  }
  if (op)
    ++refused;
  // Take back the op and the constants made for it.
  Operation *end = main.getBody().front().getTerminator();
  while (&main.getBody().front().front() != end &&
         (wasEmpty || &*std::prev(Block::iterator(end)) != last))
    std::prev(Block::iterator(end))->erase();
}

void Trial::run() {
  module = parseSourceString<ModuleOp>(header, &context);
  if (!module) {
    failure = "the header cannot be parsed";
    return;
  }
  main = module->lookupSymbol<func::FuncOp>("main");
  mesh = module->lookupSymbol<dist::MeshOp>("mesh").getMesh();
  builder.emplace(main.getLoc(), &context);
  builder->setInsertionPoint(main.getBody().front().getTerminator());
  llvm::append_range(pool, main.getArguments());
  if (!derive())
    failure = "the arguments alone are refused";
  for (int i = 0; i < 90; ++i)
    append();
  if (failure.empty() && !derive())
    failure = "an accepted program is refused when it ends";
  if (failure.empty())
    measure();
}
