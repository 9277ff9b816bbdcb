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
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

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

namespace {

/// Whether a path names something that is written in place, as a device or a pipe is: there is
/// nothing to keep.
bool isWrittenInPlace(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  return path == "-" || (!llvm::sys::fs::status(path, status) &&
                         status.type() != llvm::sys::fs::file_type::regular_file);
}

bool writeInPlace(const OutputFile &file) {
  if (file.path == "-") {
    llvm::outs() << file.contents;
    return flushStdout();
  }
  if (llvm::sys::fs::is_directory(file.path))
    return refuse(file.path, "is a directory");
  std::error_code code;
  llvm::raw_fd_ostream os(file.path, code);
  if (code)
    return refuse(file.path, code.message());
  os << file.contents;
  return flush(os, file.path);
}

/// Writes a temporary file beside the destination.
std::optional<llvm::sys::fs::TempFile> writeBeside(const OutputFile &file) {
  auto temporary = llvm::sys::fs::TempFile::create(file.path + ".%%%%%%.tmp");
  if (!temporary) {
    refuse(file.path, llvm::toString(temporary.takeError()));
    return std::nullopt;
  }
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  os << file.contents;
  if (flush(os, file.path))
    return std::move(*temporary);
  llvm::consumeError(temporary->discard());
  return std::nullopt;
}

} // namespace

bool writeFiles(llvm::ArrayRef<OutputFile> files) {
  std::vector<std::pair<llvm::StringRef, llvm::sys::fs::TempFile>> written;
  bool isWritten = true;
  for (const OutputFile &file : files) {
    if (!isWritten || isWrittenInPlace(file.path))
      continue;
    std::optional<llvm::sys::fs::TempFile> temporary = writeBeside(file);
    isWritten = temporary.has_value();
    if (isWritten)
      written.emplace_back(file.path, std::move(*temporary));
  }
  // What was said to a reader can't be taken back: stdout comes after the other devices. Renaming
  // comes last: it hardly ever fails.
  for (bool toStdout : {false, true})
    for (const OutputFile &file : files)
      if (isWritten && isWrittenInPlace(file.path) && (file.path == "-") == toStdout)
        isWritten = writeInPlace(file);
  for (auto &[path, temporary] : written) {
    if (isWritten) {
      llvm::Error error = temporary.keep(path);
      if (!error)
        continue;
      isWritten = refuse(path, llvm::toString(std::move(error)));
    }
    llvm::consumeError(temporary.discard());
  }
  return isWritten;
}

bool writeFile(llvm::StringRef path, llvm::StringRef contents) {
  return writeFiles({{path, contents}});
}

/// A path without links, `.` and `..`, also of a file that is not there yet.
static std::string resolve(llvm::StringRef path) {
  llvm::SmallString<256> whole;
  if (!llvm::sys::fs::real_path(path, whole))
    return whole.str().str();
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, whole))
    return path.str();
  llvm::sys::path::append(whole, llvm::sys::path::filename(path));
  return whole.str().str();
}

bool isSameFile(llvm::StringRef first, llvm::StringRef second) {
  if (first == "-" || second == "-")
    return first == second;
  llvm::sys::fs::file_status a, b;
  if (!llvm::sys::fs::status(first, a) && !llvm::sys::fs::status(second, b))
    return a.type() == llvm::sys::fs::file_type::regular_file && llvm::sys::fs::equivalent(a, b);
  return resolve(first) == resolve(second);
}

} // namespace shardc
