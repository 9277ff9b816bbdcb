//===- ShardyOps.cpp - ops of Shardy that only tell -------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Computations that have a name, and edges at which its propagation keeps the
// shardings of loops, are what they are made of; what they say of shardings stays
// as constraints. Groups are told by the sharding of one of their values. And what
// collectives and rules say twice is checked, though one of it would be enough.
//
//===----------------------------------------------------------------------===//
#include "../ImportImpl.h"
#include "dialects/Sdy/Sdy.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Interfaces/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace shardc {

/// A value with the sharding that number `index` of a list gives it, if there is one.
static Value constrained(OpBuilder &builder, Value value, sdy::TensorShardingPerValueAttr list,
                         unsigned index, Location loc) {
  if (!list)
    return value;
  return sdy::ShardingConstraintOp::create(builder, loc, value.getType(), value,
                                           list.getShardings()[index]);
}

void inlineComputations(func::FuncOp main) {
  SmallVector<sdy::NamedComputationOp> computations;
  // Inner ones first.
  main.walk([&](Operation *op) {
    if (auto named = dyn_cast<sdy::NamedComputationOp>(op))
      computations.push_back(named);
    auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op);
    if (!edge)
      return;
    Value value = edge.getInput();
    OpBuilder builder(edge);
    if (sdy::TensorShardingAttr sharding = edge.getShardingAttr())
      value = sdy::ShardingConstraintOp::create(builder, edge.getLoc(), value.getType(), value,
                                                sharding);
    edge.getResult().replaceAllUsesWith(value);
    edge.erase();
  });
  for (sdy::NamedComputationOp named : computations) {
    OpBuilder builder(named);
    Block &body = named.getBody().front();
    Operation *end = body.getTerminator();
    for (auto [index, argument] : llvm::enumerate(body.getArguments()))
      argument.replaceAllUsesWith(constrained(builder, named->getOperand(index),
                                              named.getInShardingsAttr(), index, named.getLoc()));
    SmallVector<Value> values(end->getOperands());
    end->erase();
    named->getBlock()->getOperations().splice(named->getIterator(), body.getOperations());
    for (auto [index, value] : llvm::enumerate(values))
      named->getResult(index).replaceAllUsesWith(
          constrained(builder, value, named.getOutShardingsAttr(), index, named.getLoc()));
    named.erase();
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

sdy::TensorShardingAttr shardyShardingOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function ? function.getArgAttrOfType<sdy::TensorShardingAttr>(argument.getArgNumber(),
                                                                         "sdy.sharding")
                    : sdy::TensorShardingAttr();
  }
  Operation *op = value.getDefiningOp();
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
    return constraint.getSharding();
  auto list = op->getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
  unsigned number = cast<OpResult>(value).getResultNumber();
  return list && number < list.getShardings().size() ? list.getShardings()[number]
                                                     : sdy::TensorShardingAttr();
}

/// Gives a value a sharding, in front of everybody who uses it.
static void constrainUses(Value value, sdy::TensorShardingAttr sharding) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())) {
      function.setArgAttr(argument.getArgNumber(), "sdy.sharding", sharding);
      return;
    }
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto constraint =
      sdy::ShardingConstraintOp::create(builder, value.getLoc(), value.getType(), value, sharding);
  value.replaceAllUsesExcept(constraint.getResult(), constraint);
}

LogicalResult shareGroupShardings(func::FuncOp main) {
  llvm::MapVector<int64_t, SmallVector<sdy::ShardingGroupOp>> groups;
  main.walk([&](sdy::ShardingGroupOp op) { groups[op.getGroupId()].push_back(op); });
  for (auto &[id, members] : groups) {
    sdy::ShardingGroupOp first = members.front(), telling;
    sdy::TensorShardingAttr sharding;
    for (sdy::ShardingGroupOp member : members) {
      auto refuse = [&](Operation *other) {
        InFlightDiagnostic diag = member.emitOpError();
        diag.attachNote(other->getLoc()) << "the other one";
        return diag;
      };
      if (cast<RankedTensorType>(member.getInput().getType()).getShape() !=
          cast<RankedTensorType>(first.getInput().getType()).getShape())
        return refuse(first) << "puts " << member.getInput().getType() << " into group " << id
                             << " with " << first.getInput().getType()
                             << "; values of one group have one shape";
      sdy::TensorShardingAttr own = shardyShardingOf(member.getInput());
      if (own && sharding && own != sharding)
        return refuse(telling) << "puts a value of sharding " << own << " into group " << id
                               << " with one of " << sharding;
      if (own && !sharding) {
        sharding = own;
        telling = member;
      }
    }
    if (!sharding)
      continue;
    for (sdy::ShardingGroupOp member : members) {
      Value value = member.getInput();
      bool says = static_cast<bool>(shardyShardingOf(value));
      member.erase();
      if (!says)
        constrainUses(value, sharding);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Whether a list of axes, as Shardy spells them, names one.
static bool names(ArrayAttr axes, Attribute axis) { return llvm::is_contained(axes, axis); }

namespace {

/// What a collective of Shardy says, against the sharding that it leads to.
class CollectiveChecker {
public:
  CollectiveChecker(Operation *op, sdy::TensorShardingAttr target) : op(op), target(target) {}

  LogicalResult check();

private:
  enum class Place { Inside, Outside };

  /// Axes that do, or do not, split a dimension of the result.
  LogicalResult checkDim(ArrayAttr axes, int64_t dim, Place place);
  LogicalResult checkDims(sdy::ListOfAxisRefListsAttr lists, Place place);

  Operation *op;
  sdy::TensorShardingAttr target;
};

LogicalResult CollectiveChecker::checkDim(ArrayAttr axes, int64_t dim, Place place) {
  int64_t rank = target.getDimensions().size();
  if (dim < 0 || dim >= rank)
    return op->emitOpError() << "names dimension " << dim << " of a value that has " << rank;
  auto list = cast<ArrayAttr>(target.getDimensions()[dim]);
  for (Attribute axis : axes)
    if (names(list, axis) != (place == Place::Inside))
      return op->emitOpError() << "moves axis " << axis
                               << (place == Place::Inside ? " into dimension "
                                                          : " out of dimension ")
                               << dim << ", but 'out_sharding' "
                               << (place == Place::Inside ? "does not split it so"
                                                          : "has it there");
  return success();
}

LogicalResult CollectiveChecker::checkDims(sdy::ListOfAxisRefListsAttr lists, Place place) {
  size_t rank = target.getDimensions().size();
  if (lists.getLists().size() != rank)
    return op->emitOpError() << "has lists of axes for " << lists.getLists().size()
                             << " dimensions, but 'out_sharding' for " << rank;
  for (auto [dim, axes] : llvm::enumerate(lists.getLists().getAsRange<ArrayAttr>()))
    if (failed(checkDim(axes, dim, place)))
      return failure();
  return success();
}

LogicalResult CollectiveChecker::check() {
  if (auto gather = dyn_cast<sdy::AllGatherOp>(op))
    return checkDims(gather.getGatheringAxes(), Place::Outside);
  if (auto slice = dyn_cast<sdy::AllSliceOp>(op))
    return checkDims(slice.getSlicingAxes(), Place::Inside);
  if (auto scatter = dyn_cast<sdy::ReduceScatterOp>(op))
    return checkDims(scatter.getReduceScatterAxes(), Place::Inside);
  if (auto exchange = dyn_cast<sdy::AllToAllOp>(op)) {
    sdy::AllToAllParamListAttr params = exchange.getParams();
    for (auto [axes, from, to] : llvm::zip(params.getLists().getAsRange<ArrayAttr>(),
                                           params.getSources(), params.getTargets()))
      if (failed(checkDim(axes, from, Place::Outside)) || failed(checkDim(axes, to, Place::Inside)))
        return failure();
  }
  if (auto reduce = dyn_cast<sdy::AllReduceOp>(op))
    for (Attribute axis : reduce.getReductionAxes().getAxes())
      if (names(target.getUnreduced(), axis))
        return op->emitOpError() << "reduces over axis " << axis
                                 << ", but leaves it unreduced in 'out_sharding'";
  return success();
}

} // namespace

/// A rule that does not fit its op is no rule of it.
static LogicalResult checkRule(Operation *op, Attribute attr) {
  auto rule = dyn_cast<sdy::OpShardingRuleAttr>(attr);
  if (!rule)
    return op->emitOpError() << "'sdy.sharding_rule' must be a #sdy.op_sharding_rule, not " << attr;
  auto check = [&](ArrayAttr tensors, ValueRange values, StringRef what) -> LogicalResult {
    if (tensors.size() != values.size())
      return op->emitOpError() << "has " << values.size() << " " << what
                               << "s, but its sharding rule is of " << tensors.size();
    for (auto [index, tensor, value] : llvm::enumerate(tensors.getAsRange<ArrayAttr>(), values)) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (type && static_cast<int64_t>(tensor.size()) != type.getRank())
        return op->emitOpError() << "has " << what << " #" << index << " of " << type.getRank()
                                 << " dimensions, but its sharding rule gives it " << tensor.size();
    }
    return success();
  };
  if (failed(check(rule.getOperands(), op->getOperands(), "operand")) ||
      failed(check(rule.getResults(), op->getResults(), "result")))
    return failure();
  // A call that is no annotation is refused later.
  if (rule.getIsCustom() && !isa<stablehlo::CustomCallOp>(op))
    emitRemark(op->getLoc(), RemarkCategory::Import)
        << "the sharding rule of '" << op->getName()
        << "' is not used: what the op computes says how it is split";
  return success();
}

LogicalResult verifyShardyOp(Operation *op) {
  if (auto target = op->getAttrOfType<sdy::TensorShardingAttr>("out_sharding"))
    if (failed(CollectiveChecker(op, target).check()))
      return failure();
  if (Attribute rule = op->getAttr("sdy.sharding_rule"))
    return checkRule(op, rule);
  return success();
}

} // namespace shardc
