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

static StringRef nameOf(func::FuncOp main, BlockArgument arg) {
  auto name = main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "dist.name");
  return name ? name.getValue() : StringRef("?");
}

LogicalResult WrapMicrobatches::checkCount(func::FuncOp main, ArrayRef<BlockArgument> inputs,
                                           dist::MeshAttr mesh) {
  if (count < 1)
    return main.emitError() << "microbatches=" << int64_t(count) << ", expected 1 or more";
  int64_t rows = cast<RankedTensorType>(inputs[0].getType()).getDimSize(0);
  int64_t perRank = rows;
  for (BlockArgument input : inputs) {
    int64_t mine = cast<RankedTensorType>(input.getType()).getDimSize(0);
    if (mine != rows)
      return main.emitError() << "input '" << nameOf(main, input) << "' has " << mine
                              << " rows and input '" << nameOf(main, inputs[0]) << "' has " << rows
                              << "; all inputs must have the batch as dimension 0";
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

LogicalResult WrapMicrobatches::wrap(ModuleOp module) {
  func::FuncOp main = findMain(module);
  if (!main)
    return failure();
  dist::MeshOp meshOp = getMesh(module);
  dist::MeshAttr mesh = meshOp ? meshOp.getMesh() : nullptr;
  bool pipelined = mesh && mesh.getAxisSize("pp").value_or(1) > 1;
  if (count == 1 && !pipelined)
    return success();
  mlir::Block &block = main.getBody().front();
  for (auto region : block.getOps<dist::MicrobatchOp>())
    return region.emitOpError() << "is there already; microbatches are set once";

  SmallVector<BlockArgument> inputs;
  for (BlockArgument arg : main.getArguments()) {
    auto role = main.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "dist.role");
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (role && role.getValue() == "input" && type && type.getRank() > 0)
      inputs.push_back(arg);
  }
  if (inputs.empty())
    return main.emitError() << "has no argument with role 'input' to cut into microbatches";
  if (failed(checkCount(main, inputs, mesh)))
    return failure();

  // The body grows inside an op without results, so that what looks around itself
  // finds the module; the final op takes it over.
  auto ret = cast<func::ReturnOp>(block.getTerminator());
  OpBuilder builder(ret);
  auto draft = dist::MicrobatchOp::create(builder, main.getLoc(), TypeRange(),
                                          builder.getI64IntegerAttr(count), ValueRange(),
                                          builder.getArrayAttr({}));
  mlir::Block *body = &draft.getBody().emplaceBlock();
  MicrobatchSplit split(main, count, body, pipelined);
  for (BlockArgument input : inputs)
    split.addSlice(input);
  if (failed(split.run())) {
    draft.erase();
    return failure();
  }

  // Results of the function that depend on the batch become results of the region.
  SmallVector<Value> yields;
  SmallVector<Attribute> kinds;
  SmallVector<Type> types;
  llvm::MapVector<Value, unsigned> yielded;
  for (OpOperand &operand : ret->getOpOperands()) {
    Value value = operand.get();
    MicrobatchSplit::State state = split.getState(value);
    if (state.kind == MicrobatchSplit::State::Whole || yielded.count(value))
      continue;
    if (state.kind == MicrobatchSplit::State::Split && state.dim != 0) {
      draft.erase();
      return main.emitError() << "result " << operand.getOperandNumber()
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
  for (OpOperand &operand : ret->getOpOperands()) {
    auto it = yielded.find(operand.get());
    if (it == yielded.end())
      continue;
    bool stacked = region.getKind(it->second) == dist::YieldKind::Stack;
    unsigned index = operand.getOperandNumber();
    operand.set(region->getResult(it->second));
    if (Attribute sharding = main.getResultAttr(index, "dist.sharding"); sharding && stacked)
      main.setResultAttr(index, "dist.sharding", withLeadingDim(sharding));
  }
  for (Operation *op : llvm::reverse(split.getRebuilt()))
    op->erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::drop_begin(llvm::reverse(block))))
    if (isOpTriviallyDead(&op))
      op.erase();
  main.setType(FunctionType::get(&getContext(), block.getArgumentTypes(), ret->getOperandTypes()));
  return success();
}
