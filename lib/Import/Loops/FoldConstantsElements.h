//===- FoldConstantsElements.h - integer arithmetic -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTSELEMENTS_H
#define SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTSELEMENTS_H

#include "FoldConstants.h"

namespace shardc {

/// The result of an op that computes element by element, its operands all known;
/// nullopt for other ops.
std::optional<KnownTensor> evaluateElements(mlir::Operation *op, mlir::RankedTensorType type,
                                            llvm::ArrayRef<const KnownTensor *> operands);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_LOOPS_FOLDCONSTANTSELEMENTS_H
