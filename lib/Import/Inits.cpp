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
#include <set>

using namespace mlir;

namespace shardc {
namespace {

/// Ops that hand values on, possibly in another place, shape or type.
bool passesOn(Operation *op) {
  return isa<stablehlo::ConvertOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp,
             stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::ConcatenateOp,
             stablehlo::SelectOp, stablehlo::ClampOp, stablehlo::PadOp>(op);
}

/// Components of index vectors that a value holds, where the other ones are not its:
/// those from `first` on along dimension `dim`.
struct Components {
  int64_t dim = -1, first = 0, count = 0;
  bool operator<(const Components &other) const {
    return std::tie(dim, first, count) < std::tie(other.dim, other.first, other.count);
  }
};

/// Which components a part of a join is, or an op makes of some.
Components joinedAs(OpOperand &use, const Components &components) {
  Operation *op = use.getOwner();
  if (auto concat = dyn_cast<stablehlo::ConcatenateOp>(op)) {
    int64_t along = concat.getDimension(), first = 0;
    for (Value part : concat.getInputs().take_front(use.getOperandNumber()))
      first += cast<RankedTensorType>(part.getType()).getDimSize(along);
    if (components.dim == along)
      return {along, first + components.first, components.count};
    // A place along one dimension is all that is kept.
    return {along, first, cast<RankedTensorType>(use.get().getType()).getDimSize(along)};
  }
  // What moves elements has them elsewhere.
  bool keeps = op->getNumResults() == 1 && op->getResult(0).getType() == use.get().getType() &&
               isElementwise(op);
  return keeps || isa<stablehlo::ConvertOp>(op) ? components : Components();
}

/// Calls `visit` for each use of the argument's values, through ops that
/// `follow` says hand them on.
void forEachUse(BlockArgument argument, llvm::function_ref<bool(Operation *)> follow,
                llvm::function_ref<void(OpOperand &, const Components &)> visit) {
  SmallVector<std::pair<Value, Components>> pending = {{argument, {}}};
  std::set<std::pair<void *, Components>> seen;
  while (!pending.empty()) {
    auto [value, components] = pending.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      visit(use, components);
      if (!follow(use.getOwner()))
        continue;
      Components next = joinedAs(use, components);
      for (Value result : use.getOwner()->getResults())
        if (seen.insert({result.getAsOpaquePointer(), next}).second)
          pending.push_back({result, next});
    }
  }
}

/// The least extent of those dimensions that `map` names, for some components of the
/// index vectors along `vectorDim`.
int64_t leastExtent(RankedTensorType type, ArrayRef<int64_t> map, int64_t vectorDim,
                    const Components &components) {
  if (components.dim == vectorDim && components.first < static_cast<int64_t>(map.size()))
    map = map.slice(components.first,
                    std::min<int64_t>(components.count, map.size() - components.first));
  int64_t extent = INT64_MAX;
  for (int64_t dim : map)
    extent = std::min(extent, type.getDimSize(dim));
  return map.empty() ? 0 : extent;
}

/// Extent of what a use takes the value as an index of; 0 when it doesn't.
int64_t indexedExtent(OpOperand &use, const Components &components) {
  Operation *op = use.getOwner();
  if (auto gather = dyn_cast<stablehlo::GatherOp>(op)) {
    auto numbers = gather.getDimensionNumbers();
    return use.getOperandNumber() != 1
               ? 0
               : leastExtent(gather.getOperand().getType(), numbers.getStartIndexMap(),
                             numbers.getIndexVectorDim(), components);
  }
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op)) {
    auto numbers = scatter.getScatterDimensionNumbers();
    return use.getOperandNumber() != scatter.getInputs().size()
               ? 0
               : leastExtent(cast<RankedTensorType>(scatter.getInputs().front().getType()),
                             numbers.getScatterDimsToOperandDims(), numbers.getIndexVectorDim(),
                             components);
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
  forEachUse(argument, follow, [&](OpOperand &use, const Components &components) {
    if (int64_t extent = indexedExtent(use, components))
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
  forEachUse(argument, follow, [&](OpOperand &use, const Components &) {
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
