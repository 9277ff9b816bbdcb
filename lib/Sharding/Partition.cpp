//===- Partition.cpp - from global types to per-rank programs ---*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Builds the local program beside the global one, op by op in program order,
// and puts it in its place.
//
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/Partition.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/ReshardPlan.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

/// Gives new ops the place in the step of the op that they are made for.
struct PlaceListener : OpBuilder::Listener {
  Operation *origin = nullptr;

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (!origin)
      return;
    for (StringRef name :
         {"dist.stage", "dist.layer", "dist.phase", "dist.recompute", "dist.regather"})
      if (Attribute attribute = origin->getAttr(name); attribute && !op->hasAttr(name))
        op->setAttr(name, attribute);
  }
};

/// Rewrites one function.
class Partitioner {
public:
  Partitioner(func::FuncOp function, MeshView mesh)
      : function(function), mesh(mesh), builder(function.getContext(), &listener) {}

  LogicalResult run();

private:
  LogicalResult rewriteBlock(mlir::Block &block);
  LogicalResult rewriteOp(Operation *op);
  LogicalResult rewriteRegion(MicrobatchOp region);
  LogicalResult rewriteLoop(stablehlo::WhileOp loop);
  LogicalResult rewriteBody(Region &from, Region &to);
  void rewriteReshard(ReshardOp reshard);
  Value masked(Value local, RankedTensorType global, unsigned dim, const Split &split,
               TypedAttr fill);
  void setPlacement(Operation *op, const Placement &placement);
  /// `value` with elements of type `element` (null: as it is).
  Value converted(Value value, Type element, const Placement &placement);
  RankedTensorType localTypeOf(Value value);
  /// Stands before the op of `home` that the insertion point is in.
  void moveTo(mlir::Block *home);
  void setGlobalTypes(func::FuncOp function);

  func::FuncOp function;
  MeshView mesh;
  PlaceListener listener;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> local;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> masks;
};

} // namespace

RankedTensorType Partitioner::localTypeOf(Value value) {
  return shardc::localType(cast<RankedTensorType>(value.getType()), getSharding(value),
                           mesh.getMesh());
}

void Partitioner::setPlacement(Operation *op, const Placement &placement) {
  op->setAttr("dist.shardings", builder.getArrayAttr(Attribute(mesh.toAttr(placement))));
}

void Partitioner::moveTo(mlir::Block *home) {
  mlir::Block *block = builder.getInsertionBlock();
  if (block == home)
    return;
  Operation *place = block->getParentOp();
  while (place->getBlock() != home)
    place = place->getParentOp();
  builder.setInsertionPoint(place);
}

//===----------------------------------------------------------------------===//
// Reshards
//===----------------------------------------------------------------------===//

/// The type in which pending reductions of `sharding` over `axes` travel; null where
/// it names none, or not for all of them.
static Type wireTypeOf(ShardingAttr sharding, const ReshardStep &step, const MeshView &mesh) {
  Type wireType;
  AxisList rest = step.axes;
  for (PartialAttr entry : sharding.getPartial()) {
    AxisList own = mesh.fromAttr(entry.getAxes());
    if (entry.getKind() != step.reduction || !overlaps(own, step.axes))
      continue;
    if (!entry.getWireType() || (wireType && wireType != entry.getWireType()))
      return {};
    wireType = entry.getWireType();
    rest = subtract(rest, own);
  }
  return rest.empty() ? wireType : Type();
}

Value Partitioner::converted(Value value, Type element, const Placement &placement) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!element || type.getElementType() == element)
    return value;
  value = stablehlo::ConvertOp::create(builder, value.getLoc(),
                                       RankedTensorType::get(type.getShape(), element), value);
  setPlacement(value.getDefiningOp(), placement);
  return value;
}

void Partitioner::rewriteReshard(ReshardOp reshard) {
  auto type = cast<RankedTensorType>(reshard.getType());
  Placement from = mesh.fromAttr(getSharding(reshard.getInput()));
  Placement to = mesh.fromAttr(reshard.getSharding());
  Placement current = from;
  Value value = local.lookup(reshard.getInput());
  Location loc = reshard.getLoc();
  StringRef name = mesh.getName().getValue();
  MLIRContext *context = builder.getContext();
  for (const ReshardStep &step : planReshard(type, from, to)) {
    SmallVector<AxisRefAttr> list = mesh.toAttrs(step.axes);
    ArrayAttr axes = builder.getArrayAttr(SmallVector<Attribute>(list.begin(), list.end()));
    auto kind = ReductionKindAttr::get(context, step.reduction);
    Type after = type.clone(step.after);
    // A sum may travel in another type than it is kept in.
    Type wireType;
    if (step.kind == ReshardStep::ReduceScatter || step.kind == ReshardStep::AllReduce)
      wireType = wireTypeOf(getSharding(reshard.getInput()), step, mesh);
    if (wireType) {
      value = converted(value, wireType, current);
      after = RankedTensorType::get(step.after, wireType);
    }
    switch (step.kind) {
    case ReshardStep::AllSlice:
      value = AllSliceOp::create(builder, loc, after, value, step.dim, axes, name);
      break;
    case ReshardStep::ReduceScatter:
      value = ReduceScatterOp::create(builder, loc, after, value, kind,
                                      builder.getI64IntegerAttr(step.dim), axes, mesh.getName());
      break;
    case ReshardStep::AllReduce:
      value = AllReduceOp::create(builder, loc, after, value, kind, axes, mesh.getName());
      break;
    case ReshardStep::AllToAll:
      value = AllToAllOp::create(builder, loc, after, value, step.dim, step.concatDim, axes, name);
      break;
    case ReshardStep::AllGather:
      value = AllGatherOp::create(builder, loc, after, value, step.dim, axes, name);
      break;
    case ReshardStep::Permute: {
      SmallVector<AxisRefAttr> to = mesh.toAttrs(step.targets);
      ArrayAttr targets = builder.getArrayAttr(SmallVector<Attribute>(to.begin(), to.end()));
      value = PermuteOp::create(builder, loc, after, value, axes, targets, /*shift=*/0, name);
      break;
    }
    }
    setPlacement(value.getDefiningOp(), step.placement);
    if (wireType)
      value = converted(value, type.getElementType(), step.placement);
    current = step.placement;
  }
  local[reshard.getResult()] = value;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Value Partitioner::masked(Value value, RankedTensorType global, unsigned dim, const Split &split,
                          TypedAttr fill) {
  // One mask serves all readers; it is made once outside of a loop.
  Attribute key = builder.getArrayAttr({builder.getI64IntegerAttr(dim), fill});
  Value &known = masks[{value, key}];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(builder);
  moveTo(value.getParentBlock());
  SmallVector<AxisRefAttr> list = mesh.toAttrs(split.axes);
  auto mask = MaskOp::create(builder, value.getLoc(), value.getType(), value, dim,
                             global.getDimSize(dim), split.granule,
                             builder.getArrayAttr(SmallVector<Attribute>(list.begin(), list.end())),
                             mesh.getName().getValue(), fill);
  known = mask;
  return mask;
}

LogicalResult Partitioner::rewriteOp(Operation *op) {
  FailureOr<OpPlacement> placement = getOpPlacement(op, mesh);
  if (failed(placement))
    return failure();
  auto shardable = cast<ShardableOpInterface>(op);
  const ShardingRule &rule = placement->rule;

  LocalizeContext context;
  context.meshName = mesh.getName();
  context.mesh = mesh.getMesh();
  context.rule = &rule;
  for (const Split &split : placement->splits)
    context.factors.push_back({mesh.toAttrs(split.axes), split.granule});

  SmallVector<Value> operands;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    Value value = local.lookup(operand);
    auto type = cast<RankedTensorType>(operand.getType());
    const Placement &where = placement->operands[number];
    context.operandShardings.push_back(mesh.toAttr(where));
    Value origin = value;
    for (auto [dim, factors] : llvm::enumerate(rule.operands[number])) {
      if (isEven(type.getDimSize(dim), where.dims[dim]))
        continue;
      for (unsigned factor : factors) {
        if (placement->splits[factor].empty())
          continue;
        TypedAttr fill = shardable.getPaddingFill(number, factor);
        if (!fill)
          continue;
        value = masked(value, type, dim, where.dims[dim], fill);
        if (Operation *mask = value.getDefiningOp(); mask && value != origin)
          setPlacement(mask, where);
        break;
      }
    }
    operands.push_back(value);
  }
  for (Value result : op->getResults()) {
    context.resultShardings.push_back(getSharding(result));
    context.resultTypes.push_back(localTypeOf(result));
  }
  FailureOr<SmallVector<Value>> results = shardable.localize(builder, operands, context);
  if (failed(results))
    return failure();
  for (auto [result, value, sharding] :
       llvm::zip_equal(op->getResults(), *results, context.resultShardings)) {
    if (value.getType() != localTypeOf(result))
      return op->emitOpError() << "was made local with type " << value.getType() << ", not "
                               << localTypeOf(result);
    Operation *definition = value.getDefiningOp();
    if (definition && definition->getNumResults() == 1 && !definition->hasAttr("dist.shardings"))
      definition->setAttr("dist.shardings", builder.getArrayAttr(Attribute(sharding)));
    local[result] = value;
  }
  return success();
}

LogicalResult Partitioner::rewriteRegion(MicrobatchOp region) {
  SmallVector<Value> slices;
  for (Value slice : region.getSlices())
    slices.push_back(local.lookup(slice));
  SmallVector<Type> types;
  for (Value result : region.getResults())
    types.push_back(localTypeOf(result));
  auto rewritten = MicrobatchOp::create(builder, region.getLoc(), types, region.getCount(), slices,
                                        region.getKinds());
  rewritten->setDiscardableAttrs(region->getDiscardableAttrDictionary());
  mlir::Block &from = region.getBody().front();
  mlir::Block &body = rewritten.getBody().emplaceBlock();
  for (BlockArgument argument : from.getArguments())
    local[argument] = body.addArgument(localTypeOf(argument), argument.getLoc());

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  if (failed(rewriteBlock(from)))
    return failure();
  SmallVector<Value> yields;
  for (Value value : from.getTerminator()->getOperands())
    yields.push_back(local.lookup(value));
  auto yield = YieldOp::create(builder, from.getTerminator()->getLoc(), yields);
  yield->setDiscardableAttrs(from.getTerminator()->getDiscardableAttrDictionary());
  for (auto [old, value] : llvm::zip_equal(region.getResults(), rewritten.getResults()))
    local[old] = value;
  return success();
}

/// The condition or the body of a loop.
LogicalResult Partitioner::rewriteBody(Region &from, Region &to) {
  mlir::Block &old = from.front(), &body = to.emplaceBlock();
  for (BlockArgument argument : old.getArguments())
    local[argument] = body.addArgument(localTypeOf(argument), argument.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  if (failed(rewriteBlock(old)))
    return failure();
  SmallVector<Value> returned;
  for (Value value : old.getTerminator()->getOperands())
    returned.push_back(local.lookup(value));
  stablehlo::ReturnOp::create(builder, old.getTerminator()->getLoc(), returned);
  return success();
}

LogicalResult Partitioner::rewriteLoop(stablehlo::WhileOp loop) {
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (auto [operand, result] : llvm::zip_equal(loop.getOperand(), loop.getResults())) {
    operands.push_back(local.lookup(operand));
    types.push_back(localTypeOf(result));
  }
  auto rewritten = stablehlo::WhileOp::create(builder, loop.getLoc(), types, operands);
  rewritten->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (failed(rewriteBody(loop.getCond(), rewritten.getCond())) ||
      failed(rewriteBody(loop.getBody(), rewritten.getBody())))
    return failure();
  for (auto [old, value] : llvm::zip_equal(loop.getResults(), rewritten.getResults()))
    local[old] = value;
  return success();
}

LogicalResult Partitioner::rewriteBlock(mlir::Block &block) {
  for (Operation &op : block.without_terminator()) {
    listener.origin = &op;
    if (auto reshard = dyn_cast<ReshardOp>(op)) {
      rewriteReshard(reshard);
    } else if (auto region = dyn_cast<MicrobatchOp>(op)) {
      if (failed(rewriteRegion(region)))
        return failure();
    } else if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
      if (failed(rewriteLoop(loop)))
        return failure();
    } else if (auto constraint = dyn_cast<ConstraintOp>(op)) {
      local[constraint.getResult()] = local.lookup(constraint.getInput());
    } else if (!isa<ShardableOpInterface>(op)) {
      return op.emitOpError() << "has no sharding rule";
    } else if (failed(rewriteOp(&op))) {
      return failure();
    }
  }
  listener.origin = nullptr;
  return success();
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void Partitioner::setGlobalTypes(func::FuncOp function) {
  auto asAttrs = [](ArrayRef<Type> types) {
    return llvm::map_to_vector(types, [](Type type) -> Attribute { return TypeAttr::get(type); });
  };
  setArgumentAttrs(function, "dist.global_type", asAttrs(function.getArgumentTypes()));
  setResultAttrs(function, "dist.global_type", asAttrs(function.getResultTypes()));
}

/// Erases what nothing uses, users before what they use.
static void eraseDead(mlir::Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      if (isa<MicrobatchOp, stablehlo::WhileOp>(op))
        eraseDead(region.front());
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

LogicalResult Partitioner::run() {
  mlir::Block &old = function.getBody().front();
  for (BlockArgument argument : old.getArguments())
    if (!getSharding(argument))
      return function.emitOpError()
             << "argument " << argument.getArgNumber() << " has no sharding; propagate first";
  Region fresh;
  mlir::Block &body = fresh.emplaceBlock();
  SmallVector<Type> argumentTypes, resultTypes;
  for (BlockArgument argument : old.getArguments()) {
    argumentTypes.push_back(localTypeOf(argument));
    local[argument] = body.addArgument(argumentTypes.back(), argument.getLoc());
  }
  // The builder's ops must find the mesh: work inside the function.
  function.getBody().getBlocks().splice(function.getBody().end(), fresh.getBlocks());
  builder.setInsertionPointToEnd(&body);
  llvm::scope_exit undo([&] {
    body.dropAllDefinedValueUses();
    body.erase();
  });
  if (failed(rewriteBlock(old)))
    return failure();
  undo.release();

  SmallVector<Value> results;
  for (Value value : old.getTerminator()->getOperands()) {
    results.push_back(local.lookup(value));
    resultTypes.push_back(results.back().getType());
  }
  auto end = func::ReturnOp::create(builder, old.getTerminator()->getLoc(), results);
  end->setDiscardableAttrs(old.getTerminator()->getDiscardableAttrDictionary());
  setGlobalTypes(function);
  old.dropAllDefinedValueUses();
  old.erase();
  function.setFunctionType(builder.getFunctionType(argumentTypes, resultTypes));
  eraseDead(body);
  return success();
}

LogicalResult shardc::partitionFunction(func::FuncOp function, MeshOp mesh) {
  MeshView view(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh());
  return Partitioner(function, view).run();
}
