//===- GatherParameters.cpp - parameters whole where they are used -*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One pinned reshard a parameter and stage, in the layer that reads it. Ops that
// belong to no layer (embedding, head) count as one, and so do layers that share a
// parameter: it is gathered once for all, and their contributions to its gradient
// are added before it is scattered. The update of a
// graph that is a training step reads parameters as they are stored.
//
//===----------------------------------------------------------------------===//

#include "UpdateUses.h"
#include "dialects/Dist/Dist.h"
#include "shardc/Interfaces/Blocks.h"
#include "shardc/Interfaces/Remarks.h"
#include "shardc/Sharding/Passes.h"
#include "shardc/Sharding/ReshardPlan.h"
#include "shardc/Sharding/Strategy.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace shardc {
#define GEN_PASS_DEF_GATHERPARAMETERSPASS
#include "shardc/Sharding/Passes.h.inc"
} // namespace shardc

using namespace mlir;
using namespace shardc;
using namespace shardc::dist;

namespace {

constexpr StringLiteral computeName = "dist.compute_sharding";
constexpr StringLiteral gradientName = "dist.gradient_sharding";
constexpr StringLiteral residentName = "dist.resident";

struct GatherParametersPass : shardc::impl::GatherParametersPassBase<GatherParametersPass> {
  using Base::Base;

  void runOnOperation() final {
    auto function = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!function || function.isExternal())
      return;
    MeshOp meshOp = shardc::getMesh(getOperation());
    if (!meshOp)
      return;
    mesh = MeshView(FlatSymbolRefAttr::get(meshOp.getSymNameAttr()), meshOp.getMesh());
    prices.clear();
    bool any = false;
    UpdateUses updates(function);
    for (BlockArgument argument : function.getArguments())
      any |= gather(function, argument, updates);
    if (!any)
      return;
    // All at once: one by one would be quadratic in the number of arguments.
    SmallVector<Attribute> dictionaries;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      NamedAttrList attributes(function.getArgAttrDict(i));
      for (StringRef name : {computeName, gradientName, residentName})
        attributes.erase(name);
      dictionaries.push_back(attributes.getDictionary(&getContext()));
    }
    function.setArgAttrsAttr(ArrayAttr::get(&getContext(), dictionaries));
    if (mesh.getMesh().getAxisSize("pp"))
      remarkPrice();
  }

private:
  bool gather(func::FuncOp function, BlockArgument argument, UpdateUses &updates);
  ReshardOp createBefore(Operation *user, Value value, ShardingAttr sharding);
  void addPrice(ReshardOp reshard, ShardingAttr from, ShardingAttr gradient);
  void remarkPrice();

  MeshView mesh;
  /// Bytes that a rank of each stage sends a microbatch.
  struct Price {
    int64_t gather = 0, scatter = 0;
  };
  std::map<int64_t, Price> prices;
};

} // namespace

ReshardOp GatherParametersPass::createBefore(Operation *user, Value value, ShardingAttr sharding) {
  OpBuilder builder(user);
  auto reshard = ReshardOp::create(builder, value.getLoc(), value.getType(), value, sharding);
  for (StringRef name : {"dist.layer", "dist.stage"})
    if (Attribute attribute = user->getAttr(name))
      reshard->setAttr(name, attribute);
  return reshard;
}

/// `from`: the sharding of what is gathered, null where nothing is.
void GatherParametersPass::addPrice(ReshardOp reshard, ShardingAttr from, ShardingAttr gradient) {
  auto type = cast<RankedTensorType>(reshard.getType());
  auto stage = reshard->getAttrOfType<IntegerAttr>("dist.stage");
  Price &price = prices[stage ? stage.getInt() : 0];
  Placement whole = mesh.fromAttr(reshard.getSharding());
  if (from)
    price.gather += reshardBytes(type, mesh.fromAttr(from), whole);
  if (!gradient)
    return;
  Placement to = mesh.fromAttr(gradient);
  to.partial.clear();
  whole.addPartial(ReductionKind::Sum, subtract(to.dimAxes(), whole.dimAxes()));
  price.scatter += reshardBytes(type, whole, to);
}

/// Without sharding nothing of a parameter moves between microbatches.
void GatherParametersPass::remarkPrice() {
  Price most;
  for (auto &[stage, price] : prices)
    if (price.gather + price.scatter > most.gather + most.scatter)
      most = price;
  unsigned column = 1;
  if (auto text = getOperation()->getAttrOfType<StringAttr>("shardc.strategy"))
    if (FailureOr<Strategy> strategy =
            Strategy::parse(text.getValue(), [](unsigned, const Twine &) {});
        succeeded(strategy))
      column = strategy->columnOf(strategy->fsdp > 1 ? "fsdp" : "zero");
  mlir::InFlightDiagnostic remark =
      emitRemark(strategyLoc(&getContext(), column), RemarkCategory::Collectives);
  remark << "a rank of a pipeline stage sends up to ";
  if (most.gather)
    remark << most.gather
           << " bytes for parameters in each forward pass of a microbatch, at most as many in each "
              "backward pass, and ";
  remark << most.scatter << " bytes for gradients in each backward pass of a microbatch; zero=1 "
         << "sends none of them between microbatches";
}

bool GatherParametersPass::gather(func::FuncOp function, BlockArgument argument,
                                  UpdateUses &updates) {
  unsigned index = argument.getArgNumber();
  auto compute = function.getArgAttrOfType<ShardingAttr>(index, computeName);
  auto gradient = function.getArgAttrOfType<ShardingAttr>(index, gradientName);
  bool resident = function.getArgAttr(index, residentName) != nullptr;
  if (!compute && !gradient)
    return resident;
  mlir::Block &block = function.getBody().front();
  bool isState = updates.isState(argument);

  // Uses by stage, each with the first op that has one.
  struct Group {
    Operation *first = nullptr;
    SmallVector<OpOperand *> uses;
  };
  llvm::MapVector<Attribute, Group> groups;
  for (OpOperand &use : argument.getUses()) {
    Operation *user = block.findAncestorOpInBlock(*use.getOwner());
    if (user->hasTrait<OpTrait::IsTerminator>() || isState || updates.isUpdate(use))
      continue;
    Group &group = groups[user->getAttr("dist.stage")];
    group.uses.push_back(&use);
    if (!group.first || user->isBeforeInBlock(group.first))
      group.first = user;
  }
  Operation *earliest = nullptr;
  for (auto &[place, group] : groups)
    if (!earliest || group.first->isBeforeInBlock(earliest))
      earliest = group.first;
  if (!earliest)
    return true;

  Value source = argument;
  if (compute && resident) {
    // Outside of the microbatches, which read it as it is.
    ReshardOp outer = createBefore(earliest, argument, compute);
    outer->setAttr(residentName, UnitAttr::get(&getContext()));
    source = outer;
    if (!gradient) {
      for (auto &[place, group] : groups)
        for (OpOperand *use : group.uses)
          use->set(source);
      return true;
    }
  }
  auto stored = function.getArgAttrOfType<ShardingAttr>(index, "dist.sharding");
  ShardingAttr sharding = compute ? compute : stored;
  for (auto &[place, group] : groups) {
    ReshardOp reshard = createBefore(group.first, source, sharding);
    if (compute && !resident)
      reshard->setAttr("dist.regather", UnitAttr::get(&getContext()));
    if (llvm::any_of(group.uses, [&](OpOperand *use) {
          return block.findAncestorOpInBlock(*use->getOwner())->getAttr("dist.layer") !=
                 reshard->getAttr("dist.layer");
        }))
      reshard->removeAttr("dist.layer");
    if (gradient)
      reshard->setAttr("dist.adjoint", gradient);
    addPrice(reshard, resident ? ShardingAttr() : stored, gradient);
    for (OpOperand *use : group.uses)
      use->set(reshard);
  }
  return true;
}
