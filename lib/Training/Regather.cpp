//===- Regather.cpp - gather again instead of keeping -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A chain begins at a tagged collective and goes on through ops that cost next
// to nothing. Backward ops that read a value of a chain are given a clone of it.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "RecomputeProgram.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {
#define GEN_PASS_DEF_REGATHER
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

/// Ops that are copied along with what they read: they move or convert elements
/// of one value.
static bool isLocalStep(Operation *op) {
  return isa<stablehlo::ReshapeOp, stablehlo::ConvertOp, stablehlo::TransposeOp,
             stablehlo::BroadcastInDimOp, stablehlo::SliceOp, dist::AllSliceOp, dist::MaskOp>(op);
}

namespace {
/// What gathering again costs and what it is worth.
struct Price {
  /// Collectives that were copied.
  unsigned copies = 0;
  /// Bytes that a rank sends for the copies.
  int64_t sent = 0;
  /// Bytes of gathered values that need not be kept until the backward pass.
  int64_t saved = 0;
};

class Regatherer {
public:
  explicit Regatherer(mlir::Block &block) : block(block) {}
  /// Redirects all backward uses.
  Price run();

private:
  /// Layer and stage of the ops that share clones.
  using Group = std::pair<Attribute, Attribute>;
  Value cloneFor(Value value, Operation *user);

  mlir::Block &block;
  DenseSet<Operation *> chain;
  DenseMap<Group, IRMapping> clones;
  DenseSet<Operation *> copied;
  Price price;
};
} // namespace

Value Regatherer::cloneFor(Value value, Operation *user) {
  Group group{user->getAttr(attr::layer), user->getAttr(attr::stage)};
  IRMapping &known = clones[group];
  // Chains are short: a gather an axis, and a few ops that reshape it.
  SmallVector<Operation *> needed, worklist = {value.getDefiningOp()};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (known.contains(op->getResult(0)) || llvm::is_contained(needed, op))
      continue;
    needed.push_back(op);
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp(); def && chain.contains(def))
        worklist.push_back(def);
  }
  llvm::sort(needed, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  OpBuilder builder(user);
  for (Operation *op : needed) {
    Operation *clone = builder.clone(*op, known);
    clone->setAttr(attr::recompute, builder.getUnitAttr());
    clone->setAttr(attr::phase, builder.getStringAttr(phaseName(Phase::Backward)));
    for (auto [name, attribute] :
         {std::pair<StringRef, Attribute>{attr::layer, group.first}, {attr::stage, group.second}})
      if (attribute)
        clone->setAttr(name, attribute);
      else
        clone->removeAttr(name);
    if (!op->hasAttr(attr::regather))
      continue;
    ++price.copies;
    int64_t growth = bytesOf(op->getResult(0)) - bytesOf(op->getOperand(0));
    // A ring sends what it adds.
    price.sent += std::max<int64_t>(0, growth);
    if (copied.insert(op).second)
      price.saved += std::max<int64_t>(0, growth);
  }
  return known.lookup(value);
}

Price Regatherer::run() {
  SmallVector<Operation *> forward;
  for (Operation &op : block.without_terminator()) {
    if (phaseOf(&op) != Phase::Forward || op.getNumResults() != 1)
      continue;
    bool follows = op.hasAttr(attr::regather) && op.getNumRegions() == 0;
    if (!follows && isLocalStep(&op))
      if (Operation *def = op.getOperand(0).getDefiningOp())
        follows = chain.contains(def);
    if (!follows)
      continue;
    chain.insert(&op);
    forward.push_back(&op);
  }
  if (forward.empty())
    return price;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (phaseOf(&op) != Phase::Backward)
      continue;
    for (OpOperand &operand : op.getOpOperands())
      if (Operation *def = operand.get().getDefiningOp(); def && chain.contains(def))
        operand.set(cloneFor(operand.get(), &op));
  }
  for (Operation *op : llvm::reverse(forward))
    if (isOpTriviallyDead(op))
      op->erase();
  return price;
}

/// Whether a function updates arguments: a forward pass alone has no late readers.
static bool isStep(Operation *root) {
  return root
      ->walk([](func::FuncOp function) {
        for (unsigned i = 0; i < function.getNumArguments(); ++i)
          if (function.getArgAttr(i, "dist.updated_by"))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct Regather : public shardc::impl::RegatherBase<Regather> {
  using RegatherBase::RegatherBase;

  void runOnOperation() final {
    SetVector<mlir::Block *> blocks;
    getOperation().walk([&](Operation *op) {
      if (isa<dist::DistDialect>(op->getDialect()) && op->hasAttr(attr::regather))
        blocks.insert(op->getBlock());
    });
    // A step that came as a graph does not say what its backward pass is.
    if (!blocks.empty() && isStep(getOperation()))
      for (auto &program : buildRecomputePrograms(getOperation()))
        if (!program->hasPhases())
          if (unsigned copies = program->applyForced())
            emitRemark(blocks.front()->getParentOp()->getLoc(), RemarkCategory::Remat)
                << copies << " gathers run again for their late readers";
    for (mlir::Block *block : blocks)
      if (Price price = Regatherer(*block).run(); price.copies)
        emitRemark(block->getParentOp()->getLoc(), RemarkCategory::Remat)
            << price.copies << " gathers run again in the backward pass: " << price.sent
            << " bytes more that a rank sends"
            << (isa<dist::MicrobatchOp>(block->getParentOp()) ? " for each microbatch" : "") << ", "
            << price.saved << " bytes that it need not keep";
  }
};
} // namespace
