//===- ExplainValues.cpp - everything about one value -----------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ExplainImpl.h"
#include "shardc/Driver/Diagnostics.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Sharding/Placement.h"

using namespace mlir;

namespace shardc {
namespace {

std::string typeText(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << 'x';
  os << type.getElementType();
  return text;
}

void printAxis(llvm::raw_ostream &os, dist::AxisRefAttr axis) {
  os << axis.getName();
  if (!axis.isFullAxis())
    os << ":(" << axis.getPreSize() << ')' << axis.getSubSize();
}

/// `[{dp}, {tp}:8] sum(cp)`.
std::string shardingText(dist::ShardingAttr sharding) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(sharding.getDims(), os, [&](dist::DimShardingAttr dim) {
    os << '{';
    llvm::interleaveComma(dim.getAxes(), os, [&](dist::AxisRefAttr axis) { printAxis(os, axis); });
    os << '}';
    if (dim.getGranule() != 1)
      os << ':' << dim.getGranule();
  });
  os << ']';
  for (dist::PartialAttr partial : sharding.getPartial()) {
    os << ' ' << dist::stringifyReductionKind(partial.getKind()) << '(';
    llvm::interleaveComma(partial.getAxes(), os,
                          [&](dist::AxisRefAttr axis) { printAxis(os, axis); });
    os << ')';
  }
  return text;
}

} // namespace

ExplainedValue Explainer::describe(const NamedValue &named, const ValueExplanation *why) {
  ExplainedValue value;
  value.name = named.name;
  value.layer = layers.layerOf(named.name);
  value.sharedName = layers.sharedName(named.name);
  auto type = cast<RankedTensorType>(named.value.getType());
  value.globalType = typeText(type);
  value.globalBytes = byteSize(type);
  value.location = formatLocation(named.value.getLoc());
  value.index = isa<BlockArgument>(named.value) ? cast<BlockArgument>(named.value).getArgNumber()
                                                : cast<OpResult>(named.value).getResultNumber();
  StringAttr role;
  if (named.result)
    role = function.getResultAttrOfType<StringAttr>(*named.result, "dist.role");
  else if (auto argument = dyn_cast<BlockArgument>(named.value);
           argument && argument.getOwner() == &function.getBody().front())
    role = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "dist.role");
  value.kind = role ? role.str() : "value";
  if (named.result && role && (role == "param" || role == "state"))
    value.kind = "new " + role.str();
  if (Operation *op = named.value.getDefiningOp())
    value.op = op->getName().getStringRef().str();
  if (!why)
    return value;
  MeshView view(why->settled.getMesh(), mesh);
  RankedTensorType local = localType(type, view.fromAttr(why->settled));
  value.localType = typeText(local);
  value.localBytes = byteSize(local);
  value.sharding = shardingText(why->settled);
  if (why->sharding != why->settled)
    value.madeAs = shardingText(why->sharding);
  value.source = sourceOf(named, why);
  value.sharedSource = sourceOf(named, why, /*isShared=*/true);
  for (unsigned dim = 0; dim < why->reasons.size(); ++dim) {
    std::string text = describeReason(*why, dim);
    const SplitReason &reason = why->reasons[dim];
    if (reason.kind == SplitReason::User && isa<dist::ConstraintOp, dist::ReshardOp>(reason.op)) {
      SplitReason::Kind author = authors.find(reason.op);
      text += author == SplitReason::Pin        ? "; it is a pin's"
              : author == SplitReason::Strategy ? "; it is the strategy's"
                                                : "; it is an annotation's";
    }
    if (!named.result && reason.kind != SplitReason::User && isPinnedByUser(*why, dim))
      text += "; it is pinned so";
    if (named.result && isDemanded(named, *why, dim))
      text += pinned.contains(keyOf(named)) ? "; the result is pinned so"
                                            : "; the result is annotated so";
    value.reasons.push_back(std::move(text));
  }
  for (const ShardingAlternative &one : why->alternatives)
    value.alternatives.push_back({one.name, shardingText(one.sharding), one.bytes, one.isChosen});
  return value;
}

/// Values that a reader wants to see without asking: products, attention, tables,
/// norms, of the forward pass.
bool Explainer::isMain(const NamedValue &named) {
  Operation *op = named.value.getDefiningOp();
  if (!op || named.result || op->hasAttr("dist.phase"))
    return false;
  StringRef kind = op->getName().stripDialect();
  return llvm::is_contained({"dot_general", "convolution", "attention", "embedding", "rms_norm",
                             "layer_norm", "cross_entropy"},
                            kind) &&
         cast<OpResult>(named.value).getResultNumber() == 0;
}

} // namespace shardc
