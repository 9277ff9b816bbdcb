//===- TensorParallel.h - which parameters tensor parallelism splits -*- C++ -*-//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Tensor parallelism by structure: along every chain of matrix products
// parameters are split by columns, then by rows, then by columns again; heads
// stay whole; biases follow; embeddings and output heads are split by vocabulary.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_SHARDING_TENSORPARALLEL_H
#define SHARDC_LIB_SHARDING_TENSORPARALLEL_H

#include "FeatureFlow.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

/// The split of each parameter that tensor parallelism splits.
using ParameterSplits = llvm::MapVector<mlir::BlockArgument, Feature>;

/// Splits the parameters of `function` over `tp` (at least 2) ranks of the mesh
/// axis "tp". Parameters for which `isGiven` holds have a sharding already and
/// are left out. Repeats key/value heads in the graph where blocks of them and
/// of query heads cannot be aligned.
ParameterSplits assignTensorParallel(mlir::func::FuncOp function, int64_t tp,
                                     llvm::function_ref<bool(unsigned argument)> isGiven);

} // namespace shardc

#endif // SHARDC_LIB_SHARDING_TENSORPARALLEL_H
