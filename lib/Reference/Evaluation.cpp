//===- Evaluation.cpp - the registry of op families -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds the function that runs an op.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"

using namespace mlir;
using namespace shardc::reference;

const Registry &Registry::get() {
  static const Registry registry = [] {
    Registry all;
    addUnaryOps(all);
    addBinaryOps(all);
    addShapeOps(all);
    addIndexingOps(all);
    addContractionOps(all);
    addLayerOps(all);
    addAttentionOps(all);
    addTrainingOps(all);
    addPlacementOps(all);
    addSchedOps(all);
    addWindowOps(all);
    return all;
  }();
  return registry;
}

LogicalResult Registry::evaluate(Operation *op, Evaluation &evaluation) const {
  auto it = functions.find(op->getName().getTypeID());
  if (it == functions.end())
    return op->emitOpError() << "cannot be interpreted: the reference interpreter does not "
                                "know this op";
  return it->second(op, evaluation);
}
