//===- TrainingStep.h - assembling the step function ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What differentiation shares with the optimizers: the parameters of @main and
// their gradients, and the new results of the function.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_TRAININGSTEP_H
#define SHARDC_LIB_TRAINING_TRAININGSTEP_H

#include "mlir/IR/Builders.h"
#include "shardc/Training/Passes.h"
#include "shardc/Training/StepNames.h"

namespace shardc {

/// One trained argument.
struct Parameter {
  unsigned index;
  std::string name;
  mlir::BlockArgument value;
  /// Stage of the first op that uses it; nullopt without stages.
  std::optional<int64_t> stage;
  bool decays;
  /// d(sum of losses)/d(value), later divided by the token count.
  mlir::Value gradient;
};

/// One result of the new function.
struct StepResult {
  mlir::Value value;
  llvm::SmallVector<mlir::NamedAttribute> attrs;
};

/// Makes new ops of the update phase in a stage.
class UpdateBuilder : private mlir::OpBuilder::Listener {
public:
  /// Inserts before the terminator of `block`.
  explicit UpdateBuilder(mlir::Block &block);
  /// The builder, set to make ops of `stage`.
  mlir::OpBuilder &at(std::optional<int64_t> stage);

private:
  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;
  mlir::Block &block;
  mlir::OpBuilder builder;
  std::optional<int64_t> stage;
};

/// What the optimizer is given.
struct TrainingStep {
  mlir::func::FuncOp func;
  llvm::SmallVector<Parameter> parameters;
  /// Scalars, in the compute type; the token count may be null (a loss that is
  /// a mean already).
  mlir::Value tokenCount;
  /// Stage of what all parameters share; nullopt without stages.
  std::optional<int64_t> lastStage;
};

/// Divides all gradients by the token count.
void divideGradients(TrainingStep &step, UpdateBuilder &update);

/// Adds AdamW with clipping: appends state arguments to the function and new
/// parameters, m, v and step to `results`; marks the arguments `updated_by`
/// (results are numbered from the front of `results`).
void addAdamW(TrainingStep &step, const DifferentiateOptions &options, UpdateBuilder &update,
              llvm::SmallVectorImpl<StepResult> &results);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_TRAININGSTEP_H
