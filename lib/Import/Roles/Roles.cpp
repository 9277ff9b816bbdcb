//===- Roles.cpp - parameters, states, inputs -------------------*- C++ -*-===//
// Part of shardc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Says what each argument of an imported graph is. Given roles win. Of what a training
// step updates, that is a parameter on which the loss depends, the rest are states. Of
// what it does not update, the examples are inputs: the loop over them goes through most
// products, and through no parameter.
//
//===----------------------------------------------------------------------===//
#include "RoleAssigner.h"
#include "shardc/Import/Import.h"

using namespace mlir;

namespace shardc {

std::optional<StringRef> RoleAssigner::givenRole(unsigned argument) {
  if (given[argument])
    return given[argument];
  auto role = main.getArgAttrOfType<StringAttr>(argument, "dist.role");
  return role ? std::optional<StringRef>(role.getValue()) : std::nullopt;
}

/// Whether the argument holds examples, in dimension `dim`.
bool RoleAssigner::isExample(unsigned argument, int64_t &dim) {
  if (!batchLoop) {
    dim = 0;
    return batch && typeOf(main.getArgument(argument)).getDimSize(0) == *batch;
  }
  const DimensionLoop &loop = flow.getLoop(*batchLoop);
  if (std::optional<int64_t> found = loop.dimOf(argument)) {
    dim = *found;
    return true;
  }
  // As many of another kind, or examples of which only some go on.
  BlockArgument value = main.getArgument(argument);
  dim = 0;
  if (updates[argument] || value.use_empty() || stacks[argument] ||
      typeOf(value).getDimSize(0) != *batch || *batch <= 1)
    return false;
  const DimensionLoop &own = flow.getLoop(flow.loopOf(value, 0));
  if (own.arguments.size() != 1)
    return false;
  // A step adds over its examples to update parameters; a forward graph over features.
  if (isStep)
    return own.products == 0 || 4 * own.products >= loop.products;
  return own.sums == 0 &&
         (own.products == 0 ? own.mixers == 0
                            : own.products > 1 && 4 * own.products >= loop.products);
}

/// Whether an updated argument is a parameter. What keeps examples, or is written into,
/// is none, even where the loss depends on it.
bool RoleAssigner::isParameter(unsigned argument) {
  UpdateMatcher::Carry carry = matcher.carryOf(argument, *updates[argument]);
  bool isNumber = typeOf(main.getArgument(argument)).getRank() == 0;
  // A number that learns takes small steps.
  return parameters.test(argument) && !hasBatch(main.getArgument(argument)) &&
         !matcher.isCounter(argument) && !carry.overwrites &&
         (!isNumber || (carry.steps > 0 && !carry.isLoop()));
}

RoleAssigner::Reasoned RoleAssigner::infer(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  if (updates[index])
    return {isParameter(index) ? "param" : "state",
            "result " + std::to_string(*updates[index]) + " is its value after the step"};
  RankedTensorType type = typeOf(argument);
  if (!isa<FloatType>(type.getElementType()))
    return {"input", "its elements are not floats"};
  if (type.getRank() == 0)
    return {"input", "it is a scalar that the graph does not update"};
  int64_t dim = 0;
  bool isInput = isExample(index, dim);
  if (stacks[index]) {
    std::string start = "a loop over layers goes through its first dimension";
    if (isInput && dim == 1)
      return {"input", start + ", and its second one is the batch, " + std::to_string(*batch)};
    if (!isInput)
      return {"param", start};
  }
  if (isInput)
    return {"input", (dim == 0 ? "its first dimension" : "its dimension " + std::to_string(dim)) +
                         " is the batch, " + std::to_string(*batch)};
  std::string first = "its first dimension is " + std::to_string(type.getDimSize(0));
  if (batch && type.getDimSize(0) == *batch)
    return {"param", first + ", as many as the batch has, but not the batch"};
  return {"param", first + (batch ? ", not the batch, " + std::to_string(*batch) : "")};
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
    emitRemark(argument.getLoc(), RemarkCategory::Roles)
        << "argument " << index << " '" << (name ? name.getValue() : "") << "' gets role '"
        << inferred.role << "': " << inferred.reason;
  }
  main.setArgAttr(index, "dist.role", role);
  main.removeArgAttr(index, builder.getStringAttr("dist.donated"));
  main.removeArgAttr(index, builder.getStringAttr("dist.updated_by"));
  // The caller may call an updated argument an input; then it isn't updated.
  if (role == "input")
    updates[index].reset();
  if (updates[index])
    main.setArgAttr(index, "dist.updated_by", builder.getI64IntegerAttr(*updates[index]));

  auto type = typeOf(argument);
  if (role == "param")
    main.setArgAttr(index, "dist.weight_decay", builder.getBoolAttr(type.getRank() > 1));
  // A tensor beside a parameter belongs to the optimizer; a counter doesn't
  // count as its memory, nor does what is kept of examples.
  if (role == "state" && type.getRank() > 0 && (!updates[index] || (isStep && !hasBatch(argument))))
    main.setArgAttr(index, "dist.optimizer_state", builder.getUnitAttr());
}

/// The number that a step minimises, or that a forward graph can be trained on: the first
/// one that is called a loss, else the first one.
std::optional<unsigned> RoleAssigner::findLoss() {
  llvm::BitVector updated(results.size());
  for (std::optional<unsigned> update : updates)
    if (update)
      updated.set(*update);
  SmallVector<unsigned> numbers;
  for (auto [index, result] : llvm::enumerate(results)) {
    bool isGiven = static_cast<bool>(main.getResultAttr(index, "dist.role"));
    bool isNumber = isFloat(result) && typeOf(result).getRank() == 0;
    if (!isGiven && isNumber && !updated.test(index) && !isa<BlockArgument>(result))
      numbers.push_back(index);
  }
  // Several numbers of a forward graph are no loss.
  if (numbers.empty() || (updated.none() && numbers.size() > 1))
    return std::nullopt;
  // A rate that is shown depends on no parameter.
  SmallVector<unsigned> learned;
  for (unsigned number : numbers)
    if (reach.of(results[number]).anyCommon(parameters))
      learned.push_back(number);
  return findNumber(learned.empty() ? numbers : learned, /*isNamed=*/false);
}

void RoleAssigner::setResultRoles() {
  std::optional<unsigned> loss = findLoss();
  SmallVector<std::optional<unsigned>> replaced(results.size());
  for (auto [argument, update] : llvm::enumerate(updates))
    if (update)
      replaced[*update] = argument;
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    if (main.getResultAttr(i, "dist.role"))
      continue;
    StringAttr role = builder.getStringAttr(i == loss ? "loss" : "output");
    if (replaced[i]) {
      role = main.getArgAttrOfType<StringAttr>(*replaced[i], "dist.role");
      if (auto name = main.getArgAttrOfType<StringAttr>(*replaced[i], "dist.name"))
        main.setResultAttr(i, "dist.name", name);
    }
    main.setResultAttr(i, "dist.role", role);
  }
}

void RoleAssigner::run() {
  findUpdates();
  findParameters();
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    setRole(i);
  setResultRoles();
}

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
  auto given = parseRoles(roles, main);
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
