//===- ReportChart.cpp - the pictures of the report -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// SVG by hand: a mesh grid, a pipeline chart, memory bars.
//
//===----------------------------------------------------------------------===//

#include "ReportChart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <map>

namespace shardc {

std::string escapeHtml(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

namespace {

constexpr const char *palette[] = {"#3b6ea5", "#7aa974", "#d9a441", "#b0554f"};

/// Where one action is drawn.
struct Placed {
  const shardrt::Action *action;
  double start, end;
};

bool startsWithDigitKind(llvm::StringRef name, char kind) {
  llvm::StringRef rest = name.drop_while([](char c) { return c >= '0' && c <= '9'; });
  return rest.size() < name.size() && rest.starts_with(llvm::StringRef(&kind, 1)) &&
         !rest.contains('_');
}

double durationOf(llvm::StringRef name) {
  if (startsWithDigitKind(name, 'F'))
    return 1;
  if (startsWithDigitKind(name, 'B'))
    return 2;
  if (startsWithDigitKind(name, 'M') || name == "step")
    return 3;
  if (name.contains("SEND") || name.contains("RECV"))
    return 0;
  return 0.5;
}

const char *colorOf(llvm::StringRef name) {
  if (startsWithDigitKind(name, 'F'))
    return palette[0];
  if (startsWithDigitKind(name, 'B'))
    return palette[1];
  if (startsWithDigitKind(name, 'M') || name == "step")
    return palette[2];
  return "#8a8a8a";
}

/// The transfers of one action, by (communicator, sending coordinate, sequence):
/// what lets a receive find its send in another class.
struct Transfers {
  std::vector<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> sends, receives;
};

Transfers transfersOf(const shardrt::Plan &plan, const shardrt::Program &program,
                      const shardrt::Action &action) {
  Transfers transfers;
  for (const shardrt::Instruction &instruction : plan.segments[action.segment].instructions)
    if (auto *op = std::get_if<shardrt::PointToPointOp>(&instruction.op)) {
      uint32_t self = program.classCoordinate;
      if (op->isSend)
        transfers.sends.push_back({op->comm, self, op->peer, op->sequence});
      else
        transfers.receives.push_back({op->comm, op->peer, self, op->sequence});
    }
  return transfers;
}

/// Places all actions: compute in program order, a receive when its send is done.
std::vector<std::vector<Placed>> simulate(const shardrt::Plan &plan) {
  size_t n = plan.programs.size();
  std::vector<std::vector<Placed>> rows(n);
  std::vector<size_t> next(n, 0);
  std::vector<double> compute(n, 0);
  std::vector<std::vector<double>> ends(n);
  for (size_t i = 0; i < n; ++i)
    ends[i].resize(plan.programs[i].actions.size(), 0);
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, std::deque<double>> sent;
  bool progress = true;
  while (progress) {
    progress = false;
    for (size_t i = 0; i < n; ++i) {
      const shardrt::Program &program = plan.programs[i];
      while (next[i] < program.actions.size()) {
        const shardrt::Action &action = program.actions[next[i]];
        Transfers transfers = transfersOf(plan, program, action);
        double ready = 0;
        bool blocked = false;
        for (const auto &key : transfers.receives)
          blocked |= sent[key].empty();
        if (blocked)
          break;
        for (const auto &key : transfers.receives) {
          ready = std::max(ready, sent[key].front());
          sent[key].pop_front();
        }
        for (uint32_t wait : action.waits)
          ready = std::max(ready, ends[i][wait]);
        double length = durationOf(action.name);
        // Transfers run beside compute.
        double start = length == 0 ? ready : std::max(ready, compute[i]);
        double end = start + length;
        if (length > 0)
          compute[i] = end;
        ends[i][next[i]] = end;
        for (const auto &key : transfers.sends)
          sent[key].push_back(end);
        if (length > 0)
          rows[i].push_back({&action, start, end});
        ++next[i];
        progress = true;
      }
    }
  }
  return rows;
}

} // namespace

std::string renderMesh(const shardrt::Plan &plan) {
  constexpr unsigned most = 16;
  size_t axes = plan.mesh.size();
  unsigned columns = axes ? std::min(plan.mesh[axes - 1].size, most) : 1;
  unsigned rows = axes > 1 ? std::min(plan.mesh[axes - 2].size, most) : 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  const unsigned cell = 46, top = 22, left = 90;
  os << llvm::format("<svg viewBox=\"0 0 %u %u\" width=\"%u\" role=\"img\" "
                     "aria-label=\"mesh of ranks\" font-size=\"12\">\n",
                     left + columns * cell + 10, top + rows * cell + 10,
                     left + columns * cell + 10);
  if (axes)
    os << "<text x=\"" << left << "\" y=\"14\">" << escapeHtml(plan.mesh[axes - 1].name)
       << " across</text>\n";
  if (axes > 1)
    os << "<text x=\"0\" y=\"" << top + 26 << "\">" << escapeHtml(plan.mesh[axes - 2].name)
       << " down</text>\n";
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned c = 0; c < columns; ++c) {
      std::vector<uint32_t> coords(axes, 0);
      if (axes)
        coords[axes - 1] = c;
      if (axes > 1)
        coords[axes - 2] = r;
      uint64_t rank = plan.rankAt(coords);
      os << llvm::format("<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"4\" "
                         "fill=\"%s\"/><text x=\"%u\" y=\"%u\" fill=\"#fff\" "
                         "text-anchor=\"middle\">%llu</text>\n",
                         left + c * cell, top + r * cell, cell - 4, cell - 4,
                         palette[plan.programOf(rank) % 4], left + c * cell + cell / 2 - 2,
                         top + r * cell + cell / 2 + 3, (unsigned long long)rank);
    }
  os << "</svg>\n<p>Colour: the program a rank runs.";
  if (plan.numRanks() > rows * columns)
    os << " Shown: the first " << rows * columns << " of " << plan.numRanks() << " ranks.";
  os << "</p>\n";
  return text;
}

std::string renderPipelineChart(const shardrt::Plan &plan) {
  std::vector<std::vector<Placed>> rows = simulate(plan);
  double span = 1;
  for (const auto &row : rows)
    for (const Placed &placed : row)
      span = std::max(span, placed.end);
  const double width = 1000, left = 110, height = 30;
  double scale = (width - left) / span;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("<div class=\"scroll\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" "
                     "aria-label=\"pipeline chart\" font-size=\"11\">\n",
                     width, rows.size() * height + 10);
  for (auto [i, row] : llvm::enumerate(rows)) {
    double y = i * height + 4;
    os << llvm::format("<text x=\"0\" y=\"%.1f\">", y + 16)
       << escapeHtml(plan.programs[i].name) << "</text>\n";
    for (const Placed &placed : row) {
      double x = left + placed.start * scale, w = (placed.end - placed.start) * scale;
      std::string name = escapeHtml(placed.action->name);
      os << llvm::format("<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"22\" "
                         "fill=\"%s\" stroke=\"#fff\"><title>",
                         x, y, w, colorOf(placed.action->name))
         << name << "</title></rect>";
      if (w > 7.0 * placed.action->name.size())
        os << llvm::format("<text x=\"%.2f\" y=\"%.1f\" fill=\"#fff\" "
                           "text-anchor=\"middle\">",
                           x + w / 2, y + 15)
           << name << "</text>";
      os << "\n";
    }
  }
  double busy = 0, total = 0;
  for (const auto &row : rows) {
    for (const Placed &placed : row)
      busy += placed.end - placed.start;
    total += span;
  }
  os << "</svg></div>\n<p class=\"key\"><span style=\"background:" << palette[0]
     << "\"></span>forward<span style=\"background:" << palette[1]
     << "\"></span>backward<span style=\"background:" << palette[2]
     << "\"></span>whole microbatch or step<span style=\"background:#8a8a8a\"></span>setup, "
        "update. Unit times: forward 1, backward 2; transfers free. ";
  os << llvm::format("Idle: %.1f %% of rank time.</p>\n",
                     total > 0 ? 100 * (1 - busy / total) : 0.0);
  return text;
}

std::string renderMemoryBars(const std::vector<MemoryBar> &bars,
                             const std::vector<std::string> &parts) {
  uint64_t most = 1;
  for (const MemoryBar &bar : bars) {
    uint64_t sum = 0;
    for (uint64_t part : bar.parts)
      sum += part;
    most = std::max(most, sum);
  }
  const double width = 1000, left = 110;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"memory\" "
                     "font-size=\"11\">\n",
                     width, bars.size() * 28.0 + 6);
  for (auto [i, bar] : llvm::enumerate(bars)) {
    os << llvm::format("<text x=\"0\" y=\"%.1f\">", i * 28.0 + 17) << escapeHtml(bar.label)
       << "</text>\n";
    double x = left;
    for (auto [k, part] : llvm::enumerate(bar.parts)) {
      double w = (width - left) * part / most;
      os << llvm::format("<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"20\" "
                         "fill=\"%s\"/>\n",
                         x, i * 28.0 + 3, w, palette[k % 4]);
      x += w;
    }
  }
  os << "</svg>\n<p class=\"key\">";
  for (auto [k, part] : llvm::enumerate(parts))
    os << "<span style=\"background:" << palette[k % 4] << "\"></span>" << escapeHtml(part);
  os << "</p>\n";
  return text;
}

} // namespace shardc
