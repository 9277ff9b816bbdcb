//===- MicrobatchSplit.cpp - a graph on one microbatch ----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The batch is one factor of each op's sharding rule. Microbatches split it like
// an axis of a mesh would, evenly; an op whose rule would need communication
// along that axis reads across the batch and is refused.
//
//===----------------------------------------------------------------------===//
#include "MicrobatchSplit.h"
#include "Layers.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace shardc;

MicrobatchSplit::MicrobatchSplit(func::FuncOp main, int64_t count, mlir::Block *body,
                                 bool clonePerStage)
    : main(main), count(count), body(body), clonePerStage(clonePerStage),
      builder(main.getContext()) {
  builder.setInsertionPointToEnd(body);
  MLIRContext *context = main.getContext();
  mesh = dist::MeshAttr::get(context, {dist::MeshAxisAttr::get(context, "microbatch", count)});
  for (Operation &op : main.getBody().front().without_terminator()) {
    bool free = op.getNumResults() != 0 && !isa<dist::MicrobatchOp>(op);
    forEachRead(&op, [&](OpOperand &operand) { free &= argumentFree.contains(operand.get()); });
    if (free)
      argumentFree.insert_range(op.getResults());
  }
}

RankedTensorType MicrobatchSplit::partType(Type type, int64_t dim) const {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape[dim] /= count;
  return tensor.clone(shape);
}

void MicrobatchSplit::addSlice(Value input) {
  slices.push_back({input, false});
  states[input] = {State::Split, 0};
  locals[input] = body->addArgument(partType(input.getType(), 0), input.getLoc());
}

LogicalResult MicrobatchSplit::run() {
  for (Operation &op : main.getBody().front().without_terminator()) {
    // The op whose body is being built reads slices as well.
    if (isa<dist::MicrobatchOp>(op))
      continue;
    bool depends = false;
    forEachRead(&op, [&](OpOperand &operand) { depends |= states.contains(operand.get()); });
    if (!depends)
      continue;
    if (failed(rebuild(&op)))
      return failure();
    rebuilt.push_back(&op);
  }
  return success();
}

Value MicrobatchSplit::wholeInBody(Value value, Operation *reader) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return value;
  // A parameter that stays gathered is gathered once a step.
  if (isa<dist::ReshardOp>(def) && def->hasAttr("dist.resident"))
    return value;
  bool free = argumentFree.contains(value);
  if (free && !clonePerStage)
    return value;
  // What depends on parameters only is computed in the body, so that its gradient
  // is; what depends on nothing, once for each stage that reads it.
  int64_t stage = free ? getIndexAttr(reader, "dist.stage").value_or(0) : -1;
  if (Value known = wholes.lookup({value, stage}))
    return known;
  IRMapping map;
  forEachRead(
      def, [&](OpOperand &operand) { map.map(operand.get(), wholeInBody(operand.get(), reader)); });
  Operation *clone = builder.clone(*def, map);
  if (free && getIndexAttr(reader, "dist.stage"))
    clone->setAttr("dist.stage", builder.getI64IntegerAttr(stage));
  for (auto [from, to] : llvm::zip_equal(def->getResults(), clone->getResults()))
    wholes[{from, stage}] = to;
  return wholes[{value, stage}];
}

FailureOr<Value> MicrobatchSplit::localPart(Value value, int64_t dim, Operation *reader) {
  if (Value known = parts.lookup({value, dim}))
    return known;
  Operation *def = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(def)) {
    auto elements = cast<ElementsAttr>(constant.getValue());
    if (elements.isSplat()) {
      auto splat = cast<DenseElementsAttr>(elements).resizeSplat(partType(value.getType(), dim));
      return parts[{value, dim}] = stablehlo::ConstantOp::create(builder, value.getLoc(), splat);
    }
  }
  auto shardable = dyn_cast_or_null<ShardableOpInterface>(def);
  if (shardable && !isa<stablehlo::ConstantOp>(def)) {
    ShardingRule rule = shardable.getShardingRule();
    unsigned index = cast<OpResult>(value).getResultNumber();
    const DimFactors &factors = rule.results[index][dim];
    if (!factors.empty() && rule.factors[factors.front()].size % count == 0 &&
        rule.factors[factors.front()].kind == FactorKind::PassThrough) {
      unsigned factor = factors.front();
      SmallVector<Value> operands;
      bool possible = def->getNumResults() == 1;
      for (OpOperand &operand : def->getOpOperands()) {
        std::optional<int64_t> at;
        for (auto [d, list] : llvm::enumerate(rule.operands[operand.getOperandNumber()]))
          if (llvm::is_contained(list, factor)) {
            possible &= list.front() == factor;
            at = d;
          }
        if (!possible)
          break;
        if (!at) {
          operands.push_back(wholeInBody(operand.get(), reader));
          continue;
        }
        FailureOr<Value> part = localPart(operand.get(), *at, reader);
        if (failed(part))
          return failure();
        operands.push_back(*part);
      }
      if (possible) {
        Type type = partType(value.getType(), dim);
        FailureOr<SmallVector<Value>> built = localize(def, operands, rule, factor, type);
        if (failed(built))
          return failure();
        return parts[{value, dim}] = built->front();
      }
    }
  }
  if (dim != 0) {
    InFlightDiagnostic diag = reader->emitOpError()
                              << "reads a value that would have to be cut along dimension " << dim
                              << " for microbatches; only dimension 0 can be";
    diag.attachNote(value.getLoc()) << "the value is made here";
    return diag;
  }
  slices.push_back({value, true});
  return parts[{value, dim}] =
             Value(body->addArgument(partType(value.getType(), 0), value.getLoc()));
}

FailureOr<SmallVector<Value>> MicrobatchSplit::localize(Operation *op, ValueRange operands,
                                                        const ShardingRule &rule,
                                                        std::optional<unsigned> factor,
                                                        ArrayRef<Type> resultTypes) {
  MLIRContext *context = op->getContext();
  LocalizeContext info;
  info.meshName = FlatSymbolRefAttr::get(context, "microbatches");
  info.mesh = mesh;
  info.rule = &rule;
  info.factors.resize(rule.factors.size());
  auto axis = dist::AxisRefAttr::get(context, "microbatch");
  if (factor)
    info.factors[*factor].axes.push_back(axis);
  auto shardingOf = [&](const TensorFactors &factors) {
    SmallVector<dist::DimShardingAttr> dims;
    for (const DimFactors &list : factors) {
      bool split = factor && !list.empty() && list.front() == *factor;
      dims.push_back(dist::DimShardingAttr::get(context, split ? ArrayRef(axis)
                                                               : ArrayRef<dist::AxisRefAttr>()));
    }
    return dist::ShardingAttr::get(context, info.meshName, dims);
  };
  for (const TensorFactors &factors : rule.operands)
    info.operandShardings.push_back(shardingOf(factors));
  for (const TensorFactors &factors : rule.results)
    info.resultShardings.push_back(shardingOf(factors));
  for (Type type : resultTypes)
    info.resultTypes.push_back(cast<RankedTensorType>(type));

  Operation *last = body->empty() ? nullptr : &body->back();
  auto dropout = dyn_cast<nn::DropoutOp>(op);
  FailureOr<SmallVector<Value>> built =
      factor && dropout && dropout.getKey()
          ? localizeDropout(dropout, operands, info, *factor)
          : cast<ShardableOpInterface>(op).localize(builder, operands, info);
  if (failed(built))
    return failure();
  for (Operation *made = last ? last->getNextNode() : (body->empty() ? nullptr : &body->front());
       made; made = made->getNextNode()) {
    if (isa<dist::DistDialect>(made->getDialect()))
      return op->emitOpError() << "reads across the batch (it would need '" << made->getName()
                               << "' between microbatches) and can't run in microbatches";
    // Shardings over the axis of microbatches are nobody else's business.
    made->removeAttr("dist.shardings");
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (!made->hasAttr(attr.getName()))
        made->setAttr(attr.getName(), attr.getValue());
  }
  return built;
}

FailureOr<SmallVector<Value>> MicrobatchSplit::localizeDropout(nn::DropoutOp op,
                                                               ValueRange operands,
                                                               const LocalizeContext &context,
                                                               unsigned dim) {
  // Where a microbatch begins is an input of the body: it has no number of its own.
  int64_t rows = context.resultTypes.front().getDimSize(dim);
  int64_t stage = clonePerStage ? getIndexAttr(op, "dist.stage").value_or(0) : -1;
  Type index = builder.getI64Type();
  Value &first = firstRows[{rows, stage}];
  if (!first) {
    SmallVector<int64_t> begins;
    for (int64_t i = 0; i < count; ++i)
      begins.push_back(i * rows);
    OpBuilder outside = OpBuilder::atBlockBegin(&main.getBody().front());
    Value all = stablehlo::ConstantOp::create(
        outside, op.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get({count}, index), ArrayRef(begins)));
    slices.push_back({all, true});
    first = body->addArgument(RankedTensorType::get({1}, index), op.getLoc());
  }
  FailureOr<SmallVector<Value>> built =
      ::shardc::detail::localizeByClone(op, builder, operands, context);
  if (failed(built))
    return failure();
  auto local = cast<nn::DropoutOp>(built->front().getDefiningOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto scalar = RankedTensorType::get({}, index);
  SmallVector<Value> starts;
  for (int64_t i = 0, rank = op.getX().getType().getRank(); i < rank; ++i)
    starts.push_back(i == dim
                         ? Value(stablehlo::ReshapeOp::create(builder, op.getLoc(), scalar, first))
                         : Value(stablehlo::ConstantOp::create(
                               builder, op.getLoc(), DenseElementsAttr::get(scalar, int64_t(0)))));
  local.getStartsMutable().append(starts);
  if (!local.getWhole())
    local.setWhole(op.getX().getType().getShape());
  return built;
}

LogicalResult MicrobatchSplit::rebuild(Operation *op) {
  // Tags, constraints and reshards leave values as they are.
  if (isa<dist::CheckpointOp, dist::ConstraintOp, dist::ReshardOp>(op)) {
    Value input = op->getOperand(0);
    IRMapping map;
    map.map(input, getLocal(input));
    Operation *clone = builder.clone(*op, map);
    clone->getResult(0).setType(getLocal(input).getType());
    states[op->getResult(0)] = getState(input);
    locals[op->getResult(0)] = clone->getResult(0);
    return success();
  }
  // A batch of one row is a dimension of one element, which no factor of a
  // reshape's rule stands for; in front of all others it stays where it is.
  if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op)) {
    State state = getState(reshape.getOperand());
    auto from = cast<RankedTensorType>(reshape.getOperand().getType());
    auto to = cast<RankedTensorType>(reshape.getResult().getType());
    if (state.kind == State::Split && state.dim == 0 && from.getDimSize(0) == 1 &&
        to.getRank() > 0 && to.getDimSize(0) == 1) {
      IRMapping map;
      map.map(reshape.getOperand(), getLocal(reshape.getOperand()));
      states[reshape.getResult()] = state;
      locals[reshape.getResult()] = builder.clone(*op, map)->getResult(0);
      return success();
    }
  }
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  if (!shardable)
    return op->emitOpError() << "has no sharding rule and can't run in microbatches";
  ShardingRule rule = shardable.getShardingRule();
  std::optional<unsigned> factor;
  SmallVector<unsigned> partial;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    State state = getState(operand.get());
    if (state.kind == State::Partial)
      partial.push_back(index);
    if (state.kind != State::Split)
      continue;
    const DimFactors &factors = rule.operands[index][state.dim];
    if (factors.empty() || (factor && *factor != factors.front()))
      return op->emitOpError() << "mixes rows of the batch and can't run in microbatches";
    factor = factors.front();
  }
  SmallVector<State> results(op->getNumResults());
  if (factor) {
    const Factor &batch = rule.factors[*factor];
    if (batch.size % count != 0)
      return op->emitOpError() << "splits the batch in parts of " << batch.size << ", which "
                               << count << " microbatches do not divide";
    bool readsAcross =
        batch.kind == FactorKind::NeedReplication || batch.kind == FactorKind::Internal ||
        (batch.kind == FactorKind::Reduction && batch.reduction != dist::ReductionKind::Sum);
    if (readsAcross || !partial.empty())
      return op->emitOpError() << "reads across the batch and can't run in microbatches";
    for (auto [index, dims] : llvm::enumerate(rule.results)) {
      bool found = false;
      for (auto [dim, list] : llvm::enumerate(dims)) {
        if (!llvm::is_contained(list, *factor))
          continue;
        if (list.front() != *factor)
          return op->emitOpError()
                 << "puts the batch inside another dimension and can't run in microbatches";
        results[index] = {State::Split, int64_t(dim)};
        found = true;
      }
      if (!found)
        results[index] = {State::Partial, 0};
    }
  } else {
    for (unsigned index = 0; index < op->getNumResults(); ++index) {
      bool linear =
          llvm::any_of(shardable.getLinearOperandGroups(index),
                       [&](ArrayRef<unsigned> group) { return llvm::equal(group, partial); });
      if (!linear)
        return op->emitOpError() << "is not linear in a sum over the batch and can't run in "
                                    "microbatches; end the graph in sums ('loss_sum')";
      results[index] = {State::Partial, 0};
    }
  }
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    if (states.contains(operand.get())) {
      operands.push_back(getLocal(operand.get()));
      continue;
    }
    std::optional<int64_t> at;
    if (factor)
      for (auto [dim, list] : llvm::enumerate(rule.operands[operand.getOperandNumber()]))
        if (llvm::is_contained(list, *factor))
          at = dim;
    if (!at) {
      operands.push_back(wholeInBody(operand.get(), op));
      continue;
    }
    FailureOr<Value> part = localPart(operand.get(), *at, op);
    if (failed(part))
      return failure();
    operands.push_back(*part);
  }
  SmallVector<Type> types;
  for (auto [result, state] : llvm::zip_equal(op->getResults(), results))
    types.push_back(state.kind == State::Split ? Type(partType(result.getType(), state.dim))
                                               : result.getType());
  FailureOr<SmallVector<Value>> built = localize(op, operands, rule, factor, types);
  if (failed(built))
    return failure();
  for (auto [result, state, local] : llvm::zip_equal(op->getResults(), results, *built)) {
    states[result] = state;
    locals[result] = local;
  }
  return success();
}
