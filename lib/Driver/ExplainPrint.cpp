//===- ExplainPrint.cpp - explanations as text and JSON ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ExplainDifferences.h"
#include "ExplainLayers.h"
#include "shardc/Driver/Explain.h"
#include "shardc/Driver/Text.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include <map>

namespace shardc {
namespace {

/// `1.5 MiB`; exact below 1024.
std::string humanBytes(int64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " B";
  double value = static_cast<double>(bytes);
  const char *unit = "B";
  for (const char *next : {"KiB", "MiB", "GiB", "TiB", "PiB"}) {
    if (value < 1024)
      break;
    value /= 1024;
    unit = next;
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f ", value) << unit;
  return text;
}

/// Lines of cells in columns as wide as their widest cell.
class TextTable {
public:
  explicit TextTable(std::vector<std::string> head, unsigned rightFrom = ~0u)
      : rightFrom(rightFrom) {
    rows.push_back(std::move(head));
  }
  void add(std::vector<std::string> row) {
    for (std::string &cell : row)
      cell = oneLine(cell);
    rows.push_back(std::move(row));
  }
  bool empty() const { return rows.size() == 1; }
  void print(llvm::raw_ostream &os) const {
    std::vector<size_t> widths(rows.front().size());
    for (const auto &row : rows)
      for (auto [column, cell] : llvm::enumerate(row))
        widths[column] = std::max(widths[column], widthOf(cell));
    for (const auto &row : rows) {
      std::string line = " ";
      for (auto [column, cell] : llvm::enumerate(row)) {
        std::string pad(widths[column] - widthOf(cell), ' ');
        line += " " + (column >= rightFrom ? pad + cell : cell + pad) + " ";
      }
      os << llvm::StringRef(line).rtrim() << '\n';
    }
  }

private:
  /// Columns of a terminal; bytes of what is no UTF-8.
  static size_t widthOf(llvm::StringRef cell) {
    int width = llvm::sys::unicode::columnWidthUTF8(cell);
    return width < 0 ? cell.size() : width;
  }

  std::vector<std::vector<std::string>> rows;
  /// Columns from this one on are aligned to the right.
  unsigned rightFrom;
};

/// Values that need no row: what replaces an argument lives where the argument does,
/// and states mostly with their parameter.
class Followers {
public:
  explicit Followers(const Explanation &explanation) {
    for (const ExplainedValue &value : explanation.values)
      if (value.kind == "param")
        params[value.name] = value.sharding;
  }
  bool contains(const ExplainedValue &value) const {
    if (llvm::StringRef(value.kind).starts_with("new "))
      return true;
    auto param = params.find(llvm::StringRef(value.name).rsplit('.').first);
    return value.kind == "state" && param != params.end() && param->second == value.sharding;
  }

private:
  llvm::StringMap<std::string> params;
};

std::string times(unsigned count) {
  return count > 1 ? " (" + std::to_string(count) + "x)" : std::string();
}

void printMesh(const Explanation &explanation, llvm::raw_ostream &os) {
  os << (explanation.strategy.empty() ? std::string("no strategy")
                                      : "strategy " + explanation.strategy)
     << ": " << explanation.ranks << (explanation.ranks == 1 ? " rank" : " ranks");
  if (!explanation.mesh.empty()) {
    os << ", mesh ";
    llvm::interleave(
        explanation.mesh, os, [&](const auto &axis) { os << axis.first << "=" << axis.second; },
        " x ");
  }
  os << '\n';
}

void printTraffic(const Explanation &explanation, llvm::raw_ostream &os) {
  if (explanation.traffic.empty()) {
    os << "\nnothing is sent\n";
    return;
  }
  os << "\nsent by one rank in one step\n";
  TextTable table({"phase", "axis", "kind", "count", "bytes"}, 3);
  int64_t count = 0;
  for (const TrafficRow &row : explanation.traffic) {
    table.add({row.phase, row.axes, row.kind, std::to_string(row.count), humanBytes(row.bytes)});
    count += row.count;
  }
  table.add({"total", "", "", std::to_string(count), humanBytes(explanation.getTrafficBytes())});
  table.print(os);
}

void printConflicts(const Explanation &explanation, llvm::raw_ostream &os) {
  if (explanation.conflicts.empty()) {
    os << "\nno value moves because its ops disagree\n";
    return;
  }
  os << "\nvalues that move because their ops disagree\n";
  llvm::MapVector<std::string, std::pair<std::string, unsigned>, std::map<std::string, unsigned>>
      merged;
  for (const ExplainedConflict &conflict : explanation.conflicts) {
    auto &entry = merged[layerPattern(conflict.message)];
    if (!entry.second++)
      entry.first = layerPattern(conflict.location);
  }
  for (const auto &[message, entry] : merged)
    os << "  " << oneLine(entry.first) << times(entry.second) << ": " << oneLine(message) << '\n';
}

/// Values that are told in one row: the same thing in different layers.
using LikeValues = std::vector<const ExplainedValue *>;

/// The name of a row.
std::string labelOf(const LikeValues &values) {
  std::vector<llvm::StringRef> names;
  std::vector<std::optional<int64_t>> layers;
  for (const ExplainedValue *value : values) {
    names.push_back(value->name);
    layers.push_back(value->layer);
  }
  if (values.size() == 1)
    return values.front()->name;
  return sharedLabel(names, layers) + times(values.size());
}

/// Who decided the shardings of a row.
std::string sourceOf(const LikeValues &values) {
  if (values.size() == 1)
    return values.front()->source;
  std::string source = layerPattern(values.front()->source);
  bool isSame = llvm::all_of(
      values, [&](const ExplainedValue *value) { return layerPattern(value->source) == source; });
  return isSame ? source : source + " …";
}

void printValues(const Explanation &explanation, llvm::raw_ostream &os) {
  llvm::MapVector<std::string, LikeValues, std::map<std::string, unsigned>> merged;
  Followers followers(explanation);
  unsigned left = 0;
  for (const ExplainedValue &value : explanation.values) {
    if (followers.contains(value)) {
      left += value.kind == "state";
      continue;
    }
    merged[value.kind + "|" + layerPattern(value.sharedName) + "|" + value.globalType + "|" +
           value.sharding + "|" + layerPattern(value.sharedSource)]
        .push_back(&value);
  }
  os << '\n';
  TextTable table({"value", "name", "type", "sharding", "a rank", "decided by"});
  for (const auto &[key, row] : merged) {
    const ExplainedValue &first = *row.front();
    table.add({first.kind, labelOf(row), first.globalType, first.sharding, first.localType,
               sourceOf(row)});
  }
  table.print(os);
  if (left)
    os << "  and " << left << " states, each sharded as its parameter\n";
}

void printValue(const ExplainedValue &value, llvm::raw_ostream &os) {
  os << '\n' << value.kind << " '" << oneLine(value.name) << "'";
  if (!value.op.empty())
    os << ", made by " << value.op;
  // Built-in models have names where files have lines.
  if (value.location != value.name)
    os << ", at " << oneLine(value.location);
  os << '\n';
  os << "  type      " << value.globalType << ", " << humanBytes(value.globalBytes) << '\n';
  os << "  sharding  " << value.sharding << ": " << value.localType << " a rank, "
     << humanBytes(value.localBytes) << '\n';
  if (!value.madeAs.empty())
    os << "  made as   " << value.madeAs << ", and moved or reduced at once\n";
  os << "  decided   " << oneLine(value.source) << '\n';
  for (auto [dim, reason] : llvm::enumerate(value.reasons))
    os << "  dim " << dim << "     " << oneLine(reason) << '\n';
  if (value.alternatives.size() < 2) {
    os << "  there was no other choice\n";
    return;
  }
  os << "  choices, and what a rank sends for each in one step\n";
  TextTable table({"", "choice", "sharding", "bytes"}, 3);
  for (const ExplainedAlternative &one : value.alternatives)
    table.add({one.isChosen ? "  *" : "", one.name, one.sharding, humanBytes(one.bytes)});
  table.print(os);
}

using TrafficKey = std::tuple<std::string, std::string>;

std::map<TrafficKey, TrafficRow> byKindAndAxis(const Explanation &explanation) {
  std::map<TrafficKey, TrafficRow> rows;
  for (const TrafficRow &row : explanation.traffic) {
    TrafficRow &sum = rows[{row.kind, row.axes}];
    sum.count += row.count;
    sum.bytes += row.bytes;
  }
  return rows;
}

} // namespace

void printExplanation(const Explanation &explanation, bool oneValue, llvm::raw_ostream &os) {
  printMesh(explanation, os);
  if (oneValue) {
    // Layers that are alike are told once; a single value by its own name.
    llvm::MapVector<std::string, std::pair<std::string, unsigned>, std::map<std::string, unsigned>>
        merged;
    for (const ExplainedValue &value : explanation.values) {
      std::string text;
      llvm::raw_string_ostream part(text);
      printValue(value, part);
      auto &entry = merged[explanation.values.size() > 1 ? layerPattern(text) : text];
      if (!entry.second++)
        entry.first = text;
    }
    for (const auto &[shared, entry] : merged) {
      os << (entry.second > 1 ? shared : entry.first);
      if (entry.second > 1)
        os << "  in " << entry.second << " layers\n";
    }
    return;
  }
  os << "a rank holds " << humanBytes(explanation.paramBytes) << " of parameters";
  if (explanation.stateBytes)
    os << " and " << humanBytes(explanation.stateBytes) << " of optimizer state";
  os << '\n';
  printValues(explanation, os);
  printTraffic(explanation, os);
  printConflicts(explanation, os);
}

void printComparison(const Explanation &first, const Explanation &second, llvm::raw_ostream &os) {
  os << "A: ";
  printMesh(first, os);
  os << "B: ";
  printMesh(second, os);

  struct Row {
    const ExplainedValue *a, *b;
    LikeValues values;
  };
  llvm::MapVector<std::string, Row, std::map<std::string, unsigned>> merged;
  auto text = [](const ExplainedValue *value) {
    return value ? value->sharding + " " + value->localType : std::string("-");
  };
  Followers followA(first), followB(second);
  for (auto [a, b] : differences(first, second)) {
    if ((!a || followA.contains(*a)) && (!b || followB.contains(*b)))
      continue;
    const ExplainedValue *any = a ? a : b;
    Row &row =
        merged[any->kind + "|" + layerPattern(any->sharedName) + "|" + text(a) + "|" + text(b)];
    row.a = a;
    row.b = b;
    row.values.push_back(any);
  }
  if (merged.empty()) {
    os << "\nall values are sharded alike\n";
  } else {
    os << "\nvalues that differ\n";
    TextTable table({"value", "name", "A", "B"});
    for (const auto &[key, row] : merged) {
      table.add({row.values.front()->kind, labelOf(row.values), text(row.a), text(row.b)});
    }
    table.print(os);
  }

  os << "\nper rank and step\n";
  TextTable table({"", "axis", "A", "B"}, 2);
  auto rowsA = byKindAndAxis(first), rowsB = byKindAndAxis(second);
  std::map<TrafficKey, char> keys;
  for (const auto &[key, row] : rowsA)
    keys[key];
  for (const auto &[key, row] : rowsB)
    keys[key];
  auto cell = [](const std::map<TrafficKey, TrafficRow> &rows, const TrafficKey &key) {
    auto found = rows.find(key);
    return found == rows.end()
               ? std::string("-")
               : std::to_string(found->second.count) + ", " + humanBytes(found->second.bytes);
  };
  for (const auto &[key, unused] : keys)
    table.add({std::get<0>(key), std::get<1>(key), cell(rowsA, key), cell(rowsB, key)});
  table.add({"sent in all", "", humanBytes(first.getTrafficBytes()),
             humanBytes(second.getTrafficBytes())});
  table.add({"parameters", "", humanBytes(first.paramBytes), humanBytes(second.paramBytes)});
  table.add({"optimizer state", "", humanBytes(first.stateBytes), humanBytes(second.stateBytes)});
  table.add({"conflicts", "", std::to_string(first.conflicts.size()),
             std::to_string(second.conflicts.size())});
  table.print(os);
}

} // namespace shardc
