//===- ReportTimeline.h - a plan in unit times ------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TARGET_REPORTTIMELINE_H
#define SHARDC_LIB_TARGET_REPORTTIMELINE_H

#include "shardrt/Plan.h"
#include <vector>

namespace shardc {

/// An action with the time it takes on the chart.
struct ChartAction {
  uint32_t action = 0;
  double start = 0, finish = 0;
};

/// One row a program: its compute actions in order.
struct Chart {
  std::vector<std::vector<ChartAction>> rows;
  double end = 0;
};

/// Runs all programs with a forward action taking 1 and a backward action 2
/// units, other computation half a unit, transfers nothing but their rendezvous.
Chart simulateChart(const shardrt::Plan &plan);

/// 'F', 'B', 'I', 'W' or 'M' of an action name such as "2F13"; 0 for others.
char actionLetter(const std::string &name);

} // namespace shardc

#endif // SHARDC_LIB_TARGET_REPORTTIMELINE_H
