//===- ExplainAuthors.cpp - who wrote a constraint --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ExplainAuthors.h"
#include "dialects/Dist/Dist.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc {

/// "annotation", "pin" or "strategy". On an op that is no constraint or reshard: "pin",
/// where a pin is to constrain a result.
static constexpr StringLiteral authorName = "shardc.author";

static bool isPlacement(Operation *op) { return isa<dist::ConstraintOp, dist::ReshardOp>(op); }

void ExplainAuthors::nameModel(ModuleOp module, const ValueNames &names,
                               ArrayRef<std::string> pins) {
  Builder builder(module.getContext());
  module.walk([&](Operation *op) {
    if (isPlacement(op))
      op->setAttr(authorName, builder.getStringAttr("annotation"));
  });
  for (StringRef pin : pins)
    if (const NamedValue *named = names.lookup(pin.split("=[").first.trim()))
      if (Operation *op = named->value.getDefiningOp(); op && !named->result)
        op->setAttr(authorName, builder.getStringAttr("pin"));
}

void ExplainAuthors::nameNew(ModuleOp module) {
  Builder builder(module.getContext());
  auto isPinned = [](Value value) {
    Operation *op = value.getDefiningOp();
    auto author = op ? op->getAttrOfType<StringAttr>(authorName) : StringAttr();
    return author && author == "pin" && !isPlacement(op);
  };
  module.walk([&](Operation *op) {
    if (!isPlacement(op))
      return;
    if (isa<dist::ConstraintOp>(op) && isPinned(op->getOperand(0)))
      op->setAttr(authorName, builder.getStringAttr("pin"));
    else if (!op->hasAttr(authorName))
      op->setAttr(authorName, builder.getStringAttr("strategy"));
    places.try_emplace(op->getLoc(), op->getAttrOfType<StringAttr>(authorName));
  });
}

SplitReason::Kind ExplainAuthors::find(Operation *op) const {
  auto author = op->getAttrOfType<StringAttr>(authorName);
  if (!author)
    author = places.lookup(op->getLoc());
  if (!author)
    return hasStrategy ? SplitReason::Strategy : SplitReason::Annotation;
  return author == "pin"        ? SplitReason::Pin
         : author == "strategy" ? SplitReason::Strategy
                                : SplitReason::Annotation;
}

void ExplainAuthors::forget(ModuleOp module) {
  module.walk([](Operation *op) { op->removeAttr(authorName); });
}

} // namespace shardc
