//===- Traffic.h - what a partitioned program sends -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_TRAFFIC_H
#define SHARDC_LIB_DRIVER_TRAFFIC_H

#include "mlir/IR/BuiltinOps.h"
#include "shardc/Driver/Explain.h"

namespace shardc {

/// Collectives and sends of the programs that the pipeline stage leaves, as often as
/// a step runs them, with the bytes that one rank sends (rings and direct exchanges,
/// as the host backend does them). Of several programs the one that sends the most.
std::vector<TrafficRow> countTraffic(mlir::ModuleOp module);

/// Bytes of the parameters and of the optimizer state that a rank keeps.
struct HeldBytes {
  int64_t params = 0, states = 0;
};

/// What the arguments of the programs that the pipeline stage leaves hold; of several
/// programs the most of each, whichever stage that is. A parameter that several stages
/// use counts on each of them.
HeldBytes countHeldBytes(mlir::ModuleOp module);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_TRAFFIC_H
