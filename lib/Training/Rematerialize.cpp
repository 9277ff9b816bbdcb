//===- Rematerialize.cpp - recompute layers in the backward pass -*- C++ -*-==//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-rematerialize: a layer is the run of forward ops between two
// checkpoint tags. Backward ops that read a value of a layer are given a clone
// of it instead, computed from what the policy keeps. The policy alone knows
// what is kept; the rewriting below serves all of them.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/IRMapping.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace shardc {
#define GEN_PASS_DEF_REMATERIALIZE
#define GEN_PASS_DEF_VERIFYREMATERIALIZE
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

namespace {
/// Which forward values survive until the backward pass.
class Policy {
public:
  virtual ~Policy() = default;
  /// True when the tag with this number (in program order, of `count`) ends a
  /// run of ops that is recomputed together.
  virtual bool isBoundary(unsigned number, unsigned count) const = 0;
  /// True when a value inside a run is kept all the same.
  virtual bool keeps(Value value) const { return false; }
};

/// Everything between two tags is recomputed.
class FullRecompute : public Policy {
public:
  bool isBoundary(unsigned, unsigned) const override { return true; }
};
} // namespace

/// The policy of that name: null for "none". Fails for an unknown one.
static FailureOr<std::unique_ptr<Policy>> parsePolicy(StringRef text, ModuleOp module) {
  // A budget is the business of --shardc-recompute-to-budget.
  if (text.empty() || text == "none" || text.starts_with("budget:"))
    return std::unique_ptr<Policy>();
  if (text == "full")
    return std::unique_ptr<Policy>(std::make_unique<FullRecompute>());
  return module.emitOpError() << "cannot recompute '" << text
                              << "'; the supported policies are 'none' and 'full'";
}

//===----------------------------------------------------------------------===//
// Layers of a block
//===----------------------------------------------------------------------===//

namespace {
/// The forward ops of one block, cut into layers. Ops before the first tag, and
/// ops after the last op of the last layer (a head and its loss), belong to no
/// layer and are never recomputed.
class Layers {
public:
  /// Reads the tags of the block and takes them out.
  Layers(mlir::Block &block, const Policy &policy);

  /// Number of the layer whose values the value is recomputed with; nullopt for
  /// one that is kept: from outside the layers, or read by another layer.
  std::optional<unsigned> recomputedIn(Value value) const;

private:
  /// Number of the layer of an op of the block, or nullopt.
  std::optional<unsigned> layerOf(Operation *op) const {
    auto found = layers.find(op);
    return found == layers.end() ? std::nullopt : std::optional<unsigned>(found->second);
  }

  const Policy &policy;
  DenseMap<Operation *, unsigned> layers;
  /// What boundary tags name.
  DenseSet<Value> tagged;
};
} // namespace

Layers::Layers(mlir::Block &block, const Policy &policy) : policy(policy) {
  unsigned count = llvm::range_size(block.getOps<dist::CheckpointOp>());
  unsigned number = 0;
  std::optional<unsigned> current;
  SmallVector<Operation *> last;
  Operation *lastOfModel = nullptr;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (auto tag = dyn_cast<dist::CheckpointOp>(op)) {
      if (policy.isBoundary(number++, count)) {
        tagged.insert(tag.getInput());
        current = current ? *current + 1 : 0;
        last.clear();
      }
      tag.getResult().replaceAllUsesWith(tag.getInput());
      tag.erase();
      continue;
    }
    if (!current || phaseOf(&op) != Phase::Forward)
      continue;
    layers[&op] = *current;
    last.push_back(&op);
    if (op.hasAttr(attr::layer))
      lastOfModel = &op;
  }
  // Where the model's layers are marked, what follows the last one is a head.
  if (lastOfModel)
    for (Operation *op : last)
      if (lastOfModel->isBeforeInBlock(op))
        layers.erase(op);
}

std::optional<unsigned> Layers::recomputedIn(Value value) const {
  Operation *def = value.getDefiningOp();
  if (!def)
    return std::nullopt;
  std::optional<unsigned> layer = layerOf(def);
  if (!layer || tagged.contains(value) || policy.keeps(value))
    return std::nullopt;
  for (Operation *user : value.getUsers()) {
    Operation *inBlock = def->getBlock()->findAncestorOpInBlock(*user);
    if (!inBlock || inBlock->hasTrait<OpTrait::IsTerminator>())
      return std::nullopt;
    if (phaseOf(inBlock) == Phase::Forward && layerOf(inBlock) != layer)
      return std::nullopt;
  }
  return layer;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// The clones of one layer, which stand before `point`.
struct Recomputation {
  Operation *point = nullptr;
  IRMapping clones;
};

class Rematerializer {
public:
  Rematerializer(mlir::Block &block, const Layers &layers) : block(block), layers(layers) {}
  /// Redirects all backward uses; gives the ops that were made.
  SmallVector<Operation *> run();

private:
  Value recompute(Value value, unsigned layer);

  mlir::Block &block;
  const Layers &layers;
  std::map<unsigned, Recomputation> recomputations;
  SmallVector<Operation *> made;
};
} // namespace

/// The clone of `value`, made with all that it needs of its layer. The depth of
/// the recursion is bounded by a worklist: layers may be thousands of ops deep.
Value Rematerializer::recompute(Value value, unsigned layer) {
  Recomputation &own = recomputations[layer];
  SmallVector<Operation *> needed, worklist = {value.getDefiningOp()};
  DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (own.clones.contains(op->getResult(0)) || !seen.insert(op).second)
      continue;
    needed.push_back(op);
    for (Value operand : op->getOperands())
      if (layers.recomputedIn(operand) == layer)
        worklist.push_back(operand.getDefiningOp());
  }
  llvm::sort(needed, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  OpBuilder builder(own.point);
  for (Operation *op : needed) {
    Operation *clone = builder.clone(*op, own.clones);
    clone->setAttr(attr::recompute, builder.getUnitAttr());
    clone->setAttr(attr::phase, builder.getStringAttr(phaseName(Phase::Backward)));
    made.push_back(clone);
  }
  return own.clones.lookup(value);
}

SmallVector<Operation *> Rematerializer::run() {
  // All decisions first: redirecting uses would change what is kept.
  SmallVector<std::pair<OpOperand *, unsigned>> uses;
  for (Operation &op : block.without_terminator()) {
    if (phaseOf(&op) != Phase::Backward)
      continue;
    for (OpOperand &operand : op.getOpOperands())
      if (std::optional<unsigned> layer = layers.recomputedIn(operand.get())) {
        uses.push_back({&operand, *layer});
        Recomputation &own = recomputations[*layer];
        if (!own.point)
          own.point = &op;
      }
  }
  SmallVector<Value> replacements;
  for (auto [operand, layer] : uses)
    replacements.push_back(recompute(operand->get(), layer));
  for (auto [use, replacement] : llvm::zip_equal(uses, replacements))
    use.first->set(replacement);
  return std::move(made);
}

//===----------------------------------------------------------------------===//
// The passes
//===----------------------------------------------------------------------===//

static bool isCollective(Operation *op) {
  return isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp, dist::AllToAllOp,
             dist::PermuteOp, dist::BroadcastOp>(op);
}

namespace {
struct Rematerialize : public shardc::impl::RematerializeBase<Rematerialize> {
  using RematerializeBase::RematerializeBase;

  void runOnOperation() final {
    ModuleOp module = getOperation();
    StringRef text = recompute.getValue();
    if (text.empty())
      if (auto given = module->getAttrOfType<StringAttr>("shardc.recompute"))
        text = given.getValue();
    FailureOr<std::unique_ptr<Policy>> policy = parsePolicy(text, module);
    if (failed(policy))
      return signalPassFailure();

    SmallVector<dist::CheckpointOp> tags;
    SetVector<mlir::Block *> blocks;
    module.walk([&](dist::CheckpointOp tag) {
      tags.push_back(tag);
      blocks.insert(tag->getBlock());
    });
    if (*policy) {
      if (tags.empty())
        module.emitWarning() << "nothing is recomputed: no value is tagged by 'dist.checkpoint'";
      for (mlir::Block *block : blocks)
        rewrite(*block, **policy);
      return;
    }
    for (dist::CheckpointOp tag : tags) {
      tag.getResult().replaceAllUsesWith(tag.getInput());
      tag.erase();
    }
  }

private:
  void rewrite(mlir::Block &block, const Policy &policy) {
    Layers layers(block, policy);
    SmallVector<Operation *> clones = Rematerializer(block, layers).run();
    emitRemark(block.getParentOp()->getLoc(), RemarkCategory::Remat)
        << clones.size() << " ops are recomputed in the backward pass, "
        << llvm::count_if(clones, isCollective) << " of them collectives";
  }
};

struct VerifyRematerialize : public shardc::impl::VerifyRematerializeBase<VerifyRematerialize> {
  using VerifyRematerializeBase::VerifyRematerializeBase;

  void runOnOperation() final {
    // Imported steps don't say of which pass their ops are; then copies don't either.
    bool phased = false;
    getOperation().walk([&](Operation *op) { phased |= op->hasAttr(attr::phase); });
    WalkResult walk = getOperation().walk([&](Operation *op) -> WalkResult {
      if (isa<dist::CheckpointOp>(op))
        return op->emitOpError() << "must not exist after rematerialisation";
      if (op->hasAttr(attr::regather) && phaseOf(op) == Phase::Forward)
        for (Operation *user : op->getUsers())
          if (phaseOf(user) == Phase::Backward) {
            InFlightDiagnostic diag = op->emitOpError() << "is to run again in the backward pass, "
                                                           "but its forward result is read there";
            diag.attachNote(user->getLoc()) << "read here";
            return diag;
          }
      if (!op->hasAttr(attr::recompute) || !phased)
        return WalkResult::advance();
      if (phaseOf(op) != Phase::Backward)
        return op->emitOpError() << "is recomputed, but is not of the backward phase";
      for (Operation *user : op->getUsers()) {
        Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
        if (inBlock && phaseOf(inBlock) == Phase::Forward) {
          InFlightDiagnostic diag = op->emitOpError()
                                    << "is recomputed, but is read outside the backward phase";
          diag.attachNote(inBlock->getLoc()) << "read here";
          return diag;
        }
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

void shardc::buildRematerializePipeline(OpPassManager &manager, const RematerializeOptions &options,
                                        MemoryBudgetHooks hooks) {
  manager.addPass(createRematerialize(options));
  manager.addPass(createRecomputeToBudget(std::move(hooks)));
  // Recomputed ops are of the backward pass: they read copies as well.
  manager.addPass(createRegather());
  manager.addPass(createPrefetch());
  manager.addPass(createVerifyRematerialize());
}
