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
    : block(block),
      builder(block.getParentOp()->getContext(), static_cast<OpBuilder::Listener *>(this)) {
  builder.setInsertionPoint(block.getTerminator());
}

OpBuilder &UpdateBuilder::at(std::optional<int64_t> newStage) {
  stage = newStage;
  return builder;
}

void UpdateBuilder::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
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
    Type element = typeOf(parameter.gradient).getElementType();
    Value wide = b.widen(parameter.gradient);
    RankedTensorType type = typeOf(wide);
    Value count =
        b.broadcastScalar(b.convert(step.tokenCount, type.getElementType()), type.getShape());
    parameter.gradient = b.convert(b.div(wide, count), element);
  }
}

//===----------------------------------------------------------------------===//
// AdamW
//===----------------------------------------------------------------------===//

/// min(1, clip / (norm + 1e-6)), the norm over all gradients; 1 when clip is 0.
static Value buildScale(TrainingStep &step, double clip, RankedTensorType scalar,
                        UpdateBuilder &update) {
  Location loc = step.func.getLoc();
  TensorBuilder one(update.at(step.lastStage), loc);
  if (clip == 0.0)
    return one.splat(scalar, 1.0);
  std::map<int64_t, SmallVector<Value>> byStage;
  for (Parameter &parameter : step.parameters)
    byStage[parameter.stage.value_or(-1)].push_back(parameter.gradient);
  SmallVector<Value> sums;
  for (auto &[stage, gradients] : byStage)
    sums.push_back(
        nn::SquareSumOp::create(update.at(stage < 0 ? std::nullopt : std::optional<int64_t>(stage)),
                                loc, scalar, gradients));
  TensorBuilder b(update.at(step.lastStage), loc);
  Value total = sums.front();
  for (Value sum : ArrayRef<Value>(sums).drop_front())
    total = b.add(total, sum);
  Value norm = b.add(b.sqrt(total), 1e-6);
  return b.min(b.splat(scalar, 1.0), b.div(b.splat(scalar, clip), norm));
}

namespace {
/// Collects new arguments and attributes, to set them all at once: each change
/// of a function's attributes costs as much as it has arguments.
class Signature {
public:
  explicit Signature(func::FuncOp func) : func(func), builder(func.getContext()) {
    for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
      attrs.push_back(func.getArgAttrDict(i));
    numOld = attrs.size();
  }

  /// A state argument that begins at zero; gives its number.
  unsigned addState(StringRef name, Type type, Location loc, Attribute sharding,
                    bool isOptimizerState) {
    NamedAttrList list;
    list.set(attr::name, builder.getStringAttr(name));
    list.set(attr::role, builder.getStringAttr("state"));
    list.set(attr::init, builder.getDictionaryAttr(
                             builder.getNamedAttr("kind", builder.getStringAttr("zero"))));
    if (isOptimizerState)
      list.set(attr::optimizerState, builder.getUnitAttr());
    if (sharding)
      list.set(attr::sharding, sharding);
    attrs.push_back(list.getDictionary(func.getContext()));
    types.push_back(type);
    locs.push_back(loc);
    return attrs.size() - 1;
  }

  /// Says which result updates an argument.
  void setUpdatedBy(unsigned index, int64_t result) {
    NamedAttrList list(attrs[index]);
    list.set(attr::updatedBy, builder.getI64IntegerAttr(result));
    attrs[index] = list.getDictionary(func.getContext());
  }

  /// The attributes that the new value of an argument shares with it.
  SmallVector<NamedAttribute> resultAttrs(unsigned index) {
    SmallVector<NamedAttribute> result;
    for (StringRef name : {attr::name, attr::role, attr::sharding})
      if (Attribute attr = attrs[index] ? attrs[index].get(name) : Attribute())
        result.emplace_back(StringAttr::get(func.getContext(), name), attr);
    return result;
  }

  Attribute getAttr(unsigned index, StringRef name) const {
    return attrs[index] ? attrs[index].get(name) : Attribute();
  }

  void apply() {
    SmallVector<unsigned> positions(types.size(), numOld);
    ArrayRef<DictionaryAttr> added = ArrayRef(attrs).drop_front(numOld);
    // Inserting at the end with attributes of the right number cannot fail.
    (void)func.insertArguments(positions, types, added, locs);
    func.setAllArgAttrs(attrs);
  }

private:
  func::FuncOp func;
  Builder builder;
  size_t numOld;
  SmallVector<DictionaryAttr> attrs;
  SmallVector<Type> types;
  SmallVector<Location> locs;
};
} // namespace

/// Gives keys that are to differ from step to step the number of the step.
static void makeStepKeys(func::FuncOp func, Value step) {
  SmallVector<stablehlo::ConstantOp> keys;
  func.walk([&](stablehlo::ConstantOp op) {
    if (op->hasAttr(attr::stepKey))
      keys.push_back(op);
  });
  for (stablehlo::ConstantOp key : keys) {
    key->removeAttr(attr::stepKey);
    OpBuilder builder(func.getContext());
    builder.setInsertionPointAfter(key);
    Operation *after = key->getNextNode();
    TensorBuilder b(builder, key.getLoc());
    Value number = b.convert(step, typeOf(key).getElementType());
    Value whole = b.concatenate({b.sliceDim(key, 0, 0, 1), b.reshape(number, {1})}, 0);
    SmallPtrSet<Operation *, 4> made;
    for (Operation *op = key->getNextNode(); op != after; op = op->getNextNode()) {
      made.insert(op);
      op->setDiscardableAttrs(key->getDiscardableAttrDictionary());
    }
    key.getResult().replaceUsesWithIf(
        whole, [&](OpOperand &use) { return !made.contains(use.getOwner()); });
  }
}

void shardc::addAdamW(TrainingStep &step, const DifferentiateOptions &options,
                      UpdateBuilder &update, SmallVectorImpl<StepResult> &results) {
  func::FuncOp func = step.func;
  Location loc = func.getLoc();
  Signature signature(func);
  Builder attrs(func.getContext());

  // Counts and norms need more than a narrow float's digits.
  Type wide = Float32Type::get(func.getContext());
  for (Parameter &parameter : step.parameters)
    if (Type type = computeTypeOf(typeOf(parameter.value).getElementType()); type.isF64())
      wide = type;
  auto scalar = RankedTensorType::get({}, wide);

  SmallVector<unsigned> m, v;
  auto addMoments = [&](SmallVectorImpl<unsigned> &list, StringRef suffix) {
    for (Parameter &parameter : step.parameters)
      list.push_back(signature.addState((parameter.name + suffix).str(), parameter.value.getType(),
                                        parameter.value.getLoc(),
                                        signature.getAttr(parameter.index, attr::sharding),
                                        /*isOptimizerState=*/true));
  };
  addMoments(m, ".m");
  addMoments(v, ".v");
  unsigned count = signature.addState("step", scalar, loc, Attribute(),
                                      /*isOptimizerState=*/false);
  // Results come in the order of the arguments: parameters, m, v, step.
  SmallVector<unsigned> updated;
  for (Parameter &parameter : step.parameters)
    updated.push_back(parameter.index);
  updated.append(m);
  updated.append(v);
  updated.push_back(count);
  for (auto [position, index] : llvm::enumerate(updated))
    signature.setUpdatedBy(index, results.size() + position);
  signature.apply();
  makeStepKeys(func, func.getArgument(count));

  Value scale = buildScale(step, options.clip, scalar, update);
  TensorBuilder b(update.at(step.lastStage), loc);
  Value next = b.add(func.getArgument(count), 1.0);

  double beta1 = options.betas.empty() ? 0.9 : options.betas[0];
  double beta2 = options.betas.empty() ? 0.95 : options.betas[1];
  SmallVector<Value> newParams, newMs, newVs;
  for (auto [index, parameter] : llvm::enumerate(step.parameters)) {
    Type type = parameter.value.getType();
    auto op = nn::AdamWOp::create(
        update.at(parameter.stage), parameter.value.getLoc(), TypeRange{type, type, type},
        parameter.value, parameter.gradient, func.getArgument(m[index]), func.getArgument(v[index]),
        next, scale, attrs.getF64FloatAttr(options.lr), attrs.getF64FloatAttr(beta1),
        attrs.getF64FloatAttr(beta2), attrs.getF64FloatAttr(options.eps),
        attrs.getF64FloatAttr(parameter.decays ? options.weightDecay : 0.0));
    newParams.push_back(op.getNewParam());
    newMs.push_back(op.getNewM());
    newVs.push_back(op.getNewV());
  }
  SmallVector<Value> values(newParams);
  values.append(newMs);
  values.append(newVs);
  values.push_back(next);
  for (auto [index, value] : llvm::zip_equal(updated, values))
    results.push_back({value, signature.resultAttrs(index)});
}
