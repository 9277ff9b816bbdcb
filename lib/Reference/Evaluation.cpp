//===- Evaluation.cpp - the registry of op families -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Finds the function that runs an op; what has none may say what it is made of.
//
//===----------------------------------------------------------------------===//
#include "Evaluation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "shardc/Interfaces/Decomposable.h"
#include "shardc/Reference/Interpreter.h"

using namespace mlir;
using namespace shardc;
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
    addRandomOps(all);
    addTrainingOps(all);
    addPlacementOps(all);
    addSchedOps(all);
    addWindowOps(all);
    addSortOps(all);
    return all;
  }();
  return registry;
}

/// Runs an op as what it is made of, in a function of its own.
static LogicalResult evaluateDecomposition(Operation *op, Evaluation &evaluation) {
  if (op->getNumRegions() != 0)
    return op->emitOpError() << "cannot be interpreted: a decomposable op with a region";
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, op->getLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto function =
      func::FuncOp::create(builder, op->getLoc(), "decomposition",
                           builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(op->getOperands(), function.getArguments());
  Operation *copy = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
  // Nested ones are found when they are run.
  IRRewriter rewriter(op->getContext());
  if (failed(decomposeOnce(copy, rewriter)))
    return failure();
  FailureOr<SmallVector<Tensor>> results = interpret(function, evaluation.operands);
  if (failed(results))
    return failure();
  llvm::append_range(evaluation.results, *results);
  return success();
}

LogicalResult Registry::evaluate(Operation *op, Evaluation &evaluation) const {
  auto it = functions.find(op->getName().getTypeID());
  if (it == functions.end() && isa<DecomposableOpInterface>(op))
    return evaluateDecomposition(op, evaluation);
  if (it == functions.end())
    return op->emitOpError() << "cannot be interpreted: the reference interpreter does not "
                                "know this op";
  return it->second(op, evaluation);
}
