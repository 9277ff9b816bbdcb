//===- RaiseScores.cpp - what is done to the scores of attention -*- C++ -*-==//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RaiseScores.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace shardc::raising {

std::optional<ScoreForm> formOf(ArrayRef<Step> steps) {
  ScoreForm form;
  bool isCapped = false;
  // From the product up.
  for (const Step &step : llvm::reverse(steps)) {
    switch (step.kind) {
    case Step::Scale:
      // What hides a score hides it at every positive scale.
      for (ScoreMask &mask : form.masks) {
        if (mask.isAdded || step.factor <= 0)
          return std::nullopt;
        mask.hidden *= step.factor;
      }
      if (isCapped) {
        if (form.cap || !form.masks.empty() || step.factor <= 0)
          return std::nullopt;
        form.cap = step.factor;
      } else {
        form.scale *= step.factor;
      }
      break;
    case Step::Tanh:
      if (isCapped || !form.masks.empty())
        return std::nullopt;
      isCapped = true;
      break;
    case Step::Mask:
      if (isCapped && !form.cap)
        form.cap = 1.0;
      form.masks.push_back(step.mask);
      break;
    }
  }
  if (isCapped && !form.cap)
    form.cap = 1.0;
  // cap * tanh(x) is the cap of cap * x.
  if (form.cap)
    form.scale *= *form.cap;
  return form;
}

void lookThroughWidening(Values &values, View &view) {
  while (true) {
    values.lookThrough(view, /*converts=*/false);
    auto convert = definedBy<stablehlo::ConvertOp>(view);
    if (!convert)
      return;
    Type from = getElementTypeOrSelf(convert.getOperand());
    Type to = getElementTypeOrSelf(convert.getResult());
    if (!isa<FloatType>(from) || !isa<FloatType>(to) ||
        from.getIntOrFloatBitWidth() >= to.getIntOrFloatBitWidth())
      return;
    view.root = convert.getOperand();
  }
}

double stripScale(Values &values, View &view) {
  double scale = 1.0;
  for (unsigned i = 0; i < 4; ++i) {
    lookThroughWidening(values, view);
    if (auto mul = definedBy<stablehlo::MulOp>(view)) {
      if (std::optional<double> number = values.splatOf(mul.getRhs())) {
        scale *= *number, view.root = mul.getLhs();
        continue;
      }
      if (std::optional<double> number = values.splatOf(mul.getLhs())) {
        scale *= *number, view.root = mul.getRhs();
        continue;
      }
    }
    if (auto div = definedBy<stablehlo::DivOp>(view))
      if (std::optional<double> number = values.splatOf(div.getRhs()); number && *number != 0) {
        scale /= *number, view.root = div.getLhs();
        continue;
      }
    break;
  }
  return scale;
}

} // namespace shardc::raising
