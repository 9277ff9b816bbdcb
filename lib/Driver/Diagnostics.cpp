//===- Diagnostics.cpp - how the command line reports -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One line a diagnostic, first error only.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

std::string formatLocation(Location loc) {
  return llvm::TypeSwitch<LocationAttr, std::string>(loc)
      .Case<FileLineColLoc>([](FileLineColLoc l) {
        std::string text = l.getFilename().str();
        if (l.getLine())
          text += ":" + std::to_string(l.getLine()) + ":" + std::to_string(l.getColumn());
        return text;
      })
      .Case<NameLoc>([](NameLoc l) {
        // A name says more to a user than the place in a generator, but a place
        // in his own file says most.
        std::string child = formatLocation(l.getChildLoc());
        return child == "<unknown>" ? l.getName().str() : child;
      })
      .Case<FusedLoc>([](FusedLoc l) {
        for (Location part : l.getLocations()) {
          std::string text = formatLocation(part);
          if (text != "<unknown>")
            return text;
        }
        return std::string("<unknown>");
      })
      .Case<CallSiteLoc>([](CallSiteLoc l) { return formatLocation(l.getCallee()); })
      .Default([](LocationAttr) { return std::string("<unknown>"); });
}

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, llvm::raw_ostream &os, bool showRemarks)
    : ScopedDiagnosticHandler(context), os(os), showRemarks(showRemarks) {
  setHandler([this](Diagnostic &diagnostic) {
    print(diagnostic);
    return success();
  });
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  StringRef kind;
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    if (numErrors++)
      return;
    kind = "error";
    break;
  case DiagnosticSeverity::Warning:
    kind = "warning";
    break;
  case DiagnosticSeverity::Remark:
    if (!showRemarks)
      return;
    kind = "remark";
    break;
  case DiagnosticSeverity::Note:
    kind = "note";
    break;
  }
  std::string line =
      formatLocation(diagnostic.getLocation()) + ": " + kind.str() + ": " + diagnostic.str() + "\n";
  // A command may read a model several times; once is enough to be told.
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error && !printed.insert(line).second)
    return;
  os << line;
  for (Diagnostic &note : diagnostic.getNotes())
    os << formatLocation(note.getLocation()) << ": note: " << note << "\n";
  os.flush();
}

} // namespace shardc
