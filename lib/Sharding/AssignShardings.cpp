//===- AssignShardings.cpp - a strategy becomes shardings -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// First pass of annotation: makes the mesh and shards arguments as the strategy
// says. Batch axes split dimension 0 of inputs; TensorParallel.cpp splits
// parameters by the structure of the graph, StorageSharding.cpp what their
// replicas keep of them.
//
//===----------------------------------------------------------------------===//

#include "AssignHeads.h"
#include "AssignSequence.h"
#include "BatchRows.h"
#include "DeclareMesh.h"
#include "StorageSharding.h"
#include "TensorParallel.h"
#include "UpdateUses.h"
#include "shardc/Interfaces/BatchInputs.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Interfaces/Types.h"
#include "shardc/Sharding/OpPlacement.h"
#include "shardc/Sharding/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "shardc-assign-shardings"

namespace shardc {
#define GEN_PASS_DEF_ASSIGNSHARDINGSPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;

namespace shardc {
namespace {

StringRef roleOf(func::FuncOp function, unsigned argument) {
  auto role = function.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role ? role.getValue() : StringRef();
}

class Assigner {
public:
  Assigner(func::FuncOp function, const Strategy &strategy, dist::MeshOp mesh)
      : function(function), strategy(strategy), context(function.getContext()),
        mesh(FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getMesh()),
        isClosed(coversMesh(strategy, mesh.getMesh())) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      shardings.push_back(function.getArgAttr(i, "dist.sharding"));
  }

  void run() {
    assignInputs();
    ParameterSplits splits;
    if (strategy.tp > 1)
      splits = assignTensorParallel(function, strategy.tp,
                                    [&](unsigned i) { return bool(shardings[i]); });
    if (strategy.tp > 1 && splits.empty())
      splitHeads(splits);
    assignParams(splits);
    assignStates();
    setArgumentAttrs(function, "dist.sharding", shardings);
    setArgumentAttrs(function, "dist.compute_sharding", computed);
    setArgumentAttrs(function, "dist.gradient_sharding", reduced);
    setArgumentAttrs(function, "dist.resident", resident);
    tieResults();
    if (strategy.cp > 1)
      assignContextParallel(function, mesh);
    if (strategy.sp)
      assignSequenceParallel(function, strategy, mesh);
  }

private:
  dist::DimShardingAttr dim(ArrayRef<dist::AxisRefAttr> axes, int64_t granule = 1) {
    return dist::DimShardingAttr::get(context, axes, isClosed, granule);
  }

  dist::ShardingAttr shardingOf(ArrayRef<dist::DimShardingAttr> dims) {
    return dist::ShardingAttr::get(context, mesh.getName(), dims, {});
  }

  /// False for dimensions that say nothing: the model's annotations decide.
  bool isSaid(ArrayRef<dist::DimShardingAttr> dims) {
    return isClosed ||
           llvm::any_of(dims, [](dist::DimShardingAttr dim) { return !dim.getAxes().empty(); });
  }

  /// The batch within a row, where the first input of examples is read row by row: of
  /// numbers [rows, batch, ...], or of tokens [rows, batch].
  std::optional<int64_t> findRowBatch() {
    for (BlockArgument argument : function.getArguments()) {
      auto tensor = cast<RankedTensorType>(argument.getType());
      if (roleOf(function, argument.getArgNumber()) != "input" || tensor.getRank() == 0)
        continue;
      if (!isReadRowByRow(argument))
        return std::nullopt;
      if (tensor.getRank() > 2 || tensor.getElementType().isInteger())
        return tensor.getDimSize(1);
    }
    return std::nullopt;
  }

  void assignInputs() {
    llvm::SmallVector<dist::AxisRefAttr> batchAxes;
    for (auto [name, size] :
         {std::pair<StringRef, int64_t>{"dp", strategy.dp}, {"fsdp", strategy.fsdp}})
      if (size > 1)
        batchAxes.push_back(dist::AxisRefAttr::get(context, name));
    InputExtents extents(function);
    std::optional<int64_t> batch = findRowBatch();
    if (!batch)
      batch = extents.batch;
    bool isWhole = false;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      auto tensor = cast<RankedTensorType>(type);
      if (roleOf(function, i) != "input" || shardings[i])
        continue;
      llvm::SmallVector<dist::DimShardingAttr> dims(tensor.getRank(), dim({}));
      BlockArgument argument = function.getArgument(i);
      std::optional<int64_t> batchDim = extents.batchDimOf(argument);
      if (!batchDim && batch != extents.batch && tensor.getRank() > 0 &&
          tensor.getDimSize(0) == batch)
        batchDim = 0;
      bool isRows = isReadRowByRow(argument);
      // A batch of one would leave all ranks but the first without work, and
      // has to be gathered wherever it is reshaped.
      if (isRows) {
        if (tensor.getDimSize(1) == batch && tensor.getDimSize(1) > 1)
          dims[1] = dim(batchAxes);
      } else if (batchDim && tensor.getDimSize(*batchDim) > 1) {
        dims[*batchDim] = dim(batchAxes);
        if (!batchAxes.empty() && batchDim == 0)
          splitBatchInRows(argument, batchAxes, mesh);
      } else if (batchDim && !batchAxes.empty() && !isWhole) {
        isWhole = true;
        emitRemark(strategyLoc(context, strategy.columnOf(strategy.dp > 1 ? "dp" : "fsdp")),
                   RemarkCategory::Sharding)
            << "the batch is one sequence, which " << strategy.getBatchRanks()
            << " ranks cannot share: all of them compute it; a larger batch, tp or cp splits the "
               "work";
      }
      if (strategy.cp > 1 && !isRows && extents.hasSequence(argument))
        dims[1] = dim(dist::AxisRefAttr::get(context, "cp"));
      if (isSaid(dims))
        shardings[i] = shardingOf(dims);
    }
  }

  /// Without parameters to split, the heads of batched products are what tensor
  /// parallelism can split.
  void splitHeads(ParameterSplits &splits) {
    auto tp = dist::AxisRefAttr::get(context, "tp");
    for (auto [argument, number] : assignHeads(function, strategy.tp)) {
      unsigned index = argument.getArgNumber();
      if (function.getArgAttr(index, "dist.sharding"))
        continue;
      if (roleOf(function, index) == "param")
        splits[argument] = Feature{number, 1, {tp}};
      if (roleOf(function, index) != "input")
        continue;
      llvm::SmallVector<dist::DimShardingAttr> dims(
          cast<RankedTensorType>(argument.getType()).getRank(), dim({}));
      if (shardings[index])
        dims = llvm::to_vector(cast<dist::ShardingAttr>(shardings[index]).getDims());
      if (dims[number].getAxes().empty())
        dims[number] = dim(tp);
      shardings[index] = shardingOf(dims);
    }
  }

  /// Matrices that tensor parallelism leaves whole, equal ones of all layers at once.
  void reportWhole(llvm::ArrayRef<unsigned> parameters) {
    llvm::MapVector<std::pair<Attribute, Type>, llvm::SmallVector<unsigned>> groups;
    for (unsigned index : parameters) {
      std::string name = nameOf(index);
      for (char &letter : name)
        if (llvm::isDigit(letter))
          letter = '#';
      name.erase(std::unique(name.begin(), name.end(),
                             [](char a, char b) { return a == '#' && b == '#'; }),
                 name.end());
      groups[{StringAttr::get(context, name), function.getArgument(index).getType()}].push_back(
          index);
    }
    for (auto &[key, group] : groups) {
      BlockArgument first = function.getArgument(group.front());
      InFlightDiagnostic diagnostic = emitRemark(first.getLoc(), RemarkCategory::Sharding);
      diagnostic << "parameter '" << nameOf(group.front()) << "' of "
                 << cast<RankedTensorType>(first.getType()).getNumElements()
                 << " elements is held whole by all " << strategy.tp << " tensor-parallel ranks";
      if (group.size() > 1)
        diagnostic << ", and so are " << group.size() - 1 << " more like it";
      diagnostic << "; give it a dist.sharding to split it";
    }
  }

  void assignParams(const ParameterSplits &splits) {
    computed.resize(shardings.size());
    reduced.resize(shardings.size());
    resident.resize(shardings.size());
    // Learned positions go along with the tokens.
    llvm::SmallVector<dist::AxisRefAttr> sequenceAxes;
    if (strategy.cp > 1)
      sequenceAxes.push_back(dist::AxisRefAttr::get(context, "cp"));
    if (strategy.sp)
      sequenceAxes.push_back(dist::AxisRefAttr::get(context, "tp"));
    llvm::MapVector<BlockArgument, int64_t> positions;
    if (!sequenceAxes.empty())
      positions = TokenFlow(function).findPositionTables();
    llvm::SmallVector<unsigned> gathered, whole;
    for (BlockArgument argument : function.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (roleOf(function, index) != "param" || shardings[index])
        continue;
      auto type = cast<RankedTensorType>(argument.getType());
      llvm::SmallVector<dist::DimShardingAttr> dims(type.getRank(), dim({}));
      auto found = splits.find(argument);
      auto position = positions.find(argument);
      if (position != positions.end() && found == splits.end())
        dims[position->second] = dim(sequenceAxes);
      else if (found != splits.end())
        dims[found->second.dim] = dim(found->second.axes, found->second.granule);
      else if (strategy.tp > 1 && type.getRank() > 1)
        whole.push_back(index);
      if (!isSaid(dims))
        continue;
      shardings[index] = shardingOf(dims);
      if (assignStorage(argument))
        gathered.push_back(index);
    }
    reportWhole(whole);
    assignResident(gathered);
  }

  /// Splits what the replicas of a parameter keep of it, or reduce its gradient
  /// to. True when the parameter must be gathered before use.
  bool assignStorage(BlockArgument argument) {
    unsigned index = argument.getArgNumber();
    auto type = cast<RankedTensorType>(argument.getType());
    auto compute = cast<dist::ShardingAttr>(shardings[index]);
    AxisList axes = parameterAxes(strategy, mesh);
    bool stored = !axes.empty();
    if (!stored && strategy.zero == 2 && strategy.zero2Reduce == "each")
      axes = stateAxes(strategy.zero, mesh);
    if (axes.empty())
      return false;
    Placement whole = mesh.fromAttr(compute), placement = whole;
    splitFurther(type, axes, placement);
    if (samePlacement(type, whole, placement))
      return false;
    if (stored) {
      shardings[index] = mesh.toAttr(placement);
      computed[index] = mesh.toAttr(whole);
    }
    // Whatever else is pending may stay so: it is reduced once a step, on parts.
    Placement gradient = placement;
    AxisList used = placement.dimAxes();
    for (dist::MeshAxisAttr axis : mesh.getMesh().getAxes())
      if (axis.getName() != "pp")
        gradient.addPartial(
            dist::ReductionKind::Sum,
            subtract(mesh.fromAttr(dist::AxisRefAttr::get(context, axis.getName())), used));
    reduced[index] = mesh.toAttr(gradient);
    return stored;
  }

  /// The smallest of the gathered parameters stay, as many as the budget allows.
  void assignResident(llvm::SmallVector<unsigned> gathered) {
    if (strategy.resident == 0)
      return;
    auto bytesOf = [&](unsigned index) {
      return localBytes(cast<RankedTensorType>(function.getArgumentTypes()[index]),
                        mesh.fromAttr(cast<dist::ShardingAttr>(computed[index])));
    };
    llvm::sort(gathered, [&](unsigned a, unsigned b) {
      return std::make_pair(bytesOf(a), a) < std::make_pair(bytesOf(b), b);
    });
    int64_t bytes = 0;
    std::string names;
    unsigned count = 0;
    for (unsigned index : gathered) {
      if (bytesOf(index) > strategy.resident - bytes)
        break;
      bytes += bytesOf(index);
      resident[index] = UnitAttr::get(context);
      names += (count++ ? ", '" : "'") + nameOf(index) + "'";
    }
    mlir::InFlightDiagnostic remark =
        emitRemark(strategyLoc(context, strategy.columnOf("resident")), RemarkCategory::Remat);
    remark << count << " of " << gathered.size() << " parameters stay gathered through the step, "
           << bytes << " of " << strategy.resident << " bytes a rank";
    if (count)
      remark << ": " << names;
  }

  /// States of a graph that is a training step lie as their parameters do.
  void assignStates() {
    UpdateUses updates(function);
    if (!updates.isStep())
      return;
    AxisList axes = parameterAxes(strategy, mesh);
    for (BlockArgument argument : function.getArguments()) {
      unsigned index = argument.getArgNumber();
      auto type = cast<RankedTensorType>(argument.getType());
      if (!function.getArgAttr(index, "dist.optimizer_state") || shardings[index] ||
          type.getRank() == 0 || !updates.isState(argument))
        continue;
      if (BlockArgument parameter = updates.parameterOf(argument)) {
        shardings[index] = shardings[parameter.getArgNumber()];
        continue;
      }
      if (axes.empty())
        continue;
      Placement placement;
      placement.dims.resize(type.getRank());
      splitFurther(type, axes, placement);
      if (strategy.tp == 1)
        shardings[index] = mesh.toAttr(placement);
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
  MLIRContext *context;
  MeshView mesh;
  /// False when the mesh is the model's own and has axes of which the strategy
  /// says nothing.
  bool isClosed;
  /// Of each argument; null: not decided yet. Written to the function at the end.
  llvm::SmallVector<Attribute> shardings;
  /// Of each parameter, where they differ from its own: the sharding that ops
  /// read it in, and the one that its gradient is reduced to as it is produced;
  /// and whether it stays gathered.
  llvm::SmallVector<Attribute> computed, reduced, resident;
};

/// Refuses counts that do not fit the model, at their column.
LogicalResult checkSizes(func::FuncOp function, const Strategy &strategy) {
  MLIRContext *context = function.getContext();
  std::optional<int64_t> batch;
  if (SmallVector<BlockArgument> inputs = findBatchInputs(function); !inputs.empty())
    batch = typeOf(inputs.front()).getDimSize(0);
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
  return checkSequence(function, strategy);
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
    FailureOr<dist::MeshOp> mesh = declareMesh(module, *parsed);
    if (failed(mesh) || failed(checkStageAxis(function, *parsed)))
      return signalPassFailure();
    parsed->findIdleKeys([&](unsigned column, const Twine &message) {
      emitWarning(strategyLoc(context, column)) << message;
    });
    Builder builder(context);
    module->setAttr("shardc.strategy", builder.getStringAttr(strategy));
    module->setAttr("shardc.zero", builder.getI64IntegerAttr(parsed->zero));
    module->setAttr("shardc.recompute", builder.getStringAttr(parsed->getRecompute()));
    module->setAttr("shardc.microbatches", builder.getI64IntegerAttr(parsed->microbatches));
    Assigner(function, *parsed, *mesh).run();
  }
};

} // namespace
} // namespace shardc
