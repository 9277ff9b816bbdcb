//===- MeasureArena.h - what a partitioned program allocates ----*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_DRIVER_MEASUREARENA_H
#define SHARDC_LIB_DRIVER_MEASUREARENA_H

#include "shardc/Driver/Road.h"
#include "shardc/Training/MemoryBudget.h"

namespace shardc {

/// How a memory budget looks at the stages behind rematerialisation: candidates are
/// cut, outlined and scheduled as the road does with `options`, but not compiled.
MemoryBudgetHooks getMemoryBudgetHooks(const RoadOptions &options);

} // namespace shardc

#endif // SHARDC_LIB_DRIVER_MEASUREARENA_H
