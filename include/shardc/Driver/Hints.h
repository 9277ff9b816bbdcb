//===- Hints.h - what may have been meant -----------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_HINTS_H
#define SHARDC_DRIVER_HINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace shardc {

/// The candidate that is most like `word`: few edits for its length, or one that
/// it begins. Empty when none is like it.
llvm::StringRef nearestWord(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> candidates);

/// `did you mean 'X'?` for a message that names an unknown word and the known ones, or
/// an unknown op (the ops are those that `context` knows; it may be null). Empty when
/// there is nothing to say.
std::string hintFor(llvm::StringRef message, mlir::MLIRContext *context);

} // namespace shardc

#endif // SHARDC_DRIVER_HINTS_H
