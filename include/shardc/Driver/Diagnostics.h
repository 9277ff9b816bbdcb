//===- Diagnostics.h - how the command line reports -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_DIAGNOSTICS_H
#define SHARDC_DRIVER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

/// Prints the diagnostics of a context to a stream, one line each:
/// `file:line:col: error: message`, notes after it. Of several errors only the
/// first is printed: what follows from a fault is not another fault.
/// Warnings always, remarks only when asked for; each line of these once.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(mlir::MLIRContext *context, llvm::raw_ostream &os, bool showRemarks);
  /// Number of errors seen, printed or not.
  unsigned getNumErrors() const { return numErrors; }

private:
  void print(mlir::Diagnostic &diagnostic);
  llvm::raw_ostream &os;
  bool showRemarks;
  unsigned numErrors = 0;
  /// Lines that are not repeated.
  llvm::StringSet<> printed;
};

/// `file:line:col` of the most telling part of a location, or a name, or
/// `<unknown>`.
std::string formatLocation(mlir::Location loc);

} // namespace shardc

#endif // SHARDC_DRIVER_DIAGNOSTICS_H
