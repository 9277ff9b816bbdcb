//===- AssignSequence.cpp - which values split along the sequence -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the forward graph that knows of each value where its batch and
// its sequence are and which dimension tensor parallelism splits. No names, no
// layers: products of an activation with a parameter are enough to see where
// tensor parallelism begins and where it ends.
//
//===----------------------------------------------------------------------===//

#include "AssignSequence.h"
#include "FeatureFlow.h"
#include "TokenFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Interfaces/Types.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace shardc {

LogicalResult checkSequence(func::FuncOp function, const Strategy &strategy) {
  std::optional<int64_t> sequence = InputExtents(function).sequence;
  auto check = [&](StringRef key, int64_t ranks) -> LogicalResult {
    Location loc = strategyLoc(function.getContext(), strategy.columnOf(key));
    if (!sequence)
      return emitError(loc) << "'" << key << "' splits the sequence, dimension 1 of inputs of "
                            << "integers, and the model has none; use dp, fsdp, tp or pp";
    if (*sequence < ranks)
      return emitError(loc) << "'" << key << "' splits the sequence of " << *sequence
                            << " tokens over " << ranks << " ranks; use " << *sequence
                            << " or fewer";
    return success();
  };
  if (strategy.cp > 1 && failed(check("cp", strategy.cp)))
    return failure();
  return strategy.sp ? check("sp", strategy.cp * strategy.tp) : success();
}

/// Gives `to` the layer and the stage of `from`.
static void copyPlace(Operation *from, Operation *to) {
  for (StringRef name : {"dist.layer", "dist.stage"})
    if (Attribute attribute = from->getAttr(name))
      to->setAttr(name, attribute);
}

void assignContextParallel(func::FuncOp function, const MeshView &mesh) {
  MLIRContext *context = function.getContext();
  auto open = dist::DimShardingAttr::get(context, {}, /*isClosed=*/false);
  auto split = dist::DimShardingAttr::get(context, dist::AxisRefAttr::get(context, "cp"));
  auto sharding = dist::ShardingAttr::get(context, mesh.getName(), {open, split, open, open});
  function.walk([&](nn::AttentionOp attention) {
    OpBuilder builder(attention);
    for (OpOperand *operand : {&attention.getKMutable(), &attention.getVMutable()}) {
      Value value = operand->get();
      auto constraint = dist::ConstraintOp::create(builder, attention.getLoc(), value.getType(),
                                                   value, sharding, /*priority=*/0);
      // Keys and values of other ranks are what context parallelism gathers.
      constraint->setAttr("dist.deliberate", builder.getUnitAttr());
      copyPlace(attention, constraint);
      operand->set(constraint);
    }
  });
}

//===----------------------------------------------------------------------===//
// Sequence parallelism
//===----------------------------------------------------------------------===//

namespace {

class SequenceParallel {
public:
  SequenceParallel(func::FuncOp function, const Strategy &strategy, const MeshView &mesh)
      : function(function), strategy(strategy), mesh(mesh), context(function.getContext()),
        tokens(function) {
    // As the inputs are split, whoever said so.
    for (BlockArgument argument : function.getArguments()) {
      auto sharding =
          function.getArgAttrOfType<dist::ShardingAttr>(argument.getArgNumber(), "dist.sharding");
      if (!sharding || !tokens.sequenceOf(argument))
        continue;
      llvm::append_range(batchAxes, sharding.getDims()[0].getAxes());
      llvm::append_range(outer, sharding.getDims()[1].getAxes());
      break;
    }
    inner = outer;
    auto tp = dist::AxisRefAttr::get(context, "tp");
    if (!llvm::is_contained(inner, tp))
      inner.push_back(tp);
  }

  void run() {
    seed();
    for (Operation &op : function.getBody().front().without_terminator())
      visit(&op);
    bool any = false;
    for (auto [value, isPartial] : scatters)
      any |= scatter(value, isPartial);
    for (auto &[key, entry] : gathers)
      gather(entry);
    any |= !gathers.empty();
    if (!any)
      emitRemark(strategyLoc(context, strategy.columnOf("sp")), RemarkCategory::Sharding)
          << "'sp' changes nothing: the model has no product of tokens that tensor parallelism "
             "splits";
  }

private:
  void seed();
  void visit(Operation *op);
  void visitDot(stablehlo::DotGeneralOp dot);
  void flowFeatures(Operation *op);
  void addGather(OpOperand &use);

  /// The uses of a value by products that tensor parallelism splits by columns.
  struct Gather {
    SmallVector<OpOperand *> uses;
    /// The first user, and the product behind it.
    Operation *first = nullptr, *product = nullptr;
  };
  bool scatter(Value value, bool isPartial);
  void gather(const Gather &entry);

  /// The batch and the sequence are dimensions of their own.
  bool isLaidOut(Value value) const {
    const Position *batch = tokens.batchOf(value);
    return tokens.hasOwnSequence(value) && (batchAxes.empty() || (batch && batch->isOwn(value)));
  }
  dist::ShardingAttr shardingOf(Value value, ArrayRef<dist::AxisRefAttr> sequenceAxes) const;
  dist::ReshardOp createReshard(OpBuilder &builder, Value value, dist::ShardingAttr sharding,
                                dist::ShardingAttr adjoint, Operation *like);

  func::FuncOp function;
  const Strategy &strategy;
  const MeshView &mesh;
  MLIRContext *context;
  /// Axes of the batch; of the sequence inside of products and outside of them.
  SmallVector<dist::AxisRefAttr> batchAxes, outer, inner;
  TokenFlow tokens;
  llvm::DenseMap<Value, Feature> features;
  /// Whether a sum over tensor-parallel ranks is pending in each.
  llvm::MapVector<Value, bool> scatters;
  /// By value and layer, so that a gather belongs to one layer.
  llvm::MapVector<std::pair<Value, Attribute>, Gather> gathers;
};

} // namespace

void SequenceParallel::seed() {
  // Learned positions are split as tokens are.
  llvm::MapVector<BlockArgument, int64_t> tables = tokens.findPositionTables();
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto sharding = function.getArgAttrOfType<dist::ShardingAttr>(index, "dist.compute_sharding");
    if (!sharding)
      sharding = function.getArgAttrOfType<dist::ShardingAttr>(index, "dist.sharding");
    if (!sharding || tokens.sequenceOf(argument) || tables.contains(argument))
      continue;
    for (auto [dim, split] : llvm::enumerate(sharding.getDims()))
      if (llvm::any_of(split.getAxes(), [](auto axis) { return axis.getName() == "tp"; }))
        features[argument] = {static_cast<int64_t>(dim),
                              split.getGranule(),
                              {split.getAxes().begin(), split.getAxes().end()}};
  }
}

void SequenceParallel::flowFeatures(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = features.find(operand.get());
    if (found == features.end())
      continue;
    Feature feature = found->second;
    if (std::optional<Feature> moved = flowThrough(operand, feature)) {
      features[op->getResult(0)] = *moved;
      return;
    }
    // Gradients have several results; a dimension of the same factors is split alike.
    auto shardable = dyn_cast<ShardableOpInterface>(op);
    if (!shardable || isa<stablehlo::ReshapeOp, stablehlo::DotGeneralOp>(op))
      continue;
    ShardingRule rule = shardable.getShardingRule();
    const DimFactors &factors = rule.operands[operand.getOperandNumber()][feature.dim];
    for (auto [number, result] : llvm::enumerate(rule.results))
      for (auto [dim, other] : llvm::enumerate(result))
        if (!factors.empty() && other == factors)
          features.try_emplace(op->getResult(number),
                               Feature{static_cast<int64_t>(dim), feature.granule, feature.axes});
  }
}

void SequenceParallel::visit(Operation *op) {
  flowFeatures(op);
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op))
    return visitDot(dot);
  // Sums of sums are scattered once.
  if (isa<stablehlo::AddOp>(op)) {
    auto isPartial = [&](Value value) { return value.hasOneUse() && scatters.lookup(value); };
    if (isPartial(op->getOperand(0)) && isPartial(op->getOperand(1))) {
      for (Value operand : op->getOperands())
        scatters.erase(operand);
      scatters[op->getResult(0)] = true;
    }
    return;
  }
  // Where tokens become rows of a table the residual stream begins.
  if (!isa<nn::EmbeddingOp, stablehlo::GatherOp>(op) || tokens.sequenceOf(op->getOperand(0)) ||
      !tokens.sequenceOf(op->getResult(0)) ||
      !isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
    return;
  auto table = features.find(op->getOperand(0));
  scatters[op->getResult(0)] = table != features.end() && table->second.dim == 0;
}

void SequenceParallel::visitDot(stablehlo::DotGeneralOp dot) {
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> contracting[] = {numbers.getLhsContractingDimensions(),
                                     numbers.getRhsContractingDimensions()};
  // How tensor parallelism splits an operand.
  enum Part { Whole, Free, Contracted } parts[2];
  const Position *sequences[2];
  for (unsigned side : {0u, 1u}) {
    auto feature = features.find(dot->getOperand(side));
    parts[side] = feature == features.end()                                    ? Whole
                  : llvm::is_contained(contracting[side], feature->second.dim) ? Contracted
                                                                               : Free;
    sequences[side] = tokens.sequenceOf(dot->getOperand(side));
  }
  for (unsigned side : {0u, 1u}) {
    unsigned other = 1 - side;
    if (!sequences[side] || parts[side] == Free)
      continue;
    if (!sequences[other] && (parts[side] == Contracted || parts[other] == Contracted))
      // By rows.
      scatters[dot.getResult()] = true;
    else if (!sequences[other] && parts[other] == Free)
      // By columns. Products of a whole parameter run on the rank's own tokens.
      addGather(dot->getOpOperand(side));
    else if (sequences[other] && parts[side] == Whole && parts[other] == Free &&
             llvm::is_contained(contracting[side], sequences[side]->dim) &&
             llvm::is_contained(contracting[other], sequences[other]->dim))
      // The gradient of such a parameter, in a graph that has gradients: a sum over all
      // tokens.
      addGather(dot->getOpOperand(side));
  }
}

void SequenceParallel::addGather(OpOperand &use) {
  // Flattened tokens have no dimension of the sequence: back to where they do.
  OpOperand *edge = &use;
  while (!isLaidOut(edge->get())) {
    Operation *op = edge->get().getDefiningOp();
    if (!isa_and_nonnull<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp>(op))
      return;
    edge = &op->getOpOperand(0);
  }
  Operation *product = use.getOwner();
  Gather &entry = gathers[{edge->get(), product->getAttr("dist.layer")}];
  if (!llvm::is_contained(entry.uses, edge))
    entry.uses.push_back(edge);
  if (!entry.first || edge->getOwner()->isBeforeInBlock(entry.first)) {
    entry.first = edge->getOwner();
    entry.product = product;
  }
}

dist::ShardingAttr SequenceParallel::shardingOf(Value value,
                                                ArrayRef<dist::AxisRefAttr> sequenceAxes) const {
  SmallVector<dist::DimShardingAttr> dims;
  const Position *batch = tokens.batchOf(value);
  for (int64_t dim = 0; dim < typeOf(value).getRank(); ++dim) {
    ArrayRef<dist::AxisRefAttr> axes;
    if (dim == tokens.sequenceOf(value)->dim)
      axes = sequenceAxes;
    else if (batch && batch->dim == dim)
      axes = batchAxes;
    dims.push_back(dist::DimShardingAttr::get(context, axes, /*isClosed=*/true));
  }
  return dist::ShardingAttr::get(context, mesh.getName(), dims);
}

dist::ReshardOp SequenceParallel::createReshard(OpBuilder &builder, Value value,
                                                dist::ShardingAttr sharding,
                                                dist::ShardingAttr adjoint, Operation *like) {
  auto reshard = dist::ReshardOp::create(builder, value.getLoc(), value.getType(), value, sharding);
  reshard->setAttr("dist.adjoint", adjoint);
  copyPlace(like, reshard);
  return reshard;
}

bool SequenceParallel::scatter(Value value, bool isPartial) {
  // A flattened result becomes a sequence again; what is pending stays so.
  Operation *producer = value.getDefiningOp();
  while (!isLaidOut(value)) {
    if (!value.hasOneUse())
      return false;
    Operation *user = *value.user_begin();
    if (!isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp>(user))
      return false;
    value = user->getResult(0);
  }
  OpBuilder builder(context);
  builder.setInsertionPointAfterValue(value);
  // Ranks with a part of the contracted dimension or of the vocabulary need the
  // gradients of all rows; others only those of their own.
  dist::ShardingAttr split = shardingOf(value, inner);
  dist::ReshardOp reshard =
      createReshard(builder, value, split, isPartial ? shardingOf(value, outer) : split, producer);
  value.replaceAllUsesExcept(reshard, reshard);
  // Positions and later gathers speak of the new value.
  tokens.replace(value, reshard);
  return true;
}

void SequenceParallel::gather(const Gather &entry) {
  Value value = entry.uses.front()->get();
  OpBuilder builder(entry.first);
  dist::ReshardOp reshard = createReshard(builder, value, shardingOf(value, outer),
                                          shardingOf(value, inner), entry.product);
  if (strategy.spRegather)
    reshard->setAttr("dist.regather", builder.getUnitAttr());
  for (OpOperand *use : entry.uses)
    use->set(reshard);
}

void assignSequenceParallel(func::FuncOp function, const Strategy &strategy, const MeshView &mesh) {
  SequenceParallel(function, strategy, mesh).run();
}

} // namespace shardc
