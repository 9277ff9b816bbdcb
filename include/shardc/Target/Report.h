//===- Report.h - a plan in pictures ----------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_TARGET_REPORT_H
#define SHARDC_TARGET_REPORT_H

#include "shardrt/Plan.h"
#include <string>

namespace shardc {

/// One self-contained HTML page: mesh, pipeline chart, memory of each rank
/// class, collectives, kernels. No scripts, nothing loaded from elsewhere.
std::string renderReport(const shardrt::Plan &plan);

} // namespace shardc

#endif // SHARDC_TARGET_REPORT_H
