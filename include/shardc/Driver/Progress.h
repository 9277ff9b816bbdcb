//===- Progress.h - what long work is doing ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One line on a terminal that is written over: `check: float64 run, step 3 of 10
// [12.4 s]`. Libraries say what they do by reportProgress(), which does nothing
// unless a command shows it.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_PROGRESS_H
#define SHARDC_DRIVER_PROGRESS_H

#include "llvm/ADT/Twine.h"
#include <memory>

namespace shardc {

/// When progress is shown. Auto: where stderr is a terminal that can rewrite a line.
enum class ProgressMode { Auto, On, Off };

/// Shows progress of the process while it lives; one at a time. The line appears only
/// after half a second: short work leaves no trace. With On and no terminal each stage
/// is a line of its own.
class ProgressScope {
public:
  /// `title` begins the line.
  ProgressScope(ProgressMode mode, llvm::StringRef title);
  ~ProgressScope();
  ProgressScope(const ProgressScope &) = delete;
  ProgressScope &operator=(const ProgressScope &) = delete;

private:
  bool isActive = false;
};

/// Says what is being done now, in a few words. Safe from any thread.
void reportProgress(const llvm::Twine &what);
/// Says in what larger piece of work the stages that follow stand, "float64 run"; empty for
/// none.
void reportProgressPart(const llvm::Twine &part);

/// Takes the line off the terminal while something else is written to stderr.
class ProgressPause {
public:
  ProgressPause();
  ~ProgressPause();
  ProgressPause(const ProgressPause &) = delete;
  ProgressPause &operator=(const ProgressPause &) = delete;
};

} // namespace shardc

#endif // SHARDC_DRIVER_PROGRESS_H
