//===- Files.h - output files, whole or not at all --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_FILES_H
#define SHARDC_DRIVER_FILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace shardc {

/// Writes a file whole or not at all; what stood there before stays when it
/// can't. Prints one error and gives false then. "-" is stdout.
bool writeFile(llvm::StringRef path, llvm::StringRef contents);

/// A file to write; "-" is stdout.
struct OutputFile {
  llvm::StringRef path, contents;
};

/// Writes several files, all or none as far as the system lets: none is put in its place before
/// every one is written, except what is written in place, as devices and stdout are. Prints one
/// error and gives false where one can't be written.
bool writeFiles(llvm::ArrayRef<OutputFile> files);

/// Whether two paths name one file, there or not yet. Devices and pipes are never the same: what
/// is written to one does not replace what was; "-" is the same as itself.
bool isSameFile(llvm::StringRef first, llvm::StringRef second);

/// Whether a file may be written: its folder is there, and it is no folder itself. Prints one
/// error and gives false otherwise, before any work is done for it.
bool canWrite(llvm::StringRef path);

/// Flushes stdout; prints one error and gives false when something that was
/// printed could not be written.
bool flushStdout();

} // namespace shardc

#endif // SHARDC_DRIVER_FILES_H
