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
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace shardc;

MicrobatchSplit::MicrobatchSplit(func::FuncOp main, int64_t count, mlir::Block *body,
                                 bool clonePerStage, const StepPhases *step)
    : main(main), count(count), body(body), clonePerStage(clonePerStage), step(step),
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
    if (step)
      depends = step->isPerMicrobatch(&op);
    else
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
  if (Value local = getLocal(value); local && getState(value).kind == State::Whole)
    return local;
  Operation *def = value.getDefiningOp();
  if (!def)
    return value;
  // A parameter that stays gathered is gathered once a step.
  if (isa<dist::ReshardOp>(def) && def->hasAttr("dist.resident"))
    return value;
  if (step && step->isSetup(def))
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
  if (State state = getState(value); state.kind == State::Split && state.dim == dim)
    if (Value local = getLocal(value))
      return local;
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
  auto iota = dyn_cast<stablehlo::IotaOp>(op);
  bool countsRows =
      factor && iota && rule.results.front()[iota.getIotaDimension()].front() == *factor;
  FailureOr<SmallVector<Value>> built =
      countsRows ? SmallVector<Value>{localizeIota(iota, info.resultTypes.front())}
      : factor && dropout && dropout.getKey()
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

Value MicrobatchSplit::firstRow(Operation *op, int64_t rows) {
  // Where a microbatch begins is an input of the body: it has no number of its own.
  int64_t stage = clonePerStage ? getIndexAttr(op, "dist.stage").value_or(0) : -1;
  Type index = builder.getI64Type();
  Value &first = firstRows[{rows, stage}];
  if (!first) {
    SmallVector<int64_t> begins;
    for (int64_t i = 0; i < count; ++i)
      begins.push_back(i * rows);
    OpBuilder outside = OpBuilder::atBlockBegin(&main.getBody().front());
    Value all = stablehlo::ConstantOp::create(
        outside, op->getLoc(),
        DenseElementsAttr::get(RankedTensorType::get({count}, index), ArrayRef(begins)));
    slices.push_back({all, true});
    first = body->addArgument(RankedTensorType::get({1}, index), op->getLoc());
  }
  return stablehlo::ReshapeOp::create(builder, op->getLoc(), RankedTensorType::get({}, index),
                                      first);
}

Value MicrobatchSplit::localizeIota(stablehlo::IotaOp op, RankedTensorType type) {
  Location loc = op.getLoc();
  Value first = firstRow(op, type.getDimSize(op.getIotaDimension()));
  auto scalar = RankedTensorType::get({}, type.getElementType());
  if (first.getType() != scalar)
    first = stablehlo::ConvertOp::create(builder, loc, scalar, first);
  Value begin = stablehlo::BroadcastInDimOp::create(builder, loc, type, first, ArrayRef<int64_t>());
  Value local = stablehlo::IotaOp::create(builder, loc, type, op.getIotaDimension());
  return stablehlo::AddOp::create(builder, loc, begin, local);
}

FailureOr<SmallVector<Value>> MicrobatchSplit::localizeDropout(nn::DropoutOp op,
                                                               ValueRange operands,
                                                               const LocalizeContext &context,
                                                               unsigned dim) {
  int64_t rows = context.resultTypes.front().getDimSize(dim);
  FailureOr<SmallVector<Value>> built =
      ::shardc::detail::localizeByClone(op, builder, operands, context);
  if (failed(built))
    return failure();
  auto local = cast<nn::DropoutOp>(built->front().getDefiningOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto scalar = RankedTensorType::get({}, builder.getI64Type());
  SmallVector<Value> starts;
  for (int64_t i = 0, rank = op.getX().getType().getRank(); i < rank; ++i)
    starts.push_back(i == dim
                         ? firstRow(op, rows)
                         : Value(stablehlo::ConstantOp::create(
                               builder, op.getLoc(), DenseElementsAttr::get(scalar, int64_t(0)))));
  local.getStartsMutable().append(starts);
  if (!local.getWhole())
    local.setWhole(op.getX().getType().getShape());
  return built;
}

LogicalResult MicrobatchSplit::rebuild(Operation *op) {
  BatchStep follows = followBatch(op, [&](OpOperand &operand) { return stateFor(operand); }, count);
  if (!follows.error.empty())
    return op->emitOpError() << follows.error;
  for (State state : follows.results)
    if (state.kind == State::After)
      return op->emitOpError() << "is not linear in a sum over the batch and can't run in "
                                  "microbatches; end the graph in sums ('loss_sum')";
  auto shardable = dyn_cast<ShardableOpInterface>(op);
  // Tags and the like leave values as they are, and so do reshapes of one row.
  bool isCopy = !follows.factor && llvm::any_of(follows.results, [](State state) {
    return state.kind == State::Split;
  });
  if (isCopy || isa<dist::CheckpointOp, dist::ConstraintOp, dist::ReshardOp,
                    stablehlo::OptimizationBarrierOp>(op)) {
    IRMapping map;
    for (OpOperand &operand : op->getOpOperands())
      map.map(operand.get(), stateFor(operand).kind == State::Whole ? wholeInBody(operand.get(), op)
                                                                    : getLocal(operand.get()));
    Operation *clone = builder.clone(*op, map);
    for (auto [result, local, state] :
         llvm::zip_equal(op->getResults(), clone->getResults(), follows.results)) {
      if (state.kind == State::Split)
        local.setType(partType(result.getType(), state.dim));
      states[result] = state;
      locals[result] = local;
    }
    return success();
  }
  ShardingRule rule = shardable.getShardingRule();
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    if (stateFor(operand).kind != State::Whole) {
      operands.push_back(getLocal(operand.get()));
      continue;
    }
    std::optional<int64_t> at;
    if (follows.factor)
      for (auto [dim, list] : llvm::enumerate(rule.operands[operand.getOperandNumber()]))
        if (llvm::is_contained(list, *follows.factor))
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
  for (auto [result, state] : llvm::zip_equal(op->getResults(), follows.results))
    types.push_back(state.kind == State::Split ? Type(partType(result.getType(), state.dim))
                                               : result.getType());
  FailureOr<SmallVector<Value>> built = localize(op, operands, rule, follows.factor, types);
  if (failed(built))
    return failure();
  for (auto [result, state, local] : llvm::zip_equal(op->getResults(), follows.results, *built)) {
    states[result] = state;
    locals[result] = local;
  }
  return success();
}
