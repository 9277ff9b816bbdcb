//===- BatchStates.h - how values follow the batch --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The batch is one factor of each op's sharding rule. What an op makes of values that
// are rows of the batch, or sums over it, follows from the rule.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_PIPELINE_BATCHSTATES_H
#define SHARDC_LIB_PIPELINE_BATCHSTATES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace shardc {

/// What one microbatch holds of a value.
struct BatchState {
  enum Kind {
    Whole,   ///< the same in every microbatch
    Split,   ///< rows of dimension `dim`
    Partial, ///< the value is the sum over microbatches
    After,   ///< known when all microbatches have run
    Mixed    ///< rows, but not one by one
  } kind = Whole;
  int64_t dim = 0;
};

/// What an op does with the batch.
struct BatchStep {
  /// The factor of its rule that is the batch, where it reads or makes rows.
  std::optional<unsigned> factor;
  /// One a result. Where there is an error: as it would be without.
  llvm::SmallVector<BatchState> results;
  /// Why the op can't run on microbatches; empty where it can.
  std::string error;
};

/// Follows the batch through an op of which at least one operand isn't whole. An op that
/// only reads sums, and is not linear in them, comes after: no error, results `After`.
/// `count`: microbatches, which must divide the factor where they are more than 1.
BatchStep followBatch(mlir::Operation *op,
                      llvm::function_ref<BatchState(mlir::OpOperand &)> stateOf, int64_t count);

} // namespace shardc

#endif // SHARDC_LIB_PIPELINE_BATCHSTATES_H
