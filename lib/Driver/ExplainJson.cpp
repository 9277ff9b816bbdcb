//===- ExplainJson.cpp - explanations as JSON -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ExplainDifferences.h"
#include "llvm/ADT/StringMap.h"

namespace shardc {
namespace {

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
  llvm::json::Value layer = nullptr;
  if (value.layer)
    layer = *value.layer;
  return llvm::json::Object{{"kind", value.kind},
                            {"layer", std::move(layer)},
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

} // namespace

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
