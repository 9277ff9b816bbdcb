//===- Differentiate.cpp - from a forward graph to a step -------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// --shardc-differentiate: finds the loss and the parameters of @main, runs
// reverse mode over it and gives the function its new results. Works on the
// global graph, so that gradient collectives follow from shardings.
//
//===----------------------------------------------------------------------===//

#include "ReverseMode.h"
#include "TrainingStep.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/OpModels/TensorBuilder.h"
#include <cmath>

namespace shardc {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "shardc/Training/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// The forward function
//===----------------------------------------------------------------------===//

namespace {
/// The results of a forward function by role.
struct ForwardResults {
  Value lossSum, tokenCount, loss;
  SmallVector<StepResult> outputs;
};
} // namespace

static bool isFloatScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && isa<FloatType>(type.getElementType());
}

static FailureOr<ForwardResults> readResults(func::FuncOp func) {
  ForwardResults results;
  Operation *terminator = func.front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    StringRef role = roleOfResult(func, index);
    Value *slot = role == "loss_sum"      ? &results.lossSum
                  : role == "token_count" ? &results.tokenCount
                  : role == "loss"        ? &results.loss
                                          : nullptr;
    if (!slot) {
      StepResult output{value, {}};
      if (DictionaryAttr attrs = func.getResultAttrDict(index))
        output.attrs.append(attrs.begin(), attrs.end());
      results.outputs.push_back(std::move(output));
      continue;
    }
    if (*slot)
      return func.emitOpError() << "has two results with role '" << role << "'";
    if (!isFloatScalar(value))
      return func.emitOpError() << "result " << index << " with role '" << role
                                << "' must be a floating-point scalar, but has type "
                                << value.getType();
    *slot = value;
  }
  if (results.lossSum && !results.tokenCount)
    return func.emitOpError() << "has a result with role 'loss_sum', but none with role "
                                 "'token_count' to divide it by";
  if (results.lossSum && results.loss)
    return func.emitOpError() << "has results with role 'loss_sum' and with role 'loss'; only "
                                 "one can be trained on";
  return results;
}

/// Fills in the stage of the first op, in program order, that uses each
/// parameter.
static void findStages(func::FuncOp func, MutableArrayRef<Parameter> parameters) {
  DenseMap<Value, std::optional<int64_t>> firstUse;
  func.walk([&](Operation *op) {
    if (!isa<dist::MicrobatchOp>(op))
      for (Value operand : op->getOperands())
        firstUse.try_emplace(operand, stageOf(op));
  });
  for (Parameter &parameter : parameters)
    parameter.stage = firstUse.lookup(parameter.value);
}

static FailureOr<SmallVector<Parameter>> readParameters(func::FuncOp func) {
  SmallVector<Parameter> parameters;
  for (BlockArgument argument : func.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (roleOfArg(func, index) != "param")
      continue;
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !isa<FloatType>(type.getElementType()))
      return func.emitOpError() << "parameter '" << nameOfArg(func, index) << "' has type "
                                << argument.getType()
                                << "; only floating-point tensors can be trained";
    Parameter parameter;
    parameter.index = index;
    parameter.name = nameOfArg(func, index).str();
    if (parameter.name.empty())
      parameter.name = "param" + std::to_string(index);
    parameter.value = argument;
    auto decay = func.getArgAttrOfType<BoolAttr>(index, attr::weightDecay);
    parameter.decays = decay ? decay.getValue() : type.getRank() >= 2;
    parameters.push_back(std::move(parameter));
  }
  if (parameters.empty())
    return func.emitOpError() << "has no argument with role 'param'; there is nothing to train";
  return parameters;
}

static std::optional<int64_t> findLastStage(func::FuncOp func) {
  std::optional<int64_t> last;
  func.walk([&](Operation *op) {
    if (std::optional<int64_t> stage = stageOf(op))
      last = std::max(last.value_or(*stage), *stage);
  });
  return last;
}

//===----------------------------------------------------------------------===//
// The new function
//===----------------------------------------------------------------------===//

static void setResults(func::FuncOp func, ArrayRef<StepResult> results) {
  Operation *terminator = func.front().getTerminator();
  SmallVector<Value> values;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  for (const StepResult &result : results) {
    values.push_back(result.value);
    types.push_back(result.value.getType());
    attrs.push_back(DictionaryAttr::get(func.getContext(), result.attrs));
  }
  terminator->setOperands(values);
  func.setType(FunctionType::get(func.getContext(), func.getArgumentTypes(), types));
  func.setAllResultAttrs(attrs);
}

static StepResult namedResult(func::FuncOp func, Value value, StringRef name, StringRef role) {
  Builder builder(func.getContext());
  return {value,
          {builder.getNamedAttr(attr::name, builder.getStringAttr(name)),
           builder.getNamedAttr(attr::role, builder.getStringAttr(role))}};
}

/// loss_sum / token_count, both in the wider of their compute types.
static StepResult buildLoss(func::FuncOp func, const ForwardResults &forward,
                            std::optional<int64_t> lastStage, UpdateBuilder &update) {
  if (forward.loss)
    return namedResult(func, forward.loss, "loss", "loss");
  TensorBuilder b(update.at(lastStage), func.getLoc());
  Value sum = b.widen(forward.lossSum);
  Value count = b.convert(forward.tokenCount, typeOf(sum).getElementType());
  return namedResult(func, b.div(sum, count), "loss", "loss");
}

/// Fills in the gradient of each parameter. The loss is a sum over microbatches
/// and its gradient runs through them.
static LogicalResult buildGradients(TrainingStep &step, Value loss) {
  mlir::Block &body = step.func.front();
  bool hasRegion = !body.getOps<dist::MicrobatchOp>().empty();
  SmallVector<Value> leaves;
  for (Parameter &parameter : step.parameters)
    leaves.push_back(parameter.value);
  // Without a region the whole body runs once a step, but its gradient is
  // backward work all the same.
  ReverseMode reverse(body, leaves, hasRegion ? Phase::Update : Phase::Backward);
  if (!reverse.isWanted(loss))
    return step.func.emitOpError()
           << "has a loss that depends on none of its " << step.parameters.size() << " parameters";
  reverse.seedOne(loss);
  if (failed(reverse.run()))
    return failure();
  for (Parameter &parameter : step.parameters)
    parameter.gradient = reverse.cotangentOf(parameter.value);
  return success();
}

/// A parameter that the loss does not depend on has a zero gradient.
static void fillZeroGradients(TrainingStep &step, UpdateBuilder &update) {
  for (Parameter &parameter : step.parameters) {
    if (parameter.gradient)
      continue;
    emitRemark(parameter.value.getLoc(), RemarkCategory::Training)
        << "parameter '" << parameter.name << "' does not influence the loss; its gradient is zero";
    TensorBuilder b(update.at(parameter.stage), parameter.value.getLoc());
    parameter.gradient = b.splatLike(parameter.value, 0.0);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct Differentiate : public shardc::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() final {
    func::FuncOp func = findStepFunction(getOperation());
    if (!func || func.isExternal()) {
      getOperation().emitOpError() << "has no function '@main' to differentiate";
      return signalPassFailure();
    }
    if (failed(checkOptions()))
      return signalPassFailure();
    if (!func.getBody().hasOneBlock()) {
      func.emitOpError() << "must have one block, but has " << func.getBody().getBlocks().size();
      return signalPassFailure();
    }
    // A graph that updates its arguments was differentiated by its maker.
    if (isTrainingStep(func)) {
      if (train != "none" && failed(checkParametersUpdated(func)))
        signalPassFailure();
      return;
    }
    // Ops of other dialects that have no gradient of their own have that of what they
    // are made of.
    if (train != "none" && failed(decomposeAll(func, [](Operation *op) {
          return !isa<DifferentiableOpInterface>(op);
        })))
      return signalPassFailure();
    FailureOr<ForwardResults> forward = readResults(func);
    if (failed(forward) ||
        failed(train == "none" ? closeLoss(func, *forward) : makeStep(func, *forward)))
      return signalPassFailure();
    eraseDeadOps(func.front());
  }

private:
  LogicalResult checkOptions();
  LogicalResult checkParametersUpdated(func::FuncOp func);
  LogicalResult closeLoss(func::FuncOp func, const ForwardResults &forward);
  LogicalResult makeStep(func::FuncOp func, ForwardResults &forward);
};
} // namespace

/// Refuses to train a graph that updates states alone, such as running statistics: what it
/// makes of them would be lost, and without a word nothing would be trained.
LogicalResult Differentiate::checkParametersUpdated(func::FuncOp func) {
  std::optional<unsigned> state;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    if (!func.getArgAttr(i, attr::updatedBy))
      continue;
    if (roleOfArg(func, i) == "param") {
      emitRemark(func.getLoc(), RemarkCategory::Training)
          << "is a training step already: its own optimizer updates '" << nameOfArg(func, i)
          << "', and train=" << train << " adds nothing";
      return success();
    }
    if (!state)
      state = i;
  }
  return emitError(func.getArgument(*state).getLoc())
         << "'" << nameOfArg(func, *state)
         << "' is updated, but no parameter is, so that this is neither a forward graph to train "
            "nor a training step; return the loss alone, or use train=none";
}

LogicalResult Differentiate::checkOptions() {
  ModuleOp module = getOperation();
  if (train != "none" && train != "adamw")
    return module.emitOpError() << "cannot be trained by '" << train
                                << "'; the optimizers are 'adamw' and 'none'";
  if (!betas.empty() && betas.size() != 2)
    return module.emitOpError() << "option 'betas' needs 2 numbers, but has " << betas.size();
  for (double beta : betas)
    if (!(beta >= 0.0 && beta < 1.0))
      return module.emitOpError() << "option 'betas' must be in [0, 1), but has " << beta;
  if (!(eps > 0.0) || !std::isfinite(eps))
    return module.emitOpError() << "option 'eps' must be positive, but is " << eps.getValue();
  for (auto [name, value] :
       {std::pair<StringRef, double>{"lr", lr}, {"weight-decay", weightDecay}, {"clip", clip}})
    if (!(value >= 0.0) || !std::isfinite(value))
      return module.emitOpError() << "option '" << name << "' must be 0 or more, but is " << value;
  return success();
}

LogicalResult Differentiate::closeLoss(func::FuncOp func, const ForwardResults &forward) {
  if (!forward.lossSum)
    return success();
  UpdateBuilder update(func.front());
  SmallVector<StepResult> results = {buildLoss(func, forward, findLastStage(func), update)};
  results.append(forward.outputs.begin(), forward.outputs.end());
  setResults(func, results);
  return success();
}

LogicalResult Differentiate::makeStep(func::FuncOp func, ForwardResults &forward) {
  Value loss = forward.lossSum ? forward.lossSum : forward.loss;
  if (!loss)
    return func.emitOpError() << "has no result with role 'loss_sum' or 'loss' to train on; mark "
                                 "one, or use train=none";
  FailureOr<SmallVector<Parameter>> parameters = readParameters(func);
  if (failed(parameters))
    return failure();
  TrainingStep step{func, std::move(*parameters), Value(), findLastStage(func)};
  findStages(func, step.parameters);
  if (failed(buildGradients(step, loss)))
    return failure();
  // A microbatch region was rebuilt with the gradients among its results, so
  // the values that were read before are others now.
  FailureOr<ForwardResults> rebuilt = readResults(func);
  if (failed(rebuilt))
    return failure();

  UpdateBuilder update(func.front());
  if (rebuilt->tokenCount) {
    TensorBuilder b(update.at(step.lastStage), func.getLoc());
    step.tokenCount = b.widen(rebuilt->tokenCount);
  }
  SmallVector<StepResult> results = {buildLoss(func, *rebuilt, step.lastStage, update)};
  fillZeroGradients(step, update);
  divideGradients(step, update);
  if (observe) {
    results.append(rebuilt->outputs.begin(), rebuilt->outputs.end());
    for (Parameter &parameter : step.parameters) {
      StepResult result =
          namedResult(func, parameter.gradient, parameter.name + ".grad", "gradient");
      if (Attribute sharding = func.getArgAttr(parameter.index, attr::sharding))
        result.attrs.push_back(
            NamedAttribute(StringAttr::get(func.getContext(), attr::sharding), sharding));
      results.push_back(std::move(result));
    }
  }
  DifferentiateOptions options;
  options.train = train;
  options.lr = lr;
  options.betas.assign(betas.begin(), betas.end());
  options.eps = eps;
  options.weightDecay = weightDecay;
  options.clip = clip;
  options.observe = observe;
  addAdamW(step, options, update, results);
  setResults(func, results);
  return success();
}

void shardc::buildDifferentiatePipeline(OpPassManager &manager,
                                        const DifferentiateOptions &options) {
  manager.addPass(createDifferentiate(options));
  // Every stage ends in a check of what it promises to the next.
  manager.addPass(createVerifyDifferentiate());
}
