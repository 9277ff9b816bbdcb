//===- RandomProgramOps.cpp - what random programs are made of --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One function a family of ops.
//
//===----------------------------------------------------------------------===//

#include "RandomGrower.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;
using namespace shardc::test;

void Grower::unary() {
  Value x = any();
  switch (random.below(9)) {
  case 0:
    return keep(b.tanh(x));
  case 1:
    return keep(b.neg(x));
  case 2:
    return keep(b.logistic(x));
  case 3:
    return keep(nn::SiluOp::create(builder, loc(), x));
  case 4:
    return keep(
        nn::GeluOp::create(builder, loc(), x, nn::GeluKindAttr::get(context, nn::GeluKind::Tanh)));
  case 5:
    return keep(CheckpointOp::create(builder, loc(), x, "c"));
  case 6:
    return keep(b.sine(x));
  case 7: {
    auto words = RankedTensorType::get({2}, builder.getIntegerType(32, /*isSigned=*/false));
    Value key = stablehlo::ConstantOp::create(
        builder, loc(), DenseElementsAttr::get(words, ArrayRef<uint32_t>{7, 9}));
    return keep(nn::DropoutOp::create(builder, loc(), x.getType(), x, /*mask=*/Value(), key,
                                      /*starts=*/ValueRange(), builder.getF64FloatAttr(0.3),
                                      builder.getI64IntegerAttr(random.below(4)),
                                      /*whole=*/DenseI64ArrayAttr()));
  }
  default: {
    auto barrier = stablehlo::OptimizationBarrierOp::create(
        builder, loc(), TypeRange{x.getType(), x.getType()}, ValueRange{x, x});
    return keep(barrier.getResult()[random.below(2)]);
  }
  }
}

void Grower::binary() {
  Value x = any();
  Value y = ofShape(shapeOf(x));
  switch (random.below(8)) {
  case 0:
  case 1:
    return keep(b.add(x, y));
  case 7:
    return keep(
        stablehlo::ClampOp::create(builder, loc(), x.getType(), b.splat(floats({}), -0.5), x, y));
  case 2:
    return keep(b.mul(x, y));
  case 3:
    return keep(b.sub(x, y));
  case 4:
    return keep(b.max(x, y));
  case 5:
    return keep(
        b.select(b.compare(stablehlo::ComparisonDirection::LT, x, y), x, b.splatLike(x, 0)));
  default:
    return keep(nn::SiluGradOp::create(builder, loc(), x, y));
  }
}

void Grower::dot() {
  Value lhs = any(1, 3);
  Shape shape(shapeOf(lhs));
  int64_t rank = shape.size();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t i = rank - 1; i > 0; --i)
    std::swap(order[i], order[random.below(i + 1)]);
  int64_t contracted = random.between(0, std::min<int64_t>(rank, 2));
  int64_t batched = random.between(0, rank - contracted);
  if (rank - contracted - batched > 2)
    batched = rank - contracted - 2;
  Shape other;
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  auto take = [&](int64_t dim, SmallVector<int64_t> &l, SmallVector<int64_t> &r) {
    l.push_back(dim);
    r.push_back(other.size());
    other.push_back(shape[dim]);
  };
  for (int64_t i = 0; i < contracted; ++i)
    take(order[i], lhsContract, rhsContract);
  for (int64_t i = 0; i < batched; ++i)
    take(order[contracted + i], lhsBatch, rhsBatch);
  if (random.chance(70) || other.empty())
    other.push_back(extent());
  Value result = b.dot(lhs, ofShape(other), lhsBatch, rhsBatch, lhsContract, rhsContract,
                       builder.getF64Type());
  keep(result);
}

void Grower::reduce() {
  Value x = any(1, 4);
  SmallVector<int64_t> dims;
  for (int64_t dim = 0, rank = shapeOf(x).size(); dim < rank; ++dim)
    if (random.chance(50))
      dims.push_back(dim);
  if (dims.empty())
    dims.push_back(0);
  keep(random.chance(70) ? b.reduceSum(x, dims) : b.reduceMax(x, dims));
}

void Grower::reshape() {
  Value x = any(1, 4);
  Shape shape(shapeOf(x)), result;
  if (random.chance(50) && shape.size() > 1) {
    // Join two neighbours.
    int64_t at = random.below(shape.size() - 1);
    for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
      if (dim == at + 1)
        result.back() *= shape[dim];
      else
        result.push_back(shape[dim]);
    }
  } else {
    // Cut one, where it can be.
    int64_t at = random.below(shape.size());
    for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
      int64_t major = 1;
      for (int64_t divisor : {2, 3, 4})
        if (dim == at && shape[dim] % divisor == 0 && random.chance(60))
          major = divisor;
      if (major != 1 || random.chance(10))
        result.push_back(major);
      result.push_back(shape[dim] / major);
    }
  }
  if (random.chance(15)) {
    // Something without a common refinement.
    int64_t count = 1;
    for (int64_t one : shape)
      count *= one;
    for (int64_t divisor : {2, 3, 4, 5})
      if (count % divisor == 0 && random.chance(40))
        result = {divisor, count / divisor};
  }
  keep(b.reshape(x, result));
}

void Grower::move() {
  Value x = any(1, 4);
  Shape shape(shapeOf(x));
  int64_t rank = shape.size();
  switch (random.below(5)) {
  case 0: {
    SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(permutation[i], permutation[random.below(i + 1)]);
    return keep(b.transpose(x, permutation));
  }
  case 1: {
    SmallVector<int64_t> dims;
    Shape result;
    if (rank >= 4)
      return;
    int64_t at = random.between(0, rank);
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (dim == at)
        result.push_back(extent());
      dims.push_back(result.size());
      bool stretch = shape[dim] == 1 && random.chance(50);
      result.push_back(stretch ? extent() : shape[dim]);
    }
    if (at == rank)
      result.push_back(extent());
    return keep(b.broadcast(x, result, dims));
  }
  case 2: {
    int64_t dim = random.below(rank);
    int64_t start = random.below(shape[dim]);
    return keep(b.sliceDim(x, dim, start, random.between(start + 1, shape[dim])));
  }
  case 3: {
    int64_t dim = random.below(rank);
    return keep(b.concatenate({x, ofShape(shape)}, dim));
  }
  default: {
    Shape low(rank, 0), high(rank, 0), interior(rank, 0);
    low[random.below(rank)] = random.between(0, 2);
    high[random.below(rank)] = random.between(0, 2);
    return keep(b.pad(x, low, high, interior));
  }
  }
}

void Grower::indexed() {
  Value x = any(1, 3);
  Shape shape(shapeOf(x));
  int64_t dim = random.below(shape.size());
  if (random.chance(30)) {
    SmallVector<int64_t> dims{dim};
    return keep(stablehlo::ReverseOp::create(builder, loc(), x, dims));
  }
  Type index = RankedTensorType::get({}, builder.getI32Type());
  SmallVector<Value> starts;
  Shape sizes = shape;
  sizes[dim] = random.between(1, shape[dim]);
  for (int64_t i = 0, rank = shape.size(); i < rank; ++i)
    starts.push_back(stablehlo::ConstantOp::create(
        builder, loc(),
        DenseElementsAttr::get(cast<ShapedType>(index),
                               static_cast<int32_t>(i == dim ? random.below(3) : 0))));
  if (random.chance(50))
    return keep(stablehlo::DynamicSliceOp::create(builder, loc(), x, starts, sizes));
  keep(stablehlo::DynamicUpdateSliceOp::create(builder, loc(), x.getType(), x, ofShape(sizes),
                                               starts));
}

void Grower::gathers() {
  // Rows of a table by index vectors, with a batch or without.
  int64_t rows = random.between(2, 7), columns = random.between(1, 6);
  Shape ids{extent(), 1};
  bool batched = random.chance(30);
  if (batched)
    ids.insert(ids.begin(), extent());
  Value at = indices(ids, rows);
  int64_t rank = ids.size();
  if (random.chance(60)) {
    Shape table = batched ? Shape{ids[0], rows, columns} : Shape{rows, columns};
    Shape sizes = batched ? Shape{1, 1, columns} : Shape{1, columns};
    SmallVector<int64_t> batch;
    if (batched)
      batch.push_back(0);
    auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
        context, /*offsetDims=*/{rank - 1}, /*collapsedSliceDims=*/{batched ? 1 : 0},
        /*operandBatchingDims=*/batch, /*startIndicesBatchingDims=*/batch,
        /*startIndexMap=*/{batched ? 1 : 0}, /*indexVectorDim=*/rank - 1);
    Shape result(ids);
    result.back() = columns;
    return keep(stablehlo::GatherOp::create(builder, loc(), floats(result), ofShape(table), at,
                                            numbers, builder.getDenseI64ArrayAttr(sizes),
                                            builder.getBoolAttr(false)));
  }
  if (batched)
    return;
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      context, /*updateWindowDims=*/{1}, /*insertedWindowDims=*/{0},
      /*inputBatchingDims=*/{}, /*scatterIndicesBatchingDims=*/{},
      /*scatterDimsToOperandDims=*/{0}, /*indexVectorDim=*/1);
  Value table = ofShape({rows, columns});
  auto scatter =
      stablehlo::ScatterOp::create(builder, loc(), TypeRange{table.getType()}, ValueRange{table},
                                   at, ValueRange{ofShape({ids[0], columns})}, numbers,
                                   builder.getBoolAttr(false), builder.getBoolAttr(false));
  OpBuilder::InsertionGuard guard(builder);
  mlir::Block &body = scatter.getUpdateComputation().emplaceBlock();
  builder.setInsertionPointToEnd(&body);
  Value x = body.addArgument(floats({}), loc()), y = body.addArgument(floats({}), loc());
  stablehlo::ReturnOp::create(builder, loc(), ValueRange{b.add(x, y)});
  builder.setInsertionPointAfter(scatter);
  keep(scatter.getResult(0));
}

void Grower::constants() {
  Shape shape;
  for (int64_t rank = random.between(1, 2); rank > 0; --rank)
    shape.push_back(extent());
  RankedTensorType type = floats(shape);
  if (random.chance(30))
    return keep(b.iota(type, random.below(shape.size())));
  SmallVector<double> numbers;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    numbers.push_back(0.125 * random.between(-8, 8));
  keep(stablehlo::ConstantOp::create(builder, loc(),
                                     DenseElementsAttr::get(type, ArrayRef(numbers))));
}

void Grower::norms() {
  Value x = any(2, 3);
  SmallVector<int64_t> row{shapeOf(x).back()};
  Value weight = ofShape(row);
  FloatAttr eps = builder.getF64FloatAttr(1e-2);
  switch (random.below(4)) {
  case 0:
    return keep(nn::RmsNormOp::create(builder, loc(), x.getType(), x, weight, eps));
  case 1:
    return keep(nn::LayerNormOp::create(builder, loc(), x.getType(), x, weight, ofShape(row), eps));
  case 2: {
    auto grad = nn::RmsNormGradOp::create(builder, loc(), x.getType(), weight.getType(), x, weight,
                                          ofShape(shapeOf(x)), eps);
    keep(grad.getDx());
    return keep(grad.getDweight());
  }
  default: {
    auto grad = nn::LayerNormGradOp::create(
        builder, loc(), TypeRange{x.getType(), weight.getType(), weight.getType()},
        ValueRange{x, weight, ofShape(shapeOf(x))},
        ArrayRef<NamedAttribute>{builder.getNamedAttr("eps", eps)});
    for (Value result : grad->getResults())
      keep(result);
    return;
  }
  }
}

void Grower::vocabulary() {
  Shape ids{extent(), random.between(1, 4)};
  int64_t vocab = random.between(3, 13), hidden = random.between(2, 6);
  // Some indices are out of range on either side.
  Value labels = indices(ids, vocab + 2);
  Shape wide(ids);
  switch (random.below(4)) {
  case 0:
    wide.push_back(hidden);
    return keep(
        nn::EmbeddingOp::create(builder, loc(), floats(wide), ofShape({vocab, hidden}), labels));
  case 1:
    wide.push_back(hidden);
    return keep(nn::EmbeddingGradOp::create(builder, loc(), floats({vocab, hidden}), labels,
                                            ofShape(wide)));
  case 2: {
    wide.push_back(vocab);
    auto loss = nn::CrossEntropyOp::create(builder, loc(), TypeRange{floats(ids), floats(ids)},
                                           ValueRange{ofShape(wide), labels});
    keep(loss.getLoss());
    return keep(loss.getLse());
  }
  default:
    wide.push_back(vocab);
    return keep(nn::CrossEntropyGradOp::create(builder, loc(), floats(wide), ofShape(wide), labels,
                                               ofShape(ids), ofShape(ids), Value(), vocab));
  }
}

void Grower::attention() {
  int64_t batch = random.between(1, 3), sequence = random.between(1, 4),
          groups = random.between(1, 4), each = random.between(1, 4),
          dim = 2 * random.between(1, 2);
  Shape query{batch, sequence, groups * each, dim}, key{batch, sequence, groups, dim};
  Value q = ofShape(query), k = ofShape(key), v = ofShape(key);
  if (random.chance(40)) {
    auto table = nn::RopeTableOp::create(builder, loc(), floats({sequence, dim / 2}),
                                         floats({sequence, dim / 2}), builder.getF64FloatAttr(1e4));
    q = nn::RopeOp::create(builder, loc(), q.getType(), q, table.getCos(), table.getSin(), nullptr);
  }
  Type lse = floats({batch, groups * each, sequence});
  UnitAttr causal = random.chance(50) ? builder.getUnitAttr() : UnitAttr();
  FloatAttr scale = builder.getF64FloatAttr(0.5);
  auto op =
      nn::AttentionOp::create(builder, loc(), q.getType(), lse, q, k, v, Value(), causal, scale);
  if (random.chance(50))
    return keep(op.getOut());
  auto grad =
      nn::AttentionGradOp::create(builder, loc(), q.getType(), k.getType(), v.getType(), q, k, v,
                                  op.getOut(), op.getLse(), ofShape(query), Value(), causal, scale);
  for (Value result : grad->getResults())
    keep(result);
}

void Grower::optimizer() {
  if (random.chance(50)) {
    SmallVector<Value> operands;
    for (int64_t count = random.between(1, 4); count > 0; --count)
      operands.push_back(any());
    return keep(nn::SquareSumOp::create(builder, loc(), floats({}), operands));
  }
  Value param = any(1, 3);
  Type type = param.getType();
  ArrayRef<int64_t> shape = shapeOf(param);
  // The second moment must not be negative.
  Value v = ofShape(shape);
  v = b.mul(v, v);
  auto number = [&](double value) { return builder.getF64FloatAttr(value); };
  auto op = nn::AdamWOp::create(builder, loc(), type, type, type, param, ofShape(shape),
                                ofShape(shape), v, b.splat(floats({}), 2), b.splat(floats({}), 0.5),
                                number(0.1), number(0.9), number(0.95), number(1e-3), number(0.1));
  for (Value result : op->getResults())
    keep(result);
}

void Grower::constraint() {
  Value x = any(1, 4);
  ShardingAttr sharding = randomSharding(random, shapeOf(x), meshName, mesh, true);
  if (random.chance(60)) {
    int64_t priority = random.chance(70) ? 0 : random.between(1, 2);
    return keep(ConstraintOp::create(builder, loc(), x.getType(), x, sharding, priority));
  }
  // A pinned reshard, which may leave sums pending over what it does not split by.
  SmallVector<AxisRefAttr> rest;
  for (MeshAxisAttr axis : mesh.getAxes())
    if (random.chance(50) && llvm::none_of(sharding.getDims(), [&](DimShardingAttr dim) {
          return llvm::any_of(dim.getAxes(),
                              [&](AxisRefAttr used) { return used.getName() == axis.getName(); });
        }))
      rest.push_back(AxisRefAttr::get(context, axis.getName()));
  if (!rest.empty())
    sharding = ShardingAttr::get(context, sharding.getMesh(), sharding.getDims(),
                                 PartialAttr::get(context, ReductionKind::Sum, rest));
  keep(ReshardOp::create(builder, loc(), x.getType(), x, sharding));
}

void Grower::microbatch() {
  int64_t count = random.between(2, 3);
  Shape row{extent(), extent()}, slices{count, row[0], row[1]};
  Value x = argument(slices);
  Value captured = ofShape({row[1], extent()});
  Shape product{row[0], shapeOf(captured)[1]}, gradient{row[1], product[1]},
      stacked{count, product[0], product[1]};
  auto sum = YieldKindAttr::get(context, YieldKind::Accumulate);
  auto stack = YieldKindAttr::get(context, YieldKind::Stack);
  auto region =
      MicrobatchOp::create(builder, loc(), TypeRange{floats(gradient), floats(stacked)},
                           builder.getI64IntegerAttr(count), x, builder.getArrayAttr({sum, stack}));
  mlir::Block &body = region.getBody().emplaceBlock();
  Value part = body.addArgument(floats(row), loc());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&body);
    Value y = b.dot(part, captured, {}, {}, {1}, {0}, builder.getF64Type());
    Value z = b.tanh(y);
    Value g = b.dot(part, z, {}, {}, {0}, {0}, builder.getF64Type());
    YieldOp::create(builder, loc(), ValueRange{g, z});
  }
  keep(region.getResult(0));
  keep(region.getResult(1));
}
