//===- StepNames.h - attributes of a step function --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The names of the attributes that differentiation and rematerialisation read
// and write on @main and on its ops, and small readers for them.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TRAINING_STEPNAMES_H
#define SHARDC_TRAINING_STEPNAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace shardc {

namespace attr {
inline constexpr llvm::StringLiteral name = "dist.name";
inline constexpr llvm::StringLiteral role = "dist.role";
inline constexpr llvm::StringLiteral updatedBy = "dist.updated_by";
inline constexpr llvm::StringLiteral init = "dist.init";
inline constexpr llvm::StringLiteral weightDecay = "dist.weight_decay";
inline constexpr llvm::StringLiteral optimizerState = "dist.optimizer_state";
inline constexpr llvm::StringLiteral layer = "dist.layer";
inline constexpr llvm::StringLiteral stage = "dist.stage";
inline constexpr llvm::StringLiteral phase = "dist.phase";
inline constexpr llvm::StringLiteral sharding = "dist.sharding";
inline constexpr llvm::StringLiteral recompute = "dist.recompute";
/// On a reshard or collective: the backward pass runs a copy of it instead of
/// keeping its result.
inline constexpr llvm::StringLiteral regather = "dist.regather";
/// On a reshard: the sharding that its cotangent is moved to.
inline constexpr llvm::StringLiteral adjoint = "dist.adjoint";
/// On a constant of two words: the second becomes the number of the step.
inline constexpr llvm::StringLiteral stepKey = "dist.step_key";
/// On the reshard of a cotangent: the gradient is kept as the result is placed.
inline constexpr llvm::StringLiteral gradient = "dist.gradient";
} // namespace attr

/// When in a step an op runs.
enum class Phase { Forward, Backward, Update };

/// The phase of an op; an unknown text is Forward (verifiers report it).
Phase phaseOf(mlir::Operation *op);
/// The text of `dist.phase`; Forward has none.
llvm::StringRef phaseName(Phase phase);
/// `dist.stage`, or nullopt.
std::optional<int64_t> stageOf(mlir::Operation *op);

/// @main, or the only public function; null when there is neither.
mlir::func::FuncOp findStepFunction(mlir::ModuleOp module);
/// `dist.name` of an argument; empty when it has none.
llvm::StringRef nameOfArg(mlir::func::FuncOp func, unsigned index);
/// `dist.role` of an argument; empty when it has none.
llvm::StringRef roleOfArg(mlir::func::FuncOp func, unsigned index);
/// `dist.role` of a result; empty when it has none.
llvm::StringRef roleOfResult(mlir::func::FuncOp func, unsigned index);
/// True when the function updates an argument: it is a whole training step.
bool isTrainingStep(mlir::func::FuncOp func);

} // namespace shardc

#endif // SHARDC_TRAINING_STEPNAMES_H
