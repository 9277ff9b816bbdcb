//===- Inits.cpp - values that arguments can have ---------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Checking runs a graph on seeded values. Some arguments cannot hold just any:
// token ids index a table, variances have a square root. Their use says so.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"

using namespace mlir;

namespace shardc {
namespace {

/// Ops that hand values on, possibly in another place, shape or type.
bool passesOn(Operation *op) {
  return isa<stablehlo::ConvertOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp,
             stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::ConcatenateOp,
             stablehlo::SelectOp, stablehlo::ClampOp, stablehlo::PadOp>(op);
}

/// Calls `visit` for each use of the argument's values, through ops that
/// `follow` says hand them on.
void forEachUse(BlockArgument argument, llvm::function_ref<bool(Operation *)> follow,
                llvm::function_ref<void(OpOperand &)> visit) {
  SmallVector<Value> pending = {argument};
  llvm::SmallDenseSet<Value> seen = {argument};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      visit(use);
      if (!follow(use.getOwner()))
        continue;
      for (Value result : use.getOwner()->getResults())
        if (seen.insert(result).second)
          pending.push_back(result);
    }
  }
}

/// Extent of what a use takes the value as an index of; 0 when it doesn't.
int64_t indexedExtent(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto gather = dyn_cast<stablehlo::GatherOp>(op)) {
    if (use.getOperandNumber() != 1)
      return 0;
    int64_t extent = INT64_MAX;
    for (int64_t dim : gather.getDimensionNumbers().getStartIndexMap())
      extent = std::min(extent, gather.getOperand().getType().getDimSize(dim));
    return extent;
  }
  // A comparison with consecutive numbers spells a one-hot vector.
  if (auto compare = dyn_cast<stablehlo::CompareOp>(op)) {
    Value other = op->getOperand(1 - use.getOperandNumber());
    while (Operation *def = other.getDefiningOp()) {
      if (auto iota = dyn_cast<stablehlo::IotaOp>(def))
        return iota.getType().getDimSize(iota.getIotaDimension());
      if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::ConvertOp>(def))
        break;
      other = def->getOperand(0);
    }
  }
  return 0;
}

/// The range of an integer argument: what it indexes, or a few values.
DictionaryAttr integerInit(BlockArgument argument, Builder &builder) {
  int64_t high = 0;
  auto follow = [](Operation *op) {
    return passesOn(op) || isa<stablehlo::AddOp, stablehlo::RemOp>(op);
  };
  forEachUse(argument, follow, [&](OpOperand &use) {
    if (int64_t extent = indexedExtent(use))
      high = high ? std::min(high, extent) : extent;
  });
  // No more than the type has.
  auto type = cast<IntegerType>(getElementTypeOrSelf(argument.getType()));
  unsigned bits = type.getWidth() - (type.isUnsigned() || type.getWidth() == 1 ? 0 : 1);
  if (bits < 63)
    high = std::min(high, int64_t(1) << bits);
  NamedAttrList init;
  init.set("kind", builder.getStringAttr("uniform_int"));
  init.set("low", builder.getI64IntegerAttr(0));
  init.set("high", builder.getI64IntegerAttr(high ? high : 2));
  return init.getDictionary(builder.getContext());
}

/// Whether the argument, plus constants at most, has its root taken.
bool isVariance(BlockArgument argument) {
  bool rooted = false;
  auto follow = [&](Operation *op) {
    auto add = dyn_cast<stablehlo::AddOp>(op);
    return isa<stablehlo::ConvertOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op) ||
           (add && llvm::any_of(add->getOperands(), [](Value operand) {
              while (auto wide = operand.getDefiningOp<stablehlo::BroadcastInDimOp>())
                operand = wide.getOperand();
              return operand.getDefiningOp<stablehlo::ConstantOp>();
            }));
  };
  forEachUse(argument, follow, [&](OpOperand &use) {
    rooted |= isa<stablehlo::SqrtOp, stablehlo::RsqrtOp>(use.getOwner());
  });
  return rooted;
}

/// Whether an op's result is not negative, whatever its operands are.
bool isNeverNegative(Operation *op) {
  if (isa<stablehlo::MulOp>(op))
    return op->getOperand(0) == op->getOperand(1);
  return isa<stablehlo::AbsOp, stablehlo::ExpOp, stablehlo::LogisticOp, stablehlo::SqrtOp>(op);
}

/// Whether the root of a difference is taken in which the state has a part: a second
/// moment less the square of the first, say. The difference of arbitrary moments may be
/// negative, that of the moments a step begins with is not.
bool isInRootedDifference(BlockArgument state) {
  // A value, and whether it may be negative.
  using Sign = llvm::PointerIntPair<Value, 1, bool>;
  SmallVector<Sign> pending = {Sign(state, false)};
  llvm::DenseSet<Sign> seen;
  while (!pending.empty()) {
    Sign next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getPointer().getUsers()) {
      bool isNegative = next.getInt();
      if (isNegative && isa<stablehlo::SqrtOp, stablehlo::RsqrtOp, stablehlo::LogOp>(user))
        return true;
      bool moves = isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp,
                       stablehlo::ReduceOp>(user);
      if (user->getNumResults() != 1 || (!moves && !isElementwise(user)))
        continue;
      isNegative |= isa<stablehlo::SubtractOp, stablehlo::NegOp>(user);
      pending.push_back(Sign(user->getResult(0), isNegative && !isNeverNegative(user)));
    }
  }
  return false;
}

} // namespace

void inferInits(func::FuncOp main) {
  Builder builder(main.getContext());
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (main.getArgAttr(index, "dist.init"))
      continue;
    Type element = getElementTypeOrSelf(argument.getType());
    if (isa<IntegerType>(element)) {
      main.setArgAttr(index, "dist.init", integerInit(argument, builder));
      continue;
    }
    auto kindIs = [&](StringRef kind) {
      main.setArgAttr(
          index, "dist.init",
          builder.getDictionaryAttr(builder.getNamedAttr("kind", builder.getStringAttr(kind))));
    };
    auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
    if (role && role.getValue() == "state" && isInRootedDifference(argument))
      kindIs("zero");
    else if (isVariance(argument))
      kindIs("abs_normal");
  }
}

} // namespace shardc
