//===- AssignStages.cpp - layers to pipeline stages -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Layers form a chain; stages are consecutive ranges of it. The ranges minimise
// the largest stage by a dynamic program over prefix sums of dot FLOPs. In a step that
// states phases this is done for its forward pass; the rest follows (StepStages.h).
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "StepStages.h"
#include "shardc/Interfaces/OpInterfaces.h"
#include "shardc/Pipeline/Passes.h"
#include "llvm/ADT/MapVector.h"
#include <limits>
#include <map>

namespace shardc {
#define GEN_PASS_DEF_ASSIGNSTAGESPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct AssignStages : shardc::impl::AssignStagesPassBase<AssignStages> {
  using AssignStagesPassBase::AssignStagesPassBase;
  void runOnOperation() override;

private:
  LogicalResult collect(func::FuncOp main);
  LogicalResult balance(func::FuncOp main);
  int64_t stageOf(Operation *op);
  void placeBetween(func::FuncOp main);

  int64_t stages = 1;
  SmallVector<Operation *> ops;
  llvm::DenseSet<Value> dependent;
  /// Layers in order of number: total cost, stage set by hand with the op that
  /// sets it, chosen stage.
  struct Layer {
    int64_t number;
    double cost = 0;
    std::optional<int64_t> fixed;
    Operation *fixedBy = nullptr;
    int64_t stage = 0;
  };
  SmallVector<Layer> layers;
  llvm::DenseMap<int64_t, unsigned> indexOf;
  /// Ops without a layer that something in a layer depends on, and those that
  /// depend on a layer.
  llvm::DenseSet<Operation *> before, after;
  /// Stages of those that are both.
  llvm::DenseMap<Operation *, int64_t> between;
};
} // namespace

/// Dot FLOPs; 0 where the op does not say.
static double costOf(Operation *op) {
  auto cost = dyn_cast<CostOpInterface>(op);
  return cost ? double(cost.getDotFlops()) : 0.0;
}

LogicalResult AssignStages::collect(func::FuncOp main) {
  // Backward ops count with the layer that they differentiate.
  llvm::SmallVector<Operation *> later;
  for (Operation *op : computeOps(main))
    (isForward(op) ? ops : later).push_back(op);
  dependent = inputDependent(main);
  std::map<int64_t, Layer> byNumber;
  for (Operation *op : ops) {
    std::optional<int64_t> number = getIndexAttr(op, "dist.layer");
    if (!number)
      continue;
    Layer &layer = byNumber[*number];
    layer.number = *number;
    layer.cost += costOf(op);
    std::optional<int64_t> stage = getIndexAttr(op, "dist.stage");
    if (!stage || layer.fixed)
      continue;
    if (*stage < 0 || *stage >= stages)
      return op->emitOpError() << "is put on stage " << *stage << " of " << stages;
    layer.fixed = stage;
    layer.fixedBy = op;
  }
  for (Operation *op : later)
    if (std::optional<int64_t> number = getIndexAttr(op, "dist.layer"))
      if (auto layer = byNumber.find(*number); layer != byNumber.end())
        layer->second.cost += costOf(op);
  for (auto &[number, layer] : byNumber) {
    indexOf[number] = layers.size();
    layers.push_back(layer);
  }
  llvm::DenseSet<Operation *> inBlock(ops.begin(), ops.end());
  for (Operation *op : ops) {
    if (getIndexAttr(op, "dist.layer"))
      continue;
    forEachRead(op, [&](OpOperand &operand) {
      Operation *def = operand.get().getDefiningOp();
      if (def && inBlock.contains(def) && (getIndexAttr(def, "dist.layer") || after.contains(def)))
        after.insert(op);
    });
  }
  for (Operation *op : llvm::reverse(ops)) {
    if (!getIndexAttr(op, "dist.layer") && !before.contains(op))
      continue;
    forEachRead(op, [&](OpOperand &operand) {
      Operation *def = operand.get().getDefiningOp();
      if (def && inBlock.contains(def) && !getIndexAttr(def, "dist.layer"))
        before.insert(def);
    });
  }
  return success();
}

int64_t AssignStages::stageOf(Operation *op) {
  if (std::optional<int64_t> layer = getIndexAttr(op, "dist.layer"))
    return layers[indexOf[*layer]].stage;
  if (auto it = between.find(op); it != between.end())
    return it->second;
  // What no layer needs (labels, masks of the loss) belongs to the loss.
  return before.contains(op) && !after.contains(op) ? 0 : stages - 1;
}

/// An op without a layer in the middle of layers, such as a part of how they draw random
/// numbers, is where the first of its readers is.
void AssignStages::placeBetween(func::FuncOp main) {
  for (Operation *op : llvm::reverse(ops)) {
    if (getIndexAttr(op, "dist.layer") || !before.contains(op) || !after.contains(op))
      continue;
    int64_t first = stages - 1;
    for (Operation *user : op->getUsers())
      if (Operation *reader = main.getBody().findAncestorOpInRegion(*user);
          reader && isForward(reader) && reader->getBlock() == op->getBlock())
        first = std::min(first, getIndexAttr(reader, "dist.stage").value_or(stageOf(reader)));
    between[op] = first;
  }
}

LogicalResult AssignStages::balance(func::FuncOp main) {
  int64_t count = layers.size();
  if (stages > count)
    return main.emitError() << "pp=" << stages << " is more than the " << count
                            << " layers of the model; use pp=" << std::max<int64_t>(1, count)
                            << " or less";
  // The embedding and the head weigh on the first and the last layer.
  for (Operation *op : ops)
    if (!getIndexAttr(op, "dist.layer"))
      layers[stageOf(op) == 0 ? 0 : count - 1].cost += costOf(op);

  const double infinity = std::numeric_limits<double>::infinity();
  SmallVector<double> prefix(count + 1, 0);
  for (int64_t i = 0; i < count; ++i)
    prefix[i + 1] = prefix[i] + layers[i].cost;
  auto mayBeOn = [&](int64_t layer, int64_t stage) {
    return !layers[layer].fixed || *layers[layer].fixed == stage;
  };
  // best[s][i]: least (largest stage, sum of squares) when layers [0, i) are on
  // stages [0, s]. The second spreads what the bottleneck leaves open.
  using Cost = std::pair<double, double>;
  std::vector<std::vector<Cost>> best(stages, std::vector<Cost>(count + 1, {infinity, 0}));
  std::vector<std::vector<int64_t>> cut(stages, std::vector<int64_t>(count + 1, -1));
  for (int64_t s = 0; s < stages; ++s)
    for (int64_t end = s + 1; end <= count; ++end)
      for (int64_t begin = end - 1; begin >= s; --begin) {
        if (!mayBeOn(begin, s))
          break;
        if (s == 0 && begin != 0)
          continue;
        Cost rest = s == 0 ? Cost{0, 0} : best[s - 1][begin];
        if (rest.first == infinity)
          continue;
        double mine = prefix[end] - prefix[begin];
        Cost total{std::max(rest.first, mine), rest.second + mine * mine};
        if (total < best[s][end]) {
          best[s][end] = total;
          cut[s][end] = begin;
        }
      }
  if (cut[stages - 1][count] < 0) {
    InFlightDiagnostic diag = main.emitError()
                              << "no " << stages
                              << " ranges of consecutive layers agree with the stages set by "
                                 "hand; every stage needs a layer and stages must not fall";
    for (Layer &layer : layers)
      if (layer.fixed)
        diag.attachNote(layer.fixedBy->getLoc())
            << "layer " << layer.number << " is on stage " << *layer.fixed;
    return diag;
  }
  int64_t end = count;
  for (int64_t s = stages - 1; s >= 0; --s) {
    for (int64_t i = cut[s][end]; i < end; ++i)
      layers[i].stage = s;
    end = cut[s][end];
  }
  return success();
}

void AssignStages::runOnOperation() {
  ops.clear();
  layers.clear();
  indexOf.clear();
  before.clear();
  after.clear();
  between.clear();
  func::FuncOp main = findMain(getOperation());
  if (!main)
    return signalPassFailure();
  stages = pp;
  if (stages == 0) {
    dist::MeshOp mesh = getMesh(getOperation());
    stages = mesh ? mesh.getMesh().getAxisSize("pp").value_or(1) : 1;
  }
  if (stages < 1) {
    main.emitError() << "pp=" << stages << ", expected 1 or more";
    return signalPassFailure();
  }
  if (stages == 1)
    return;
  if (failed(collect(main)) || failed(balance(main)))
    return signalPassFailure();
  placeBetween(main);
  Builder builder(&getContext());
  for (Operation *op : ops) {
    if (op->hasAttr("dist.stage"))
      continue;
    bool depends =
        llvm::any_of(op->getResults(), [&](Value result) { return dependent.contains(result); });
    // Constants and tables have no place of their own; what reads parameters only
    // belongs to its layer.
    if (!depends && !getIndexAttr(op, "dist.layer"))
      continue;
    op->setAttr("dist.stage", builder.getI64IntegerAttr(stageOf(op)));
  }
  placeLaterPhases(main, stages, [&](int64_t layer) -> std::optional<int64_t> {
    auto index = indexOf.find(layer);
    return index == indexOf.end() ? std::nullopt : std::optional(layers[index->second].stage);
  });
}
