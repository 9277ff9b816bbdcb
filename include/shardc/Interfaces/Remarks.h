//===- Remarks.h - remarks and what they are about --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every remark has a category, by which users choose the ones that they see
// (`--remarks=roles`). It travels beside the message, as metadata of the
// diagnostic.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_INTERFACES_REMARKS_H
#define SHARDC_INTERFACES_REMARKS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"

namespace shardc {

/// What a remark is about. The table behind getRemarkCategories() has the words and
/// the descriptions.
enum class RemarkCategory {
  /// What the arguments of an imported graph were taken for.
  Roles,
  /// What import made of a file: what it left out, unrolled, lifted.
  Import,
  /// Subgraphs that became one op (attention, norms), and why some did not.
  Raise,
  /// Where values live: what stays whole, which mesh holds.
  Sharding,
  /// Values that move between ops which want them in different places.
  Reshard,
  /// What a rank sends, and what was merged or left out.
  Collectives,
  /// Recomputation and gathered copies.
  Remat,
  /// Gradients and the optimizer.
  Training,
  /// Everything that has no other category.
  Other,
};

/// One category as users see it.
struct RemarkCategoryInfo {
  RemarkCategory category;
  /// One word, as `--remarks=` takes it.
  llvm::StringRef name;
  llvm::StringRef description;
};

/// All categories, in the order of the road.
llvm::ArrayRef<RemarkCategoryInfo> getRemarkCategories();
/// The word of a category.
llvm::StringRef getRemarkName(RemarkCategory category);

/// A remark of a category.
mlir::InFlightDiagnostic emitRemark(mlir::Location loc, RemarkCategory category);

/// The category of a remark; Other for one that was made without.
RemarkCategory getRemarkCategory(mlir::Diagnostic &remark);
/// Gives a diagnostic a category; it must have none.
void setRemarkCategory(mlir::Diagnostic &remark, RemarkCategory category);

} // namespace shardc

#endif // SHARDC_INTERFACES_REMARKS_H
