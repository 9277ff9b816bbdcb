//===- ExplainSources.cpp - who decided a sharding --------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reasons of propagation are followed from value to value until somebody wanted the split.
//
//===----------------------------------------------------------------------===//

#include "ExplainImpl.h"

using namespace mlir;

namespace shardc {

/// Replaces the author that propagation takes for granted by the real one.
void Explainer::giveAuthors(ShardingExplanation &explained) {
  for (ValueExplanation &why : explained.values)
    for (auto [dim, reason] : llvm::enumerate(why.reasons)) {
      if (reason.kind != SplitReason::Annotation && reason.kind != SplitReason::Strategy)
        continue;
      if (!isa<func::FuncOp>(reason.op)) {
        reason.kind = authors.find(reason.op);
        continue;
      }
      StringRef name = names->nameOf(why.value);
      if (pinned.contains(name))
        reason.kind = SplitReason::Pin;
      else if (annotated.contains(name))
        reason.kind = SplitReason::Annotation;
      else if (options.road.strategy.empty() && why.settled.getDims()[dim].getAxes().empty())
        reason.kind = SplitReason::NotAsked;
    }
}

/// The value or op for whose sake a split was chosen. It goes on from user to user as long
/// as these only took it over, and never says that a value is split for itself.
std::string Explainer::wantedBy(const ValueExplanation &start, unsigned dim) {
  ArrayRef<dist::AxisRefAttr> axes = start.settled.getDims()[dim].getAxes();
  const SplitReason *reason = &start.reasons[dim];
  Operation *user = reason->op;
  llvm::SmallDenseSet<Value> seen{start.value};
  Value last;
  while (reason->kind == SplitReason::User && reason->next && seen.insert(reason->next).second) {
    const ValueExplanation *why = shardings->lookup(reason->next);
    if (!why)
      break;
    last = why->value;
    std::optional<unsigned> found;
    for (auto [number, split] : llvm::enumerate(why->settled.getDims()))
      if (!axes.empty() && llvm::any_of(split.getAxes(), [&](dist::AxisRefAttr other) {
            return other.getName() == axes.front().getName();
          }))
        found = found.value_or(number);
    if (!found)
      break;
    reason = &why->reasons[*found];
    bool isBack = reason->next && seen.contains(reason->next);
    if (isBack)
      reason = &why->wanted[*found];
    else if (reason->kind == SplitReason::Operand || reason->kind == SplitReason::Region)
      return rootOf(*why, *found);
  }
  return last ? names->nameOf(last).str() : user->getName().getStringRef().str();
}

/// The argument, annotation or choice that a split goes back to through operands.
std::string Explainer::rootOf(const ValueExplanation &start, unsigned dim) {
  const ValueExplanation *why = &start;
  ArrayRef<dist::AxisRefAttr> axes = start.settled.getDims()[dim].getAxes();
  if (axes.empty())
    return {};
  StringRef axis = axes.front().getName();
  // Operands stand before results, so this ends; the bound is for a loop of regions.
  for (unsigned step = 0; step < 1000; ++step) {
    const SplitReason &reason = why->reasons[dim];
    if ((reason.kind != SplitReason::Operand && reason.kind != SplitReason::Region) || !reason.next)
      break;
    const ValueExplanation *next = shardings->lookup(reason.next);
    if (!next)
      break;
    std::optional<unsigned> found;
    for (auto [number, split] : llvm::enumerate(next->settled.getDims()))
      for (dist::AxisRefAttr other : split.getAxes())
        if (!found && other.getName() == axis)
          found = number;
    if (!found) {
      why = next;
      break;
    }
    why = next;
    dim = *found;
  }
  return names->nameOf(why->value).str();
}

/// Whether the function's result asks for the split that dimension `dim` has, or, without a
/// dimension, for that of any.
bool Explainer::isDemanded(const NamedValue &named, const ValueExplanation &why,
                           std::optional<unsigned> dim) {
  if (!pinned.contains(keyOf(named)) && !annotated.contains(keyOf(named)))
    return false;
  auto asked = function.getResultAttrOfType<dist::ShardingAttr>(*named.result, "dist.sharding");
  if (!asked)
    return false;
  for (auto [number, split] : llvm::enumerate(asked.getDims()))
    if ((!dim || *dim == number) && (split.getIsClosed() || !split.getAxes().empty()) &&
        split.getAxes() == why.settled.getDims()[number].getAxes())
      return true;
  return false;
}

/// Whether the constraint that a pin put on the value asks for the split of `dim`.
bool Explainer::isPinnedByUser(const ValueExplanation &why, unsigned dim) {
  return llvm::any_of(why.value.getUsers(), [&](Operation *user) {
    auto constraint = dyn_cast<dist::ConstraintOp>(user);
    if (!constraint || authors.find(user) != SplitReason::Pin)
      return false;
    dist::DimShardingAttr asked = constraint.getSharding().getDims()[dim];
    return (asked.getIsClosed() || !asked.getAxes().empty()) &&
           asked.getAxes() == why.settled.getDims()[dim].getAxes();
  });
}

std::string Explainer::sourceOf(const NamedValue &named, const ValueExplanation *why,
                                bool isShared) {
  // Arguments have their author in the reasons, where they have any.
  bool isPinned = pinned.contains(keyOf(named)), isScalar = !why || why->reasons.empty();
  if (named.result ? why && isDemanded(named, *why)
                   : isScalar || !isa<BlockArgument>(named.value)) {
    if (isPinned)
      return "pin";
    if ((named.result || isa<BlockArgument>(named.value)) && annotated.contains(keyOf(named)))
      return "annotation";
  }
  if (isScalar)
    return "-";
  // Who said so first, then where splits come from and whom they are for.
  std::vector<std::string> said, from, wanted;
  bool isSplit = false;
  auto add = [&](std::vector<std::string> &list, std::string name) {
    if (isShared)
      name = layers.sharedName(name);
    if (!llvm::is_contained(list, name))
      list.push_back(std::move(name));
  };
  for (auto [dim, reason] : llvm::enumerate(why->reasons)) {
    if (reason.kind == SplitReason::Annotation)
      add(said, "annotation");
    if (reason.kind == SplitReason::Strategy)
      add(said, "strategy");
    if (reason.kind == SplitReason::Pin)
      add(said, "pin");
    if (why->settled.getDims()[dim].getAxes().empty())
      continue;
    isSplit = true;
    if (reason.kind == SplitReason::Operand || reason.kind == SplitReason::Region)
      add(from, rootOf(*why, dim));
    if (reason.kind == SplitReason::User)
      add(wanted, wantedBy(*why, dim));
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(said, os);
  auto list = [&](StringRef word, const std::vector<std::string> &names) {
    if (names.empty())
      return;
    os << (text.empty() ? "" : ", ") << word << ' ';
    llvm::interleave(names, os, " and ");
  };
  list("from", from);
  list("for", wanted);
  if (text.empty())
    return isSplit ? "-" : "whole";
  return text;
}

} // namespace shardc
