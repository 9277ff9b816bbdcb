//===- UnstackLayers.cpp - iterations that are layers -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An iteration of an unrolled loop that reads rows of stacked parameters is a layer,
// and the rows number it: a loop that goes backward through the same parameters gets
// the same numbers. Several loops, each with its own parameters, are counted on.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "../Loops/Loops.h"
#include "Unstack.h"
#include "dialects/Dist/Dist.h"
#include <map>

using namespace mlir;

namespace shardc {
namespace {

/// The iterations of one loop that read rows.
struct LayerLoop {
  /// Row by iteration, the least one where it reads several.
  llvm::DenseMap<int64_t, int64_t> rows;
  /// Arguments that it reads.
  llvm::SmallSetVector<unsigned, 8> arguments;
  int64_t extent = 0;
  int64_t offset = 0;
  /// Some row is multiplied with what comes from the iteration before: it is a weight.
  bool isOfLayers = false;
};

class LayerAssigner {
public:
  explicit LayerAssigner(func::FuncOp main);
  /// Numbers the ops of layers.
  void run();
  /// Drops loops of which no argument is a weight.
  void keepLayers();

  /// By number, which is the order in which they stand in the program.
  std::map<int64_t, LayerLoop> loops;

private:
  void findChains();
  void readsOf(BlockArgument argument);
  bool isWeight(Value row) const;
  void number();

  func::FuncOp main;
  /// Ops of iterations that go on with what another iteration of the loop has left.
  llvm::DenseSet<Operation *> chained;
};

ArrayRef<int64_t> markOf(Operation *op) {
  auto mark = op->getAttrOfType<DenseI64ArrayAttr>(iterationName);
  return mark ? mark.asArrayRef() : ArrayRef<int64_t>();
}

/// Whether two marks are of different iterations of one loop.
bool areApart(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  for (ArrayRef<int64_t> mine = a; mine.size() >= 2; mine = mine.drop_front(2))
    for (ArrayRef<int64_t> other = b; other.size() >= 2; other = other.drop_front(2))
      if (mine[0] == other[0] && mine[1] != other[1])
        return true;
  return false;
}

} // namespace

LayerAssigner::LayerAssigner(func::FuncOp main) : main(main) {
  findChains();
  for (BlockArgument argument : main.getArguments())
    if (rowsOf(argument) > 1)
      readsOf(argument);
}

void LayerAssigner::findChains() {
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ArrayRef<int64_t> mark = markOf(op);
    if (mark.empty())
      return;
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (chained.contains(definition) || areApart(mark, markOf(definition)))
          chained.insert(op);
  });
}

/// Whether a row, perhaps moved or converted, is an operand of a product whose other
/// operand is computed from layer to layer.
bool LayerAssigner::isWeight(Value row) const {
  SmallVector<Value> pending = {row};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<stablehlo::DotGeneralOp, stablehlo::DotOp, stablehlo::ConvolutionOp>(user)) {
        Operation *other = user->getOperand(1 - use.getOperandNumber()).getDefiningOp();
        if (other && (chained.contains(other) || areApart(markOf(user), markOf(other))))
          return true;
      } else if (isa<stablehlo::OptimizationBarrierOp>(user)) {
        pending.push_back(user->getResult(use.getOperandNumber()));
      } else if (isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp,
                     stablehlo::BroadcastInDimOp, stablehlo::SliceOp, dist::ConstraintOp>(user)) {
        pending.push_back(user->getResult(0));
      }
    }
  }
  return false;
}

void LayerAssigner::readsOf(BlockArgument argument) {
  llvm::SmallSetVector<Value, 4> values;
  values.insert(argument);
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      if (!isRowRead(user)) {
        if (isRowWise(user))
          values.insert(user->getResult(0));
        continue;
      }
      ArrayRef<int64_t> mark = markOf(user);
      if (mark.empty())
        continue;
      // The innermost loop is the one that goes through the layers.
      int64_t number = mark[mark.size() - 2], trip = mark.back();
      int64_t row = cast<stablehlo::SliceOp>(user).getStartIndices()[0];
      LayerLoop &loop = loops[number];
      loop.arguments.insert(argument.getArgNumber());
      loop.extent = std::max(loop.extent, rowsOf(argument));
      loop.isOfLayers = loop.isOfLayers || isWeight(user->getResult(0));
      auto [it, isNew] = loop.rows.try_emplace(trip, row);
      if (!isNew)
        it->second = std::min(it->second, row);
    }
}

void LayerAssigner::keepLayers() {
  for (auto it = loops.begin(); it != loops.end();)
    it = it->second.isOfLayers ? std::next(it) : loops.erase(it);
}

void LayerAssigner::number() {
  llvm::DenseMap<unsigned, int64_t> offsets;
  int64_t next = 0;
  for (auto &[number, loop] : loops) {
    std::optional<int64_t> offset;
    for (unsigned argument : loop.arguments)
      if (auto it = offsets.find(argument); it != offsets.end())
        offset = it->second;
    if (!offset) {
      offset = next;
      next += loop.extent;
    }
    loop.offset = *offset;
    for (unsigned argument : loop.arguments)
      offsets.try_emplace(argument, *offset);
  }
}

void LayerAssigner::run() {
  keepLayers();
  number();
  Builder builder(main.getContext());
  main.walk([&](Operation *op) {
    ArrayRef<int64_t> mark = markOf(op);
    if (mark.empty())
      return;
    op->removeAttr(iterationName);
    for (; !mark.empty(); mark = mark.drop_back(2)) {
      auto loop = loops.find(mark[mark.size() - 2]);
      if (loop == loops.end())
        continue;
      auto row = loop->second.rows.find(mark.back());
      if (row == loop->second.rows.end())
        continue;
      op->setAttr("dist.layer", builder.getI64IntegerAttr(loop->second.offset + row->second));
      return;
    }
  });
}

llvm::BitVector findStacks(func::FuncOp main) {
  LayerAssigner layers(main);
  layers.keepLayers();
  llvm::BitVector stacks(main.getNumArguments());
  for (auto &[number, loop] : layers.loops)
    for (unsigned argument : loop.arguments)
      stacks.set(argument);
  return stacks;
}

void assignLayers(func::FuncOp main) { LayerAssigner(main).run(); }

void completeLayers(func::FuncOp main) {
  auto layerOf = [](Operation *op) -> std::optional<int64_t> {
    auto layer = op->getAttrOfType<IntegerAttr>("dist.layer");
    return layer ? std::optional(layer.getInt()) : std::nullopt;
  };
  mlir::Block &body = main.getBody().front();
  llvm::DenseSet<Operation *> behindLayers;
  for (Operation &op : body)
    for (Value operand : op.getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (definition->hasAttr("dist.layer") || behindLayers.contains(definition))
          behindLayers.insert(&op);
  // Users come first: they say what an op is for.
  for (Operation &op : llvm::reverse(body)) {
    if (layerOf(&op) || !behindLayers.contains(&op) || op.use_empty())
      continue;
    std::optional<int64_t> layer;
    bool isOne = true;
    for (Operation *user : op.getUsers()) {
      std::optional<int64_t> other = layerOf(main.getBody().findAncestorOpInRegion(*user));
      isOne &= other && (!layer || layer == other);
      layer = other;
    }
    if (isOne)
      op.setAttr("dist.layer", Builder(&op).getI64IntegerAttr(*layer));
  }
}

} // namespace shardc
