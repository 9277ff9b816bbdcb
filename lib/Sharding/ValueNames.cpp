//===- ValueNames.cpp - how users call values -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "shardc/Sharding/ValueNames.h"
#include "dialects/Dist/Dist.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardc {

StringRef nameOfLocation(Location loc) {
  return llvm::TypeSwitch<LocationAttr, StringRef>(loc)
      .Case([](NameLoc name) { return name.getName().getValue(); })
      .Case([](CallSiteLoc call) { return nameOfLocation(call.getCallee()); })
      .Case([](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (StringRef name = nameOfLocation(part); !name.empty())
            return name;
        return StringRef();
      })
      .Default([](LocationAttr) { return StringRef(); });
}

ValueNames::ValueNames(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto attr = function.getArgAttrOfType<StringAttr>(number, "dist.name");
    std::string name = attr ? attr.str() : "arg" + std::to_string(number);
    best[argument] = values.size();
    index.try_emplace(name, values.size());
    values.push_back({name, argument, std::nullopt});
  }
  addOps(function.getBody().front());
  Operation *end = function.getBody().front().getTerminator();
  for (unsigned i = 0; i < function.getNumResults() && i < end->getNumOperands(); ++i) {
    auto attr = function.getResultAttrOfType<StringAttr>(i, "dist.name");
    std::string name = attr ? attr.str() : "result" + std::to_string(i);
    // The next value of an argument has the argument's name, which is the
    // argument's. A value of an op gives way: a result is seen from outside.
    auto taken = index.find(name);
    if (taken != index.end() && isa<BlockArgument>(values[taken->second].value))
      name = "result#" + std::to_string(i);
    index[name] = values.size();
    values.push_back({name, end->getOperand(i), i});
  }
}

void ValueNames::addOps(Block &block) {
  for (Operation &op : block.without_terminator()) {
    StringRef kind = op.getName().getStringRef();
    unsigned number = counts[kind]++;
    StringRef called = nameOfLocation(op.getLoc());
    unsigned copy = called.empty() ? 0 : counts[called]++;
    // `add#3` stands for `stablehlo.add#3`, the first of several results for its op.
    std::string counted = (kind + "#" + Twine(number)).str();
    std::string own =
        called.empty() ? counted : called.str() + (copy ? "#" + std::to_string(copy) : "");
    for (OpResult result : op.getResults()) {
      unsigned position = values.size();
      std::string which = ":" + std::to_string(result.getResultNumber());
      bool isFirst = result.getResultNumber() == 0;
      std::string name;
      for (const std::string &base : {own, counted, StringRef(counted).split('.').second.str()}) {
        if (isFirst && index.try_emplace(base, position).second && name.empty())
          name = base;
        if (index.try_emplace(base + which, position).second && name.empty())
          name = base + which;
      }
      best[result] = position;
      values.push_back({name.empty() ? counted + which : name, result, std::nullopt});
    }
    if (auto region = dyn_cast<dist::MicrobatchOp>(op))
      addOps(region.getBody().front());
  }
}

const NamedValue *ValueNames::lookup(StringRef name) const {
  auto found = index.find(name);
  return found == index.end() ? nullptr : &values[found->second];
}

StringRef ValueNames::nameOf(Value value) const {
  auto found = best.find(value);
  return found == best.end() ? StringRef() : StringRef(values[found->second].name);
}

std::vector<std::string> ValueNames::similar(StringRef name, unsigned count) const {
  // How far a name is: edits, but little for one that has the given as a part.
  struct Candidate {
    unsigned distance, position;
    StringRef name;
    bool operator<(const Candidate &other) const {
      return std::tie(distance, position, name) <
             std::tie(other.distance, other.position, other.name);
    }
  };
  std::vector<Candidate> ranked;
  unsigned limit = std::max<size_t>(2, name.size() / 3);
  for (const auto &entry : index) {
    StringRef other = entry.getKey();
    unsigned distance = other.edit_distance(name, /*AllowReplacements=*/true, limit);
    if (distance > limit && name.size() > 2 && other.contains(name))
      distance = limit;
    if (distance <= limit)
      ranked.push_back({distance, entry.getValue(), other});
  }
  llvm::sort(ranked);
  std::vector<std::string> names;
  SmallVector<unsigned> shown;
  for (const Candidate &one : ranked)
    if (names.size() < count && !llvm::is_contained(shown, one.position)) {
      names.push_back(one.name.str());
      shown.push_back(one.position);
    }
  return names;
}

} // namespace shardc
