//===- BudgetReport.h - what was recomputed, what does not fit --*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TRAINING_BUDGETREPORT_H
#define SHARDC_LIB_TRAINING_BUDGETREPORT_H

#include "RecomputeProgram.h"
#include "mlir/IR/Diagnostics.h"

namespace shardc {

/// Bytes of all arguments of the step on a rank.
int64_t argumentBytes(mlir::ModuleOp module);

/// One remark for each group of copies that hang together; groups that are alike
/// share one. Sizes are those of `counted`, places those of `program`, which are the
/// same op by op.
void reportCopies(const RecomputeProgram &counted, const RecomputeProgram &program,
                  const RecomputeOutcome &outcome);

/// Notes that name what is live at the peak of a choice: the largest values, and
/// what is there all the time.
void explainPeak(mlir::InFlightDiagnostic &diag, const RecomputeProgram &program,
                 const llvm::BitVector &chosen, int64_t arguments);

} // namespace shardc

#endif // SHARDC_LIB_TRAINING_BUDGETREPORT_H
