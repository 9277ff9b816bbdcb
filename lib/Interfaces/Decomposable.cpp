//===- Decomposable.cpp - ops made of ops -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Replaces ops by their decompositions, which keep the place of the op in the
// program: stage, layer, phase, sharding.
//
//===----------------------------------------------------------------------===//

#include "shardc/Interfaces/Decomposable.h"

#include "mlir/IR/BuiltinAttributes.h"

#include "shardc/Interfaces/DecomposableOpInterface.cpp.inc"

using namespace mlir;
using namespace shardc;

/// Decompositions nest, but not deeper than this: an op that decomposes into its
/// own kind has to be an error, not an endless loop.
static constexpr unsigned maxRounds = 64;

void shardc::inheritPlace(Operation *from, Operation *before, ArrayRef<Value> replacements) {
  Operation *op = before ? before->getNextNode() : &from->getBlock()->front();
  for (; op != from; op = op->getNextNode())
    for (NamedAttribute attr : from->getDiscardableAttrs())
      if (attr.getName().strref().starts_with("dist.") && attr.getName() != "dist.shardings" &&
          !op->hasAttr(attr.getName()))
        op->setAttr(attr.getName(), attr.getValue());
  auto shardings = from->getAttrOfType<ArrayAttr>("dist.shardings");
  if (!shardings || shardings.size() != replacements.size())
    return;
  for (auto [value, sharding] : llvm::zip(replacements, shardings))
    // Operands may be passed through: what another op made keeps what it has.
    if (Operation *maker = value.getDefiningOp();
        maker && maker->getNumResults() == 1 && !maker->hasAttr("dist.shardings"))
      maker->setAttr("dist.shardings", ArrayAttr::get(from->getContext(), {sharding}));
}

LogicalResult shardc::decomposeOnce(Operation *op, RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  FailureOr<SmallVector<Value>> values = cast<DecomposableOpInterface>(op).decompose(rewriter);
  if (failed(values))
    return failure();
  if (values->size() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults()
                             << " results, but its decomposition gives " << values->size()
                             << " values";
  for (auto [value, result] : llvm::zip_equal(*values, op->getResults()))
    if (value.getType() != result.getType())
      return op->emitOpError() << "has result " << result.getResultNumber() << " of type "
                               << result.getType() << ", but its decomposition gives "
                               << value.getType();
  inheritPlace(op, before, *values);
  rewriter.replaceOp(op, *values);
  return success();
}

static bool isMatch(Operation *op, llvm::function_ref<bool(Operation *)> filter) {
  return isa<DecomposableOpInterface>(op) && (!filter || filter(op));
}

bool shardc::hasDecomposable(Operation *root, llvm::function_ref<bool(Operation *)> filter) {
  return root
      ->walk([&](Operation *op) {
        return isMatch(op, filter) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult shardc::decomposeAll(Operation *root, llvm::function_ref<bool(Operation *)> filter) {
  IRRewriter rewriter(root->getContext());
  for (unsigned round = 0;; ++round) {
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) {
      if (op != root && isMatch(op, filter))
        ops.push_back(op);
    });
    if (ops.empty())
      return success();
    if (round == maxRounds)
      return ops.front()->emitOpError()
             << "is still decomposable after " << maxRounds
             << " rounds; a decomposition must not lead back to its own op";
    for (Operation *op : ops)
      if (failed(decomposeOnce(op, rewriter)))
        return failure();
  }
}
