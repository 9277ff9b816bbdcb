//===- Raise.cpp - composites from their parts ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the patterns over a function, larger composites first where one contains
// another's anchor: attention holds a softmax, a loss too.
//
//===----------------------------------------------------------------------===//
#include "Raise.h"
#include "dialects/CHLO/CHLO.h"
#include "dialects/NN/NN.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "shardc/Import/Passes.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/OpModels/TensorBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

#define GEN_PASS_DEF_RAISECOMPOSITES
#include "shardc/Import/Passes.h.inc"

static constexpr StringLiteral kindNames[numRaiseKinds] = {"attention",     "softmax", "layer_norm",
                                                           "rms_norm",      "gelu",    "silu",
                                                           "cross_entropy", "rope",    "dropout"};

StringRef getRaiseKindName(RaiseKind kind) { return kindNames[static_cast<unsigned>(kind)]; }

FailureOr<SmallVector<RaiseKind>> parseRaiseKinds(StringRef text, StringRef &unknown) {
  SmallVector<RaiseKind> kinds;
  if (text == "off")
    return kinds;
  for (unsigned kind = 0; kind < numRaiseKinds; ++kind)
    if (text == "on")
      kinds.push_back(static_cast<RaiseKind>(kind));
  if (text == "on")
    return kinds;
  SmallVector<StringRef> words;
  text.split(words, ',');
  for (StringRef word : words) {
    const StringLiteral *it = llvm::find(kindNames, word.trim());
    if (it == std::end(kindNames)) {
      unknown = word;
      return failure();
    }
    kinds.push_back(static_cast<RaiseKind>(it - std::begin(kindNames)));
  }
  return kinds;
}

namespace raising {

//===----------------------------------------------------------------------===//
// What the patterns share
//===----------------------------------------------------------------------===//

Raiser::Raiser(func::FuncOp function, RaiseCounts &counts)
    : values(function.getBody().front()), counts(counts) {
  for (BlockArgument argument : function.getArguments()) {
    auto role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(argument));
    if (role && role.getValue() == "param" && isFloat)
      parametric.insert(argument);
  }
  for (Operation &op : function.getBody().front())
    if (llvm::any_of(op.getOperands(), [&](Value value) { return parametric.contains(value); }))
      for (Value result : op.getResults())
        if (isa<FloatType>(getElementTypeOrSelf(result)))
          parametric.insert(result);
}

void Raiser::replace(Value value, Value with, RaiseKind kind) {
  ++counts[static_cast<unsigned>(kind)];
  replace(value, with);
}

void Raiser::replace(Value value, Value with) {
  Operation *op = value.getDefiningOp();
  if (with.getDefiningOp() && parametric.contains(value))
    parametric.insert(with);
  value.replaceAllUsesWith(with);
  values.eraseDead(op);
}

void Raiser::Inherit::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  for (NamedAttribute attribute : attributes)
    op->setAttr(attribute.getName(), attribute.getValue());
}

OpBuilder Raiser::before(Operation *op) {
  place.attributes.clear();
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("dist.") &&
        attribute.getName() != "dist.shardings")
      place.attributes.push_back(attribute);
  return OpBuilder(op, &place);
}

Value convertTo(OpBuilder &builder, Value value, Type element) {
  return TensorBuilder(builder, value.getLoc()).convert(value, element);
}

Value unconverted(Value value) {
  auto convert = value.getDefiningOp<stablehlo::ConvertOp>();
  if (!convert || !isa<FloatType>(getElementTypeOrSelf(convert.getOperand())))
    return value;
  return convert.getOperand();
}

Type onlyConvertedTo(Value value) {
  Type element;
  for (Operation *user : value.getUsers()) {
    auto convert = dyn_cast<stablehlo::ConvertOp>(user);
    if (!convert)
      return {};
    Type to = convert.getType().getElementType();
    if (!isa<FloatType>(to) || (element && element != to))
      return {};
    element = to;
  }
  return element;
}

Value mergeConversions(Raiser &raiser, Value value) {
  SmallVector<Operation *> users(value.getUsers());
  Operation *first =
      *llvm::min_element(users, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *user : users)
    if (user != first) {
      user->getResult(0).replaceAllUsesWith(first->getResult(0));
      raiser.values.eraseDead(user);
    }
  return first->getResult(0);
}

/// Tries a pattern at each op of some kinds, in the order of the program.
template <typename... Anchors>
static void raiseAt(Raiser &raiser, func::FuncOp function,
                    llvm::function_ref<bool(Operation *)> raise) {
  SmallVector<Operation *> anchors;
  for (Operation &op : function.getBody().front())
    if (isa<Anchors...>(op))
      anchors.push_back(&op);
  raiser.values.erased.clear();
  for (Operation *anchor : anchors)
    if (!raiser.values.erased.contains(anchor))
      raise(anchor);
}

/// Tries a rewrite at every op.
static void raiseAll(Raiser &raiser, func::FuncOp function,
                     llvm::function_ref<bool(Operation *)> rewrite) {
  SmallVector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  raiser.values.erased.clear();
  for (Operation *op : ops)
    if (!raiser.values.erased.contains(op))
      rewrite(op);
}

static void raiseFunction(func::FuncOp function, ArrayRef<RaiseKind> kinds, RaiseCounts &counts) {
  Raiser raiser(function, counts);
  auto wants = [&](auto... some) { return (llvm::is_contained(kinds, some) || ...); };
  using namespace stablehlo;
  if (wants(RaiseKind::Gelu))
    raiseErrorFunctions(raiser, function);
  if (wants(RaiseKind::Gelu, RaiseKind::Silu))
    raiseAt<TanhOp, LogisticOp, ExpOp, chlo::ErfOp, chlo::ErfcOp>(
        raiser, function, [&](Operation *op) { return raiseActivation(raiser, op, kinds); });
  if (wants(RaiseKind::LayerNorm, RaiseKind::RmsNorm))
    raiseAt<RsqrtOp, SqrtOp, PowOp>(raiser, function,
                                    [&](Operation *op) { return raiseNorm(raiser, op, kinds); });
  if (wants(RaiseKind::Rope))
    raiseAt<AddOp, ConcatenateOp>(raiser, function,
                                  [&](Operation *op) { return raiseRope(raiser, op); });
  // A softmax is part of attention and of a loss.
  if (wants(RaiseKind::Attention))
    raiseAt<DotGeneralOp>(raiser, function,
                          [&](Operation *op) { return raiseAttention(raiser, op); });
  unsigned attentions = counts[static_cast<unsigned>(RaiseKind::Attention)];
  if (attentions > 1)
    raiseAt<AddOp, ConcatenateOp>(raiser, function,
                                  [&](Operation *op) { return joinHeads(raiser, op); });
  if (wants(RaiseKind::CrossEntropy))
    raiseAt<LogOp>(raiser, function, [&](Operation *op) { return raiseCrossEntropy(raiser, op); });
  if (wants(RaiseKind::Softmax))
    raiseAt<DivOp, MulOp>(raiser, function,
                          [&](Operation *op) { return raiseSoftmax(raiser, op); });
  if (wants(RaiseKind::Dropout))
    raiseAt<SelectOp, MulOp, DivOp>(raiser, function,
                                    [&](Operation *op) { return raiseDropout(raiser, op); });
  // Around what is whole now, layouts that only passed flat values on go.
  if (attentions)
    raiseAll(raiser, function, [&](Operation *op) { return unflatten(raiser, op); });
  // Patterns that gave up late leave ops that nothing uses.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

} // namespace raising

RaiseCounts raiseComposites(ModuleOp module, ArrayRef<RaiseKind> kinds) {
  RaiseCounts counts = {};
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function || function.isExternal() || kinds.empty())
    return counts;
  module.getContext()->getOrLoadDialect<nn::NNDialect>();
  module.getContext()->getOrLoadDialect<chlo::CHLODialect>();
  raising::raiseFunction(function, kinds, counts);

  std::string text;
  for (auto [kind, count] : llvm::enumerate(counts))
    if (count)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kindNames[kind].str();
  if (!text.empty())
    emitRemark(function.getLoc(), RemarkCategory::Raise) << "raised " << text;
  return counts;
}

namespace {
struct RaiseCompositesPass : impl::RaiseCompositesBase<RaiseCompositesPass> {
  using Base::Base;
  void runOnOperation() final {
    StringRef unknown;
    FailureOr<SmallVector<RaiseKind>> parsed = parseRaiseKinds(kinds, unknown);
    if (failed(parsed)) {
      getOperation().emitError() << "'" << unknown << "' is no kind of composite; those are "
                                 << llvm::join(ArrayRef<StringLiteral>(kindNames), ", ");
      return signalPassFailure();
    }
    RaiseCounts counts = raiseComposites(getOperation(), *parsed);
    for (auto [counter, count] : llvm::zip(
             std::initializer_list<Pass::Statistic *>{&numAttention, &numSoftmax, &numLayerNorm,
                                                      &numRmsNorm, &numGelu, &numSilu,
                                                      &numCrossEntropy, &numRope, &numDropout},
             counts))
      *counter += count;
  }
};
} // namespace

} // namespace shardc
