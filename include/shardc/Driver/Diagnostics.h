//===- Diagnostics.h - how the command line reports -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Diagnostics as people read them:
//
//   model.mlir:3:8: error: op 'stablehlo.tanhh' is not supported
//     %1 = stablehlo.tanhh %0 : tensor<8xf32>
//          ^~~~~~~~~~~~~~~
//   help: did you mean 'stablehlo.tanh'?
//
// The first line of each diagnostic is `PLACE: KIND: MESSAGE`; of several errors only
// the first is printed: what follows from a fault is not another fault.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_DIAGNOSTICS_H
#define SHARDC_DRIVER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace shardc {

/// Which remarks are shown: those whose category matches one of a list.
class RemarkFilter {
public:
  /// Shows none.
  RemarkFilter() = default;
  /// `all`, or a list of categories or of regular expressions that match whole
  /// category names, `roles,re.*`. Gives what is wrong with it: empty when nothing is.
  static std::string parse(llvm::StringRef text, RemarkFilter &filter);
  /// Shows every remark.
  static RemarkFilter all();

  bool shows(RemarkCategory category) const;
  bool showsAny() const { return !shown.empty(); }

private:
  std::vector<RemarkCategory> shown;
};

/// Prints the categories, one a line.
void printRemarkCategories(llvm::raw_ostream &os);

/// Writes diagnostics to a stream.
class DiagnosticWriter {
public:
  DiagnosticWriter(llvm::raw_ostream &os, RemarkFilter filter);
  /// Text that locations in `name` point into, where it is no file: a strategy, an
  /// option, the name of a built-in model, standard input.
  void addSource(llvm::StringRef name, llvm::StringRef text);
  /// Writes one diagnostic with its notes, its place in the text, and what may help.
  /// Errors after the first, remarks that the filter leaves out, and what was written
  /// before are not written.
  void write(mlir::Diagnostic &diagnostic);
  /// Says how many remarks were left out, if any were.
  void writeSummary(llvm::StringRef tool);
  /// Number of errors seen, written or not.
  unsigned getNumErrors() const { return numErrors; }

private:
  void writeOne(mlir::Location loc, llvm::StringRef kind, llvm::raw_ostream::Colors color,
                llvm::StringRef message, bool withExcerpt);
  std::optional<llvm::StringRef> lineOf(llvm::StringRef name, unsigned line);

  llvm::raw_ostream &os;
  RemarkFilter filter;
  bool hasColors;
  unsigned numErrors = 0;
  /// Lines that are not repeated.
  llvm::StringSet<> printed;
  /// Remarks that were not shown, by category.
  std::map<RemarkCategory, unsigned> hidden;
  /// Given texts and files read; null for what can't be read.
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> sources;
};

/// Prints the diagnostics of a context.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(mlir::MLIRContext *context, llvm::raw_ostream &os, RemarkFilter filter = {});
  DiagnosticWriter &getWriter() { return writer; }
  unsigned getNumErrors() const { return writer.getNumErrors(); }

private:
  DiagnosticWriter writer;
};

/// `file:line:col` of the most telling part of a location, or a name, or
/// `<unknown>`.
std::string formatLocation(mlir::Location loc);
/// The place of the most telling part of a location, if it has one.
std::optional<mlir::FileLineColLoc> placeOf(mlir::Location loc);

} // namespace shardc

#endif // SHARDC_DRIVER_DIAGNOSTICS_H
