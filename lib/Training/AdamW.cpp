//===- AdamW.cpp - the AdamW part of a training step ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Appends the optimizer to a function whose gradients are known. Each stage
// sums the squares of its own gradients, so that only scalars cross stages.
//
//===----------------------------------------------------------------------===//

#include "TrainingStep.h"

#include "shardc/OpModels/TensorBuilder.h"
#include <map>

using namespace mlir;
using namespace shardc;

//===----------------------------------------------------------------------===//
// Update ops
//===----------------------------------------------------------------------===//

UpdateBuilder::UpdateBuilder(mlir::Block &block)
    : block(block), builder(block.getParentOp()->getContext(),
                            static_cast<OpBuilder::Listener *>(this)) {
  builder.setInsertionPoint(block.getTerminator());
}

OpBuilder &UpdateBuilder::at(std::optional<int64_t> newStage) {
  stage = newStage;
  return builder;
}

void UpdateBuilder::notifyOperationInserted(Operation *op,
                                            OpBuilder::InsertPoint) {
  if (op->getBlock() != &block)
    return;
  op->setAttr(attr::phase, builder.getStringAttr(phaseName(Phase::Update)));
  if (stage)
    op->setAttr(attr::stage, builder.getI64IntegerAttr(*stage));
}

void shardc::divideGradients(TrainingStep &step, UpdateBuilder &update) {
  if (!step.tokenCount)
    return;
  for (Parameter &parameter : step.parameters) {
    TensorBuilder b(update.at(parameter.stage), parameter.value.getLoc());
    Type element = tensorTypeOf(parameter.gradient).getElementType();
    Value wide = b.widen(parameter.gradient);
    RankedTensorType type = tensorTypeOf(wide);
    Value count = b.broadcastScalar(
        b.convert(step.tokenCount, type.getElementType()), type.getShape());
    parameter.gradient = b.convert(b.div(wide, count), element);
  }
}

//===----------------------------------------------------------------------===//
// AdamW
//===----------------------------------------------------------------------===//

/// min(1, clip / (norm + 1e-6)), the norm over all gradients; 1 when clip is 0.
static Value buildScale(TrainingStep &step, double clip,
                        RankedTensorType scalar, UpdateBuilder &update) {
  Location loc = step.func.getLoc();
  TensorBuilder one(update.at(step.lastStage), loc);
  if (clip == 0.0)
    return one.splat(scalar, 1.0);
  std::map<int64_t, SmallVector<Value>> byStage;
  for (Parameter &parameter : step.parameters)
    byStage[parameter.stage.value_or(-1)].push_back(parameter.gradient);
  SmallVector<Value> sums;
  for (auto &[stage, gradients] : byStage)
    sums.push_back(nn::SquareSumOp::create(
        update.at(stage < 0 ? std::nullopt : std::optional<int64_t>(stage)),
        loc, scalar, gradients));
  TensorBuilder b(update.at(step.lastStage), loc);
  Value total = sums.front();
  for (Value sum : ArrayRef<Value>(sums).drop_front())
    total = b.add(total, sum);
  Value norm = b.add(b.sqrt(total), 1e-6);
  return b.min(b.splat(scalar, 1.0), b.div(b.splat(scalar, clip), norm));
}

namespace {
/// Adds state arguments and remembers which result updates each argument.
struct StateArguments {
  func::FuncOp func;
  Builder builder;

  explicit StateArguments(func::FuncOp func)
      : func(func), builder(func.getContext()) {}

  BlockArgument add(StringRef name, Type type, Location loc, Attribute sharding,
                    bool isOptimizerState) {
    NamedAttrList attrs;
    attrs.set(attr::name, builder.getStringAttr(name));
    attrs.set(attr::role, builder.getStringAttr("state"));
    attrs.set(attr::init, builder.getDictionaryAttr(builder.getNamedAttr(
                              "kind", builder.getStringAttr("zero"))));
    if (isOptimizerState)
      attrs.set(attr::optimizerState, builder.getUnitAttr());
    if (sharding)
      attrs.set(attr::sharding, sharding);
    unsigned index = func.getNumArguments();
    // Inserting at the end with unique attributes cannot fail.
    (void)func.insertArgument(index, type,
                              attrs.getDictionary(func.getContext()), loc);
    return func.getArgument(index);
  }

  /// Appends the new value of argument `index` to the results.
  void addResult(unsigned index, Value value,
                 SmallVectorImpl<StepResult> &results) {
    func.setArgAttr(
        index, attr::updatedBy,
        builder.getI64IntegerAttr(static_cast<int64_t>(results.size())));
    StepResult result{value, {}};
    for (StringRef name : {attr::name, attr::role, attr::sharding})
      if (Attribute attr = func.getArgAttr(index, name))
        result.attrs.push_back(builder.getNamedAttr(name, attr));
    results.push_back(std::move(result));
  }
};
} // namespace

void shardc::addAdamW(TrainingStep &step, const DifferentiateOptions &options,
                      UpdateBuilder &update,
                      SmallVectorImpl<StepResult> &results) {
  func::FuncOp func = step.func;
  Location loc = func.getLoc();
  StateArguments states(func);
  Builder attrs(func.getContext());

  // Counts and norms need more than a narrow float's digits.
  Type wide = Float32Type::get(func.getContext());
  for (Parameter &parameter : step.parameters)
    if (Type type =
            computeTypeOf(tensorTypeOf(parameter.value).getElementType());
        type.isF64())
      wide = type;
  auto scalar = RankedTensorType::get({}, wide);

  SmallVector<BlockArgument> m, v;
  for (auto *list : {&m, &v})
    for (Parameter &parameter : step.parameters)
      list->push_back(
          states.add(parameter.name + (list == &m ? ".m" : ".v"),
                     parameter.value.getType(), parameter.value.getLoc(),
                     func.getArgAttr(parameter.index, attr::sharding),
                     /*isOptimizerState=*/true));
  BlockArgument count =
      states.add("step", scalar, loc, Attribute(), /*isOptimizerState=*/false);

  Value scale = buildScale(step, options.clip, scalar, update);
  TensorBuilder b(update.at(step.lastStage), loc);
  Value next = b.add(count, 1.0);

  double beta1 = options.betas.empty() ? 0.9 : options.betas[0];
  double beta2 = options.betas.empty() ? 0.95 : options.betas[1];
  SmallVector<nn::AdamWOp> updates;
  for (auto [index, parameter] : llvm::enumerate(step.parameters)) {
    Type type = parameter.value.getType();
    updates.push_back(nn::AdamWOp::create(
        update.at(parameter.stage), parameter.value.getLoc(),
        TypeRange{type, type, type}, parameter.value, parameter.gradient,
        m[index], v[index], next, scale, attrs.getF64FloatAttr(options.lr),
        attrs.getF64FloatAttr(beta1), attrs.getF64FloatAttr(beta2),
        attrs.getF64FloatAttr(options.eps),
        attrs.getF64FloatAttr(parameter.decays ? options.weightDecay : 0.0)));
  }
  for (auto [parameter, op] : llvm::zip(step.parameters, updates))
    states.addResult(parameter.index, op.getNewParam(), results);
  for (auto [argument, op] : llvm::zip(m, updates))
    states.addResult(argument.getArgNumber(), op.getNewM(), results);
  for (auto [argument, op] : llvm::zip(v, updates))
    states.addResult(argument.getArgNumber(), op.getNewV(), results);
  states.addResult(count.getArgNumber(), next, results);
}
