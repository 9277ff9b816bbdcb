//===- Check.cpp - partitioned against one device ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The reference run, the float64 run, the run in the working precision, and
// what their comparison says. docs/check.md explains the bounds.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Check.h"
#include "Compare.h"
#include "Reference.h"
#include "TensorFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Import/Import.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/Strategy.h"
#include "shardc/Target/Emit.h"
#include "shardrt/Session.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;

namespace shardc {
namespace {

/// Ranks are threads here; the host backend has the same limit.
constexpr int64_t maxRanks = 256;

/// What one run of a plan gave.
struct PlanRun {
  std::map<std::string, std::vector<double>> values;
  std::vector<double> losses;
  bool replicasIdentical = true;
  std::string difference;
  shardrt::Counters counters;
  int64_t gradBytes = 0;
  int64_t ranks = 1;
};

Location optionLoc(MLIRContext *context, llvm::StringRef name) {
  return NameLoc::get(StringAttr::get(context, name));
}

/// Number of ranks of the annotated model; emits why the strategy doesn't fit it, or
/// that there are too many to run. `model` stays as it is.
FailureOr<int64_t> tryAnnotate(ModuleOp model, const RoadOptions &road) {
  OwningOpRef<ModuleOp> module = model.clone();
  PassManager pm(module->getContext());
  for (const Stage &stage : getRoad())
    if (llvm::StringRef(stage.name) == "annotate")
      stage.build(pm, road);
  if (failed(pm.run(*module)))
    return failure();
  dist::MeshOp mesh = getMesh(*module);
  int64_t ranks = mesh ? mesh.getMesh().getNumRanks() : 1;
  if (ranks > maxRanks)
    return emitError(mesh.getLoc())
           << "the model's mesh has " << ranks << " ranks, but check runs at most " << maxRanks
           << " as threads of this process; check a smaller split of the same kind";
  return ranks;
}

/// Largest number of bytes of gradients that one rank accumulates: what the
/// compiler noted, or, for steps that came as graphs, the gradients that they give.
int64_t gradientBytes(ModuleOp module, const shardrt::Plan &plan) {
  if (auto noted = module->getAttrOfType<IntegerAttr>("shardc.gradient_bytes"))
    return noted.getInt();
  int64_t most = 0;
  for (const shardrt::Program &program : plan.programs) {
    int64_t bytes = 0;
    for (const shardrt::Tensor &output : program.outputs)
      if (llvm::StringRef(output.name).ends_with(".grad"))
        bytes += output.bytes;
    most = std::max(most, bytes);
  }
  return most;
}

/// Runs the plan for all steps and reads what `reference` names.
FailureOr<PlanRun> runPlan(ModuleOp module, std::vector<uint8_t> bundle,
                           const CheckOptions &options, const ReferenceRun &reference) {
  Location loc = module.getLoc();
  auto plan = shardrt::loadPlan(bundle.data(), bundle.size(), "plan");
  if (!plan)
    return emitError(loc, "the emitted plan does not load: ") << plan.status().message();
  shardrt::Options runtime;
  runtime.backend = options.backend;
  runtime.seed = options.seed;
  runtime.poison = true;
  runtime.timeoutSeconds = 120;
  auto session = shardrt::Session::create(*plan, runtime);
  if (!session)
    return emitError(loc) << session.status().message();

  PlanRun run;
  auto read = [&](const ReferenceValue &value, shardrt::Border border) -> LogicalResult {
    auto tensor = session->readGlobal(value.name, border);
    if (!tensor)
      return emitError(loc) << "value '" << value.name << "': " << tensor.status().message();
    if (!tensor->replicasIdentical && run.replicasIdentical) {
      run.replicasIdentical = false;
      run.difference = "'" + value.name + "': " + tensor->difference;
    }
    for (double &number : tensor->values)
      if (value.unsignedWidth && number < 0)
        number += std::ldexp(1.0, value.unsignedWidth);
    run.values[value.name] = std::move(tensor->values);
    return success();
  };
  for (int64_t step = 0; step < options.steps; ++step) {
    reportProgress("step " + llvm::Twine(step + 1) + " of " + llvm::Twine(options.steps));
    auto result = session->run(step);
    if (!result)
      return emitError(loc) << result.status().message();
    if (result->loss)
      run.losses.push_back(*result->loss);
    if (step == 0)
      for (const ReferenceValue &value : reference.values)
        if (value.role == ValueRole::Output || value.role == ValueRole::Gradient)
          if (failed(read(value, shardrt::Border::Output)))
            return failure();
  }
  for (const ReferenceValue &value : reference.values)
    if (value.role == ValueRole::Param || value.role == ValueRole::State)
      if (failed(read(value, shardrt::Border::Tensor)))
        return failure();
  if (shardrt::Status status = session->checkReplicas(); !status && run.replicasIdentical) {
    run.replicasIdentical = false;
    run.difference = status.message();
  }
  run.counters = session->counters();
  run.gradBytes = gradientBytes(module, session->plan());
  run.ranks = 1;
  for (const shardrt::MeshAxis &axis : session->plan().mesh)
    run.ranks *= axis.size;
  return run;
}

/// Compiles the model in `precision` and runs it; `onOneDevice` without any split.
FailureOr<PlanRun> compileAndRun(MLIRContext *context, CheckOptions options,
                                 llvm::StringRef precision, const ReferenceRun &reference,
                                 bool onOneDevice = false) {
  reportProgressPart(precision + (onOneDevice ? " on one device" : " split"));
  if (precision != options.model.precision)
    options.road.budgetPrecision = options.model.precision;
  options.model.precision = precision.str();
  options.road.observe = true;
  OwningOpRef<ModuleOp> module = loadModel(context, options.model);
  if (!module)
    return failure();
  if (onOneDevice) {
    dropShardings(*module);
    options.road.strategy.clear();
    options.road.pins.clear();
  }
  if (failed(compileModule(*module, options.road)))
    return failure();
  FailureOr<std::vector<uint8_t>> bundle = emitBundle(*module);
  if (failed(bundle))
    return failure();
  return runPlan(*module, std::move(*bundle), options, reference);
}

/// Error of each value of a run against the reference; `onlyTraining` leaves out
/// all but losses and gradients where there are some.
CheckError compare(const PlanRun &run, const ReferenceRun &reference, bool onlyTraining) {
  CheckError worst;
  double largestGradient = 0;
  bool training = !reference.losses.empty();
  for (const ReferenceValue &value : reference.values)
    if (value.role == ValueRole::Gradient)
      largestGradient = std::max(largestGradient, reference::maxFinite(value.values));
  for (const ReferenceValue &value : reference.values) {
    bool isGradient = value.role == ValueRole::Gradient;
    if (onlyTraining && training && !isGradient)
      continue;
    double floor = isGradient ? std::max(1e-6, 1e-3 * largestGradient) : 1e-6;
    auto found = run.values.find(value.name);
    llvm::ArrayRef<double> got;
    if (found != run.values.end())
      got = found->second;
    note(worst, got, value.values, floor, value.name, llvm::ArrayRef<int64_t>(value.shape));
  }
  if (training || !run.losses.empty())
    note(worst, run.losses, reference.losses, reference::errorFloor, "loss");
  return worst;
}

/// Compares the reference with results from elsewhere, each of which must be a result of
/// the step.
LogicalResult compareExpected(const NamedTensors &expected, const ReferenceRun &reference,
                              Location loc, CheckResult &result) {
  double largestGradient = 0;
  auto isGradient = [](llvm::StringRef name) { return name.ends_with(".grad"); };
  for (const auto &[name, tensor] : expected)
    if (isGradient(name))
      largestGradient = std::max(largestGradient, reference::maxFinite(tensor.values));
  for (const auto &[name, tensor] : expected) {
    auto found = reference.firstStep.find(name);
    if (found == reference.firstStep.end()) {
      InFlightDiagnostic diag = emitError(loc) << "the step has no result '" << name << "'";
      std::string names;
      for (const auto &[known, values] : reference.firstStep)
        names += (names.empty() ? "" : ", ") + known;
      diag.attachNote() << "it has " << names;
      return diag;
    }
    if (found->second.shape != tensor.shape) {
      auto text = [](llvm::ArrayRef<int64_t> shape) {
        std::string joined;
        for (int64_t size : shape)
          joined += (joined.empty() ? "" : ", ") + std::to_string(size);
        return "[" + joined + "]";
      };
      return emitError(loc) << "tensor '" << name << "' has shape " << text(tensor.shape)
                            << ", but the step's result has " << text(found->second.shape);
    }
    double floor = isGradient(name) ? std::max(1e-6, 1e-3 * largestGradient) : 1e-6;
    note(result.expectRelErr, found->second.values, tensor.values, floor, name,
         llvm::ArrayRef<int64_t>(tensor.shape));
    ++result.expected;
  }
  return success();
}

/// Why the numbers of the runs are not those of one device; empty where they are.
std::string whyNumbersDiffer(const CheckResult &result, llvm::StringRef precision, double bound) {
  const CheckError &expected = result.expectRelErr;
  // Here the reference is what runs, and what is expected what it is compared with.
  if (!expected.nan.empty())
    return llvm::formatv("'{0}' is NaN at {1} {2}", expected.tensor, expected.nan,
                         expected.isReferenceNaN ? "of what is expected" : "on one device");
  if (!(expected.value <= 1e-8))
    return llvm::formatv("'{0}' differs from what is expected by {1:e}, more than 1e-8",
                         expected.tensor, expected.value);
  std::string why = whyTooLarge(result.maxRelErr, "float64", 1e-8);
  if (!why.empty())
    return why;
  why = whyTooLarge(result.workingRelErr, precision, bound);
  if (why.empty() && !std::isfinite(bound))
    why = llvm::formatv("{0} on one device gives no numbers to compare with", precision);
  return why;
}

} // namespace

FailureOr<CheckResult> runCheck(MLIRContext *context, const CheckOptions &given) {
  CheckOptions options = given;
  coverBatch(options.model, options.road.strategy);
  if (options.backend != "host")
    return emitError(optionLoc(context, "--backend"))
           << "backend '" << options.backend << "' is not built in; available: host";

  // Faults that show without running anything come first.
  FailureOr<Strategy> strategy = parseStrategy(options.road.strategy, context);
  if (failed(strategy))
    return failure();
  if (strategy->getNumRanks() > maxRanks)
    return emitError(strategyLoc(context, 1))
           << "the strategy has " << strategy->getNumRanks() << " ranks, but check runs at most "
           << maxRanks << " as threads of this process; check a smaller split of the same kind";

  NamedTensors expected;
  Location expectLoc = optionLoc(context, options.expect);
  if (!options.expect.empty()) {
    FailureOr<NamedTensors> read = readTensorFile(options.expect, expectLoc);
    if (failed(read))
      return failure();
    expected = std::move(*read);
  }

  reportProgress("import");
  ModelOptions float64 = options.model;
  float64.precision = "fp64";
  OwningOpRef<ModuleOp> model = loadModel(context, float64);
  if (!model)
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> oneDevice = prepareReference(*model, options);
  if (failed(oneDevice) || failed(tryAnnotate(*model, options.road)))
    return failure();
  reportProgressPart("reference");
  FailureOr<ReferenceRun> reference = runReference(**oneDevice, options);
  if (failed(reference))
    return failure();

  CheckResult result;
  result.seed = options.seed;
  result.referenceLosses = reference->losses;
  if (failed(compareExpected(expected, *reference, expectLoc, result)))
    return failure();
  for (const ReferenceValue &value : reference->values)
    if (value.role == ValueRole::Output)
      result.outputs.push_back(value.name);

  FailureOr<PlanRun> exact = compileAndRun(context, options, "fp64", *reference);
  if (failed(exact))
    return failure();
  result.maxRelErr = compare(*exact, *reference, /*onlyTraining=*/false);

  FailureOr<PlanRun> working = exact;
  if (options.model.precision != "fp64")
    working = compileAndRun(context, options, options.model.precision, *reference);
  if (failed(working))
    return failure();
  result.workingRelErr = compare(*working, *reference, /*onlyTraining=*/true);

  double bound = 1e-8;
  if (options.model.precision == "fp32") {
    bound = 1e-5;
  } else if (options.model.precision != "fp64") {
    // Half precisions are held against what one device loses by them.
    FailureOr<PlanRun> unsplit =
        compileAndRun(context, options, options.model.precision, *reference, /*onOneDevice=*/true);
    if (failed(unsplit))
      return failure();
    bound = 2 * compare(*unsplit, *reference, /*onlyTraining=*/true).value;
  }

  result.ranks = working->ranks;
  result.losses = working->losses;
  result.replicasIdentical = exact->replicasIdentical && working->replicasIdentical;
  for (const auto &[kind, count] : working->counters.collectives)
    result.collectives[kind] = count;
  result.bytesOnWire = working->counters.bytesOnWire;
  result.flops = working->counters.flops;
  result.paramBytes = working->counters.paramBytes;
  result.stateBytes = working->counters.optimizerStateBytes;
  result.peakBytes = working->counters.peakBytes;
  result.gradBytes = working->gradBytes;
  for (const shardrt::ClassCounters &counters : working->counters.classes) {
    result.arenaPredicted = std::max<int64_t>(result.arenaPredicted, counters.arenaPredicted);
    result.arenaAllocated = std::max<int64_t>(result.arenaAllocated, counters.arenaAllocated);
    if (counters.arenaPredicted != counters.arenaAllocated)
      result.failure =
          llvm::formatv("arena of {0}: {1} bytes predicted, but {2} allocated", counters.program,
                        counters.arenaPredicted, counters.arenaAllocated);
  }
  std::string numbers = whyNumbersDiffer(result, options.model.precision, bound);
  if (!numbers.empty())
    result.failure = std::move(numbers);
  else if (!result.replicasIdentical)
    result.failure =
        "replicas differ: " + (exact->replicasIdentical ? working->difference : exact->difference);
  result.pass = result.failure.empty();
  return result;
}

} // namespace shardc
