//===- Seeding.h - seeded values of arguments -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The values that `check` and `shard-run` begin with: counter-based, keyed by
// the argument's name and the global element index, so that any sharding and
// the interpreter see the same numbers.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_REFERENCE_SEEDING_H
#define SHARDC_REFERENCE_SEEDING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "shardc/Reference/Tensor.h"
#include "shardrt/Init.h"

namespace shardc::reference {

/// What fills an argument with the attributes `attributes` (`dist.init`,
/// `dist.role`) and the name `name`. Without `dist.init`: params and float
/// inputs are normal with standard deviation 0.02, states its absolute value
/// (integer states zero), integer inputs uniform in [0, 2). An unknown kind is
/// a failure (no diagnostic).
llvm::FailureOr<shardrt::InitSpec> initOf(mlir::DictionaryAttr attributes, llvm::StringRef name,
                                          mlir::Type elementType);

/// The tensor of `type` (a global type) that `init` describes, rounded to the
/// element type.
Tensor seedTensor(const shardrt::InitSpec &init, mlir::RankedTensorType type, uint64_t seed);

/// The seeded global value of an argument: of its `dist.global_type` where it
/// has one. Reports an unknown kind of `dist.init`.
llvm::FailureOr<Tensor> seedTensor(mlir::func::FuncOp function, unsigned argument, uint64_t seed);

/// The seeded values of all arguments.
llvm::FailureOr<llvm::SmallVector<Tensor>> seedArguments(mlir::func::FuncOp function,
                                                         uint64_t seed);

/// `dist.name` of an argument or result, else "arg<i>" or "result<i>".
std::string argumentName(mlir::func::FuncOp function, unsigned index);
std::string resultName(mlir::func::FuncOp function, unsigned index);

/// FNV-1a, 64 bits, of a name.
uint64_t streamOf(llvm::StringRef name);

/// A tensor of normal variates of (seed, stream of `name`), sd 1; integers are
/// uniform in [0, high).
Tensor randomTensor(mlir::RankedTensorType type, uint64_t seed, llvm::StringRef name = "random",
                    int64_t high = 2);

} // namespace shardc::reference

#endif // SHARDC_REFERENCE_SEEDING_H
