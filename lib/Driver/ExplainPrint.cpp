//===- ExplainPrint.cpp - explanations as text and JSON ---------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Driver/Explain.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
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
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  bool empty() const { return rows.size() == 1; }
  void print(llvm::raw_ostream &os) const {
    std::vector<size_t> widths(rows.front().size());
    for (const auto &row : rows)
      for (auto [column, cell] : llvm::enumerate(row))
        widths[column] = std::max(widths[column], cell.size());
    for (const auto &row : rows) {
      std::string line = " ";
      for (auto [column, cell] : llvm::enumerate(row)) {
        std::string pad(widths[column] - cell.size(), ' ');
        line += " " + (column >= rightFrom ? pad + cell : cell + pad) + " ";
      }
      os << llvm::StringRef(line).rtrim() << '\n';
    }
  }

private:
  std::vector<std::vector<std::string>> rows;
  /// Columns from this one on are aligned to the right.
  unsigned rightFrom;
};

/// "layers.*.x" for "layers.3.x": what repeats from layer to layer.
std::string pattern(llvm::StringRef text) {
  std::string result;
  while (true) {
    size_t at = text.find("layers.");
    if (at == llvm::StringRef::npos)
      return result + text.str();
    size_t begin = at + strlen("layers.");
    size_t end = begin;
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
    result += text.take_front(begin).str();
    if (end > begin)
      result += "*";
    text = text.drop_front(end);
  }
}

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
    auto &entry = merged[pattern(conflict.message)];
    if (!entry.second++)
      entry.first = pattern(conflict.location);
  }
  for (const auto &[message, entry] : merged)
    os << "  " << entry.first << times(entry.second) << ": " << message << '\n';
}

void printValues(const Explanation &explanation, llvm::raw_ostream &os) {
  struct Row {
    const ExplainedValue *value;
    unsigned count = 0;
  };
  llvm::MapVector<std::string, Row, std::map<std::string, unsigned>> merged;
  Followers followers(explanation);
  unsigned left = 0;
  for (const ExplainedValue &value : explanation.values) {
    if (followers.contains(value)) {
      left += value.kind == "state";
      continue;
    }
    Row &row = merged[value.kind + "|" + pattern(value.name) + "|" + value.globalType + "|" +
                      value.sharding + "|" + pattern(value.source)];
    row.value = &value;
    ++row.count;
  }
  os << '\n';
  TextTable table({"value", "name", "type", "sharding", "a rank", "decided by"});
  for (const auto &[key, row] : merged)
    table.add({row.value->kind,
               (row.count > 1 ? pattern(row.value->name) : row.value->name) + times(row.count),
               row.value->globalType, row.value->sharding, row.value->localType,
               row.count > 1 ? pattern(row.value->source) : row.value->source});
  table.print(os);
  if (left)
    os << "  and " << left << " states, each sharded as its parameter\n";
}

void printValue(const ExplainedValue &value, llvm::raw_ostream &os) {
  os << '\n' << value.kind << " '" << value.name << "'";
  if (!value.op.empty())
    os << ", made by " << value.op;
  // Built-in models have names where files have lines.
  if (value.location != value.name)
    os << ", at " << value.location;
  os << '\n';
  os << "  type      " << value.globalType << ", " << humanBytes(value.globalBytes) << '\n';
  os << "  sharding  " << value.sharding << ": " << value.localType << " a rank, "
     << humanBytes(value.localBytes) << '\n';
  if (!value.madeAs.empty())
    os << "  made as   " << value.madeAs << ", and moved or reduced at once\n";
  os << "  decided   " << value.source << '\n';
  for (auto [dim, reason] : llvm::enumerate(value.reasons))
    os << "  dim " << dim << "     " << reason << '\n';
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

llvm::json::Array trafficJson(const Explanation &explanation) {
  llvm::json::Array rows;
  for (const TrafficRow &row : explanation.traffic)
    rows.push_back(llvm::json::Object{{"phase", row.phase},
                                      {"axes", row.axes},
                                      {"kind", row.kind},
                                      {"count", row.count},
                                      {"bytes", row.bytes}});
  return rows;
}

llvm::json::Object valueJson(const ExplainedValue &value) {
  llvm::json::Array reasons, alternatives;
  for (const std::string &reason : value.reasons)
    reasons.push_back(reason);
  for (const ExplainedAlternative &one : value.alternatives)
    alternatives.push_back(llvm::json::Object{{"name", one.name},
                                              {"sharding", one.sharding},
                                              {"bytes", one.bytes},
                                              {"chosen", one.isChosen}});
  return llvm::json::Object{{"kind", value.kind},
                            {"name", value.name},
                            {"op", value.op},
                            {"location", value.location},
                            {"type", value.globalType},
                            {"bytes", value.globalBytes},
                            {"sharding", value.sharding},
                            {"made_as", value.madeAs},
                            {"local_type", value.localType},
                            {"local_bytes", value.localBytes},
                            {"source", value.source},
                            {"reasons", std::move(reasons)},
                            {"alternatives", std::move(alternatives)}};
}

/// Values of both explanations whose sharding differs, by name; null: not there.
std::vector<std::pair<const ExplainedValue *, const ExplainedValue *>>
differences(const Explanation &first, const Explanation &second) {
  auto keyOf = [](const ExplainedValue &value) { return value.kind + "|" + value.name; };
  llvm::StringMap<const ExplainedValue *> others;
  for (const ExplainedValue &value : second.values)
    others[keyOf(value)] = &value;
  std::vector<std::pair<const ExplainedValue *, const ExplainedValue *>> pairs;
  for (const ExplainedValue &value : first.values) {
    auto found = others.find(keyOf(value));
    const ExplainedValue *other = found == others.end() ? nullptr : found->second;
    if (other)
      others.erase(found);
    if (!other || other->sharding != value.sharding)
      pairs.push_back({&value, other});
  }
  for (const ExplainedValue &value : second.values)
    if (others.count(keyOf(value)))
      pairs.push_back({nullptr, &value});
  return pairs;
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
      auto &entry = merged[explanation.values.size() > 1 ? pattern(text) : text];
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
    unsigned count = 0;
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
    Row &row = merged[any->kind + "|" + pattern(any->name) + "|" + text(a) + "|" + text(b)];
    row.a = a;
    row.b = b;
    ++row.count;
  }
  if (merged.empty()) {
    os << "\nall values are sharded alike\n";
  } else {
    os << "\nvalues that differ\n";
    TextTable table({"value", "name", "A", "B"});
    for (const auto &[key, row] : merged) {
      const ExplainedValue *any = row.a ? row.a : row.b;
      table.add({any->kind, (row.count > 1 ? pattern(any->name) : any->name) + times(row.count),
                 text(row.a), text(row.b)});
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

llvm::json::Object toJson(const Explanation &explanation) {
  llvm::json::Object mesh;
  llvm::json::Array order, values, conflicts;
  for (const auto &[name, size] : explanation.mesh) {
    mesh[name] = size;
    order.push_back(name);
  }
  for (const ExplainedValue &value : explanation.values)
    values.push_back(valueJson(value));
  for (const ExplainedConflict &conflict : explanation.conflicts)
    conflicts.push_back(
        llvm::json::Object{{"location", conflict.location}, {"message", conflict.message}});
  return llvm::json::Object{{"strategy", explanation.strategy},
                            {"ranks", explanation.ranks},
                            {"mesh", std::move(mesh)},
                            {"axes", std::move(order)},
                            {"param_bytes", explanation.paramBytes},
                            {"state_bytes", explanation.stateBytes},
                            {"values", std::move(values)},
                            {"traffic", trafficJson(explanation)},
                            {"traffic_bytes", explanation.getTrafficBytes()},
                            {"conflicts", std::move(conflicts)}};
}

llvm::json::Object toJson(const Explanation &first, const Explanation &second) {
  llvm::json::Array differing;
  for (auto [a, b] : differences(first, second))
    differing.push_back(llvm::json::Object{{"kind", (a ? a : b)->kind},
                                           {"name", (a ? a : b)->name},
                                           {"a", a ? a->sharding : ""},
                                           {"b", b ? b->sharding : ""}});
  return llvm::json::Object{
      {"a", toJson(first)}, {"b", toJson(second)}, {"differences", std::move(differing)}};
}

} // namespace shardc
