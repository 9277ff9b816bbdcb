//===- DistSyntax.h - pieces of text form shared by attrs and ops -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the dialect's sources.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_DIST_DISTSYNTAX_H
#define SHARDC_DIALECTS_DIST_DISTSYNTAX_H

#include "dialects/Dist/Dist.h"

namespace shardc::dist {

/// `"tp"` or `"tp":(2)4`.
mlir::FailureOr<AxisRefAttr> parseAxis(mlir::AsmParser &parser);
void printAxis(mlir::AsmPrinter &printer, AxisRefAttr axis);

/// Checks that each axis (sub-axis) is one of `mesh` and that no two overlap.
llvm::LogicalResult verifyAxes(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh,
                               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace shardc::dist

#endif // SHARDC_DIALECTS_DIST_DISTSYNTAX_H
