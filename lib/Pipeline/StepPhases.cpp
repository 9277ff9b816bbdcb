//===- StepPhases.cpp - what an imported step does when ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rows of the batch end where gradients begin: from there on there are sums over it,
// which the update computes with. What no row depends on is part of the update, unless
// the loss is made of it.
//
//===----------------------------------------------------------------------===//
#include "StepPhases.h"
#include "Layers.h"
#include "dialects/Dist/Dist.h"
#include "dialects/StableHLO/StableHLO.h"

using namespace mlir;
using namespace shardc;

static int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

bool shardc::isImportedStep(func::FuncOp main) {
  for (BlockArgument argument : main.getArguments()) {
    auto role = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    if (role && role == "param" && main.getArgAttr(argument.getArgNumber(), "dist.updated_by"))
      return true;
  }
  return false;
}

StepPhases::StepPhases(func::FuncOp main, int64_t count)
    : main(main), count(count), isStep(isImportedStep(main)) {
  followAll();
  findPlaces();
  findPhases();
}

BatchState StepPhases::stateFor(OpOperand &operand) const {
  BatchState state = getState(operand.get());
  bool isKnown = state.kind == BatchState::Partial || state.kind == BatchState::After;
  Operation *reader = main.getBody().findAncestorOpInRegion(*operand.getOwner());
  // What depends on inputs alone can be computed on all of them beforehand.
  if (isKnown && onInputOnly.contains(operand.get()) &&
      (ofRows.contains(reader) || scaled.contains(reader)))
    return {};
  return state;
}

void StepPhases::followAll() {
  for (BlockArgument input : findBatchInputs(main)) {
    states[input] = {BatchState::Split, 0};
    onInput.insert(input);
    onInputOnly.insert(input);
  }
  auto isRole = [&](BlockArgument argument, StringRef name) {
    auto role = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    return role && role == name;
  };
  for (Operation &op : main.getBody().front().without_terminator()) {
    bool depends = false, isInputOnly = true, hasRows = false;
    forEachRead(&op, [&](OpOperand &operand) {
      Value value = operand.get();
      BatchState state = getState(value);
      depends |= onInput.contains(value);
      hasRows |= state.kind == BatchState::Split || state.kind == BatchState::Mixed;
      auto argument = dyn_cast<BlockArgument>(value);
      isInputOnly &= onInputOnly.contains(value) || (argument && isRole(argument, "input"));
    });
    // So do constants.
    if (isInputOnly)
      onInputOnly.insert_range(op.getResults());
    if (!depends)
      continue;
    onInput.insert_range(op.getResults());
    if (hasRows)
      ofRows.insert(&op);
    BatchStep step = followBatch(&op, [&](OpOperand &operand) { return stateFor(operand); }, count);
    // A forward graph ends in its sums: one of them over a number that inputs tell.
    auto isAfter = [](BatchState state) { return state.kind == BatchState::After; };
    if (!isStep && !isInputOnly && llvm::any_of(step.results, isAfter)) {
      scaled.insert(&op);
      step = followBatch(&op, [&](OpOperand &operand) { return stateFor(operand); }, count);
    }
    if (!step.error.empty() && isInputOnly) {
      ofRows.erase(&op);
      step.results.assign(op.getNumResults(), {BatchState::After, 0});
    } else if (!step.error.empty()) {
      errors[&op] = step.error;
    }
    for (auto [result, state] : llvm::zip_equal(op.getResults(), step.results))
      states[result] = state;
  }
}

llvm::DenseSet<Operation *> StepPhases::ancestors(ArrayRef<Operation *> starts) const {
  llvm::DenseSet<Operation *> found;
  SmallVector<Operation *> pending(starts);
  while (!pending.empty())
    forEachRead(pending.pop_back_val(), [&](OpOperand &operand) {
      Operation *definition = operand.get().getDefiningOp();
      if (definition && found.insert(definition).second)
        pending.push_back(definition);
    });
  return found;
}

void StepPhases::findPlaces() {
  SmallVector<Operation *> before;
  for (Operation &op : llvm::reverse(main.getBody().front())) {
    bool isResult = !isStep && op.hasTrait<OpTrait::IsTerminator>();
    if (!isResult && !(isStep && ofRows.contains(&op)) && !perMicrobatch.contains(&op))
      continue;
    // What is known beforehand is not computed again for the rows of one microbatch.
    if (!isResult)
      perMicrobatch.insert(&op);
    forEachRead(&op, [&](OpOperand &operand) {
      Operation *definition = operand.get().getDefiningOp();
      if (!definition || !onInput.contains(operand.get()))
        return;
      bool isBefore = (count > 1 || !isStep) && stateFor(operand).kind == BatchState::Whole &&
                      getState(operand.get()).kind != BatchState::Whole;
      if (isBefore)
        before.push_back(definition);
      else
        perMicrobatch.insert(definition);
    });
  }
  if (before.empty() && !isStep)
    return;
  // Gradients are turned, and widened, where they are computed: as part of a product, and
  // before they are accumulated.
  for (Operation &op : main.getBody().front().without_terminator()) {
    if (!isa<stablehlo::TransposeOp, stablehlo::ReshapeOp, stablehlo::ConvertOp>(op) ||
        perMicrobatch.contains(&op))
      continue;
    Value gradient = op.getOperand(0);
    Operation *product = gradient.getDefiningOp();
    if (product && perMicrobatch.contains(product) && gradient.hasOneUse() &&
        getState(gradient).kind == BatchState::Partial &&
        getState(op.getResult(0)).kind == BatchState::Partial &&
        bytesOf(op.getResult(0)) >= bytesOf(gradient))
      perMicrobatch.insert(&op);
  }
  if (before.empty())
    return;
  setup = ancestors(before);
  setup.insert_range(before);
}

void StepPhases::findPhases() {
  Operation *results = main.getBody().front().getTerminator();
  llvm::DenseSet<int64_t> updates;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto update = main.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
      updates.insert(update.getInt());
  SmallVector<Operation *> losses, updated, rows(perMicrobatch.begin(), perMicrobatch.end());
  for (OpOperand &operand : results->getOpOperands()) {
    Operation *definition = operand.get().getDefiningOp();
    auto role = main.getResultAttrOfType<StringAttr>(operand.getOperandNumber(), "dist.role");
    if (!definition)
      continue;
    if (role && role == "loss")
      losses.push_back(definition);
    if (updates.contains(operand.getOperandNumber()))
      updated.push_back(definition);
  }
  llvm::DenseSet<Operation *> ofLoss = ancestors(losses), ofUpdates = ancestors(updated),
                              needed = ancestors(rows);
  ofLoss.insert_range(losses);
  ofUpdates.insert_range(updated);
  needed.insert_range(rows);
  for (Operation &op : main.getBody().front().without_terminator()) {
    bool isForward = needed.contains(&op) && !ofUpdates.contains(&op);
    forEachRead(&op, [&](OpOperand &operand) {
      Operation *definition = operand.get().getDefiningOp();
      isForward &= !definition || getPhase(definition) == Forward;
    });
    phases[&op] = ofLoss.contains(&op) || isForward ? Forward
                  : needed.contains(&op)            ? Backward
                                                    : Update;
  }
}

SmallVector<Operation *> StepPhases::takeInSums() {
  SmallVector<Operation *> taken;
  for (Operation &op : main.getBody().front().without_terminator()) {
    if (perMicrobatch.contains(&op) || setup.contains(&op) || op.getNumResults() != 1 ||
        getState(op.getResult(0)).kind != BatchState::Partial)
      continue;
    llvm::SmallDenseSet<Value> sums;
    bool isOnStage = true;
    std::optional<int64_t> stage;
    forEachRead(&op, [&](OpOperand &operand) {
      if (getState(operand.get()).kind != BatchState::Partial)
        return;
      Operation *definition = operand.get().getDefiningOp();
      std::optional<int64_t> own = getIndexAttr(definition, "dist.stage");
      isOnStage &= perMicrobatch.contains(definition) && (sums.empty() || stage == own);
      stage = own;
      sums.insert(operand.get());
    });
    int64_t bytes = 0;
    for (Value sum : sums)
      bytes += bytesOf(sum);
    if (!isOnStage || sums.empty() ||
        (bytesOf(op.getResult(0)) >= bytes && getPhase(&op) != Forward))
      continue;
    perMicrobatch.insert(&op);
    if (getPhase(&op) == Update)
      phases[&op] = Backward;
    taken.push_back(&op);
  }
  return taken;
}

LogicalResult StepPhases::check() const {
  for (auto &[op, error] : errors) {
    if (!perMicrobatch.contains(op))
      continue;
    InFlightDiagnostic diag = op->emitOpError()
                              << error << "; microbatches=1 has the whole batch at once";
    for (OpOperand &operand : op->getOpOperands())
      if (BatchState state = stateFor(operand);
          state.kind == BatchState::Partial || state.kind == BatchState::After)
        diag.attachNote(operand.get().getLoc())
            << "this is known only when all " << count << " microbatches have run";
    return diag;
  }
  return success();
}
