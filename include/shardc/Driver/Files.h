//===- Files.h - output files, whole or not at all --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_FILES_H
#define SHARDC_DRIVER_FILES_H

#include "llvm/ADT/StringRef.h"

namespace shardc {

/// Writes a file whole or not at all; what stood there before stays when it
/// can't. Prints one error and gives false then. "-" is stdout.
bool writeFile(llvm::StringRef path, llvm::StringRef contents);

/// Whether a file may be written: its folder is there, and it is no folder itself. Prints one
/// error and gives false otherwise, before any work is done for it.
bool canWrite(llvm::StringRef path);

/// Flushes stdout; prints one error and gives false when something that was
/// printed could not be written.
bool flushStdout();

} // namespace shardc

#endif // SHARDC_DRIVER_FILES_H
