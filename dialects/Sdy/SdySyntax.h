//===- SdySyntax.h - pieces of Shardy's syntax ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Private to the dialect.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DIALECTS_SDY_SDYSYNTAX_H
#define SHARDC_DIALECTS_SDY_SDYSYNTAX_H

#include "dialects/Sdy/Sdy.h"

namespace mlir {
namespace sdy {
inline namespace shardc_v1 {

/// Whether an axis can have a name: "?" is the open mark, and ':' begins a sub-axis.
bool isAxisName(llvm::StringRef name);

/// Parses `{"x", "y":(1)2, ?}` into strings; the open mark, where it may stand, is one
/// of them.
ParseResult parseAxes(AsmParser &parser, ArrayAttr &axes, bool mayBeOpen = false);
/// Prints what parseAxes reads.
void printAxes(AsmPrinter &printer, ArrayAttr axes);

} // namespace shardc_v1
} // namespace sdy
} // namespace mlir

#endif // SHARDC_DIALECTS_SDY_SDYSYNTAX_H
