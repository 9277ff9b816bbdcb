//===- PartitionChecker.cpp - proof of a partitioned program ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The walk: arguments get the placements they are declared with, each op gives
// its results theirs, and what the function returns must be what it declares.
//
//===----------------------------------------------------------------------===//

#include "PartitionCheckerMeaning.h"
#include "PartitionCheckerProof.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Decomposable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace shardc;
using namespace shardc::checker;
using dist::ReductionKind;

/// The function in a copy of its module, with every decomposable op replaced by
/// what it is made of. Null, with an error at the op, when that fails.
static func::FuncOp lookThrough(func::FuncOp func, OwningOpRef<ModuleOp> &copy) {
  copy = func->getParentOfType<ModuleOp>().clone();
  if (failed(decomposeAll(*copy)))
    return {};
  return copy->lookupSymbol<func::FuncOp>(func.getName());
}

LogicalResult shardc::checkPartition(func::FuncOp func, const PartitionCheckerOptions &given) {
  if (func.isExternal())
    return success();
  // The checker knows ops of other dialects by what they are made of.
  PartitionCheckerOptions options = given;
  OwningOpRef<ModuleOp> copy, globalCopy;
  if (auto module = func->getParentOfType<ModuleOp>(); module && hasDecomposable(module))
    if (!(func = lookThrough(func, copy)))
      return failure();
  if (auto module = given.global ? given.global->getParentOfType<ModuleOp>() : ModuleOp();
      module && hasDecomposable(module))
    if (!(options.global = lookThrough(given.global, globalCopy)))
      return failure();
  return options.global ? proveEqual(func, options) : Checker(func, options).run();
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// Finds the mesh and cuts its axes at every sub-axis that occurs.
LogicalResult Checker::collectAtoms() {
  SmallVector<dist::AxisRefAttr> refs;
  FlatSymbolRefAttr symbol;
  Operation *other = nullptr;
  llvm::SmallDenseSet<Attribute, 32> seen;
  auto useMesh = [&](Operation *op, FlatSymbolRefAttr name) {
    if (!symbol)
      symbol = name;
    else if (symbol != name && !other)
      other = op;
  };
  auto useSharding = [&](Operation *op, Attribute attr) {
    auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attr);
    if (!sharding || !seen.insert(sharding).second)
      return;
    useMesh(op, sharding.getMesh());
    for (dist::DimShardingAttr dim : sharding.getDims())
      llvm::append_range(refs, dim.getAxes());
    for (dist::PartialAttr partial : sharding.getPartial())
      llvm::append_range(refs, partial.getAxes());
  };
  auto collect = [&](func::FuncOp function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      useSharding(function, function.getArgAttr(i, "dist.sharding"));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      useSharding(function, function.getResultAttr(i, "dist.sharding"));
    function.walk([&](Operation *op) {
      for (StringRef name : {"dist.shardings", "dist.arg_shardings"})
        if (auto list = op->getAttrOfType<ArrayAttr>(name))
          for (Attribute attr : list)
            useSharding(op, attr);
      if (!isa<dist::DistDialect>(op->getDialect()))
        return;
      if (auto mesh = op->getAttrOfType<FlatSymbolRefAttr>("mesh"))
        useMesh(op, mesh);
      if (auto axes = op->getAttrOfType<ArrayAttr>("axes"))
        if (seen.insert(axes).second)
          llvm::append_range(refs, axes.getAsRange<dist::AxisRefAttr>());
    });
  };
  collect(func);
  // Functions it calls speak of the same axes.
  SmallVector<func::FuncOp> pending = {func};
  llvm::SmallPtrSet<Operation *, 4> visited = {func};
  while (!pending.empty()) {
    SymbolTableCollection symbols;
    pending.pop_back_val().walk([&](func::CallOp call) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      if (callee && visited.insert(callee).second) {
        collect(callee);
        pending.push_back(callee);
      }
    });
  }

  if (other)
    return fail(other, "belongs to another mesh than '@" + symbol.getValue() +
                           "', which the program began with");
  if (symbol && !(mesh = lookupMesh(func, symbol)))
    return fail(func, "refers to the mesh '@" + symbol.getValue() + "', which is not declared");
  atoms = AtomTable(mesh);
  for (dist::AxisRefAttr ref : refs)
    atoms.cut(ref);
  std::string culprit;
  if (!atoms.close(culprit))
    return fail(func, "cuts the axis '" + culprit + "' at what is no divisor of its size");
  return success();
}

/// The placement that a declaration states. `what` names the value.
LogicalResult Checker::placementOf(Operation *at, const Twine &what, RankedTensorType local,
                                   RankedTensorType global, dist::ShardingAttr sharding,
                                   Placement &placement) {
  if (!global && sharding && !sharding.isFullyReplicated())
    return fail(at, what + " is split but has no 'dist.global_type'");
  if (!global)
    global = local;
  if (global.getRank() != local.getRank() || (sharding && sharding.getRank() != local.getRank()))
    return fail(at, what + " has " + Twine(local.getRank()) +
                        " dimensions, but another number in its global type or sharding");
  for (int64_t i = 0; i < local.getRank(); ++i) {
    Dim dim = Dim::whole(global.getDimSize(i));
    if (sharding) {
      dist::DimShardingAttr split = sharding.getDims()[i];
      std::optional<Dim> made = makeDim(dim.global, split.getGranule(), split.getAxes());
      if (!made)
        return fail(at, what + " has a sharding that does not fit the mesh");
      dim = *made;
    }
    if (dim.local != local.getDimSize(i))
      return fail(at, what + " holds " + describe(dim) + " in dimension " + Twine(i) +
                          ", but its type has " + Twine(local.getDimSize(i)) + " elements there");
    placement.dims.push_back(std::move(dim));
  }
  if (sharding)
    for (dist::PartialAttr partial : sharding.getPartial())
      for (dist::AxisRefAttr ref : partial.getAxes()) {
        SmallVector<unsigned> list;
        if (!atoms.resolve(ref, list))
          return fail(at, what + " has a sharding that does not fit the mesh");
        for (unsigned atom : list)
          placement.addPartial(atom, partial.getKind());
      }
  if (atoms.hasForks())
    atoms.rewrite(placement.partial);
  return success();
}

LogicalResult Checker::seedArguments() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      return fail(func, "argument " + Twine(i) + " is no tensor");
    auto globalType = func.getArgAttrOfType<TypeAttr>(i, "dist.global_type");
    auto global =
        globalType ? dyn_cast<RankedTensorType>(globalType.getValue()) : RankedTensorType();
    auto sharding = func.getArgAttrOfType<dist::ShardingAttr>(i, "dist.sharding");
    if (isGlobal) {
      global = type;
      sharding = {};
    }
    Placement placement;
    if (failed(placementOf(func, "argument " + Twine(i), type, global, sharding, placement)))
      return failure();
    put(argument, std::move(placement));
    if (meaning)
      meaning->seed(argument);
  }
  return success();
}

LogicalResult Checker::checkResults(func::ReturnOp op) {
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    auto type = cast<RankedTensorType>(value.getType());
    std::string what = "result " + std::to_string(i);
    auto sharding = func.getResultAttrOfType<dist::ShardingAttr>(i, "dist.sharding");
    auto globalType = func.getResultAttrOfType<TypeAttr>(i, "dist.global_type");
    Placement declared;
    if (failed(placementOf(func, what, type,
                           globalType ? dyn_cast<RankedTensorType>(globalType.getValue())
                                      : RankedTensorType(),
                           sharding, declared)))
      return failure();
    Placement derived = get(value);
    if (!derived.varying.empty() ||
        (derived.partial != declared.partial && !(derived.splat == 0.0 && !derived.isPartial())))
      return fail(op,
                  what + " is derived as " + describe(derived) + ", but is declared as " +
                      describe(declared),
                  value);
    for (auto [d, dim, wanted] : llvm::enumerate(derived.dims, declared.dims))
      if (dim.soft ? dim.local != wanted.local : !fitsInto(dim, wanted))
        return fail(op,
                    what + " is derived as " + describe(dim) + " in dimension " + Twine(d) +
                        ", but is declared as " + describe(wanted),
                    value, isAmbiguous(dim) || isAmbiguous(wanted));
  }
  return success();
}

LogicalResult Checker::runGlobal() {
  isGlobal = true;
  if (failed(seedArguments()))
    return failure();
  if (!func.getBody().hasOneBlock())
    return fail(func, "has several blocks, but must be straight-line code");
  return visitBlock(func.getBody().front());
}

LogicalResult Checker::run() {
  if (failed(collectAtoms()) || failed(seedArguments()))
    return failure();
  if (!func.getBody().hasOneBlock())
    return fail(func, "has several blocks, but a local program is straight-line code");
  mlir::Block &body = func.getBody().front();
  if (failed(visitBlock(body)))
    return failure();
  return checkResults(cast<func::ReturnOp>(body.getTerminator()));
}

//===----------------------------------------------------------------------===//
// Regions and calls
//===----------------------------------------------------------------------===//

LogicalResult Checker::visitBlock(mlir::Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (failed(visit(&op)))
      return failure();
    if (meaning)
      meaning->visit(&op);
    for (Value operand : op.getOperands())
      release(operand);
    for (Value result : op.getResults())
      if (result.use_empty())
        release(result);
  }
  return success();
}

LogicalResult Checker::visitMicrobatch(dist::MicrobatchOp op) {
  mlir::Block &body = op.getBody().front();
  auto declared = op->getAttrOfType<ArrayAttr>("dist.arg_shardings");
  for (auto [i, slice, argument] : llvm::enumerate(op.getSlices(), body.getArguments())) {
    Placement placement = get(slice);
    if (!placement.dims[0].soft && failed(requireWhole(op, slice, 0, "takes microbatches along")))
      return failure();
    placement.dims.erase(placement.dims.begin());
    if (placement.tag == Placement::LocalIndex)
      placement.clearTag();
    if (options.checkOpShardings && !isGlobal && declared && i < declared.size())
      if (auto sharding = dyn_cast<dist::ShardingAttr>(declared[i]))
        if (failed(agree(op, "body argument " + Twine(i), placement, sharding, slice)))
          return failure();
    put(argument, std::move(placement));
    if (meaning)
      meaning->enterMicrobatch(argument, slice);
  }
  if (failed(visitBlock(body)))
    return failure();
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Placement placement = get(value);
    placement.clearTag();
    if (op.getKind(i) == dist::YieldKind::Stack) {
      placement.dims.insert(placement.dims.begin(), Dim::whole(op.getCount()));
    } else {
      for (auto &entry : placement.partial)
        if (entry.second != ReductionKind::Sum)
          return fail(op,
                      "adds up yielded value " + Twine(i) +
                          " over microbatches, but it waits "
                          "for another combination (" +
                          describePartial(placement) + ")",
                      value);
      if (placement.splat != 0.0)
        placement.splat.reset();
      for (Dim &dim : placement.dims)
        if (dim.pad.kind == Pad::Fill)
          dim.pad.value *= op.getCount();
    }
    if (failed(set(op->getOpResult(i), std::move(placement))))
      return failure();
  }
  return success();
}

/// A call is interpreted with its arguments' placements; the last one of each
/// function is remembered, as calls of one function mostly agree.
LogicalResult Checker::visitCall(func::CallOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return fail(op, "calls '@" + op.getCallee() + "', which has no straight-line body");
  std::vector<Placement> arguments;
  for (Value operand : op.getOperands())
    arguments.push_back(get(operand));
  if (calls[callee].active)
    return fail(op, "calls '@" + op.getCallee() + "' from within itself");
  if (calls[callee].results.size() != op.getNumResults() || calls[callee].arguments != arguments ||
      op.getNumResults() == 0 || meaning) {
    calls[callee].active = true;
    mlir::Block &body = callee.getBody().front();
    for (auto [argument, placement] : llvm::zip_equal(body.getArguments(), arguments))
      put(argument, placement);
    if (meaning)
      for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), op.getOperands()))
        meaning->alias(argument, operand);
    if (failed(visitBlock(body)))
      return failure();
    Call &call = calls[callee];
    call.active = false;
    call.arguments = std::move(arguments);
    call.results.clear();
    for (Value value : body.getTerminator()->getOperands())
      call.results.push_back(get(value));
  }
  for (OpResult result : op->getResults()) {
    Placement placement = calls[callee].results[result.getResultNumber()];
    if (failed(set(result, std::move(placement))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

LogicalResult Checker::visit(Operation *op) {
  if (isElementwise(op))
    return visitElementwise(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](stablehlo::ConstantOp op) { return visitConstant(op); })
      .Case([&](stablehlo::IotaOp op) { return visitIota(op); })
      .Case([&](stablehlo::BroadcastInDimOp op) { return visitBroadcast(op); })
      .Case([&](stablehlo::ReshapeOp op) { return visitReshape(op); })
      .Case([&](stablehlo::TransposeOp op) { return visitTranspose(op); })
      .Case([&](stablehlo::ReverseOp op) { return visitReverse(op); })
      .Case([&](stablehlo::SliceOp op) { return visitSlice(op); })
      .Case([&](stablehlo::PadOp op) { return visitPad(op); })
      .Case([&](stablehlo::ConcatenateOp op) { return visitConcatenate(op); })
      .Case([&](stablehlo::DynamicSliceOp op) { return visitDynamicSlice(op); })
      .Case([&](stablehlo::DynamicUpdateSliceOp op) { return visitDynamicUpdateSlice(op); })
      .Case([&](stablehlo::GatherOp op) { return visitGather(op); })
      .Case([&](stablehlo::ScatterOp op) { return visitScatter(op); })
      .Case([&](stablehlo::DotOp op) {
        int64_t last = get(op.getLhs()).dims.size() - 1;
        return visitDot(op, {}, {}, {last}, {0});
      })
      .Case([&](stablehlo::DotGeneralOp op) {
        auto numbers = op.getDotDimensionNumbers();
        return visitDot(op, numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions(),
                        numbers.getLhsContractingDimensions(),
                        numbers.getRhsContractingDimensions());
      })
      .Case([&](stablehlo::ReduceOp op) { return visitReduce(op); })
      .Case([&](stablehlo::ConvolutionOp op) { return visitConvolution(op); })
      .Case([&](stablehlo::ReduceWindowOp op) { return visitReduceWindow(op); })
      .Case([&](stablehlo::SelectAndScatterOp op) { return visitSelectAndScatter(op); })
      .Case([&](stablehlo::SortOp op) { return visitSort(op); })
      .Case<stablehlo::OptimizationBarrierOp, dist::CheckpointOp, dist::WaitOp>(
          [&](Operation *op) { return visitPassThrough(op); })
      .Case([&](stablehlo::CustomCallOp op) { return visitCustomCall(op); })
      .Case([&](dist::AllReduceOp op) { return visitAllReduce(op); })
      .Case([&](dist::AllGatherOp op) { return visitAllGather(op); })
      .Case([&](dist::ReduceScatterOp op) { return visitReduceScatter(op); })
      .Case([&](dist::AllSliceOp op) { return visitAllSlice(op); })
      .Case([&](dist::AllToAllOp op) { return visitAllToAll(op); })
      .Case([&](dist::PermuteOp op) { return visitPermute(op); })
      .Case([&](dist::BroadcastOp op) { return visitBroadcastCollective(op); })
      .Case([&](dist::StartOp op) { return visitStart(op); })
      .Case([&](dist::MaskOp op) { return visitMask(op); })
      .Case([&](dist::ShardOffsetOp op) { return visitShardOffset(op); })
      .Case([&](dist::MicrobatchOp op) { return visitMicrobatch(op); })
      .Case([&](stablehlo::WhileOp op) { return visitWhile(op); })
      .Case([&](func::CallOp op) { return visitCall(op); })
      .Case([&](nn::EmbeddingOp op) { return visitEmbedding(op); })
      .Case([&](nn::EmbeddingGradOp op) { return visitEmbeddingGrad(op); })
      .Case([&](nn::RmsNormOp op) { return visitNorm(op, 1); })
      .Case([&](nn::LayerNormOp op) { return visitNorm(op, 2); })
      .Case<nn::RmsNormGradOp, nn::LayerNormGradOp>(
          [&](Operation *op) { return visitNormGrad(op); })
      .Case<nn::SoftmaxOp, nn::SoftmaxGradOp>([&](Operation *op) { return visitSoftmax(op); })
      .Case([&](nn::RopeTableOp op) { return visitRopeTable(op); })
      .Case([&](nn::RopeOp op) { return visitRope(op); })
      .Case([&](nn::AttentionOp op) { return visitAttention(op); })
      .Case([&](nn::AttentionGradOp op) { return visitAttentionGrad(op); })
      .Case([&](nn::DropoutOp op) { return visitDropout(op); })
      .Case([&](nn::CrossEntropyOp op) { return visitCrossEntropy(op); })
      .Case([&](nn::CrossEntropyGradOp op) { return visitCrossEntropyGrad(op); })
      .Case([&](nn::SquareSumOp op) { return visitSquareSum(op); })
      .Case([&](nn::AdamWOp op) { return visitAdamW(op); })
      .Case<dist::ReshardOp, dist::ConstraintOp>([&](Operation *op) {
        if (isGlobal)
          return visitPassThrough(op);
        return fail(op, "must not occur in a partitioned program", op->getOperand(0));
      })
      .Default([&](Operation *op) { return giveUp(op, "is not known to the partition checker"); });
}
