//===- Check.h - partitioned against one device -----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Runs the partitioned program on N ranks of the host backend, in float64 and in
// the working precision, and compares it with the float64 reference interpreter
// on the unpartitioned graph.
//
//===----------------------------------------------------------------------===//
#ifndef SHARDC_DRIVER_CHECK_H
#define SHARDC_DRIVER_CHECK_H

#include "shardc/Driver/Compiler.h"
#include <map>

namespace shardc {

struct CheckOptions {
  ModelOptions model;
  RoadOptions road;
  int64_t steps = 1;
  uint64_t seed = 0;
  std::string backend = "host";
  /// A safetensors file with results that something else computed on the seeded
  /// values, by name: outputs, losses and gradients (`w.grad`) of the first step, updated
  /// parameters and state. They are compared with the reference. Empty: none.
  std::string expect;
};

/// Largest error of one kind of value and the value that has it.
struct CheckError {
  /// Infinite for NaN, and for an infinity where the other has none.
  double value = 0;
  std::string tensor;
  /// The first element that is NaN, `[0, 3]`, or `step 2` of the losses; empty: none is.
  std::string nan;
  /// Whether the reference is NaN there.
  bool isReferenceNaN = false;
};

/// "per rank" figures are the maximum over ranks in the working-precision run.
struct CheckResult {
  bool pass = false;
  /// Why not, one line; empty when it passed.
  std::string failure;
  int64_t ranks = 0;
  std::vector<std::string> outputs;
  /// float64 run, every output, gradient, parameter and state.
  CheckError maxRelErr;
  /// Working precision, losses and first-step gradients (all outputs when the
  /// model has neither).
  CheckError workingRelErr;
  /// The reference against `CheckOptions::expect`.
  CheckError expectRelErr;
  /// Values compared with `CheckOptions::expect`.
  int64_t expected = 0;
  bool replicasIdentical = true;
  std::map<std::string, int64_t> collectives;
  int64_t bytesOnWire = 0;
  int64_t flops = 0;
  int64_t paramBytes = 0;
  int64_t gradBytes = 0;
  int64_t stateBytes = 0;
  int64_t peakBytes = 0;
  int64_t arenaPredicted = 0;
  int64_t arenaAllocated = 0;
  std::vector<double> losses;
  std::vector<double> referenceLosses;
  uint64_t seed = 0;
};

/// Fails (with an emitted error) where the model or the strategy is refused;
/// a failed comparison is a result with pass == false.
mlir::FailureOr<CheckResult> runCheck(mlir::MLIRContext *context, const CheckOptions &options);

} // namespace shardc

#endif // SHARDC_DRIVER_CHECK_H
