//===- FindPhases.cpp - passes of a step that was imported ------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Marks ops and brings them into the order of their phases. What the backward pass
// computes of forward values while the forward pass runs (masks, derivatives) moves to
// where it is read.
//
//===----------------------------------------------------------------------===//
#include "Layers.h"
#include "StepPhases.h"
#include "dialects/Dist/Dist.h"
#include "shardc/Pipeline/Passes.h"

namespace shardc {
#define GEN_PASS_DEF_FINDPHASESPASS
#include "shardc/Pipeline/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
struct FindPhases : shardc::impl::FindPhasesPassBase<FindPhases> {
  using FindPhasesPassBase::FindPhasesPassBase;

  void runOnOperation() override {
    func::FuncOp main = findMain(getOperation());
    if (!main)
      return signalPassFailure();
    bool hasPhases = llvm::any_of(main.getBody().front(),
                                  [](Operation &op) { return op.hasAttr("dist.phase"); });
    if (!isImportedStep(main) || hasPhases)
      return;
    bool hasLoss = false;
    for (unsigned i = 0; i < main.getNumResults(); ++i) {
      auto role = main.getResultAttrOfType<StringAttr>(i, "dist.role");
      hasLoss |= role && role == "loss";
    }
    if (!hasLoss) {
      main.emitError() << "is a training step without a result of role 'loss', by which its "
                          "forward and backward passes are told apart; return the loss";
      return signalPassFailure();
    }
    mark(main);
    main->setAttr("dist.imported_step", UnitAttr::get(&getContext()));
  }

private:
  void mark(func::FuncOp main);
};
} // namespace

void FindPhases::mark(func::FuncOp main) {
  StepPhases step(main, std::max<int64_t>(count, 1));
  Builder builder(&getContext());
  mlir::Block &block = main.getBody().front();
  SmallVector<Operation *> ofPhase[3], early;
  bool isForwardOver = true;
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    StepPhases::Phase phase = step.getPhase(&op);
    isForwardOver &= phase != StepPhases::Forward;
    if (!isForwardOver && phase == StepPhases::Backward)
      early.push_back(&op);
    ofPhase[phase].push_back(&op);
  }
  Operation *end = block.getTerminator();
  for (StepPhases::Phase phase : {StepPhases::Forward, StepPhases::Backward, StepPhases::Update})
    for (Operation *op : llvm::reverse(ofPhase[phase])) {
      op->moveBefore(end);
      if (phase != StepPhases::Forward)
        op->setAttr("dist.phase",
                    builder.getStringAttr(phase == StepPhases::Backward ? "backward" : "update"));
    }
  for (Operation *op : early) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      if (!first || reader->isBeforeInBlock(first))
        first = reader;
    }
    if (first && first->getAttr("dist.phase") == op->getAttr("dist.phase"))
      op->moveBefore(first);
  }
}
