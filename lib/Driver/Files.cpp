//===- Files.cpp - output files, whole or not at all ------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A file is written beside its destination and renamed, so that a failure
// leaves what stood there before.
//
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Files.h"
#include "shardc/Driver/Text.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {
namespace {

bool refuse(llvm::StringRef path, llvm::StringRef why) {
  llvm::errs() << oneLine(path) << ": error: cannot write: " << why << "\n";
  return false;
}

/// Flushes a stream. An error left in it would end the process when the stream
/// is destroyed, so it is taken out and printed here.
bool flush(llvm::raw_fd_ostream &os, llvm::StringRef path) {
  os.flush();
  if (!os.has_error())
    return true;
  std::string why = os.error().message();
  os.clear_error();
  return refuse(path, why);
}

} // namespace

bool flushStdout() { return flush(llvm::outs(), "<stdout>"); }

bool canWrite(llvm::StringRef path) {
  if (path == "-")
    return true;
  if (llvm::sys::fs::is_directory(path))
    return refuse(path, "is a directory");
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  llvm::sys::fs::file_status status;
  if (std::error_code code = llvm::sys::fs::status(folder.empty() ? "." : folder, status))
    return refuse(path, code.message());
  if (!llvm::sys::fs::is_directory(status))
    return refuse(path, std::make_error_code(std::errc::not_a_directory).message());
  return true;
}

bool writeFile(llvm::StringRef path, llvm::StringRef contents) {
  if (path == "-") {
    llvm::outs() << contents;
    return flushStdout();
  }
  // A device or a pipe is written in place: there is nothing to keep.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      status.type() != llvm::sys::fs::file_type::regular_file) {
    if (llvm::sys::fs::is_directory(status))
      return refuse(path, "is a directory");
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    if (code)
      return refuse(path, code.message());
    os << contents;
    return flush(os, path);
  }
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return refuse(path, llvm::toString(file.takeError()));
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << contents;
  if (!flush(os, path)) {
    llvm::consumeError(file->discard());
    return false;
  }
  if (llvm::Error error = file->keep(path)) {
    std::string why = llvm::toString(std::move(error));
    llvm::consumeError(file->discard());
    return refuse(path, why);
  }
  return true;
}

} // namespace shardc
