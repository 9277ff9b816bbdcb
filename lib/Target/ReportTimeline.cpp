//===- ReportTimeline.cpp - a plan in unit times ----------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Enough of an execution to draw it: streams in order, waits of actions, and
// transfers that finish when both ends have come to them.
//
//===----------------------------------------------------------------------===//
#include "ReportTimeline.h"
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <tuple>

using namespace shardc;

char shardc::actionLetter(const std::string &name) {
  size_t i = 0;
  while (i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])))
    ++i;
  if (i == 0 || i + 1 >= name.size())
    return 0;
  for (size_t rest = i + 1; rest < name.size(); ++rest)
    if (!std::isdigit(static_cast<unsigned char>(name[rest])))
      return 0;
  static const std::string letters = "FBIWM";
  return letters.find(name[i]) == std::string::npos ? 0 : name[i];
}

static double durationOf(const std::string &name) {
  switch (actionLetter(name)) {
  case 'F':
  case 'I':
  case 'W':
    return 1;
  case 'B':
    return 2;
  case 'M':
    return 3;
  default:
    return 0.5;
  }
}

namespace {
/// (communicator, from class, to class, number) of one transfer.
using Link = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;

struct Row {
  size_t next = 0;
  double clocks[shardrt::numStreamKinds] = {0, 0, 0};
  std::vector<double> finished;
  /// Transfers so far, by (communicator, from, to).
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> counts;
};
} // namespace

Chart shardc::simulateChart(const shardrt::Plan &plan) {
  Chart chart;
  chart.rows.resize(plan.programs.size());
  std::vector<Row> rows(plan.programs.size());
  // When each end has come to a transfer.
  std::map<Link, std::map<uint32_t, double>> arrivals;
  auto linksOf = [&](size_t row, const shardrt::Segment &segment, bool commit) {
    const shardrt::Program &program = plan.programs[row];
    auto counts = rows[row].counts;
    std::vector<Link> links;
    for (const shardrt::Instruction &instruction : segment.instructions) {
      auto *op = std::get_if<shardrt::PointToPointOp>(&instruction.op);
      if (!op)
        continue;
      const shardrt::Communicator &comm = plan.communicators[op->comm];
      uint32_t peer = comm.members.empty() ? op->peer : comm.members[op->peer];
      uint32_t self = program.classCoordinate;
      auto key = op->isSend ? std::make_tuple(op->comm, self, peer)
                            : std::make_tuple(op->comm, peer, self);
      links.push_back(std::tuple_cat(key, std::make_tuple(counts[key]++)));
    }
    if (commit)
      rows[row].counts = counts;
    return links;
  };
  // Passes over all rows until none moves; a proven plan always finishes.
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t row = 0; row < rows.size(); ++row) {
      Row &state = rows[row];
      const auto &actions = plan.programs[row].actions;
      while (state.next < actions.size()) {
        const shardrt::Action &action = actions[state.next];
        const shardrt::Segment &segment = plan.segments[action.segment];
        double &clock = state.clocks[unsigned(segment.stream)];
        double start = clock;
        for (uint32_t wait : action.waits)
          start = std::max(start, state.finished[wait]);
        double finish = start;
        if (segment.stream == shardrt::StreamKind::Compute) {
          finish += durationOf(action.name);
          chart.rows[row].push_back({uint32_t(state.next), start, finish});
        } else {
          bool complete = true;
          for (const Link &link : linksOf(row, segment, false)) {
            auto &ends = arrivals[link];
            ends.insert({uint32_t(row), start});
            complete &= ends.size() > 1;
            for (auto &[end, time] : ends)
              finish = std::max(finish, time);
          }
          if (!complete)
            break;
          linksOf(row, segment, true);
        }
        clock = finish;
        state.finished.push_back(finish);
        chart.end = std::max(chart.end, finish);
        ++state.next;
        moved = true;
      }
    }
  }
  return chart;
}
