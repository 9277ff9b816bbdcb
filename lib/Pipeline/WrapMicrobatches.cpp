//===- WrapMicrobatches.cpp - the microbatch region -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Gives inputs a leading microbatch dimension and moves what depends on them
// into a dist.microbatch.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "MicrobatchSplit.h"
#include "StepPhases.h"
#include "shardc/Pipeline/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_WRAPMICROBATCHESPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct WrapMicrobatches : shardc::impl::WrapMicrobatchesPassBase<WrapMicrobatches> {
  using WrapMicrobatchesPassBase::WrapMicrobatchesPassBase;

  void runOnOperation() override {
    if (failed(wrap(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult wrap(ModuleOp module);
  Operation *moveBehind(func::FuncOp main, const StepPhases &step);
  void restoreInput(BlockArgument input, dist::MicrobatchOp region);
  LogicalResult checkCount(func::FuncOp main, ArrayRef<BlockArgument> inputs, dist::MeshAttr mesh);
};
} // namespace

/// `sharding` with an unsplit dimension in front.
static Attribute withLeadingDim(Attribute attr) {
  auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attr);
  if (!sharding)
    return attr;
  SmallVector<dist::DimShardingAttr> dims{
      dist::DimShardingAttr::get(attr.getContext(), ArrayRef<dist::AxisRefAttr>())};
  llvm::append_range(dims, sharding.getDims());
  return dist::ShardingAttr::get(attr.getContext(), sharding.getMesh(), dims,
                                 sharding.getPartial());
}

LogicalResult WrapMicrobatches::checkCount(func::FuncOp main, ArrayRef<BlockArgument> inputs,
                                           dist::MeshAttr mesh) {
  if (count < 1)
    return main.emitError() << "microbatches=" << int64_t(count) << ", expected 1 or more";
  int64_t rows = cast<RankedTensorType>(inputs[0].getType()).getDimSize(0);
  int64_t perRank = rows;
  for (BlockArgument input : inputs) {
    auto sharding =
        main.getArgAttrOfType<dist::ShardingAttr>(input.getArgNumber(), "dist.sharding");
    if (sharding && mesh)
      perRank = std::min(perRank, localExtent(rows, sharding.getDims()[0], mesh));
  }
  if (perRank % count == 0 && rows % count == 0)
    return success();
  InFlightDiagnostic diag = main.emitError()
                            << "microbatches=" << int64_t(count) << " does not divide the "
                            << perRank << " rows of a rank's batch; legal counts are ";
  SmallVector<int64_t> legal;
  for (int64_t n = 1; n <= perRank; ++n)
    if (perRank % n == 0 && rows % n == 0)
      legal.push_back(n);
  llvm::interleaveComma(legal, diag);
  return diag;
}

/// Moves what is computed with the sums over all microbatches behind what is computed for
/// each of them, as part of the update; gives the first such op.
Operation *WrapMicrobatches::moveBehind(func::FuncOp main, const StepPhases &step) {
  mlir::Block &block = main.getBody().front();
  Operation *update = block.getTerminator();
  SmallVector<Operation *> late;
  for (Operation &op : block.without_terminator()) {
    if (step.getPhase(&op) == StepPhases::Update) {
      update = &op;
      break;
    }
    bool isSum = llvm::any_of(op.getResults(), [&](Value result) {
      return step.getState(result).kind != BatchState::Whole;
    });
    if (isSum && !step.isPerMicrobatch(&op) && !step.isSetup(&op))
      late.push_back(&op);
  }
  for (Operation *op : late) {
    op->setAttr("dist.phase", StringAttr::get(&getContext(), "update"));
    op->moveBefore(update);
  }
  return late.empty() ? update : late.front();
}

/// What reads all rows of an input has them in one dimension, as before.
void WrapMicrobatches::restoreInput(BlockArgument input, dist::MicrobatchOp region) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : input.getUses())
    if (use.getOwner() != region && !use.getOwner()->hasTrait<OpTrait::IsTerminator>())
      uses.push_back(&use);
  if (uses.empty())
    return;
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape{type.getDimSize(0) * type.getDimSize(1)};
  llvm::append_range(shape, type.getShape().drop_front(2));
  OpBuilder builder = OpBuilder::atBlockBegin(input.getOwner());
  Value whole = stablehlo::ReshapeOp::create(builder, input.getLoc(), type.clone(shape), input);
  for (OpOperand *use : uses)
    use->set(whole);
}

LogicalResult WrapMicrobatches::wrap(ModuleOp module) {
  func::FuncOp main = findMain(module);
  if (!main)
    return failure();
  dist::MeshOp meshOp = getMesh(module);
  dist::MeshAttr mesh = meshOp ? meshOp.getMesh() : nullptr;
  bool pipelined = mesh && mesh.getAxisSize("pp").value_or(1) > 1;
  // One microbatch of a step that states its phases is all but its update, as it is.
  if (count == 1 && (!pipelined || isImportedStep(main)))
    return success();
  mlir::Block &block = main.getBody().front();
  for (auto region : block.getOps<dist::MicrobatchOp>())
    return region.emitOpError() << "is there already; microbatches are set once";

  // Of a training step, the update and what it needs beforehand stay outside.
  bool isStep = isImportedStep(main);
  std::optional<StepPhases> step;
  SmallVector<BlockArgument> inputs = findBatchInputs(main);
  if (inputs.empty())
    return main.emitError() << "has no argument with role 'input' to cut into microbatches";
  if (failed(checkCount(main, inputs, mesh)))
    return failure();

  step.emplace(main, count);
  if (!isStep && !step->hasSetup()) {
    step.reset();
  } else {
    if (failed(step->check()))
      return failure();
    for (Operation *op : step->takeInSums())
      if (step->getPhase(op) == StepPhases::Backward)
        op->setAttr("dist.phase", StringAttr::get(&getContext(), "backward"));
  }
  Operation *end = isStep ? moveBehind(main, *step) : block.getTerminator();

  // The body grows inside an op without results, so that what looks around itself
  // finds the module; the final op takes it over.
  auto ret = cast<func::ReturnOp>(block.getTerminator());
  OpBuilder builder(end);
  auto draft = dist::MicrobatchOp::create(builder, main.getLoc(), TypeRange(),
                                          builder.getI64IntegerAttr(count), ValueRange(),
                                          builder.getArrayAttr({}));
  mlir::Block *body = &draft.getBody().emplaceBlock();
  MicrobatchSplit split(main, count, body, pipelined, step ? &*step : nullptr);
  for (BlockArgument input : inputs)
    split.addSlice(input);
  if (failed(split.run())) {
    draft.erase();
    return failure();
  }

  // Results of the function that depend on the batch become results of the region, and
  // so does what the update reads.
  SmallVector<Value> yields;
  SmallVector<Attribute> kinds;
  SmallVector<Type> types;
  llvm::MapVector<Value, unsigned> yielded;
  SmallVector<OpOperand *> readers;
  for (OpOperand &operand : ret->getOpOperands())
    readers.push_back(&operand);
  if (step)
    for (Operation &op : block.without_terminator())
      if (&op != draft && !step->isPerMicrobatch(&op) && !step->isSetup(&op))
        forEachRead(&op, [&](OpOperand &operand) { readers.push_back(&operand); });
  for (OpOperand *reader : readers) {
    Value value = reader->get();
    MicrobatchSplit::State state = split.getState(value);
    if (state.kind == MicrobatchSplit::State::Whole || yielded.count(value) ||
        (step && step->isSetup(value.getDefiningOp())))
      continue;
    if (state.kind == MicrobatchSplit::State::Split && state.dim != 0) {
      draft.erase();
      return main.emitError() << "result " << reader->getOperandNumber()
                              << " has the batch as dimension " << state.dim
                              << " and can't be stacked from microbatches";
    }
    bool stacked = state.kind == MicrobatchSplit::State::Split;
    yielded[value] = yields.size();
    Value local = split.getLocal(value);
    yields.push_back(local);
    kinds.push_back(dist::YieldKindAttr::get(&getContext(), stacked ? dist::YieldKind::Stack
                                                                    : dist::YieldKind::Accumulate));
    auto type = cast<RankedTensorType>(local.getType());
    if (stacked) {
      SmallVector<int64_t> shape{count};
      llvm::append_range(shape, type.getShape());
      type = type.clone(shape);
    }
    types.push_back(type);
  }
  OpBuilder inner = OpBuilder::atBlockEnd(body);
  dist::YieldOp::create(inner, main.getLoc(), yields);

  // Values that are cut besides the inputs are reshaped outside, while they
  // still have their users; inputs simply change their type.
  SmallVector<Value> slices;
  for (auto [value, reshape] : split.getSlices()) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape{count, type.getDimSize(0) / count};
    llvm::append_range(shape, type.getShape().drop_front());
    if (reshape)
      slices.push_back(
          stablehlo::ReshapeOp::create(builder, value.getLoc(), type.clone(shape), value));
    else
      slices.push_back(value);
  }
  for (BlockArgument input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape{count, type.getDimSize(0) / count};
    llvm::append_range(shape, type.getShape().drop_front());
    input.setType(type.clone(shape));
    unsigned index = input.getArgNumber();
    if (Attribute sharding = main.getArgAttr(index, "dist.sharding"))
      main.setArgAttr(index, "dist.sharding", withLeadingDim(sharding));
    if (auto given = main.getArgAttrOfType<DenseI64ArrayAttr>(index, "dist.priorities")) {
      SmallVector<int64_t> priorities{0};
      llvm::append_range(priorities, given.asArrayRef());
      main.setArgAttr(index, "dist.priorities", builder.getDenseI64ArrayAttr(priorities));
    }
  }
  auto region =
      dist::MicrobatchOp::create(builder, main.getLoc(), types, builder.getI64IntegerAttr(count),
                                 slices, builder.getArrayAttr(kinds));
  region.getBody().takeBody(draft.getBody());
  draft.erase();
  for (OpOperand *reader : readers) {
    auto it = yielded.find(reader->get());
    if (it == yielded.end())
      continue;
    bool stacked = region.getKind(it->second) == dist::YieldKind::Stack;
    unsigned index = reader->getOperandNumber();
    reader->set(region->getResult(it->second));
    if (reader->getOwner() != ret)
      continue;
    if (Attribute sharding = main.getResultAttr(index, "dist.sharding"); sharding && stacked)
      main.setResultAttr(index, "dist.sharding", withLeadingDim(sharding));
  }
  // What is computed of all rows beforehand still has readers.
  for (Operation *op : llvm::reverse(split.getRebuilt()))
    if (op->use_empty())
      op->erase();
  for (BlockArgument input : inputs)
    restoreInput(input, region);
  for (Operation &op : llvm::make_early_inc_range(llvm::drop_begin(llvm::reverse(block))))
    if (isOpTriviallyDead(&op))
      op.erase();
  main.setType(FunctionType::get(&getContext(), block.getArgumentTypes(), ret->getOperandTypes()));
  return success();
}
