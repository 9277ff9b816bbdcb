//===- Remarks.cpp - remarks and what they are about ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {
namespace {

constexpr RemarkCategoryInfo categories[] = {
    {RemarkCategory::Roles, "roles", "what the arguments of an imported graph were taken for"},
    {RemarkCategory::Import, "import", "what import made of a file: left out, unrolled, lifted"},
    {RemarkCategory::Raise, "raise", "subgraphs that became one op, and why some did not"},
    {RemarkCategory::Sharding, "sharding", "where values live: what stays whole, which mesh holds"},
    {RemarkCategory::Reshard, "reshard", "values that move because their ops disagree"},
    {RemarkCategory::Collectives, "collectives", "what ranks send, and what was merged"},
    {RemarkCategory::Remat, "remat", "recomputation and gathered copies"},
    {RemarkCategory::Training, "training", "gradients and the optimizer"},
    {RemarkCategory::Other, "other", "everything else"},
};

} // namespace

llvm::ArrayRef<RemarkCategoryInfo> getRemarkCategories() { return categories; }

llvm::StringRef getRemarkName(RemarkCategory category) {
  return llvm::find_if(categories,
                       [&](const RemarkCategoryInfo &info) { return info.category == category; })
      ->name;
}

void setRemarkCategory(Diagnostic &remark, RemarkCategory category) {
  // The words are constants: nobody has to keep them.
  remark.getMetadata().push_back(DiagnosticArgument(getRemarkName(category)));
}

RemarkCategory getRemarkCategory(Diagnostic &remark) {
  for (const DiagnosticArgument &argument : remark.getMetadata())
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::String)
      for (const RemarkCategoryInfo &info : categories)
        if (info.name == argument.getAsString())
          return info.category;
  return RemarkCategory::Other;
}

InFlightDiagnostic emitRemark(Location loc, RemarkCategory category) {
  InFlightDiagnostic diagnostic = mlir::emitRemark(loc);
  setRemarkCategory(*diagnostic.getUnderlyingDiagnostic(), category);
  return diagnostic;
}

} // namespace shardc
