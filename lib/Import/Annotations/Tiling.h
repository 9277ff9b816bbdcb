//===- Tiling.h - the text of GSPMD's shardings -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `{devices=[2,1,4]<=[8] last_tile_dims={replicated}}` and its relatives. Private to
// the library.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_IMPORT_ANNOTATIONS_TILING_H
#define SHARDC_LIB_IMPORT_ANNOTATIONS_TILING_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace shardc {

/// `size` blocks of a dimension, from one to the next `stride` devices further.
struct Radix {
  int64_t size;
  int64_t stride;
};
using Radices = llvm::SmallVector<Radix>;

/// What an annotation says of one value.
struct Tiling {
  enum Kind { Replicated, Tiled, Manual, Unreduced, Unknown };
  Kind kind = Unknown;
  /// Radices of each dimension of the value, outer first.
  llvm::SmallVector<Radices> dims;
  /// Those of the axes over which the value is one device's (all: Manual), and of those
  /// over which it is a pending sum (all: Unreduced).
  llvm::SmallVector<Radices> manual, unreduced;
  int64_t devices = 1;
  /// Why it cannot be used, though it is well-formed; empty when it can be.
  llvm::StringRef unusable;
};

/// Reads an annotation: one tiling, or those of a tuple (`isTuple`). A fault of the text
/// is told to `fail` with the offset where it lies.
mlir::FailureOr<std::vector<Tiling>>
parseTilings(llvm::StringRef text, bool &isTuple,
             llvm::function_ref<void(size_t offset, const llvm::Twine &message)> fail);

} // namespace shardc

#endif // SHARDC_LIB_IMPORT_ANNOTATIONS_TILING_H
