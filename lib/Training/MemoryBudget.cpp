//===- MemoryBudget.cpp - the pass that makes a step fit --------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The search works on an estimate of the live bytes. What a choice really takes is
// measured: the copy with that choice is lowered to its arenas. The estimate's
// budget is then moved by what it was wrong, until the measured peak fits, and the
// dearest copies that the measured peak can do without are taken back.
//
//===----------------------------------------------------------------------===//

#include "shardc/Training/MemoryBudget.h"
#include "BudgetReport.h"
#include "RecomputeProgram.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"
#include <cmath>

namespace shardc {
#define GEN_PASS_DEF_RECOMPUTETOBUDGET
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

namespace {
/// Measurements of one compilation, in ops lowered: large programs get few, so that
/// the time stays within bounds.
constexpr int64_t largestMeasuringEffort = 12'000;
/// Rounds of choosing and measuring.
constexpr unsigned mostRounds = 8;

/// What is chosen for one stage, and what it takes.
struct StageChoice {
  llvm::BitVector chosen;
  RecomputeOutcome outcome;
  int64_t measured = 0;
};

class BudgetSearch {
public:
  BudgetSearch(ModuleOp module, int64_t budget, const MemoryBudgetHooks &hooks)
      : module(module), budget(budget), hooks(hooks) {}

  /// Rewrites the module; one error when nothing fits.
  LogicalResult run();

private:
  using Programs = std::vector<std::unique_ptr<RecomputeProgram>>;

  LogicalResult prepare();
  LogicalResult measure(MutableArrayRef<StageChoice> choices);
  LogicalResult measureAnew(MutableArrayRef<StageChoice> choices);
  StageChoice choose(unsigned stage, int64_t target);
  LogicalResult search();
  LogicalResult searchLowest(unsigned stage);
  int64_t lowestBudget(unsigned stage, int64_t promise);
  LogicalResult takeBack();
  bool mayMeasure() const { return measuringEffort < largestMeasuringEffort; }

  ModuleOp module;
  int64_t budget;
  const MemoryBudgetHooks &hooks;
  /// The program whose bytes count.
  OwningOpRef<ModuleOp> counted;
  Programs programs;
  int64_t numOps = 0, measuringEffort = 0;
  /// What was measured: choices of all stages, bytes of each.
  std::vector<std::pair<std::vector<llvm::BitVector>, SmallVector<int64_t>>> known;
  /// Without recomputation; the cheapest that fits, of each stage.
  SmallVector<StageChoice> without, best;
  /// Stages for which `best` fits.
  SmallVector<bool> fits;
  /// It only finds out whether a budget would do.
  bool isNested = false;
};
} // namespace

LogicalResult BudgetSearch::prepare() {
  counted = module.clone();
  if (hooks.retype && failed(hooks.retype(*counted)))
    return failure();
  programs = buildRecomputePrograms(*counted);
  for (auto &program : programs) {
    RecomputeProblem &problem = program->problem;
    numOps += problem.ops.size();
    if (hooks.inFlight && programs.size() > 1)
      problem.inFlight = hooks.inFlight(program->getStage());
    StageChoice none;
    none.chosen.resize(problem.ops.size());
    none.outcome = evaluateRecompute(problem, none.chosen);
    without.push_back(none);
  }
  if (failed(measure(without)))
    return failure();
  // Parameters, states and all else that is there whatever is recomputed.
  for (auto [program, none] : llvm::zip_equal(programs, without)) {
    program->problem.base += none.measured - none.outcome.peak;
    none.outcome = evaluateRecompute(program->problem, none.chosen, budget);
  }
  return success();
}

LogicalResult BudgetSearch::measure(MutableArrayRef<StageChoice> choices) {
  std::vector<llvm::BitVector> key;
  for (StageChoice &choice : choices)
    key.push_back(choice.chosen);
  for (auto &[chosen, bytes] : known)
    if (chosen == key) {
      for (auto [choice, measured] : llvm::zip_equal(choices, bytes))
        choice.measured = measured;
      return success();
    }
  if (failed(measureAnew(choices)))
    return failure();
  auto &entry = known.emplace_back(std::move(key), SmallVector<int64_t>());
  for (StageChoice &choice : choices)
    entry.second.push_back(choice.measured);
  return success();
}

LogicalResult BudgetSearch::measureAnew(MutableArrayRef<StageChoice> choices) {
  measuringEffort += numOps;
  if (!hooks.measure) {
    int64_t arguments = argumentBytes(*counted);
    for (auto [program, choice] : llvm::zip_equal(programs, choices))
      choice.measured = choice.outcome.peak + (program->problem.base ? 0 : arguments);
    return success();
  }
  OwningOpRef<ModuleOp> copy = counted->clone();
  Programs copied = buildRecomputePrograms(*copy);
  for (auto [program, choice] : llvm::zip_equal(copied, choices))
    program->apply(choice.chosen, choice.outcome);
  FailureOr<SmallVector<int64_t>> bytes = [&] {
    // What is said of a candidate is said again of the program that is chosen.
    ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
    });
    return hooks.measure(*copy);
  }();
  if (failed(bytes))
    return failure();
  for (auto [program, choice] : llvm::zip_equal(programs, choices)) {
    size_t stage = program->getStage();
    choice.measured = bytes->size() == 1      ? bytes->front()
                      : stage < bytes->size() ? (*bytes)[stage]
                                              : choice.outcome.peak;
  }
  return success();
}

StageChoice BudgetSearch::choose(unsigned stage, int64_t target) {
  RecomputeChoice found = chooseRecompute(programs[stage]->problem, target);
  return {found.chosen, found.outcome, 0};
}

LogicalResult BudgetSearch::search() {
  unsigned count = programs.size();
  best = without;
  for (StageChoice &choice : best)
    fits.push_back(choice.measured <= budget);
  // Budgets of the estimate: what is tried next, and the largest known to fail.
  SmallVector<int64_t> target(count, budget), tooMuch(count, INT64_MAX);
  SmallVector<bool> isSettled(fits);
  for (unsigned round = 0; round < mostRounds && llvm::is_contained(isSettled, false); ++round) {
    SmallVector<StageChoice> tried(best);
    for (unsigned stage = 0; stage < count; ++stage)
      if (!isSettled[stage])
        tried[stage] = choose(stage, target[stage]);
    if (failed(measure(tried)))
      return failure();
    for (unsigned stage = 0; stage < count; ++stage) {
      if (isSettled[stage])
        continue;
      StageChoice &choice = tried[stage];
      bool isSame = fits[stage] && choice.chosen == best[stage].chosen;
      if (choice.measured <= budget) {
        if (!fits[stage] || choice.outcome.cost < best[stage].outcome.cost)
          best[stage] = choice;
        fits[stage] = true;
        // Between this and what was too much, or with what is left over.
        int64_t more = tooMuch[stage] == INT64_MAX ? target[stage] + budget - choice.measured
                                                   : (target[stage] + tooMuch[stage]) / 2;
        isSettled[stage] = isSame || more - target[stage] <= budget / 200 || !mayMeasure();
        target[stage] = more;
        continue;
      }
      tooMuch[stage] = std::min(tooMuch[stage], target[stage]);
      if (fits[stage]) {
        isSettled[stage] = !mayMeasure();
        target[stage] -= (target[stage] - best[stage].outcome.peak) / 2 + 1;
        continue;
      }
      // The estimate is too low by so much.
      target[stage] -= std::max(choice.measured - budget, budget / 200);
    }
  }
  for (unsigned stage = 0; stage < count; ++stage)
    if (!fits[stage] && !isNested && failed(searchLowest(stage)))
      return failure();
  return success();
}

/// The lowest peak among choices that do not depend on the budget: what an error can
/// promise to fit. Budgets of the estimate from the lowest that it can meet on, evenly
/// on a logarithmic scale.
LogicalResult BudgetSearch::searchLowest(unsigned stage) {
  const RecomputeProblem &problem = programs[stage]->problem;
  int64_t low = 0, high = without[stage].outcome.peak, top = high;
  for (unsigned round = 0; round < 12 && high - low > high / 500; ++round) {
    int64_t middle = low + (high - low) / 2;
    (chooseRecompute(problem, middle).fits ? high : low) = middle;
  }
  best[stage] = without[stage];
  int64_t points = std::clamp<int64_t>(largestMeasuringEffort / numOps, 6, 24);
  for (int64_t point = 0; point < points; ++point) {
    SmallVector<StageChoice> tried(best);
    tried[stage] = choose(stage, high * std::pow(double(top) / high, double(point) / points));
    if (failed(measure(tried)))
      return failure();
    if (tried[stage].measured < best[stage].measured)
      best[stage] = tried[stage];
  }
  fits[stage] = best[stage].measured <= budget;
  return success();
}

/// The lowest budget of a stage that the search is known to meet: `promise`, or less
/// where it does so in small steps.
int64_t BudgetSearch::lowestBudget(unsigned stage, int64_t promise) {
  int64_t tried = promise;
  for (auto &[chosen, bytes] : known)
    tried = std::min(tried, bytes[stage]);
  if (tried == promise)
    tried -= promise / 64;
  for (unsigned step = 0; step < 6 && tried > budget && promise - tried > promise / 512; ++step) {
    BudgetSearch again(module, tried, hooks);
    again.isNested = true;
    if (failed(again.prepare()) || failed(again.search()))
      break;
    if (!again.fits[stage]) {
      tried += (promise - tried) / 2;
      continue;
    }
    promise = tried;
    tried = std::min(again.best[stage].measured, tried - promise / 64);
  }
  return promise;
}

/// Copies that the measured peak can do without, dearest first.
LogicalResult BudgetSearch::takeBack() {
  for (unsigned stage = 0; stage < programs.size(); ++stage) {
    const RecomputeProblem &problem = programs[stage]->problem;
    SmallVector<unsigned> ops;
    for (unsigned op : best[stage].chosen.set_bits())
      ops.push_back(op);
    llvm::sort(ops, [&](unsigned a, unsigned b) {
      return std::pair(-problem.ops[a].cost, a) < std::pair(-problem.ops[b].cost, b);
    });
    for (unsigned op : ops) {
      if (!mayMeasure())
        return success();
      SmallVector<StageChoice> tried(best);
      tried[stage].chosen.reset(op);
      tried[stage].outcome = evaluateRecompute(problem, tried[stage].chosen, budget);
      if (tried[stage].outcome.cost >= best[stage].outcome.cost)
        continue;
      if (failed(measure(tried)))
        return failure();
      if (tried[stage].measured <= budget)
        best = tried;
    }
  }
  return success();
}

LogicalResult BudgetSearch::run() {
  if (failed(prepare()))
    return failure();
  if (programs.empty())
    return module.emitOpError() << "has no step whose memory could be budgeted";
  func::FuncOp func = findStepFunction(module);
  if (llvm::all_of(without, [&](StageChoice &none) { return none.measured <= budget; })) {
    int64_t peak = 0;
    for (StageChoice &none : without)
      peak = std::max(peak, none.measured);
    emitRemark(func.getLoc()) << "nothing is recomputed: the step needs " << peak
                              << " bytes on a rank, and the budget is " << budget;
    return success();
  }
  if (failed(search()))
    return failure();
  // All stages must fit; the one that needs most is what the error is about.
  unsigned worst = 0;
  for (unsigned stage = 0; stage < programs.size(); ++stage)
    if (!fits[stage] && (fits[worst] || best[stage].measured > best[worst].measured))
      worst = stage;
  if (!fits[worst]) {
    int64_t needed = lowestBudget(worst, best[worst].measured);
    InFlightDiagnostic diag = func.emitError();
    diag << "the step needs " << needed << " bytes on a rank";
    if (programs.size() > 1)
      diag << " of stage " << programs[worst]->getStage();
    diag << " with all recomputed that helps, but the budget is " << budget
         << "; use recompute=budget:" << needed << " or more, or split the model over more ranks";
    explainPeak(diag, *programs[worst], best[worst].chosen, argumentBytes(*counted));
    return failure();
  }
  if (failed(takeBack()))
    return failure();
  Programs real = buildRecomputePrograms(module);
  int64_t peak = 0, before = 0;
  for (auto [program, choice, none] : llvm::zip_equal(real, best, without)) {
    peak = std::max(peak, choice.measured);
    before = std::max(before, none.measured);
    reportCopies(*programs[&choice - best.begin()], *program, choice.outcome);
    program->apply(choice.chosen, choice.outcome);
  }
  emitRemark(func.getLoc()) << "recomputation lowers the peak of a rank from " << before << " to "
                            << peak << " bytes; the budget is " << budget;
  return success();
}

namespace {
struct RecomputeToBudget : public shardc::impl::RecomputeToBudgetBase<RecomputeToBudget> {
  using RecomputeToBudgetBase::RecomputeToBudgetBase;

  void getDependentDialects(DialectRegistry &registry) const final {
    if (hooks.dialects)
      hooks.dialects(registry);
  }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    StringRef text = budget.getValue();
    if (text.empty())
      if (auto given = module->getAttrOfType<StringAttr>("shardc.recompute"))
        if (!(text = given.getValue()).consume_front("budget:"))
          return markAllAnalysesPreserved();
    if (text.empty())
      return markAllAnalysesPreserved();
    int64_t bytes = 0;
    if (text.getAsInteger(10, bytes) || bytes < 1) {
      module.emitOpError() << "has the memory budget '" << text
                           << "', which is not a whole number of bytes, 1 or more";
      return signalPassFailure();
    }
    if (failed(BudgetSearch(module, bytes, hooks).run()))
      signalPassFailure();
  }

  MemoryBudgetHooks hooks;
};
} // namespace

std::unique_ptr<Pass> shardc::createRecomputeToBudget(MemoryBudgetHooks hooks) {
  auto pass = std::make_unique<RecomputeToBudget>();
  pass->hooks = std::move(hooks);
  return pass;
}
