//===- ExplainLayers.cpp - what is alike in layers --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Layers that import found in a graph are alike op by op, so that counting the ops of each
// kind in every layer says which are the same thing.
//
//===----------------------------------------------------------------------===//

#include "ExplainLayers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

/// Where ops of layers stand in them, in program order: `dot_general#2`.
static llvm::DenseMap<Operation *, std::string> countOps(func::FuncOp main) {
  llvm::DenseMap<Operation *, std::string> numbers;
  llvm::StringMap<unsigned> counts;
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto layer = op->getAttrOfType<IntegerAttr>("dist.layer");
    if (!layer)
      return;
    auto phase = op->getAttrOfType<StringAttr>("dist.phase");
    std::string kind = op->getName().stripDialect().str();
    if (phase)
      kind += "@" + phase.str();
    unsigned number = counts[std::to_string(layer.getInt()) + ":" + kind]++;
    numbers[op] = kind + "#" + std::to_string(number);
  });
  return numbers;
}

/// The first op in a layer that reads `value`, at first hand or through ops that read
/// nothing else; null where layers share the value.
static OpOperand *firstReader(Value value) {
  for (unsigned step = 0; step < 8; ++step) {
    OpOperand *first = nullptr, *any = nullptr;
    for (OpOperand &use : value.getUses()) {
      any = &use;
      auto layer = use.getOwner()->getAttrOfType<IntegerAttr>("dist.layer");
      if (!layer)
        continue;
      if (first && first->getOwner()->getAttr("dist.layer") != layer)
        return nullptr;
      bool isBefore = first && use.getOwner()->getBlock() == first->getOwner()->getBlock() &&
                      use.getOwner()->isBeforeInBlock(first->getOwner());
      if (!first || isBefore)
        first = &use;
    }
    if (first || !any)
      return first;
    Operation *user = any->getOwner();
    if (!value.hasOneUse() || user->getNumOperands() != 1 || user->getNumResults() != 1)
      return nullptr;
    value = user->getResult(0);
  }
  return nullptr;
}

void ExplainLayers::readParameters(func::FuncOp main, const ValueNames &names) {
  llvm::DenseMap<Operation *, std::string> numbers = countOps(main);
  for (BlockArgument argument : main.getArguments()) {
    auto role = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
    if (!role || role != "param")
      continue;
    if (OpOperand *reader = firstReader(argument)) {
      auto layer = reader->getOwner()->getAttrOfType<IntegerAttr>("dist.layer");
      places[names.nameOf(argument)] = {layer.getInt(),
                                        numbers.lookup(reader->getOwner()) + "." +
                                            std::to_string(reader->getOperandNumber())};
    }
  }
}

void ExplainLayers::readValues(func::FuncOp main, const ValueNames &names) {
  for (const auto &[op, number] : countOps(main))
    for (OpResult result : op->getResults())
      if (StringRef name = names.nameOf(result); !name.empty())
        places[name] = {op->getAttrOfType<IntegerAttr>("dist.layer").getInt(),
                        number + ":" + std::to_string(result.getResultNumber())};
}

std::optional<int64_t> ExplainLayers::layerOf(StringRef name) const {
  auto found = places.find(name);
  if (found == places.end())
    return std::nullopt;
  return found->second.layer;
}

std::string ExplainLayers::sharedName(StringRef name) const {
  if (layerPattern(name) != name)
    return name.str();
  if (auto found = places.find(name); found != places.end())
    return "layer " + found->second.what;
  // A state is what it is of its parameter: `arg5.m`.
  auto [parameter, suffix] = name.rsplit('.');
  if (auto found = places.find(parameter); found != places.end() && !suffix.empty())
    return "layer " + found->second.what + "." + suffix.str();
  return name.str();
}

std::string layerPattern(StringRef text) {
  std::string result;
  while (true) {
    size_t at = text.find("layers.");
    if (at == StringRef::npos)
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

/// Splits a text into texts and numbers in turn, beginning with a text that may be empty.
static SmallVector<StringRef> splitNumbers(StringRef text) {
  SmallVector<StringRef> parts;
  for (bool isNumber = false; !text.empty() || parts.empty(); isNumber = !isNumber) {
    StringRef part = text.take_while([&](char c) { return llvm::isDigit(c) == isNumber; });
    parts.push_back(part);
    text = text.drop_front(part.size());
  }
  return parts;
}

std::string sharedLabel(ArrayRef<StringRef> names, ArrayRef<std::optional<int64_t>> layers) {
  std::string pattern = layerPattern(names.front());
  if (llvm::all_of(names, [&](StringRef name) { return layerPattern(name) == pattern; }))
    return pattern;
  // Of `dot_general#1 … dot_general#13` the kind once.
  auto [kind, number] = names.back().rsplit('#');
  bool isCounted = !number.empty() && names.front().starts_with((kind + "#").str());
  std::string range =
      names.front().str() + " … " + (isCounted ? "#" + number.str() : names.back().str());
  SmallVector<StringRef> parts = splitNumbers(names.front());
  SmallVector<bool> counts(parts.size());
  for (auto [name, layer] : llvm::zip_equal(names, layers)) {
    SmallVector<StringRef> others = splitNumbers(name);
    if (others.size() != parts.size() || !layer)
      return range;
    for (unsigned i = 0; i < parts.size(); ++i) {
      if (others[i] == parts[i])
        continue;
      int64_t first, number;
      if (i % 2 == 0 || parts[i].getAsInteger(10, first) || others[i].getAsInteger(10, number) ||
          number - first != *layer - *layers.front())
        return range;
      counts[i] = true;
    }
  }
  std::string text;
  for (unsigned i = 0; i < parts.size(); ++i)
    text += counts[i] ? "*" : parts[i].str();
  return text;
}

} // namespace shardc
