//===- ReportChart.h - the pictures of the report ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef SHARDC_LIB_TARGET_REPORTCHART_H
#define SHARDC_LIB_TARGET_REPORTCHART_H

#include "shardrt/Plan.h"
#include "llvm/ADT/StringRef.h"

namespace shardc {

/// `text` with the characters that HTML gives a meaning replaced.
std::string escapeHtml(llvm::StringRef text);

/// The ranks as a grid: the last axis across, the one before it down; only the
/// first plane of meshes of more axes.
std::string renderMesh(const shardrt::Plan &plan);

/// One row a rank class, actions placed by a simulation with unit times (a
/// forward takes 1, a backward 2) that honours the order of each program and
/// every transfer.
std::string renderPipelineChart(const shardrt::Plan &plan);

/// One stacked bar.
struct MemoryBar {
  std::string label;
  std::vector<uint64_t> parts;
};
std::string renderMemoryBars(const std::vector<MemoryBar> &bars,
                             const std::vector<std::string> &parts);

} // namespace shardc

#endif // SHARDC_LIB_TARGET_REPORTCHART_H
