//===- Reference.cpp - one device, in float64 -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The global graph, differentiated but neither annotated nor partitioned, run by
// the interpreter for some steps on seeded values.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "RunEstimate.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "shardc/Driver/Progress.h"
#include "shardc/Reference/Interpreter.h"
#include "shardc/Reference/Seeding.h"

using namespace mlir;

namespace shardc {
namespace {

constexpr double maxBytes = 4.0 * (1ull << 30);
constexpr double maxFlops = 2e12;

std::vector<double> toDoubles(const reference::Tensor &tensor) {
  std::vector<double> values(tensor.getNumElements());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = tensor.at(i);
  return values;
}

StringRef resultRole(func::FuncOp function, unsigned result) {
  auto role = function.getResultAttrOfType<StringAttr>(result, "dist.role");
  return role ? role.getValue() : StringRef("output");
}

} // namespace

FailureOr<OwningOpRef<ModuleOp>> prepareReference(ModuleOp model, const CheckOptions &options) {
  OwningOpRef<ModuleOp> module = model.clone();
  RoadOptions road = options.road;
  road.observe = true;
  PassManager pm(module->getContext());
  for (const Stage &stage : getRoad())
    if (StringRef(stage.name) == "differentiate")
      stage.build(pm, road);
  if (failed(pm.run(*module)))
    return failure();
  auto function = module->lookupSymbol<func::FuncOp>("main");
  RunEstimate estimate = estimateRun(function);
  estimate.flops *= options.steps;
  if (estimate.bytes > maxBytes || estimate.flops > maxFlops) {
    emitError(NameLoc::get(StringAttr::get(module->getContext(), options.model.model)))
        << "too large to run: " << static_cast<int64_t>(std::min(estimate.bytes, 9e18))
        << " bytes, " << static_cast<int64_t>(std::min(estimate.flops, 9e18)) << " FLOPs";
    return failure();
  }
  return module;
}

/// Bits of its elements when they are unsigned integers, else 0.
static unsigned unsignedWidth(const reference::Tensor &tensor) {
  Type element = tensor.getElementType();
  return element.isUnsignedInteger() ? element.getIntOrFloatBitWidth() : 0;
}

FailureOr<ReferenceRun> runReference(ModuleOp module, const CheckOptions &options) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  auto seeded = reference::seedArguments(function, options.seed);
  if (failed(seeded))
    return failure();
  SmallVector<reference::Tensor> arguments = std::move(*seeded);
  ReferenceRun run;
  for (int64_t step = 0; step < options.steps; ++step) {
    reportProgress("step " + Twine(step + 1) + " of " + Twine(options.steps));
    auto results = reference::interpret(function, arguments);
    if (failed(results))
      return failure();
    for (auto [i, result] : llvm::enumerate(*results)) {
      StringRef role = resultRole(function, i);
      if (step == 0 && !options.expect.empty())
        run.firstStep[reference::resultName(function, i)] =
            NamedTensor{{result.getShape().begin(), result.getShape().end()}, toDoubles(result)};
      if (role == "loss")
        run.losses.push_back(result.at(0));
      else if (step == 0 && (role == "output" || role == "gradient"))
        run.values.push_back({reference::resultName(function, i),
                              role == "output" ? ValueRole::Output : ValueRole::Gradient,
                              toDoubles(result), result.getShape().vec(), unsignedWidth(result)});
    }
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto updatedBy = function.getArgAttrOfType<IntegerAttr>(i, "dist.updated_by"))
        arguments[i] = (*results)[updatedBy.getInt()];
  }
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, "dist.updated_by")) {
      auto role = function.getArgAttrOfType<StringAttr>(i, "dist.role");
      run.values.push_back(
          {reference::argumentName(function, i),
           role && role.getValue() == "param" ? ValueRole::Param : ValueRole::State,
           toDoubles(arguments[i]), arguments[i].getShape().vec(), unsignedWidth(arguments[i])});
    }
  return run;
}

} // namespace shardc
