//===- NamedOps.cpp - ops that exports carry by name ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Portable programs hold no ops of CHLO. Exports have composites in their place, with a
// function that computes the same (`stablehlo.composite "chlo.erf"`), older ones custom
// calls (`@mhlo.erf`, its attributes in `mhlo.attributes`). The op itself is better: its
// gradient is exact, and nothing has to be found again in what computes it.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace shardc {
namespace {

/// An op of that name in the place of another one; null where there is no such op, or it
/// is none of these operands, results and attributes.
Operation *createNamed(Operation *at, StringRef name, DictionaryAttr attributes) {
  if (!RegisteredOperationName::lookup(name, at->getContext()))
    return nullptr;
  OperationState state(at->getLoc(), name, at->getOperands(), at->getResultTypes());
  if (attributes)
    state.addAttributes(attributes.getValue());
  ScopedDiagnosticHandler quiet(at->getContext(), [](Diagnostic &) { return success(); });
  OpBuilder builder(at);
  Operation *op = builder.create(state);
  if (succeeded(verify(op)))
    return op;
  op->erase();
  return nullptr;
}

Operation *resolve(stablehlo::CompositeOp composite) {
  if (composite.getName().starts_with("chlo."))
    if (Operation *op =
            createNamed(composite, composite.getName(), composite.getCompositeAttributesAttr()))
      return op;
  // The op's verifier has seen that there is such a function, of the same type.
  OpBuilder builder(composite);
  auto module = composite->getParentOfType<ModuleOp>();
  return func::CallOp::create(builder, composite.getLoc(),
                              module.lookupSymbol<func::FuncOp>(composite.getDecomposition()),
                              composite.getOperands());
}

Operation *resolve(stablehlo::CustomCallOp call) {
  StringRef name = call.getCallTargetName();
  if (!name.consume_front("mhlo."))
    return nullptr;
  auto attributes = call->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  if (name == "topk") {
    auto largest = attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
    if (!largest || !largest.getValue())
      return nullptr;
    NamedAttrList kept(attributes);
    kept.erase("largest");
    return createNamed(call, "chlo.top_k", kept.getDictionary(call.getContext()));
  }
  for (StringRef dialect : {"chlo.", "stablehlo."})
    if (Operation *op = createNamed(call, (dialect + name).str(), attributes))
      return op;
  return nullptr;
}

} // namespace

void resolveNamedOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<stablehlo::CompositeOp, stablehlo::CustomCallOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto composite = dyn_cast<stablehlo::CompositeOp>(op);
    Operation *other = composite ? resolve(composite) : resolve(cast<stablehlo::CustomCallOp>(op));
    if (!other)
      continue;
    for (StringRef name : {"sdy.sharding", "mhlo.sharding"})
      if (Attribute sharding = op->getDiscardableAttr(name))
        other->setDiscardableAttr(name, sharding);
    op->replaceAllUsesWith(other);
    op->erase();
  }
}

} // namespace shardc
