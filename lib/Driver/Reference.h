//===- Reference.h - one device, in float64 ---------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_REFERENCE_H
#define SHARDC_LIB_DRIVER_REFERENCE_H

#include "TensorFile.h"
#include "shardc/Driver/Check.h"

namespace shardc {

/// What a value that leaves the step is, for comparing and counting.
enum class ValueRole { Output, Loss, Gradient, Param, State };

/// One named value of the reference run.
struct ReferenceValue {
  std::string name;
  ValueRole role = ValueRole::Output;
  /// From the first step for outputs and gradients; after the last step for
  /// params and states.
  std::vector<double> values;
  std::vector<int64_t> shape;
  /// Bits of an element of an unsigned integer type; 0 for others. Plans hold those as
  /// signed ones.
  unsigned unsignedWidth = 0;
};

struct ReferenceRun {
  std::vector<ReferenceValue> values;
  /// One a step; empty when the model has no loss.
  std::vector<double> losses;
  /// Every result of the first step, by name.
  std::map<std::string, NamedTensor> firstStep;
};

/// The step of the unpartitioned model (a fp64 module as loadModel gives it),
/// differentiated. Refuses, located, what is too large to run.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> prepareReference(mlir::ModuleOp model,
                                                                    const CheckOptions &options);

/// Runs what prepareReference gave with the reference interpreter for
/// `options.steps` steps.
mlir::FailureOr<ReferenceRun> runReference(mlir::ModuleOp module, const CheckOptions &options);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_REFERENCE_H
