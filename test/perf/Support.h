//===- Support.h - what the benchmarks share --------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Models and stages by name, the clock, and counts of what came out. Times are
// CPU time of the whole process: a busy machine changes them far less than it
// changes elapsed time.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TEST_PERF_SUPPORT_H
#define SHARDC_TEST_PERF_SUPPORT_H

#include "shardc/Driver/Compiler.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shardc::perf {

/// What is compiled, and how.
struct Case {
  /// A built-in name, with overrides.
  std::string model;
  std::string strategy;
  /// Sequences in a step; 0: the model's own.
  int64_t globalBatch = 0;
  bool train = true;
};

/// A context with everything registered. Errors go to stderr.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The imported module of a case; null after an error.
mlir::OwningOpRef<mlir::ModuleOp> load(mlir::MLIRContext *context, const Case &what);

/// Runs the stages of the road from `first` to the one before `end` (a stage's
/// name, or empty: to the end).
llvm::LogicalResult runStages(mlir::ModuleOp module, const Case &what, llvm::StringRef first,
                              llvm::StringRef end);

/// CPU seconds of this process so far, all threads.
double cpuSeconds();

/// CPU seconds that `work` takes.
double timed(llvm::function_ref<void()> work);

/// The largest resident set of this process so far, in MiB.
double peakMiB();

/// Ops below `module`.
int64_t countOps(mlir::ModuleOp module);

/// One walk from a name to a proven bundle.
struct Compiled {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<uint8_t> bundle;
  /// CPU seconds from the name to the bundle.
  double seconds = 0;
  /// Ops of the partitioned program, before it is cut and lowered.
  int64_t ops = 0;
};

/// Fails after an error.
llvm::FailureOr<Compiled> compile(mlir::MLIRContext *context, const Case &what);

} // namespace shardc::perf

#endif // SHARDC_TEST_PERF_SUPPORT_H
