//===- StepNames.cpp - attributes of a step function ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Training/StepNames.h"

using namespace mlir;
using namespace shardc;

Phase shardc::phaseOf(Operation *op) {
  auto text = op->getAttrOfType<StringAttr>(attr::phase);
  if (!text)
    return Phase::Forward;
  if (text.getValue() == "backward")
    return Phase::Backward;
  return text.getValue() == "update" ? Phase::Update : Phase::Forward;
}

StringRef shardc::phaseName(Phase phase) {
  switch (phase) {
  case Phase::Forward:
    return "";
  case Phase::Backward:
    return "backward";
  case Phase::Update:
    return "update";
  }
  return "";
}

std::optional<int64_t> shardc::stageOf(Operation *op) {
  if (auto stage = op->getAttrOfType<IntegerAttr>(attr::stage))
    return stage.getInt();
  return std::nullopt;
}

func::FuncOp shardc::findStepFunction(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  func::FuncOp found;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func.isPublic() || func.isExternal())
      continue;
    if (found)
      return {};
    found = func;
  }
  return found;
}

StringRef shardc::nameOfArg(func::FuncOp func, unsigned index) {
  auto name = func.getArgAttrOfType<StringAttr>(index, attr::name);
  return name ? name.getValue() : StringRef();
}

StringRef shardc::roleOfArg(func::FuncOp func, unsigned index) {
  auto role = func.getArgAttrOfType<StringAttr>(index, attr::role);
  return role ? role.getValue() : StringRef();
}

StringRef shardc::roleOfResult(func::FuncOp func, unsigned index) {
  auto role = func.getResultAttrOfType<StringAttr>(index, attr::role);
  return role ? role.getValue() : StringRef();
}

bool shardc::isTrainingStep(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (func.getArgAttr(i, attr::updatedBy))
      return true;
  return false;
}
