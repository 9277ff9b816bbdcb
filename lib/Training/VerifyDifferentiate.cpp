//===- VerifyDifferentiate.cpp - checks of the step function ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-verify-differentiate: what the stages after differentiation rely on.
// Edited or imported steps are held to the same.
//
//===----------------------------------------------------------------------===//

#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include "llvm/ADT/StringMap.h"

namespace shardc {
#define GEN_PASS_DEF_VERIFYDIFFERENTIATE
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

static LogicalResult checkArguments(func::FuncOp func) {
  llvm::StringMap<unsigned> seen;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    StringRef role = roleOfArg(func, i), name = nameOfArg(func, i);
    if (role != "param" && role != "input" && role != "state")
      return func.emitOpError() << "argument " << i << " has role '" << role
                                << "', which is none of 'param', 'input' and 'state'";
    if (name.empty())
      return func.emitOpError() << "argument " << i << " has no '" << attr::name << "'";
    auto [known, isNew] = seen.try_emplace(name, i);
    if (!isNew)
      return func.emitOpError() << "arguments " << known->second << " and " << i
                                << " are both named '" << name << "'";
  }
  return success();
}

static LogicalResult checkResults(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    StringRef role = roleOfResult(func, i);
    if (role == "loss_sum" || role == "token_count")
      return func.emitOpError() << "result " << i << " still has role '" << role
                                << "'; differentiation divides the loss and drops it";
  }
  return success();
}

/// In a step, each parameter and state is updated by one result of its type.
static LogicalResult checkUpdates(func::FuncOp func) {
  if (!isTrainingStep(func))
    return success();
  DenseMap<int64_t, unsigned> updates;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    auto updatedBy = func.getArgAttrOfType<IntegerAttr>(i, attr::updatedBy);
    if (!updatedBy) {
      if (func.getArgAttr(i, attr::optimizerState))
        return func.emitOpError() << "optimizer state '" << nameOfArg(func, i)
                                  << "' is updated by no result";
      continue;
    }
    int64_t result = updatedBy.getInt();
    if (result < 0 || result >= static_cast<int64_t>(func.getNumResults()))
      return func.emitOpError() << "argument '" << nameOfArg(func, i) << "' is updated by result "
                                << result << ", but there are only " << func.getNumResults();
    if (func.getArgumentTypes()[i] != func.getResultTypes()[result])
      return func.emitOpError() << "argument '" << nameOfArg(func, i) << "' has type "
                                << func.getArgumentTypes()[i] << ", but result " << result
                                << ", which updates it, has type " << func.getResultTypes()[result];
    auto [known, isNew] = updates.try_emplace(result, i);
    if (!isNew)
      return func.emitOpError() << "arguments '" << nameOfArg(func, known->second) << "' and '"
                                << nameOfArg(func, i) << "' are both updated by result " << result;
  }
  return success();
}

/// No op reads what a later phase makes.
static LogicalResult checkPhases(func::FuncOp func) {
  WalkResult walk = func.walk([&](Operation *op) -> WalkResult {
    if (auto text = op->getAttrOfType<StringAttr>(attr::phase);
        text && text.getValue() != "backward" && text.getValue() != "update")
      return op->emitOpError() << "has the phase '" << text.getValue()
                               << "', which is neither 'backward' nor 'update'";
    // What runs all phases, and what ends a block, has no phase itself.
    if (isa<func::FuncOp, dist::MicrobatchOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    for (Value operand : op->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def || isa<dist::MicrobatchOp>(def) || phaseOf(def) <= phaseOf(op))
        continue;
      InFlightDiagnostic diag =
          op->emitOpError() << "of the " << (phaseOf(op) == Phase::Forward ? "forward" : "backward")
                            << " phase reads a value of the " << phaseName(phaseOf(def))
                            << " phase";
      diag.attachNote(def->getLoc()) << "made here";
      return diag;
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

namespace {
struct VerifyDifferentiate : public shardc::impl::VerifyDifferentiateBase<VerifyDifferentiate> {
  using VerifyDifferentiateBase::VerifyDifferentiateBase;

  void runOnOperation() final {
    func::FuncOp func = findStepFunction(getOperation());
    if (!func || func.isExternal()) {
      getOperation().emitOpError() << "has no function '@main'";
      return signalPassFailure();
    }
    if (failed(checkArguments(func)) || failed(checkResults(func)) || failed(checkUpdates(func)) ||
        failed(checkPhases(func)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
