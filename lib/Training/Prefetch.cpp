//===- Prefetch.cpp - gather the next layer early ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Gathers of parameters depend on nothing that a block computes, so they may run
// at any time; they stand where memory allows, one layer ahead. Collectives run
// in program order on a stream of their own.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/DenseSet.h"

namespace shardc {
#define GEN_PASS_DEF_PREFETCH
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
/// What makes one parameter whole: collectives that feed each other, axis by axis.
struct Gather {
  SmallVector<Operation *, 2> ops;
  int64_t bytes = 0;
  /// Number of the last layer (see Layer) that reads it.
  unsigned lastLayer = 0;
};

/// A run of gathers of one layer, stage and phase, in program order.
struct Layer {
  std::array<Attribute, 3> place;
  SmallVector<Gather> gathers;
  /// The first op that reads one of them: the layer's work begins there.
  Operation *begin = nullptr;
  int64_t bytes = 0;
};

class Prefetcher {
public:
  explicit Prefetcher(mlir::Block &block) : block(block) {}
  /// Moves what fits into `limit` bytes (0: two layers' worth).
  void run(int64_t limit);

private:
  void collect();
  Operation *inBlock(Operation *op) { return block.findAncestorOpInBlock(*op); }

  mlir::Block &block;
  SmallVector<Layer> layers;
};
} // namespace

void Prefetcher::collect() {
  DenseSet<Operation *> taken;
  for (Operation &op : block.without_terminator()) {
    if (!op.hasAttr(attr::regather) || op.getNumResults() != 1 || taken.contains(&op))
      continue;
    // Only what comes from outside can be gathered at another time.
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          return operand.getParentBlock() == &block && operand.getDefiningOp();
        }))
      continue;
    Gather gather;
    Operation *last = &op;
    gather.ops.push_back(last);
    while (last->getResult(0).hasOneUse()) {
      Operation *next = *last->getResult(0).user_begin();
      if (!next->hasAttr(attr::regather) || next->getBlock() != &block ||
          next->getNumOperands() != 1 || next->getNumResults() != 1)
        break;
      gather.ops.push_back(last = next);
    }
    taken.insert(gather.ops.begin(), gather.ops.end());
    gather.bytes = bytesOf(last->getResult(0));
    Operation *first = nullptr;
    for (Operation *user : last->getUsers()) {
      Operation *reader = inBlock(user);
      if (!first || reader->isBeforeInBlock(first))
        first = reader;
    }
    if (!first)
      continue;
    std::array<Attribute, 3> place = {op.getAttr(attr::layer), op.getAttr(attr::stage),
                                      op.getAttr(attr::phase)};
    if (layers.empty() || layers.back().place != place) {
      layers.emplace_back();
      layers.back().place = place;
      layers.back().begin = first;
    }
    Layer &layer = layers.back();
    layer.bytes += gather.bytes;
    layer.gathers.push_back(std::move(gather));
  }
  // How long each is alive: the last layer whose work has begun when it is read.
  for (auto [number, layer] : llvm::enumerate(layers))
    for (Gather &gather : layer.gathers) {
      gather.lastLayer = number;
      for (Operation *user : gather.ops.back()->getUsers()) {
        Operation *reader = inBlock(user);
        while (gather.lastLayer + 1 < layers.size() &&
               !reader->isBeforeInBlock(layers[gather.lastLayer + 1].begin))
          ++gather.lastLayer;
      }
    }
}

void Prefetcher::run(int64_t limit) {
  collect();
  if (limit == 0)
    for (unsigned i = 0; i + 1 < layers.size(); ++i)
      if (layers[i].place[0] && layers[i + 1].place[0])
        limit = std::max(limit, layers[i].bytes + layers[i + 1].bytes);
  for (unsigned i = 0; i + 1 < layers.size(); ++i) {
    Layer &layer = layers[i], &next = layers[i + 1];
    // Stages and phases are programs of their own.
    if (ArrayRef(layer.place).drop_front() != ArrayRef(next.place).drop_front())
      continue;
    int64_t alive = 0;
    for (unsigned j = 0; j <= i; ++j)
      for (const Gather &gather : layers[j].gathers)
        alive += gather.lastLayer >= i ? gather.bytes : 0;
    for (const Gather &gather : next.gathers) {
      if (alive + gather.bytes > limit)
        break;
      alive += gather.bytes;
      for (Operation *op : gather.ops)
        op->moveBefore(layer.begin);
    }
  }
}

namespace {
struct Prefetch : public shardc::impl::PrefetchBase<Prefetch> {
  using PrefetchBase::PrefetchBase;

  void runOnOperation() final {
    if (bytes < 0) {
      getOperation().emitOpError()
          << "option 'bytes' must be 0 or more, but is " << bytes.getValue();
      return signalPassFailure();
    }
    SetVector<mlir::Block *> blocks;
    getOperation().walk([&](Operation *op) {
      if (isa<dist::DistDialect>(op->getDialect()) && op->hasAttr(attr::regather))
        blocks.insert(op->getBlock());
    });
    for (mlir::Block *block : blocks)
      Prefetcher(*block).run(bytes);
  }
};
} // namespace
