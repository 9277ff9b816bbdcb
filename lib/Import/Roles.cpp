//===- Roles.cpp - parameters, states, inputs -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Says what each argument of an imported graph is. Given roles win; what the
// graph updates is a parameter or a state; of the rest, an argument whose first
// dimension is not the batch is a parameter.
//
//===----------------------------------------------------------------------===//
#include "ImportImpl.h"
#include "dialects/StableHLO/StableHLO.h"
#include "shardc/Import/Import.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<std::optional<StringRef>>> parseRoles(StringRef roles, size_t numArguments,
                                                            MLIRContext *context) {
  SmallVector<std::optional<StringRef>> parsed(numArguments);
  if (roles.empty())
    return parsed;
  auto error = [&](StringRef part) {
    return emitError(FileLineColLoc::get(context, "--role", 1, part.data() - roles.data() + 1));
  };
  SmallVector<StringRef> items;
  roles.split(items, ',');
  for (StringRef item : items) {
    auto [range, role] = item.split('=');
    if (!llvm::is_contained({"param", "input", "state"}, role)) {
      error(role.empty() ? item : role)
          << "expected a role such as '0-13=param', with param, input or "
             "state, but got '"
          << item << "'";
      return failure();
    }
    auto [first, last] = range.split('-');
    if (!range.contains('-'))
      last = first;
    unsigned from = 0, to = 0;
    if (first.getAsInteger(10, from) || last.getAsInteger(10, to) || from > to) {
      error(range) << "expected an argument index or a range such as '0-13', "
                      "but got '"
                   << range << "'";
      return failure();
    }
    if (to >= numArguments) {
      error(range) << "argument " << to << " does not exist; the graph has " << numArguments
                   << " arguments";
      return failure();
    }
    for (unsigned i = from; i <= to; ++i) {
      if (parsed[i]) {
        error(range) << "argument " << i << " has a role already, '" << *parsed[i] << "'";
        return failure();
      }
      parsed[i] = role;
    }
  }
  return parsed;
}

namespace {

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// Whether the argument only meets elementwise and shape-moving ops on its way:
/// the moments of an optimizer do, parameters are multiplied and summed.
bool isOptimizerState(BlockArgument argument) {
  SmallVector<Value> pending = {argument};
  llvm::SmallDenseSet<Value> seen = {argument};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isa<func::ReturnOp>(user))
        continue;
      bool moves =
          isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp>(user);
      if (!moves && !isElementwise(user))
        return false;
      for (Value result : user->getResults())
        if (seen.insert(result).second)
          pending.push_back(result);
    }
  }
  return true;
}

class RoleAssigner {
public:
  RoleAssigner(func::FuncOp main, ArrayRef<std::optional<StringRef>> given)
      : main(main), given(given), updates(matchUpdates(main)), builder(main.getContext()) {}

  void run();

private:
  /// A role and why.
  struct Reasoned {
    StringRef role;
    std::string reason;
  };
  Reasoned infer(BlockArgument argument) const;
  std::optional<int64_t> findBatch();
  bool isTraining() const {
    return llvm::any_of(updates, [](auto update) { return update.has_value(); });
  }
  void setRole(unsigned index);
  void setResultRoles();

  func::FuncOp main;
  ArrayRef<std::optional<StringRef>> given;
  SmallVector<std::optional<unsigned>> updates;
  Builder builder;
  std::optional<int64_t> batch;
};

/// The batch size: the first dimension of what looks most like data.
std::optional<int64_t> RoleAssigner::findBatch() {
  auto leading = [](Value value) -> std::optional<int64_t> {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() == 0)
      return std::nullopt;
    return type.getDimSize(0);
  };
  SmallVector<BlockArgument> open;
  for (BlockArgument argument : main.getArguments())
    if (!updates[argument.getArgNumber()] && !given[argument.getArgNumber()])
      open.push_back(argument);

  // A forward graph returns one value for each example.
  if (!isTraining()) {
    llvm::SmallSetVector<int64_t, 4> sizes;
    for (Value result : main.getBody().front().getTerminator()->getOperands())
      if (std::optional<int64_t> size = leading(result))
        sizes.insert(*size);
    if (sizes.size() == 1 && llvm::any_of(open, [&](BlockArgument argument) {
          return leading(argument) == sizes.front();
        }))
      return sizes.front();
  }
  // Integers are tokens and labels; booleans may be masks of any shape.
  for (BlockArgument argument : open) {
    Type element = getElementTypeOrSelf(argument.getType());
    if (isa<IntegerType>(element) && !element.isInteger(1))
      if (std::optional<int64_t> size = leading(argument))
        return size;
  }
  // Several values for each example agree; else data comes after parameters.
  llvm::MapVector<int64_t, unsigned> count;
  std::optional<int64_t> last;
  for (BlockArgument argument : open)
    if (std::optional<int64_t> size = leading(argument)) {
      last = size;
      ++count[*size];
    }
  if (isTraining())
    for (auto [size, times] : count)
      if (!last || times > count[*last])
        last = size;
  return last;
}

RoleAssigner::Reasoned RoleAssigner::infer(BlockArgument argument) const {
  unsigned index = argument.getArgNumber();
  if (updates[index]) {
    StringRef role = isOptimizerState(argument) ? "state" : "param";
    return {role, "result " + std::to_string(*updates[index]) + " is its value after the step"};
  }
  auto type = cast<RankedTensorType>(argument.getType());
  if (!isa<FloatType>(type.getElementType()))
    return {"input", "its elements are not floats"};
  if (type.getRank() == 0)
    return {"input", "it is a scalar that the graph does not update"};
  if (batch && type.getDimSize(0) == *batch)
    return {"input", "its first dimension is the batch, " + std::to_string(*batch)};
  return {"param", "its first dimension is " + std::to_string(type.getDimSize(0)) +
                       (batch ? ", not the batch, " + std::to_string(*batch) : std::string())};
}

void RoleAssigner::setRole(unsigned index) {
  BlockArgument argument = main.getArgument(index);
  auto name = main.getArgAttrOfType<StringAttr>(index, "dist.name");
  auto role = main.getArgAttrOfType<StringAttr>(index, "dist.role");
  if (given[index]) {
    role = builder.getStringAttr(*given[index]);
  } else if (!role) {
    Reasoned inferred = infer(argument);
    role = builder.getStringAttr(inferred.role);
    emitRemark(argument.getLoc()) << "argument " << index << " '" << (name ? name.getValue() : "")
                                  << "' gets role '" << inferred.role << "': " << inferred.reason;
  }
  main.setArgAttr(index, "dist.role", role);
  main.removeArgAttr(index, builder.getStringAttr("dist.donated"));
  main.removeArgAttr(index, builder.getStringAttr("dist.updated_by"));
  // The caller may call an updated argument an input; then it isn't updated.
  if (role == "input")
    updates[index].reset();
  if (updates[index])
    main.setArgAttr(index, "dist.updated_by", builder.getI64IntegerAttr(*updates[index]));

  auto type = cast<RankedTensorType>(argument.getType());
  if (role == "param")
    main.setArgAttr(index, "dist.weight_decay", builder.getBoolAttr(type.getRank() > 1));
  // A tensor beside a parameter belongs to the optimizer; a counter doesn't
  // count as its memory.
  if (role == "state" && type.getRank() > 0)
    main.setArgAttr(index, "dist.optimizer_state", builder.getUnitAttr());
}

void RoleAssigner::setResultRoles() {
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    if (main.getResultAttr(i, "dist.role"))
      continue;
    auto type = cast<RankedTensorType>(main.getResultTypes()[i]);
    bool isLoss = isTraining() && type.getRank() == 0 && isa<FloatType>(type.getElementType());
    StringAttr role = builder.getStringAttr(isLoss ? "loss" : "output");
    for (auto [argument, update] : llvm::enumerate(updates))
      if (update == i) {
        role = main.getArgAttrOfType<StringAttr>(argument, "dist.role");
        if (auto name = main.getArgAttrOfType<StringAttr>(argument, "dist.name"))
          main.setResultAttr(i, "dist.name", name);
      }
    main.setResultAttr(i, "dist.role", role);
  }
}

void RoleAssigner::run() {
  batch = findBatch();
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    setRole(i);
  setResultRoles();
}

} // namespace

/// An argument and its next value live in one place: whichever is annotated says
/// where.
static LogicalResult tieShardings(func::FuncOp main) {
  for (BlockArgument argument : main.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto next = main.getArgAttrOfType<IntegerAttr>(number, "dist.updated_by");
    if (!next)
      continue;
    unsigned result = next.getInt();
    Attribute before = main.getArgAttr(number, "dist.sharding");
    Attribute after = main.getResultAttr(result, "dist.sharding");
    if (before && after && before != after)
      return emitError(argument.getLoc())
             << "argument " << number << " is annotated " << before << ", but result " << result
             << ", its value after the step, " << after
             << "; annotate them alike, or give the argument role 'input'";
    if (before && !after)
      main.setResultAttr(result, "dist.sharding", before);
    if (after && !before)
      main.setArgAttr(number, "dist.sharding", after);
  }
  return success();
}

LogicalResult assignRoles(ModuleOp module, StringRef roles) {
  func::FuncOp main = findEntry(module);
  if (!main)
    return failure();
  auto given = parseRoles(roles, main.getNumArguments(), module.getContext());
  if (failed(given))
    return failure();
  RoleAssigner(main, *given).run();
  if (failed(tieShardings(main)))
    return failure();
  completeNames(main);
  inferInits(main);
  return success();
}

} // namespace shardc
