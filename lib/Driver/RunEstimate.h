//===- RunEstimate.h - what one interpreted run takes -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_RUNESTIMATE_H
#define SHARDC_LIB_DRIVER_RUNESTIMATE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

struct RunEstimate {
  /// Largest number of bytes alive at one time, arguments included, with 8 bytes
  /// an element.
  double bytes = 0;
  /// Dot and convolution FLOPs.
  double flops = 0;
};

/// Estimates running a straight-line function (regions included once) in
/// float64.
RunEstimate estimateRun(mlir::func::FuncOp function);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_RUNESTIMATE_H
