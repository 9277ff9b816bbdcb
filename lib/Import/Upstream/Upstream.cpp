//===- Upstream.cpp - programs of MLIR's own dialects -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Walks a program of linalg, tensor, arith, math and TOSA ops and writes what
// stands for them before them; the old ops go at the end.
//
//===----------------------------------------------------------------------===//
#include "Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

namespace shardc {
namespace {

bool isUpstream(Operation *op) {
  return isa_and_present<linalg::LinalgDialect, tensor::TensorDialect, arith::ArithDialect,
                         math::MathDialect, tosa::TosaDialect, cf::ControlFlowDialect,
                         ml_program::MLProgramDialect>(op->getDialect());
}

class UpstreamConverter {
public:
  explicit UpstreamConverter(ModuleOp module)
      : module(module), builder(module.getContext()), values(builder) {}

  LogicalResult run();

private:
  LogicalResult convertBlock(Block &block);
  FailureOr<Values> convertOp(Operation *op);
  LogicalResult passOn(Operation *op);

  ModuleOp module;
  OpBuilder builder;
  UpstreamValues values;
  SmallVector<Operation *> converted;
};

FailureOr<Values> UpstreamConverter::convertOp(Operation *op) {
  TensorBuilder b(builder, op->getLoc());
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    Value value = convertConstant(constant.getValue(), b);
    if (!value) {
      refuseOp(op, "its type has no counterpart in StableHLO");
      return failure();
    }
    return Values{value};
  }
  // Exporters assert what import proves or refuses anyway.
  if (isa<cf::AssertOp>(op))
    return Values{};
  Dialect *dialect = op->getDialect();
  if (isa<tosa::TosaDialect>(dialect))
    return convertTosaOp(op, values, b);
  if (isa<tensor::TensorDialect>(dialect))
    return convertTensorOp(op, values, b);
  if (isa<linalg::LinalgDialect>(dialect))
    return convertLinalgOp(op, values, b);
  if (isa<arith::ArithDialect, math::MathDialect>(dialect)) {
    Values operands = values.get(op->getOperands());
    Value result;
    if (!llvm::is_contained(operands, Value()))
      result = convertElementwise(op, operands, b);
    if (result)
      return Values{result};
  }
  if (isa<ml_program::MLProgramDialect>(dialect))
    refuseOp(op, "random numbers whose seed is a global state cannot be split; export the model "
                 "without dropout, or as StableHLO by JAX");
  else
    refuseOp(op);
  return failure();
}

/// Gives an op that stays what stands for its operands.
LogicalResult UpstreamConverter::passOn(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Operation *def = operand.get().getDefiningOp();
    if (!def || !isUpstream(def))
      continue;
    Value value = values.get(operand.get());
    if (!value || value.getType() != operand.get().getType())
      return op->emitError() << "operand " << operand.getOperandNumber() << " of '" << op->getName()
                             << "' has type " << operand.get().getType()
                             << ", which has no counterpart in StableHLO";
    operand.set(value);
  }
  return success();
}

LogicalResult UpstreamConverter::convertBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isUpstream(&op)) {
      if (failed(passOn(&op)))
        return failure();
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(convertBlock(inner)))
            return failure();
      continue;
    }
    builder.setInsertionPoint(&op);
    FailureOr<Values> results = convertOp(&op);
    if (failed(results))
      return failure();
    for (auto [result, value] : llvm::zip_equal(op.getResults(), *results))
      if (value)
        values.set(result, value);
    converted.push_back(&op);
  }
  return success();
}

LogicalResult UpstreamConverter::run() {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    // State that exporters declare and hardly ever use; a use is refused.
    if (isa<ml_program::GlobalOp>(op)) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &block : region)
        if (failed(convertBlock(block)))
          return failure();
  }
  for (Operation *op : llvm::reverse(converted)) {
    op->dropAllUses();
    op->erase();
  }
  return success();
}

} // namespace

StringRef faultOfPadding(ArrayRef<int64_t> amounts) {
  if (llvm::any_of(amounts, [](int64_t amount) { return amount < 0; }))
    return "its padding is negative";
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (llvm::any_of(amounts, [](int64_t amount) { return amount > most; }))
    return "its padding is too large";
  return {};
}

void loadUpstreamDialects(StringRef text, MLIRContext *context) {
  // Loading costs more than parsing a small model does, so only what occurs.
  auto occurs = [&](StringRef prefix) { return text.contains(prefix); };
  if (occurs("tensor."))
    context->loadDialect<tensor::TensorDialect>();
  if (occurs("arith."))
    context->loadDialect<arith::ArithDialect>();
  if (occurs("math."))
    context->loadDialect<math::MathDialect>();
  if (occurs("linalg."))
    context->loadDialect<linalg::LinalgDialect, arith::ArithDialect, math::MathDialect>();
  if (occurs("tosa."))
    context->loadDialect<tosa::TosaDialect>();
  if (occurs("cf.assert"))
    context->loadDialect<cf::ControlFlowDialect>();
  if (occurs("ml_program."))
    context->loadDialect<ml_program::MLProgramDialect>();
}

LogicalResult convertUpstream(ModuleOp module) {
  WalkResult found = module.walk([](Operation *op) {
    return isUpstream(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted() ? UpstreamConverter(module).run() : success();
}

} // namespace shardc
