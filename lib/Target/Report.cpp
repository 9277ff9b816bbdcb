//===- Report.cpp - a plan in pictures --------------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// HTML and SVG by hand: one file, no scripts, readable in a hundred years.
//
//===----------------------------------------------------------------------===//
#include "shardc/Target/Report.h"
#include "ReportTimeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace shardc;

static const char *const style = R"(
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
svg .in { fill: #fff; } .scroll { overflow-x: auto; }
.note { opacity: .75; }
)";

namespace {
class ReportWriter {
public:
  explicit ReportWriter(const shardrt::Plan &plan) : plan(plan), os(html) {}

  std::string write();

private:
  void writeMesh();
  void writePipeline();
  void writeMemory();
  void writeCollectives();
  void writeKernels();

  std::string escaped(llvm::StringRef text) {
    std::string out;
    llvm::raw_string_ostream stream(out);
    llvm::printHTMLEscaped(text, stream);
    return out;
  }
  static std::string bytes(double value);
  std::string axisNames(const std::vector<shardrt::AxisRef> &axes);

  const shardrt::Plan &plan;
  std::string html;
  llvm::raw_string_ostream os;
};
} // namespace

std::string ReportWriter::bytes(double value) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  unsigned unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  std::string out;
  llvm::raw_string_ostream(out) << llvm::format(unit ? "%.2f %s" : "%.0f %s", value, units[unit]);
  return out;
}

std::string ReportWriter::axisNames(const std::vector<shardrt::AxisRef> &axes) {
  std::string out;
  for (const shardrt::AxisRef &axis : axes) {
    if (!out.empty())
      out += " × ";
    out += plan.mesh[axis.axis].name;
    if (axis.size != plan.mesh[axis.axis].size)
      out += ":(" + std::to_string(plan.mesh[axis.axis].size / axis.divisor / axis.size) + ")" +
             std::to_string(axis.size);
  }
  return out;
}

/// Ranks as squares: the last axis along a row, the one before it down the
/// rows, the others as blocks.
void ReportWriter::writeMesh() {
  os << "<h2>Mesh</h2>\n<p>" << plan.numRanks() << " ranks";
  llvm::ListSeparator comma;
  for (const shardrt::MeshAxis &axis : plan.mesh)
    os << (&axis == &plan.mesh.front() ? ": " : "") << comma << escaped(axis.name) << " = "
       << axis.size;
  os << ", outer to inner.</p>\n";
  if (plan.numRanks() > 1024) {
    os << "<p class=note>Too many ranks to draw.</p>\n";
    return;
  }
  size_t rank = plan.mesh.size();
  uint64_t columns = rank >= 1 ? plan.mesh[rank - 1].size : 1;
  uint64_t rows = rank >= 2 ? plan.mesh[rank - 2].size : 1;
  uint64_t blocks = plan.numRanks() / (columns * rows);
  const unsigned cell = 30, gap = 14, top = 8;
  uint64_t perLine = std::max<uint64_t>(1, 900 / (columns * cell + gap));
  uint64_t lines = (blocks + perLine - 1) / perLine;
  os << "<div class=scroll><svg width=\"" << std::min(perLine, blocks) * (columns * cell + gap)
     << "\" height=\"" << lines * (rows * cell + gap) + top
     << "\" role=\"img\" aria-label=\"ranks of the mesh\">\n";
  for (uint64_t index = 0; index < plan.numRanks(); ++index) {
    uint64_t block = index / (columns * rows);
    uint64_t x = (block % perLine) * (columns * cell + gap) + index % columns * cell;
    uint64_t y = top + (block / perLine) * (rows * cell + gap) + index / columns % rows * cell;
    uint32_t program = plan.programOf(index);
    // One hue a class.
    unsigned hue = plan.programs.empty() ? 210 : 210 + 360 * program / plan.programs.size();
    os << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << cell - 2 << "\" height=\""
       << cell - 2 << "\" rx=\"3\" fill=\"hsl(" << hue % 360 << " 55% 45%)\"><title>rank " << index
       << " (";
    llvm::ListSeparator separator;
    std::vector<uint32_t> coords = plan.coordsOf(index);
    for (size_t axis = 0; axis < coords.size(); ++axis)
      os << separator << escaped(plan.mesh[axis].name) << " " << coords[axis];
    os << ")</title></rect><text class=in x=\"" << x + cell / 2 - 1 << "\" y=\"" << y + 18
       << "\" text-anchor=\"middle\">" << index << "</text>\n";
  }
  os << "</svg></div>\n";
}

void ReportWriter::writePipeline() {
  Chart chart = simulateChart(plan);
  os << "<h2>Actions</h2>\n<p class=note>Forward takes 1 unit, backward 2, other "
        "computation ½; transfers only make one stage wait for another.</p>\n";
  double busy = 0;
  for (const auto &row : chart.rows) {
    double mine = 0;
    for (const ChartAction &action : row)
      mine += action.finish - action.start;
    busy = std::max(busy, mine);
  }
  if (chart.rows.size() > 1 && busy > 0)
    os << "<p>Bubble: " << llvm::format("%.1f", 100 * (chart.end - busy) / chart.end) << " % of "
       << llvm::format("%.1f", chart.end) << " units.</p>\n";
  const double scale = std::clamp(1000.0 / std::max(chart.end, 1.0), 3.0, 34.0);
  const unsigned height = 26, left = 90;
  os << "<div class=scroll><svg width=\"" << unsigned(left + chart.end * scale + 4)
     << "\" height=\"" << chart.rows.size() * (height + 6) + 4
     << "\" role=\"img\" aria-label=\"actions of each program over time\">\n";
  for (size_t row = 0; row < chart.rows.size(); ++row) {
    const shardrt::Program &program = plan.programs[row];
    double y = 2 + row * (height + 6.0);
    os << "<text x=\"0\" y=\"" << y + 17 << "\">" << escaped(program.name) << "</text>\n";
    for (const ChartAction &each : chart.rows[row]) {
      const shardrt::Action &action = program.actions[each.action];
      char letter = actionLetter(action.name);
      const char *fill = letter == 'F'                    ? "#2f6fb7"
                         : letter == 'B' || letter == 'I' ? "#c2571a"
                         : letter                         ? "#3b8a4e"
                                                          : "#777";
      double width = (each.finish - each.start) * scale;
      os << "<rect x=\"" << llvm::format("%.1f", left + each.start * scale) << "\" y=\"" << y
         << "\" width=\"" << llvm::format("%.1f", std::max(width - 1, 0.5)) << "\" height=\""
         << height << "\" rx=\"2\" fill=\"" << fill << "\"><title>" << escaped(action.name)
         << "</title></rect>";
      if (letter && width > 16)
        os << "<text class=in x=\"" << llvm::format("%.1f", left + each.start * scale + width / 2)
           << "\" y=\"" << y + 17 << "\" text-anchor=\"middle\">" << action.microbatch << "</text>";
      os << "\n";
    }
  }
  os << "</svg></div>\n<p class=note>Blue forward, orange backward, green whole "
        "microbatches, grey the rest; numbers are microbatches.</p>\n";
}

void ReportWriter::writeMemory() {
  os << "<h2>Memory of a rank</h2>\n";
  struct Part {
    const char *name, *color;
    uint64_t bytes;
  };
  uint64_t largest = 1;
  std::vector<std::vector<Part>> all;
  for (const shardrt::Program &program : plan.programs) {
    uint64_t param = 0, optimizer = 0, state = 0, input = 0;
    for (const shardrt::Tensor &tensor : program.tensors) {
      uint64_t &into = tensor.role == shardrt::Role::Param   ? param
                       : tensor.role == shardrt::Role::Input ? input
                       : tensor.optimizerState               ? optimizer
                                                             : state;
      into += tensor.bytes;
    }
    uint64_t known = param + optimizer + state + input;
    all.push_back({{"parameters", "#2f6fb7", param},
                   {"optimizer state", "#3b8a4e", optimizer},
                   {"other state", "#6a5acd", state},
                   {"inputs", "#b59a1e", input},
                   {"activations, gradients, scratch", "#c2571a",
                    program.arenaBytes > known ? program.arenaBytes - known : 0}});
    largest = std::max(largest, program.arenaBytes);
  }
  os << "<table><tr><th>program</th>";
  for (const Part &part : all.front())
    os << "<th>" << part.name << "</th>";
  os << "<th>arena</th></tr>\n";
  for (size_t i = 0; i < all.size(); ++i) {
    os << "<tr><td>" << escaped(plan.programs[i].name) << "</td>";
    for (const Part &part : all[i])
      os << "<td>" << bytes(part.bytes) << "</td>";
    os << "<td>" << bytes(plan.programs[i].arenaBytes) << "</td></tr>\n";
  }
  os << "</table>\n<svg width=\"1000\" height=\"" << all.size() * 24 + 24
     << "\" role=\"img\" aria-label=\"memory by kind\">\n";
  for (size_t i = 0; i < all.size(); ++i) {
    double x = 0;
    for (const Part &part : all[i]) {
      double width = 1000.0 * part.bytes / largest;
      os << "<rect x=\"" << llvm::format("%.1f", x) << "\" y=\"" << 12 + i * 24 << "\" width=\""
         << llvm::format("%.1f", width) << "\" height=\"18\" fill=\"" << part.color << "\"><title>"
         << part.name << ": " << bytes(part.bytes) << "</title></rect>\n";
      x += width;
    }
  }
  os << "</svg>\n<p>";
  for (const Part &part : all.front())
    os << "<span style=\"color:" << part.color << "\">■</span> " << part.name << " &nbsp; ";
  os << "</p>\n";
}

void ReportWriter::writeCollectives() {
  os << "<h2>Communication of a rank and step</h2>\n";
  // (program, what, communicator) -> how often, elements' bytes.
  std::map<std::tuple<size_t, std::string, uint32_t>, std::pair<uint64_t, uint64_t>> totals;
  for (size_t p = 0; p < plan.programs.size(); ++p)
    for (const shardrt::Action &action : plan.programs[p].actions)
      for (const shardrt::Instruction &instruction : plan.segments[action.segment].instructions) {
        std::string what;
        uint32_t comm = 0;
        uint64_t amount = 0;
        if (auto *op = std::get_if<shardrt::CollectiveOp>(&instruction.op)) {
          what = shardrt::name(op->kind);
          comm = op->comm;
          amount = std::max(op->src.bytes, op->dst.bytes);
        } else if (auto *op = std::get_if<shardrt::PointToPointOp>(&instruction.op)) {
          what = op->isSend ? "send" : "receive";
          comm = op->comm;
          amount = op->buffer.bytes;
        } else {
          continue;
        }
        auto &total = totals[{p, what, comm}];
        ++total.first;
        total.second += amount;
      }
  if (totals.empty()) {
    os << "<p>None.</p>\n";
    return;
  }
  os << "<table><tr><th>program</th><th>operation</th><th>over</th><th>ranks</th>"
        "<th>times</th><th>bytes of the larger side</th></tr>\n";
  for (auto &[key, total] : totals) {
    auto &[program, what, comm] = key;
    const shardrt::Communicator &communicator = plan.communicators[comm];
    os << "<tr><td>" << escaped(plan.programs[program].name) << "</td><td>" << what << "</td><td>"
       << escaped(axisNames(communicator.axes)) << "</td><td>" << communicator.size() << "</td><td>"
       << total.first << "</td><td>" << bytes(total.second) << "</td></tr>\n";
  }
  os << "</table>\n";
}

void ReportWriter::writeKernels() {
  std::map<uint32_t, uint64_t> launches;
  uint64_t products = 0;
  for (const shardrt::Segment &segment : plan.segments)
    for (const shardrt::Instruction &instruction : segment.instructions) {
      if (auto *op = std::get_if<shardrt::LaunchOp>(&instruction.op))
        ++launches[op->kernel];
      products += std::holds_alternative<shardrt::GemmOp>(instruction.op);
    }
  os << "<h2>Computation</h2>\n<p>" << plan.kernels.size() << " kernels, " << products
     << " library matrix products in " << plan.segments.size() << " segments.</p>\n"
     << "<table><tr><th>program</th><th>actions</th><th>FLOPs of dot products</th></tr>\n";
  for (const shardrt::Program &program : plan.programs)
    os << "<tr><td>" << escaped(program.name) << "</td><td>" << program.actions.size()
       << "</td><td>" << program.flops << "</td></tr>\n";
  os << "</table>\n<details><summary>kernels</summary><table><tr><th>kernel</th>"
        "<th>buffers</th><th>launches in segments</th></tr>\n";
  for (auto [index, count] : launches)
    os << "<tr><td>" << escaped(plan.kernels[index].symbol) << "</td><td>"
       << plan.kernels[index].numBuffers << "</td><td>" << count << "</td></tr>\n";
  os << "</table></details>\n";
}

std::string ReportWriter::write() {
  std::string title = plan.model.empty() ? "plan" : escaped(plan.model);
  os << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" << title
     << "</title><style>" << style << "</style></head><body>\n<h1>" << title << "</h1>\n<p>";
  auto fact = [&](llvm::StringRef name, llvm::StringRef value) {
    if (!value.empty())
      os << name << " <b>" << escaped(value) << "</b> &nbsp; ";
  };
  fact("strategy", plan.strategy);
  fact("precision", plan.precision);
  fact("target", plan.target);
  os << "microbatches <b>" << plan.microbatches << "</b></p>\n";
  writeMesh();
  writePipeline();
  writeMemory();
  writeCollectives();
  writeKernels();
  os << "</body></html>\n";
  return html;
}

std::string shardc::renderReport(const shardrt::Plan &plan) { return ReportWriter(plan).write(); }
