//===- AssignShardings.cpp - a strategy becomes shardings -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// First pass of annotation: makes the mesh and shards arguments as the strategy
// says. Batch axes split dimension 0 of inputs. Tensor parallelism is found by
// structure: along every chain of matrix products parameters are split by
// columns, then by rows, then by columns again, heads stay whole, biases follow,
// embeddings and output heads are split by vocabulary.
//
//===----------------------------------------------------------------------===//

#include "FeatureFlow.h"
#include "dialects/NN/NN.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "shardc-assign-shardings"

namespace shardc {
#define GEN_PASS_DEF_ASSIGNSHARDINGSPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;

namespace shardc {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

StringRef roleOf(func::FuncOp function, unsigned argument) {
  auto role = function.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role ? role.getValue() : StringRef();
}

/// How the heads of one attention op are split over tp ranks.
struct HeadPlan {
  /// Query heads that stay together.
  int64_t queryHeads = 1;
  /// Ranks that KV heads are split over (a prefix of tp); tp when all, 1 when none.
  int64_t kvParts = 1;
  /// KV must be repeated to one head a query head first.
  bool expand = false;
};

HeadPlan planHeads(nn::AttentionOp attention, int64_t tp) {
  int64_t heads = typeOf(attention.getQ()).getDimSize(2);
  int64_t groups = typeOf(attention.getK()).getDimSize(2);
  int64_t queries = heads / groups;
  // Whole groups a rank.
  if (groups % tp == 0)
    return {queries, tp, false};
  // One group over several ranks, each with some of its queries.
  if (tp % groups == 0 && queries % (tp / groups) == 0)
    return {1, groups, false};
  // Uneven: whole groups where that is as balanced as whole heads.
  if (queries * llvm::divideCeil(groups, tp) <= static_cast<int64_t>(llvm::divideCeil(heads, tp)))
    return {queries, tp, false};
  return {1, 1, true};
}

/// The attention op that `value` reaches through reshapes, rotations and
/// elementwise ops, and as which operand.
std::pair<nn::AttentionOp, unsigned> findAttention(Value value) {
  llvm::SmallVector<Value> queue = {value};
  for (unsigned seen = 0; seen < queue.size() && seen < 32; ++seen)
    for (OpOperand &use : queue[seen].getUses()) {
      Operation *user = use.getOwner();
      if (auto attention = dyn_cast<nn::AttentionOp>(user))
        return {attention, use.getOperandNumber()};
      if (isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::AddOp,
              stablehlo::BroadcastInDimOp, stablehlo::ConvertOp, nn::RopeOp>(user))
        queue.push_back(user->getResult(0));
    }
  return {nullptr, 0};
}

class Assigner {
public:
  Assigner(func::FuncOp function, const Strategy &strategy, dist::MeshAttr mesh)
      : function(function), strategy(strategy), mesh(mesh), context(function.getContext()),
        meshName(FlatSymbolRefAttr::get(context, "mesh")) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      shardings.push_back(function.getArgAttr(i, "dist.sharding"));
  }

  void run() {
    assignInputs();
    if (strategy.tp > 1) {
      expandKeyValueHeads();
      for (Operation &op : function.getBody().front())
        visit(&op);
    }
    assignParams();
    setArgumentAttrs(function, "dist.sharding", shardings);
    tieResults();
  }

private:
  dist::AxisRefAttr axis(StringRef name) { return dist::AxisRefAttr::get(context, name); }

  /// The first `parts` ranks' worth of tp.
  dist::AxisRefAttr tpAxis(int64_t parts) {
    if (parts == strategy.tp)
      return axis("tp");
    return dist::AxisRefAttr::get(context, "tp", /*preSize=*/1, /*subSize=*/parts);
  }

  void setArgument(unsigned index, ArrayRef<dist::DimShardingAttr> dims) {
    shardings[index] = dist::ShardingAttr::get(context, meshName, dims, {});
  }

  dist::DimShardingAttr dim(ArrayRef<dist::AxisRefAttr> axes, int64_t granule = 1) {
    return dist::DimShardingAttr::get(context, axes, /*isClosed=*/true, granule);
  }

  void assignInputs() {
    llvm::SmallVector<dist::AxisRefAttr> batchAxes;
    for (StringRef name : {"dp", "fsdp"})
      if (mesh.getAxisSize(name))
        batchAxes.push_back(axis(name));
    std::optional<int64_t> batch;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      auto tensor = cast<RankedTensorType>(type);
      if (roleOf(function, i) != "input" || shardings[i])
        continue;
      llvm::SmallVector<dist::DimShardingAttr> dims(tensor.getRank(), dim({}));
      if (tensor.getRank() > 0) {
        if (!batch)
          batch = tensor.getDimSize(0);
        // A table handed in as an input is not a batch.
        if (tensor.getDimSize(0) == *batch)
          dims[0] = dim(batchAxes);
      }
      setArgument(i, dims);
    }
  }

  /// Repeats KV heads where head blocks of queries and KV cannot be aligned.
  void expandKeyValueHeads() {
    function.walk([&](nn::AttentionOp attention) {
      if (!planHeads(attention, strategy.tp).expand)
        return;
      OpBuilder builder(attention);
      int64_t heads = typeOf(attention.getQ()).getDimSize(2);
      for (OpOperand *operand : {&attention.getKMutable(), &attention.getVMutable()}) {
        RankedTensorType type = typeOf(operand->get());
        llvm::SmallVector<int64_t> shape(type.getShape());
        int64_t groups = shape[2];
        shape.insert(shape.begin() + 3, heads / groups);
        Location loc = attention.getLoc();
        NamedAttrList carried;
        for (StringRef name : {"dist.layer", "dist.stage"})
          if (Attribute value = attention->getAttr(name))
            carried.set(name, value);
        auto repeated =
            stablehlo::BroadcastInDimOp::create(builder, loc, type.clone(shape), operand->get(),
                                                builder.getDenseI64ArrayAttr({0, 1, 2, 4}));
        shape.erase(shape.begin() + 3);
        shape[2] = heads;
        auto merged = stablehlo::ReshapeOp::create(builder, loc, type.clone(shape), repeated);
        for (Operation *made : {repeated.getOperation(), merged.getOperation()})
          for (NamedAttribute attribute : carried)
            made->setAttr(attribute.getName(), attribute.getValue());
        operand->set(merged);
      }
    });
  }

  bool isUndecidedParam(BlockArgument argument) {
    return argument && argument.getOwner() == &function.getBody().front() &&
           roleOf(function, argument.getArgNumber()) == "param" && !decided.contains(argument) &&
           !shardings[argument.getArgNumber()];
  }

  bool isParam(BlockArgument argument) {
    return argument && argument.getOwner() == &function.getBody().front() &&
           roleOf(function, argument.getArgNumber()) == "param";
  }

  void visit(Operation *op) {
    if (auto embedding = dyn_cast<nn::EmbeddingOp>(op)) {
      auto [argument, dimension] = traceArgument(embedding.getTable(), 0);
      if (isUndecidedParam(argument) && dimension >= 0)
        decide(argument, Feature{dimension, 1, {axis("tp")}});
      return;
    }
    if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op))
      return visitDot(dot);
    // The feature of the first operand that has one; biases follow it.
    for (OpOperand &operand : op->getOpOperands()) {
      auto found = features.find(operand.get());
      if (found == features.end())
        continue;
      Feature feature = found->second;
      std::optional<Feature> result = flowThrough(operand, feature);
      if (!result)
        continue;
      features[op->getResult(0)] = *result;
      if (op->getNumOperands() < 2 || isa<nn::AttentionOp, nn::RopeOp>(op))
        break;
      for (Value other : op->getOperands()) {
        auto [argument, dimension] = traceArgument(other, feature.dim);
        if (isUndecidedParam(argument) && dimension >= 0)
          decide(argument, Feature{dimension, feature.granule, feature.axes});
      }
      break;
    }
  }

  void visitDot(stablehlo::DotGeneralOp dot) {
    auto numbers = dot.getDotDimensionNumbers();
    // Whichever side is a parameter; the right one where both are.
    for (unsigned side : {1u, 0u}) {
      Value weight = dot->getOperand(side);
      if (!isParam(traceArgument(weight, 0).first))
        continue;
      OpOperand &weightUse = dot->getOpOperand(side);
      OpOperand &inputUse = dot->getOpOperand(1 - side);
      auto weightContracting =
          side ? numbers.getRhsContractingDimensions() : numbers.getLhsContractingDimensions();
      auto inputContracting =
          side ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions();
      auto weightBatch =
          side ? numbers.getRhsBatchingDimensions() : numbers.getLhsBatchingDimensions();
      BlockArgument argument = traceArgument(weight, 0).first;
      auto input = features.find(inputUse.get());
      if (isUndecidedParam(argument)) {
        if (input != features.end()) {
          // Row: the contracted dimension is already split.
          Feature feature = input->second;
          for (auto [mine, its] : llvm::zip(weightContracting, inputContracting))
            if (its == feature.dim) {
              int64_t dimension = traceArgument(weight, mine).second;
              if (dimension >= 0)
                decide(argument, Feature{dimension, feature.granule, feature.axes});
              return;
            }
        } else {
          decideColumns(dot, weight, argument, weightContracting, weightBatch);
        }
      }
      // How the result is split, by whichever operand carries a free split.
      if (input != features.end())
        if (std::optional<Feature> result = flowThrough(inputUse, input->second)) {
          features[dot.getResult()] = *result;
          return;
        }
      auto known = decided.find(argument);
      if (known == decided.end())
        return;
      for (int64_t i = 0; i < typeOf(weight).getRank(); ++i)
        if (traceArgument(weight, i).second == known->second.dim) {
          Feature feature{i, known->second.granule, known->second.axes};
          if (std::optional<Feature> result = flowThrough(weightUse, feature))
            features[dot.getResult()] = *result;
        }
      return;
    }
    // Two activations: a split batch or free dimension carries over.
    for (OpOperand &operand : dot->getOpOperands()) {
      auto found = features.find(operand.get());
      if (found == features.end())
        continue;
      if (std::optional<Feature> result = flowThrough(operand, found->second)) {
        features[dot.getResult()] = *result;
        return;
      }
    }
  }

  void decideColumns(stablehlo::DotGeneralOp dot, Value weight, BlockArgument argument,
                     ArrayRef<int64_t> contracting, ArrayRef<int64_t> batch) {
    int64_t best = -1;
    RankedTensorType type = typeOf(weight);
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (!llvm::is_contained(contracting, i) && !llvm::is_contained(batch, i) &&
          (best < 0 || type.getDimSize(i) > type.getDimSize(best)))
        best = i;
    if (best < 0 || type.getDimSize(best) == 1)
      return;
    int64_t dimension = traceArgument(weight, best).second;
    if (dimension < 0)
      return;
    Feature feature{dimension, 1, {axis("tp")}};
    auto [attention, operand] = findAttention(dot.getResult());
    if (attention) {
      HeadPlan plan = planHeads(attention, strategy.tp);
      int64_t headDim = typeOf(attention.getQ()).getDimSize(3);
      if (operand == 0) {
        feature.granule = headDim * plan.queryHeads;
      } else if (expanded(attention) || plan.kvParts == 1) {
        return; // KV is computed whole, and repeated where blocks do not align
      } else {
        feature.granule = headDim;
        feature.axes = {tpAxis(plan.kvParts)};
      }
    }
    decide(argument, feature);
  }

  /// True when the KV heads of `attention` were repeated by us.
  bool expanded(nn::AttentionOp attention) {
    auto reshape = attention.getK().getDefiningOp<stablehlo::ReshapeOp>();
    return reshape && reshape.getOperand().getDefiningOp<stablehlo::BroadcastInDimOp>() &&
           typeOf(reshape.getOperand()).getRank() == 5;
  }

  void decide(BlockArgument argument, Feature feature) { decided[argument] = feature; }

  void assignParams() {
    for (BlockArgument argument : function.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (roleOf(function, index) != "param" || shardings[index])
        continue;
      RankedTensorType type = typeOf(argument);
      llvm::SmallVector<dist::DimShardingAttr> dims(type.getRank(), dim({}));
      auto found = decided.find(argument);
      if (found != decided.end())
        dims[found->second.dim] = dim(found->second.axes, found->second.granule);
      else if (strategy.tp > 1 && type.getRank() > 1)
        emitRemark(argument.getLoc())
            << "parameter '" << nameOf(index) << "' of " << type.getNumElements()
            << " elements is held whole by all " << strategy.tp
            << " tensor-parallel ranks; give it a dist.sharding to split it";
      setArgument(index, dims);
    }
  }

  std::string nameOf(unsigned index) {
    if (auto name = function.getArgAttrOfType<StringAttr>(index, "dist.name"))
      return name.str();
    return "argument " + std::to_string(index);
  }

  /// What replaces an argument after the step lives where the argument does.
  void tieResults() {
    llvm::SmallVector<Attribute> results(function.getNumResults());
    bool any = false;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      auto result = function.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by");
      if (!result || !shardings[i] || result.getInt() < 0 ||
          result.getInt() >= static_cast<int64_t>(results.size()))
        continue;
      results[result.getInt()] = shardings[i];
      any = true;
    }
    if (any)
      setResultAttrs(function, "dist.sharding", results);
  }

  func::FuncOp function;
  const Strategy &strategy;
  dist::MeshAttr mesh;
  MLIRContext *context;
  FlatSymbolRefAttr meshName;
  /// Of each argument; null: not decided yet. Written to the function at the end.
  llvm::SmallVector<Attribute> shardings;
  llvm::DenseMap<Value, Feature> features;
  llvm::MapVector<BlockArgument, Feature> decided;
};

/// Refuses counts that do not fit the model, at their column.
LogicalResult checkSizes(func::FuncOp function, const Strategy &strategy) {
  MLIRContext *context = function.getContext();
  std::optional<int64_t> batch;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    if (!batch && roleOf(function, i) == "input" && tensor.getRank() > 0)
      batch = tensor.getDimSize(0);
  }
  int64_t m = strategy.microbatches;
  if (m > 1) {
    if (!batch)
      return emitError(strategyLoc(context, strategy.columnOf("microbatches")))
             << "the model has no input to split into microbatches";
    int64_t perRank = llvm::divideCeil(*batch, strategy.getBatchRanks());
    if (perRank % m || *batch % m) {
      auto diag = emitError(strategyLoc(context, strategy.columnOf("microbatches")));
      diag << m << " microbatches do not divide the " << perRank << " sequences of a rank (batch "
           << *batch << " over " << strategy.getBatchRanks() << " ranks); counts that do:";
      unsigned shown = 0;
      for (int64_t count = 1; count <= perRank && shown < 16; ++count)
        if (perRank % count == 0 && *batch % count == 0) {
          diag << (shown++ ? ", " : " ") << count;
        }
      return diag;
    }
  }
  if (strategy.pp > 1) {
    llvm::SmallSetVector<int64_t, 16> layers;
    function.walk([&](Operation *op) {
      if (auto layer = op->getAttrOfType<IntegerAttr>("dist.layer"))
        layers.insert(layer.getInt());
    });
    if (layers.empty())
      return emitError(strategyLoc(context, strategy.columnOf("pp")))
             << "the model has no repeated layers to cut into " << strategy.pp << " stages";
    if (strategy.pp > static_cast<int64_t>(layers.size()))
      return emitError(strategyLoc(context, strategy.columnOf("pp")))
             << "pp=" << strategy.pp << " exceeds the model's " << layers.size() << " layers";
  }
  return success();
}

struct AssignShardingsPass : impl::AssignShardingsPassBase<AssignShardingsPass> {
  using Base::Base;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    FailureOr<Strategy> parsed = parseStrategy(strategy, context);
    if (failed(parsed))
      return signalPassFailure();
    auto function = module.lookupSymbol<func::FuncOp>("main");
    if (!function || function.isExternal()) {
      module.emitError() << "no function @main to shard; import the model first";
      return signalPassFailure();
    }
    if (failed(checkSizes(function, *parsed)))
      return signalPassFailure();
    dist::MeshAttr mesh = parsed->getMesh(context);
    if (dist::MeshOp existing = getMesh(module)) {
      if (existing.getMesh() != mesh) {
        existing.emitOpError() << "is " << existing.getMesh() << ", but the strategy asks for "
                               << mesh;
        return signalPassFailure();
      }
    } else {
      OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
      dist::MeshOp::create(builder, module.getLoc(), "mesh", mesh);
    }
    Builder builder(context);
    module->setAttr("shardc.strategy", builder.getStringAttr(strategy));
    module->setAttr("shardc.zero", builder.getI64IntegerAttr(parsed->zero));
    module->setAttr("shardc.recompute", builder.getStringAttr(parsed->recompute));
    module->setAttr("shardc.microbatches", builder.getI64IntegerAttr(parsed->microbatches));
    Assigner(function, *parsed, mesh).run();
  }
};

} // namespace
} // namespace shardc
